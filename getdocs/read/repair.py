"""Puts back into a page what it was sent with and has no more: pieces of a block, and whole elements. Works on its tree.

Knows two versions of one page, and not why they differ.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.read.alignment import LEAST_SHARE, Anchors, Fate, fates, is_new
from getdocs.read.blocks import Block, inside, share
from getdocs.read.versions import Version

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
_LONGEST_GAP = 100
"""Blocks among which the one that another was made into is looked for."""
_REMAINS = 0.7
"""Share of the words of a block that another has to have for it to be made of that one."""


class Repair:
    """Works on the tree of the page as it is shown."""

    def __init__(self, sent: Version, shown: Version, provisional: Collection[int]) -> None:
        """`provisional`: numbers of blocks that were sent to be there only until the scripts had run."""
        self._sent = sent
        self._shown = shown
        self._anchors = Anchors(sent.blocks, shown.blocks)
        self._sent_in = inside(sent.blocks)
        self._shown_in = inside(shown.blocks)
        self._fates = fates(sent.blocks, sent.everything(), self._anchors, shown.blocks, shown.everything())
        for number in provisional:
            self._fates[number] = Fate.SHOWN
        self._new = is_new(shown.blocks, sent.everything())
        self._sent_keys = {block.key for block in sent.blocks}
        self._replaced: set[int] = set()
        """Numbers of what was shown, and has been replaced by what was sent."""
        self._places = {number: shown.blocks[at].node for number, at in self._anchors.pairs}
        """By the number of a block that was sent: what is shown of it."""
        self._tails: dict[int, LexborNode] = {}
        """By the element that something was put behind: what was put there last."""
        self._made: set[int] = set()
        """Lists and tables made for what cannot stand by itself."""

    def run(self) -> int:
        """Puts back what can be; how many blocks."""
        count = self._unswapped()
        if self._is_another_page():
            return 0
        self._places.update(self._changed())
        return count + self._gone()

    def _changed(self) -> Iterator[tuple[int, LexborNode]]:
        """Blocks that were changed where they stand: each with the one like it between its neighbours."""
        for number, fate in enumerate(self._fates):
            if fate is Fate.CHANGED:
                block = self._sent.blocks[number]
                runs = set(block.runs())
                others = [self._shown.blocks[at] for at in self._between(number)]
                like = [o for o in others if _are_alike(o.node, block.node) and share(o, runs) > LEAST_SHARE]
                if len(like) == 1:
                    yield number, like[0].node

    def _is_another_page(self) -> bool:
        """Whether most of the page is gone, and what is there instead is new: an application that has drawn itself."""
        sent, shown = self._sent.blocks, self._shown.blocks
        gone = sum(len(block.key) for block, fate in zip(sent, self._fates, strict=True) if fate is Fate.GONE)
        new = sum(len(shown[at].key) for at, is_new in enumerate(self._new) if is_new and at not in self._replaced)
        return gone > 0.5 * _length(sent) and new > 0.3 * _length(shown)

    # --- what is there in pieces

    def _unswapped(self) -> int:
        """Blocks of which scripts have left less, or something else than code, get back what they were."""
        count = 0
        code = [block for block in self._shown.everything() if block.node.tag == "pre"]
        code_keys, code_runs = [block.key for block in code], {run for block in code for run in block.runs()}
        for number, block in enumerate(self._sent.blocks):
            if number in self._anchors or not self._is_leaf(block, self._sent_in):
                continue
            done = self._fates[number] is not Fate.SHOWN and self._as_it_was(number, block)
            if not done and block.node.tag == "pre" and share(block, code_runs) < _REPLACED:
                done = not any(block.key in key for key in code_keys) and self._as_code(number, block)
            if done:
                self._fates[number] = Fate.SHOWN
                count += 1
        return count

    def _as_it_was(self, number: int, block: Block) -> bool:
        """A block that was typed in part, or whose parts were moved into tooltips."""
        for at in self._between(number):
            other = self._shown.blocks[at]
            if not _are_alike(other.node, block.node) or not self._is_leaf(other, self._shown_in):
                continue
            tooltip = other.node.css_first("[role=tooltip]") is not None
            if (tooltip and _is_less(other.key, block.key)) or (
                block.key.startswith(other.key) and other.key not in self._sent_keys
            ):
                self._replace(other.node, block.node, number)
                self._replaced.add(at)
                return True
        return False

    def _as_code(self, number: int, block: Block) -> bool:
        """Code that is shown outside of any `pre`, in whole or in part: a terminal that types it, an editor."""
        words = set(block.words)
        remains = {
            at
            for at in self._between(number)
            if (other := self._shown.blocks[at]).node.tag != "pre"
            and other.key not in self._sent_keys
            and (
                other.key in block.key
                or (other.words and sum(word in words for word in other.words) >= _REMAINS * len(other.words))
            )
        }
        if not remains:
            return False
        first = self._shown.blocks[min(remains)].node
        while (above := first.parent) is not None and above.mem_id not in self._shown.roots:
            if not remains.issuperset(self._shown_in.get(above.mem_id, ())):
                break
            first = above
        if first.mem_id in self._shown.roots:
            return False
        for at in remains.difference(self._shown_in[first.mem_id]):
            if self._is_leaf(self._shown.blocks[at], self._shown_in):
                self._shown.blocks[at].node.replace_with("")
        self._replaced |= remains
        self._replace(first, self._whole(block.node, {number}, self._sent.roots), number)
        return True

    def _replace(self, node: LexborNode, by: LexborNode, number: int) -> None:
        """`by` holds our block `number`, and takes the place of `node`."""
        node.insert_before(by)
        if (made := node.prev) is not None:
            self._places[number] = made
        node.replace_with("")  # out of the tree, and not freed: blocks still know it

    def _between(self, number: int) -> list[int]:
        """The numbers of what is shown between the neighbours of our block `number`; none where they are too far away."""
        gap = self._anchors.gap(number)
        return [at for at in gap if at not in self._replaced] if len(gap) <= _LONGEST_GAP else []

    def _is_leaf(self, block: Block, held: dict[int, list[int]]) -> bool:
        return len(held[block.node.mem_id]) == 1

    # --- what is gone

    def _gone(self) -> int:
        by_gap: dict[range, list[tuple[LexborNode, list[int]]]] = {}
        for unit, numbers in self._units():
            by_gap.setdefault(self._anchors.gap(numbers[0]), []).append((unit, numbers))
        count = 0
        for gap, lost in by_gap.items():
            gone = sum(len(self._sent.blocks[number].key) for _, numbers in lost for number in numbers)
            new = sum(len(self._shown.blocks[at].key) for at in gap if self._new[at] and at not in self._replaced)
            if new <= _REPLACED * gone:
                count += sum(len(numbers) for unit, numbers in lost if self._put(unit))
        return count

    def _units(self) -> Iterator[tuple[LexborNode, list[int]]]:
        """The largest elements of which nothing is shown, in order, each with the numbers of its blocks."""
        stays = {number for number in range(len(self._fates)) if not self._may_go(number)}
        done = -1
        for number, fate in enumerate(self._fates):
            if fate is not Fate.GONE or number <= done:
                continue
            node = self._sent.blocks[number].node
            if not stays.isdisjoint(self._sent_in[node.mem_id]):
                continue  # a part of it is there: it cannot go back as a whole
            unit = self._whole(node, None, self._sent.roots, stays)
            numbers = self._sent_in[unit.mem_id]
            done = numbers[-1]
            blocks = [self._sent.blocks[each] for each in numbers]
            if _is_content(unit, blocks):
                yield unit, numbers

    def _may_go(self, number: int) -> bool:
        """Whether it goes along with what is gone around it: it is gone too, or so short that it is found by chance."""
        fate = self._fates[number]
        short = len(self._sent.blocks[number].key) < _SHORT
        return fate is Fate.GONE or (fate is Fate.SHOWN and short and number not in self._places)

    def _whole(
        self, node: LexborNode, numbers: set[int] | None, roots: frozenset[int], stays: set[int] | None = None
    ) -> LexborNode:
        """The largest element around `node` that holds no other blocks than `numbers`, or none that `stays`."""
        while node.mem_id not in roots and (above := node.parent) is not None and above.mem_id not in roots:
            held = self._sent_in[above.mem_id]
            if (numbers is not None and not numbers.issuperset(held)) or (stays and not stays.isdisjoint(held)):
                break
            node = above
        return node

    def _put(self, unit: LexborNode) -> bool:
        """Puts it behind what stood before it, or before what stood behind it, as deep as both sides are built alike."""
        node: LexborNode | None = unit
        while node is not None and node.mem_id not in self._sent.roots:
            for sibling in _siblings(node, forward=False):
                if (found := self._counterpart(sibling, last=True)) is not None:
                    return self._put_behind(found, unit)
            for sibling in _siblings(node, forward=True):
                if (found := self._counterpart(sibling, last=False)) is not None:
                    fitting = _fitting(unit, found)
                    found.insert_before(fitting)
                    return True
            node = node.parent
        return False

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
        numbers = self._sent_in.get(sibling.mem_id, [])
        placed = [number for number in numbers if number in self._places]
        if not placed:
            return None
        number = placed[-1 if last else 0]
        ours, theirs = self._sent.blocks[number].node, self._places[number]
        while ours.mem_id != sibling.mem_id:
            above, their_above = ours.parent, theirs.parent
            if above is None or their_above is None or above.tag != their_above.tag:
                break
            if their_above.mem_id in self._shown.roots:
                break
            ours, theirs = above, their_above
        return theirs


def _are_alike(left: LexborNode, right: LexborNode) -> bool:
    """Whether both are the same kind of block: a paragraph that holds blocks is serialised as a `div`."""
    return left.tag == right.tag or {left.tag, right.tag} == {"p", "div"}


def _is_content(unit: LexborNode, blocks: list[Block]) -> bool:
    """Whether it is worth to be put back: no label, no table of contents, no mathematics, which is drawn."""
    if not any(block.node.tag in _GOES_BACK for block in blocks) and (
        sum(len(block.words) for block in blocks) < _LEAST_WORDS
    ):
        return False
    if any(block.node.tag != "pre" and _TEX.search(block.text) for block in blocks):
        return False
    links = unit.css("a[href^='#']")
    return sum(len(link.text()) for link in links) < _REMAINS * len(unit.text())


def _length(blocks: Sequence[Block]) -> int:
    return sum(len(block.key) for block in blocks)


def _is_less(part: str, whole: str) -> bool:
    """Whether `part` is `whole` with nothing but letters left out."""
    letters = iter(whole)
    return all(letter in letters for letter in part)


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
