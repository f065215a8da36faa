"""The index of a saved crawl: one row a passage, in SQLite's FTS5 at .getdocs/search.db. Alone here speaks to sqlite3.

Made on first use and anew when the crawl or a file of it has changed. Knows how to rank, not what to show of a result.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from getdocs.errors import StateError
from getdocs.offline.saved import SavedCrawl
from getdocs.offline.search.passages import passages
from getdocs.offline.search.words import folded, named, names

Answer = TypeVar("Answer")

_SHAPE = "1"
"""Of the tables and of what is put into them: with another number, every index is made anew."""
_TABLES = """
CREATE TABLE made_from (fingerprint TEXT NOT NULL);
CREATE TABLE section (
  id INTEGER PRIMARY KEY, page INTEGER NOT NULL, line INTEGER NOT NULL, headings TEXT NOT NULL, text TEXT NOT NULL,
  name TEXT NOT NULL, last_name TEXT NOT NULL
);
CREATE VIRTUAL TABLE words USING fts5(
  title, heading, above, body, names, content = '', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
"""
# The numbers are the weights of the columns of `words`.
_RANKED = """
SELECT section.page, section.line, section.headings, section.text, -bm25(words, 4.0, 8.0, 2.0, 1.0, 1.0) AS score
FROM words JOIN section ON section.id = words.rowid WHERE words MATCH :expression
ORDER BY :name IN (name, last_name) DESC, score DESC, section.id LIMIT :limit
"""
_MOST_ROWS = 2**63 - 1
"""What SQLite can count."""


@dataclass(frozen=True, slots=True)
class Row:
    """A section that was found."""

    page: int
    """Its place in the Reading Order."""
    line: int
    """Of its file, counted from 1, at which `lines` begins."""
    headings: tuple[str, ...]
    lines: tuple[str, ...]
    score: float
    """The higher, the better; means something only beside others of the same query."""


class SearchIndex:
    """An open index. A context manager; for one thread."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    @classmethod
    def open(cls, crawl: SavedCrawl) -> "SearchIndex":
        """The index of `crawl` as it is on disk now, made anew where need be; a folder that cannot be written has it in memory.

        Raises StateError where this Python's SQLite lacks FTS5.
        """
        file, fingerprint = _place(crawl)
        database = _opened(file, fingerprint)
        return cls(database if database is not None else _made(crawl, file, fingerprint))

    @classmethod
    def ask(cls, crawl: SavedCrawl, question: "Callable[[SearchIndex], Answer]") -> "Answer":
        """What `question` finds in the index of `crawl`, which is made anew where it is found damaged. Raises as `open`."""
        with cls.open(crawl) as index, contextlib.suppress(sqlite3.DatabaseError):
            return question(index)
        with cls(_made(crawl, *_place(crawl))) as index:
            return question(index)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def ranked(self, expression: str, limit: int, *, name: str) -> list[Row]:
        """The best `limit` sections for an expression of FTS5, the best first; equals in Reading Order.

        Those come before all whose heading is `name`, or ends with it after a dot.
        """
        return [
            Row(page, line, tuple(json.loads(headings)), tuple(text.split("\n")), score)
            for page, line, headings, text, score in self._database.execute(
                _RANKED, {"expression": expression, "limit": min(limit, _MOST_ROWS), "name": named(name)}
            )
        ]

    def holds(self, expression: str) -> bool:
        """Whether any section has it."""
        return (
            self._database.execute("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", (expression,)).fetchone()
            is not None
        )

    def nearest(self, word: str, most: int) -> tuple[str, ...]:
        """Words of the index that are spelled almost like `word`, the nearest first."""
        self._database.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, row)")
        known = self._database.execute(
            "SELECT term FROM vocabulary WHERE length(term) BETWEEN ? AND ?", (len(word) - 2, len(word) + 2)
        )
        return tuple(get_close_matches(word, [term for (term,) in known], most, 0.75))


def _place(crawl: SavedCrawl) -> tuple[Path, str]:
    """The file of the index, and what it has to be made from."""
    return crawl.output_dir / ".getdocs" / "search.db", f"{_SHAPE} {crawl.fingerprint()}"


def _opened(file: Path, fingerprint: str) -> sqlite3.Connection | None:
    """The index on disk; None where there is none, or it is of something else."""
    if not file.is_file():
        return None
    with contextlib.suppress(sqlite3.DatabaseError):
        database = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
        try:
            if database.execute("SELECT fingerprint FROM made_from").fetchone() == (fingerprint,):
                return database
        except sqlite3.DatabaseError:
            pass
        database.close()
    return None


def _made(crawl: SavedCrawl, file: Path, fingerprint: str) -> sqlite3.Connection:
    aside = file.with_name(f"search-{os.getpid()}.tmp")
    try:
        file.parent.mkdir(exist_ok=True)
        aside.unlink(missing_ok=True)
        with contextlib.closing(_filled(str(aside), crawl, fingerprint)):
            pass
        aside.replace(file)
    except (OSError, sqlite3.OperationalError):
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        return _filled(":memory:", crawl, fingerprint)
    return _opened(file, fingerprint) or _filled(":memory:", crawl, fingerprint)


def _filled(name: str, crawl: SavedCrawl, fingerprint: str) -> sqlite3.Connection:
    database = sqlite3.connect(name, isolation_level=None)
    try:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        try:
            database.executescript(_TABLES)
        except sqlite3.OperationalError as error:
            if "fts5" in str(error):
                raise StateError(
                    "the SQLite of this Python lacks FTS5, which search needs: use another Python"
                ) from None
            raise
        database.execute("BEGIN")
        for number, (section, words) in enumerate(_rows(crawl), 1):
            database.execute("INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?)", (number, *section))
            database.execute(
                "INSERT INTO words (rowid, title, heading, above, body, names) VALUES (?, ?, ?, ?, ?, ?)",
                (number, *words),
            )
        database.execute("INSERT INTO made_from VALUES (?)", (fingerprint,))
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


_Stored = tuple[int, int, str, str, str, str]
_Words = tuple[str, str, str, str, str]


def _rows(crawl: SavedCrawl) -> Iterator[tuple[_Stored, _Words]]:
    for number, page in enumerate(crawl.pages):
        document = crawl.read(page)
        if document is None:
            continue
        for passage in passages(document.body):
            text = "\n".join(passage.lines)
            heading = passage.headings[-1] if passage.headings else ""
            above = " / ".join(passage.headings[:-1])
            line = document.body_line + passage.line - 1
            yield (
                (number, line, json.dumps(passage.headings, ensure_ascii=False), text, *_names(heading)),
                (folded(page.title), folded(heading), folded(above), folded(text), names(f"{heading}\n{text}")),
            )


def _names(heading: str) -> tuple[str, str]:
    name = named(heading)
    return name, name.rpartition(".")[2]
