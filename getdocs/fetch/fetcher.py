"""The composition root of `fetch`: redirects > guard > cache > retry > the user's steps > user agent > cookies > wire > core."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from aiohttp.abc import AbstractResolver

from getdocs.config import CrawlConfig
from getdocs.fetch.addresses import AddressRule
from getdocs.fetch.cache import Cache, MemoryStorage, Storage
from getdocs.fetch.chain import Middleware, chain
from getdocs.fetch.cookies import Cookies
from getdocs.fetch.core import Core
from getdocs.fetch.credentials import Credentials
from getdocs.fetch.guard import Guard, Judge, OwnSteps
from getdocs.fetch.network import Network
from getdocs.fetch.noting import Note
from getdocs.fetch.redirects import Redirects
from getdocs.fetch.retry import Retry
from getdocs.fetch.robots import Robots
from getdocs.fetch.user_agent import UserAgent
from getdocs.fetch.wire import Wire
from getdocs.model import Fetched, Gate, Request, RequestKind, Trail
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope


def _time_of_day() -> datetime:
    return datetime.now(UTC)


class Fetcher:
    """Makes every request of one crawl. An async context manager; connections live as long as it is open.

    `middlewares` are steps of the user's own; what surrounds them cannot be gone round: a request they change is judged
    again. `lookup` resolves names, `network` says how servers are reached, `storage` keeps the cache; each has a sound
    default. `hands_over` is that of `Redirects`; `note` hears of each request, refused ones included.
    """

    def __init__(
        self,
        config: CrawlConfig,
        *,
        scope: Scope,
        pins: Pins,
        gate: Gate,
        on_warning: Callable[[str], None],
        middlewares: Sequence[Middleware] = (),
        storage: Storage | None = None,
        lookup: AbstractResolver | None = None,
        network: Network | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = _time_of_day,
        jitter: Callable[[], float] = random.random,
        hands_over: Callable[[str], bool] | None = None,
        note: Note | None = None,
    ) -> None:
        network = network or Network.of(config)
        self._core = Core(
            timeout=config.timeout,
            max_body=config.max_body_size,
            max_asset=config.media_max_size,
            addresses=AddressRule.of_crawl(config),
            lookup=lookup,
            tls=network.tls,
            proxies=network.proxies,
        )
        credentials = Credentials(config)
        cookies = Cookies(now, credentials.cookies)
        wire = Wire(
            self._core, gate, clock=clock, now=now, dress=lambda request: cookies.on(credentials.on(request)), note=note
        )
        self._robots = (
            None
            if config.ignore_robots
            else Robots(
                wire,
                gate,
                user_agent=config.user_agent,
                on_warning=on_warning,
                clock=clock,
                now=now,
            )
        )
        self._judge = judge = Judge(
            scope=scope,
            pins=pins,
            robots=self._robots,
            user_agent=config.user_agent,
            sleep=sleep,
            robots_for=config.robots_for,
            note=note,
        )
        steps: list[Middleware] = [
            Cache(storage or MemoryStorage()),
            Retry(sleep=sleep, clock=clock, now=now, jitter=jitter),
        ]
        if middlewares:
            steps.append(OwnSteps(middlewares, judge))
        steps += [UserAgent(config.user_agent), cookies]
        guard = Guard(judge, chain(steps, wire.send), note)
        self._redirects = Redirects(
            guard,
            judge,
            pins=pins,
            cookies=cookies,
            max_redirects=config.max_redirects,
            hands_over=hands_over,
        )

    async def __aenter__(self) -> Self:
        await self._core.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._core.__aexit__(kind, error, traceback)

    async def fetch(self, request: Request, trail: Trail = ()) -> Fetched:
        """What `request` leads to, all its redirects followed. Failure is a value.

        Moved comes for documents only, Deferred for what can be put back (`policy.kinds`). `trail` is what the visit has
        behind it: hops that led to this URL on other hosts, or a page that asks for this hop itself. The hop counts against
        the same limit and the same loop check, and the trail that comes back begins with it.
        """
        return await self._redirects.fetch(request, trail)

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """What the robots.txt that binds `url` names as sitemaps, as far as it has been read already: see `Robots.sitemaps`."""
        if self._robots is None:
            return ()
        return self._robots.sitemaps(self._judge.address(url, RequestKind.DOCUMENT))
