"""`getdocs export`: a saved crawl in other forms."""

from pathlib import Path
from typing import Annotated

import typer

from getdocs.errors import UsageError
from getdocs.offline.export.export import Form
from getdocs.offline.export.export import export as exported
from getdocs.offline.saved import SavedCrawl
from getdocs.write.terminal import printable

NOT_ALL = 1


def export(
    to: Annotated[
        list[Form],
        typer.Option(
            "--to",
            show_default=False,
            help="llms.txt with llms-full.txt, one Markdown file (single), a record a Page (jsonl), or a book (epub). Repeatable.",
        ),
    ],
    output_dir: Annotated[
        Path, typer.Option("--output-dir", "-o", metavar="DIR", help="The folder of a crawl.")
    ] = Path("out"),
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="PATH",
            show_default="in DIR",
            help="Where the file goes, with one --to; for llms, an existing folder for the two.",
        ),
    ] = None,
) -> None:
    """Write a crawl in other forms, and print the paths of the files. No request. Exit code 1: the file of a Page is gone."""
    if output == Path("-"):
        raise UsageError("--output names a file: an export is not written to stdout")
    done = exported(SavedCrawl.open(output_dir), to, output)
    for file in done.files:
        typer.echo(printable(str(file)))
    for path in done.missing:
        typer.echo(
            printable(f"{output_dir / path} cannot be read: it is left out. getdocs reextract writes it"), err=True
        )
    if done.missing:
        raise typer.Exit(NOT_ALL)
