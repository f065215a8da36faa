"""What a text says first, in a line: a summary for lists of pages. Pure."""

import re

from getdocs.write.relink.markup import events, tag
from getdocs.write.terminal import printable

_LONGEST = 200
"""Characters of a summary."""
_FEWEST_WORDS = 5
"""Of a paragraph; a shorter one is a label."""
_CONTAINERS = frozenset(["BlockQuote", "List", "Table", "FootnoteDefinition"])
_QUOTING = frozenset(["Link", "Image"])
_BLANKS = re.compile(r"\s+")
_SENTENCE = re.compile(r"(.*[.!?…。])(?=\s)", re.DOTALL)


def first_paragraph(markdown: str) -> str:
    """The first paragraph of prose, as plain text on one line, cut at the end of a sentence or word; empty: there is none.

    What stands in lists, quotes and tables is none, nor what consists of links and images only.
    """
    containers = quoting = 0
    shown: list[str] | None = None
    says = False
    """Whether the paragraph has a word that is no link."""
    for name, value, _, _ in events(markdown):
        kind = tag(value) if name in ("Start", "End") else name
        if kind in _CONTAINERS:
            containers += 1 if name == "Start" else -1
        elif kind in _QUOTING:
            quoting += 1 if name == "Start" else -1
        elif kind == "Paragraph" and not containers:
            if name == "Start":
                shown, says = [], False
                continue
            text = _BLANKS.sub(" ", printable("".join(shown or ()))).strip()
            shown = None
            if says and text.count(" ") >= _FEWEST_WORDS - 1:
                return _cut(text)
        elif shown is not None and name in ("Text", "Code"):
            shown.append(value)
            says = says or (not quoting and any(map(str.isalnum, value)))
        elif shown is not None and name in ("SoftBreak", "HardBreak"):
            shown.append(" ")
    return ""


def _cut(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    head = text[:_LONGEST]
    if (sentence := _SENTENCE.match(head)) is not None:
        return sentence[1]
    return head[: head.rfind(" ") if " " in head[1:] else _LONGEST].rstrip(" ,;:") + "…"
