"""A URL by its segments, as languages and versions are looked for in it. Knows no language and no version."""

import re
from dataclasses import dataclass, replace
from itertools import accumulate

from getdocs import urls

MAX_PLACES = 8
"""Segments that are looked at."""

_QUERY = re.compile(r"\?[^#]*")


@dataclass(frozen=True, slots=True)
class Path:
    """The identity of a URL (`urls.key`), cut at its slashes; those of a client-side route count."""

    scheme: str
    steps: tuple[str, ...]
    """The host, then the segments; before a route, the last one of the path ends in `#`."""
    queries: str
    folder: bool
    """Whether a slash follows the last segment, or an index file."""
    prefixes: tuple[str, ...]
    """What comes before each step that is looked at, the scheme left out: http and https are one site."""

    @classmethod
    def of(cls, url: str) -> "Path | None":
        """None where `url` is no absolute URL."""
        key = urls.key(url)
        if not key.startswith("//"):
            return None
        queries = "".join(_QUERY.findall(key)) if "?" in key else ""
        steps = (_QUERY.sub("", key) if queries else key).rstrip("/").split("/")[2:]
        written = _QUERY.sub("", url if "#" in key else urls.without_fragment(url))
        folder = not written.endswith(steps[-1])
        return cls(url.partition(":")[0].lower(), tuple(steps), queries, folder, _prefixes(steps[0], tuple(steps)))

    @property
    def text(self) -> str:
        """What tells it from other paths."""
        return "/".join(self.steps) + self.queries

    @property
    def places(self) -> range:
        """Where the segments stand that are looked at."""
        return range(1, len(self.prefixes))

    def at(self, place: int) -> str:
        """The segment there; empty where there is none."""
        return self.steps[place] if place < len(self.steps) else ""

    def less(self, start: int, end: int) -> str:
        """`text` without the segments from `start` up to `end`."""
        return "/".join((*self.steps[:start], *self.steps[end:])) + self.queries

    def is_more(self, end: int) -> bool:
        """Whether anything comes after the segments up to `end`."""
        return end < len(self.steps) or bool(self.queries)

    def on(self, other: "Path") -> "Path":
        """The same path on the host of another."""
        host = other.steps[0]
        steps = (host, *self.steps[1:])
        return replace(self, scheme=other.scheme, steps=steps, prefixes=_prefixes(host, steps))


def _prefixes(host: str, steps: tuple[str, ...]) -> tuple[str, ...]:
    looked_at = steps[1 : min(len(steps) - 1, MAX_PLACES)]
    cut = accumulate(looked_at, lambda prefix, step: f"{prefix}{step}/", initial=f"//{host}/")
    return ("", *cut) if len(steps) > 1 else ("",)
