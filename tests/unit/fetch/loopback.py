"""Servers on 127.0.0.1 and the stand-ins that tests of fetch share."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from aiohttp import web
from aiohttp.abc import AbstractResolver
from aiohttp.test_utils import TestServer

from getdocs.config import CrawlConfig
from getdocs.fetch.addresses import AddressRule
from getdocs.fetch.cache import Storage
from getdocs.fetch.chain import Middleware
from getdocs.fetch.core import Core
from getdocs.fetch.fetcher import Fetcher
from getdocs.fetch.proxy import DIRECT, Proxies
from getdocs.model import RequestKind
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@dataclass
class RawServer:
    """Speaks whatever bytes it likes, after it has read one request head."""

    port: int = 0
    heads: list[bytes] = field(default_factory=list)
    scheme: str = "http"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"


@asynccontextmanager
async def raw_server(talk: Talk, tls: ssl.SSLContext | None = None, *, waits: bool = True) -> AsyncIterator[RawServer]:
    """A server that talks after each request head, or at once where it does not wait for one."""
    server = RawServer(scheme="https" if tls else "http")
    talks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        talks.add(task)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                if waits:
                    server.heads.append(await reader.readuntil(b"\r\n\r\n"))
                await talk(reader, writer)
        writer.transport.abort()
        talks.discard(task)

    listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for task in list(talks):
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
        await listening.wait_closed()


def says(data: bytes, *, close: bool = True) -> Talk:
    """Answers with exactly these bytes."""

    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(data)
        await writer.drain()
        if close:
            writer.close()
            raise ConnectionResetError

    return talk


@dataclass
class Site:
    """A well-spoken server. `hits` is what was asked of it, as "METHOD /path?query"."""

    port: int = 0
    hits: list[str] = field(default_factory=list)
    seen: list[web.BaseRequest] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


Answer = Callable[[web.BaseRequest], web.StreamResponse | Awaitable[web.StreamResponse]]


@asynccontextmanager
async def site(answer: Answer | dict[str, web.Response | Callable[[], web.Response]]) -> AsyncIterator[Site]:
    """Serves `answer`: a function of the request, or a response by path (404 for any other)."""
    served = Site()

    async def handle(request: web.BaseRequest) -> web.StreamResponse:
        served.hits.append(f"{request.method} {request.raw_path if hasattr(request, 'raw_path') else request.path_qs}")
        served.seen.append(request)
        if isinstance(answer, dict):
            found = answer.get(request.path_qs, answer.get(request.path))
            if found is None:
                return web.Response(status=404, text="nothing here")
            response = found() if callable(found) else found
            # A response object can be sent once only.
            return web.Response(status=response.status, body=response.body, headers=response.headers)
        response = answer(request)
        return response if isinstance(response, web.StreamResponse) else await response

    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", handle)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    served.port = server.port or 0
    try:
        yield served
    finally:
        await server.close()


def html(text: str = "<p>hello</p>", **headers: str) -> web.Response:
    return web.Response(body=text.encode(), headers={"Content-Type": "text/html"} | headers)


def to(location: str, status: int = 302, **headers: str) -> web.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return web.Response(status=status, headers={"Location": location} | named)


@asynccontextmanager
async def core(
    *seeds: str,
    patience: float = 20.0,
    max_body: int = 1_000_000,
    max_asset: int | None = None,
    lookup: AbstractResolver | None = None,
    tls: ssl.SSLContext | None = None,
    proxies: Proxies = DIRECT,
    allow_private: bool = False,
) -> AsyncIterator[Core]:
    async with Core(
        timeout=patience,
        max_body=max_body,
        max_asset=max_asset,
        addresses=AddressRule.of(seeds, allow_private=allow_private),
        lookup=lookup,
        tls=tls,
        proxies=proxies,
    ) as opened:
        yield opened


class Names(AbstractResolver):
    """A name server that knows only what it is told. `asked` is what it was asked."""

    def __init__(self, **addresses: list[str]) -> None:
        self.addresses = {name.replace("_", "."): found for name, found in addresses.items()}
        self.asked: list[str] = []

    async def resolve(self, host, port=0, family=0):
        self.asked.append(host)
        host.encode("idna")  # as getaddrinfo does: UnicodeError for a label that is empty or too long
        if host not in self.addresses:
            raise OSError("no such name")
        return [
            {"hostname": host, "host": address, "port": port, "family": family, "proto": 0, "flags": 0}
            for address in self.addresses[host]
        ]

    async def close(self) -> None:
        pass


@dataclass
class OpenGate:
    """A Gate that lets everything through, and remembers."""

    entered: list[tuple[str, RequestKind]] = field(default_factory=list)
    left: list[tuple[str, RequestKind, float, int | None]] = field(default_factory=list)
    slowed: list[tuple[str, float]] = field(default_factory=list)
    quieted: list[tuple[str, float]] = field(default_factory=list)
    closed: float = 0.0

    async def enter(self, url: str, kind: RequestKind) -> float:
        if not self.closed:
            self.entered.append((url, kind))
        return self.closed

    def leave(self, url: str, kind: RequestKind, seconds: float, status: int | None) -> None:
        self.left.append((url, kind, seconds, status))

    def quiet(self, host: str, seconds: float) -> None:
        self.quieted.append((host, seconds))

    def slow(self, host: str, seconds: float) -> None:
        self.slowed.append((host, seconds))


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds


@dataclass
class World:
    """What a Fetcher under test is surrounded by."""

    gate: OpenGate = field(default_factory=OpenGate)
    warnings: list[str] = field(default_factory=list)
    time: Time = field(default_factory=Time)


@asynccontextmanager
async def fetcher(
    *seeds: str,
    world: World | None = None,
    lookup: AbstractResolver | None = None,
    middlewares: tuple[Middleware, ...] = (),
    storage: Storage | None = None,
    hands_over: Callable[[str], bool] | None = None,
    **options: object,
) -> AsyncIterator[Fetcher]:
    """The real chain, from redirects to sockets; only time, names and the Gate are ours."""
    world = world or World()
    config = CrawlConfig(seeds=seeds, **options)
    async with Fetcher(
        config,
        scope=Scope.of(config),
        pins=Pins(config.seeds),
        gate=world.gate,
        on_warning=world.warnings.append,
        middlewares=middlewares,
        storage=storage,
        lookup=lookup,
        sleep=world.time.sleep,
        clock=world.time,
        now=lambda: NOON,
        jitter=lambda: 0.5,
        hands_over=hands_over,
    ) as opened:
        yield opened
