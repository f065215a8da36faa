"""From a Response to the Page that it shows: in the browser or as it came, then read. Decides nothing about where to go."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

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
from getdocs.visits.auto import Auto, Decision, says_the_same
from getdocs.visits.auto_family import Way
from getdocs.visits.conversion import Read, read_sent, read_shown, read_text, traits_of_sent
from getdocs.visits.pool import Loss, Pool
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
    looked_for: tuple[str, ...] = ()
    """As in Snapshot."""


class Reader:
    """`render` is None where pages are read as the server sent them; `auto` says it page by page where it is given.

    What has to be computed is computed in `pool`.
    """

    def __init__(self, config: CrawlConfig, render: Render | None, auto: Auto | None = None, *, pool: Pool) -> None:
        self._accepted = config.accept_status
        self._selector = config.selector
        self._render = render
        self._auto = auto
        self._pool = pool

    async def read(self, response: Response) -> Reading | Navigation | NotAPage | Failed:
        """What `response` shows. A Page may turn out to have no text at all."""
        wanted = 200 <= response.status < 300 or response.status in self._accepted
        if not wanted or response.status in NO_CONTENT:
            return Failed(FailReason.HTTP, response.status, trail=response.trail)
        match content_of(response):
            case Content.OTHER:
                return NotAPage(response.header("content-type") or "unknown", response.trail)
            case Content.TEXT:
                return await self._text(response)
            case Content.HTML if self._render is None:
                return await self._sent(response)
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
        traits = await self._pool.run(len(response.body), traits_of_sent, response)
        if isinstance(traits, Loss):
            return _lost(traits, response)
        while over := auto.waits_for(url, traits):
            await over.wait()
        decision = auto.decide(url, traits)
        try:
            return await self._decided(decision, url, response, render, auto)
        finally:
            auto.close(decision)

    async def _decided(
        self, decision: Decision, url: str, response: Response, render: Render, auto: Auto
    ) -> Reading | Navigation | Failed:
        if decision.way is Way.SHOWN:
            return await self._shown(response, render)
        plain = await self._sent(response)
        empty = isinstance(plain, Failed) or bool(plain.shell) or not plain.page.markdown.strip()
        if decision.way is Way.PLAIN and not empty:
            return plain
        if decision.way is Way.PLAIN:
            auto.withdraw(decision, url)
        shown = await self._shown(response, render)
        if decision.way is Way.BOTH:
            match shown:
                case Reading(page, looked_for=lines) if not page.unsettled:
                    same = isinstance(plain, Reading) and not empty and says_the_same(plain.page, page)
                    auto.compared(decision, lines, same=same)
                case Navigation():
                    auto.compared(decision, (), same=False)
                case _:
                    auto.undecided(decision)
        return shown

    async def _text(self, response: Response) -> Reading | Failed:
        return _reading(await self._pool.run(len(response.body), read_text, response), response, response)

    async def _sent(self, response: Response) -> Reading | Failed:
        read = await self._pool.run(len(response.body), read_sent, response, self._selector)
        return _reading(read, response, response)

    async def _shown(self, response: Response, render: Render) -> Reading | Navigation | Failed:
        shown = await render(response)
        match shown:
            case Navigation():
                return shown
            case Failed():
                return Failed(shown.reason, shown.status, shown.detail, response.trail)
            case Snapshot():
                weight = len(response.body) + len(shown.html)
                source = replace(shown, looked_for=())
                read = await self._pool.run(weight, read_shown, response, source, self._selector)
                return _reading(read, source, response, shown.looked_for)


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


def _reading(
    read: Read | Loss, handed_in: Source, response: Response, looked_for: tuple[str, ...] = ()
) -> Reading | Failed:
    if isinstance(read, Loss):
        return _lost(read, response)
    return Reading(read.page, read.source or handed_in, read.shell, looked_for)


def _lost(loss: Loss, response: Response) -> Failed:
    reason = FailReason.UNRESPONSIVE if loss is Loss.SLOW else FailReason.RENDER_CRASH
    return Failed(reason, response.status, f"the page could not be read: {loss}", response.trail)


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
        address=page.address,
        unlinked=page.unlinked,
        receipt=page.receipt,
        anchors=page.anchors,
        edges=page.edges,
    )
