"""One request, one response: the only place that opens sockets. It never follows, retries, caches or asks for leave.

Whatever goes wrong comes back as a value: Failed where the exchange did not work, Skipped where the address is private.
Only cancellation passes through. Header values are the bytes as latin-1 characters (the Fetch standard's isomorphic
decoding), so that nothing is lost; content codings, and the fields that describe them, are removed.
"""

import asyncio
import io
import os
import ssl
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeAlias

import aiohttp
import aiohttp_socks
import yarl
from aiohttp.abc import AbstractResolver

from getdocs import urls
from getdocs.fetch import addresses as address_rules
from getdocs.fetch import headers
from getdocs.fetch.addresses import AddressRule
from getdocs.fetch.body import PIECE, CodingError, Decoding, codings
from getdocs.fetch.proxy import DIRECT, Proxies, Proxy
from getdocs.fetch.resolver import PrivateAddressError
from getdocs.fetch.sessions import Sessions
from getdocs.model import Failed, FailReason, Headers, Request, RequestKind, Response, Skipped, SkipReason

Exchanged: TypeAlias = Response | Skipped | Failed

MAX_URL_LENGTH = 8192
"""Characters. Servers commonly refuse more; a site whose redirects grow without end is stopped by it."""

_PROXY_LOGIN = 407
# What the libraries raise where one exchange does not work. aiohttp_socks derives its errors from Exception alone, and
# lets through what asyncio says of a proxy that hangs up (EOFError) and codecs of a name (UnicodeError, a ValueError).
_EXCHANGE_ERRORS = (
    aiohttp.ClientError,
    OSError,
    EOFError,
    ValueError,
    aiohttp_socks.ProxyConnectionError,
    aiohttp_socks.ProxyError,
    aiohttp_socks.ProxyTimeoutError,
)
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


class Core:
    """HTTP by aiohttp. An async context manager; `timeout` in seconds for one exchange, `max_body` and `max_asset` in bytes.

    `lookup` resolves names (default: the system's), `tls` verifies certificates (default: the system's authorities),
    `proxies` says what goes through whom (default: nothing). `max_asset` is for assets, `max_body` for all else.
    """

    def __init__(
        self,
        *,
        timeout: float,
        max_body: int,
        addresses: AddressRule,
        lookup: AbstractResolver | None = None,
        tls: ssl.SSLContext | None = None,
        proxies: Proxies = DIRECT,
        max_asset: int | None = None,
    ) -> None:
        self._timeout = timeout
        self._max_body = max_body
        self._max_asset = max_body if max_asset is None else max_asset
        self._addresses = addresses
        self._sessions = Sessions(addresses=addresses, lookup=lookup, tls=tls, proxies=proxies)

    async def __aenter__(self) -> Self:
        await self._sessions.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._sessions.__aexit__(kind, error, traceback)

    async def send(self, request: Request) -> Exchanged:
        """The response, its body whole. A body over the limit is Failed(TOO_LARGE), a short one Failed(TRUNCATED)."""
        most = self._max_asset if request.kind is RequestKind.ASSET else self._max_body
        return await self._within_time(request, _Bound(most, cut=False))

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
        literal = address_rules.literal(host)
        if literal is not None and not self._addresses.allows(host, port, literal):
            return Skipped(SkipReason.PRIVATE_ADDRESS, f"{host}:{port}")
        session, proxy = self._sessions.of(parsed)
        try:
            async with asyncio.timeout(self._timeout):
                return await _exchange(session, request, bound, proxy)
        except TimeoutError:
            return Failed(FailReason.TIMEOUT, detail=f"no complete answer in {self._timeout:g} s")


async def _exchange(session: aiohttp.ClientSession, request: Request, bound: _Bound, proxy: Proxy | None) -> Exchanged:
    target = urls.without_credentials(urls.without_fragment(request.url))
    # What is sent over TLS is sealed from the proxy: it has to be told before.
    login = proxy.login if proxy else ()
    fields = (*headers.on_wire(request), *(() if target.startswith("https:") else login))
    try:
        response = await session.request(
            request.method,
            yarl.URL(target, encoded=True),
            headers=fields,
            data=request.body or None,
            allow_redirects=False,
            proxy_headers=login,
        )
    except _EXCHANGE_ERRORS as error:
        if isinstance(error, TimeoutError):
            raise
        return _failure(error, proxy)
    async with response:
        if proxy is not None and not proxy.is_socks and response.status == _PROXY_LOGIN:
            response.close()
            return Failed(FailReason.CONNECTION, detail=f"the proxy {proxy.address} wants a login (407)")
        body = await _read(response, request, bound)
        if isinstance(body, Failed):
            response.close()
            return body
        return Response(request.url, response.status, _fields(response), body)


def _failure(error: Exception, proxy: Proxy | None) -> Skipped | Failed:
    """Why nothing came back. Says of a proxy where it listens, never the login."""
    match error:
        case aiohttp.ClientHttpProxyError():
            detail = f"refused by the proxy: {error.status} {error.message}"
        case aiohttp.ClientConnectorDNSError(os_error=PrivateAddressError()):
            return Skipped(SkipReason.PRIVATE_ADDRESS, str(error.os_error))
        case aiohttp.ClientConnectorDNSError():
            detail = f"no address for {error.host}"
        case aiohttp.ClientSSLError() | ssl.SSLError():
            return Failed(FailReason.TLS, detail=_tls_detail(error))
        case _ if proxy is not None and proxy.is_socks and (cause := _tls_cause(error)) is not None:
            # aiohttp takes what TLS says behind SOCKS for an error of the connection.
            return Failed(FailReason.TLS, detail=_tls_detail(cause))
        case aiohttp.ClientConnectorError() if error.os_error.errno:
            detail = f"cannot connect to {error.host}:{error.port}: {os.strerror(error.os_error.errno)}"
        case aiohttp.ClientResponseError():
            detail = f"not HTTP: {error.message}"
        case EOFError():
            detail = "hung up too early"
        case UnicodeError():
            # Its own words quote what it could not encode, which may be the proxy's login.
            detail = "a name that cannot be encoded"
        case _:
            detail = str(error) or type(error).__name__
    return Failed(FailReason.CONNECTION, detail=f"{detail} (through {proxy.address})" if proxy else detail)


def _tls_cause(error: BaseException | None) -> ssl.SSLError | None:
    """What TLS itself said; aiohttp's own errors are made of it, and some of them pass for it."""
    if error is None or (isinstance(error, ssl.SSLError) and not isinstance(error, aiohttp.ClientError)):
        return error
    return _tls_cause(error.__cause__)


def _tls_detail(error: Exception) -> str:
    cause = _tls_cause(error)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"the certificate is not trusted: {cause.verify_message} (--ca-file names more authorities)"
    return cause.reason.replace("_", " ").lower() if cause is not None and cause.reason else str(error)


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
