"""The tags of raw HTML in Markdown: where they stand, and which links, images and names they have. Works on bytes."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TAG = re.compile(
    rb"""<!--.*?-->|<(?P<close>/?)(?P<name>[A-Za-z][\w-]*+)(?P<rest>(?:[^<>"']|"[^"]*"|'[^']*')*+)>""", re.DOTALL
)
_ATTRIBUTE = re.compile(
    rb"""(?<=[\s"'/])(?P<name>[A-Za-z][\w-]*+)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'=<>`]+))"""
)
_REFERENCES = {"a": "href", "area": "href", "img": "src"}


@dataclass(frozen=True, slots=True)
class Tag:
    """A start or an end tag, and the bytes from where to where it stands."""

    name: str
    closes: bool
    start: int
    end: int
    attributes: bytes

    def references(self) -> Iterator[tuple[str, int, int]]:
        """Each link or image of it: the URL, and the bytes from where to where its value stands, without quotes."""
        wanted = None if self.closes else _REFERENCES.get(self.name)
        if wanted is None:
            return
        for match in _ATTRIBUTE.finditer(self.attributes):
            if match["name"].decode().lower() == wanted:
                part = match.lastgroup or "bare"
                shift = self.end - 1 - len(self.attributes)
                yield html.unescape(match[part].decode()), shift + match.start(part), shift + match.end(part)
                return

    def names(self) -> Iterator[str]:
        """What a fragment may call it."""
        for name, _ in self.named():
            yield name

    def named(self) -> Iterator[tuple[str, int]]:
        """What a fragment may call it, and the byte at which that is written, behind its quote."""
        for match in () if self.closes else _ATTRIBUTE.finditer(self.attributes):
            key = match["name"].lower()
            if key == b"id" or (key == b"name" and self.name == "a"):
                part = match.lastgroup or "bare"
                yield html.unescape(match[part].decode()), self.end - 1 - len(self.attributes) + match.start(part)


def tags(data: bytes, start: int, end: int) -> Iterator[Tag]:
    """The tags between two places of `data`."""
    for match in _TAG.finditer(data, start, end):
        if match["name"] is not None:
            yield Tag(match["name"].decode().lower(), bool(match["close"]), match.start(), match.end(), match["rest"])
