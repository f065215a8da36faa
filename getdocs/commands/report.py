"""`getdocs report`: what a crawl came to, as a page to look at."""

from pathlib import Path, PurePosixPath
from typing import Annotated

import typer

from getdocs.offline.report.report import report as written
from getdocs.offline.saved import SavedCrawl
from getdocs.write import atomic
from getdocs.write.terminal import printable

DEFAULT = PurePosixPath(".getdocs/report.html")
"""Below the output folder: where no Page goes."""


def report(
    output_dir: Annotated[
        Path, typer.Option("--output-dir", "-o", metavar="DIR", help="The folder of a crawl.")
    ] = Path("out"),
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", show_default=f"DIR/{DEFAULT}", help="Where the report goes."),
    ] = None,
) -> None:
    """Write a report of a crawl, one HTML file to open in any browser, and print its path. No request."""
    data = written(SavedCrawl.open(output_dir)).encode("utf-8", "replace")
    if html is None:
        atomic.write_whole(output_dir, DEFAULT, data)
    else:
        place = atomic.named(html)
        atomic.write_whole(place.parent, PurePosixPath(place.name), data)
    typer.echo(printable(str(html or output_dir / DEFAULT)))
