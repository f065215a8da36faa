"""From a Response to the Page that it shows: in the browser or as it came, then read. Decides nothing about where to go."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from getdocs import urls
from getdocs.config import CrawlConfig
from getdocs.fetch.content import Content, content_of
from getdocs.model import (
    Failed,
    FailReason,
    Fetched,
    Moved,
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
from getdocs.read.first_html import put_back
from getdocs.read.reader import read_page
from getdocs.read.shell import why_shell
from getdocs.read.static import decode, snapshot_of
from getdocs.read.traits import Traits, traits_of
from getdocs.read.verbatim import verbatim_page
from getdocs.visits.auto import Auto, Way, says_the_same
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
    shell: str = ""
    """Why it is a Shell; empty where it is a page."""


class Reader:
    """`render` is None where pages are read as the server sent them; `auto` says it page by page where it is given."""

    def __init__(self, config: CrawlConfig, render: Render | None, auto: Auto | None = None) -> None:
        self._accepted = config.accept_status
        self._selector = config.selector
        self._render = render
        self._auto = auto

    async def read(self, response: Response) -> Reading | Navigation | NotAPage | Failed:
        """What `response` shows. A Page may turn out to have no text at all."""
        wanted = 200 <= response.status < 300 or response.status in self._accepted
        if not wanted or response.status in NO_CONTENT:
            return Failed(FailReason.HTTP, response.status, trail=response.trail)
        match content_of(response):
            case Content.OTHER:
                return NotAPage(response.header("content-type") or "unknown", response.trail)
            case Content.TEXT:
                return await self._reading(response, response)
            case Content.HTML if self._render is None:
                return await self._reading(snapshot_of(response), response)
            case Content.HTML if self._auto is None:
                return await self._shown(response, self._render)
            case Content.HTML:
                return await self._measured(response, self._render, self._auto)

    def stands(self, url: str) -> bool:
        """Whether what was read at `url`, as the Frontier has it, may be settled; else it is to be read again."""
        return self._auto is None or self._auto.stands(url)

    async def _measured(self, response: Response, render: Render, auto: Auto) -> Reading | Navigation | Failed:
        """What the browser shows; where that is known to be the same without it, what was sent."""
        url = urls.page_url(response.url)
        sent, traits = await asyncio.to_thread(_sent, response)
        decision = auto.decide(url, traits)
        if decision.way is Way.SHOWN:
            return await self._shown(response, render)
        plain = await self._reading(sent, response)
        empty = bool(plain.shell) or not plain.page.markdown.strip()
        if decision.way is Way.PLAIN and not empty:
            return plain
        if decision.way is Way.PLAIN:
            auto.withdraw(decision, url)
        shown = await self._shown(response, render)
        if decision.way is Way.BOTH:
            match shown:
                case Reading(page) if not page.unsettled:
                    auto.compared(decision, same=not empty and says_the_same(plain.page, page))
                case Navigation():
                    auto.compared(decision, same=False)
                case _:
                    auto.undecided(decision)
        return shown

    async def _shown(self, response: Response, render: Render) -> Reading | Navigation | Failed:
        shown = await render(response)
        match shown:
            case Navigation():
                return shown
            case Failed():
                return Failed(shown.reason, shown.status, shown.detail, response.trail)
            case Snapshot():
                return await asyncio.to_thread(_read_shown, shown, response, self._selector)

    async def _reading(self, source: Source, response: Response) -> Reading:
        return await asyncio.to_thread(_read, source, response, self._selector)


async def page_at(
    url: str, *, fetch: Callable[[Request, Trail], Awaitable[Fetched]], reader: Reader
) -> Page | str | None:
    """The page that `url` shows, asked for like any document, redirects followed. Nothing is settled by it.

    Where a redirect leads to a page that the Frontier has to ask for: its URL. None where no page is shown.
    """
    fetched = await fetch(Request(url, RequestKind.DOCUMENT), ())
    if isinstance(fetched, Moved):
        return fetched.to
    if not isinstance(fetched, Response):
        return None
    reading = await reader.read(fetched)
    return reading.page if isinstance(reading, Reading) and not reading.shell else None


async def is_answered(url: str, *, fetch: Callable[[Request, Trail], Awaitable[Fetched]]) -> bool:
    """Whether the server answers for `url` itself, asked like for any document, though not the cache: an error is no answer."""
    fetched = await fetch(Request(url, RequestKind.DOCUMENT, headers=(("cache-control", "no-cache"),)), ())
    return isinstance(fetched, Response) and fetched.status < 400


def _sent(response: Response) -> tuple[Snapshot, Traits]:
    sent = snapshot_of(response)
    return sent, traits_of(sent.html, sent.url)


def _read_shown(snapshot: Snapshot, response: Response, selector: str | None) -> Reading:
    """What the browser shows, with what its scripts have destroyed."""
    return _read(put_back(snapshot, decode(response), selector=selector), response, selector)


def _read(source: Source, response: Response, selector: str | None) -> Reading:
    page = page_of(source, selector=selector)
    if isinstance(source, Response):
        return Reading(page, source)
    return Reading(page, source, why_shell(page, source.html, scripted=b"<script" in response.body.lower()))


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
        restored=page.restored,
    )
