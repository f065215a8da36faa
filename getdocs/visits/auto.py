"""Which pages need the browser: measured, not guessed, for each family of pages that have the same scripts.

The first pages of a family are read both ways. When they say the same, the next ones go without the browser, as long as
they hold nothing that their scripts have asked for and that no page has shown to be harmless; every few of them one is read
both ways again. Knows nothing of how a page is fetched, shown or read, nor of how one is put back.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from getdocs import urls
from getdocs.model import Page
from getdocs.read.traits import Traits
from getdocs.visits.auto_family import LEARNED, Family, Way

MAX_FAMILIES = 200
"""Of one crawl; the pages of any other are shown by the browser."""
UNCHECKED = "auto unchecked"
"""By this name in the crawl's state: the pages of each family that no later comparison has borne out."""

Kept = Callable[[str], str | None]
Keep = Callable[[str, str], None]
PutBack = Callable[[Sequence[str], Mapping[str, str]], None]


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """How a page is read. `before`: how many pages had gone without the browser by then."""

    way: Way
    name: str
    traits: Traits
    before: int
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the comparison is over; whoever waits for it decides then."""


class Auto:
    """One for a crawl.

    `kept` and `keep` are the crawl's state, by name. `put_back` has pages that are done with visited again, and keeps the
    state that goes with it, both or neither.
    """

    def __init__(self, *, kept: Kept, keep: Keep, put_back: PutBack) -> None:
        self._kept = kept
        self._keep = keep
        self._put_back = put_back
        self._families: dict[str, Family] = {}
        self._number = 0
        self._void: set[str] = set()
        self._has_put_back = False
        self._under_way: dict[str, list[Decision]] = {}
        # Of a family, its pages that went without the browser since the last comparison that bore it out, numbered. What
        # an earlier run has left has no comparison under way: the next page of the family is one.
        self._unchecked: dict[str, dict[str, int]] = {
            name: dict.fromkeys(found, 0) for name, found in json.loads(kept(UNCHECKED) or "{}").items()
        }

    def waits_for(self, url: str, traits: Traits) -> asyncio.Event | None:
        """Set once a comparison under way is over that may say how to read the page; None where there is none: decide."""
        name = _name(url, traits)
        under_way, family = self._under_way.get(name, []), self._family(name)
        if not under_way or family is None or family.rendered:
            return None
        if not family.learned:
            return under_way[0].over if family.in_a_row + len(under_way) >= LEARNED else None
        asked = family.asked_of(traits)
        compared = [(decision, asked & family.asked_of(decision.traits)) for decision in under_way]
        if asked and asked <= frozenset().union(*(same for _, same in compared)):
            return next(decision.over for decision, same in compared if same)
        return None

    def decide(self, url: str, traits: Traits) -> Decision:
        """How to read the page at `url` (as the Frontier has it). What goes without the browser is written down first.

        What is to be read BOTH ways is under way until `close`.
        """
        name = _name(url, traits)
        self._void.discard(url)
        family = self._family(name)
        way = family.way(traits) if family else Way.SHOWN
        if way is Way.PLAIN:
            self._number += 1
            self._unchecked.setdefault(name, {})[url] = self._number
            self._keep_unchecked()
        decision = Decision(way, name, traits, self._number)
        if way is Way.BOTH:
            self._under_way.setdefault(name, []).append(decision)
        return decision

    def close(self, decision: Decision) -> None:
        """The page has been read, or cannot be."""
        if decision in (under_way := self._under_way.get(decision.name, [])):
            under_way.remove(decision)
        decision.over.set()

    def compared(self, decision: Decision, lines: Sequence[str], *, same: bool) -> None:
        """The page read BOTH ways says the same, or does not; its scripts asked for `lines`, empty where nobody listened."""
        family = self._family(decision.name)
        if family is None or family.rendered:
            return
        (family.same if same else family.different)(decision.traits, lines)
        if family.rendered:
            gone = tuple(self._unchecked.pop(decision.name, {}))
            self._void.update(gone)
            self._has_put_back = self._has_put_back or bool(gone)
            self._put_back(gone, {decision.name: family.written(), UNCHECKED: self._unchecked_text()})
            return
        self._keep(decision.name, family.written())
        if same and decision.name in self._unchecked:
            self._drop(decision.name, lambda number: number <= decision.before)

    def undecided(self, decision: Decision) -> None:
        """The page to be read BOTH ways showed nothing to compare."""
        if family := self._family(decision.name):
            family.due = True

    def withdraw(self, decision: Decision, url: str) -> None:
        """The page went through the browser after all."""
        self._unchecked.get(decision.name, {}).pop(url, None)
        self._keep_unchecked()

    def stands(self, url: str) -> bool:
        """Whether nothing has spoken against reading `url` as it was last decided."""
        return url not in self._void

    def to_check(self) -> tuple[str, ...]:
        """Of each family with pages that no comparison has borne out, the last one: read again, it will be compared."""
        for name in self._unchecked:
            if family := self._family(name):
                family.due = True
        return tuple(next(reversed(found)) for found in self._unchecked.values() if found)

    def has_put_back(self) -> bool:
        """Whether pages had to be put back since this was last asked."""
        put_back, self._has_put_back = self._has_put_back, False
        return put_back

    def _family(self, name: str) -> Family | None:
        if name not in self._families:
            if len(self._families) >= MAX_FAMILIES:
                return None
            self._families[name] = Family.read(self._kept(name))
            self._families[name].due = bool(self._unchecked.get(name))
        return self._families[name]

    def _drop(self, name: str, checked: Callable[[int], bool]) -> None:
        left = {url: number for url, number in self._unchecked.pop(name).items() if not checked(number)}
        if left:
            self._unchecked[name] = left
        self._keep_unchecked()

    def _keep_unchecked(self) -> None:
        self._keep(UNCHECKED, self._unchecked_text())

    def _unchecked_text(self) -> str:
        return json.dumps({name: list(found) for name, found in self._unchecked.items() if found})


def _name(url: str, traits: Traits) -> str:
    """Of a family, in the crawl's state."""
    return f"auto {urls.netloc(url)} {traits.scripts}"


def says_the_same(plain: Page, shown: Page) -> bool:
    """Whether the Page read without the browser is the one that the browser shows, as far as anybody will see. Pure."""
    return _said(plain) == _said(shown)


def _said(page: Page) -> tuple[object, ...]:
    """All that is written or followed of a Page. Not what the browser could not load, nor how long it took."""
    return (
        page.url,
        page.title,
        page.markdown,
        page.nav,
        page.previous,
        page.next,
        page.canonical,
        page.lang,
        *(frozenset(each) for each in (page.links, page.alternates, page.invalid)),
    )
