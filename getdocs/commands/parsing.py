"""How the command line of a crawl is taken in: with its defaults, and so that a program hears of it where it is wrong."""

import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from getdocs.commands import defaults
from getdocs.commands.answers import Answers, Format

_NOT_UNDERSTOOD: type[Exception] = typer.BadParameter.__bases__[0]
"""What Typer raises where it does not understand the command line: the base of all of these has no public name."""
_DEFAULTS = "getdocs.defaults"


class CrawlCommand(TyperCommand):
    """A command with the options --config, --format and --summary-json."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - Typer has no public name for it
        """The arguments that are left."""
        asked = tuple(args)
        try:
            with _asked_for(asked).failing():
                left: list[str] = super().parse_args(ctx, args)
        except _NOT_UNDERSTOOD as error:
            said = getattr(error, "format_message", error.__str__)
            _asked_for(asked).fail(said(), exit_code=2, error="UsageError")
            raise
        if self.callback is not None and not ctx.resilient_parsing:
            defaults.give_way(
                ctx.params, self.callback, lambda name: ctx.get_parameter_source(name).name == "COMMANDLINE"
            )
        return left


def take_defaults(ctx: typer.Context, named: Path | None) -> Path | None:
    """The callback of --config, which is called before other options are looked at, whether it was given or not."""
    command: Callable[..., object] | None = ctx.command.callback
    if command is not None and not ctx.resilient_parsing:
        found = defaults.find(command, named, os.environ)
        ctx.default_map = dict(found.values)
        ctx.meta[_DEFAULTS] = found
    return named


def defaults_of(ctx: typer.Context) -> defaults.Defaults | None:
    """What `take_defaults` has found."""
    found = ctx.meta.get(_DEFAULTS)
    return found if isinstance(found, defaults.Defaults) else None


def _asked_for(args: Sequence[str]) -> Answers:
    """As far as a command line that is not understood says what is wanted on stdout."""
    wants_lines = "--format=jsonl" in args or ("--format", "jsonl") in pairwise(args)
    return Answers(Format.JSONL if wants_lines else Format.FILES, summary_json="--summary-json" in args)
