"""A deadline on a page's own work: it stands still while requests of the page wait for their turn in Python."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType


class Deadline:
    """As `async with asyncio.timeout(seconds)`: raises TimeoutError in the body when `seconds` of work have passed.

    Not counted is the time in which at least one `waiting` block is open. Entered once.
    """

    def __init__(self, seconds: float) -> None:
        self._left = seconds
        self._open = 0
        self._started = 0.0
        self._timeout = asyncio.timeout(None)
        self._entered = False

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._entered = True
        if not self._open:
            self._run()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._entered = False
        await self._timeout.__aexit__(kind, error, trace)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Something else than the page is being waited for."""
        self._open += 1
        if self._open == 1 and self._counts():
            self._left -= asyncio.get_running_loop().time() - self._started
            self._timeout.reschedule(None)
        try:
            yield
        finally:
            self._open -= 1
            if not self._open and self._counts():
                self._run()

    def _counts(self) -> bool:
        return self._entered and not self._timeout.expired()

    def _run(self) -> None:
        self._started = asyncio.get_running_loop().time()
        self._timeout.reschedule(self._started + self._left)
