"""Puts back whole elements of which nothing is shown any more, at their old places."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.read.alignment import Fate
from getdocs.read.blocks import Block
from getdocs.read.comparison import Comparison, length

_TEX = re.compile(r"\\[(\[]|\\begin\{|\$\$|\$[^$\s][^$]*\$")
"""Mathematics as it is written: scripts draw it."""
_GOES_BACK = frozenset("pre li dt dd tr td th h1 h2 h3 h4 h5 h6".split())
"""Elements that are content however short they are."""
_STANDS_IN = {
    "li": ("ul", "ol", "menu"),
    **dict.fromkeys(("dt", "dd"), ("dl",)),
    "tr": ("tbody", "thead", "tfoot", "table"),
    **dict.fromkeys(("td", "th"), ("tr",)),
    **dict.fromkeys(("tbody", "thead", "tfoot", "caption", "colgroup"), ("table",)),
}
"""Elements that stand nowhere but in these."""
_LEAST_WORDS = 3
"""Words that another has to have: fewer are as well a label as content."""
_SHORT = 15
"""Characters of a key that may well stand on the page by chance."""
_REPLACED = 0.5
"""Share of what is gone that new text in its place has to have to be in the place of it."""
_ONLY_LINKS = 0.7
"""Share of its text in links to the same page from which on it is a table of contents."""


def bring_back(pages: Comparison) -> int:
    """Puts back what is gone; how many blocks."""
    return _Return(pages).run()


class _Return:
    def __init__(self, pages: Comparison) -> None:
        self._pages = pages
        self._tails: dict[int, LexborNode] = {}
        """By the element that something was put behind: what was put there last."""
        self._nearest: tuple[dict[int, LexborNode | None], dict[int, LexborNode | None]] = ({}, {})
        """By a sibling: what is shown for it, or for the nearest behind it, backward and forward."""
        self._made: set[int] = set()
        """Lists and tables made for what cannot stand by itself."""

    def run(self) -> int:
        by_gap: dict[range, list[tuple[LexborNode, range]]] = {}
        for unit, numbers in self._units():
            by_gap.setdefault(self._pages.anchors.gap(numbers[0]), []).append((unit, numbers))
        count = 0
        for gap, lost in by_gap.items():
            gone = length([self._pages.sent.blocks[number] for _, numbers in lost for number in numbers])
            if self._pages.new_text(gap) <= _REPLACED * gone:
                count += sum(len(numbers) for unit, numbers in lost if self._put(unit))
        return count

    def _units(self) -> Iterator[tuple[LexborNode, range]]:
        """The largest elements of which nothing is shown, in order, each with the numbers of its blocks."""
        stays = [number for number in range(len(self._pages.fates)) if not self._may_go(number)]

        def may_go(numbers: range) -> bool:
            at = bisect_left(stays, numbers.start)
            return at == len(stays) or stays[at] >= numbers.stop

        done = -1
        for number, fate in enumerate(self._pages.fates):
            if fate is not Fate.GONE or number <= done:
                continue
            node = self._pages.sent.blocks[number].node
            if not may_go(self._pages.sent_in[node.mem_id]):
                continue  # a part of it is there: it cannot go back as a whole
            unit = self._pages.whole(node, may_go)
            numbers = self._pages.sent_in[unit.mem_id]
            done = numbers[-1]
            blocks = [self._pages.sent.blocks[each] for each in numbers]
            if _is_content(unit, blocks):
                yield unit, numbers

    def _may_go(self, number: int) -> bool:
        """Whether it goes along with what is gone around it: it is gone too, or so short that it is found by chance."""
        fate = self._pages.fates[number]
        short = len(self._pages.sent.blocks[number].key) < _SHORT
        return fate is Fate.GONE or (fate is Fate.SHOWN and short and number not in self._pages.places)

    def _put(self, unit: LexborNode) -> bool:
        """Puts it behind what stood before it, or before what stood behind it, as deep as both sides are built alike."""
        node: LexborNode | None = unit
        while node is not None and node.mem_id not in self._pages.sent.roots:
            if (found := self._beside(node, forward=False)) is not None:
                return self._put_behind(found, unit)
            if (found := self._beside(node, forward=True)) is not None:
                fitting = _fitting(unit, found)
                found.insert_before(fitting)
                return True
            node = node.parent
        return False

    def _beside(self, node: LexborNode, *, forward: bool) -> LexborNode | None:
        """What is shown for the nearest sibling of which anything is; each is looked at once."""
        way: list[int] = []
        found: LexborNode | None = None
        nearest = self._nearest[forward]
        for sibling in _siblings(node, forward=forward):
            if sibling.mem_id in nearest:
                found = nearest[sibling.mem_id]
                break
            way.append(sibling.mem_id)
            found = self._counterpart(sibling, last=not forward)
            if found is not None:
                break
        nearest.update(dict.fromkeys(way, found))
        return found

    def _put_behind(self, place: LexborNode, unit: LexborNode) -> bool:
        tail = self._tails.get(place.mem_id, place)
        if tail.mem_id in self._made and tail.tag in _STANDS_IN.get(unit.tag or "", ()):
            tail.insert_child(unit)
            return True
        fitting = _fitting(unit, tail)
        tail.insert_after(fitting)
        following = tail.next
        if following is None:
            return False
        self._tails[place.mem_id] = following
        if fitting is not unit:
            self._made.add(following.mem_id)
        return True

    def _counterpart(self, sibling: LexborNode, *, last: bool) -> LexborNode | None:
        """The element that is shown for `sibling`, told by its last (or first) block that has a pair."""
        numbers = self._pages.sent_in.get(sibling.mem_id, range(0))
        placed = (each for each in (reversed(numbers) if last else numbers) if each in self._pages.places)
        number = next(placed, None)
        if number is None:
            return None
        ours, theirs = self._pages.sent.blocks[number].node, self._pages.places[number]
        while ours.mem_id != sibling.mem_id:
            above, their_above = ours.parent, theirs.parent
            if above is None or their_above is None or above.tag != their_above.tag:
                break
            if their_above.mem_id in self._pages.shown.roots:
                break
            ours, theirs = above, their_above
        return theirs


def _is_content(unit: LexborNode, blocks: list[Block]) -> bool:
    """Whether it is worth to be put back: no label, no table of contents, no mathematics, which is drawn."""
    if not any(block.node.tag in _GOES_BACK for block in blocks) and (
        sum(len(block.words) for block in blocks) < _LEAST_WORDS
    ):
        return False
    if any(block.node.tag != "pre" and _TEX.search(block.text) for block in blocks):
        return False
    links = unit.css("a[href^='#']")
    return sum(len(link.text()) for link in links) < _ONLY_LINKS * len(unit.text())


def _siblings(node: LexborNode, *, forward: bool) -> Iterator[LexborNode]:
    sibling = node.next if forward else node.prev
    while sibling is not None:
        if sibling.is_element_node:
            yield sibling
        sibling = sibling.next if forward else sibling.prev


def _is_group(node: LexborNode) -> bool:
    """Whether it is a `div` around some definitions of a list."""
    return node.tag == "div" and node.parent is not None and node.parent.tag == "dl"


def _fitting(unit: LexborNode, place: LexborNode) -> LexborNode:
    """`unit`, in a list or table of its own where it does not stand beside `place` otherwise."""
    above = place.parent
    allowed = _STANDS_IN.get(unit.tag or "")
    if allowed is None or above is None or above.tag in allowed or _is_group(above):
        return unit
    around = LexborHTMLParser(f"<{allowed[0]}></{allowed[0]}>").css_first(allowed[0])
    if around is None:
        return unit  # no parser makes a row without its table
    around.insert_child(unit)
    return around
