"""What a program reads on stdout that has started a crawl: nothing, a line for each Page, or one object at the end.

It gets its answer too where the crawl could not begin or go on, be it for an option that there is not.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from getdocs.commands.stdout import Lines, print_json, to_stdout
from getdocs.errors import GetdocsError
from getdocs.model import SavedPage
from getdocs.write.jsonl import error_line, manifest_line, page_line
from getdocs.write.outcome import error_entry, outcome_entry
from getdocs.write.schema import Manifest
from getdocs.write.summary import Summary

_NOT_UNDERSTOOD: type[Exception] = typer.BadParameter.__bases__[0]
"""What Typer raises where it does not understand the command line: the base of all of these has no public name."""


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


class AnsweringCommand(TyperCommand):
    """A command with the options --format and --summary-json, whose command line may be wrong."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - Typer has no public name for it
        """The arguments that are left."""
        asked = tuple(args)
        try:
            with _asked_for(asked).failing():
                return super().parse_args(ctx, args)
        except _NOT_UNDERSTOOD as error:
            said = getattr(error, "format_message", error.__str__)
            _asked_for(asked).fail(said(), exit_code=2, error="UsageError")
            raise


def _asked_for(args: Sequence[str]) -> Answers:
    """As far as a command line that is not understood says what is wanted on stdout."""
    wants_lines = "--format=jsonl" in args or ("--format", "jsonl") in pairwise(args)
    return Answers(Format.JSONL if wants_lines else Format.FILES, summary_json="--summary-json" in args)
