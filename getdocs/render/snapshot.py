"""Reads a page: how large its content is, and, once, its DOM. It changes nothing in the page and knows no Markdown."""

from pathlib import Path

from getdocs import urls
from getdocs.model import Failed, FailReason, Response, Snapshot
from getdocs.render.cdp import Cdp

MAX_HTML = 32 * 1024 * 1024
"""UTF-16 code units of one serialised DOM (the longest page measured has 2 million)."""

_SCRIPT = Path(__file__).with_name("snapshot.js").read_text(encoding="utf-8")
_WORLD = "getdocs"


class Reader:
    """Our view of one document. Its calls take as long as the page lets them: they stand under the caller's deadline."""

    def __init__(self, cdp: Cdp, world: int) -> None:
        self._cdp = cdp
        self._world = world

    @classmethod
    async def of(cls, cdp: Cdp, frame: str) -> "Reader":
        """A reader of the document that `frame` shows now."""
        world = (await cdp.call("Page.createIsolatedWorld", frameId=frame, worldName=_WORLD))["executionContextId"]
        await cdp.evaluate(_SCRIPT, world=world)
        return cls(cdp, world)

    async def size(self) -> tuple[int, int]:
        """Elements and characters of text, open shadow roots included."""
        elements, text = await self._cdp.evaluate("getdocs.pulse()", world=self._world)
        return int(elements), int(text)

    async def take(self, document: Response, *, refused: tuple[str, ...], unsettled: bool) -> Snapshot | Failed:
        """The DOM as it stands, open shadow roots flattened, scripts and styles left out."""
        seen = await self._cdp.evaluate(f"getdocs.snapshot({MAX_HTML})", world=self._world)
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
        )


def _with_route(approved: str, fragment: str) -> str:
    """The approved URL, with the route that the page's router went to where the URL itself had none (`/` -> `/#/`).

    Everything else that a page does to its own address is its own affair: a page is what was asked for.
    """
    parsed = urls.parse(approved)
    if parsed is None or parsed.route:
        return approved
    shown = urls.parse(f"{urls.without_fragment(approved)}{fragment}")
    return urls.page_url(shown.href) if shown is not None and shown.route else approved
