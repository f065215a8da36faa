"""Runs a page's own clock forward until the page is done (docs/adr/0002-virtual-time.md).

Virtual time stands still while a request is pending and jumps from timer to timer otherwise, so that waiting costs what
the page's own work costs. It is granted in slices; after each one the page is asked how large its content is.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from getdocs.render.cdp import Cdp, Event

BUDGET_MS = 8050
"""Virtual milliseconds that one page gets."""
QUIET_MS = 4000
"""Virtual milliseconds without a change of the content and without a request, after which a page is done.

A pending timer cannot be seen from outside: this is the longest one that is waited for.
"""
FIRST_SLICE_MS = 550
"""The slice that every page begins with: in it, most of them load and build themselves."""
LINGER_S = 0.03
"""Real seconds before each later slice. Frames, workers and IndexedDB live in real time: their answers get in here."""
SLICE_MS = 1000
"""A later slice."""
_TASKS_AT_ONE_INSTANT = 10_000
"""Tasks that may run without virtual time moving: a page that posts messages to itself for ever still gets older."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """How a page stands at one moment of its life. Two equal ones mean that nothing has grown or shrunk in between."""

    elements: int
    text: int
    """Characters, open shadow roots included."""
    requests: int
    """Requests it has made."""


class VirtualTime:
    """The clock of one page."""

    def __init__(self, cdp: Cdp, *, moment: float) -> None:
        self.moment = moment
        """When it begins, in seconds since 1970."""
        self._cdp = cdp
        self._expired = asyncio.Event()
        self._running = False
        cdp.on("Emulation.virtualTimeBudgetExpired", self._on_expired)

    async def begin(self) -> None:
        """Before the first page: a process whose clock ever ran in real time would show its first page that time."""
        await self._set("pause")

    async def advance(self, milliseconds: int) -> None:
        """Lets the page live for that long; then its clock stands still again. Takes as long as its requests and work do."""
        self._expired.clear()
        self._running = True
        await self._set(
            "pauseIfNetworkFetchesPending",
            budget=milliseconds,
            maxVirtualTimeTaskStarvationCount=_TASKS_AT_ONE_INSTANT,
        )
        await self._expired.wait()
        self._running = False

    async def stop(self) -> None:
        """Ends a slice that was given up, so that its end is not taken for the end of the next page's first one."""
        if self._running:
            await self._set("pause")
            self._running = False

    async def _set(self, policy: str, **parameters: int) -> None:
        # Each process counts from the first moment it is told: what the page's own clock (fresh.js) does not cover, workers
        # above all, is near it at least.
        await self._cdp.call(
            "Emulation.setVirtualTimePolicy", policy=policy, initialVirtualTime=self.moment, **parameters
        )

    def _on_expired(self, _event: Event) -> None:
        self._expired.set()


async def settle(
    advance: Callable[[int], Awaitable[None]],
    pulse: Callable[[], Awaitable[Pulse]],
    due_ms: Callable[[], int] = lambda: 0,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> bool:
    """Lets a page that has lived its first slice live on until it is quiet or has used up its budget. True: it was quiet.

    `due_ms`: the age, in virtual milliseconds, until which something is known to be due (a refresh).
    """
    age = FIRST_SLICE_MS
    quiet = 0
    last = await pulse()
    while age < BUDGET_MS and (quiet < QUIET_MS or age < due_ms()):
        await sleep(LINGER_S)
        slice_ms = min(SLICE_MS, BUDGET_MS - age)
        await advance(slice_ms)
        age += slice_ms
        now = await pulse()
        quiet = quiet + slice_ms if now == last else 0
        last = now
    return quiet > 0
