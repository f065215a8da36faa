"""The innermost step: waits at the Gate, sends by the core, tells the Gate what came of it. Nothing else reaches the core."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from getdocs import urls
from getdocs.fetch import quiet
from getdocs.fetch.core import Core, Exchanged
from getdocs.fetch.noting import Note, noted
from getdocs.model import Deferred, Failed, FailReason, Gate, Request, Response


class Wire:
    """Every request of a crawl passes here, robots.txt included. `clock` gives seconds that never run backwards.

    `now` is the time of day (aware), for dates in Retry-After. `dress` adds what only the server may see (credentials,
    cookies), by the URL that is really asked. `note` hears of each request that the Gate has let go, or has handed back.
    """

    def __init__(
        self,
        core: Core,
        gate: Gate,
        *,
        clock: Callable[[], float],
        now: Callable[[], datetime],
        dress: Callable[[Request], Request],
        note: Note | None = None,
    ) -> None:
        self._core = core
        self._gate = gate
        self._clock = clock
        self._now = now
        self._dress = dress
        self._note = note

    async def send(self, request: Request) -> Exchanged | Deferred:
        """One exchange, when the Gate lets it; Deferred, and nothing sent, where that is not soon."""
        return await self._paced(request, self._core.send)

    async def send_prefix(self, request: Request, size: int) -> Exchanged | Deferred:
        """One exchange of which at most the first `size` bytes of body are read."""
        return await self._paced(request, lambda paced: self._core.send_prefix(paced, size))

    async def _paced(self, request: Request, send: Callable[[Request], Awaitable[Exchanged]]) -> Exchanged | Deferred:
        host = urls.netloc(request.url)
        came = self._clock()
        exchanged: Exchanged | Deferred | None = None
        if (closed := await self._gate.enter(request.url, request.kind)) > 0:
            exchanged = Deferred(host, closed, Failed(FailReason.HTTP, 429, quiet.DETAIL))
            self._tell(request, exchanged, came, self._clock())
            return exchanged
        began = self._clock()
        status = None
        try:
            exchanged = await send(self._dress(request))
            if isinstance(exchanged, Response):
                status = exchanged.status
                # Before `leave`, which lets the next one go.
                if (pause := quiet.at_once(exchanged, self._now())) > 0:
                    self._gate.quiet(host, pause)
        finally:
            self._gate.leave(request.url, request.kind, self._clock() - began, status)
            self._tell(request, exchanged, came, began)
        return exchanged

    def _tell(self, request: Request, exchanged: Exchanged | Deferred | None, came: float, began: float) -> None:
        if self._note is not None:
            self._note(noted(request, exchanged, seconds=self._clock() - began, waited=began - came))
