"""The conductor, and the table of contents: lease -> fetch -> render -> read -> write -> settle.

Says what its workers do next and has the Manifest written. Who is handed what stands in `stages`, what happens to one URL in `visit`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Protocol, TypeAlias

from getdocs import urls
from getdocs.beginning import Existing, begin
from getdocs.config import CrawlConfig, RenderMode, RobotsFor, SitemapUse
from getdocs.ending import TRAFFIC, conclude
from getdocs.errors import GetdocsError
from getdocs.fetch.chain import Middleware
from getdocs.fetch.network import Network
from getdocs.fetch.noting import Note, Noted
from getdocs.frontier.pacing import Pacer
from getdocs.frontier.store import Empty, Frontier, Wait, state_path
from getdocs.linking import wanted_assets
from getdocs.looking_again import look_again
from getdocs.model import Counts, SavedPage, Skipped, SkipReason
from getdocs.read.content import check_selector
from getdocs.render.find import find_chromium
from getdocs.repeats import is_over, leave_out_repeats
from getdocs.stages import FAMILIES, Stages, stages_of
from getdocs.visits.auto_check import bear_out
from getdocs.visits.crew import Crew
from getdocs.visits.media import AssetVisitor
from getdocs.visits.visit import Settled
from getdocs.write.files import PageWriter
from getdocs.write.manifest import Manifest
from getdocs.write.sources import Sources, sources_path
from getdocs.write.traffic import Traffic

SHOW_SECONDS = 0.25
"""Between two looks at how the crawl stands."""
KEPT_SHOWS = 40
"""How often the crawl is looked at before what it has asked for is kept: the rest is lost where it is killed."""


HandOn: TypeAlias = Callable[[SavedPage], Awaitable[None]]
"""Takes a Page that was saved."""


@dataclass(frozen=True, slots=True)
class Status:
    """A crawl at one moment, for a display."""

    counts: Counts
    doing: str
    """The host being asked, what else is done, or that the crawl is stopping."""
    waiting: tuple[str, ...] = ()
    """A line for each host that is left alone, the longest wait first: why, and for how long."""
    limit: int = 0
    """Pages to save; 0 = no limit."""
    listed: bool = False
    """Whether a listing of the site has named its pages: then what is pending is more than what links have led to so far."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished or interrupted crawl."""

    manifest: Manifest
    interrupted: bool


class Observer(Protocol):
    """Hears what happens while a crawl runs."""

    def show(self, status: Status) -> None:
        """How the crawl stands: told several times a second."""

    def warn(self, text: str) -> None:
        """Something the user should know, though the crawl goes on."""

    def settled(self, what: Settled) -> None:
        """One URL has its Outcome, or was put off."""


class Crawl:
    """One crawl into one output folder. No global state: several may run in one process."""

    def __init__(
        self,
        config: CrawlConfig,
        *,
        observer: Observer,
        existing: Existing = Existing.REFUSE,
        middlewares: Sequence[Middleware] = (),
        hand_on: HandOn | None = None,
        note: Note | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`middlewares` are steps of your own around every request (see `fetch.chain`); `now`: seconds since the epoch.

        `hand_on` gets each Page when it is saved; the worker that has saved it takes up nothing new until it returns.
        `note` hears of each request, refused ones included.
        """
        self._config = config
        self._observer = observer
        self._existing = existing
        self._middlewares = middlewares
        self._hand_on = hand_on
        self._note = note
        self._now = now
        self._crew = Crew(config.concurrency)
        self._warnings: list[str] = []
        self._host = ""
        self._doing: Callable[[], str] = lambda: self._host
        self._learned = ""
        self._traffic = Traffic()

    async def run(self) -> Result:
        """Crawls until nothing is left, the limit is reached or somebody stops it.

        Raises a GetdocsError where the crawl cannot start, before any request, or cannot go on; what was done until
        then is kept, and stands in the Manifest where that can still be written. So it is where the crawl is cancelled.
        """
        network = Network.of(self._config)
        writer = PageWriter(self._config.output_dir)
        if self._config.selector is not None:
            check_selector(self._config.selector)
        writer.prepare()
        sources = Sources(sources_path(self._config.output_dir), warn=self._warn)
        browser = find_chromium(self._config.browser) if self._config.render is not RenderMode.NEVER else None
        with Frontier.open(state_path(self._config.output_dir)) as frontier:
            begin(frontier, writer, sources, self._config, self._existing, now=self._now)
            self._traffic = Traffic(frontier.meta(TRAFFIC) or "")
            try:
                await self._crawl(frontier, writer, sources, browser, network)
            except (GetdocsError, asyncio.CancelledError):
                with suppress(GetdocsError):
                    self._conclude(frontier)
                raise
            # In a thread, since there may be many files to link. Whoever is impatient waits for it: the state must not be closed.
            with ThreadPoolExecutor(1) as thread:
                manifest = await asyncio.get_running_loop().run_in_executor(thread, self._conclude, frontier)
        return Result(manifest, interrupted=self._crew.is_stopping())

    async def _crawl(
        self, frontier: Frontier, writer: PageWriter, sources: Sources, browser: Path | None, network: Network
    ) -> None:
        config = self._config
        for warning in _relaxed(config):
            self._warn(warning)
        async with stages_of(
            config,
            frontier,
            writer,
            sources,
            browser,
            network,
            middlewares=self._middlewares,
            stopped=self._crew.is_stopping,
            note=self._noted,
            warn=self._warn,
            now=self._now,
        ) as stages:
            work = partial(self._work, frontier, stages)
            show = partial(self._show, frontier, stages.pacer)
            await look_again(
                frontier,
                sources,
                selector=config.selector,
                found=stages.finder.on_page,
                listings=stages.listings,
                stopped=self._crew.is_stopping,
                warn=self._warn,
            )
            await self._crew.employ(work, show)
            if stages.auto is not None:
                await bear_out(
                    stages.auto,
                    look=stages.show_page,
                    employ=partial(self._crew.employ, beside=show),
                    work=work,
                    stopped=self._crew.is_stopping,
                )
            stages.source.end()
            if config.sitemap is SitemapUse.ONLY and not _is_listed(frontier):
                self._warn("no sitemap and no llms.txt names a page: without --sitemap-only, links are followed")
            if config.download_media and not self._crew.is_stopping():
                await self._fetch_assets(frontier, stages)

    async def _work(self, frontier: Frontier, stages: Stages) -> None:
        """What each worker does until nothing is left: lease, visit, and so on."""
        while not self._crew.is_stopping() and not await stages.source.taken():
            turn = frontier.lease(self._now(), limit=self._config.limit, pace=stages.pacer)
            if isinstance(turn, Empty):
                return
            if isinstance(turn, Wait):
                await self._crew.hear(turn.seconds)
                continue
            self._host = urls.netloc(turn.url)
            if turn.listing is not None:
                await stages.listing_visitor.visit(turn)
            else:
                for settled in await stages.visitor.visit(turn):
                    await self._observe(settled)
            if stages.families is not None and (learned := stages.families.state()) != self._learned:
                self._learned = learned
                frontier.set_meta(FAMILIES, learned)
            self._crew.tell()

    async def _fetch_assets(self, frontier: Frontier, stages: Stages) -> None:
        """Once no page is left: what the saved ones point at, less what is left out of them."""
        if is_over(frontier.counts(), self._config.limit):
            await asyncio.to_thread(leave_out_repeats, frontier, self._config.output_dir, self._config.selector)
        assets = AssetVisitor(
            frontier,
            self._config.output_dir,
            # In a thread, since there may be many files to read. Nothing else is under way.
            await asyncio.to_thread(wanted_assets, frontier, self._config.output_dir),
            fetch=stages.fetcher.fetch,
            stopped=self._crew.is_stopping,
            max_size=self._config.media_max_size,
        )
        self._doing = lambda: assets.doing
        await self._crew.employ(assets.work, partial(self._show, frontier, stages.pacer))

    async def _show(self, frontier: Frontier, pacer: Pacer) -> None:
        """Tells the observer how the crawl stands, again and again."""
        listed = False
        for shown in count(1):
            listed = listed or _is_listed(frontier)
            self._observer.show(
                Status(
                    frontier.counts(),
                    "stopping" if self._crew.is_stopping() else self._doing(),
                    pacer.waiting(),
                    limit=self._config.limit,
                    listed=listed,
                )
            )
            if shown % KEPT_SHOWS == 0:
                frontier.set_meta(TRAFFIC, self._traffic.state())
            await asyncio.sleep(SHOW_SECONDS)

    def stop(self) -> None:
        """No new URL is taken up; called again: what is under way is given up as well."""
        self._crew.stop()

    def _noted(self, noted: Noted) -> None:
        self._traffic.note(noted)
        if self._note is not None:
            self._note(noted)

    def _conclude(self, frontier: Frontier) -> Manifest:
        frontier.set_meta(TRAFFIC, self._traffic.state())
        return conclude(frontier, self._config, now=self._now(), warnings=tuple(self._warnings))

    async def _observe(self, settled: Settled) -> None:
        self._observer.settled(settled)
        outcome = settled.outcome
        if settled.seed and isinstance(outcome, Skipped) and outcome.reason is SkipReason.SCOPE and outcome.trail:
            self._warn(f"the Seed {settled.url} leaves its Scope: {outcome.detail}. Crawl the new address instead")
        if settled.page is not None and self._hand_on is not None:
            await self._hand_on(settled.page)

    def _warn(self, text: str) -> None:
        if text not in self._warnings:
            self._warnings.append(text)
            self._observer.warn(text)


def _is_listed(frontier: Frontier) -> bool:
    """Whether a listing of the site's has named a page."""
    return any(row.read is not None and row.read.urls for row in frontier.listings())


def _relaxed(config: CrawlConfig) -> Iterator[str]:
    """What the user has switched off of what protects sites and the user: said on stderr and in the Manifest."""
    if config.ignore_robots:
        yield "robots.txt is not asked for and not obeyed (--ignore-robots)"
    elif config.robots_for is RobotsFor.PAGES:
        yield "robots.txt is not obeyed for what pages load: scripts, styles, data, frames (--robots-for pages)"
    if config.insecure_tls:
        yield "certificates are not verified: anybody on the way can read and change what is fetched (--insecure-tls)"
