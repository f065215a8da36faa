"""When a request may go on the wire: one pacer for all workers of a crawl, exact to the request.

Every pause is counted from the end of one request to the start of the next, so that no clock, least of all the server's,
can see two of them closer than promised. Knows neither URLs to come nor files; the Frontier asks it (`due_in`) before it
hands out a Lease.

Two queues stand before each host, served in order of arrival: documents, which our own delay keeps apart (assets by a share of
it), and the subresources of pages, which come in their page's turn. A Crawl-delay that the site asks for holds for all.
"""

import asyncio
import math
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from getdocs import urls
from getdocs.model import RequestKind

LONGEST_QUIET = 120.0
"""Seconds. Where a host asks for more quiet, requests do not stand and wait for its end: they are handed back."""

LONGEST_DELAY = 60.0
"""Seconds. What a Crawl-delay is capped at, with a warning, and what our own delay never grows beyond."""

DOCUMENTS = frozenset({RequestKind.DOCUMENT, RequestKind.SITEMAP, RequestKind.ROBOTS})
"""The kinds that our own delay keeps apart."""

ASSET_SHARE = 0.25
"""Of our own delay, what lies before an asset: a reader's browser asks for the images of a page at once, but not for those of all pages."""

SHARES: Mapping[RequestKind, float] = {**dict.fromkeys(DOCUMENTS, 1.0), RequestKind.ASSET: ASSET_SHARE}
"""The kinds that stand in the queue of documents, and how much of our own delay lies before each. Behind them lies all of it, or the share of the next."""

_SHORTEST_SLEEP = 0.001
"""Seconds: what rounding leaves of a pause is overslept, not counted down."""
_OVERLOADED = (429, 503)
_WEIGHT = 0.25
"""How much the latest answer counts in the average of how long answers take."""


@dataclass(slots=True, eq=False)
class _Ticket:
    """A request that waits for its turn."""

    number: int
    share: float
    """How much of our own delay lies before it; 0: a subresource."""
    woken: asyncio.Future[None] | None = None

    @property
    def document(self) -> bool:
        return self.share > 0


@dataclass(slots=True)
class _Host:
    """What the pacer knows of a host. Times are those of the injected clock."""

    rest: float
    """Our own delay: the floor, or more where the host is slow."""
    crawl_delay: float = 0.0
    quiet_until: float = -math.inf
    request_ended: float = -math.inf
    document_ended: float = -math.inf
    open_requests: int = 0
    open_documents: int = 0
    documents: deque[_Ticket] = field(default_factory=deque)
    subresources: deque[_Ticket] = field(default_factory=deque)

    @property
    def spacing(self) -> float:
        return max(self.rest, self.crawl_delay)

    def lane(self, *, document: bool) -> deque[_Ticket]:
        return self.documents if document else self.subresources

    def heads(self) -> Iterator[_Ticket]:
        yield from sorted((lane[0] for lane in (self.documents, self.subresources) if lane), key=lambda t: t.number)

    def free_at(self, share: float) -> float:
        """When the pauses are over. Says nothing of requests that are still open."""
        free = max(self.quiet_until, self.request_ended + self.crawl_delay)
        return max(free, self.document_ended + self.rest * share) if share else free


class Pacer:
    """Implements `model.Gate`. Belongs to one event loop.

    `delay`: seconds between two documents of a host, the floor of the adaptive delay; 0 = none of our own.
    `concurrency`: requests open to a host at the most. `warn` gets one line where a Crawl-delay is capped.
    """

    def __init__(
        self,
        *,
        delay: float,
        concurrency: int,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        warn: Callable[[str], None],
    ) -> None:
        self._floor = delay
        self._concurrency = concurrency
        self._clock = clock
        self._sleep = sleep
        self._warn = warn
        self._hosts: dict[str, _Host] = {}
        self._numbers = count()

    async def enter(self, url: str, kind: RequestKind) -> float:
        """0.0 when the request may be sent, which then counts as open; one `leave` must follow.

        Seconds where its host wants more quiet than LONGEST_QUIET, be it that it says so while the request waits. Handed
        back like that, or cancelled, it has taken nothing: no `leave` then.
        """
        host = self._host_of(url)
        with self._queued(host, SHARES.get(kind, 0.0)) as ticket:
            while (wait := self._obstacle(host, ticket)) != 0:
                if (quiet := host.quiet_until - self._clock()) > LONGEST_QUIET:
                    return quiet
                if wait is not None:
                    await self._sleep(max(wait, _SHORTEST_SLEEP))
                    continue
                ticket.woken = asyncio.get_running_loop().create_future()
                await ticket.woken
            host.open_requests += 1
            host.open_documents += ticket.document
        return 0.0

    def leave(self, url: str, kind: RequestKind, seconds: float, status: int | None) -> None:
        """The request is over: pauses count from here. A document also tells how the host is doing."""
        host = self._host_of(url)
        host.open_requests -= 1
        host.request_ended = self._clock()
        if kind in SHARES:
            host.open_documents -= 1
            host.document_ended = host.request_ended
            host.rest = self._next_rest(host.rest, seconds, status)
        _wake(host)

    def slow(self, host: str, seconds: float) -> None:
        """The robots.txt of `host` asks for this much between any two requests. The latest word counts."""
        known = self._host(host)
        asked = seconds if seconds > 0 else 0.0  # NaN is no wish either
        granted = min(asked, LONGEST_DELAY)
        if granted < asked and known.crawl_delay != granted:
            self._warn(f"{host}: Crawl-delay of {asked:g} s is capped at {granted:g} s")
        known.crawl_delay = granted

    def quiet(self, host: str, seconds: float) -> None:
        """Nothing at all to that host for so long (Retry-After). Never shortens what stands."""
        known = self._host(host)
        known.quiet_until = max(known.quiet_until, self._clock() + seconds)
        _wake(known)

    def due_in(self, host: str) -> float:
        """Seconds until one more document may start at the earliest, behind those that queue already; 0 = now."""
        known = self._host(host)
        now = self._clock()
        starts = max(now, known.free_at(1.0))
        if known.open_documents:
            starts = max(starts, now + known.spacing)
        return starts + len(known.documents) * known.spacing - now

    def spacing(self, host: str) -> float:
        """Seconds that lie between two documents of the host: the larger of our own delay, now, and its Crawl-delay."""
        return self._host(host).spacing

    def waiting(self) -> tuple[str, ...]:
        """For a display: a line for each host that is left alone for longer than our plain delay, the longest wait first."""
        now = self._clock()
        left = [(until - now, cause, host) for host, (until, cause) in self._pauses() if cause and until > now]
        return tuple(
            f"{host} waiting {math.ceil(seconds)} s: {cause}" for seconds, cause, host in sorted(left, reverse=True)
        )

    def _pauses(self) -> Iterator[tuple[str, tuple[float, str]]]:
        """For each host, when the last of its pauses ends and what that is for; empty: our plain delay."""
        for name, host in self._hosts.items():
            yield (
                name,
                max(
                    (host.quiet_until, "Retry-After"),
                    (host.request_ended + host.crawl_delay, "Crawl-delay"),
                    (host.document_ended + host.rest, "slow host" if host.rest > self._floor else ""),
                ),
            )

    def _host_of(self, url: str) -> _Host:
        return self._host(urls.netloc(url))

    def _host(self, host: str) -> _Host:
        return self._hosts.setdefault(host, _Host(rest=self._floor))

    @contextmanager
    def _queued(self, host: _Host, share: float) -> Iterator[_Ticket]:
        ticket = _Ticket(next(self._numbers), share)
        lane = host.lane(document=ticket.document)
        lane.append(ticket)
        try:
            yield ticket
        finally:
            lane.remove(ticket)
            _wake(host)

    def _obstacle(self, host: _Host, ticket: _Ticket) -> float | None:
        """Seconds that the ticket has to wait; 0 = its turn; None = until somebody leaves or gives up waiting."""
        if host.lane(document=ticket.document)[0] is not ticket or not self._has_room(host, ticket):
            return None
        now = self._clock()
        wait = host.free_at(ticket.share) - now
        if wait > 0:
            return wait
        for other in host.heads():
            # It has come first and is free to go: it is about to be woken, and wakes the rest when it has gone.
            if other.number < ticket.number and self._has_room(host, other) and host.free_at(other.share) <= now:
                return None
        return 0.0

    def _has_room(self, host: _Host, ticket: _Ticket) -> bool:
        # A pause from end to start leaves room for one at a time.
        if host.crawl_delay and host.open_requests:
            return False
        if ticket.document and host.rest and host.open_documents:
            return False
        return host.open_requests < self._concurrency

    def _next_rest(self, rest: float, seconds: float, status: int | None) -> float:
        """Towards how long answers take; doubled where the host is overloaded; never below the floor.

        An error often comes fast, so it never makes us faster.
        """
        if self._floor == 0:
            return 0.0
        longest = max(self._floor, LONGEST_DELAY)
        if status in _OVERLOADED:
            return min(rest * 2, longest)
        average = rest + (seconds - rest) * _WEIGHT
        if status is None or status >= 400:
            average = max(average, rest)
        return min(max(average, self._floor), longest)


def _wake(host: _Host) -> None:
    for ticket in host.heads():
        if ticket.woken is not None and not ticket.woken.done():
            ticket.woken.set_result(None)
