"""Finds where the links and images of a Markdown text lead, and puts something else there.

Inline links and images, with titles and in angle brackets; autolinks; reference definitions; `a` and `img` of raw HTML. What
stands in code is none. Refuses to know what a URL means.
"""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

import pyromark

from getdocs.read import escape
from getdocs.write.relink.markup import Edit, edited, events, tag
from getdocs.write.relink.tags import tags

Change: TypeAlias = Callable[[str], str | None]
"""Takes a destination as its reader understands it, escapes undone; gives the one to write in its place, None to leave it."""


class Form(Enum):
    """How a destination is written."""

    MARKDOWN = auto()
    AUTOLINK = auto()
    AUTOLINK_AS_HTML = auto()
    ATTRIBUTE = auto()


@dataclass(frozen=True, slots=True)
class Destination:
    """Where one link or image leads, and the bytes from where to where that is written."""

    url: str
    start: int
    end: int
    form: Form
    image: bool


_DESTINATION = re.compile(
    rb"\]\([ \t\n]*(<(?:[^<>\n\\]|\\.)*>|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*\))*)", re.DOTALL
)
_DEFINITION = re.compile(rb"\[(?:[^\[\]\\]|\\.)+\]:\s*(<(?:[^<>\n\\]|\\.)*>|\S+)", re.DOTALL)
_BACKSLASH = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_KINDS = frozenset({"Link", "Image"})
_BY_REFERENCE = frozenset({"Reference", "Collapsed", "Shortcut"})
_BLANKS = re.compile(r"\s+")


def rewritten(markdown: str, *, link: Change, image: Change) -> str:
    """`markdown`, with what `link` says of each destination of a link, and `image` of each of an image, in its place."""
    return edited(markdown, edits(destinations(markdown), link=link, image=image))


def edits(found: list[Destination], *, link: Change, image: Change) -> Iterator[Edit]:
    """The edits that put other destinations in the place of those that were found."""
    for each in found:
        new = (image if each.image else link)(each.url)
        if new is not None and new != each.url:
            yield each.start, each.end, _written(each, new)


def destinations(markdown: str) -> list[Destination]:
    """Every destination that is not empty, in no certain order. Near linear. Never raises."""
    data = markdown.encode()
    found: list[Destination] = []
    links: list[tuple[str, str, int]] = []
    """The links and images that are open: type, destination, and where the last of what they show ends so far."""
    uses: dict[str, bool] = {}
    """The labels of definitions: whether images alone use them."""
    for name, value, start, end in events(markdown):
        if name == "Start" and (kind := tag(value)) in _KINDS:
            about, shows = value[kind], kind == "Image"
            links.append((about["link_type"], about["dest_url"], start + 1 + shows))
            if about["link_type"] in _BY_REFERENCE:
                label = _label(about["id"])
                uses[label] = uses.get(label, True) and shows
            continue
        if name == "End" and (kind := tag(value)) in _KINDS:
            link_type, url, shown = links.pop()
            if link_type == "Inline" and (span := _span(_DESTINATION.search(data, shown, end), url)) is not None:
                found.append(Destination(url, *span, Form.MARKDOWN, kind == "Image"))
            elif link_type == "Autolink":
                # Right behind a bracket, brackets would be read with that one.
                form = Form.AUTOLINK_AS_HTML if data[start - 1 : start] == b"]" else Form.AUTOLINK
                found.append(Destination(url, start, end, form, image=False))
        elif name == "InlineHtml" or (name == "Start" and value == "HtmlBlock"):
            found += _in_html(data, start, end)
        if links:
            link_type, url, shown = links[-1]
            links[-1] = link_type, url, max(shown, end)
    if b"]:" in data:
        found += _definitions(markdown, data, uses)
    return found


def _in_html(data: bytes, start: int, end: int) -> Iterator[Destination]:
    for each in tags(data, start, end):
        for url, first, behind in each.references():
            if url:
                yield Destination(url, first, behind, Form.ATTRIBUTE, each.name == "img")


def _definitions(markdown: str, data: bytes, uses: Mapping[str, bool]) -> Iterator[Destination]:
    for label, definition in pyromark.reference_definitions(markdown).items():
        url = definition["dest"]
        if label.startswith("^"):
            continue  # a footnote
        if (span := _span(_DEFINITION.match(data, definition["span"]["start"]), url)) is not None:
            yield Destination(url, *span, Form.MARKDOWN, uses.get(_label(label), False))


def _span(match: re.Match[bytes] | None, url: str) -> tuple[int, int] | None:
    """From where to where a destination stands; None where that is not what the parser has read there."""
    if match is None or not url:
        return None
    written = match[1].decode("utf-8", "replace")
    if written.startswith("<"):
        written = written[1:-1]
    read = _ENTITY.sub(lambda entity: html.unescape(entity[0]), _BACKSLASH.sub(r"\1", written))
    return match.span(1) if read == url else None


def _label(written: str) -> str:
    return _BLANKS.sub(" ", written).strip().casefold()


def _written(destination: Destination, new: str) -> bytes:
    match destination.form:
        case Form.MARKDOWN:
            return escape.destination(new).encode() or b"<>"
        case Form.AUTOLINK:
            return f"[{escape.prose(destination.url, in_link=True)}]({escape.destination(new)})".encode()
        case Form.AUTOLINK_AS_HTML:
            return f'<a href="{html.escape(new)}">{html.escape(destination.url)}</a>'.encode()
        case Form.ATTRIBUTE:
            return html.escape(new).encode()
