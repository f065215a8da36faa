"""What the browser tests share: a site in memory, and a sealed browser on a thread of its own.

The thread keeps the tests free of pytest-playwright's event loop, which stays running once one of its fixtures was used.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from getdocs.errors import BrowserError
from getdocs.model import Failed, FailReason, Fetched, Rendered, Request, Response, Snapshot
from getdocs.render.browser import Browser, open_browser
from getdocs.render.find import find_chromium

AGENT = "getdocs/test (+https://example.org)"
ORIGIN = "http://docs.test"
JS = "text/javascript"
_Result = TypeVar("_Result")


def chromium() -> Path:
    """The Chromium under test; skips where there is none."""
    try:
        return find_chromium()
    except BrowserError as error:
        pytest.skip(str(error))


def html(
    body: str, url: str = ORIGIN + "/", *, headers: tuple[tuple[str, str], ...] = (), status: int = 200
) -> Response:
    """A document as Python would have fetched it."""
    text = f"<!doctype html><title>T</title><body>{body}"
    return Response(url, status, (("content-type", "text/html; charset=utf-8"), *headers), text.encode())


class Site:
    """Answers requests from memory, and keeps them. A path that it does not know is a failed connection."""

    def __init__(self, files: dict[str, tuple[str, str] | Response] | None = None) -> None:
        self.files = files or {}
        self.requests: list[Request] = []

    async def load(self, request: Request) -> Fetched:
        """As `render` calls it."""
        self.requests.append(request)
        found = self.files.get(request.url.removeprefix(ORIGIN))
        if found is None:
            return Failed(FailReason.CONNECTION)
        if isinstance(found, Response):
            return found
        content_type, body = found
        return Response(request.url, 200, (("content-type", content_type),), body.encode())

    @property
    def asked(self) -> list[str]:
        return [request.url.removeprefix(ORIGIN) for request in self.requests]


class Rendering:
    """A loop on a thread, and a browser in it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, browser: Browser) -> None:
        self._loop = loop
        self.browser = browser

    def run(self, work: Coroutine[object, object, _Result]) -> _Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=60)

    def render(self, document: Response, site: Site | None = None, *, timeout_s: float = 20.0) -> Rendered:
        return self.run(self.browser.render(document, (site or Site()).load, timeout_s=timeout_s))


def snapshot(rendered: Rendered) -> Snapshot:
    assert isinstance(rendered, Snapshot), rendered
    return rendered


def alone(work: Callable[[], Coroutine[object, object, _Result]]) -> _Result:
    """The result of `work`, in a loop and on a thread of its own."""
    results: list[_Result] = []
    errors: list[BaseException] = []

    def target() -> None:
        try:
            results.append(asyncio.run(work()))
        except BaseException as error:  # noqa: BLE001 - raised again on the test's thread
            errors.append(error)

    thread = threading.Thread(target=target)
    thread.start()
    thread.join(timeout=120)
    if errors:
        raise errors[0]
    return results[0]


@contextmanager
def rendering(*, tabs: int = 2, moment: float = 0.0, noting: bool = False) -> Iterator[Rendering]:
    """A running sealed browser; `moment` and `noting` as in `open_browser`."""
    path = chromium()
    started = threading.Event()
    box: list[Rendering] = []
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()

    async def serve() -> None:
        try:
            async with open_browser(path, tabs=tabs, user_agent=AGENT, moment=moment, noting=noting) as browser:
                box.append(Rendering(loop, browser))
                started.set()
                await stop.wait()
        finally:
            started.set()

    def target() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=target)
    thread.start()
    started.wait(timeout=60)
    try:
        yield box[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(timeout=60)
