"""One running Chromium, sealed: started, watched, and ended with everything it started. It renders nothing itself."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, Error, Playwright, async_playwright

from getdocs.errors import BrowserError
from getdocs.render import memory, seal

_START_S = 30.0
"""Seconds that Chromium may take to start."""
_STOP_S = 5.0
"""Seconds that it may take to end by itself before it is killed."""
VIEWPORT = (1440, 1600)
"""CSS pixels: wide enough for the sidebar and the table of contents of every theme measured."""


class Chromium:
    """A browser process with its helpers, in a process group of its own. Made by `start`; `close` never raises."""

    def __init__(self, playwright: Playwright, browser: Browser, group: int | None, user_agent: str) -> None:
        self._playwright = playwright
        self._browser = browser
        self._group = group
        self._user_agent = user_agent
        self._closed = False
        self._users: set[asyncio.Timeout] = set()

    @classmethod
    async def start(cls, path: Path, *, user_agent: str, args: Sequence[str] = seal.ARGS) -> "Chromium":
        """Starts it sealed. Raises BrowserError, in one line, where it does not start."""
        manager = async_playwright()
        with memory.small_driver():
            playwright = await manager.start()
        try:
            browser = await playwright.chromium.launch(
                executable_path=path,
                args=[*args, *memory.SMALL_ARGS],
                ignore_default_args=list(seal.LEFT_OUT),
                proxy={"server": seal.PROXY_SERVER, "bypass": seal.PROXY_BYPASS},
                chromium_sandbox=not _is_root_on_linux(),
                # Ctrl-C belongs to the crawl, which closes the browser when its pages are done.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=_START_S * 1000,
            )
            group = await _process_group(browser)
        except Error as error:
            await _within_deadline(playwright.stop())
            raise BrowserError(_why_not_started(path, error)) from error
        except BaseException:
            await _within_deadline(playwright.stop())
            raise
        chromium = cls(playwright, browser, group, user_agent)
        if (end := _end_of_driver(manager)) is not None:
            end.add_done_callback(chromium._on_driver_gone)
        if group is not None:
            memory.bound_pages(group)
        return chromium

    @property
    def version(self) -> str:
        """As Chromium says it: four numbers."""
        return self._browser.version

    @property
    def alive(self) -> bool:
        """False once the process has gone, or its driver, or it was closed here."""
        return not self._closed and self._browser.is_connected()

    @property
    def group(self) -> int | None:
        """The process group; None where the platform does not tell."""
        return self._group

    @asynccontextmanager
    async def lasting(self) -> AsyncIterator[None]:
        """The block ends with TimeoutError when the driver goes: what is waited for then never comes."""
        async with asyncio.timeout(None) as end:
            self._users.add(end)
            try:
                if not self.alive:
                    end.reschedule(0.0)
                yield
            finally:
                self._users.discard(end)

    def bytes_held(self) -> int:
        """Private memory that it holds, but for that of its pages; 0 where the platform does not tell."""
        return 0 if self._group is None else memory.held(self._group)

    async def new_context(self) -> BrowserContext:
        """A fresh profile: no cookies, no storage. Raises playwright's Error where the browser is gone."""
        return await self._browser.new_context(
            user_agent=self._user_agent,
            locale="en-US",
            timezone_id="UTC",
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
            reduced_motion="reduce",
            service_workers="block",
            accept_downloads=False,
        )

    async def close(self) -> None:
        """Ends the browser and everything it started: politely, then by SIGKILL to the group. May be called again."""
        self._closed = True
        try:
            await _within_deadline(self._browser.close())
        finally:
            group, self._group = self._group, None
            if group is not None:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(group, signal.SIGKILL)
            await _within_deadline(self._playwright.stop())

    def _on_driver_gone(self, gone: "asyncio.Future[object]") -> None:
        if not gone.cancelled():
            gone.exception()  # an error that nobody has looked at is printed
        self._closed = True
        for end in self._users:
            if not end.expired():
                end.reschedule(0.0)


def _end_of_driver(manager: object) -> "asyncio.Future[object] | None":
    """Fails when the driver goes. Playwright looks at it only while it starts; None where this version has none."""
    client = getattr(manager, "_client", None)
    end = getattr(getattr(client, "_transport", None), "on_error_future", None)
    return end if isinstance(end, asyncio.Future) else None


async def _process_group(browser: Browser) -> int | None:
    """The group of the browser process, where it is not our own."""
    session = await browser.new_browser_cdp_session()
    processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
    await session.detach()
    main = next((int(process["id"]) for process in processes if process["type"] == "browser"), None)
    if main is None:
        return None
    try:
        group = os.getpgid(main)
    except ProcessLookupError:
        return None
    return group if group != os.getpgrp() else None


async def _within_deadline(work: Awaitable[None]) -> None:
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(_STOP_S):
            await work


def _is_root_on_linux() -> bool:
    """Chromium's sandbox needs another user than root (and elsewhere than on Linux it works for root too)."""
    return sys.platform == "linux" and os.geteuid() == 0


def _why_not_started(path: Path, error: Error) -> str:
    text = error.message
    if "No usable sandbox" in text or "SUID sandbox" in text:
        return (
            f"{path} cannot start its sandbox: allow unprivileged user namespaces "
            "(sysctl kernel.apparmor_restrict_unprivileged_userns=0, or kernel.unprivileged_userns_clone=1)"
        )
    first = next((line.strip() for line in text.splitlines() if line.strip()), "no reason given")
    return f"{path} does not start ({first}): try another one with --browser PATH"
