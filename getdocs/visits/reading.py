"""From a Response to the Page that it shows: in the browser or as it came, then read. Decides nothing about where to go."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from getdocs.config import CrawlConfig
from getdocs.fetch.content import Content, content_of
from getdocs.model import (
    Failed,
    FailReason,
    Fetched,
    Navigation,
    NotAPage,
    Page,
    PageFacts,
    Rendered,
    Request,
    RequestKind,
    Response,
    Snapshot,
    Trail,
)
from getdocs.read.reader import read_page
from getdocs.read.static import snapshot_of
from getdocs.read.verbatim import verbatim_page
from getdocs.write.files import content_hash
from getdocs.write.sources import Source

Render = Callable[[Response], Awaitable[Rendered]]

NO_CONTENT = (204, 205)
"""Successful, and defined to carry no page (RFC 9110 15.3.5, 15.3.6)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A Page, and what it was read from."""

    page: Page
    source: Source


class Reader:
    """`render` is None where pages are read as the server sent them."""

    def __init__(self, config: CrawlConfig, render: Render | None) -> None:
        self._accepted = config.accept_status
        self._selector = config.selector
        self._render = render

    async def read(self, response: Response) -> Reading | Navigation | NotAPage | Failed:
        """What `response` shows. A Page may turn out to have no text at all."""
        wanted = 200 <= response.status < 300 or response.status in self._accepted
        if not wanted or response.status in NO_CONTENT:
            return Failed(FailReason.HTTP, response.status, trail=response.trail)
        match content_of(response):
            case Content.OTHER:
                return NotAPage(response.header("content-type") or "unknown", response.trail)
            case Content.TEXT:
                source: Source = response
            case Content.HTML:
                snapshot = await self._render(response) if self._render else snapshot_of(response)
                if isinstance(snapshot, Navigation):
                    return snapshot
                if isinstance(snapshot, Failed):
                    return Failed(snapshot.reason, snapshot.status, snapshot.detail, response.trail)
                source = snapshot
        return Reading(await asyncio.to_thread(page_of, source, selector=self._selector), source)


async def page_at(url: str, *, fetch: Callable[[Request, Trail], Awaitable[Fetched]], reader: Reader) -> Page | None:
    """The page that stands at exactly `url`, asked for like any document; None where none does. Nothing is settled by it."""
    fetched = await fetch(Request(url, RequestKind.DOCUMENT), ())
    if not isinstance(fetched, Response) or len(fetched.trail) > 1:
        return None
    reading = await reader.read(fetched)
    return reading.page if isinstance(reading, Reading) else None


async def is_answered(url: str, *, fetch: Callable[[Request, Trail], Awaitable[Fetched]]) -> bool:
    """Whether the server answers for `url` itself, asked like for any document, though not the cache: 5xx is no answer."""
    fetched = await fetch(Request(url, RequestKind.DOCUMENT, headers=(("cache-control", "no-cache"),)), ())
    return isinstance(fetched, Response) and fetched.status < 500


def page_of(source: Source, *, selector: str | None) -> Page:
    """The Page that `source` shows. Pure; never raises. `selector` as in `read_page`."""
    match source:
        case Snapshot():
            return read_page(source, selector=selector)
        case Response():
            return verbatim_page(source)


def facts_of(page: Page, *, saved_at: str) -> PageFacts:
    """What the Manifest needs of `page`, written at `saved_at` (ISO 8601, UTC)."""
    return PageFacts(
        content_hash=content_hash(page.markdown),
        saved_at=saved_at,
        nav=page.nav,
        previous=page.previous,
        next=page.next,
        canonical=page.canonical,
        refused=page.refused,
        unsettled=page.unsettled,
    )
