"""`getdocs convert`: one HTML file as Markdown on stdout. No request."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from getdocs import urls
from getdocs.commands.options import Selector
from getdocs.commands.stdout import print_markdown
from getdocs.errors import UsageError
from getdocs.model import Response
from getdocs.read.content import check_selector
from getdocs.read.reader import read_page
from getdocs.read.static import snapshot_of
from getdocs.write.terminal import printable

NOTHING_TO_SAY = 1

_NOWHERE = "about:blank"
"""The address of a page without one: absolute links hold, relative ones lead nowhere (WHATWG URL, opaque paths)."""


def convert(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", show_default=False, help="An HTML file; - reads standard input.")
    ],
    base_url: Annotated[
        str | None,
        typer.Option(
            "--base-url",
            metavar="URL",
            show_default="what the page calls itself",
            help="Where the page is from: what its links are relative to.",
        ),
    ] = None,
    selector: Selector = None,
) -> None:
    """Print an HTML file as Markdown, as a crawl would save it. No request is made. Exit code 1: it shows nothing."""
    if selector:
        check_selector(selector)
    if base_url is not None and ((parsed := urls.parse(base_url)) is None or not urls.is_web(parsed)):
        raise UsageError(f"--base-url must be an http or https URL, not {base_url}")
    body = _content(file)
    page = read_page(snapshot_of(Response(base_url or _NOWHERE, 200, (), body)), selector=selector)
    if base_url is None and page.canonical is not None:
        page = read_page(snapshot_of(Response(page.canonical, 200, (), body)), selector=selector)
    elif base_url is None:
        _say("relative links and images are left out: --base-url says where the page is from")
    if not page.markdown:
        _say(f"getdocs: {file} shows nothing")
        raise typer.Exit(NOTHING_TO_SAY)
    print_markdown(page.markdown)


def _content(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error


def _say(text: str) -> None:
    typer.echo(printable(text), err=True)
