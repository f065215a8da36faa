"""Finds the elements of the blocks at the edges of a page that are left out, and of nothing else. Works on lexbor's tree.

Which blocks those are was decided before: `chrome` says it, `edges` tells them apart.
"""

from collections.abc import Iterable
from itertools import islice
from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.model import Chrome
from getdocs.read.edges import MOST, Found, blocks_at, digest_of, leaves_of
from getdocs.read.tree import BLOCKS

_CELLS = frozenset({"tr", "td", "th"})
_NO_CELL = ", ".join(sorted(BLOCKS - _CELLS))
_SHOWS_NOTHING = frozenset({"hr", "br"})

_Ids: TypeAlias = set[int]
"""The `mem_id` of elements."""


def elements_of(tree: LexborHTMLParser, body: LexborNode, noise: Found, chrome: Chrome) -> Found:
    """The elements of the blocks that `chrome` names, by `mem_id`; with those that hold nothing else.

    A bare text gets a `span` around it, which changes nothing that a reader sees.
    """
    gone: dict[int, LexborNode] = {}
    for digests, backwards in ((chrome.leading, False), (chrome.trailing, True)):
        wanted = iter(digests)
        next_wanted = next(wanted, None)
        for block in islice(blocks_at(body, noise, backwards=backwards), MOST):
            if next_wanted is None:
                break
            if digest_of(block.mark()) == next_wanted:
                gone |= {node.mem_id: node for node in block.nodes}
                next_wanted = next(wanted, None)
    for row in _torn(gone.values(), _filled(body, noise, gone)):
        for cell, _ in leaves_of(row, noise, backwards=False):
            gone.pop(cell.mem_id if cell is not None else 0, None)
    filled = _filled(body, noise, gone)
    for node in tuple(gone.values()):
        _climb(node, body, filled, gone)
    top = [node for node in gone.values() if node.parent is None or node.parent.mem_id not in gone]
    elements = (node if node.is_element_node else _wrapped(tree, node) for node in top)
    return {node.mem_id: node for node in elements}


def _filled(body: LexborNode, noise: Found, gone: Found) -> _Ids:
    """The elements below `body` that show something which is not gone. Found in one go: there may be any number, at any depth."""
    filled: _Ids = set()
    for node, around in leaves_of(body, noise, backwards=False):
        if node is None or node.tag in _SHOWS_NOTHING or node.mem_id in gone:
            continue
        for above in reversed(around):
            if above.mem_id in filled:
                break
            filled.add(above.mem_id)
    return filled


def _torn(nodes: Iterable[LexborNode], filled: _Ids) -> list[LexborNode]:
    """The rows of plain cells that would lose some of them: such a row goes whole, or it stays. None is within another."""
    rows: Found = {}
    looked_at: _Ids = set()
    for node in nodes:
        row = node.parent
        while row is not None and row.mem_id not in looked_at and (row.tag in {"td", "th"} or row.tag not in BLOCKS):
            looked_at.add(row.mem_id)
            row = row.parent
        if row is not None and row.tag == "tr":
            rows[row.mem_id] = row
    return [row for key, row in rows.items() if key in filled and row.css_first(_NO_CELL) is None]


def _climb(node: LexborNode, body: LexborNode, filled: _Ids, gone: Found) -> None:
    """Adds the elements around `node` that hold nothing any more."""
    parent = node.parent
    while parent is not None and parent.mem_id != body.mem_id and parent.mem_id not in gone:
        if parent.mem_id in filled:
            return
        gone[parent.mem_id] = parent
        parent = parent.parent


def _wrapped(tree: LexborHTMLParser, text: LexborNode) -> LexborNode:
    text.insert_before(tree.create_node("span"))
    span = text.prev
    if span is None:
        raise AssertionError("a span was put before a text, and is not there")
    span.insert_child(text)
    text.remove()
    return span
