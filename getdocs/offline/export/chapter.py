"""A Page's Markdown as a part of a longer text: headings lowered, its labels and names its own, nothing left open. Pure.

What it shows stays the same. Refuses to know what stands before and after it, and where its links lead.
"""

import re
from collections.abc import Iterator

import pyromark

from getdocs.write.relink.destinations import Change, destinations, edits
from getdocs.write.relink.markup import Edit, edited, events, tag
from getdocs.write.relink.tags import tags

DEEPEST = 6
"""Levels that headings have."""
_REFERENCES = frozenset({"Reference", "Collapsed", "Shortcut"})
_UNDER = re.compile(rb"[ \t]*\r?\n[ \t>]*[=-]+[ \t]*\r?\n?\Z")
"""The end of a heading that is underlined."""
_BREAK = re.compile(rb"[ \t\\]*\r?\n[ \t>]*")
_OPENING = re.compile(rb"`{3,}|~{3,}")
_ENDS = ("-->", "?>", "]]>", "</pre>", "</script>", "</style>", "</textarea>", ">")
"""What ends an HTML block (CommonMark 4.6) that no blank line does."""
_PROBE = "getdocsprobe"
_DOUBLES = 20
"""Definitions of one label that are looked for."""


def chapter(markdown: str, *, mark: str, lower: int, link: Change, image: Change) -> str:
    """`markdown`, its headings `lower` levels deeper, its labels and the names in its raw HTML beginning with `mark`.

    `mark` has letters, digits and dots. Ends in a line break, with no block left open.
    """
    changed = edited(
        markdown, [*_own(markdown, mark.encode(), lower), *edits(destinations(markdown), link=link, image=image)]
    )
    return closed(_without_doubles(changed, mark))


def _own(markdown: str, mark: bytes, lower: int) -> Iterator[Edit]:
    data = markdown.encode()
    for name, value, start, end in events(markdown):
        if name == "FootnoteReference":
            yield start + 2, start + 2, mark
        elif name == "InlineHtml":
            yield from _in_html(data, start, end, mark, lower)
        elif name == "Start":
            match tag(value):
                case "Heading":
                    level = int(str(value["Heading"]["level"])[-1])
                    yield from _heading(data, start, end, min(DEEPEST, level + lower))
                case "HtmlBlock":
                    yield from _in_html(data, start, end, mark, lower)
                case "FootnoteDefinition":
                    yield start + 2, start + 2, mark
                case "Link" | "Image" as kind if value[kind]["link_type"] in _REFERENCES:
                    yield from _reference(data, start, end, value[kind]["link_type"], mark)
    for definition in pyromark.reference_definitions(markdown).values():
        at = definition["span"]["start"] + 1
        if data[at : at + 1] != b"^":
            yield at, at, mark


def _heading(data: bytes, start: int, end: int, level: int) -> Iterator[Edit]:
    marks = b"#" * level
    written = data[start:end]
    under = _UNDER.search(written)
    if written.startswith(b"#") and (under is None or b"\n" not in written.strip()):
        yield start, start + len(written) - len(written.lstrip(b"#")), marks
    elif under is not None:
        last = start + under.start()
        yield start, start, marks + b" "
        for found in _BREAK.finditer(data, start, last):
            yield found.start(), found.end(), b" "
        if data[last - 1 : last] == b"#" and data[last - 2 : last - 1] != b"\\":
            yield last - 1, last - 1, b"\\"
        yield last, end, b"\n"


def _in_html(data: bytes, start: int, end: int, mark: bytes, lower: int) -> Iterator[Edit]:
    for each in tags(data, start, end):
        if len(each.name) == 2 and each.name[0] == "h" and each.name[1] in "123456":
            at = each.start + 2 + each.closes
            yield at, at + 1, str(min(DEEPEST, int(each.name[1]) + lower)).encode()
        for _, at in each.named():
            yield at, at, mark


def _reference(data: bytes, start: int, end: int, kind: str, mark: bytes) -> Iterator[Edit]:
    """The label of a link or image by reference, where it is written; where it is not, it is added."""
    if kind == "Reference":
        at = _last_bracket(data, start, end)
        yield at, at, mark
        return
    label = data[start:end].lstrip(b"!")[1:-1]
    if data[end : end + 2] == b"[]":
        yield end + 1, end + 1, mark + label
    else:
        yield end, end, b"[" + mark + label + b"]"


def _last_bracket(data: bytes, start: int, end: int) -> int:
    """Where the label of `[text][label]` begins: behind the last bracket that opens and is not escaped."""
    at = end - 1
    while at > start:
        at -= 1
        escapes = len(data[start:at]) - len(data[start:at].rstrip(b"\\"))
        if data[at : at + 1] == b"[" and not escapes % 2:
            break
    return at + 1


def _without_doubles(markdown: str, mark: str) -> str:
    """A label that is defined again: the first definition holds, and the others must not in another chapter."""
    for _ in range(_DOUBLES):
        data = markdown.encode()
        left = [
            (at, at, mark.encode())
            for label, definition in pyromark.reference_definitions(markdown).items()
            if not label.startswith((mark, "^")) and data[(at := definition["span"]["start"] + 1) :][:1] != b"^"
        ]
        if not left:
            break
        markdown = edited(markdown, left)
    return markdown


def closed(markdown: str) -> str:
    """`markdown`, and what ends a block of it that would swallow what follows. Ends in a line break."""
    text = markdown.rstrip("\r\n") + "\n"
    if _lets_go(text):
        return text
    data = text.encode()
    fences = [
        found[0].decode()
        for name, value, start, _ in events(text)
        if name == "Start" and tag(value) == "CodeBlock" and (found := _OPENING.match(data, start))
    ]
    for end in (*fences[-1:], *_ENDS):
        if _lets_go(f"{text}{end}\n"):
            return f"{text}{end}\n"
    return text


def _lets_go(text: str) -> bool:
    *_, shown, _ = events(f"{text}\n# {_PROBE}\n")
    return shown[:2] == ("Text", _PROBE)
