"""A saved Page, or the list of all, in pieces that an agent can take in: whole lines, so many characters at the most. No request."""

from dataclasses import dataclass

from getdocs import urls
from getdocs.errors import UsageError
from getdocs.offline.saved import SavedCrawl, SavedPage
from getdocs.offline.sections import sections

PIECE = 20_000
"""Characters of one piece at the most."""
_NAMED = 10
"""Headings, or Pages, that an error names at the most."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines `first_line` to `last_line` of a file, counted from 1. `next` is None where the text, or the section, ends."""

    text: str
    first_line: int
    last_line: int
    next: tuple[int, int] | None
    """Line and column at which the next piece begins."""


def page_named(crawl: SavedCrawl, what: str) -> SavedPage:
    """The Page with that path or URL, however it is spelled. Raises UsageError where the crawl has none."""
    found = crawl.find(what) or crawl.find(what.removeprefix("./"))
    if found is None and urls.parse(what) is not None:
        key = urls.key(what)
        found = next((page for page in crawl.pages if urls.key(page.url) == key), None)
    if found is None:
        raise UsageError(
            f"this crawl has no page {what!r}: take a path or URL that search has found, or call read without a page "
            "for the list of all"
        )
    return found


def lines_of(crawl: SavedCrawl, page: SavedPage) -> tuple[list[str], int]:
    """The lines of its file, those of the front matter empty, and at which the text begins. Raises UsageError where it is gone."""
    document = crawl.read(page)
    if document is None:
        raise UsageError(f"the file {page.path} is gone or cannot be read: crawl again with resume")
    return [*[""] * (document.body_line - 1), *document.body.removesuffix("\n").split("\n")], document.body_line


def listing(crawl: SavedCrawl) -> list[str]:
    """A line for each Page, in Reading Order: its path and its title."""
    return [f"{page.path}\t{' '.join(page.title.split())}" for page in crawl.pages]


def section_of(lines: list[str], heading: str) -> tuple[int, int]:
    """First and last line of the section with that heading, those below it included. Raises UsageError where there is none."""
    wanted = " ".join(heading.strip().lstrip("#").split()).casefold()
    found = list(sections("\n".join(lines)))
    for number, section in enumerate(found):
        if section.headings and section.headings[-1].casefold() == wanted:
            depth = len(section.headings)
            after = (later.line for later in found[number + 1 :] if len(later.headings) <= depth)
            return section.line, next(after, len(lines) + 1) - 1
    known = list(dict.fromkeys(section.headings[-1] for section in found if section.headings))
    more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
    raise UsageError(f"no section {heading!r} on this page; it has: {', '.join(known[:_NAMED]) or 'no headings'}{more}")


def piece(lines: list[str], *, line: int, column: int = 1, last: int | None = None, most: int = PIECE) -> Piece:
    """What begins at `line` and `column` (from 1) and ends with line `last`. Only a line longer than `most` is cut.

    Raises UsageError where there is no such line.
    """
    end = len(lines) if last is None else min(last, len(lines))
    if not 1 <= line <= end:
        raise UsageError(f"line must be from 1 to {end}, not {line}")
    first = lines[line - 1][max(column, 1) - 1 :]
    if len(first) > most:
        return Piece(first[:most], line, line, (line, max(column, 1) + most))
    taken, room, at = [first], most - len(first), line
    while at < end and len(lines[at]) + 1 <= room:
        taken.append(lines[at])
        room -= len(lines[at]) + 1
        at += 1
    return Piece("\n".join(taken), line, at, (at + 1, 1) if at < end else None)
