"""Keeps what was fetched for the whole crawl, so that a script of every page is asked for once. Knows nothing of policy.

One crawl is one look at a site: freshness plays no part within it. What an earlier run has left is never taken for fresh,
whatever its Cache-Control says: it is asked for again, conditionally where it can be (RFC 9111 4.3). GETs only, by URL
without fragment. What Vary names is honoured, but for cookies (one crawl is one visitor) and for what never differs between
our requests. Failures, requests for quiet, server errors and redirects that set a cookie (they lead elsewhere the next time)
are not kept, and no-store is honoured for XHR, where a script may be waiting for the answer to change.
"""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Protocol

from getdocs import urls
from getdocs.fetch import headers, http_date
from getdocs.fetch.chain import Answered, Handler
from getdocs.fetch.flights import Flights
from getdocs.model import Headers, Request, RequestKind, Response

MAX_BYTES = 256 * 1024 * 1024
"""Of all bodies that are kept in memory together."""

# RFC 9110 15.1: the statuses that may be kept without being told so, and the redirects; 206 is only a part.
_KEPT = frozenset({200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Requests with these are one caller's own.
_PRIVATE = frozenset({"authorization", "cookie", "range"})
_NEVER_DIFFER = frozenset({"accept-encoding", "accept-language", "user-agent", "cookie", "host"})
# RFC 9110 13.2.1: conditions count only where the answer without them would be a success.
_CONFIRMABLE = frozenset({200, 203, 204})
_NOT_MODIFIED = 304
_OVERHEAD = 1024


@dataclass(frozen=True, slots=True)
class Entry:
    """One kept response, and the request fields (by Vary) for which it is the answer."""

    response: Response
    asked_with: Headers
    """Names, and digests of the values: they may be secret."""
    current: bool = True
    """Whether the server has given or confirmed it in this run."""

    def answers(self, request: Request) -> bool:
        """Whether `request` has the same values in the fields that matter."""
        return all(_digest(request, name) == value for name, value in self.asked_with)

    @property
    def conditions(self) -> Headers:
        """The fields that ask whether it still holds; empty where nothing tells one version from the next."""
        if self.response.status not in _CONFIRMABLE:
            return ()
        found = (("if-none-match", self.response.header("etag")), ("if-modified-since", self._last_modified()))
        return tuple((name, value) for name, value in found if value and value.isascii() and value.isprintable())

    def _last_modified(self) -> str | None:
        """The Last-Modified field where it tells versions apart: not younger than a second when sent (RFC 9110 8.8.2.2)."""
        field = self.response.header("last-modified")
        modified, sent = http_date.moment(field or ""), http_date.moment(self.response.header("date") or "")
        return field if modified and sent and (sent - modified).total_seconds() >= 1 else None

    def confirmed_by(self, response: Response) -> "Entry | None":
        """The entry as a 304 renews it (RFC 9111 4.3.4); None where that 304 speaks of another version."""
        ours, theirs = self.response.header("etag"), response.header("etag")
        if ours and theirs and ours.removeprefix("W/") != theirs.removeprefix("W/"):
            return None
        # What describes the body describes ours; some servers get it wrong where they send none.
        renewed = tuple(field for field in response.headers if not field[0].startswith("content-"))
        names = {name for name, _ in renewed}
        kept = tuple(field for field in self.response.headers if field[0] not in names)
        return Entry(replace(self.response, headers=(*kept, *renewed)), self.asked_with)

    @property
    def size(self) -> int:
        """Bytes, roughly."""
        fields = sum(len(name) + len(value) for name, value in self.response.headers)
        return len(self.response.body) + fields + _OVERHEAD


class Storage(Protocol):
    """Where entries are kept, by URL. What goes wrong with it costs a request, and never raises."""

    async def get(self, url: str) -> Entry | None:
        """The entry of `url`, or None."""

    async def put(self, url: str, entry: Entry) -> None:
        """Keeps `entry` in place of what was there; may drop others."""


class MemoryStorage:
    """At most `max_bytes`; the least recently used go first, and a body of more than an eighth is not kept at all."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._size = 0

    async def get(self, url: str) -> Entry | None:
        """The entry of `url`, which now is the most recently used."""
        if url in self._entries:
            self._entries.move_to_end(url)
        return self._entries.get(url)

    async def put(self, url: str, entry: Entry) -> None:
        """Keeps `entry`, and drops the oldest until all fit."""
        old = self._entries.pop(url, None)
        self._size -= old.size if old else 0
        if entry.size > self._max_bytes // 8:
            return
        self._entries[url] = entry
        self._size += entry.size
        while self._size > self._max_bytes:
            self._size -= self._entries.popitem(last=False)[1].size


def varying(response: Response) -> frozenset[str]:
    """The request fields by which another request of the crawl may get another answer (Vary, RFC 9110 12.5.5); `*`: any."""
    fields = ",".join(value for name, value in response.headers if name == "vary")
    return frozenset(name.strip().lower() for name in fields.split(",")) - _NEVER_DIFFER - {""}


class Cache:
    """The middleware. Callers who ask for the same at the same time share one request."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._flights: Flights[Answered] = Flights()

    async def __call__(self, request: Request, proceed: Handler) -> Answered:
        """The kept response (`from_cache`), else what comes from further in."""
        if request.method != "GET" or any(
            name in _PRIVATE or _is_fresh_wish(name, value) for name, value in request.headers
        ):
            return await proceed(request)
        url = urls.without_fragment(request.url)
        fetched, shared = await self._flights.share(
            (url, _identity(request)), lambda: self._answer(url, request, proceed)
        )
        if isinstance(fetched, Response) and (shared or fetched.from_cache):
            return replace(fetched, url=request.url, from_cache=True)
        return fetched

    async def _answer(self, url: str, request: Request, proceed: Handler) -> Answered:
        entry = await self._storage.get(url)
        if entry is not None and not entry.answers(request):
            entry = None
        if entry is not None and entry.current:
            return replace(entry.response, from_cache=True)
        conditions = entry.conditions if entry is not None else ()
        fetched = await proceed(replace(request, headers=(*request.headers, *conditions)))
        if entry is not None and conditions and isinstance(fetched, Response) and fetched.status == _NOT_MODIFIED:
            confirmed = entry.confirmed_by(fetched)
            if confirmed is not None:
                await self._storage.put(url, confirmed)
                return replace(confirmed.response, from_cache=True)
            fetched = await proceed(request)
        if isinstance(fetched, Response) and _may_be_kept(request, fetched):
            await self._storage.put(url, Entry(fetched, _asked_with(request, fetched)))
        return fetched


def _is_fresh_wish(name: str, value: str) -> bool:
    """RFC 9111 5.2.1.4: whoever asks wants to hear from the server itself."""
    return name == "cache-control" and value == "no-cache"


def _may_be_kept(request: Request, response: Response) -> bool:
    if response.status not in _KEPT or "*" in varying(response):
        return False
    if response.status in _REDIRECTS and response.header("set-cookie") is not None:
        return False
    return request.kind is not RequestKind.XHR or "no-store" not in (response.header("cache-control") or "").lower()


def _asked_with(request: Request, response: Response) -> Headers:
    return tuple((name, _digest(request, name)) for name in sorted(varying(response)))


def _digest(request: Request, name: str) -> str:
    value = headers.accept(request) if name == "accept" else headers.value_of(request.headers, name) or ""
    return hashlib.blake2b(value.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _identity(request: Request) -> tuple[str, Headers, bool]:
    """What two requests of one URL must have in common to share an answer that is still on its way."""
    own = tuple(sorted(field for field in request.headers if field[0] not in ("referer", "accept")))
    return headers.accept(request), own, request.kind is RequestKind.DOCUMENT
