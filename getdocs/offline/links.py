"""The links between the files of a saved crawl that lead nowhere: to no file, or to no place in it.

Knows the files alone, and by whose rule the anchors of headings are made.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from getdocs.config import AnchorStyle
from getdocs.offline.document import Document
from getdocs.offline.saved import SavedCrawl, SavedPage
from getdocs.write.relink.destinations import Destination, destinations
from getdocs.write.relink.landing import names_of
from getdocs.write.relink.relative import meant

NO_FILE = "no such file"
NO_PLACE = "no such place in the file"


@dataclass(frozen=True, slots=True)
class DeadLink:
    """A link as it is written in the file at `path`, on `line` (counted from 1), and what is wrong with it."""

    path: str
    line: int
    link: str
    reason: str


def dead_links(crawl: SavedCrawl, style: AnchorStyle) -> Iterator[DeadLink]:
    """Every such link, file by file in Reading Order. Raises nothing: a file that is gone is `verify`'s to tell."""
    places: dict[str, set[str]] = {}
    """By file: the places in it that links name."""
    good = {str(page.path) for page in crawl.pages}
    for page in crawl.pages:
        for to, place, _ in _links(page, crawl.read(page)):
            if place:
                places.setdefault(to, set()).add(place)
    missing: dict[str, set[str]] = {}
    for page in crawl.pages:
        if (named := places.pop(str(page.path), None)) is not None and (document := crawl.read(page)) is not None:
            missing[str(page.path)] = named - names_of(document.body, style)
    for page in crawl.pages:
        yield from _dead(crawl, page, good, missing)


def _dead(crawl: SavedCrawl, page: SavedPage, good: set[str], missing: Mapping[str, set[str]]) -> Iterator[DeadLink]:
    document = crawl.read(page)
    if document is None:
        return
    data = document.body.encode()
    for to, place, each in _links(page, document):
        line = document.body_line + data.count(b"\n", 0, each.start)
        if to not in good and not (crawl.output_dir / to).is_file():
            yield DeadLink(str(page.path), line, each.url, NO_FILE)
        elif place in missing.get(to, ()):
            yield DeadLink(str(page.path), line, each.url, NO_PLACE)


def _links(page: SavedPage, document: Document | None) -> Iterator[tuple[str, str, Destination]]:
    """The relative links of a file, in order: the file that each means, the place in it, and how it is written."""
    if document is None or _is_plain_text(page):
        return
    for each in sorted(destinations(document.body), key=lambda each: each.start):
        if (to := meant(str(page.path), each.url)) is not None:
            yield *to, each


def _is_plain_text(page: SavedPage) -> bool:
    """Whether a file may hold something that looks like a link and is none: it was text already, and not called Markdown."""
    return page.score is None and not page.url.lower().partition("?")[0].endswith(
        (".md", ".mdx", ".markdown", ".mdown")
    )
