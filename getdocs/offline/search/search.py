"""Finds what a person types in a saved crawl: the best sections, each with the line to open and what it says there.

What a word is stands in `words`, how sections are ranked in `index`. Nothing is requested.
"""

from dataclasses import dataclass

from getdocs.errors import UsageError
from getdocs.offline.saved import SavedCrawl, SavedPage
from getdocs.offline.search.excerpt import Mark, excerpt, plain_text
from getdocs.offline.search.index import Row, SearchIndex
from getdocs.offline.search.words import FILLERS, Term, folded, terms
from getdocs.write.quoting import well_formed

_SNIPPET = 200
"""Characters at the most."""
_TOLD = 80
"""Characters of what was typed that are repeated at the most."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One section that was found."""

    page: SavedPage
    line: int
    """Of the page's file, counted from 1: where what was asked for stands."""
    headings: tuple[str, ...]
    """The way to the section, its own heading last; empty where it stands before any."""
    snippet: str
    """What that line says, or the first that the section says; one line of plain text, written by others."""
    marks: tuple[tuple[int, int], ...]
    """Where in `snippet` the words stand: start and end."""
    score: float


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word that no section has, and words that are spelled almost like it."""

    word: str
    nearest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What a query has found, the best first. `every_word`: in each hit; else each has some of them."""

    hits: tuple[Hit, ...]
    every_word: bool
    unknown: tuple[Unknown, ...] = ()
    """Told where `every_word` is False."""


def search(crawl: SavedCrawl, query: str, *, limit: int = 10) -> Found:
    """The best `limit` sections. Raises UsageError where `query` holds nothing to look for, StateError as the index does."""
    query = well_formed(query)
    wanted = terms(query)
    if not wanted:
        raise UsageError(f"nothing to search for in {_cut(query)!r}: type a word")
    return SearchIndex.ask(crawl, lambda index: _found(crawl, index, query, wanted, limit))


def _found(crawl: SavedCrawl, index: SearchIndex, query: str, wanted: tuple[Term, ...], limit: int) -> Found:
    exact = [term.exact for term in wanted]
    loose = [term.loose for term in wanted if term.loose]
    rows = index.ranked(" AND ".join(exact), limit, name=query)
    if not rows and loose:
        rows = index.ranked(" AND ".join(loose), limit, name=query)
    every_word = bool(rows)
    if not rows and len(loose) > 1:
        some = [term.loose for term in wanted if term.loose and term.typed.casefold() not in FILLERS]
        rows = index.ranked(" OR ".join(some or loose), limit, name=query)
    unknown = () if every_word else tuple(_unknown(index, wanted))
    telling = [term for term in wanted if every_word or term.typed.casefold() not in FILLERS]
    marks = [Mark(term) for term in telling or wanted]
    return Found(tuple(_hit(crawl.pages[row.page], row, marks) for row in rows), every_word, unknown)


def _cut(typed: str) -> str:
    return typed if len(typed) <= _TOLD else f"{typed[:_TOLD]}…"


def _unknown(index: SearchIndex, wanted: tuple[Term, ...]) -> list[Unknown]:
    return [
        Unknown(_cut(term.typed), index.nearest(folded(term.typed).strip(), 3))
        for term in wanted
        if not index.holds(term.loose or term.exact)
    ]


def _hit(page: SavedPage, row: Row, marks: list[Mark]) -> Hit:
    best, at = _value(" ".join(row.headings[-1:]), marks), 0
    for number, text in enumerate(row.lines):
        value = _value(text, marks) if text else 0.0
        if value > best:
            best, at = value, number
    says = row.lines[at] or next((text for text in row.lines if text.strip()), "")
    snippet, spots = excerpt(says, marks, _SNIPPET)
    return Hit(page, row.line + at, row.headings, snippet, spots, row.score)


def _value(text: str, marks: list[Mark]) -> float:
    plain = plain_text(text)
    return sum(mark.value(plain) for mark in marks)
