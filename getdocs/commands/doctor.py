"""`getdocs doctor`: whether this machine can crawl."""

import asyncio

import typer

from getdocs.commands.options import BrowserPath
from getdocs.render.doctor import examine
from getdocs.write.terminal import printable

UNHEALTHY = 3


def doctor(
    browser: BrowserPath = None,
) -> None:
    """Check that this machine can crawl: find the browser, seal it, render a page, try to leak."""
    diagnosis = asyncio.run(examine(browser))
    for line in diagnosis.lines:
        typer.echo(printable(line))
    if not diagnosis.healthy:
        raise typer.Exit(UNHEALTHY)
