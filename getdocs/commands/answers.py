"""What a program reads on stdout that has started a crawl: nothing, a line for each Page, or one object at the end.

It gets its answer too where the crawl could not begin or go on.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from getdocs.commands.stdout import Lines, print_json, to_stdout
from getdocs.errors import GetdocsError
from getdocs.model import SavedPage
from getdocs.write.jsonl import error_line, manifest_line, page_line
from getdocs.write.outcome import error_entry, outcome_entry
from getdocs.write.schema import Manifest
from getdocs.write.summary import Summary


class Format(StrEnum):
    """What stdout gets of the Pages: nothing, or a record each. Files are written in any case."""

    FILES = "files"
    JSONL = "jsonl"


class Answers:
    """Owns stdout while a crawl runs."""

    def __init__(self, form: Format, *, summary_json: bool) -> None:
        self._form = form
        self._summary_json = summary_json
        self._begun: Lines | None = None

    @property
    def _lines(self) -> Lines:
        self._begun = self._begun or to_stdout()
        return self._begun

    @property
    def fills_terminal(self) -> bool:
        """Whether records go to a terminal: then there is no place for a display that moves its cursor."""
        return self._form is Format.JSONL and sys.stdout.isatty()

    @property
    def unread(self) -> bool:
        """Whether somebody was reading, and has gone."""
        return self._begun is not None and self._begun.unread

    async def page(self, page: SavedPage) -> None:
        """A Page was saved. Returns when whoever reads has taken it. Raises OutputError where it cannot be written."""
        if self._form is Format.JSONL:
            await self._lines.send(page_line(page))

    def end(self, manifest: Manifest, summary: Summary, *, output_dir: Path, manifest_file: Path) -> None:
        """The crawl is over."""
        if self._form is Format.JSONL:
            self._lines.send_last(manifest_line(manifest))
        if self._summary_json:
            print_json(outcome_entry(summary, output_dir=output_dir, manifest=manifest_file))

    @contextmanager
    def failing(self) -> Iterator[None]:
        """What ends the crawl in the block is said on stdout too."""
        try:
            yield
        except GetdocsError as error:
            self.fail(str(error), exit_code=error.exit_code, error=type(error).__name__)
            raise

    def fail(self, message: str, *, exit_code: int, error: str) -> None:
        """The crawl could not begin or go on."""
        entry = error_entry(message, exit_code=exit_code, error=error)
        if self._summary_json:
            print_json(entry)
        elif self._form is Format.JSONL:
            self._lines.send_last(error_line(entry))
