"""Puts pieces of Markdown side by side: where blocks meet, where blanks collapse, which marks would not close.

Works on text that is already Markdown, and on the text around an element.
"""

import re
from collections.abc import Iterable

from getdocs.read.element import Element, Node
from getdocs.read.tree import BLOCKS

_APART = "<!-- -->"
"""Between two code spans side by side, which would be one (CommonMark 6.1), and between two texts that are struck out."""
_DOUBLED = "`~"
HARD_BREAK = "\\\n"
NEWLINES = re.compile(r"[ ]*\\?\n[ \n]*")
_BREAKS = re.compile(r"(?:[ ]*\\\n[ ]*){2,}")
_EDGES = frozenset(" \n")
_MARKED = frozenset("b strong em i cite dfn var del s strike".split())


def join(parts: Iterable[str]) -> str:
    """The parts one after the other: at most one blank line between blocks, no blanks around newlines, none doubled.

    Newlines at either end of a part ask for a distance: the larger wish of two neighbours is met, two at the most.
    """
    pieces: list[str] = []
    pending = 0
    for part in parts:
        if part == HARD_BREAK and pending > 1:
            # A break at the start of a block would show as a backslash.
            continue
        if part and not pending and part[0] not in _EDGES and part[-1] != "\n":
            if part[0] in _DOUBLED and pieces and pieces[-1].endswith(part[0]):
                pieces.append("\\" if part[0] == "~" and not part.startswith("~~") else _APART)
            pieces.append(part)
            continue
        body = part.lstrip("\n")
        pending = max(pending, len(part) - len(body))
        core = body.rstrip("\n")
        if pending or (pieces and pieces[-1].endswith(" ")):
            core = core.lstrip(" ")
        if not core:
            pending = max(pending, len(body) - len(body.rstrip("\n")))
            continue
        if pending:
            _break(pieces, min(pending, 2))
        pieces.append(core)
        pending = len(body) - len(body.rstrip("\n"))
    return "".join(pieces) + "\n" * min(pending, 2)


def _break(pieces: list[str], newlines: int) -> None:
    if pieces:
        pieces[-1] = pieces[-1].rstrip(" ")
        if newlines > 1 and (len(pieces[-1]) - len(pieces[-1].rstrip("\\"))) % 2:
            # A hard break before a blank line would show as a backslash.
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


def parted(text: str) -> str:
    """Inline text whose breaks in a row part it in two, as a reader sees it."""
    return _BREAKS.sub("\n\n", text) if HARD_BREAK in text else text


def one_line(text: str) -> str:
    """The text on one line."""
    return (NEWLINES.sub(" ", text) if "\n" in text else text).strip()


def chomp(text: str) -> tuple[str, str, str]:
    """A blank or hard break where the text starts with white space, the text without, the same where it ends with some.

    All of what is nothing but that comes first.
    """
    inner = trim(text)
    if not inner:
        return (HARD_BREAK if HARD_BREAK in text else " " if text else ""), "", ""
    begin, end = text.index(inner), text.rindex(inner) + len(inner)
    before = HARD_BREAK if HARD_BREAK in text[:begin] else " " if text[0] == " " else ""
    after = HARD_BREAK if HARD_BREAK in text[end:] else " " if text[-1] == " " else ""
    return before, inner, after


def quoted(text: str) -> str:
    """The text as a block quote."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def indented(text: str, marker: str) -> str:
    """The text behind a list marker, its further lines indented to match."""
    pad = " " * len(marker)
    first, *rest = text.split("\n")
    return "\n".join([f"{marker}{first}", *(f"{pad}{line}" if line else "" for line in rest)])


def is_glued(node: Element, text: str) -> bool:
    """True where marks around `text` would not be read as such (CommonMark 6.2, flanking), for what stands beside them."""
    left, inner, right = chomp(text)
    before = "" if left else _neighbour(node.previous, -1)
    after = "" if right else _neighbour(node.next, 0)
    if before == "*" or after == "*" or inner[0].isspace() or inner[-1].isspace():
        return True
    return (before.isalnum() and not inner[0].isalnum()) or (after.isalnum() and not inner[-1].isalnum())


def _neighbour(sibling: Node | None, at: int) -> str:
    """The character beside an element; a star where emphasis stands there; empty at an edge."""
    text = sibling or ""
    if isinstance(text, Element):
        if text.name in BLOCKS:
            return ""
        marked = text.name in _MARKED
        text = text.text()
        if text and marked:
            return "*"
    return text[at] if text else ""


def starts_line(before: Node | None) -> bool:
    """True where nothing that shows stands before a text in its block. It may say true too often, never too seldom.

    `before` is what stands before it in its element.
    """
    while isinstance(before, Element):
        if before.name == "br" or before.name in BLOCKS or not before.text().strip():
            return True
        before = before.contents[-1]
    return before is None or not before.strip()
