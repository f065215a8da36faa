"""The `getdocs` command: which subcommands there are, and what an error becomes. stdout is data, stderr is talk."""

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from getdocs import __version__
from getdocs.commands.lazily import Command, group
from getdocs.commands.stdout import delivered
from getdocs.errors import GetdocsError
from getdocs.write.terminal import printable

COMMANDS = (
    Command("crawl", parsing=("getdocs.commands.parsing", "CrawlCommand")),
    Command("page"),
    Command("doctor"),
    Command("reextract"),
    Command("robots"),
    Command("convert"),
    Command("verify"),
    Command("init"),
    Command("search"),
    Command("report"),
    Command("view"),
    Command("export"),
    Command("mcp"),
)
"""In the order of `--help`."""

app = typer.Typer(
    cls=group(COMMANDS),
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
    pretty_exceptions_show_locals=False,  # they hold passwords
    help="A local, faithful, verifiable Markdown copy of a documentation site.",
)


def _version(value: bool) -> None:  # noqa: FBT001 - the signature that Typer calls
    if value:
        typer.echo(f"getdocs {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Entry point of the `getdocs` command."""
    try:
        with delivered():
            app()
    except GetdocsError as error:
        Console(stderr=True).print(Text(printable(f"getdocs: {error}"), style="red"), soft_wrap=True, highlight=False)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
