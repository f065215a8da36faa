"""`getdocs doctor`: whether this machine can crawl."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from getdocs.render.doctor import examine
from getdocs.write.terminal import printable

UNHEALTHY = 3


def doctor(
    browser: Annotated[
        Path | None,
        typer.Option(
            "--browser",
            metavar="PATH",
            envvar="GETDOCS_CHROMIUM",
            show_default="looked for",
            help="The Chromium to examine.",
        ),
    ] = None,
) -> None:
    """Check that this machine can crawl: find the browser, seal it, render a page, try to leak."""
    diagnosis = asyncio.run(examine(browser))
    for line in diagnosis.lines:
        typer.echo(printable(line))
    if not diagnosis.healthy:
        raise typer.Exit(UNHEALTHY)
