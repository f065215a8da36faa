"""`getdocs view`: a saved crawl as a local web site."""

import contextlib
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from getdocs.offline.saved import SavedCrawl
from getdocs.offline.view.build import build as built
from getdocs.offline.view.server import ViewServer
from getdocs.write.terminal import printable


def view(
    output_dir: Annotated[
        Path, typer.Option("--output-dir", "-o", metavar="DIR", help="The folder of a crawl.")
    ] = Path("out"),
    port: Annotated[
        int, typer.Option("--port", "-p", metavar="N", min=0, max=65535, help="Of this machine; 0 is any that is free.")
    ] = 8000,
    build: Annotated[
        bool, typer.Option("--build", show_default="off", help="Only build the site, and print its folder.")
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open", show_default="off", help="Open it in your web browser.")
    ] = False,
) -> None:
    r"""Read a crawl as a web site on this machine, with its navigation, a search and a report. No request.

    Needs MkDocs Material: pip install 'getdocs\[view]'.
    """
    site = built(SavedCrawl.open(output_dir), tell=_say)
    if build:
        typer.echo(printable(str(site)))
        return
    with ViewServer(site, port) as server, contextlib.suppress(KeyboardInterrupt):
        _say(f"{server.url} shows {output_dir}; Ctrl-C ends it")
        if open_browser:
            webbrowser.open(server.url)
        server.serve_forever()


def _say(text: str) -> None:
    typer.echo(printable(text), err=True)
