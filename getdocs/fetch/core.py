"""One request, one response: the only place that opens sockets. It never follows, retries, caches or asks for leave.

Whatever goes wrong comes back as a value: Failed where the exchange did not work, Skipped where the address is private.
Only cancellation passes through. Header values are the bytes as latin-1 characters (the Fetch standard's isomorphic
decoding), so that nothing is lost; content codings, and the fields that describe them, are removed.
"""

import asyncio
import io
import ipaddress
import ssl
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeAlias

import aiohttp
import yarl
from aiohttp.abc import AbstractResolver

from getdocs import urls
from getdocs.fetch import headers
from getdocs.fetch.addresses import AddressRule
from getdocs.fetch.body import PIECE, CodingError, Decoding, codings
from getdocs.fetch.resolver import CheckedResolver, PrivateAddressError
from getdocs.model import Failed, FailReason, Headers, Request, Response, Skipped, SkipReason

Exchanged: TypeAlias = Response | Skipped | Failed

MAX_URL_LENGTH = 8192
"""Characters. Servers commonly refuse more; a site whose redirects grow without end is stopped by it."""

# Room for the largest Content-Security-Policy fields in use; browsers allow 256 KiB for all fields together.
_MAX_FIELD_SIZE = 64 * 1024
_MAX_FIELDS = 512
# Below the keep-alive time of common servers (Node: 5 s), so that we rarely speak into a connection just closed.
_KEEP_ALIVE_SECONDS = 4.0
_CONNECTION_FIELDS = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "content-length", "trailer", "upgrade", "proxy-connection"}
)


@dataclass(frozen=True, slots=True)
class _Bound:
    """How many decompressed bytes are read, and whether the rest is ignored (`cut`) or makes the body too large."""

    size: int
    cut: bool

    @property
    def of_coded(self) -> int:
        """Bytes of the coded form: incompressible data grows a little, endless data without content never ends."""
        return self.size + self.size // 64 + PIECE


class _LostConnectionError(aiohttp.ClientConnectionError):
    """A lost connection in a form that aiohttp does not answer by sending the request again."""


class Core:
    """HTTP by aiohttp. An async context manager; `timeout` in seconds for one exchange, `max_body` in bytes.

    `lookup` resolves names (default: the system's), `tls` verifies certificates (default: the system's authorities).
    """

    def __init__(
        self,
        *,
        timeout: float,
        max_body: int,
        addresses: AddressRule,
        lookup: AbstractResolver | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._timeout = timeout
        self._max_body = max_body
        self._addresses = addresses
        self._lookup = lookup
        self._tls = tls
        self._stack = AsyncExitStack()
        self._session: aiohttp.ClientSession

    async def __aenter__(self) -> Self:
        resolver = CheckedResolver(self._lookup or aiohttp.ThreadedResolver(), self._addresses)
        self._stack.push_async_callback(resolver.close)
        connector = aiohttp.TCPConnector(
            resolver=resolver,
            ssl=self._tls or True,
            keepalive_timeout=_KEEP_ALIVE_SECONDS,
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            skip_auto_headers=("user-agent", "accept", "accept-encoding", "content-type"),
            max_line_size=_MAX_FIELD_SIZE,
            max_field_size=_MAX_FIELD_SIZE,
            max_headers=_MAX_FIELDS,
            middlewares=(_send_once,),
        )
        await self._stack.enter_async_context(self._session)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def send(self, request: Request) -> Exchanged:
        """The response, its body whole. A body over the limit is Failed(TOO_LARGE), a short one Failed(TRUNCATED)."""
        return await self._within_time(request, _Bound(self._max_body, cut=False))

    async def send_prefix(self, request: Request, size: int) -> Exchanged:
        """The response with at most the first `size` bytes of its body; what follows is not read."""
        return await self._within_time(request, _Bound(size, cut=True))

    async def _within_time(self, request: Request, bound: _Bound) -> Exchanged:
        parsed = urls.parse(request.url)
        if parsed is None or not urls.is_web(parsed):
            return Skipped(SkipReason.SCHEME, request.url)
        if len(parsed.href) > MAX_URL_LENGTH:
            return Failed(FailReason.TOO_LARGE, detail=f"a URL of {len(parsed.href)} characters")
        host, port = parsed.host.strip("[]"), parsed.port or urls.DEFAULT_PORTS[parsed.scheme]
        if _is_literal(host) and not self._addresses.allows(host, port, host):
            return Skipped(SkipReason.PRIVATE_ADDRESS, f"{host}:{port}")
        try:
            async with asyncio.timeout(self._timeout):
                return await self._exchange(request, bound)
        except TimeoutError:
            return Failed(FailReason.TIMEOUT, detail=f"no complete answer in {self._timeout:g} s")

    async def _exchange(self, request: Request, bound: _Bound) -> Exchanged:
        target = urls.without_credentials(urls.without_fragment(request.url))
        try:
            response = await self._session.request(
                request.method,
                yarl.URL(target, encoded=True),
                headers=headers.on_wire(request),
                data=request.body or None,
                allow_redirects=False,
            )
        except aiohttp.ClientConnectorDNSError as error:
            if isinstance(error.os_error, PrivateAddressError):
                return Skipped(SkipReason.PRIVATE_ADDRESS, str(error.os_error))
            return Failed(FailReason.CONNECTION, detail=f"no address for {error.host}")
        except (aiohttp.ClientSSLError, ssl.SSLError) as error:
            return Failed(FailReason.TLS, detail=str(error))
        except aiohttp.ClientResponseError as error:
            return Failed(FailReason.CONNECTION, detail=f"not HTTP: {error.message}")
        except (aiohttp.ClientError, OSError) as error:
            if isinstance(error, TimeoutError):
                raise
            return Failed(FailReason.CONNECTION, detail=str(error) or type(error).__name__)
        async with response:
            body = await _read(response, request, bound)
            if isinstance(body, Failed):
                response.close()
                return body
            return Response(request.url, response.status, _fields(response), body)


async def _send_once(request: aiohttp.ClientRequest, proceed: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
    """Keeps aiohttp from repeating a request whose connection was lost: how often we ask is not its to decide."""
    try:
        return await proceed(request)
    except aiohttp.ClientConnectorError:
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        raise _LostConnectionError(str(error)) from error


async def _read(response: aiohttp.ClientResponse, request: Request, bound: _Bound) -> bytes | Failed:
    if request.method == "HEAD":
        return b""
    applied = codings(", ".join(response.headers.getall("content-encoding", ())))
    most = bound.of_coded if applied else bound.size
    declared = response.content_length
    if declared is not None and declared > most and not bound.cut:
        return Failed(FailReason.TOO_LARGE, response.status, f"{declared} bytes declared, {bound.size} allowed")
    sink = io.BytesIO()
    came = 0
    try:
        decoding = Decoding(applied)
        async for chunk in response.content.iter_chunked(PIECE):
            came += len(chunk)
            for piece in decoding.feed(chunk):
                # What ends exactly at the limit is whole; the first byte after it is what tells the two apart.
                if sink.tell() + len(piece) > bound.size:
                    if not bound.cut:
                        return Failed(FailReason.TOO_LARGE, response.status, f"more than {bound.size} bytes")
                    sink.write(piece[: bound.size - sink.tell()])
                    return sink.getvalue()
                sink.write(piece)
            if came > most:
                return Failed(FailReason.TOO_LARGE, response.status, f"more than {most} bytes of {', '.join(applied)}")
    except CodingError as error:
        return Failed(FailReason.CONNECTION, response.status, f"not {', '.join(applied)}: {error}")
    except (aiohttp.ClientError, OSError) as error:
        if isinstance(error, TimeoutError):
            raise
        return Failed(FailReason.TRUNCATED, response.status, f"the body broke off after {came} bytes")
    if not decoding.complete:
        return Failed(FailReason.TRUNCATED, response.status, f"the {', '.join(applied)} data breaks off")
    return sink.getvalue()


def _fields(response: aiohttp.ClientResponse) -> Headers:
    decoded = bool(codings(", ".join(response.headers.getall("content-encoding", ()))))
    fields = ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in response.raw_headers)
    return tuple(
        (name, value)
        for name, value in fields
        if name not in _CONNECTION_FIELDS and not (decoded and name == "content-encoding")
    )


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
