"""Lets several callers who want the same thing at the same time share one piece of work. It keeps nothing afterwards."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Flight(Generic[T]):
    landed: asyncio.Event = field(default_factory=asyncio.Event)
    result: T | None = None


class Flights(Generic[T]):
    """Work in progress by key. Where the caller who does the work is cancelled, one of those waiting takes over."""

    def __init__(self) -> None:
        self._flying: dict[Hashable, _Flight[T]] = {}

    async def share(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        """The result of `work`, and whether it was somebody else's doing. Raises what `work` raises, for its caller."""
        while (flight := self._flying.get(key)) is not None:
            await flight.landed.wait()
            if flight.result is not None:
                return flight.result, True
        flight = self._flying[key] = _Flight[T]()
        try:
            result = await work()
            flight.result = result
        finally:
            del self._flying[key]
            flight.landed.set()
        return result, False
