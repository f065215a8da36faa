"""The `getdocs` command: which subcommands there are, and what an error becomes. stdout is data, stderr is talk."""

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from getdocs import __version__
from getdocs.commands.convert import convert
from getdocs.commands.crawl import crawl
from getdocs.commands.doctor import doctor
from getdocs.commands.export import export
from getdocs.commands.init import init
from getdocs.commands.mcp import mcp
from getdocs.commands.page import page
from getdocs.commands.parsing import CrawlCommand
from getdocs.commands.reextract import reextract
from getdocs.commands.report import report
from getdocs.commands.robots import robots
from getdocs.commands.search import search
from getdocs.commands.verify import verify
from getdocs.commands.view import view
from getdocs.errors import GetdocsError
from getdocs.write.terminal import printable

app = typer.Typer(
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


app.command(cls=CrawlCommand)(crawl)
app.command()(page)
app.command()(doctor)
app.command()(reextract)
app.command()(robots)
app.command()(convert)
app.command()(verify)
app.command()(init)
app.command()(search)
app.command()(report)
app.command()(view)
app.command()(export)
app.command()(mcp)


def main() -> None:
    """Entry point of the `getdocs` command."""
    try:
        app()
    except GetdocsError as error:
        Console(stderr=True).print(Text(printable(f"getdocs: {error}"), style="red"), soft_wrap=True, highlight=False)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
