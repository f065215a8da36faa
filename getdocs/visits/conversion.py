"""What is done with one page between the bytes and the Page: all of it pure, and most of what a crawl computes.

Runs in a worker process (see `pool`), so it takes and gives nothing but what can be sent there, and imports no more than that
needs.
"""

from dataclasses import dataclass

from getdocs.model import NO_CHROME, Chrome, Page, Response, Snapshot
from getdocs.read.first_html import put_back
from getdocs.read.reader import read_page
from getdocs.read.shell import why_shell
from getdocs.read.static import decode, snapshot_of
from getdocs.read.traits import Traits, traits_of
from getdocs.read.verbatim import verbatim_page


@dataclass(frozen=True, slots=True)
class Read:
    """A Page as it was read."""

    page: Page
    shell: str = ""
    """Why it is a Shell; empty where it is a page."""
    source: Snapshot | None = None
    """What it was read from; None where that is what was handed in: it is not sent back."""


def traits_of_sent(response: Response) -> Traits:
    """The Traits of the HTML that the server sent."""
    return traits_of(decode(response), response.url)


def read_text(response: Response) -> Read:
    """The Page that text is by itself."""
    return Read(verbatim_page(response))


def read_sent(response: Response, selector: str | None) -> Read:
    """The Page that HTML shows without a browser. `selector` as in `read_page`."""
    snapshot = snapshot_of(response)
    return _read(snapshot, response, selector, source=snapshot)


def read_shown(response: Response, snapshot: Snapshot, selector: str | None) -> Read:
    """The Page that the browser shows, with what its scripts have destroyed. `selector` as in `read_page`."""
    whole = put_back(snapshot, decode(response), selector=selector)
    return _read(whole, response, selector, source=None if whole is snapshot else whole)


def page_of(source: Snapshot | Response, selector: str | None, chrome: Chrome = NO_CHROME) -> Page:
    """The Page that was read from `source`, as it was kept. `selector` and `chrome` as in `read_page`."""
    match source:
        case Snapshot():
            return read_page(source, selector=selector, chrome=chrome)
        case Response():
            return verbatim_page(source)


def _read(snapshot: Snapshot, response: Response, selector: str | None, *, source: Snapshot | None) -> Read:
    page = read_page(snapshot, selector=selector)
    shell = why_shell(page, snapshot.html, scripted=b"<script" in response.body.lower())
    return Read(page, shell, source)
