"""`getdocs reextract`: the Pages of a crawl made anew, without the site."""

from pathlib import Path
from typing import Annotated

import typer

from getdocs.reextract import reextract as read_again
from getdocs.write.terminal import printable

SOME_LEFT = 1


def reextract(
    output_dir: Annotated[
        Path, typer.Option("--output-dir", "-o", metavar="DIR", help="The folder of a crawl.")
    ] = Path("out"),
    selector: Annotated[
        str | None,
        typer.Option(
            "--selector",
            metavar="CSS",
            show_default="as crawled",
            help="What on a page is its content; '' finds it by evidence.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only errors and warnings.")] = False,
) -> None:
    """Read every saved page again, from what the crawl kept: no request, no browser. Exit code 1: not every one could be."""
    result = read_again(output_dir, selector=selector, warn=_warn)
    if not quiet:
        for path in result.changed:
            typer.echo(printable(f"changed {path}"), err=True)
        parts = [f"{len(result.read)} pages read again", f"{len(result.changed)} changed"]
        if result.left:
            parts.append(f"{len(result.left)} left as they were")
        typer.echo(", ".join(parts), err=True)
    if result.left:
        raise typer.Exit(SOME_LEFT)


def _warn(text: str) -> None:
    typer.echo(printable(f"warning: {text}"), err=True)
