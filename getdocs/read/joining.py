"""Puts pieces of Markdown side by side: where blocks meet, where blanks collapse, which marks would not close.

Works on text that is already Markdown, and on the text around an element.
"""

import re
from collections.abc import Iterable
from string import punctuation
from unicodedata import category

from getdocs.read.element import Element, Node
from getdocs.read.permalinks import is_permalink
from getdocs.read.tree import BLOCKS, BREAK, HEADINGS

_APART = "<!-- -->"
"""Between two code spans side by side, which would be one (CommonMark 6.1), and between two texts that are struck out."""
_DOUBLED = "`~"
HARD_BREAK = "\\\n"
NEWLINES = re.compile(r"[ ]*\\?\n[ \n]*")
_EDGES = frozenset(" \n")
_LINES = BLOCKS | {BREAK, "br", "img"}
"""Elements beside which, and in which, no letter of another stands."""
_LEADS = re.compile(r"(?:https?|mailto|tel):|[^:]+$|[^:]*[/?#]", re.IGNORECASE)
_SHOWN_AROUND = {
    **dict.fromkeys("b strong em i cite dfn var del s strike".split(), "*"),
    **dict.fromkeys("code samp kbd tt".split(), "`"),
}
"""The mark that Markdown puts around what an element holds."""


def join(parts: Iterable[str]) -> str:
    """The parts one after the other: at most one blank line between blocks, no blanks around newlines, none doubled.

    Newlines at either end of a part ask for a distance: the larger wish of two neighbours is met, two at the most. Breaks in a
    row part a text in two, as a reader sees it.
    """
    pieces: list[str] = []
    pending = 0
    for part in parts:
        if part == HARD_BREAK and pending > 1:
            # A break at the start of a block would show as a backslash.
            continue
        if part and not pending and part[0] not in _EDGES and part[-1] != "\n":
            _meet(pieces, part)
            pieces.append(part)
            continue
        body = part.lstrip("\n")
        pending = max(pending, len(part) - len(body))
        if pending or (pieces and pieces[-1].endswith(" ")):
            body = body.lstrip(" ")
        while pending and body.startswith(HARD_BREAK) and pieces:
            # A line that ends empty: breaks in a row part a text in two.
            body = body[len(HARD_BREAK) :].lstrip(" ")
            pending = 2
        core = body.rstrip("\n")
        if not core:
            pending = max(pending, len(body))
            continue
        if pending:
            _break(pieces, min(pending, 2), ends_block=pending > 1 or part[0] == "\n")
        _meet(pieces, core)
        pieces.append(core)
        pending = len(body) - len(body.rstrip("\n"))
    return "".join(pieces) + "\n" * min(pending, 2)


def _meet(pieces: list[str], part: str) -> None:
    """Keeps marks apart that would be one."""
    if part[0] in _DOUBLED and pieces and pieces[-1].endswith(part[0]):
        pieces.append("\\" if part[0] == "~" and not part.startswith("~~") else _APART)


def _break(pieces: list[str], newlines: int, *, ends_block: bool) -> None:
    if pieces:
        pieces[-1] = pieces[-1].rstrip(" ")
        if ends_block and (len(pieces[-1]) - len(pieces[-1].rstrip("\\"))) % 2:
            # A hard break at the end of a block would show as a backslash.
            pieces[-1] = pieces[-1][:-1].rstrip(" ")
            if not pieces[-1]:
                pieces.pop()
            if pieces:
                pieces[-1] = pieces[-1].rstrip(" ")
    pieces.append("\n" * newlines)


def trim(text: str) -> str:
    """Without blank lines and hard breaks at its ends: there they would show as a backslash."""
    text = text.strip(" \n")
    while text.startswith(HARD_BREAK):
        text = text[len(HARD_BREAK) :].lstrip(" \n")
    while text.endswith("\\") and (len(text) - len(text.rstrip("\\"))) % 2:
        text = text[:-1].rstrip(" \n")
    return text


def one_line(text: str) -> str:
    """The text on one line."""
    return (NEWLINES.sub(" ", text) if "\n" in text else text).strip()


def chomp(text: str) -> tuple[str, str, str]:
    """A blank, hard break or blank line where the text starts with one, the text without, the same where it ends with one.

    All of what is nothing but that comes first.
    """
    inner = trim(text)
    if not inner:
        return (HARD_BREAK if HARD_BREAK in text else " " if text else ""), "", ""
    begin, end = text.index(inner), text.rindex(inner) + len(inner)
    return _distance(text[:begin]), inner, _distance(text[end:])


def _distance(space: str) -> str:
    return next((each for each in ("\n\n", HARD_BREAK, " ") if each in space), "")


def quoted(text: str) -> str:
    """The text as a block quote."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def indented(text: str, marker: str) -> str:
    """The text behind a list marker, its further lines indented to match."""
    pad = " " * len(marker)
    first, *rest = text.split("\n")
    return "\n".join([f"{marker}{first}", *(f"{pad}{line}" if line else "" for line in rest)])


def is_glued(node: Element, text: str, *, nested: bool) -> bool:
    """True where marks around `text` would not be read as such (CommonMark 6.2, flanking), for what stands beside them.

    `nested`: whether there are marks around these.
    """
    left, inner, right = chomp(text)
    before = "" if left else _neighbour(node, -1)
    after = "" if right else _neighbour(node, 0)
    if before == "*" or after == "*" or inner[0].isspace() or inner[-1].isspace():
        return True
    return _is_misread(before, inner[0], nested=nested) or _is_misread(after, inner[-1], nested=nested)


def _is_misread(outside: str, inside: str, *, nested: bool) -> bool:
    """Whether marks between two characters are none; or, in other marks, where they may end those as well."""
    if not outside or outside.isspace() or category(inside)[0] not in "PS":
        return False
    return _is_letter(outside) or nested


def _is_letter(char: str) -> bool:
    """Whether it is neither white space nor punctuation. Symbols that are not of ASCII are either, by the version of CommonMark."""
    return not char.isspace() and category(char)[0] != "P" and char not in punctuation


def _neighbour(node: Element, at: int) -> str:
    """The character that shows before (`at` -1) or behind (0) an element; a star where emphasis stands there; empty at an edge."""
    while node.parent is not None:
        siblings = node.parent.contents
        for place in range(node.at - 1, -1, -1) if at else range(node.at + 1, len(siblings)):
            shown = _edge(siblings[place], at)
            if shown is not None:
                return shown
        if node.parent.name in _LINES:
            return ""
        node = node.parent
        if _is_written_as_link(node, at):
            return "[" if at else "]"
    return ""


def _is_written_as_link(node: Element, at: int) -> bool:
    """Whether an element will begin (`at` -1) or end (0) with the marks of a link.

    It leads somewhere, and from no heading to itself. Of several paragraphs the first is linked alone.
    """
    return (
        node.name == "a"
        and _LEADS.match(node.attrs.get("href", "").strip()) is not None
        and all(parent.name not in HEADINGS for parent in node.parents())
        and (at != 0 or sum(1 for _ in node.find_all("br")) < 2)
    )


def _edge(node: Node, at: int) -> str | None:
    """The last (`at` -1) or first (0) character that shows of a node, or its mark; empty where a line ends; None where nothing shows."""
    while not isinstance(node, str):
        if node.name in _LINES:
            return ""
        if node.name == "a" and is_permalink(node):
            return None
        outermost = next(filter(_shows, reversed(node.contents) if at else node.contents), None)
        if outermost is None:
            return None
        if _is_written_as_link(node, -1 - at):
            return ")" if at else "["
        if node.name in _SHOWN_AROUND:
            return _SHOWN_AROUND[node.name]
        node = outermost
    return node[at] if node else None


def _shows(node: Node) -> bool:
    if isinstance(node, str) or node.name in _LINES:
        return True
    return any(isinstance(each, str) and each for each in node.descendants())


def starts_line(before: Node | None) -> bool:
    """True where nothing that shows stands before a text in its block. It may say true too often, never too seldom.

    `before` is what stands before it in its element.
    """
    while isinstance(before, Element):
        if before.name == "br" or before.name in BLOCKS or not before.text().strip():
            return True
        before = before.contents[-1]
    return before is None or not before.strip()
