"""Opens what a reader reaches with a click on the same page: the loop, and its bounds (docs/adr/0009-reveal.md).

What is clicked, and what never is, is decided by evidence in the page (reveal.js); here the page gets time to answer.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from getdocs.render.virtual_time import LINGER_S, Pulse

BUDGET_MS = 180_000
"""Virtual milliseconds that one page gets for what its clicks cause."""
SLICE_MS = 1000
"""Virtual milliseconds without a change after which the next click follows."""
FRAME_S = 0.01
"""Real seconds after which it is looked again whether a frame was drawn."""
SLICES = 4
"""Slices after one click, where the page goes on changing."""


@dataclass(frozen=True, slots=True)
class Step:
    """Where the opening of a page stands."""

    more: bool
    """Something was clicked or scrolled: the page has to live before the next step."""
    full: bool = True
    """Nothing was left closed because of a bound."""
    lives_ms: int = SLICE_MS
    """Virtual milliseconds before the next step; 0: it waits for something that comes in real time only."""
    lost: frozenset[str] | None = None
    """Signatures of what was clicked last, where it made another page of this one."""


class LostError(Exception):
    """Clicks made another page of it: `clicked` (signatures) is what not to click when it is shown again."""

    def __init__(self, clicked: frozenset[str]) -> None:
        super().__init__(f"another page after {len(clicked)} clicks")
        self.clicked = clicked


class Openable(Protocol):
    """A page, with what in it may be opened."""

    async def begin(self, avoid: frozenset[str], *, restless: bool) -> Step:
        """Does the first step. What `avoid` names is not clicked. `restless`: the page changes without being touched."""
        ...

    async def step(self) -> Step:
        """Does the next one."""
        ...


async def reveal(
    page: Openable,
    advance: Callable[[int], Awaitable[None]],
    pulse: Callable[[], Awaitable[Pulse]],
    *,
    avoid: frozenset[str] = frozenset(),
    restless: bool = False,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> bool:
    """Opens everything in a page. False where a bound was reached before everything was open. Raises LostError.

    `restless`: the page changes without being touched: that it goes on changing after a click is not waited out.
    """
    step = await page.begin(avoid, restless=restless)
    age = 0
    last: Pulse | None = None
    while step.more and age < BUDGET_MS:
        patient = step.lives_ms >= SLICE_MS and not restless
        for _ in range(SLICES if patient else 1):
            if step.lives_ms == 0:
                await sleep(FRAME_S)
                break
            await sleep(LINGER_S)
            await advance(step.lives_ms)
            age += step.lives_ms
            now = await pulse()
            if now == last:
                break
            last = now
        step = await page.step()
    if step.lost is not None:
        raise LostError(step.lost)
    return step.full and not step.more
