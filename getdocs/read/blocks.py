"""Takes a page apart into its blocks of text: which element each stands in, and what it says. Pure; decides nothing."""

import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from selectolax.lexbor import LexborNode

from getdocs.read.nesting import above_of
from getdocs.read.tree import BLOCKS

_WORD = re.compile(r"\w+")
_RUN = 3
"""Words in a row that are looked for together: fewer are met by chance."""
_NO_PART_OF_A_ROW = "table, pre, ul, ol, dl, h1, h2, h3, h4, h5, h6, blockquote"

Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one block element, less that of the blocks inside it. A `pre` is one block, and so is a row of a table."""

    node: LexborNode
    text: str
    key: str
    """The text without white space and capitals: the same however it is wrapped."""
    words: tuple[str, ...]

    def runs(self) -> Iterator[Run]:
        """Its words, some in a row at a time; all of them where there are fewer."""
        for at in range(max(1, len(self.words) - _RUN + 1)):
            yield self.words[at : at + _RUN]


def blocks_of(root: LexborNode, skip: Container[int]) -> list[Block]:
    """The blocks at and below `root` that say anything, in document order, but for elements whose `mem_id` is in `skip`."""
    found: list[_Open] = []
    for node, owner in _owned(root, found, skip):
        if node.is_text_node:
            owner.texts.append(node.text_content or "")
        elif node.tag == "br" or node.tag in BLOCKS:
            owner.texts.append("\n")
    made = (_made(each.node, "".join(each.texts)) for each in found)
    return [block for block in made if block.key]


@dataclass(slots=True)
class _Open:
    """A block whose text is being collected."""

    node: LexborNode
    texts: list[str]
    whole: bool


def _owned(root: LexborNode, found: list[_Open], skip: Container[int]) -> Iterator[tuple[LexborNode, _Open]]:
    """Each node below `root`, in document order, with the block that it belongs to; the blocks are added to `found`."""
    if root.mem_id in skip:
        return
    owner = _open(root, found)
    stack: list[tuple[LexborNode, _Open]] = []
    node = root.first_child
    while node is not None or stack:
        if node is None:
            node, owner = stack.pop()
            node = node.next
        elif node.is_text_node:
            yield node, owner
            node = node.next
        elif not node.is_element_node or node.mem_id in skip:
            node = node.next
        else:
            stack.append((node, owner))
            if node.tag in BLOCKS and not owner.whole:
                owner = _open(node, found)
            else:
                yield node, owner
            node = node.first_child


def _open(node: LexborNode, found: list[_Open]) -> _Open:
    whole = node.tag == "pre" or (node.tag == "tr" and node.css_first(_NO_PART_OF_A_ROW) is None)
    found.append(_Open(node, [], whole))
    return found[-1]


def inside(blocks: Sequence[Block]) -> dict[int, range]:
    """By the `mem_id` of each element that is or holds blocks: their numbers. They follow each other, as the blocks do."""
    first, last = _outward(enumerate(blocks)), _outward(reversed(list(enumerate(blocks))))
    return {key: range(number, last[key] + 1) for key, number in first.items()}


def _outward(blocks: Iterable[tuple[int, Block]]) -> dict[int, int]:
    """By the `mem_id` of each element that is or holds blocks: the first number that comes."""
    found: dict[int, int] = {}
    for number, block in blocks:
        for node in chain((block.node,), above_of(block.node)):
            if node.mem_id in found:
                break
            found[node.mem_id] = number
    return found


def runs_of(blocks: Sequence[Block]) -> frozenset[Run]:
    """The runs of words of all of them."""
    return frozenset(run for block in blocks for run in block.runs())


def share(block: Block, runs: Collection[Run]) -> float:
    """How much of what the block says is among `runs`, from 0 to 1."""
    own = list(block.runs())
    return sum(run in runs for run in own) / len(own)


def squashed(text: str) -> str:
    """`text` as a key."""
    return "".join(text.casefold().split())


def _made(node: LexborNode, text: str) -> Block:
    folded = text.casefold()
    return Block(node, text, squashed(text), tuple(_WORD.findall(folded)))
