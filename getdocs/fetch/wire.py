"""The innermost step: waits at the Gate, sends by the core, tells the Gate what came of it. Nothing else reaches the core."""

from collections.abc import Awaitable, Callable

from getdocs.fetch.core import Core, Exchanged
from getdocs.model import Gate, Request, Response


class Wire:
    """Every request of a crawl passes here, robots.txt included. `clock` gives seconds that never run backwards.

    `dress` adds what only the server may see (credentials, cookies), by the URL that is really asked.
    """

    def __init__(self, core: Core, gate: Gate, clock: Callable[[], float], dress: Callable[[Request], Request]) -> None:
        self._core = core
        self._gate = gate
        self._clock = clock
        self._dress = dress

    async def send(self, request: Request) -> Exchanged:
        """One exchange, when the Gate lets it."""
        return await self._paced(request, self._core.send)

    async def send_prefix(self, request: Request, size: int) -> Exchanged:
        """One exchange of which at most the first `size` bytes of body are read."""
        return await self._paced(request, lambda paced: self._core.send_prefix(paced, size))

    async def _paced(self, request: Request, send: Callable[[Request], Awaitable[Exchanged]]) -> Exchanged:
        await self._gate.enter(request.url, request.kind)
        began = self._clock()
        status = None
        try:
            exchanged = await send(self._dress(request))
            status = exchanged.status if isinstance(exchanged, Response) else None
        finally:
            self._gate.leave(request.url, request.kind, self._clock() - began, status)
        return exchanged
