"""Examines the browser of this machine: does it start, does it render, and is it sealed? Asks nobody but itself."""

import asyncio
import platform
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from getdocs import __version__, config
from getdocs.model import Fetched, Rendered, Request, Response, Skipped, SkipReason, Snapshot
from getdocs.render.browser import open_browser
from getdocs.render.find import find_chromium

_WATCH_S = 2.0
"""Seconds of real time that the browser gets to leak in (without the seal the first hit comes after 0.1 s)."""

# One of each: what the interception sees, what it does not see, and what is no HTTP at all.
_PAGE = """<!doctype html><title>getdocs doctor</title>
<link rel=preconnect href=http://127.0.0.1:{port}><link rel=prefetch href=/prefetch><link rel=icon href=/icon>
<script type=speculationrules>{{"prefetch":[{{"source":"list","urls":["/rules"],"eagerness":"immediate"}}]}}</script>
<p id=out></p><img src=/image><img src=http://0x7f.1:{port}/hex>
<script>
for (const way of [
  () => fetch("/fetch"), () => navigator.sendBeacon("/beacon"), () => open("/popup"),
  () => new WebSocket("ws://127.0.0.1:{port}/socket"), () => new EventSource("/events"),
  () => new SharedWorker("/worker.js"), () => navigator.serviceWorker.register("/service.js"),
  () => new WebTransport("https://127.0.0.1:{port}/transport"),
  () => {{ const call = new RTCPeerConnection({{iceServers: [{{urls: "stun:127.0.0.1:{port}"}}]}});
           call.createDataChannel("x"); return call.createOffer().then(offer => call.setLocalDescription(offer)) }},
]) {{ try {{ Promise.resolve(way()).catch(() => 0) }} catch {{}} }}
setTimeout(() => out.textContent = "made by a script", 1000);
</script><script src=/watch.js></script>"""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What `examine` found."""

    browser: Path
    browser_version: str
    playwright_version: str
    python_version: str
    platform: str
    rendered: bool
    """A page from memory was shown, and its script and timer ran."""
    leaks: int
    """Connections and datagrams that reached a listener on this machine: 0 in a sealed browser."""

    @property
    def sealed(self) -> bool:
        """Nothing reached anyone."""
        return self.leaks == 0

    @property
    def healthy(self) -> bool:
        """It renders, and it is sealed."""
        return self.rendered and self.sealed

    @property
    def lines(self) -> tuple[str, ...]:
        """The diagnosis in words, the verdict last."""
        return (
            f"getdocs     {__version__}",
            f"browser     {self.browser}",
            f"version     Chromium {self.browser_version}",
            f"playwright  {self.playwright_version}",
            f"python      {self.python_version} on {self.platform}",
            f"renders     {'yes' if self.rendered else 'no: a page from memory was not shown as it should be'}",
            f"sealed      {'yes' if self.sealed else f'no: {self.leaks} connections reached a local listener'}",
            f"verdict     {self._verdict}",
        )

    @property
    def _verdict(self) -> str:
        if self.healthy:
            return "ready to crawl"
        return "do not crawl with this browser: try `playwright install chromium`, or another one with --browser PATH"


async def examine(path: Path | None = None) -> Diagnosis:
    """Starts the Chromium at `path` (None: the one that a crawl would find) sealed, renders a page, and tries to leak.

    Raises BrowserError where there is none, or where it does not start. Makes no request to anyone.
    """
    chosen = find_chromium(path)
    async with (
        _listening() as (port, hits),
        open_browser(chosen, tabs=1, user_agent=config.user_agent()) as browser,
    ):
        url = f"http://127.0.0.1:{port}/"
        headers = (("content-type", "text/html; charset=utf-8"),)
        shown = await browser.render(Response(url, 200, headers, _PAGE.format(port=port).encode()), _refuse)
        version = browser.version
    return Diagnosis(
        browser=chosen,
        browser_version=version,
        playwright_version=metadata.version("playwright"),
        python_version=platform.python_version(),
        platform=f"{platform.system()} {platform.machine()}",
        rendered=_as_it_should_be(shown),
        leaks=len(hits),
    )


def _as_it_should_be(shown: Rendered) -> bool:
    return isinstance(shown, Snapshot) and "made by a script" in shown.html


async def _refuse(request: Request) -> Fetched:
    if request.url.endswith("/watch.js"):
        await asyncio.sleep(_WATCH_S)
    return Skipped(SkipReason.ROBOTS)


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, hits: list[str]) -> None:
        self._hits = hits

    def datagram_received(self, data: bytes, addr: tuple[str | int, ...]) -> None:  # noqa: ARG002 - asyncio's signature
        self._hits.append("udp")


@asynccontextmanager
async def _listening() -> AsyncIterator[tuple[int, list[str]]]:
    """A port of the loopback interface, TCP and UDP, and the list that each connection and datagram is noted in."""
    hits: list[str] = []

    def connected(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hits.append("tcp")
        writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(lambda: _Datagrams(hits), local_addr=("127.0.0.1", port))
    try:
        yield port, hits
    finally:
        transport.close()
        server.close()
