"""Holds the blocks of two versions of a page against each other: what is in both, and where the one stands in the other. Pure."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from enum import Enum, auto
from itertools import pairwise

from getdocs.read.blocks import Block, runs_of, share

LEAST_SHARE = 0.3
"""Share of a block's words, some in a row at a time, from which on what has them too is the same block, changed."""


class Fate(Enum):
    """What became of a block in the other version."""

    SHOWN = auto()
    """It is there, wrapped as it may be, or in another place."""
    CHANGED = auto()
    GONE = auto()


def is_new(blocks: Sequence[Block], before: Sequence[Block]) -> list[bool]:
    """Which of `blocks` say what nothing in `before`, a whole body, has said."""
    keys = {block.key for block in before}
    text, runs = "".join(block.key for block in before), runs_of(before)
    return [block.key not in keys and block.key not in text and share(block, runs) <= LEAST_SHARE for block in blocks]


def fates(
    blocks: Sequence[Block],
    body: Sequence[Block],
    anchors: "Anchors",
    others: Sequence[Block],
    their_body: Sequence[Block],
) -> list[Fate]:
    """What became of each of `blocks`, the content of `body`, in another version with the content `others`.

    What is said more than once has to be there as often. What is left of the other version, when all that is the same has
    been taken away, says whether a block was changed.
    """
    own = {block.key for block in (*blocks, *body)}
    left = Counter(block.key for block in others)
    left.update(block.key for block in their_body if block.key not in left)
    left.subtract(block.key for number, block in enumerate(blocks) if number in anchors)
    rest = [block for block in their_body if block.key not in own]
    text, runs = "".join(block.key for block in rest), runs_of(rest)

    def fate(number: int, block: Block) -> Fate:
        if number in anchors:
            return Fate.SHOWN
        if left[block.key] > 0:
            left[block.key] -= 1
            return Fate.SHOWN
        if block.key in text:
            return Fate.SHOWN
        return Fate.CHANGED if share(block, runs) > LEAST_SHARE else Fate.GONE

    return [fate(number, block) for number, block in enumerate(blocks)]


class Anchors:
    """Pairs of blocks, in the same order on both sides, that say the same: what the place of everything else is told by."""

    def __init__(self, ours: Sequence[Block], theirs: Sequence[Block]) -> None:
        self.pairs = _aligned([block.key for block in ours], [block.key for block in theirs])
        """Numbers of blocks, ours and theirs, rising."""
        self._ours = [our for our, _ in self.pairs]
        self._paired = frozenset(self._ours)
        self._end = len(theirs)

    def __contains__(self, number: int) -> bool:
        """Whether our block `number` has a pair."""
        return number in self._paired

    def gap(self, number: int) -> range:
        """The numbers on their side between the pairs before and after our block `number`."""
        before = bisect_left(self._ours, number)
        after = bisect_right(self._ours, number)
        first = self.pairs[before - 1][1] + 1 if before else 0
        return range(first, self.pairs[after][1] if after < len(self.pairs) else self._end)


def _aligned(ours: list[str], theirs: list[str]) -> list[tuple[int, int]]:
    """Patience: what is equal at both ends, what is there once on both sides and in the same order, and so on in between."""
    pairs: list[tuple[int, int]] = []
    stack = [(0, len(ours), 0, len(theirs))]
    while stack:
        low, high, left, right = stack.pop()
        while low < high and left < right and ours[low] == theirs[left]:
            pairs.append((low, left))
            low, left = low + 1, left + 1
        while low < high and left < right and ours[high - 1] == theirs[right - 1]:
            high, right = high - 1, right - 1
            pairs.append((high, right))
        unique = _rising(_once_on_both(ours, theirs, low, high, left, right))
        edges = [(low - 1, left - 1), *unique, (high, right)] if unique else []
        stack.extend((before[0] + 1, after[0], before[1] + 1, after[1]) for before, after in pairwise(edges))
        pairs.extend(unique)
    return sorted(pairs)


def _once_on_both(
    ours: list[str], theirs: list[str], low: int, high: int, left: int, right: int
) -> list[tuple[int, int]]:
    times_ours, times_theirs = Counter(ours[low:high]), Counter(theirs[left:right])
    places = {theirs[at]: at for at in range(left, right)}
    return [
        (at, places[ours[at]])
        for at in range(low, high)
        if times_ours[ours[at]] == 1 and times_theirs.get(ours[at]) == 1
    ]


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs whose second number rises too."""
    ends: list[int] = []
    best: list[int] = []
    """By length less one: the pair that ends the run of that length with the smallest number."""
    before: list[int] = []
    for number, (_, their) in enumerate(pairs):
        length = bisect_left(ends, their)
        before.append(best[length - 1] if length else -1)
        ends[length : length + 1] = [their]
        best[length : length + 1] = [number]
    run: list[tuple[int, int]] = []
    at = best[-1] if best else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]
