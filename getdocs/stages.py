"""Puts the stages of one crawl together: who is handed what. It decides nothing; `conductor` says what they do, and when."""

import asyncio
import secrets
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

from getdocs import timestamps
from getdocs.beginning import STARTED_AT
from getdocs.config import PRODUCT_TOKEN, CrawlConfig, FamilyUse, RenderMode
from getdocs.fetch.chain import Middleware
from getdocs.fetch.disk import DiskStorage, cache_path
from getdocs.fetch.fetcher import Fetcher
from getdocs.fetch.git import clone
from getdocs.fetch.network import Network
from getdocs.fetch.noting import Note
from getdocs.fetch.ration import Ration
from getdocs.frontier.pacing import Pacer
from getdocs.frontier.store import Frontier
from getdocs.model import Discovered, Fetched, Page, Rendered, Request, Response
from getdocs.policy.families.known import Families
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope
from getdocs.visits.auto import Auto
from getdocs.visits.auto_check import auto_for
from getdocs.visits.finding import Finder, Listings
from getdocs.visits.listing import ListingVisitor
from getdocs.visits.patience import Patience
from getdocs.visits.pool import PATIENCE_S, Pool
from getdocs.visits.reading import Reader, is_answered, page_at
from getdocs.visits.soft404 import SoftNotFound
from getdocs.visits.source_first import SourceFirst
from getdocs.visits.visit import Visitor
from getdocs.write.files import PageWriter
from getdocs.write.sources import Sources

Load: TypeAlias = Callable[[Request], Awaitable[Fetched]]
Render: TypeAlias = Callable[[Response, Load], Awaitable[Rendered]]
FAMILIES = "families"
"""What the crawl has learned of languages and versions, by this name in its state."""


@dataclass(frozen=True, slots=True)
class Stages:
    """What a crawl is done with, from `fetch` on."""

    pacer: Pacer
    fetcher: Fetcher
    finder: Finder
    families: Families | None
    """None: all of them are crawled."""
    listings: Callable[[str], tuple[Discovered, ...]]
    """The listings of the host of a URL, each host once."""
    auto: Auto | None
    source: SourceFirst
    show_page: Callable[[str], Awaitable[Page | str | None]]
    """As `visits.reading.page_at`."""
    visitor: Visitor
    listing_visitor: ListingVisitor


@asynccontextmanager
async def stages_of(
    config: CrawlConfig,
    frontier: Frontier,
    writer: PageWriter,
    sources: Sources,
    browser: Path | None,
    network: Network,
    *,
    middlewares: Sequence[Middleware],
    stopped: Callable[[], bool],
    note: Note,
    warn: Callable[[str], None],
    now: Callable[[], float],
) -> AsyncIterator[Stages]:
    """Everything is up in the block, and gone after it. `browser`: the Chromium to start, if any. Raises BrowserError."""
    pins = Pins(config.seeds, frontier.pins())
    frontier.set_pins(pins.as_mapping())
    pacer = Pacer(
        delay=config.delay, concurrency=config.concurrency, clock=time.monotonic, sleep=asyncio.sleep, warn=warn
    )
    scope = Scope.of(config)
    families = Families(config.seeds, kept=frontier.meta(FAMILIES) or "") if config.families is FamilyUse.OWN else None
    finder = Finder(config, scope=scope, families=families, known=frontier)
    async with AsyncExitStack() as stack:
        pool = stack.enter_context(Pool(patience=PATIENCE_S if config.render is RenderMode.ALWAYS else 0.0))
        render = await _renderer(stack, config, browser, started=frontier.meta(STARTED_AT), now=now)
        fetcher = await stack.enter_async_context(
            Fetcher(
                config,
                scope=scope,
                pins=pins,
                gate=pacer,
                on_warning=warn,
                middlewares=middlewares,
                network=network,
                storage=DiskStorage(
                    cache_path(config.output_dir),
                    run=uuid.uuid4().hex,
                    now=lambda: datetime.fromtimestamp(now(), UTC),
                    warn=warn,
                ),
                hands_over=frontier.is_known,
                note=note,
            )
        )
        ration = Ration(fetcher.fetch, on_warning=warn, note=note)
        patience = Patience(frontier, quiet=pacer.quiet, answers=partial(is_answered, fetch=fetcher.fetch), now=now)
        patience.begin()
        auto = auto_for(frontier, writer, sources) if config.render is RenderMode.AUTO else None
        reader = Reader(
            config, (lambda shown: render(shown, ration.of(shown.url))) if render else None, auto, pool=pool
        )
        source = SourceFirst(
            config.source,
            config.output_dir,
            kept=frontier.meta,
            keep=frontier.set_meta,
            clone=partial(clone, user_agent=config.user_agent, proxy=config.proxy),
            stopped=stopped,
            warn=warn,
        )
        stack.push_async_callback(source.give_up)
        show_page = partial(page_at, fetch=fetcher.fetch, reader=reader)
        visitor = Visitor(
            config,
            scope=scope,
            pins=pins,
            frontier=frontier,
            writer=writer,
            sources=sources,
            fetch=fetcher.fetch,
            reader=reader,
            finder=finder,
            soft404=SoftNotFound(
                show=show_page,
                kept=frontier.meta,
                keep=frontier.set_meta,
                warn=warn,
                token=lambda: f"{PRODUCT_TOKEN}-{secrets.token_hex(8)}",
                folder_of=scope.folder_of,
            ),
            patience=patience,
            listings=Listings(config, scope=scope, named=fetcher.sitemaps).of,
            notice=source.notice,
            now=now,
        )
        yield Stages(
            pacer=pacer,
            fetcher=fetcher,
            finder=finder,
            families=families,
            listings=Listings(config, scope=scope, named=fetcher.sitemaps).of,
            auto=auto,
            source=source,
            show_page=show_page,
            visitor=visitor,
            listing_visitor=ListingVisitor(
                frontier, fetch=fetcher.fetch, found=finder.named, patience=patience, warn=warn
            ),
        )


async def _renderer(
    stack: AsyncExitStack, config: CrawlConfig, browser: Path | None, *, started: str | None, now: Callable[[], float]
) -> Render | None:
    """Shows a document, its requests made by the second argument; None without a browser."""
    if browser is None:
        return None
    from getdocs.render.browser import open_browser  # noqa: PLC0415 - playwright takes long to load, and `never` does without

    chromium = await stack.enter_async_context(
        open_browser(
            browser,
            tabs=config.concurrency,
            user_agent=config.user_agent,
            stored=config.storage_state.local_storage if config.storage_state else (),
            # The same for every page, and for a crawl that is taken up again.
            moment=timestamps.seconds(started) if started else now(),
            noting=config.render is RenderMode.AUTO,
        )
    )
    return partial(chromium.render, timeout_s=config.render_timeout)
