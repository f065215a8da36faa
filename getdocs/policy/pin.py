"""Keeps each host that a Seed names on one scheme, so that a site that flips schemes loses no page.

It knows nothing of requests and responses: it is told of redirects, and asked before each hop. Hosts without a Seed
are none of its business. The source of the rule is the scheme-pinning story: https is never left for http.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from getdocs import urls


class Pins:
    """The scheme of every Seed's host, by host and explicit port; of two Seeds of one host, https wins.

    `known` holds the pins of an earlier run of the same Seeds (see `as_mapping`): what was https stays https.

    A Seed given as http is pinned to http until its own host answers it with a redirect to https. Another page's
    redirect to https does not move the host, or one broken link could take a whole http site away: it is pinned back to
    http, which is where its trailing slash may be found. Only where that would ask for the same URL again is the one
    URL left on https.
    """

    def __init__(self, seeds: Iterable[str], known: Mapping[str, str] = MappingProxyType({})) -> None:
        self._schemes: dict[str, str] = {}
        self._asked_as_seed: set[str] = set()
        self._upgraded: set[str] = set()
        for seed in seeds:
            parsed = urls.parse(seed)
            if parsed is None or not urls.is_web(parsed):
                continue
            if self._schemes.get(parsed.netloc) != "https":
                self._schemes[parsed.netloc] = parsed.scheme
            self._asked_as_seed.add(_sent(parsed))
        for netloc, scheme in known.items():
            if scheme == "https" and netloc in self._schemes:
                self._schemes[netloc] = scheme

    def apply(self, url: str) -> str:
        """The URL to ask for. Only its scheme differs, if anything does; a URL that needs no change is returned as is."""
        parsed = urls.parse(url)
        if parsed is None or not urls.is_web(parsed):
            return url
        pinned = self._schemes.get(parsed.netloc, parsed.scheme)
        if pinned == parsed.scheme or (pinned == "http" and _sent(parsed) in self._upgraded):
            return url
        return urls.with_scheme(url, pinned)

    def observe(self, from_url: str, to_url: str) -> None:
        """To be told of every redirect, before `apply` is asked for `to_url`.

        `from_url` is the URL that was asked for, `to_url` where its Location led: resolved, not yet pinned.
        """
        source, target = urls.parse(from_url), urls.parse(to_url)
        if source is None or target is None or source.netloc != target.netloc:
            return
        if self._schemes.get(source.netloc) != "http":
            return
        for_seed = _sent(source) in self._asked_as_seed
        if (source.scheme, target.scheme) != ("http", "https"):
            if for_seed:
                self._asked_as_seed.add(_sent(target))
        elif for_seed:
            self._schemes[source.netloc] = "https"
        elif _without_scheme(source) == _without_scheme(target):
            self._upgraded.add(_sent(target))

    def as_mapping(self) -> Mapping[str, str]:
        """The pins as they stand, host and explicit port to scheme: what a later run takes as `known`."""
        return MappingProxyType(dict(self._schemes))


def _sent(url: urls.Url) -> str:
    """What tells one request from another: the URL without credentials and fragment."""
    return urls.without_credentials(urls.without_fragment(url.href))


def _without_scheme(url: urls.Url) -> str:
    return _sent(url).partition(":")[2]
