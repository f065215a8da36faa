"""HTML as a serialiser writes it, taken apart at its tags: no tree, no call for each element. What tags mean, others say.

It relies on what lexbor and pyromark do: attributes in double quotes, one blank between them, `<` and `>` nowhere but around tags.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

from getdocs.read.receipts.marks import BLOCKS, BREAK

NOTE = "data-getdocs-receipt"
"""Attribute that says something of an element to whoever reads its tag; see `shown`."""
GONE, NOISE = "gone", "noise"
"""Notes: nothing is left of the element; a gap, where it is a block."""

VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
"""Elements without an end tag."""

_OUT = re.compile(f'{NOTE}="({GONE}|{NOISE})"')
_TAG = re.compile(r"<([^>]*)>")
UNREADABLE = "script, style, xmp, iframe, noembed, noframes, plaintext, template"
"""Elements that hold no HTML, or none that shows."""
_UNREADABLE = re.compile(
    r"<!--.*?-->|<(script|style|xmp|iframe|noembed|noframes|plaintext|template)(\s[^>]*)?>(.*?)</\1>", re.DOTALL
)
_SHOWN_RAW = frozenset({"xmp", "noembed", "plaintext"})
_ATTRIBUTE = re.compile(r'\s([^\s="]+)="([^"]*)"')
_NAME = re.compile(r"[^\s/>]*")
_IN_TEXT = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&nbsp;", "\xa0"), ("&amp;", "&"))


def readable(html: str) -> str:
    """`html` without comments, and without what is no HTML in it: scripts, styles, what frames hold for old browsers."""
    return _UNREADABLE.sub(_read, html)


def _read(match: re.Match[str]) -> str:
    name = match[1]
    if name is None:
        return ""
    text = escaped(match[3]) if name in _SHOWN_RAW else ""
    return f"<{name}{match[2] or ''}>{text}</{name}>"


def pieces(html: str) -> tuple[list[str], list[str]]:
    """The texts of readable HTML, and the tags between them, without brackets: one text more than there are tags."""
    parts = _TAG.split(html)
    return parts[::2], parts[1::2]


def name_of(tag: str) -> str:
    """The name of the element that a start tag begins."""
    match = _NAME.match(tag)
    return match[0] if match else ""


def attributes_of(tag: str) -> dict[str, str]:
    """The attributes of a start tag, as text."""
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(tag)}


def note_of(tag: str) -> str:
    """What is noted of an element; empty where nothing is."""
    _, found, after = tag.partition(f' {NOTE}="')
    return after.partition('"')[0] if found else ""


def without_gone(html: str) -> str:
    """Readable HTML without the elements of which GONE or NOISE is noted."""
    parts, done = "", 0
    for match in _OUT.finditer(html):
        if match.start() < done:
            continue
        begin = html.rindex("<", done, match.start())
        parts += html[done:begin]
        if match[1] == NOISE and name_of(html[begin + 1 : match.start()]) in BLOCKS:
            parts += BREAK
        done = end_of(html, begin)
    return parts + html[done:]


def text_of(html: str) -> str:
    """The text that HTML without tags stands for."""
    if "&" in html:
        for written, char in _IN_TEXT:
            html = html.replace(written, char)
    return html


def escaped(text: str) -> str:
    """`text` as it is written in HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def without_tags(html: str) -> str:
    """The text in readable HTML."""
    return text_of(_TAG.sub("", html))


def end_of(html: str, begin: int) -> int:
    """Where the element ends whose start tag begins at `begin`; the end of the text where it does not."""
    name = name_of(html[begin + 1 : begin + 40])
    if name in VOID:
        return html.index(">", begin) + 1
    depth = 0
    for match in _tags_named(name).finditer(html, begin):
        depth += -1 if match[1] else 1
        if not depth:
            return match.end()
    return len(html)


def outermost(html: str, name: str) -> Iterator[tuple[int, int]]:
    """Where the elements of a name begin and end that stand in no other of it."""
    begin = html.find(f"<{name}")
    while begin >= 0:
        end = begin + 1
        if name_of(html[end : end + len(name) + 1]) == name:
            end = end_of(html, begin)
            yield begin, end
        begin = html.find(f"<{name}", end)


@lru_cache(256)
def _tags_named(name: str) -> re.Pattern[str]:
    return re.compile(rf"<(/?){re.escape(name)}(?:\s[^>]*)?>")
