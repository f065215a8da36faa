"""Answers every request of one showing of a page: from memory, through Python's `load`, or not at all.

Chromium never continues a request by itself: each one that pauses is fulfilled or failed here. What a request may do is
not decided here either: `policy.kinds` says which kinds are sent, and `load` decides about the rest.
"""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Coroutine

from getdocs import urls
from getdocs.model import Failed, FailReason, Fetched, Headers, Navigation, Rendered, Request, RequestKind, Response
from getdocs.policy.kinds import CHECKS
from getdocs.render import translate
from getdocs.render.cdp import Cdp, Event, Paused
from getdocs.render.deadline import Deadline

Load = Callable[[Request], Awaitable[Fetched]]
"""Makes one request on behalf of a page, redirects followed, or says why not."""

MAX_REQUESTS = 1000
"""Requests of one page that reach `load`; more is a loop (of nine documentation sites measured, no page makes more than 60)."""
MAX_REFUSED = 1000
"""Refusals of one page that are told; sockets, which never pause, can be opened without end."""
MAX_OPENED = 100
"""Windows of one page of which the URL is kept."""
MAX_INTERRUPTIONS = 10
"""Dialogs or popups of one page; more is a loop."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_TRANSIENT = frozenset({429, *range(500, 600)})


class Interception:
    """The requests of one showing. `ended` gets what became of it: the page was read, or left, or misbehaves."""

    def __init__(
        self,
        cdp: Cdp,
        document: Response,
        load: Load,
        *,
        frame: str,
        group: asyncio.TaskGroup,
        deadline: Deadline,
        moment: float,
    ) -> None:
        self.ended: asyncio.Future[Rendered] = asyncio.get_running_loop().create_future()
        self.requests = 0
        """Requests seen so far: a sign of life of the page."""
        self.revealing = False
        """Once True, what the page does is done by our clicks: it goes nowhere, sends nothing, and waits for nobody."""
        self.finishing = False
        """Once True, the page has been copied: nothing is loaded for it any more, and its end is no matter."""
        self._cdp = cdp
        self._document = document
        self._load = load
        self._frame = frame
        self._group = group
        self._deadline = deadline
        self._moment = moment
        self._loader: str | None = None
        self._committed = False
        self._announced: set[str] = set()
        self._over = False
        self._interruptions = 0
        self._refused: dict[str, None] = {}
        self._opened: dict[str, None] = {}
        self._redirected: dict[str, Response] = {}
        self._answered = asyncio.Event()
        """Set when the request that came last, and each one before it, has its answer."""
        self._answered.set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def refused(self) -> tuple[str, ...]:
        """URLs that were not loaded and may have cost content, each once, in the order asked."""
        return tuple(self._refused)

    @property
    def opened(self) -> tuple[str, ...]:
        """URLs of the windows that the page wanted, each once, in the order asked."""
        return tuple(self._opened)

    def close(self) -> None:
        """The showing is over: requests still out are given up, later ones fail at once."""
        self._over = True
        for task in self._tasks:
            task.cancel()

    def end(self, result: Rendered) -> None:
        """Ends the showing with `result`, unless it has ended already."""
        if not self.ended.done():
            self.ended.set_result(result)

    def on_paused(self, event: Event) -> None:
        """A request waits for an answer."""
        paused = Paused.of(event)
        if self._over or self.finishing or self.ended.done():
            self._spawn(self._fail(paused, "Aborted"))
        elif paused.resource_type == "Document" and paused.frame == self._frame:
            self._spawn(self._answer_document(paused))
        else:
            self.requests += 1
            self._spawn(self._answer(paused))

    def on_started(self, event: Event) -> None:
        """A navigation was announced. A download is not: that is how the two are told apart."""
        if event["frameId"] == self._frame:
            self._announced.add(event["loaderId"])

    def on_navigated(self, event: Event) -> None:
        """A document was committed in some frame. Once ours is, another one in the main frame means that the page left.

        Only URLs that need no request get here (blob:, about:blank); http(s) was refused when it paused. What is told
        before ours is the blank page that this tab showed last.
        """
        frame = event["frame"]
        if frame["id"] != self._frame or self._over:
            return
        if frame["loaderId"] == self._loader:
            self._committed = True
        elif self._committed:
            self.end(Navigation(frame["url"]))

    def on_window(self, url: str) -> None:
        """A script wants a window for `url`, which it does not get."""
        parsed = urls.parse(url)
        if not self.revealing and parsed is not None and urls.is_web(parsed) and len(self._opened) < MAX_OPENED:
            self._opened[parsed.href] = None

    def on_socket(self, url: str) -> None:
        """A script opened a WebSocket. It does not pause, and needs no answer: the seal lets it reach nobody."""
        if not self._over:
            self._note_refusal(urls.without_credentials(url), RequestKind.WEB_SOCKET)

    def interrupt(self, what: str) -> None:
        """The page opened a dialog or a popup: `what`. Past some of them the page is given up."""
        self._interruptions += not self.revealing
        if self._interruptions > MAX_INTERRUPTIONS:
            self.end(Failed(FailReason.UNRESPONSIVE, detail=f"{what} loop"))

    async def _answer_document(self, paused: Paused) -> None:
        if self._loader is None and translate.same_resource(paused.url, self._document.url):
            self._loader = paused.network_id  # of a document, the loader's id is the request's
            headers = translate.document_headers(self._document, moment=self._moment)
            await self._fulfil(paused, translate.shown_status(self._document), headers, self._document.body)
            return
        # Chromium before 133 announces nothing, not even our own navigation: there a download is taken for a navigation.
        if not self.revealing and (not self._announced or paused.network_id in self._announced):
            self.end(Navigation(paused.url + paused.fragment))
        await self._fail(paused, "Aborted")

    async def _answer(self, paused: Paused) -> None:
        if paused.url.startswith(("data:", "blob:")):
            await self._cdp.quietly("Fetch.continueRequest", requestId=paused.id)  # these need no network
            return
        kind = translate.kind_of(paused)
        if not self._may_ask(paused, kind):
            self._note_refusal(paused.url, kind)
            await self._refuse(paused, kind)
            return
        # Answers reach the page in the order in which it asked for them: what came first is chance.
        before, self._answered = self._answered, asyncio.Event()
        answered = self._answered
        try:
            known = self._redirected.pop(paused.network_id, None)
            if known is not None and translate.same_resource(paused.url, known.url):
                fetched: Fetched | None = known
            else:
                fetched = await self._ask(paused, kind)
            await self._deadline.wait_for(before.wait)
            if not isinstance(fetched, Response) or fetched.status in _TRANSIENT:
                self._note_refusal(paused.url, kind)
            await self._deliver(paused, kind, fetched)
        finally:
            answered.set()

    async def _deliver(self, paused: Paused, kind: RequestKind, fetched: Fetched | None) -> None:
        if not isinstance(fetched, Response):
            await self._refuse(paused, kind)
        elif translate.same_resource(paused.url, fetched.url):
            await self._fulfil(paused, fetched.status, translate.resource_headers(fetched, kind), fetched.body)
        else:
            # What is relative inside it resolves against the final URL, so Chromium has to know that URL.
            self._redirected[paused.network_id] = fetched
            await self._fulfil(paused, 302, translate.redirect_headers(paused, fetched), b"")

    def _may_ask(self, paused: Paused, kind: RequestKind) -> bool:
        """False where `load` is not even asked."""
        parsed = urls.parse(paused.url)
        if not CHECKS[kind].sent or parsed is None or not urls.is_web(parsed):
            return False
        if self.revealing and paused.method not in _SAFE:
            return False
        return paused.body is not None and self.requests <= MAX_REQUESTS

    async def _ask(self, paused: Paused, kind: RequestKind) -> Fetched | None:
        """What `load` makes of the request; None where the page has had all the patience there is."""
        request = Request(
            url=paused.url,
            kind=kind,
            method=paused.method,
            headers=translate.sent_headers(paused.headers),
            body=paused.body or b"",
        )
        return await self._deadline.wait_for(lambda: self._load(request))

    async def _refuse(self, paused: Paused, kind: RequestKind) -> None:
        # An error page in a frame would be one more document to render; an aborted frame stays empty.
        await self._fail(paused, "Aborted" if kind is RequestKind.FRAME else "BlockedByClient")

    def _note_refusal(self, url: str, kind: RequestKind) -> None:
        if kind in translate.MAY_COST_CONTENT and len(self._refused) < MAX_REFUSED:
            self._refused[url] = None

    async def _fulfil(self, paused: Paused, status: int, headers: Headers, body: bytes) -> None:
        done = await self._cdp.quietly(
            "Fetch.fulfillRequest",
            requestId=paused.id,
            responseCode=status,
            responseHeaders=[{"name": name, "value": value} for name, value in headers],
            body=base64.b64encode(body).decode("ascii"),
        )
        if not done:  # refused by Chromium (a status it does not know), or given up by the page
            await self._fail(paused, "Failed")

    async def _fail(self, paused: Paused, reason: str) -> None:
        await self._cdp.quietly("Fetch.failRequest", requestId=paused.id, errorReason=reason)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = self._group.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
