"""Where links lead: absolute, in one spelling, so that two of them can be compared."""

import re

from getdocs import urls

_ODD_IN_URL = re.compile(r"[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]")
_PLAIN_FRAGMENT = re.compile(r"[A-Za-z0-9\-._~:/]+")
"""It stands in a URL as it is written: such links to places on one page are resolved once."""
_NOWHERE = frozenset({"javascript", "vbscript", "data", "blob", "about", "filesystem"})


class Targets:
    """Where the links of one page lead: absolute, in one spelling. Shared by both sides, it takes each URL apart once."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._known: dict[str, str | None] = {}
        self.page = (self.of("") or base_url).partition("#")[0].partition("?")[0]
        """The page itself, without query and fragment."""

    def of(self, reference: str) -> str | None:
        """The absolute URL; None where it leads nowhere that a document can link to."""
        if reference in self._known:
            return self._known[reference]
        place, _, fragment = reference.strip().partition("#")
        if _PLAIN_FRAGMENT.fullmatch(fragment):
            url = self._resolved(place)
            if url is not None:
                url = f"{url}#{fragment}"
                self._known[url] = url  # as the other side has it
        else:
            url = self._resolved(reference.strip())
        self._known[reference] = url
        return url

    def _resolved(self, reference: str) -> str | None:
        if reference not in self._known:
            url = urls.join(self._base_url, reference)
            if url is not None and url.partition(":")[0] in _NOWHERE:
                url = None
            if url is not None and _ODD_IN_URL.search(url):
                url = _ODD_IN_URL.sub(_escaped, url)
            self._known[reference] = url
            if url is not None:
                self._known[url] = url
        return self._known[reference]


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
