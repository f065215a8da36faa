"""Copies the content root from lexbor's tree into one of our own, which may be changed, leaving out what is noise.

The copy is never deeper than MAX_DEPTH, whatever the page does. Knows nothing of Markdown, nor which nodes are noise.
"""

from collections.abc import Container, Sequence

from selectolax.lexbor import LexborNode

from getdocs.read.anchors import Anchors
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

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

BREAK = "block-break"
"""Name of the empty element that stands where a flattened block began or ended."""

MARK = "getdocs-mark"
"""Attribute of an image: the mark of the places that begin at it."""

_LAYOUT = frozenset("div span section article main center font header aside body form fieldset".split())
_VOID = frozenset("br hr img wbr input source".split())
_TEXT = "-text"
"""Lexbor's name of a text."""


def build(roots: Sequence[LexborNode], drop: Container[int], anchors: Anchors) -> Element:
    """One `div` that holds a copy of each root, in order, without the nodes whose `mem_id` is in `drop`. Never raises.

    Comments, templates and processing instructions are left out. Runs of layout elements past MAX_LAYOUT_DEPTH, and any
    elements past MAX_DEPTH, are replaced by what they hold; a BREAK stands where a block began and ended. `anchors` hears of
    every element that is copied or left out, and marks texts.
    """
    top = Element("div")
    for root in roots:
        if root.is_text_node or root.mem_id not in drop:
            _copy(root, top, drop, anchors)
    return top


def _copy(root: LexborNode, top: Element, drop: Container[int], anchors: Anchors) -> None:
    stack: list[tuple[LexborNode, Element]] = []
    """The elements that are being copied, each with where it goes itself."""
    node: LexborNode | None = root
    target = top
    while node is not None:
        name = node.tag
        if name == _TEXT:
            text = node.text_content or ""
            target.contents.append(anchors.marked(text) if anchors.waiting else text)
        elif node.is_element_node and node.mem_id in drop:
            anchors.meet(node.attributes, name)
        elif node.is_element_node:
            name = name or "div"
            attributes = _attributes(node)
            if "id" in attributes or name == "a":
                anchors.meet(attributes, name)
            child = None if name in _VOID else node.first_child
            if child is None:
                if name == "img" and anchors.waiting:
                    attributes[MARK] = anchors.mark()
                target.append(Element(name, attributes))
            else:
                stack.append((node, target))
                if not _is_too_deep(name, len(stack)):
                    copy = Element(name, attributes)
                    target.append(copy)
                    target = copy
                elif name in BLOCKS:
                    target.append(Element(BREAK))
                node = child
                continue
        following = node.next if stack else None
        while following is None and stack:
            closed, above = stack.pop()
            if target is above and closed.tag in BLOCKS:
                target.append(Element(BREAK))
            target = above
            following = closed.next if stack else None
        node = following


def _is_too_deep(name: str, depth: int) -> bool:
    """Whether an element is flattened: replaced by what it holds."""
    return depth > MAX_LAYOUT_DEPTH and (depth > MAX_DEPTH or name in _LAYOUT)


def _attributes(node: LexborNode) -> dict[str, str]:
    return {key: value or "" for key, value in node.attributes.items()}
