"""A deadline on a page's own work: it stands still while requests of the page wait for their turn in Python.

What is waited for has an end of its own, so that a page of slow requests, one after the other, does not hold its tab for ever.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

_Result = TypeVar("_Result")


class Deadline:
    """As `async with asyncio.timeout(seconds)`: raises TimeoutError in the body when `seconds` of work have passed.

    Not counted is the time in which something is waited for; `patience` is how many seconds of that there are. Entered once.
    """

    def __init__(self, seconds: float, *, patience: float) -> None:
        self._left = seconds
        self._patience = patience
        self._open = 0
        self._since = 0.0
        """When work, or waiting, has begun: whichever is going on."""
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

    async def wait_for(self, work: Callable[[], Awaitable[_Result]]) -> _Result | None:
        """What comes of `work`, which is something else than the page; None where the patience is over."""
        with self._waiting():
            if self._patience <= 0:
                return None
            try:
                async with asyncio.timeout_at(self._since + self._patience) as end:
                    return await work()
            except TimeoutError:
                if not end.expired():
                    raise
                return None

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        now = asyncio.get_running_loop().time
        self._open += 1
        if self._open == 1:
            if self._counts():
                self._left -= now() - self._since
                self._timeout.reschedule(None)
            self._since = now()
        try:
            yield
        finally:
            self._open -= 1
            if not self._open:
                self._patience -= now() - self._since
                if self._counts():
                    self._run()

    def _counts(self) -> bool:
        return self._entered and not self._timeout.expired()

    def _run(self) -> None:
        self._since = asyncio.get_running_loop().time()
        self._timeout.reschedule(self._since + self._left)
