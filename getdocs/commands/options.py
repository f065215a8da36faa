"""Options that more than one subcommand has."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

BrowserPath: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--browser",
        metavar="PATH",
        envvar="GETDOCS_CHROMIUM",
        show_default="looked for",
        help="The Chromium to use.",
        rich_help_panel="Rendering",
    ),
]
