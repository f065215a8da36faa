"""The bare limit: what this browser can show at all when every body is there. No part of getdocs takes part.

    python bench/render_bare.py record|replay URLS BODIES --browser PATH --tabs N --mark URL

`record` asks the site for what the pages ask for and writes it to BODIES; `replay` shows the pages with those bodies:
`goto(load)` and one `content()` each, in N tabs that are used again and again, and prints {"pages": ..., "bytes": ...}.
It asks the site once, for MARK, when everything is ready to begin: that is where the clock starts for every tool.
"""

import argparse
import asyncio
import base64
import json
import pickle
from collections.abc import Callable
from pathlib import Path

import aiohttp
from playwright.async_api import Browser, CDPSession, Error, Page, async_playwright

VIEWPORT = {"width": 1440, "height": 1600}
"""As getdocs has it: layout costs the same."""
DROPPED = {"content-encoding", "content-length", "transfer-encoding", "connection"}

Bodies = dict[str, tuple[int, list[dict[str, str]], str] | None]
"""By URL: status, headers and base64 of the body, as CDP wants them; None where there was no answer."""


async def fetch(session: aiohttp.ClientSession, url: str, bodies: Bodies) -> None:
    if not url.startswith("http://127.0.0.1:"):
        bodies[url] = None
        return
    async with session.get(url, allow_redirects=True) as answer:
        headers = [{"name": k, "value": v} for k, v in answer.headers.items() if k.lower() not in DROPPED]
        bodies[url] = (answer.status, headers, base64.b64encode(await answer.read()).decode())


async def intercepted(page: Page, bodies: Bodies, session: aiohttp.ClientSession | None) -> CDPSession:
    """Answers everything that `page` asks for out of `bodies`, after having asked `session`, if any, for what is not there."""
    cdp = await page.context.new_cdp_session(page)
    tasks: set[asyncio.Task[None]] = set()

    async def answer(event: dict[str, object]) -> None:
        request = event["requestId"]
        url = str(event["request"]["url"]).partition("#")[0]
        if session is not None and url not in bodies:
            await fetch(session, url, bodies)
        found = bodies.get(url)
        if found is None:
            await cdp.send("Fetch.failRequest", {"requestId": request, "errorReason": "NameNotResolved"})
            return
        status, headers, body = found
        await cdp.send(
            "Fetch.fulfillRequest",
            {"requestId": request, "responseCode": status, "responseHeaders": headers, "body": body},
        )

    def paused(event: dict[str, object]) -> None:
        task = asyncio.ensure_future(quietly(answer, event))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    cdp.on("Fetch.requestPaused", paused)
    await cdp.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
    return cdp


async def quietly(answer: Callable, event: dict[str, object]) -> None:
    try:
        await answer(event)
    except Error as error:  # the page has gone on, and the request with it
        if "Invalid InterceptionId" not in str(error) and "closed" not in str(error):
            print(f"# {error}", flush=True)


async def show(
    browser: Browser, urls: list[str], bodies: Bodies, tabs: int, session: aiohttp.ClientSession | None
) -> int:
    """Bytes of HTML that came out."""
    context = await browser.new_context(viewport=VIEWPORT, service_workers="block")
    waiting, size = list(reversed(urls)), 0

    async def tab(page: Page) -> None:
        nonlocal size
        while waiting:
            await page.goto(waiting.pop(), wait_until="load")
            size += len(await page.content())

    pages = [await context.new_page() for _ in range(tabs)]
    for page in pages:
        await intercepted(page, bodies, session)
    await asyncio.gather(*(tab(page) for page in pages))
    return size


async def main(arguments: argparse.Namespace) -> None:
    urls = arguments.urls.read_text().split()
    record = arguments.what == "record"
    bodies: Bodies = {} if record else pickle.loads(arguments.bodies.read_bytes())
    async with async_playwright() as playwright, aiohttp.ClientSession() as session:
        browser = await playwright.chromium.launch(
            executable_path=arguments.browser, args=["--host-resolver-rules=MAP * ~NOTFOUND"]
        )
        async with session.get(arguments.mark) as answer:
            await answer.read()
        size = await show(browser, urls, bodies, arguments.tabs, session if record else None)
        await browser.close()
    if record:
        arguments.bodies.write_bytes(pickle.dumps(bodies))
    print(json.dumps({"pages": len(urls), "bytes": size}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("record", "replay"))
    parser.add_argument("urls", type=Path)
    parser.add_argument("bodies", type=Path)
    parser.add_argument("--browser", type=Path, required=True)
    parser.add_argument("--tabs", type=int, required=True)
    parser.add_argument("--mark", required=True)
    asyncio.run(main(parser.parse_args()))
