"""Says which URLs may become Pages of a crawl: the Seeds' hosts, what lies below the Seeds, and the user's globs.

It knows nothing of robots.txt, pins or depth, and nothing of Assets and subresources, which Scope does not gate.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import translate
from typing import TypeAlias

from getdocs import urls
from getdocs.config import CrawlConfig
from getdocs.policy import octets

# A last segment that names a document, not a folder. By its ending, as `/v1.2`, `/3.11` and `/node.js` are folders.
_DOCUMENT = re.compile(r".\.(?:[xs]?html?|php|aspx?|jspx?|cfm|cgi|mdx?|markdown|rst|adoc|txt|xml|pdf)$", re.IGNORECASE)
_ESCAPED_SLASH = re.compile(r"%(?:2F|5C)", re.IGNORECASE)

_Segments: TypeAlias = tuple[str, ...]
_Globs: TypeAlias = tuple[tuple[str, re.Pattern[str]], ...]


@dataclass(frozen=True, slots=True)
class _Root:
    """Where one Seed lets the crawl go."""

    host: str
    port: int | None
    folder: _Segments


@dataclass(frozen=True, slots=True)
class Scope:
    """The Scope of one crawl. Made by `of`."""

    roots: tuple[_Root, ...]
    seeds: frozenset[str]
    """The `urls.key` of each."""
    allow_backward: bool
    allow_subdomains: bool
    include: _Globs
    exclude: _Globs

    @classmethod
    def of(cls, config: CrawlConfig) -> "Scope":
        """The Scope that the settings describe.

        By default: the host and explicit port of a Seed, on http and https alike, and the path of the Seed with what
        lies below it, on whole segments; a Seed that names a document (`/guide/intro.html`) stands for its folder.
        `allow_backward` takes in the whole of a Seed's host. `allow_subdomains` takes in the hosts below a Seed's host,
        on the Seed's port, whole: the path of the Seed means nothing there.

        Globs (`*` any characters, `/` included; `?` one; `[…]` a set; case counts) must match the whole path, its
        escapes decoded. A URL with a client-side route is matched also as path, `#` and route (`/app/#/guide`): either
        match counts. A Seed needs no include, but an exclude holds for it as well.
        """
        parsed = [seed for seed in map(urls.parse, config.seeds) if seed is not None]
        return cls(
            roots=tuple(_Root(seed.host, seed.port, _segments(seed_folder(seed.href))) for seed in parsed),
            seeds=frozenset(map(urls.key, config.seeds)),
            allow_backward=config.allow_backward,
            allow_subdomains=config.allow_subdomains,
            include=_compiled(config.include_paths),
            exclude=_compiled(config.exclude_paths),
        )

    def refusal(self, url: str) -> str | None:
        """None where the URL is in Scope, else why not, in few words: names the host, the path or the glob."""
        if (refusal := self.host_refusal(url)) is not None:
            return refusal
        parsed = urls.parse(url)
        if parsed is None:
            return "no URL"
        whole, folders = self._host(parsed)
        readings = _readings(parsed.path)
        anywhere = whole or self.allow_backward
        if not anywhere and not all(any(_lies_in(path, folder) for folder in folders) for path in readings):
            below = " or ".join(sorted(f"/{'/'.join(folder)}" for folder in folders))
            return f"path {parsed.path} is not below {below}"
        return self._glob_refusal(parsed, readings)

    def host_refusal(self, url: str) -> str | None:
        """None where the URL is on a host that has Pages in Scope, else why not."""
        parsed = urls.parse(url)
        if parsed is None or not urls.is_web(parsed):
            return "not an http(s) URL"
        whole, folders = self._host(parsed)
        return None if whole or folders else f"host {parsed.netloc} is no Seed's"

    def folder_of(self, url: str) -> str:
        """The path of the Seed's folder in which `url` lies (see `seed_folder`), the innermost of several; `/` where none is."""
        parsed = urls.parse(url)
        if parsed is None:
            return "/"
        _, folders = self._host(parsed)
        innermost = max((len(folder), folder) for folder in {(), *folders} if _lies_in(parsed.path, folder))
        return f"/{'/'.join(innermost[1])}"

    def _host(self, url: urls.Url) -> tuple[bool, set[_Segments]]:
        """Whether the whole host is in Scope, and the folders of the Seeds on it."""
        whole = self.allow_subdomains and any(_is_below(url, root) for root in self.roots)
        return whole, {root.folder for root in self.roots if (root.host, root.port) == (url.host, url.port)}

    def _glob_refusal(self, url: urls.Url, readings: tuple[str, ...]) -> str | None:
        if not self.include and not self.exclude:
            return None
        names = [_glob_names(path, url.route) for path in readings]
        for glob, pattern in self.exclude:
            if any(pattern.match(name) for each in names for name in each):
                return f"path {url.path} matches excluded {glob}"
        if not self.include or urls.key(url.href) in self.seeds:
            return None
        if all(any(pattern.match(name) for _, pattern in self.include for name in each) for each in names):
            return None
        return f"path {url.path} matches no included glob"


def seed_folder(seed: str) -> str:
    """The path that a Seed scopes to: `/docs`, `/guide` of `/guide/intro.html`, `/`.

    Percent-encoded, as the URL has it, and without a trailing slash except for the root. `/` for what is no URL.
    """
    parsed = urls.parse(seed)
    path = parsed.path if parsed else "/"
    parent, _, last = path.rpartition("/")
    return (parent if not last or _DOCUMENT.search(last) else path) or "/"


def _segments(path: str) -> _Segments:
    """The path on folded octets, so that `/%64ocs` is `/docs`; slashes at its end do not count."""
    folded = octets.fold(path.encode()).decode().rstrip("/")
    return tuple(folded.split("/")[1:])


def _readings(path: str) -> tuple[str, ...]:
    """The path, and what it is to a server that takes `%2F` and `%5C` for slashes: `/docs/..%2Fprivate` must not pass."""
    split = _ESCAPED_SLASH.sub("/", path)
    resolved = urls.parse(f"http://scope.invalid{split}") if split != path else None
    return (path, resolved.path) if resolved else (path,)


def _lies_in(path: str, folder: _Segments) -> bool:
    return _segments(path)[: len(folder)] == folder


def _is_below(url: urls.Url, root: _Root) -> bool:
    """Whether the host is a subdomain of the Seed's. An IP address has none: the URL standard has no host `1.10.0.0.1`."""
    return url.port == root.port and url.host.endswith(f".{root.host}")


def _glob_names(path: str, route: str) -> tuple[str, ...]:
    """What a glob may match."""
    decoded = _decoded(path)
    return (decoded, f"{decoded}#{_decoded(route)}") if route else (decoded,)


def _decoded(text: str) -> str:
    return octets.unescape(text.encode()).decode(errors="surrogateescape")


def _compiled(globs: Iterable[str]) -> _Globs:
    return tuple((glob, re.compile(translate(glob))) for glob in globs)
