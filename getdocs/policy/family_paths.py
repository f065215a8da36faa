"""A URL by its segments, as languages and versions are looked for in it. Knows no language and no version."""

import re
from dataclasses import dataclass

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

    @classmethod
    def of(cls, url: str) -> "Path | None":
        """None where `url` is no absolute URL."""
        key = urls.key(url)
        if not key.startswith("//"):
            return None
        queries = "".join(_QUERY.findall(key)) if "?" in key else ""
        steps = (_QUERY.sub("", key) if queries else key).rstrip("/").split("/")[2:]
        written = _QUERY.sub("", url if "#" in key else urls.without_fragment(url))
        return cls(url.partition(":")[0].lower(), tuple(steps), queries, not written.endswith(steps[-1]))

    @property
    def text(self) -> str:
        """What tells it from other paths."""
        return "/".join(self.steps) + self.queries

    def places(self) -> range:
        """Where the segments stand that are looked at."""
        return range(1, min(len(self.steps), MAX_PLACES + 1))

    def prefix(self, place: int) -> str:
        """What comes before the segment at `place`, the scheme left out: http and https are one site."""
        return f"//{'/'.join(self.steps[:place])}/"

    def less(self, start: int, end: int) -> str:
        """`text` without the segments from `start` up to `end`."""
        return "/".join((*self.steps[:start], *self.steps[end:])) + self.queries

    def is_more(self, end: int) -> bool:
        """Whether anything comes after the segments up to `end`."""
        return end < len(self.steps) or bool(self.queries)
