"""Finds the elements of the blocks at the edges of a page that are left out, and of nothing else. Works on lexbor's tree.

Which blocks those are was decided before: `chrome` says it, `edges` tells them apart.
"""

from collections.abc import Iterable
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.model import Chrome
from getdocs.read.edges import FRAMES, MOST, PICTURES, Found, blocks_at, digest_of
from getdocs.read.tree import BLOCKS

_CELLS = frozenset({"tr", "td", "th"})


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
    for row in _torn(gone.values(), noise, gone):
        gone = {key: node for key, node in gone.items() if not _is_within(node, row)}
    for node in tuple(gone.values()):
        _climb(node, body, noise, gone)
    top = [node for node in gone.values() if node.parent is None or node.parent.mem_id not in gone]
    elements = (node if node.is_element_node else _wrapped(tree, node) for node in top)
    return {node.mem_id: node for node in elements}


def _torn(nodes: Iterable[LexborNode], noise: Found, gone: Found) -> list[LexborNode]:
    """The rows of plain cells that would lose some of them: such a row goes whole, or it stays."""
    rows: Found = {}
    for node in nodes:
        row = node.parent
        while row is not None and row.tag != "tr":
            row = row.parent
        if row is not None:
            rows[row.mem_id] = row
    return [
        row
        for row in rows.values()
        if _holds_something(row, noise, gone)
        and all(cell.tag in _CELLS or cell.tag not in BLOCKS for cell in row.css("*"))
    ]


def _is_within(node: LexborNode, row: LexborNode) -> bool:
    above = node.parent
    while above is not None and above.mem_id != row.mem_id:
        above = above.parent
    return above is not None


def _climb(node: LexborNode, body: LexborNode, noise: Found, gone: Found) -> None:
    """Adds the elements around `node` that hold nothing any more."""
    parent = node.parent
    while parent is not None and parent.mem_id != body.mem_id and parent.mem_id not in gone:
        if _holds_something(parent, noise, gone):
            return
        gone[parent.mem_id] = parent
        parent = parent.parent


def _holds_something(top: LexborNode, noise: Found, gone: Found) -> bool:
    waiting = [top.first_child]
    while waiting:
        node = waiting.pop()
        if node is None:
            continue
        waiting.append(node.next)
        if node.mem_id in gone or node.mem_id in noise:
            continue
        if node.is_text_node:
            if (node.text_content or "").strip():
                return True
        elif node.tag in PICTURES or node.tag in FRAMES:
            return True
        elif node.is_element_node:
            waiting.append(node.first_child)
    return False


def _wrapped(tree: LexborHTMLParser, text: LexborNode) -> LexborNode:
    text.insert_before(tree.create_node("span"))
    span = text.prev
    if span is None:
        raise AssertionError("a span was put before a text, and is not there")
    span.insert_child(text)
    text.remove()
    return span
