"""A Markdown text as sections: under which headings what a reader reads stands, line by line. Pure.

Reads Markdown as GitHub does. Knows nothing of front matter, and not what the sections are for.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from getdocs.write.relink.markup import events, tag

_TAG = re.compile(r"<[^>]*>")
_CONTAINERS = frozenset(["BlockQuote", "Item"])
_QUOTING = frozenset(["CodeBlock", "Link"])
_CELL = " | "


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what follows it up to the next. `lines` is plain text: no markup, no targets of links.

    `lines[n]` is what line `line + n` of the text shows, so that each is found again; that of the heading itself is empty.
    """

    headings: tuple[str, ...]
    """The way to it, from the outermost; its own heading last. Empty for what stands before any heading."""
    line: int
    """Counted from 1."""
    lines: tuple[str, ...]
    quoting: tuple[bool, ...]
    """Of each line, whether it is of a code block or begins with a link: it names what is described elsewhere."""


def sections(markdown: str) -> Iterator[Section]:
    """The sections of a text in its order; a text without a heading is one section. Never raises."""
    text = markdown.encode("utf-8", "replace").decode()
    starts = [0, *(found.end() for found in re.finditer(b"\n", text.encode()))]
    lines = _Lines(len(starts))
    above: list[tuple[int, str]] = []
    begin = containers = 0
    for what, value, start, _ in events(text):
        if what not in ("Start", "End"):
            if says := _text(what, value):
                lines.show(says, bisect_right(starts, start) - 1)
            continue
        kind = tag(value)
        if kind == "Heading" and not containers:
            level = int(str(value[kind]["level"] if what == "Start" else value[kind])[1:])
            if what == "End":
                above.append((level, lines.heading_read()))
                continue
            line = bisect_right(starts, start) - 1
            if line > begin or above:
                yield lines.section(above, begin, line)
            begin = line
            above = [outer for outer in above if outer[0] < level]
            lines.read_heading()
        elif kind in _CONTAINERS:
            containers += 1 if what == "Start" else -1
        elif kind == "TableCell" and what == "Start":
            lines.begin_cell(bisect_right(starts, start) - 1)
        elif kind in _QUOTING:
            lines.quoting = what == "Start"
    yield lines.section(above, begin, len(starts))


class _Lines:
    """What the lines of the text show."""

    def __init__(self, count: int) -> None:
        self._shown = [""] * count
        self._quoting = [False] * count
        self._heading: list[str] | None = None
        self.quoting = False
        """Whether what is shown next is of a code block or a link."""

    def show(self, text: str, line: int) -> None:
        if self._heading is not None:
            self._heading.append(text)
            return
        for at, piece in enumerate(text.split("\n"), line):
            if piece:
                spot = min(at, len(self._shown) - 1)  # a line break written as an entity is none of the file
                self._quoting[spot] |= self.quoting and not self._shown[spot]
                self._shown[spot] += piece

    def begin_cell(self, line: int) -> None:
        self._shown[line] += _CELL if self._shown[line] else ""

    def read_heading(self) -> None:
        self._heading = []

    def heading_read(self) -> str:
        text = " ".join("".join(self._heading or ()).split())
        self._heading = None
        return text

    def section(self, above: list[tuple[int, str]], begin: int, end: int) -> Section:
        headings = tuple(text for _, text in above)
        return Section(headings, begin + 1, tuple(self._shown[begin:end]), tuple(self._quoting[begin:end]))


def _text(what: str, value: object) -> str:
    match what:
        case "Text" | "Code":
            return str(value)
        case "Html" | "InlineHtml":
            return html.unescape(_TAG.sub(" ", str(value)))
        case "SoftBreak" | "HardBreak":
            return " "
        case _:
            return ""
