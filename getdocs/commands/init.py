"""`getdocs init`: a getdocs.toml with every setting, its meaning and its default, each behind a comment mark."""

import json
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from getdocs.commands.crawl import crawl
from getdocs.commands.defaults import FILE_NAME
from getdocs.commands.settings import Setting, settings_of
from getdocs.errors import OutputError, UsageError
from getdocs.write.terminal import printable

_HEAD = """\
# Defaults for `getdocs crawl` in this folder: an option of the command line goes before, and so does a GETDOCS_* variable.
# Every line that begins with "#:" is a setting: take the mark away to make it count.
"""
_EXAMPLES = {"seeds": '["https://docs.example.com/"]', "accept-status": "[404]"}
"""Of settings whose default is nothing, where the name of what they take would not do."""


def init(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to write it. --config FILE names another than getdocs.toml.")
    ] = Path(FILE_NAME),
    force: Annotated[
        bool, typer.Option("--force", show_default="off", help="Write over a file that is there.")
    ] = False,
) -> None:
    """Write a getdocs.toml that holds every option of `getdocs crawl`, with its meaning and its default, commented out."""
    text = "\n".join([_HEAD, *_sections(settings_of(crawl))])
    try:
        with file.open("w" if force else "x", encoding="utf-8") as written:
            written.write(text)
    except FileExistsError:
        raise UsageError(f"{file} is there already: --force writes over it, or name another file") from None
    except OSError as error:
        raise OutputError(f"cannot write {file}: {error.strerror}: name another file") from error
    typer.echo(printable(f"wrote {file}"), err=True)


def _sections(settings: tuple[Setting, ...]) -> Iterator[str]:
    # By panel, as in --help; sorted keeps the order within each.
    panels = list(dict.fromkeys(setting.panel for setting in settings))
    for panel, members in groupby(sorted(settings, key=lambda each: panels.index(each.panel)), lambda each: each.panel):
        if panel:
            yield f"\n## {panel}\n"
        for setting in members:
            yield f"# {setting.help}" + (f" Default: {setting.shown_default}." if setting.shown_default else "")
            yield f"#: {setting.key} = {_example(setting)}\n"


def _example(setting: Setting) -> str:
    """The default, or where that is nothing, what one would look like."""
    default = setting.default
    if default is None and setting.key in _EXAMPLES:
        return _EXAMPLES[setting.key]
    if default is None:
        name = setting.metavar.strip("'") or setting.kind.__name__.upper()
        one = "1" if setting.kind in (int, float) else json.dumps(name, ensure_ascii=False)
        return f"[{one}]" if setting.many else one
    if isinstance(default, bool):
        return "true" if default else "false"
    if isinstance(default, int | float):
        return str(default)
    return json.dumps(str(default.value if isinstance(default, StrEnum) else default), ensure_ascii=False)
