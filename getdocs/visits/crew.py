"""The workers of a crawl: kept at work until there is none, and stopped in good order. Knows nothing of what they do."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TypeAlias

GRACE_SECONDS = 4.0
"""How long what is under way may take to finish after the first `stop`: with the Manifest, it is over in 5."""

Work: TypeAlias = Callable[[], Coroutine[None, None, None]]


class Crew:
    """`size` workers. May be stopped before it has begun."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._stopping = asyncio.Event()
        self._abandoning = asyncio.Event()
        self._news = asyncio.Event()

    def stop(self) -> None:
        """Workers are to take up nothing new; called again: what is under way is given up as well."""
        (self._abandoning if self._stopping.is_set() else self._stopping).set()

    def is_stopping(self) -> bool:
        """Whether nothing new is to be taken up."""
        return self._stopping.is_set()

    async def employ(self, work: Work, beside: Work) -> None:
        """Runs `work` once for each worker, to their end. Once stopped, they have GRACE_SECONDS. `beside` runs meanwhile.

        Raises what the first of them raises; then all are cancelled.
        """
        try:
            async with asyncio.TaskGroup() as group:
                workers = [group.create_task(work()) for _ in range(self._size)]
                others = [group.create_task(self._end(workers)), group.create_task(beside())]
                await asyncio.wait(workers)
                for task in others:
                    task.cancel()
        except BaseExceptionGroup as failures:
            # Each failure ends the crawl by itself; the first is the one to tell.
            raise _first(failures) from None

    async def _end(self, workers: Sequence[asyncio.Task[None]]) -> None:
        await self._stopping.wait()
        self.tell()
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE_SECONDS):
                await self._abandoning.wait()
        for worker in workers:
            worker.cancel()

    async def hear(self, seconds: float | None) -> None:
        """Returns when another worker has news, or after `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()

    def tell(self) -> None:
        """There may be work again for workers that wait for it."""
        self._news.set()
        self._news = asyncio.Event()


def _first(failures: BaseExceptionGroup[BaseException]) -> BaseException:
    first = failures.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
