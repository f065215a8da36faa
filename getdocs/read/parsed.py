"""What several stages ask of one and the same HTML, found once: its tree, whose generator wrote it, where its content is.

A page is read by one stage right after the other, so the last few are kept. Nothing here may be changed.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import islice

from getdocs.model import NO_CHROME, Chrome
from getdocs.read import content, generators
from getdocs.read.content import Content
from getdocs.read.document import Document
from getdocs.read.generators import Generator

_KEPT = 2
"""A page as it was sent, and as it is shown."""
_MOST_KEPT = 2_000_000
"""Characters of HTML that are worth the memory: a tree takes some ten times as much."""


class Parsed:
    """One page, read without its `chrome`."""

    def __init__(self, html: str, chrome: Chrome = NO_CHROME) -> None:
        self.tree = Document(html)
        self._chrome = chrome
        self._first: dict[str | None, Content | None] = {}

    @cached_property
    def row(self) -> Generator:
        """The generator of the page."""
        return generators.recognise(self.tree)

    def first(self, selector: str | None) -> Content | None:
        """The best content root; None where there is none."""
        if selector not in self._first:
            self._first[selector] = next(content.candidates(self.tree, self.row, selector, self._chrome), None)
        return self._first[selector]

    def candidates(self, selector: str | None) -> Iterator[Content]:
        """As `content.candidates`."""
        first = self.first(selector)
        if first is not None:
            yield first
            yield from islice(content.candidates(self.tree, self.row, selector, self._chrome), 1, None)


def parsed(html: str, chrome: Chrome = NO_CHROME) -> Parsed:
    """The page that `html` is, without its `chrome`."""
    return _parsed(html, chrome) if len(html) <= _MOST_KEPT else Parsed(html, chrome)


_parsed = lru_cache(_KEPT)(Parsed)
