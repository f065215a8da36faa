"""Markdown on stdout."""

import sys

import typer

from getdocs.write.quoting import well_formed
from getdocs.write.terminal import printable


def print_markdown(markdown: str) -> None:
    """To a pipe exactly as a crawl would write it; to a terminal without what would steer it."""
    if sys.stdout.isatty():
        typer.echo("\n".join(map(printable, markdown.rstrip("\n").split("\n"))))
    else:
        sys.stdout.buffer.write(well_formed(markdown).encode())
