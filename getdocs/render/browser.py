"""The sealed browser as the rest of getdocs sees it: a document and a way to make requests in, a `Rendered` out.

It keeps the browser alive: tabs are opened and retired here, and a browser that died is started again.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Error

from getdocs.errors import BrowserError
from getdocs.model import Failed, FailReason, Rendered, Response, StoredItems
from getdocs.render.chromium import Chromium
from getdocs.render.interception import Load
from getdocs.render.tab import NO_ANSWER, Tab

__all__ = ["Browser", "Load", "open_browser"]

TIMEOUT_S = 20.0
"""Seconds of a page's own work."""
PAGES_PER_TAB = 50
"""After that many pages a tab is closed, and its memory with it."""
RESTARTS = 5
"""Times that a browser may be started again without CALM pages in between."""
CALM = 100


@asynccontextmanager
async def open_browser(
    path: Path, *, tabs: int, user_agent: str, stored: Sequence[StoredItems] = ()
) -> AsyncIterator["Browser"]:
    """A running sealed Chromium. Raises BrowserError where it does not start. Nothing of it outlives the block.

    `stored`: the localStorage that pages of an origin find.
    """
    browser = Browser(path, tabs=tabs, user_agent=user_agent, stored=stored)
    try:
        await browser.start()
        yield browser
    finally:
        await browser.close()


class Browser:
    """Up to `tabs` pages at once. Use `open_browser`."""

    def __init__(self, path: Path, *, tabs: int, user_agent: str, stored: Sequence[StoredItems] = ()) -> None:
        self._path = path
        self._stored = stored
        self._user_agent = user_agent
        self._slots = asyncio.Semaphore(tabs)
        self._starting = asyncio.Lock()
        self._chromium: Chromium | None = None
        self._idle: list[Tab] = []
        self._restarts = 0
        self._calm = 0
        self._version = ""

    @property
    def version(self) -> str:
        """Of the Chromium that runs."""
        return self._version

    async def start(self) -> None:
        """Starts Chromium. Raises BrowserError."""
        self._chromium = await Chromium.start(self._path, user_agent=self._user_agent)
        self._version = self._chromium.version

    async def close(self) -> None:
        """Ends Chromium and everything it started. Never raises."""
        self._idle.clear()
        chromium, self._chromium = self._chromium, None
        if chromium is not None:
            await chromium.close()

    async def render(self, document: Response, load: Load, *, timeout_s: float = TIMEOUT_S) -> Rendered:
        """Shows `document` at its own URL and reads it when it is done; `load` makes each request of the page.

        `timeout_s`: seconds of the page's own work; its requests' turn in the pacing is not counted. A Navigation says
        that the page wants to be elsewhere. A page that lost its renderer, or gets no answer out of it, is tried once
        more, on a fresh one. Raises BrowserError where Chromium does not stay alive.
        """
        async with self._slots:
            result = await self._once(document, load, timeout_s)
            if isinstance(result, Failed) and _may_be_the_tab(result):
                result = await self._once(document, load, timeout_s)
            return result

    async def _once(self, document: Response, load: Load, timeout_s: float) -> Rendered:
        try:
            tab = await self._tab()
        except (Error, TimeoutError) as error:
            return Failed(FailReason.RENDER_CRASH, document.status, f"no tab: {error}")
        try:
            return await tab.show(document, load, timeout_s=timeout_s)
        finally:
            await self._put_back(tab)

    async def _tab(self) -> Tab:
        chromium = await self._running()
        return self._idle.pop() if self._idle else await Tab.open(chromium, self._stored)

    async def _put_back(self, tab: Tab) -> None:
        chromium = self._chromium
        if tab.clean:
            self._calm += 1
        if chromium is None or not chromium.alive or tab.chromium is not chromium:
            return
        if tab.clean and tab.pages < PAGES_PER_TAB:
            self._idle.append(tab)
        elif not await tab.close():
            # Closing a context has always worked; where it does not, the browser is beyond repair.
            self._idle.clear()
            await chromium.close()

    async def _running(self) -> Chromium:
        """The browser that runs, started again where it died."""
        async with self._starting:
            if self._chromium is None or self._chromium.alive:
                if self._chromium is None:
                    raise BrowserError("the browser has been closed")
                return self._chromium
            if self._calm >= CALM:
                self._restarts = 0
            self._restarts += 1
            self._calm = 0
            if self._restarts > RESTARTS:
                raise BrowserError(f"{self._path} died {self._restarts} times: try another one with --browser PATH")
            self._idle.clear()
            await self._chromium.close()
            await self.start()
            return self._chromium


def _may_be_the_tab(failed: Failed) -> bool:
    """Whether it may not be the page's fault: renderers crash, and now and then (1 render in some thousand) a tab stalls."""
    return failed.reason is FailReason.RENDER_CRASH or failed.detail == NO_ANSWER
