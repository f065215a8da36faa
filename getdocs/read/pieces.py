"""Gives blocks back what they were of which scripts have left less, or something else than code.

A sentence that is typed letter by letter, code whose numbers became buttons with tooltips, a terminal drawn from a `pre`.
"""

from selectolax.lexbor import LexborNode

from getdocs.read.alignment import Fate
from getdocs.read.blocks import Block, runs_of, share
from getdocs.read.comparison import Comparison, are_alike

_STILL_CODE = 0.5
"""Share of a block of code that other code on the page has to have to be that code, drawn anew."""
_REMAINS = 0.7
"""Share of the words of a block that code has to have for the block to be made of it."""


def mend(pages: Comparison) -> int:
    """Puts back what was sent in the place of what is left of it; how many blocks."""
    return _Mending(pages).run()


class _Mending:
    def __init__(self, pages: Comparison) -> None:
        self._pages = pages
        self._sent_keys = {block.key for block in pages.sent.blocks}

    def run(self) -> int:
        code = [block for block in self._pages.shown.everything() if block.node.tag == "pre"]
        keys, runs = [block.key for block in code], runs_of(code)
        count = 0
        for number, block in enumerate(self._pages.sent.blocks):
            if number in self._pages.anchors or not _is_leaf(block, self._pages.sent_in):
                continue
            done = self._pages.fates[number] is not Fate.SHOWN and self._as_it_was(number, block)
            if not done and block.node.tag == "pre" and share(block, runs) < _STILL_CODE:
                done = not any(block.key in key for key in keys) and self._as_code(number, block)
            count += done
        return count

    def _as_it_was(self, number: int, block: Block) -> bool:
        """A block that was typed in part, or whose parts were moved into tooltips."""
        for at in self._pages.near(number):
            other = self._pages.shown.blocks[at]
            if not are_alike(other.node, block.node) or not _is_leaf(other, self._pages.shown_in):
                continue
            tooltip = other.node.css_first("[role=tooltip]") is not None
            if (tooltip and _is_less(other.key, block.key)) or (
                block.key.startswith(other.key) and other.key not in self._sent_keys
            ):
                return self._replace(other.node, block.node, {at}, number)
        return False

    def _as_code(self, number: int, block: Block) -> bool:
        """Code that is shown outside of any `pre`, in whole or in part: a terminal that types it, an editor."""
        words = set(block.words)
        remains = {
            at
            for at in self._pages.near(number)
            if (other := self._pages.shown.blocks[at]).node.tag != "pre"
            and other.key not in self._sent_keys
            and (
                other.key in block.key
                or (other.words and sum(word in words for word in other.words) >= _REMAINS * len(other.words))
            )
        }
        if not remains:
            return False
        first = self._pages.shown.blocks[min(remains)].node
        while (above := first.parent) is not None and above.mem_id not in self._pages.shown.roots:
            if not remains.issuperset(self._pages.shown_in.get(above.mem_id, ())):
                break
            first = above
        if first.mem_id in self._pages.shown.roots:
            return False
        for at in remains.difference(self._pages.shown_in[first.mem_id]):
            if _is_leaf(self._pages.shown.blocks[at], self._pages.shown_in):
                self._pages.shown.blocks[at].node.replace_with("")
        whole = self._pages.whole(block.node, lambda numbers: len(numbers) == 1)
        return self._replace(first, whole, remains, number)

    def _replace(self, node: LexborNode, by: LexborNode, remains: set[int], number: int) -> bool:
        """`by` holds the block `number`, and takes the place of `node`, and with it of `remains`."""
        node.insert_before(by)
        made = node.prev
        if made is None:
            return False
        node.replace_with("")  # out of the tree, and not freed: blocks still know it
        self._pages.replaced(remains, number, made)
        return True


def _is_leaf(block: Block, held: dict[int, range]) -> bool:
    """Whether its element holds no other block."""
    return len(held[block.node.mem_id]) == 1


def _is_less(part: str, whole: str) -> bool:
    """Whether `part` is `whole` with nothing but letters left out."""
    letters = iter(whole)
    return all(letter in letters for letter in part)
