"""Keeps what was fetched for the whole crawl, so that a script of every page is asked for once. Knows nothing of policy.

One crawl is one look at a site: freshness plays no part within it. GETs only, by URL without fragment. What Vary names is
honoured, but for cookies (one crawl is one visitor) and for what never differs between our requests. Failures, requests
for quiet, server errors and redirects that set a cookie (they lead elsewhere the next time) are not kept, and no-store is
honoured for XHR, where a script may be waiting for the answer to change.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Protocol

from getdocs import urls
from getdocs.fetch import headers
from getdocs.fetch.chain import Handler
from getdocs.fetch.flights import Flights
from getdocs.model import Fetched, Headers, Request, RequestKind, Response

MAX_BYTES = 256 * 1024 * 1024
"""Of all bodies that are kept in memory together."""

# RFC 9110 15.1: the statuses that may be kept without being told so, and the redirects; 206 is only a part.
_KEPT = frozenset({200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Requests with these are one caller's own.
_PRIVATE = frozenset({"authorization", "cookie", "range"})
_NEVER_DIFFER = frozenset({"accept-encoding", "accept-language", "user-agent", "cookie", "host"})
_OVERHEAD = 1024


@dataclass(frozen=True, slots=True)
class Entry:
    """One kept response, and the request fields (by Vary) for which it is the answer."""

    response: Response
    asked_with: Headers

    def answers(self, request: Request) -> bool:
        """Whether `request` has the same values in the fields that matter."""
        return all(_field(request, name) == value for name, value in self.asked_with)

    @property
    def size(self) -> int:
        """Bytes, roughly."""
        fields = sum(len(name) + len(value) for name, value in self.response.headers)
        return len(self.response.body) + fields + _OVERHEAD


class Storage(Protocol):
    """Where entries are kept, by URL."""

    def get(self, url: str) -> Entry | None:
        """The entry of `url`, or None."""

    def put(self, url: str, entry: Entry) -> None:
        """Keeps `entry` in place of what was there; may drop others."""


class MemoryStorage:
    """At most `max_bytes`; the least recently used go first, and a body of more than an eighth is not kept at all."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._size = 0

    def get(self, url: str) -> Entry | None:
        """The entry of `url`, which now is the most recently used."""
        if url in self._entries:
            self._entries.move_to_end(url)
        return self._entries.get(url)

    def put(self, url: str, entry: Entry) -> None:
        """Keeps `entry`, and drops the oldest until all fit."""
        old = self._entries.pop(url, None)
        self._size -= old.size if old else 0
        if entry.size > self._max_bytes // 8:
            return
        self._entries[url] = entry
        self._size += entry.size
        while self._size > self._max_bytes:
            self._size -= self._entries.popitem(last=False)[1].size


class Cache:
    """The middleware. Callers who ask for the same at the same time share one request."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._flights: Flights[Fetched] = Flights()

    async def __call__(self, request: Request, proceed: Handler) -> Fetched:
        """The kept response (`from_cache`), else what comes from further in."""
        if request.method != "GET" or any(name in _PRIVATE for name, _ in request.headers):
            return await proceed(request)
        url = urls.without_fragment(request.url)
        entry = self._storage.get(url)
        if entry is not None and entry.answers(request):
            return replace(entry.response, url=request.url, from_cache=True)

        async def ask() -> Fetched:
            fetched = await proceed(request)
            if isinstance(fetched, Response) and _may_be_kept(request, fetched):
                self._storage.put(url, Entry(fetched, _asked_with(request, fetched)))
            return fetched

        fetched, shared = await self._flights.share((url, _identity(request)), ask)
        if shared and isinstance(fetched, Response):
            return replace(fetched, url=request.url, from_cache=True)
        return fetched


def _may_be_kept(request: Request, response: Response) -> bool:
    if response.status not in _KEPT or "*" in _varying(response):
        return False
    if response.status in _REDIRECTS and response.header("set-cookie") is not None:
        return False
    return request.kind is not RequestKind.XHR or "no-store" not in (response.header("cache-control") or "").lower()


def _varying(response: Response) -> frozenset[str]:
    fields = ",".join(value for name, value in response.headers if name == "vary")
    return frozenset(name.strip().lower() for name in fields.split(",")) - {""}


def _asked_with(request: Request, response: Response) -> Headers:
    return tuple((name, _field(request, name)) for name in sorted(_varying(response) - _NEVER_DIFFER))


def _field(request: Request, name: str) -> str:
    return headers.accept(request) if name == "accept" else headers.value_of(request.headers, name) or ""


def _identity(request: Request) -> tuple[str, Headers, bool]:
    """What two requests of one URL must have in common to share an answer that is still on its way."""
    own = tuple(sorted(field for field in request.headers if field[0] not in ("referer", "accept")))
    return headers.accept(request), own, request.kind is RequestKind.DOCUMENT
