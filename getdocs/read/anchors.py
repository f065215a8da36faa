"""Where in the Markdown of a page the places stand that links name: the `id` of any element, the `name` of a link.

The copy of the content marks the first text of each such element; the converter writes the mark right behind the first letter
or digit of that text, where no rule looks for anything; at the end the marks are taken out again. A mark is made of letters,
so that it looks like a part of the word to everything that is asked about it.
"""

import re
from collections.abc import Mapping

from getdocs.model import Anchor
from getdocs.read.element import Element

_LEADS = "\ua0ff\u157f\U000120ff"
"""Letters of scripts that no documentation is written in (Yi, Canadian syllabics, cuneiform): one that a page lacks begins its marks."""
_DIGITS = "".join(map(chr, range(0xA100, 0xA120)))
_LENGTH = 3
"""Digits of a mark."""
_MOST = len(_DIGITS) ** _LENGTH
_MARK = re.compile(f"[{_LEADS}][{_DIGITS}]{{{_LENGTH}}}")
_FIRST = re.compile(r"[^\W_]")


class Marked(str):
    """A text of the content at which named places begin."""

    __slots__ = ("mark",)

    mark: str


class Anchors:
    """The named places of one page. `html` is the page: what it holds is no mark."""

    def __init__(self, html: str) -> None:
        self._lead = next((letter for letter in _LEADS if letter not in html), "")
        self.waiting: list[str] = []
        """The names for which no text has come yet."""
        self._places: list[list[str]] = []
        """The names of each mark."""

    def meet(self, attributes: Mapping[str, str | None], tag: str | None) -> None:
        """An element begins."""
        if name := attributes.get("id"):
            self.waiting.append(name)
        if tag == "a" and (name := attributes.get("name")):
            self.waiting.append(name)

    def marked(self, text: str) -> str:
        """A text that follows, marked with the places that wait for one; one without a letter or digit lets them wait."""
        if _FIRST.search(text) is None or not (mark := self.mark()):
            return text
        marked = Marked(text)
        marked.mark = mark
        return marked

    def mark(self) -> str:
        """The mark for the places that wait; empty where none does."""
        if not self.waiting or len(self._places) == _MOST or not self._lead:
            return ""
        number = len(self._places)
        self._places.append(self.waiting)
        self.waiting = []
        return self._lead + "".join(_DIGITS[number >> 5 * digit & 31] for digit in range(_LENGTH))

    def found(self, markdown: str) -> tuple[str, tuple[Anchor, ...]]:
        """`markdown` without its marks, and where they stood.

        A place of which nothing was written is where the one before it is. Of two with one name, the first counts.
        """
        at: dict[int, int] = {}
        first, *others = markdown.split(self._lead) if self._places else (markdown,)
        pieces = [first]
        length = len(first)
        for piece in others:
            number = sum(_DIGITS.index(piece[digit]) << 5 * digit for digit in range(_LENGTH))
            # The mark stands behind the first character of what it marks.
            at.setdefault(number, max(0, length - 1))
            pieces.append(piece[_LENGTH:])
            length += len(piece) - _LENGTH
        anchors: dict[str, Anchor] = {}
        last = 0
        for number, names in enumerate((*self._places, self.waiting)):
            last = at.get(number, last)
            for name in names:
                anchors.setdefault(name, Anchor(name, last))
        return "".join(pieces), tuple(anchors.values())


def without_marks(text: str) -> str:
    """`text` without marks, for whoever has to know what it says."""
    return text if text.isascii() else _MARK.sub("", text)


def marks_of(text: str) -> str:
    """The marks in `text`, for whoever writes something else in its place."""
    return "" if text.isascii() else "".join(_MARK.findall(text))


def with_mark(written: str, text: str) -> str:
    """`written`, which was made of `text`, with the mark of `text` behind its first letter or digit."""
    if not isinstance(text, Marked):
        return written
    first = _FIRST.search(written)
    return f"{written[: first.end()]}{text.mark}{written[first.end() :]}" if first is not None else written


def text_with_marks(element: Element) -> str:
    """All text in an element, with its marks."""
    return "".join([with_mark(node, node) for node in element.descendants() if isinstance(node, str)])
