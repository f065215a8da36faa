"""Copies the content root from lexbor's tree into a BeautifulSoup tree, leaving out what is noise.

One pass, without serialising or parsing again: that is three times faster than handing BeautifulSoup the HTML. The
copy is never deeper than MAX_DEPTH, whatever the page does. Knows nothing of Markdown, nor which nodes are noise.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from bs4.element import NavigableString, Tag
from selectolax.lexbor import LexborNode

MAX_LAYOUT_DEPTH = 60
"""Elements below which wrappers that only lay out (div, span, section) are no longer copied, only what they hold."""
MAX_DEPTH = 100
"""Elements below which nothing nests any more. The converter needs some five Python frames for each level."""

BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form frame "
    "h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th "
    "thead tr ul".split()
)
"""Elements that start and end a line of their own (HTML standard, 15.3: the user agent's `display: block` and tables)."""

BREAK = "block-break"
"""Name of the empty element that stands where a flattened block began or ended."""

_LAYOUT = frozenset("div span section article main center font header aside body form fieldset".split())
_VOID = frozenset("br hr img wbr input source".split())


@dataclass(slots=True)
class _Open:
    """An element whose children are being copied: where it is in the source, and where its children go."""

    source: LexborNode
    target: Tag
    flattened: bool


class _Builder:
    """Appends nodes in document order and keeps BeautifulSoup's links between them."""

    def __init__(self) -> None:
        self.root = Tag(name="div")
        self._last: Tag | NavigableString = self.root

    def append(self, parent: Tag, node: Tag | NavigableString) -> None:
        previous = parent.contents[-1] if parent.contents else None
        node.setup(parent, self._last, None, previous, None)
        parent.contents.append(node)
        self._last = node


def build(roots: Sequence[LexborNode], drop: Container[int]) -> Tag:
    """One `div` that holds a copy of each root, in order, without the nodes whose `mem_id` is in `drop`. Never raises.

    Comments, templates and processing instructions are left out. Runs of layout elements past MAX_LAYOUT_DEPTH, and any
    elements past MAX_DEPTH, are replaced by what they hold; a BREAK stands where a block began and ended.
    """
    builder = _Builder()
    for root in roots:
        if root.mem_id not in drop:
            _copy(root, builder, drop)
    return builder.root


def _copy(root: LexborNode, builder: _Builder, drop: Container[int]) -> None:
    stack: list[_Open] = []
    node: LexborNode | None = root
    target = builder.root
    while node is not None:
        child = _enter(node, target, builder, stack, drop)
        if child is not None:
            target = stack[-1].target
            node = child
            continue
        following = node.next if stack else None
        while following is None and stack:
            closed = stack.pop()
            target = stack[-1].target if stack else builder.root
            if closed.flattened and closed.source.tag in BLOCKS:
                builder.append(target, Tag(name=BREAK))
            following = closed.source.next if stack else None
        node = following


def _enter(
    node: LexborNode, target: Tag, builder: _Builder, stack: list[_Open], drop: Container[int]
) -> LexborNode | None:
    """Copies one node; its first child where that must be copied next."""
    if node.is_text_node:
        builder.append(target, NavigableString(node.text_content or ""))
        return None
    if not node.is_element_node or node.mem_id in drop:
        return None
    name = node.tag or "div"
    child = None if name in _VOID else node.first_child
    depth = len(stack)
    if child is not None and (depth >= MAX_DEPTH or (depth >= MAX_LAYOUT_DEPTH and name in _LAYOUT)):
        if name in BLOCKS:
            builder.append(target, Tag(name=BREAK))
        stack.append(_Open(node, target, flattened=True))
        return child
    copy = Tag(name=name, attrs={key: value or "" for key, value in node.attributes.items()})
    builder.append(target, copy)
    if child is not None:
        stack.append(_Open(node, copy, flattened=False))
    return child
