"""Where in a Markdown text something may be put in that shows nothing (`<a id="x"></a>`), so that all else reads as before.

For a place in the text: the heading that holds it; else the spot before the word, or before the emphasis, link, image or code span
that the word is in; for a place in a code block the end of the last line of text before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from getdocs.write.relink.markup import events, tag
from getdocs.write.relink.slugs import Heading
from getdocs.write.relink.tags import Tag, tags

_INLINE = frozenset({"Emphasis", "Strong", "Strikethrough", "Link", "Image", "Superscript", "Subscript"})
_LEAVES = frozenset({"Text", "Code", "InlineHtml", "FootnoteReference"})
_CLOSED = frozenset({"a", "pre", "code", "h1", "h2", "h3", "h4", "h5", "h6"})
"""Elements of raw HTML in which no link may begin, or that are better left alone."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A byte before which something may be put in; or the number of the heading that holds the place."""

    at: int = 0
    heading: int | None = None


def spots(markdown: str, headings: Sequence[Heading], places: Sequence[int]) -> list[Spot | None]:
    """The spot for each of these places (bytes, ascending). None: there is nothing at or before it that could take it."""
    search = _Search(markdown.encode(), headings, places)
    for name, value, start, end in events(markdown):
        search.hear(name, value, start, end)
    return search.given + [search.last] * (len(places) - len(search.given))


class _Search:
    """Goes through the events of a text, once, beside the places that spots are looked for."""

    def __init__(self, data: bytes, headings: Sequence[Heading], places: Sequence[int]) -> None:
        self.given: list[Spot | None] = []
        self.last: Spot | None = None
        """What is good for a place that the next thing cannot take."""
        self._data = data
        self._numbers = {heading.start: number for number, heading in enumerate(headings)}
        self._places = places
        self._closed_until = 0
        """Where the heading, code or inline element ends that is under way: it was dealt with at its start."""
        self._link: int | None = None
        """Where a link of raw HTML began that is not closed yet."""

    def hear(self, name: str, value: Any, start: int, end: int) -> None:  # noqa: ANN401 - the parser's own union
        """The next event."""
        if name == "End" or start < self._closed_until:
            return
        kind = tag(value) if name == "Start" else name
        if kind == "Heading":
            self._give(end, Spot(heading=self._numbers[start]))
            self.last = Spot(heading=self._numbers[start])
        elif kind == "CodeBlock":
            self._give(end, self.last)
        elif kind == "HtmlBlock":
            self._in_html(start, end)
        elif kind in _INLINE or kind in _LEAVES:
            self._inline(kind, start, end)
            return
        else:
            return
        self._closed_until = end

    def _inline(self, kind: str, start: int, end: int) -> None:
        if self._link is not None:
            self._give(end, Spot(self._link))
        elif kind != "Text" or self._data.startswith(b"&", start, end):
            self._give(end, Spot(start))
        else:
            self._give(start, Spot(start))
            while len(self.given) < len(self._places) and self._places[len(self.given)] < end:
                self.given.append(Spot(self._before(start, self._places[len(self.given)])))
        if kind in _INLINE:
            self._closed_until = end
        elif kind == "InlineHtml":
            for each in tags(self._data, start, end):
                if each.name == "a":
                    self._link = None if each.closes else start
        self.last = Spot(end) if self._link is None else self.last

    def _before(self, start: int, place: int) -> int:
        """The place, or that of the backslashes right before it: one of them would escape what is put in."""
        while place > start and self._data[place - 1 : place] == b"\\":
            place -= 1
        return place

    def _in_html(self, start: int, end: int) -> None:
        """In raw HTML: before the text that the place is in, or before the link, the code or the heading around it."""
        outermost: Tag | None = None
        at = start
        for each in tags(self._data, start, end):
            # The text that this tag ends, from the tag before it on.
            self._give(each.start, Spot(outermost.start if outermost is not None else at) if at > start else self.last)
            at = each.end
            if each.name in _CLOSED:
                if outermost is None and not each.closes:
                    outermost = each
                elif outermost is not None and each.closes and each.name == outermost.name:
                    outermost = None
        self._give(end, self.last if at == start else Spot(at))

    def _give(self, end: int, spot: Spot | None) -> None:
        """The places before `end` get this spot."""
        while len(self.given) < len(self._places) and self._places[len(self.given)] < end:
            self.given.append(spot)
