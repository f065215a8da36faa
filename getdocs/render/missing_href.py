"""Finds out where links without an address lead, by a click on each: scripts follow them, and stop when they are refused.

What is clicked is decided in the page (missing_href.js). It is the last thing done with a page, which nothing is loaded for
any more: what comes of a click, but for where it wanted to go, is of no account.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from getdocs.render.virtual_time import LINGER_S

_AFTER_CLICK_MS = 100
"""Virtual milliseconds in which a router follows a link."""


class Clickable(Protocol):
    """A page that has been copied, with links without an address in it, numbered from 0."""

    async def press(self, number: int) -> None:
        """Clicks one of them."""
        ...

    async def went(self) -> str | None:
        """Where the page's router wanted to go since; None: nowhere."""
        ...


async def addresses(
    page: Clickable,
    count: int,
    advance: Callable[[int], Awaitable[None]],
    left_for: Callable[[], str | None],
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> dict[int, str]:
    """Where each of `count` links leads, by number; absolute URLs. Those that lead nowhere are left out.

    `left_for`: where the browser was asked to go since it was last called, without a router.
    """
    found: dict[int, str] = {}
    for number in range(count):
        left_for()
        await page.press(number)
        await sleep(LINGER_S)
        await advance(_AFTER_CLICK_MS)
        url = await page.went() or left_for()
        if url is not None:
            found[number] = url
    return found
