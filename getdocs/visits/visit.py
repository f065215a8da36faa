"""One visit: a Lease goes in, and what became of the URL is settled before it returns.

fetch -> render -> read -> write -> settle, with every hop of the way in one Trail. Knows nothing of workers, signals or
the order of URLs.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath

from getdocs import urls
from getdocs.config import CrawlConfig
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
    Moved,
    Navigation,
    NotAPage,
    Outcome,
    Page,
    PageFacts,
    Redirected,
    Request,
    RequestKind,
    Response,
    Saved,
    SavedPage,
    Skipped,
    SkipReason,
    Snapshot,
    Trail,
)
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope
from getdocs.read.shell import SHELL
from getdocs.timestamps import iso
from getdocs.visits.finding import Finder
from getdocs.visits.patience import Patience, is_trouble
from getdocs.visits.reading import Reader, Reading, facts_of
from getdocs.visits.soft404 import SoftNotFound
from getdocs.visits.twins import Twins
from getdocs.write.files import PageWriter, content_hash
from getdocs.write.paths import page_path
from getdocs.write.sources import Sources

Fetch = Callable[[Request, Trail], Awaitable[Fetched]]


@dataclass(frozen=True, slots=True)
class Settled:
    """What one visit did. `outcome` is None where the URL went back to the Frontier."""

    url: str
    found_on: str
    seed: bool
    outcome: Outcome | None
    page: SavedPage | None = None
    """Present where the outcome is Saved."""


class Visitor:
    """Takes Leases on pages through the pipeline. One instance serves all workers of a crawl."""

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
        reader: Reader,
        finder: Finder,
        soft404: SoftNotFound,
        patience: Patience,
        listings: Callable[[str], Iterable[Discovered]],
        notice: Callable[[str, tuple[str, ...]], None] = lambda _url, _links: None,
        now: Callable[[], float],
    ) -> None:
        """`listings` are those to be read of the host of a URL, when one of its pages has answered; each host once.

        `notice` hears of each page that is saved, by its URL, where it links to.
        """
        self._config = config
        self._scope = scope
        self._pins = pins
        self._frontier = frontier
        self._writer = writer
        self._sources = sources
        self._fetch = fetch
        self._reader = reader
        self._finder = finder
        self._soft404 = soft404
        self._patience = patience
        self._listings = listings
        self._notice = notice
        self._home = _home(config)
        self._twins = Twins(config.output_dir, self._home, spelling_of=frontier.spelling_of, is_saved=frontier.is_saved)
        self._now = now

    async def visit(self, lease: Lease) -> list[Settled]:
        """Settles the leased URL, and each URL that it led to. In the order in which they were settled."""
        if (refusal := self._finder.refusal(lease)) is not None:
            return [self._settle(lease, refusal)]
        settled: list[Settled] = []
        # `own`: where in the trail of the visit the hops of the leased URL itself begin.
        url, trail, own = lease.url, lease.trail, len(lease.trail)
        while True:
            fetched = await self._fetch(Request(url, RequestKind.DOCUMENT), trail)
            if not isinstance(fetched, Response):
                return [*settled, await self._come_to_nothing(lease, fetched, own)]
            if (refusal := self._finder.refusal_of_target(lease, fetched.url)) is not None:
                return [*settled, self._settle(lease, replace(refusal, trail=fetched.trail))]
            taken = self._follow(lease, fetched.url, fetched.trail[own:], settled)
            if taken is None:
                return settled
            if taken is not lease:
                lease, own = taken, len(fetched.trail) - 1
            reading = await self._reader.read(fetched)
            if isinstance(reading, Navigation):
                url, trail = reading.url, _left_by_page(fetched.trail)
                if self._is_elsewhere(url, lease):
                    return [*settled, self._hand_over(lease, self._pins.apply(url), trail[own:])]
                continue
            if not isinstance(reading, Reading):
                return [*settled, await self._come_to_nothing(lease, reading, own)]
            shown = Hop(reading.page.url, fetched.status, "the route that the page went to")
            taken = self._follow(lease, reading.page.url, (*_left_by_page(fetched.trail[own:]), shown), settled)
            if taken is None:
                return settled
            done = await self._take(taken, reading, fetched.trail)
            if done is not None:
                return [*settled, done]
            # Once more, out of the cache, and now through the browser.
            lease = taken

    async def _take(self, lease: Lease, reading: Reading, trail: Trail) -> Settled | None:
        """What becomes of a page that was read at the leased URL; None where it has to be read again."""
        page = reading.page
        if lease.seed:
            self._finder.landed(lease.url)
        if reading.shell or not page.markdown.strip():
            # Its links count all the same: a frameset, or a start page of pictures, is the way to everything else.
            detail = f"{SHELL}{reading.shell}" if reading.shell else "no text on the page"
            empty = Failed(FailReason.EMPTY, page.status, detail, trail)
            return self._settle(lease, empty, found=await self._found(lease, page, saved=False))
        soft = await self._soft404.stands_for(page, exempt=lease.seed)
        if not self._reader.stands(lease.url):
            return None
        if soft is not None:
            return self._settle(lease, Skipped(SkipReason.TRAP, soft, trail))
        return await self._save(lease, reading)

    async def _found(self, lease: Lease, page: Page, *, saved: bool) -> tuple[Discovered, ...]:
        """What of the links of `page`, which is shown at the leased URL, has still to enter the Frontier."""
        found: tuple[Discovered, ...] = ()
        for batch in self._finder.on_page(page, lease, saved=saved):
            if found:
                self._frontier.add(found)
                await asyncio.sleep(0)  # others have their turn between two batches
            found = batch
        return found

    async def _save(self, lease: Lease, reading: Reading) -> Settled | None:
        page = reading.page
        if not lease.seed and (of := await self._twins.page_of(lease.url, page)) is not None:
            return self._settle(lease, Duplicate(of), found=await self._found(lease, page, saved=False))
        found = await self._found(lease, page, saved=page.receipt is not None)
        saved_at = iso(self._now())
        path = page_path(lease.url, self._home)
        html = reading.source.html if self._config.keep_html and isinstance(reading.source, Snapshot) else None
        # Before the Page is settled, so that no kill can leave a Page that cannot be read again.
        await self._sources.keep(lease.url, reading.source, saved_at=saved_at)
        async with self._written_aside(page, path, saved_at=saved_at, html=html):
            # Nothing is waited for from here on: what others settle in between could speak against this page.
            if not self._reader.stands(lease.url):
                return None
            twin = self._frontier.find_twin(lease.url, content_hash(page.markdown))
            if twin is not None:
                # Before it is settled: nobody comes back to a Duplicate to take over what a kill has left of it.
                self._sources.discard(lease.url)
                self._writer.drop_aside(path)
                return self._settle(lease, Duplicate(twin), found=found)
            self._writer.put_in_place(path, html=html is not None)
            saved = Saved(str(path), page.title, page.status)
            self._patience.note(lease.url)
            self._notice(lease.url, page.links)
            settled = self._settle(lease, saved, facts=facts_of(page, saved_at=saved_at), found=found)
            return replace(settled, page=_handed_on(lease, page, saved, saved_at))

    @asynccontextmanager
    async def _written_aside(
        self, page: Page, path: PurePosixPath, *, saved_at: str, html: str | None
    ) -> AsyncIterator[None]:
        """In the block, the Page is on the disk; what is not put in its place there is removed."""
        write = partial(self._writer.write_aside, page, path, saved_at=saved_at, html=html)
        writing = asyncio.get_running_loop().run_in_executor(None, write)
        try:
            await asyncio.shield(writing)
            yield
        finally:
            await asyncio.wait([writing])  # a thread goes on though what waits for it is cancelled
            self._writer.drop_aside(path)

    def _follow(self, lease: Lease, to: str, trail: Trail, settled: list[Settled]) -> Lease | None:
        """The Lease on the page that the leased URL led to; itself where it led nowhere else, None where another has it."""
        to = urls.page_url(to)
        if to == lease.url:
            return lease
        statuses = tuple(_redirect_status(hop) for hop in trail[:-1])
        # First what the way there has taught of its hosts: a kill must not leave the target without the pin to reach it.
        self._frontier.set_pins(self._pins.as_mapping())
        taken = self._frontier.redirect(lease, to, statuses=statuses, trail=trail)
        settled.append(_told(lease, taken if isinstance(taken, Failed) else Redirected(to, statuses, trail)))
        return taken if isinstance(taken, Lease) else None

    def _hand_over(self, lease: Lease, to: str, trail: Trail) -> Settled:
        """The leased URL led to a page that waits for its own turn, or has had it."""
        to = urls.page_url(to)
        statuses = tuple(_redirect_status(hop) for hop in trail)
        trail = (*trail, Hop(to, None, "left to its own visit"))
        self._frontier.set_pins(self._pins.as_mapping())
        loop = self._frontier.redirect(lease, to, statuses=statuses, trail=trail, take=False)
        return _told(lease, loop if isinstance(loop, Failed) else Redirected(to, statuses, trail))

    def _is_elsewhere(self, url: str, lease: Lease) -> bool:
        """Whether a page in Scope on another host: there, it has to wait for its turn."""
        return urls.netloc(url) != urls.netloc(lease.url) and self._scope.refusal(self._pins.apply(url)) is None

    async def _come_to_nothing(
        self, lease: Lease, result: Deferred | Moved | Skipped | Failed | NotAPage, own: int
    ) -> Settled:
        """What becomes of a leased URL that showed no page; the hops of its own begin at `own` in the trail."""
        match result:
            case Deferred():
                return self._put_off(lease, result)
            case Moved(to, trail):
                return self._hand_over(lease, to, trail[own:])
            case Failed():
                rest = await self._patience.in_trouble(lease, result)
                return self._settle(lease, result) if rest is None else self._put_off(lease, rest)
            case Skipped() | NotAPage():
                return self._settle(lease, result)

    def _put_off(self, lease: Lease, deferred: Deferred) -> Settled:
        final = self._patience.put_off(lease, deferred)
        return _told(lease, None) if final is None else self._settle(lease, final)

    def _settle(
        self,
        lease: Lease,
        outcome: Outcome,
        *,
        facts: PageFacts | None = None,
        found: tuple[Discovered, ...] = (),
    ) -> Settled:
        trouble = isinstance(outcome, Failed) and is_trouble(outcome)
        if not isinstance(outcome, Skipped) and not trouble:
            found = (*self._listings(lease.url), *found)
        self._frontier.settle(lease, outcome, facts=facts, found=found, trouble=trouble)
        return _told(lease, outcome)


def _told(lease: Lease, outcome: Outcome | None) -> Settled:
    return Settled(lease.url, lease.found_on, lease.seed, outcome)


def _handed_on(lease: Lease, page: Page, saved: Saved, saved_at: str) -> SavedPage:
    return SavedPage(
        url=urls.without_credentials(lease.url),
        path=saved.path,
        title=saved.title,
        status=saved.status,
        depth=lease.depth,
        found_on=urls.without_credentials(lease.found_on) if lease.found_on else None,
        saved_at=saved_at,
        markdown=page.markdown,
        canonical=urls.without_credentials(page.canonical) if page.canonical else None,
        receipt=page.receipt,
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
