"""One page, asked for, shown and read as a crawl would, and kept nowhere.

Redirects are followed, those too that the page makes by itself; every hop is judged like a crawl's. Writes nothing.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TypeAlias

from getdocs.config import CrawlConfig, RenderMode
from getdocs.fetch.fetcher import Fetcher
from getdocs.fetch.network import Network
from getdocs.fetch.ration import Ration
from getdocs.frontier.pacing import Pacer
from getdocs.model import (
    Failed,
    FailReason,
    Hop,
    Moved,
    Navigation,
    NotAPage,
    Page,
    Request,
    RequestKind,
    Response,
    Skipped,
    Trail,
)
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope
from getdocs.read.content import check_selector
from getdocs.read.shell import SHELL
from getdocs.render.find import find_chromium
from getdocs.visits.patience import LONGEST_PAUSE, MAX_DEFERRALS
from getdocs.visits.pool import Pool
from getdocs.visits.reading import Reader, Reading

Nothing: TypeAlias = Skipped | Failed | NotAPage
"""What a URL may come to that is no page."""
Sleep: TypeAlias = Callable[[float], Awaitable[None]]


async def read_one(config: CrawlConfig, *, warn: Callable[[str], None], sleep: Sleep = asyncio.sleep) -> Page | Nothing:
    """The page at the one Seed of `config`, or where it leads to. `warn` hears what a crawl would warn of.

    `auto` has nothing to measure with one page: it is shown by the browser. Raises a GetdocsError where the settings cannot
    be used or there is no browser, before any request.
    """
    (seed,) = config.seeds
    network = Network.of(config)
    if config.selector is not None:
        check_selector(config.selector)
    path = find_chromium(config.browser) if config.render is not RenderMode.NEVER else None
    pacer = Pacer(delay=config.delay, concurrency=config.concurrency, clock=time.monotonic, sleep=sleep, warn=warn)
    async with AsyncExitStack() as stack:
        pool = stack.enter_context(Pool())
        chromium = None
        if path is not None:
            from getdocs.render.browser import open_browser  # noqa: PLC0415 - playwright takes long to load, and `never` does without

            stored = config.storage_state.local_storage if config.storage_state else ()
            chromium = await stack.enter_async_context(
                open_browser(path, tabs=1, user_agent=config.user_agent, stored=stored, moment=time.time())
            )
        fetcher = await stack.enter_async_context(
            Fetcher(
                config, scope=Scope.of(config), pins=Pins(config.seeds), gate=pacer, on_warning=warn, network=network
            )
        )
        ration = Ration(fetcher.fetch, on_warning=warn)
        reader = Reader(
            config,
            (lambda shown: chromium.render(shown, load=ration.of(shown.url), timeout_s=config.render_timeout))
            if chromium
            else None,
            pool=pool,
        )

        async def fetch(url: str, trail: Trail) -> Response | Nothing:
            attempt = 1
            while True:
                fetched = await fetcher.fetch(Request(url, RequestKind.DOCUMENT), trail)
                if isinstance(fetched, Response | Skipped | Failed):
                    return fetched
                if isinstance(fetched, Moved):
                    raise TypeError(f"handed over to nobody: {fetched.to}")
                if attempt == MAX_DEFERRALS or fetched.seconds > LONGEST_PAUSE:
                    return fetched.final
                warn(
                    f"waiting {fetched.seconds:.0f} s for {fetched.host}: {fetched.final.detail or fetched.final.reason}"
                )
                await sleep(fetched.seconds)
                attempt += 1

        return await _follow(seed, fetch, reader)


async def _follow(
    url: str, fetch: Callable[[str, Trail], Awaitable[Response | Nothing]], reader: Reader
) -> Page | Nothing:
    trail: Trail = ()
    while True:
        fetched = await fetch(url, trail)
        if not isinstance(fetched, Response):
            return fetched
        reading = await reader.read(fetched)
        if isinstance(reading, Navigation):
            *before, last = fetched.trail
            url, trail = reading.url, (*before, Hop(last.url, last.status, "the page went on by itself"))
            continue
        return _found(reading) if isinstance(reading, Reading) else reading


def _found(reading: Reading) -> Page | Failed:
    if reading.shell:
        return Failed(FailReason.EMPTY, reading.page.status, f"{SHELL}{reading.shell}")
    if not reading.page.markdown.strip():
        return Failed(FailReason.EMPTY, reading.page.status, "no text on the page")
    return reading.page
