"""One visit: a Lease goes in, and what became of the URL is settled before it returns.

fetch -> render -> read -> write -> settle, with every hop of the way in one Trail. Knows nothing of workers, signals or
the order of URLs.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from getdocs import urls
from getdocs.beginning import iso
from getdocs.config import CrawlConfig
from getdocs.fetch.content import Content, content_of
from getdocs.frontier.store import Frontier
from getdocs.model import (
    Deferred,
    Discovered,
    Duplicate,
    Failed,
    FailReason,
    Fetched,
    Hop,
    Lease,
    Navigation,
    NotAPage,
    Outcome,
    Page,
    PageFacts,
    Redirected,
    Rendered,
    Request,
    RequestKind,
    Response,
    Saved,
    Skipped,
    SkipReason,
    Snapshot,
    Trail,
)
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope
from getdocs.read.reader import read_page
from getdocs.read.static import snapshot_of
from getdocs.read.verbatim import verbatim_page
from getdocs.write.files import PageWriter, content_hash
from getdocs.write.paths import page_path
from getdocs.write.sources import Source, Sources

Fetch = Callable[[Request, Trail], Awaitable[Fetched]]
Render = Callable[[Response], Awaitable[Rendered]]

MAX_DEFERRALS = 5
"""How often one URL may be put off while its host answers others; and how many pauses in a row a host may ask for before
it is left alone for the rest of the run, its URLs Pending.
"""
NO_CONTENT = (204, 205)
"""Successful, and defined to carry no page (RFC 9110 15.3.5, 15.3.6)."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What one visit did. `outcome` is None where the URL went back to the Frontier."""

    url: str
    found_on: str
    seed: bool
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class _Reading:
    page: Page
    source: Source


class Visitor:
    """Takes Leases through the pipeline. One instance serves all workers of a crawl."""

    def __init__(
        self,
        config: CrawlConfig,
        *,
        scope: Scope,
        pins: Pins,
        frontier: Frontier,
        writer: PageWriter,
        sources: Sources,
        fetch: Fetch,
        render: Render | None,
        quiet: Callable[[str, float], None],
        now: Callable[[], float] = time.time,
    ) -> None:
        """`render` is None where pages are read as the server sent them. `quiet` leaves a host alone for some seconds."""
        self._config = config
        self._scope = scope
        self._pins = pins
        self._frontier = frontier
        self._writer = writer
        self._sources = sources
        self._fetch = fetch
        self._render = render
        self._quiet = quiet
        self._home = _home(config)
        self._now = now

    async def visit(self, lease: Lease) -> list[Settled]:
        """Settles the leased URL, and each URL that it led to. In the order in which they were settled."""
        if self._config.depth is not None and lease.depth > self._config.depth:
            return [self._settle(lease, Skipped(SkipReason.DEPTH, f"{lease.depth} links away from a Seed"))]
        settled: list[Settled] = []
        # `own`: where in the trail of the visit the hops of the leased URL itself begin.
        url, trail, own = lease.url, Trail(), 0
        while True:
            fetched = await self._fetch(Request(url, RequestKind.DOCUMENT), trail)
            if isinstance(fetched, Deferred):
                return [*settled, self._defer(lease, fetched)]
            if not isinstance(fetched, Response):
                return [*settled, self._settle(lease, fetched)]
            taken = self._follow(lease, fetched.url, fetched.trail[own:], settled)
            if taken is None:
                return settled
            if taken is not lease:
                lease, own = taken, len(fetched.trail) - 1
            reading = await self._read(fetched)
            if isinstance(reading, Navigation):
                url, trail = reading.url, _left_by_page(fetched.trail)
                continue
            if not isinstance(reading, _Reading):
                return [*settled, self._settle(lease, reading)]
            if not reading.page.markdown.strip():
                # Its links count all the same: a frameset, or a start page of pictures, is the way to everything else.
                empty = Failed(FailReason.EMPTY, fetched.status, "no text on the page", fetched.trail)
                return [*settled, self._settle(lease, empty, found=self._found(lease, reading.page))]
            shown = Hop(reading.page.url, fetched.status, "the route that the page went to")
            taken = self._follow(lease, reading.page.url, (*_left_by_page(fetched.trail[own:]), shown), settled)
            if taken is None:
                return settled
            saved_at = iso(self._now())
            # Before the Page is settled, so that no kill can leave a Page that cannot be read again.
            await self._sources.keep(taken.url, reading.source, saved_at=saved_at)
            return [*settled, self._save(taken, reading, saved_at)]

    async def _read(self, response: Response) -> _Reading | Navigation | NotAPage | Failed:
        wanted = 200 <= response.status < 300 or response.status in self._config.accept_status
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
        return _Reading(await asyncio.to_thread(page_of, source, selector=self._config.selector), source)

    def _found(self, lease: Lease, page: Page) -> tuple[Discovered, ...]:
        """What of the links of `page`, which is shown at the leased URL, may become Pages."""
        return tuple(
            Discovered(link, lease.depth + 1, lease.url) for link in page.links if self._scope.refusal(link) is None
        )

    def _save(self, lease: Lease, reading: _Reading, saved_at: str) -> Settled:
        page = reading.page
        digest = content_hash(page.markdown)
        found = self._found(lease, page)
        twin = self._frontier.find_twin(lease.url, digest)
        if twin is not None:
            self._sources.discard(lease.url)
            return self._settle(lease, Duplicate(twin), found=found)
        path = page_path(lease.url, self._home)
        html = reading.source.html if self._config.keep_html and isinstance(reading.source, Snapshot) else None
        self._writer.write(page, path, saved_at=saved_at, html=html)
        saved = Saved(str(path), page.title, page.status)
        return self._settle(lease, saved, facts=facts_of(page, saved_at=saved_at), found=found)

    def _follow(self, lease: Lease, to: str, trail: Trail, settled: list[Settled]) -> Lease | None:
        """The Lease on the page that the leased URL led to; itself where it led nowhere else, None where another has it."""
        to = urls.page_url(to)
        if to == lease.url:
            return lease
        statuses = tuple(_redirect_status(hop) for hop in trail[:-1])
        # First what the way there has taught of its hosts: a kill must not leave the target without the pin to reach it.
        self._frontier.set_pins(self._pins.as_mapping())
        taken = self._frontier.redirect(lease, to, statuses=statuses, trail=trail)
        settled.append(Settled(lease.url, lease.found_on, lease.seed, Redirected(to, statuses, trail)))
        return taken

    def _defer(self, lease: Lease, deferred: Deferred) -> Settled:
        self._quiet(deferred.host, deferred.seconds)
        # A site that has not said yes to anything is Skipped in the end. A host that puts this URL off from behind a
        # redirect is not the one whose other URLs must wait with it.
        may_park = isinstance(deferred.final, Failed) and deferred.host == urls.netloc(lease.url)
        last = lease.deferrals + 1 >= MAX_DEFERRALS
        if last and not (may_park and self._frontier.streak(deferred.host) + 1 >= MAX_DEFERRALS):
            return self._settle(lease, deferred.final)
        reason = deferred.final.detail or deferred.final.reason
        streak = self._frontier.defer(lease, self._now() + deferred.seconds, reason, host=deferred.host)
        if may_park and streak >= MAX_DEFERRALS:
            self._frontier.park(deferred.host, reason)
        return Settled(lease.url, lease.found_on, lease.seed, None)

    def _settle(
        self,
        lease: Lease,
        outcome: Outcome,
        *,
        facts: PageFacts | None = None,
        found: tuple[Discovered, ...] = (),
    ) -> Settled:
        self._frontier.settle(lease, outcome, facts=facts, found=found)
        return Settled(lease.url, lease.found_on, lease.seed, outcome)


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


def _left_by_page(trail: Trail) -> Trail:
    *before, last = trail
    return (*before, Hop(last.url, last.status, "the page went on by itself"))


def _redirect_status(hop: Hop) -> int:
    return hop.status if hop.status is not None and 300 <= hop.status < 400 else 0


def _home(config: CrawlConfig) -> str | None:
    """The host whose Pages stand at the root of the output; None where the Seeds name several."""
    hosts = {urls.netloc(seed) for seed in config.seeds}
    return hosts.pop() if len(hosts) == 1 else None
