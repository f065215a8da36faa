"""The ways out: one aiohttp session for asking directly, and one for each proxy. It sends nothing itself.

Directly, connections are made only to addresses that were checked. A proxy resolves names itself, where nobody can check;
the ways are kept apart so that nothing but the proxy is reached unchecked.
"""

import ssl
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

import aiohttp
import aiohttp_socks
from aiohttp.abc import AbstractResolver

from getdocs import urls
from getdocs.fetch.addresses import AddressRule
from getdocs.fetch.proxy import Proxies, Proxy
from getdocs.fetch.resolver import CheckedResolver

# Room for the largest Content-Security-Policy fields in use; browsers allow 256 KiB for all fields together.
_MAX_FIELD_SIZE = 64 * 1024
_MAX_FIELDS = 512
# Below the keep-alive time of common servers (Node: 5 s), so that we rarely speak into a connection just closed.
_KEEP_ALIVE_SECONDS = 4.0


class _LostConnectionError(aiohttp.ClientConnectionError):
    """A lost connection in a form that aiohttp does not answer by sending the request again."""


class Sessions:
    """An async context manager. All of them verify certificates by one context, `tls` (None: the system's authorities)."""

    def __init__(
        self, *, addresses: AddressRule, lookup: AbstractResolver | None, tls: ssl.SSLContext | None, proxies: Proxies
    ) -> None:
        self._addresses = addresses
        self._lookup = lookup
        self._tls: ssl.SSLContext | bool = tls or True
        self._proxies = proxies
        self._stack = AsyncExitStack()
        self._open: dict[Proxy | None, aiohttp.ClientSession] = {}

    async def __aenter__(self) -> Self:
        lookup = self._lookup or aiohttp.ThreadedResolver()
        self._stack.push_async_callback(lookup.close)
        for proxy in (None, *self._proxies):
            self._open[proxy] = await self._stack.enter_async_context(self._session(proxy, lookup))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    def of(self, url: urls.Url) -> tuple[aiohttp.ClientSession, Proxy | None]:
        """The session that asks for `url`, and the proxy that it goes through (None: directly)."""
        proxy = self._proxies.proxy_for(url)
        return self._open[proxy], proxy

    def _session(self, proxy: Proxy | None, lookup: AbstractResolver) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=self._connector(proxy, lookup),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            skip_auto_headers=("user-agent", "accept", "accept-encoding", "content-type"),
            max_line_size=_MAX_FIELD_SIZE,
            max_field_size=_MAX_FIELD_SIZE,
            max_headers=_MAX_FIELDS,
            middlewares=(_send_once,),
            proxy=None if proxy is None or proxy.is_socks else proxy.address,
        )

    def _connector(self, proxy: Proxy | None, lookup: AbstractResolver) -> aiohttp.BaseConnector:
        if proxy is None or not proxy.is_socks:
            resolver = lookup if proxy else CheckedResolver(lookup, self._addresses)
            return aiohttp.TCPConnector(resolver=resolver, ssl=self._tls, keepalive_timeout=_KEEP_ALIVE_SECONDS)
        return aiohttp_socks.ProxyConnector(
            proxy_type=aiohttp_socks.ProxyType.SOCKS5,
            host=proxy.host.strip("[]"),
            port=proxy.port,
            username=proxy.user or None,
            password=proxy.password or None,
            rdns=True,
            ssl=self._tls,
            keepalive_timeout=_KEEP_ALIVE_SECONDS,
        )


async def _send_once(request: aiohttp.ClientRequest, proceed: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
    """Keeps aiohttp from repeating a request whose connection was lost: how often we ask is not its to decide."""
    try:
        return await proceed(request)
    except aiohttp.ClientConnectorError:
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        raise _LostConnectionError(str(error)) from error
