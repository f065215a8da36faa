"""The Pages in Reading Order, each at its place below the headings of the site's navigation. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from getdocs.offline.export.copy import one_line
from getdocs.offline.saved import SavedPage
from getdocs.write.schema import NavEntry

Way: TypeAlias = tuple[int, ...]
"""The numbers of the entries of the navigation that lead to one; empty: it stands in none."""
DEEPEST = 20
"""Levels below the top; what the navigation has deeper stands there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A Page, or (`page` None) a label of the navigation whose Pages follow. `title` is what the navigation calls it."""

    title: str
    page: SavedPage | None
    way: Way

    @property
    def depth(self) -> int:
        """0 at the top."""
        return min(DEEPEST, max(0, len(self.way) - 1))


@dataclass(frozen=True, slots=True)
class Outline:
    """All Pages, each once, in Reading Order; a label stands before the first Page below it, again where others came between."""

    entries: tuple[Entry, ...]
    titles: Mapping[Way, str]
    """What each entry of the navigation is called."""


def outline(nav: Iterable[NavEntry], pages: Iterable[SavedPage]) -> Outline:
    """A Page stands where the navigation names it first; one that it does not name, at the top."""
    every = list(pages)
    known = {str(page.path) for page in every}
    titles: dict[Way, str] = {}
    ways: dict[str, Way] = {}
    for way, entry in _walked(nav, ()):
        titles[way] = one_line(entry["title"])
        if entry["path"] in known:
            ways.setdefault(str(entry["path"]), way)
    of_pages = set(ways.values())
    entries: list[Entry] = []
    last: Way = ()
    for page in every:
        way = ways.get(str(page.path), ())
        for length in range(_shared(last, way) + 1, min(len(way), DEEPEST + 1)):
            above = way[:length]
            if above not in of_pages and titles[above]:
                entries.append(Entry(titles[above], None, above))
        entries.append(Entry(titles.get(way) or one_line(page.title) or str(page.path), page, way))
        last = way
    return Outline(tuple(entries), titles)


def _walked(nav: Iterable[NavEntry], above: Way) -> Iterator[tuple[Way, NavEntry]]:
    for number, entry in enumerate(nav):
        way = (*above, number)
        yield way, entry
        yield from _walked(entry["children"], way)


def _shared(one: Way, other: Way) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count
