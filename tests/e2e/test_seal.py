"""The seal: a page that tries every way we know to reach a server reaches nobody but Python's `load`."""

import asyncio
import re

import aiohttp
import pytest
from leaks import LEAVING, MARK, Hits, answer, listening, page, page_headers
from playwright.async_api import async_playwright
from rendering import AGENT, alone, chromium

from getdocs.model import Fetched, Navigation, Rendered, Request, Response, Skipped, SkipReason, Snapshot
from getdocs.render import seal
from getdocs.render.browser import open_browser
from getdocs.render.chromium import Chromium, _is_root_on_linux
from getdocs.render.doctor import examine

# Real time that the page is kept open, so that what the browser does in the background has its chance too.
HOLD_S = 3.0

# Ways that the interception alone would not see, and some that it would.
ESCAPES = {
    "popup",
    "popup-hex",
    "service-worker",
    "rules-prefetch",
    "websocket",
    "eventsource",
    "beacon",
    "ping",
    "fetch-in-shared-worker",
    "csp-report",
    "header-rules-prefetch",
    "fetch-in-service-worker",
    "fedcm",
    "websocket-stream",
    "script-hex",
    "script-v6",
}
"""Some of the ways that get through without the seal: there the page's interception sees few of them."""

HTML = (("content-type", "text/html; charset=utf-8"),)


def path_of(url: str) -> str:
    return re.sub(r"^https?://[^/]+", "", url)


async def nothing(request: Request) -> Fetched:
    if request.url.endswith("/hold.js"):
        await asyncio.sleep(HOLD_S)
    return Skipped(SkipReason.ROBOTS)


def everything_from_memory(port: int):
    async def load(request: Request) -> Fetched:
        if request.url.endswith("/hold.js"):
            await asyncio.sleep(HOLD_S)
        content_type, body, headers = answer(path_of(request.url), port)
        return Response(request.url, 200, (("content-type", content_type), *headers), body)

    return load


def everything_from_the_server(port: int, client: aiohttp.ClientSession, asked: list[str]):
    async def load(request: Request) -> Fetched:
        if request.url.endswith("/hold.js"):
            await asyncio.sleep(HOLD_S)
        asked.append(path_of(request.url))
        async with client.request(
            request.method,
            f"http://127.0.0.1:{port}{path_of(request.url)}",
            data=request.body or None,
            headers={MARK: "1"},
        ) as answered:
            headers = tuple((name.lower(), value) for name, value in answered.headers.items())
            return Response(request.url, answered.status, headers, await answered.read())

    return load


async def shown(hits: Hits, load, *, timeout_s: float = 30.0) -> Rendered:
    document = Response(
        f"http://127.0.0.1:{hits.port}/", 200, (*HTML, *page_headers(hits.port)), page(hits.port).encode()
    )
    async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
        return await browser.render(document, load, timeout_s=timeout_s)


def assert_sealed(rendered: Rendered, hits: Hits) -> None:
    # Popups are closed one by one; the page itself stays and is read.
    assert isinstance(rendered, Snapshot), rendered
    assert hits.tcp == []
    assert hits.udp == []


def test_a_page_that_may_ask_for_nothing_reaches_nobody():
    async def work() -> None:
        async with listening() as hits:
            assert_sealed(await shown(hits, nothing), hits)
            assert hits.asked == []

    alone(work)


def test_a_page_that_may_ask_for_everything_reaches_only_python_s_memory():
    async def work() -> None:
        async with listening() as hits:
            assert_sealed(await shown(hits, everything_from_memory(hits.port)), hits)
            assert hits.asked == []

    alone(work)


def test_the_server_sees_exactly_what_python_asked_for():
    async def work() -> None:
        asked: list[str] = []
        async with listening() as hits, aiohttp.ClientSession() as client:
            assert_sealed(await shown(hits, everything_from_the_server(hits.port, client, asked)), hits)
        seen = [line.split(" ")[1] for line in hits.asked]
        assert sorted(seen) == sorted(path for path in asked)
        # The witness that the page's scripts, frames and workers did run.
        assert {"/leak/fetch", "/leak/module.js", "/leak/frame.html", "/leak/fetch-in-worker", "/leak/xslt"} <= set(
            seen
        )

    alone(work)


def test_the_seal_holds_even_where_no_request_of_the_page_is_intercepted():
    async def work() -> None:
        async with listening() as hits:
            url = f"http://127.0.0.1:{hits.port}/"
            browser = await Chromium.start(chromium(), user_agent=AGENT)
            try:
                context = await browser.new_context()
                tab = await context.new_page()
                # Only the document itself is answered; everything else goes where Chromium sends it.
                headers = dict((*HTML, *page_headers(hits.port)))
                await tab.route(url, lambda route: route.fulfill(headers=headers, body=page(hits.port)), times=1)
                await tab.goto(url, wait_until="commit")
                await asyncio.sleep(HOLD_S)
            finally:
                await browser.close()
            assert (hits.tcp, hits.udp) == ([], [])

    alone(work)


def test_doctor_finds_the_browser_fit():
    diagnosis = alone(lambda: examine(chromium()))
    assert (diagnosis.rendered, diagnosis.leaks) == (True, 0)
    assert diagnosis.lines[-1] == "verdict     ready to crawl"


def test_doctor_notices_a_browser_without_a_seal(monkeypatch):
    async def unsealed(path, *, user_agent):
        return await start(path, user_agent=user_agent, args=())

    start = Chromium.start
    monkeypatch.setattr(Chromium, "start", unsealed)
    monkeypatch.setattr(seal, "PROXY_SERVER", "direct://")
    diagnosis = alone(lambda: examine(chromium()))
    assert not diagnosis.sealed
    assert "do not crawl" in diagnosis.lines[-1]


@pytest.mark.parametrize("way", LEAVING)
def test_a_page_that_leaves_reaches_nobody(way):
    async def work() -> None:
        async with listening() as hits:
            base = f"http://127.0.0.1:{hits.port}/"
            body = LEAVING[way].replace("{PORT}", str(hits.port))
            async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
                left = await browser.render(Response(base, 200, HTML, body.encode()), everything_from_memory(hits.port))
            assert isinstance(left, Navigation)
            assert left.url.partition("?")[0].endswith(f"/leak/{way}")
            assert (hits.tcp, hits.udp, hits.asked) == ([], [], [])

    alone(work)


def test_the_same_page_in_a_browser_without_the_seal_does_reach_the_server():
    """The witness that the tests above can fail."""

    async def work() -> tuple[set[str], int]:
        async with listening() as hits, async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=chromium(), chromium_sandbox=not _is_root_on_linux()
            )
            tab = await browser.new_page()
            await tab.goto(f"http://127.0.0.1:{hits.port}/", wait_until="commit")
            async with asyncio.timeout(30):
                while not (hits.ways >= ESCAPES and hits.udp):  # noqa: ASYNC110 - polls what the listeners noted
                    await asyncio.sleep(0.1)
            await browser.close()
            return hits.ways, len(hits.udp)

    alone(work)
