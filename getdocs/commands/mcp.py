"""`getdocs mcp`: the tools for agents. Serves until its client goes."""

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from getdocs.commands.options import BrowserPath, Contact
from getdocs.errors import UsageError


def mcp(
    root: Annotated[
        Path,
        typer.Option(
            "--root",
            metavar="DIR",
            help="Crawls are read and written below this folder only.",
        ),
    ] = Path(),
    contact: Contact = None,
    browser: BrowserPath = None,
    allow_private: Annotated[
        bool,
        typer.Option(
            "--allow-private",
            show_default="off",
            help="Let agents crawl private addresses: this machine, this network.",
        ),
    ] = False,
) -> None:
    r"""Serve crawl, search, read and verify to an agent over stdin and stdout (Model Context Protocol).

    Needs the MCP SDK: pip install 'getdocs\[mcp]'.
    """
    if importlib.util.find_spec("mcp") is None:
        raise UsageError("getdocs mcp needs the MCP SDK: pip install 'getdocs[mcp]'")
    from getdocs.mcp.server import serve  # noqa: PLC0415 - an extra
    from getdocs.mcp.tools import Tools  # noqa: PLC0415 - together with it

    serve(Tools(root, contact=contact, browser=browser, allow_private=allow_private))
