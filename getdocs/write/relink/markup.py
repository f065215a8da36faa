"""Markdown as its readers parse it (CommonMark with GitHub's extensions), by byte: the events, and how to change some bytes of it.

Everything in this folder counts in bytes of UTF-8, as the parser does.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import pyromark
from pyromark import Options

_GITHUB = (
    Options.ENABLE_TABLES
    | Options.ENABLE_STRIKETHROUGH
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_GFM
)

Event: TypeAlias = tuple[str, Any, int, int]
"""Name (`Start`, `End`, `Text` ...), what it says of itself, and the bytes from where to where it stands."""

Edit: TypeAlias = tuple[int, int, bytes]
"""The bytes from where to where, and what takes their place."""


def events(markdown: str) -> Iterator[Event]:
    """What the text consists of, in order. An element comes with its whole range, at its start and at its end."""
    for event, span in pyromark.events_with_range(markdown, options=_GITHUB):
        if isinstance(event, str):
            yield event, None, span["start"], span["end"]
        else:
            ((name, value),) = event.items()
            yield name, value, span["start"], span["end"]


def tag(value: Any) -> str:  # noqa: ANN401 - the parser's own union
    """The name of the element that begins or ends."""
    return value if isinstance(value, str) else next(iter(value))


def html(markdown: str) -> str:
    """What a reader makes of the text."""
    return pyromark.html(markdown, options=_GITHUB)


def edited(markdown: str, edits: Iterable[Edit]) -> str:
    """The text with these edits, none of which may overlap; one that only puts something in comes before one that replaces."""
    data = markdown.encode()
    pieces: list[bytes] = []
    at = 0
    for start, end, new in sorted(edits):
        pieces += (data[at:start], new)
        at = end
    return b"".join((*pieces, data[at:])).decode()
