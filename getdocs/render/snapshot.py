"""Reads a page: how large its content is, and its DOM, with what was revealed in it. It knows no Markdown."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from getdocs import urls
from getdocs.model import Failed, FailReason, Response, Snapshot
from getdocs.render.branches import Branch
from getdocs.render.cdp import Cdp, Event
from getdocs.render.reveal import Step

MAX_HTML = 32 * 1024 * 1024
"""UTF-16 code units of one serialised DOM (the longest page measured has 2 million)."""

_PARTS = (
    "snapshot",
    *(f"reveal_{part}" for part in ("look", "touch", "keep", "branches", "toggles", "tabs", "scroll")),
    "reveal",
    "missing_href",
)


def _source(name: str) -> str:
    return Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8")


_SCRIPT = "".join(_source(part) for part in _PARTS)
_GUARD = _source("guard")
LOOKED = _source("looked")
"""Evaluated in a world before its scripts run, it notes what these ask elements for. Its value tells that."""
_TELL = """(() => {
  let told = null;
  addEventListener("getdocs-looked", event => { told = event.detail; }, { once: true });
  dispatchEvent(new CustomEvent("getdocs-look"));
  return told === null ? null : told + getdocsAsked();
})()"""
_ANYTHING = "?*"
_WORLD = "getdocs"


class Reader:
    """Our view of one document. Its calls take as long as the page lets them: they stand under the caller's deadline."""

    def __init__(self, cdp: Cdp, world: int, given: Sequence[Branch]) -> None:
        self.opened: tuple[Branch, ...] = ()
        """The branches of its sidebar that were opened by clicks, once it is taken."""
        self._cdp = cdp
        self._world = world
        self._given = given

    @classmethod
    async def of(cls, cdp: Cdp, frame: str, *, given: Sequence[Branch] = (), noting: bool = False) -> "Reader":
        """A reader of the document that `frame` shows now.

        `given`: branches of its sidebar that need not be opened. `noting`: what it asks elements for itself is noted too.
        """
        world = (await cdp.call("Page.createIsolatedWorld", frameId=frame, worldName=_WORLD))["executionContextId"]
        if noting:
            await cdp.evaluate(f"void (globalThis.getdocsAsked = {LOOKED})", world=world)
        await cdp.evaluate(_SCRIPT, world=world)
        return cls(cdp, world, given)

    async def size(self) -> tuple[int, int]:
        """Elements and characters of text, open shadow roots included."""
        elements, text = await self._cdp.evaluate("getdocs.pulse()", world=self._world)
        return int(elements), int(text)

    async def has_more(self) -> bool:
        """True where a click, or scrolling, may show more of the page."""
        return bool(await self._cdp.evaluate("getdocs.reveal.isWorth()", world=self._world))

    async def begin(self, avoid: frozenset[str], *, restless: bool) -> Step:
        """See `reveal.Openable`. From now on the page is guarded."""
        await self.guard()
        given = [(branch.key, branch.levels, branch.html) for branch in self._given]
        arguments = ", ".join(map(json.dumps, (sorted(avoid), given, restless)))
        return await self._step(f"getdocs.reveal.begin({arguments})")

    async def guard(self) -> None:
        """From now on the page's own scripts find nothing that leads away from it."""
        await self._cdp.evaluate(_GUARD)

    async def step(self) -> Step:
        """See `reveal.Openable`."""
        return await self._step("getdocs.reveal.step()")

    async def _step(self, expression: str) -> Step:
        state = await self._cdp.evaluate(expression, world=self._world)
        lost = state["lost"]
        return Step(state["more"], state["full"], state["lives_ms"], None if lost is None else frozenset(lost))

    async def press(self, number: int) -> None:
        """See `missing_href.Clickable`."""
        await self._cdp.evaluate(f"getdocs.missing.press({number})", world=self._world)

    async def went(self) -> str | None:
        """See `missing_href.Clickable`."""
        url = await self._cdp.evaluate("getdocs.missing.went()", world=self._world)
        return None if url is None else str(url)

    async def take(
        self, document: Response, *, refused: tuple[str, ...], opened: tuple[str, ...], unsettled: bool
    ) -> tuple[Snapshot | Failed, int]:
        """The DOM as it stands, open shadow roots flattened, scripts and styles left out; and how many links lack an address."""
        seen = await self._cdp.evaluate(f"getdocs.snapshot({MAX_HTML})", world=self._world)
        self.opened = tuple(Branch(key, levels, html) for key, levels, html in seen.get("branches", ()))
        return self._made(seen, document, refused, opened, unsettled=unsettled), int(seen.get("missing", 0))

    async def looked_for(self) -> tuple[str, ...]:
        """What scripts, and this reader, have asked elements for so far (`looked.js`); it must have noted that."""
        told = await self._cdp.evaluate(_TELL, world=self._world)
        return (_ANYTHING,) if told is None else tuple(sorted(set(told.splitlines())))

    async def take_again(self, taken: Snapshot, hrefs: dict[int, str]) -> Snapshot:
        """What was taken, its links without an address (by number) with the given ones."""
        seen = await self._cdp.evaluate(f"getdocs.again({json.dumps(hrefs)})", world=self._world)
        return replace(taken, html=seen["html"]) if "html" in seen else taken

    @staticmethod
    def _made(
        seen: Event, document: Response, refused: tuple[str, ...], opened: tuple[str, ...], *, unsettled: bool
    ) -> Snapshot | Failed:
        if "tooLarge" in seen:
            return Failed(FailReason.TOO_LARGE, document.status, f"the rendered page has {seen['tooLarge']} characters")
        return Snapshot(
            url=_with_route(document.url, seen["hash"]),
            status=document.status,
            html=seen["html"],
            title=seen["title"],
            base_url=seen["baseUrl"],
            refused=refused,
            unsettled=unsettled,
            opened=opened,
            address=_another(seen["url"], document.url),
        )


def _another(shown: str, approved: str) -> str:
    """The URL that a page shows as its own, where it is another page's: fragments and spelling apart."""
    parsed = urls.parse(urls.without_fragment(shown))
    if parsed is None or not urls.is_web(parsed) or urls.key(parsed.href) == urls.key(urls.without_fragment(approved)):
        return ""
    return parsed.href


def _with_route(approved: str, fragment: str) -> str:
    """The approved URL, with the route that the page's router went to where the URL itself had none (`/` -> `/#/`).

    Everything else that a page does to its own address is its own affair: a page is what was asked for.
    """
    parsed = urls.parse(approved)
    if parsed is None or parsed.route:
        return approved
    shown = urls.parse(f"{urls.without_fragment(approved)}{fragment}")
    return urls.page_url(shown.href) if shown is not None and shown.route else approved
