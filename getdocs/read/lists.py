"""Writes lists and definition lists. Knows their elements; what an item holds has become Markdown before."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from getdocs.read.element import Element, Node
from getdocs.read.joining import HARD_BREAK, indented
from getdocs.read.tree import BLOCKS

_LISTS = frozenset({"ul", "ol", "menu"})
_BLOCKS = BLOCKS - {"pre"}
_ODD = "getdocs-odd"
"""Attribute of a list that took the other marker."""
_MAX_NUMBER = 999_999_999
"""CommonMark 5.2: a list number has nine digits at the most."""


@dataclass(slots=True)
class Item:
    """An item of a list: its element, and the lists that stand behind it where they should stand in it."""

    element: Element
    strays: list[Element] = field(default_factory=list)


def items_of(node: Element) -> list[Item]:
    """The items of a list: its `li`, also those in wrappers, and whatever else holds text.

    A list that stands between two items (invalid, but common) belongs to the item before it.
    """
    items: list[Item] = []
    for child in node.contents:
        if isinstance(child, str):
            if child.strip():
                wrapper = Element("li")
                wrapper.append(child)
                items.append(Item(wrapper))
        elif child.name in _LISTS and items:
            items[-1].strays.append(child)
        elif child.name != "li" and child.child("li") is not None:
            items += items_of(child)
        else:
            items.append(Item(child))
    return items


def write_list(node: Element, items: list[tuple[Item, str]]) -> str:
    """The list, without a newline at either end. Blank lines between its items where one of them holds several blocks."""
    ordered = node.name == "ol"
    odd = _is_odd(node)
    number = _integer(node.attrs.get("start"), 1)
    step = -1 if "reversed" in node.attrs else 1
    lines: list[str] = []
    for item, text in items:
        number = _integer(item.element.attrs.get("value"), number)
        # Two lists in a row would be one list: the second takes the other marker.
        marker = f"{min(max(number, 0), _MAX_NUMBER)}{')' if odd else '.'} " if ordered else ("* " if odd else "- ")
        lines.append(indented(text, marker))
        number += step
    loose = any("\n\n" in text for _, text in items)
    return ("\n\n" if loose else "\n").join(lines)


def may_follow_text(node: Element) -> bool:
    """True where the list may stand right below a line of text: an ordered one must start with 1 (CommonMark 5.3)."""
    return node.name != "ol" or (_integer(node.attrs.get("start"), 1) == 1 and "reversed" not in node.attrs)


def definition_parts(node: Element) -> Iterator[Element]:
    """The `dt` and `dd` of a definition list, also those in wrappers; what else stands between them is one."""
    strays: list[Node] = []
    for child in node.contents:
        if not isinstance(child, Element) or (child.name not in {"dt", "dd"} and child.child("dt", "dd") is None):
            strays.append(child)
            continue
        yield from _definition(strays)
        strays = []
        if child.name in {"dt", "dd"}:
            yield child
        else:
            yield from definition_parts(child)
    yield from _definition(strays)


def _definition(strays: list[Node]) -> Iterator[Element]:
    if any(isinstance(stray, Element) or stray.strip() for stray in strays):
        wrapper = Element("dd")
        wrapper.contents = strays
        yield wrapper


def is_outline(node: Element) -> bool:
    """True for a definition list without definitions, as DocBook writes a table of contents: only links, and such lists below."""
    linked = False
    for part in definition_parts(node):
        if part.name == "dt":
            linked = part.find("a") is not None
        nests = part.child("dl") is not None and not any(_holds(child) for child in part.contents)
        if not (linked if part.name == "dt" else nests):
            return False
    return linked


def _holds(node: Node) -> bool:
    return bool(node.strip()) if isinstance(node, str) else node.name != "dl"


def begins_with_list(term: Element) -> bool:
    """True for a term that begins with a list of terms: it is a definition of the one before (JSDoc)."""
    first = next((node for node in term.contents if not isinstance(node, str) or node.strip()), None)
    return isinstance(first, Element) and first.name == "dl"


def blocks_of_term(term: Element) -> Element | None:
    """Takes the blocks out of a term that stand behind its text (YARD), as a definition; None where it is all text, or all blocks."""
    text = False
    for at, child in enumerate(term.contents):
        if isinstance(child, Element) and child.name in _BLOCKS:
            if not text:
                return None
            told = Element("dd")
            for block in term.contents[at:]:
                told.append(block)
            del term.contents[at:]
            return told
        text = text or bool(child.strip() if isinstance(child, str) else child.text().strip())
    return None


def write_definitions(entries: list[tuple[list[str], list[str]]]) -> str:
    """Terms and their definitions as a list: each entry an item, its terms in the first paragraph, one a line.

    GitHub knows no definition lists; in a list what belongs to a term stays below it, however deep it nests.
    """
    written: list[str] = []
    for terms, definitions in entries:
        head = HARD_BREAK.join(term for term in terms if term)
        blocks = [block for block in (head, *definitions) if block]
        if blocks:
            text = "\n\n".join(blocks)
            written.append(indented(text, "- ") if head else text)
    return "\n\n".join(written)


def _is_odd(node: Element) -> bool:
    """Whether an odd number of lists of the same kind stands right before this one. Lists are asked in document order."""
    before = node.previous_element()
    odd = before is not None and before.name == node.name and _ODD not in before.attrs
    if odd:
        node.attrs[_ODD] = ""
    return odd


def _integer(written: str | None, otherwise: int) -> int:
    try:
        return int(written) if written is not None else otherwise
    except ValueError:
        return otherwise
