"""One tab: shows one document at a time, from memory, and is used again only after a clean page."""

import asyncio
import contextlib
import functools
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from playwright.async_api import BrowserContext, Error, Page, WebSocket

from getdocs import urls
from getdocs.model import Failed, FailReason, Navigation, Rendered, Response, Snapshot, StoredItems
from getdocs.render.branches import Branch
from getdocs.render.cdp import Cdp, Event
from getdocs.render.chromium import Chromium
from getdocs.render.deadline import Deadline
from getdocs.render.interception import Interception, Load
from getdocs.render.missing_href import addresses
from getdocs.render.reveal import LostError, reveal
from getdocs.render.snapshot import LOOKED, Reader
from getdocs.render.virtual_time import FIRST_SLICE_MS, Pulse, VirtualTime, settle

NO_ANSWER = "the page does not answer"
"""Says of an unresponsive page that it, or the tab it is in, hangs."""
_SNAPSHOT_S = 10.0
"""Seconds for the one serialisation (0.2 s for the longest page measured)."""
_PATIENCE_S = 120.0
"""Seconds for which the requests of one page are waited for, all in all: more is a chain of slow ones."""
_TURNS = 60
"""Requests that a page is given the time for where its host asks for a delay between them (as many as the largest page has
made of nine documentation sites measured)."""
_LONGEST_TURN_S = 60.0
"""What such a delay counts at the most, as in `frontier.pacing`."""
_HREFS_S = 10.0
"""Seconds in which the links without an address are asked where they lead (0.05 s each, measured)."""
_PAGES_PER_COLLECTION = 2
"""Pages of one tab between two collections of garbage: in virtual time no idle time comes in which the renderer would do it.

Measured on Docusaurus, 50 pages in 4 tabs, for the whole tree: never 1,462 MiB, every 4th page 1,079, each page 910 and 8 % slower.
"""
_EXPLANATION_S = 1.0
"""Seconds between a call that Chromium broke off and the event that says why."""
_HOUSEKEEPING_S = 5.0
"""Seconds for opening, blanking or closing a tab (under 0.1 s each, measured)."""
_FRESH = Path(__file__).with_name("fresh.js").read_text(encoding="utf-8")
_STORE = """(() => {
  let items;
  try { items = window.localStorage && %s[location.origin]; } catch { return; }  // a sandboxed frame has none
  for (const [name, value] of items || []) localStorage.setItem(name, value);
})()"""
_WORLD = "getdocs-login"
_STORAGE = "cookies,local_storage,indexeddb,cache_storage,file_systems,service_workers"


class Tab:
    """A context of its own with one page in it: nothing that one page stores is seen by another tab. Made by `open`."""

    def __init__(
        self,
        chromium: Chromium,
        context: BrowserContext,
        page: Page,
        cdp: Cdp,
        frame: str,
        time: VirtualTime,
        *,
        noting: bool,
    ) -> None:
        self.chromium = chromium
        """The one it is a tab of."""
        self.pages = 0
        """Pages shown so far."""
        self.clean = True
        """False once something went wrong: close it, and open another."""
        self.lost: frozenset[str] | None = None
        """Not None where clicks of ours, and not the page itself, made what was shown last what it is: what was clicked."""
        self.opened: tuple[Branch, ...] = ()
        """The branches of the sidebar that clicks have opened in what was shown last."""
        self._context = context
        self._page = page
        self._cdp = cdp
        self._frame = frame
        self._time = time
        self._showing: Interception | None = None
        self._noting = noting
        self._given: Sequence[Branch] = ()
        self._refresh_due_ms = 0
        self._overdue = False
        self._wanted: str | None = None
        """Where the page has asked to go last."""
        cdp.on("Fetch.requestPaused", self._on_paused)
        cdp.on("Page.frameStartedNavigating", self._on_started)
        cdp.on("Page.frameNavigated", self._on_navigated)
        cdp.on("Page.frameScheduledNavigation", self._on_scheduled)
        cdp.on("Page.frameRequestedNavigation", self._on_requested)
        cdp.on("Page.javascriptDialogOpening", self._on_dialog)
        cdp.on("Page.windowOpen", self._on_window)
        page.on("crash", self._on_gone)
        page.on("close", self._on_gone)
        page.on("websocket", self._on_socket)
        context.on("page", self._on_popup)

    @classmethod
    async def open(
        cls, chromium: Chromium, stored: Sequence[StoredItems] = (), *, moment: float, noting: bool = False
    ) -> "Tab":
        """A fresh one, whose pages find the `stored` localStorage of their origin, and their clock at `moment`.

        `moment`: seconds since 1970. `noting`: a Snapshot says what scripts have asked elements for. Raises playwright's Error, or TimeoutError, where the browser does not make it.
        """
        async with asyncio.timeout(_HOUSEKEEPING_S):
            context = await chromium.new_context()
            page = await context.new_page()
            cdp = Cdp(await context.new_cdp_session(page))
            tree = await cdp.call("Page.getFrameTree")
            time = VirtualTime(cdp, moment=moment)
            tab = cls(chromium, context, page, cdp, tree["frameTree"]["frame"]["id"], time, noting=noting)
            await cdp.call("Page.enable")
            await time.begin()
            await cdp.call("Page.addScriptToEvaluateOnNewDocument", source=f"({_FRESH})({round(moment * 1000)})")
            if noting:
                await cdp.call("Page.addScriptToEvaluateOnNewDocument", source=LOOKED)
            if stored:
                # In a world of its own: the script holds what other origins stored, which no page may read.
                await cdp.call("Page.addScriptToEvaluateOnNewDocument", source=_storing(stored), worldName=_WORLD)
            # Sites that respect it do not prefetch the pages they link to: that would only be refused, one by one.
            await cdp.quietly("Emulation.setDataSaverOverride", dataSaverEnabled=True)
            await cdp.call("Fetch.enable", patterns=[{"urlPattern": "*"}])
            return tab

    async def close(self) -> bool:
        """Closes it with all it holds; False where the browser did not manage in time."""
        try:
            async with asyncio.timeout(_HOUSEKEEPING_S):
                await self._context.close()
        except (Error, TimeoutError):
            return False
        return True

    async def show(
        self,
        document: Response,
        load: Load,
        *,
        timeout_s: float,
        avoid: frozenset[str] | None = frozenset(),
        given: Sequence[Branch] = (),
    ) -> Rendered:
        """Renders `document` at its own URL. Every request of it goes through `load`.

        `timeout_s`: seconds of the page's own work, in which its requests' turn is not counted. `avoid`: signatures of
        what is not clicked in it; None: nothing is. `given`: branches of its sidebar that need no click.
        """
        self.pages += 1
        self.clean = False
        self.lost = None
        self.opened = ()
        self._given = given
        self._refresh_due_ms = 0
        self._overdue = False
        async with asyncio.TaskGroup() as group:
            deadline = Deadline(timeout_s, patience=_patience(document))
            showing = Interception(
                self._cdp,
                document,
                load,
                frame=self._frame,
                group=group,
                deadline=deadline,
                moment=self._time.moment,
            )
            self._showing = showing
            course = group.create_task(self._course(document, showing, deadline, avoid))
            try:
                result = await showing.ended
                course.cancel()
                showing.close()
                if showing.revealing and not isinstance(result, Snapshot):
                    self.lost = self.lost or frozenset()
                # What was still at work when time was up (a worker that never ends) may go on in the next page's time.
                good = not isinstance(result, Failed) and not self._overdue
                self.clean = good and await self._blank(document.url)
            finally:
                course.cancel()
                showing.close()
                self._showing = None
        return result

    async def _course(
        self, document: Response, showing: Interception, deadline: Deadline, avoid: frozenset[str] | None
    ) -> None:
        """One page from its navigation to its snapshot."""
        try:
            reader, settled = await self._settled(document.url, showing, deadline, avoid)
            async with asyncio.timeout(_SNAPSHOT_S):
                for url in str(await self._cdp.evaluate("window.getdocsSockets?.()") or "").splitlines():
                    showing.on_socket(url)
                taken, missing = await reader.take(
                    document, refused=showing.refused, opened=showing.opened, unsettled=not settled
                )
                if self._noting and isinstance(taken, Snapshot):
                    taken = replace(taken, looked_for=await reader.looked_for())
            self.opened = reader.opened if settled else ()
            result: Rendered = taken
            if missing and avoid is not None and isinstance(taken, Snapshot):
                result = await self._with_hrefs(reader, taken, missing, showing)
        except TimeoutError:
            result = Failed(FailReason.UNRESPONSIVE, document.status, NO_ANSWER)
        except LostError as error:
            self.lost = error.clicked
            result = Navigation(document.url)
        except Error as error:
            # Chromium breaks off a call into a document that was left, or that crashed, before it says which of the two.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_EXPLANATION_S):
                    await asyncio.shield(showing.ended)
            result = Failed(FailReason.RENDER_CRASH, document.status, _first_line(error))
        showing.end(result)

    async def _with_hrefs(self, reader: Reader, taken: Snapshot, missing: int, showing: Interception) -> Snapshot:
        """The page with an address for each link that has none; as it was taken where the page does not survive that."""
        showing.finishing = showing.revealing = True
        try:
            async with asyncio.timeout(_HREFS_S):
                await reader.guard()
                return await reader.take_again(
                    taken, await addresses(reader, missing, self._time.advance, self._left_for)
                )
        except (TimeoutError, Error):
            return taken

    def _left_for(self) -> str | None:
        url, self._wanted = self._wanted, None
        return url

    async def _settled(
        self, url: str, showing: Interception, deadline: Deadline, avoid: frozenset[str] | None
    ) -> tuple[Reader, bool]:
        """A reader of the page, and whether the page was quiet, and all of it open.

        Raises TimeoutError where it was not even shown in time, LostError where clicks made another page of it.
        """
        reader: Reader | None = None

        async def read() -> Reader:
            nonlocal reader
            reader = await Reader.of(self._cdp, self._frame, given=self._given, noting=self._noting)
            return reader

        try:
            async with deadline:
                shown = await self._cdp.call("Page.navigate", url=url)
                if shown.get("errorText"):
                    raise Error(f"not shown: {shown['errorText']}")
                found, _ = await asyncio.gather(read(), self._time.advance(FIRST_SLICE_MS))
                pulse = functools.partial(_pulse, found, showing)
                quiet = await settle(self._time.advance, pulse, lambda: self._refresh_due_ms)
                if avoid is not None and await found.has_more():
                    showing.revealing = True
                    quiet &= await reveal(found, self._time.advance, pulse, avoid=avoid, restless=not quiet)
                return found, quiet
        except TimeoutError:
            # A page that is still busy when its time is up may answer even so: what it shows by now is worth keeping.
            self._overdue = True
            if reader is None:
                raise
            return reader, False

    async def _blank(self, url: str) -> bool:
        """Leaves the page, and forgets what it stored. True where the tab can be used again."""
        parsed = urls.parse(url)
        origin = parsed.origin if parsed else ""
        try:
            async with asyncio.timeout(_HOUSEKEEPING_S):
                await self._cdp.call("Page.navigate", url="about:blank")
                await self._time.stop()
                if self.pages % _PAGES_PER_COLLECTION == 0:
                    await self._cdp.call("HeapProfiler.collectGarbage")
                await self._cdp.call("Storage.clearDataForOrigin", origin=origin, storageTypes=_STORAGE)
        except (Error, TimeoutError):
            return False
        return True

    def _on_paused(self, event: Event) -> None:
        # Between two pages nobody asks for anything; what still does waits for an answer that never comes.
        if self._showing is not None:
            self._showing.on_paused(event)

    def _on_started(self, event: Event) -> None:
        if self._showing is not None:
            self._showing.on_started(event)

    def _on_navigated(self, event: Event) -> None:
        if self._showing is not None:
            self._showing.on_navigated(event)

    def _on_scheduled(self, event: Event) -> None:
        if event["frameId"] == self._frame:
            # The refresh itself is virtual time too: one more slice than its delay.
            self._refresh_due_ms = max(self._refresh_due_ms, int(event["delay"] * 1000) + 500)

    def _on_requested(self, event: Event) -> None:
        if event["frameId"] == self._frame:
            self._wanted = event["url"]

    def _on_dialog(self, _event: Event) -> None:
        # Playwright dismisses it.
        if self._showing is not None:
            self._showing.interrupt("dialog")

    def _on_window(self, event: Event) -> None:
        if self._showing is not None:
            self._showing.on_window(event["url"])

    def _on_socket(self, socket: WebSocket) -> None:
        # Of workers, and of frames of other origins. Playwright watches their network in any case: this costs nothing
        # more. Chromium delays sockets after some that failed, and is told of by Playwright only after that.
        if self._showing is not None:
            self._showing.on_socket(socket.url)

    def _on_gone(self, _page: Page) -> None:
        if self._showing is not None and not self._showing.finishing:
            self._showing.end(Failed(FailReason.RENDER_CRASH, detail="the renderer crashed"))

    async def _on_popup(self, page: Page) -> None:
        if page is self._page:
            return
        if self._showing is not None:
            self._showing.interrupt("popup")
        with contextlib.suppress(Error):
            await page.close()


async def _pulse(reader: Reader, showing: Interception) -> Pulse:
    elements, text = await reader.size()
    return Pulse(elements, text, showing.requests)


def _patience(document: Response) -> float:
    """Seconds for which the requests of `document` are waited for."""
    turn = max((delay.seconds for delay in document.crawl_delays), default=0.0)
    return _PATIENCE_S + _TURNS * min(max(turn, 0.0), _LONGEST_TURN_S)


def _first_line(error: Error) -> str:
    return next(iter(error.message.splitlines()), "")


def _storing(stored: Sequence[StoredItems]) -> str:
    return _STORE % json.dumps({each.origin: each.items for each in stored})
