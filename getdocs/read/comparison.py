"""Two versions of a page held against each other: what became of each block that was sent, and what is shown in its place.

What is put back is noted here, so that nothing is put back twice or beside what is no longer there. Decides nothing.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from selectolax.lexbor import LexborNode

from getdocs.read.alignment import LEAST_SHARE, Anchors, Fate, fates, is_new
from getdocs.read.blocks import Block, inside, runs_of, share
from getdocs.read.versions import Version

_LONGEST_GAP = 100
"""Blocks among which the one that another was made into is looked for."""


class Comparison:
    """Blocks are told by their numbers, on either side. The tree of what is shown may change, that of what was sent does not."""

    def __init__(self, sent: Version, shown: Version, provisional: Collection[int]) -> None:
        """`provisional`: numbers of blocks that were sent to be there only until the scripts had run."""
        self.sent = sent
        self.shown = shown
        self.anchors = Anchors(sent.blocks, shown.blocks)
        self.sent_in = inside(sent.blocks)
        self.shown_in = inside(shown.blocks)
        self.fates = fates(sent.blocks, sent.everything(), self.anchors, shown.blocks, shown.everything())
        for number in provisional:
            self.fates[number] = Fate.SHOWN
        self.places = {number: shown.blocks[at].node for number, at in self.anchors.pairs}
        """By the number of a block that was sent: what is shown of it."""
        self._new = is_new(shown.blocks, sent.everything())
        self._replaced: set[int] = set()

    def near(self, number: int) -> list[int]:
        """What is shown between the neighbours of the block that was sent; nothing where they are too far away."""
        gap = self.anchors.gap(number)
        return [at for at in gap if at not in self._replaced] if len(gap) <= _LONGEST_GAP else []

    def new_text(self, numbers: Iterable[int]) -> int:
        """Characters in what is shown there that were not sent."""
        return sum(len(self.shown.blocks[at].key) for at in numbers if self._new[at] and at not in self._replaced)

    def replaced(self, numbers: Collection[int], number: int, made: LexborNode) -> None:
        """Notes that `made`, the block `number` as it was sent, stands in the place of what was shown."""
        self._replaced.update(numbers)
        self.places[number] = made
        self.fates[number] = Fate.SHOWN

    def is_another_page(self) -> bool:
        """Whether most of the page is gone, and what is there instead is new: an application that has drawn itself."""
        gone = [block for block, fate in zip(self.sent.blocks, self.fates, strict=True) if fate is Fate.GONE]
        new = self.new_text(range(len(self.shown.blocks)))
        return length(gone) > 0.5 * length(self.sent.blocks) and new > 0.3 * length(self.shown.blocks)

    def place_changed(self) -> None:
        """Finds the places of blocks that were changed where they stand: of each, the one like it between its neighbours."""
        for number, fate in enumerate(self.fates):
            if fate is Fate.CHANGED:
                block = self.sent.blocks[number]
                runs = runs_of([block])
                others = [self.shown.blocks[at] for at in self.near(number)]
                like = [o for o in others if are_alike(o.node, block.node) and share(o, runs) > LEAST_SHARE]
                if len(like) == 1:
                    self.places[number] = like[0].node

    def whole(self, node: LexborNode, may_go: Callable[[range], bool]) -> LexborNode:
        """The largest element of what was sent around `node` of whose blocks, by their numbers, all `may_go`."""
        while node.mem_id not in self.sent.roots and (above := node.parent) is not None:
            if above.mem_id in self.sent.roots or not may_go(self.sent_in[above.mem_id]):
                break
            node = above
        return node


def length(blocks: Sequence[Block]) -> int:
    """Characters in all of them."""
    return sum(len(block.key) for block in blocks)


def are_alike(left: LexborNode, right: LexborNode) -> bool:
    """Whether both are the same kind of block: a paragraph that holds blocks is serialised as a `div`."""
    return left.tag == right.tag or {left.tag, right.tag} == {"p", "div"}
