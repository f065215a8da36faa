"""Copies the content root from lexbor's tree into one of our own, which may be changed, leaving out what is noise.

The copy is never deeper than MAX_DEPTH, whatever the page does. Knows nothing of Markdown, nor which nodes are noise.
"""

from collections.abc import Container, Sequence

from selectolax.lexbor import LexborNode

from getdocs.read.element import Element

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
_TEXT = "-text"
"""Lexbor's name of a text."""


def build(roots: Sequence[LexborNode], drop: Container[int]) -> Element:
    """One `div` that holds a copy of each root, in order, without the nodes whose `mem_id` is in `drop`. Never raises.

    Comments, templates and processing instructions are left out. Runs of layout elements past MAX_LAYOUT_DEPTH, and any
    elements past MAX_DEPTH, are replaced by what they hold; a BREAK stands where a block began and ended.
    """
    top = Element("div")
    for root in roots:
        if root.is_text_node or root.mem_id not in drop:
            _copy(root, top, drop)
    return top


def _copy(root: LexborNode, top: Element, drop: Container[int]) -> None:
    stack: list[tuple[LexborNode, Element]] = []
    """The elements that are being copied, each with where it goes itself."""
    node: LexborNode | None = root
    target = top
    while node is not None:
        child, inner = _enter(node, target, len(stack), drop)
        if child is not None:
            stack.append((node, target))
            node, target = child, inner
            continue
        following = node.next if stack else None
        while following is None and stack:
            closed, above = stack.pop()
            if target is above and closed.tag in BLOCKS:
                target.append(Element(BREAK))
            target = above
            following = closed.next if stack else None
        node = following


def _enter(node: LexborNode, target: Element, depth: int, drop: Container[int]) -> tuple[LexborNode | None, Element]:
    """Copies one node; its first child, where that must be copied next, and where that goes: `target` where it is flattened."""
    name = node.tag
    if name == _TEXT:
        target.contents.append(node.text_content or "")
        return None, target
    if not node.is_element_node or node.mem_id in drop:
        return None, target
    name = name or "div"
    child = None if name in _VOID else node.first_child
    if child is not None and (depth >= MAX_DEPTH or (depth >= MAX_LAYOUT_DEPTH and name in _LAYOUT)):
        if name in BLOCKS:
            target.append(Element(BREAK))
        return child, target
    copy = Element(name, {key: value or "" for key, value in node.attributes.items()})
    target.append(copy)
    return child, copy
