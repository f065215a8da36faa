"""The sealed browser as the rest of getdocs sees it: a document and a way to make requests in, a `Rendered` out.

It keeps the browser alive: tabs and browsers are opened and retired here, and a browser that died is started again. Which of
the pages that it was showing has killed it shows when each of them is shown alone.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Error

from getdocs import urls
from getdocs.errors import BrowserError
from getdocs.model import Failed, FailReason, Rendered, Response, Snapshot, StoredItems
from getdocs.render.branches import Branches
from getdocs.render.chromium import Chromium
from getdocs.render.interception import Load
from getdocs.render.tab import NO_ANSWER, Tab

__all__ = ["Browser", "Load", "open_browser"]

TIMEOUT_S = 20.0
"""Seconds of a page's own work."""
PAGES_PER_TAB = 50
"""After that many pages a tab is closed, and its memory with it."""
PAGES_PER_BROWSER = 2000
"""After that many pages the browser is, with its driver."""
BROWSER_BYTES = 1 << 30
"""Private memory, that of its pages left out, at which it is closed before (0.2 GiB as a rule)."""
PAGES_PER_LOOK = 25
"""Pages between two looks at its memory."""
RESTARTS = 5
"""Times that a browser may be started again without CALM pages in between; deaths that a page is to blame for are not counted."""
CALM = 100
GONE = "the browser went away"
KILLER = "the browser died over it twice, the second time with no other page open"


@dataclass(frozen=True, slots=True)
class _Shown:
    """One try at a page."""

    result: Rendered
    browser_died: bool
    """Nobody knows yet over which page."""
    lost: frozenset[str] | None
    """What was clicked, where clicks of ours made it what it is."""


@asynccontextmanager
async def open_browser(
    path: Path,
    *,
    tabs: int,
    user_agent: str,
    stored: Sequence[StoredItems] = (),
    moment: float = 0.0,
    noting: bool = False,
) -> AsyncIterator["Browser"]:
    """A running sealed Chromium. Raises BrowserError where it does not start. Nothing of it outlives the block.

    `stored`: the localStorage that pages of an origin find. `moment`: when every page is opened, as far as it can tell, in
    seconds since 1970: the same bytes then give the same page (docs/adr/0007-same-bytes-same-page.md). `noting`: Snapshots
    say what scripts have asked elements for.
    """
    browser = Browser(path, tabs=tabs, user_agent=user_agent, stored=stored, moment=moment, noting=noting)
    try:
        await browser.start()
        yield browser
    finally:
        await browser.close()


class Browser:
    """Up to `tabs` pages at once. Use `open_browser`."""

    def __init__(
        self,
        path: Path,
        *,
        tabs: int,
        user_agent: str,
        stored: Sequence[StoredItems] = (),
        moment: float = 0.0,
        noting: bool = False,
    ) -> None:
        self._path = path
        self._stored = stored
        self._moment = moment
        self._noting = noting
        self._user_agent = user_agent
        self._tabs = tabs
        self._slots = asyncio.Semaphore(tabs)
        self._solitude = asyncio.Lock()
        self._starting = asyncio.Lock()
        self._chromium: Chromium | None = None
        self._idle: list[Tab] = []
        self._busy: Counter[Chromium] = Counter()
        """Pages that each browser shows now: the one that runs, and those that are retired when they are done."""
        self._shown = 0
        """Pages that the one that runs has shown."""
        self._branches = Branches()
        self._restarts = 0
        self._excused: Chromium | None = None
        """One that went with the tab of a page that had gone wrong in it: that page is to blame."""
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
        self._shown = 0

    async def close(self) -> None:
        """Ends Chromium and everything it started. Never raises."""
        self._idle.clear()
        chromium, self._chromium = self._chromium, None
        for one in {*self._busy, *((chromium,) if chromium else ())}:
            await one.close()

    async def render(self, document: Response, load: Load, *, timeout_s: float = TIMEOUT_S) -> Rendered:
        """Shows `document` at its own URL and reads it when it is done; `load` makes each request of the page.

        `timeout_s`: seconds of the page's own work; its requests' turn in the pacing is not counted. A Navigation says
        that the page wants to be elsewhere. A page that lost its renderer, or gets no answer out of it, is tried once
        more, on a fresh one; one that was open when the browser died, with no other page beside it. Raises BrowserError
        where Chromium does not stay alive.
        """
        async with self._slots:
            shown = await self._revealed(document, load, timeout_s)
            if not shown.browser_died and _may_be_the_tab(shown.result):
                # The other tabs may have caught what this one has, from pages that they showed before.
                await self._close_idle()
                shown = await self._revealed(document, load, timeout_s)
        if not shown.browser_died:
            return shown.result
        async with self._alone():
            shown = await self._revealed(document, load, timeout_s)
        if not shown.browser_died:
            return shown.result
        self._restarts -= 1
        return Failed(FailReason.RENDER_CRASH, document.status, KILLER)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """No other page is open in the block."""
        async with self._solitude, AsyncExitStack() as stack:
            for _ in range(self._tabs):
                await stack.enter_async_context(self._slots)
            yield

    async def _revealed(self, document: Response, load: Load, timeout_s: float) -> _Shown:
        """One try, with what a click reaches. Where that goes wrong, one without what was clicked last; then none."""
        shown = await self._once(document, load, timeout_s, frozenset())
        if shown.lost:
            shown = await self._once(document, load, timeout_s, shown.lost)
        if shown.lost is not None and not shown.browser_died:
            shown = await self._once(document, load, timeout_s, None)
        return shown

    async def _once(self, document: Response, load: Load, timeout_s: float, avoid: frozenset[str] | None) -> _Shown:
        tab = await self._tab()
        self._busy[tab.chromium] += 1
        host = urls.netloc(document.url)
        result: Rendered | None = None
        try:
            async with tab.chromium.lasting():
                given = () if avoid else self._branches.of(host)
                result = await tab.show(document, load, timeout_s=timeout_s, avoid=avoid, given=given)
            if isinstance(result, Snapshot):
                self._branches.learn(host, tab.opened)
        except TimeoutError:
            result = Failed(FailReason.RENDER_CRASH, document.status, GONE)
        finally:
            await self._put_back(tab, result)
        return _Shown(result, browser_died=_may_be_the_tab(result) and not tab.chromium.alive, lost=tab.lost)

    async def _tab(self) -> Tab:
        """Raises BrowserError where even browsers that were started for it open none."""
        while True:
            chromium = await self._running()
            if self._idle:
                return self._idle.pop()
            try:
                return await Tab.open(chromium, self._stored, moment=self._moment, noting=self._noting)
            except (Error, TimeoutError):
                await self._give_up(chromium)

    async def _put_back(self, tab: Tab, result: Rendered | None) -> None:
        chromium = self._chromium
        self._busy -= Counter([tab.chromium])
        if tab.clean:
            self._calm += 1
        if tab.chromium is not chromium:
            if tab.chromium not in self._busy:
                await tab.chromium.close()
            return
        if not chromium.alive:
            return
        self._shown += 1
        if tab.clean and tab.pages < PAGES_PER_TAB:
            self._idle.append(tab)
        elif not await tab.close():
            await self._give_up(chromium)
            if not tab.clean and not _is_crash(result):
                self._excused = chromium

    async def _give_up(self, chromium: Chromium) -> None:
        """Opening and closing tabs has always worked; where it does not, the browser is beyond repair."""
        if chromium is self._chromium:
            self._idle.clear()
        await chromium.close()

    async def _running(self) -> Chromium:
        """The browser that runs, started again where it died."""
        async with self._starting:
            if self._chromium is None:
                raise BrowserError("the browser has been closed")
            if self._chromium.alive:
                if self._is_worn(self._chromium):
                    await self._retire(self._chromium)
                return self._chromium
            if self._calm >= CALM:
                self._restarts = 0
            self._restarts += not (self._calm and self._chromium is self._excused)
            self._calm = 0
            if self._restarts > RESTARTS:
                raise BrowserError(
                    f"{self._path} died {self._restarts} times: try another one with --browser PATH, "
                    "or go on with this one (--resume)"
                )
            self._idle.clear()
            await self._chromium.close()
            await self.start()
            return self._chromium

    def _is_worn(self, chromium: Chromium) -> bool:
        if self._shown >= PAGES_PER_BROWSER:
            return True
        return self._shown % PAGES_PER_LOOK == PAGES_PER_LOOK - 1 and chromium.bytes_held() > BROWSER_BYTES

    async def _retire(self, chromium: Chromium) -> None:
        """Starts another one; this one ends when the pages that it shows are done."""
        await self._close_idle()
        await self.start()
        if chromium not in self._busy:
            await chromium.close()

    async def _close_idle(self) -> None:
        """The next page gets a tab that has shown none."""
        idle, self._idle = self._idle, []
        for tab in idle:
            await tab.close()


def _is_crash(result: Rendered | None) -> bool:
    return isinstance(result, Failed) and result.reason is FailReason.RENDER_CRASH


def _may_be_the_tab(result: Rendered) -> bool:
    """Whether it may not be the page's fault: renderers crash, and now and then (1 render in some thousand) a tab stalls."""
    return _is_crash(result) or (isinstance(result, Failed) and result.detail == NO_ANSWER)
