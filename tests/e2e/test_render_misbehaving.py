"""The sealed browser, page by page: how it gets over pages that misbehave, and over the end of its own processes.

Of the shared list of hostile servers, in all `test_render` files: J01, J03, J05, J06, J14, J16, J18, J21, J22. The rest of
group J is in test_hostile_pages, and what tries to get out (J08 to J11, J23) in test_seal too.
"""

import asyncio
import gc
import os
import signal
import sys
import time

import psutil
import pytest
from rendering import AGENT, JS, ORIGIN, Site, alone, chromium, html, snapshot

from getdocs.model import Failed, FailReason, Rendered, Request, Snapshot
from getdocs.render import memory
from getdocs.render.browser import open_browser
from getdocs.render.chromium import Chromium


def test_dialogs_without_end_are_a_dialog_loop(sealed):
    started = time.monotonic()
    assert sealed.render(html("<script>while (1) alert(1)</script>")) == Failed(
        FailReason.UNRESPONSIVE, detail="dialog loop"
    )
    assert time.monotonic() - started < 2


def test_popups_without_end_are_a_popup_loop(sealed):
    page = html("<script>setInterval(() => open('/popup'), 10)</script>")
    assert sealed.render(page) == Failed(FailReason.UNRESPONSIVE, detail="popup loop")


def test_a_few_dialogs_do_no_harm(sealed):
    assert "kept" in snapshot(sealed.render(html("<p>kept<script>alert(1); confirm(2); prompt(3)</script>"))).html


@pytest.mark.parametrize("script", ["while (1);", "setTimeout(() => { while (1); }, 50)"])
def test_a_page_that_never_gives_back_control_is_unresponsive(sealed, script):
    started = time.monotonic()
    result = sealed.render(html(f"<p>x<script>{script}</script>"), timeout_s=2)
    assert isinstance(result, Failed)
    assert result.reason is FailReason.UNRESPONSIVE
    # Twice: its two seconds, and the ten that a busy page has for being read.
    assert time.monotonic() - started < 2 * (2 + 10) + 6


def test_the_page_after_a_hung_one_is_not_harmed(sealed):
    async def both() -> tuple[Rendered, Rendered]:
        hung = sealed.browser.render(html("<script>while (1);</script>"), Site().load, timeout_s=1)
        fine = sealed.browser.render(html("<p>fine", ORIGIN + "/fine"), Site().load)
        return await asyncio.gather(hung, fine)

    hung, fine = sealed.run(both())
    assert isinstance(hung, Failed)
    assert "fine" in snapshot(fine).html
    assert "again" in snapshot(sealed.render(html("<p>again"))).html


@pytest.mark.parametrize("work", ["for (;;);", "setInterval(postMessage, 0, 1)"])
def test_the_page_after_one_whose_worker_never_ends_is_complete(work):
    busy = f"<p>kept<script>new Worker(URL.createObjectURL(new Blob([`{work}`])))</script>"
    late = "<p id=o></p><script>setTimeout(() => o.textContent = 'came late', 2500)</script>"

    async def both() -> list[Rendered]:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            return [
                await browser.render(html(body, "http://127.0.0.1:9/"), Site().load, timeout_s=2)
                for body in (busy, late)
            ]

    shown = [snapshot(one).html for one in alone(both)]
    assert "kept" in shown[0]
    assert ">came late<" in shown[1]


@pytest.mark.parametrize("event", ["pagehide", "unload", "visibilitychange"])
def test_the_page_after_one_that_does_not_let_itself_be_left_is_complete(event):
    """J06."""
    clinging = (
        f"<p>kept<script>(self.on{event} === undefined ? document : self).on{event} = () => {{ for (;;); }}</script>"
    )
    late = "<p id=o></p><script>setTimeout(() => o.textContent = 'came late', 2500)</script>"

    async def both() -> list[Rendered]:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            tab = await browser._tab()
            return [
                await tab.show(html(body, "http://127.0.0.1:9/"), Site().load, timeout_s=5) for body in (clinging, late)
            ]

    shown = [snapshot(one).html for one in alone(both)]
    assert "kept" in shown[0]
    assert ">came late<" in shown[1]


@pytest.mark.parametrize(
    "script",
    [
        "onhashchange = () => { location.hash = Math.random() }; location.hash = 'a'",
        "for (let n = 0; n < 5000; n++) history.pushState({}, '', '/p' + n)",
        "for (let n = 0; n < 20000; n++) console.log('x'.repeat(1000)); setInterval(() => console.error(document), 1)",
        "setInterval(() => { throw new Error('x'.repeat(1e5)) }, 1); for (let n = 0; n < 5000; n++) Promise.reject(n)",
    ],
    ids=["hash", "history", "console", "errors"],
)
def test_a_page_that_floods_the_browser_is_kept(sealed, script):
    """J14."""
    restarts = sealed.browser._restarts
    assert "kept" in snapshot(sealed.render(html(f"<p>kept<script>{script}</script>"))).html
    assert sealed.browser._restarts == restarts


def test_a_dom_over_the_limit_is_too_large(sealed):
    page = html("<script>document.body.append(document.createComment('x'.repeat(33 * 1024 * 1024)))</script>")
    result = sealed.render(page)
    assert isinstance(result, Failed)
    assert result.reason is FailReason.TOO_LARGE


def renderers(group: int) -> list[psutil.Process]:
    return [process for process in members(group) if any("--type=renderer" in part for part in cmdline(process))]


def members(group: int) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (ProcessLookupError, psutil.NoSuchProcess):
            continue
    return found


def cmdline(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def group_of(browser) -> int:
    chromium = browser._chromium
    assert isinstance(chromium, Chromium)
    assert chromium.group is not None
    return chromium.group


def test_a_renderer_that_crashes_every_time_is_a_crash():
    async def work() -> Rendered:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:

            async def kill(request: Request) -> Failed:  # noqa: ARG001
                for process in renderers(group_of(browser)):
                    process.kill()
                return Failed(FailReason.CONNECTION)

            return await browser.render(html("<script src=/a.js></script>"), kill)

    result = alone(work)
    assert isinstance(result, Failed)
    assert result.reason is FailReason.RENDER_CRASH


def test_a_killed_browser_costs_no_page():
    async def work() -> tuple[list[Rendered], int]:
        async with open_browser(chromium(), tabs=2, user_agent=AGENT) as browser:
            site = Site({"/a.js": (JS, "document.body.append('made')")})
            killed = asyncio.Event()

            async def load(request: Request):
                if not killed.is_set():
                    killed.set()
                    os.killpg(group_of(browser), signal.SIGKILL)
                return await site.load(request)

            pages = (html("<script src=/a.js></script>", f"{ORIGIN}/{n}") for n in range(4))
            during = await asyncio.gather(*(browser.render(page, load) for page in pages))
            os.killpg(group_of(browser), signal.SIGKILL)
            between = await browser.render(html("<script src=/a.js></script>"), load)
            return [*during, between], browser._restarts

    rendered, restarts = alone(work)
    assert all("made" in snapshot(one).html for one in rendered)
    assert restarts == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds what a running process may take")
@pytest.mark.parametrize(
    "script", ["a.push(new Array(1e6).fill(Math.random()))", "a.push(new Uint8Array(1e8).fill(1))"]
)
def test_a_page_that_takes_memory_without_end_gets_no_more_than_a_page_may_have(monkeypatch, script):
    """J01."""
    monkeypatch.setattr(memory, "PAGE_BYTES", 1 << 29)
    taken: list[int] = []

    async def work() -> Rendered:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:

            async def watch() -> None:
                while True:
                    taken.extend(process.memory_info().data for process in renderers(group_of(browser)))
                    await asyncio.sleep(0.05)

            watching = asyncio.ensure_future(watch())
            page = html(f"<p>kept<script>const a = []; setTimeout(() => {{ for (;;) {script} }}, 50)</script>")
            result = await browser.render(page, Site().load)
            watching.cancel()
            return result

    result = alone(work)
    assert isinstance(result, Snapshot) or result.reason is FailReason.RENDER_CRASH
    assert 0 < max(taken) <= 1 << 29


def test_a_driver_that_dies_costs_no_page_little_time_and_no_word(caplog):
    heard: list[object] = []

    def kill_driver() -> None:
        for process in psutil.Process().children():
            if "run-driver" in cmdline(process):
                process.kill()

    async def work() -> list[Rendered]:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context))
        async with open_browser(chromium(), tabs=2, user_agent=AGENT) as browser:
            site = Site({"/a.js": (JS, "document.body.append('made')")})
            killed = asyncio.Event()

            async def load(request: Request):
                if not killed.is_set():
                    killed.set()
                    kill_driver()
                return await site.load(request)

            pages = (html("<script src=/a.js></script>", f"{ORIGIN}/{n}") for n in range(4))
            # Nobody waits for the deadline of these pages.
            return await asyncio.gather(*(browser.render(page, load, timeout_s=90) for page in pages))

    before = set(psutil.Process().children(recursive=True))
    started = time.monotonic()
    assert all("made" in snapshot(one).html for one in alone(work))
    assert time.monotonic() - started < 60
    gc.collect()
    assert (heard, caplog.records) == ([], [])
    left = set(psutil.Process().children(recursive=True)) - before
    assert [process for process in left if lives(process)] == []


def lives(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("end", ["normally", "by an error", "by cancellation", "after a kill"])
def test_no_process_outlives_the_browser(end):
    groups: list[int] = []
    before = set(psutil.Process().children(recursive=True))

    async def work() -> None:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            groups.append(group_of(browser))
            assert members(groups[0])
            await browser.render(html("<p>x"), Site().load)
            if end == "by an error":
                raise ValueError(end)
            if end == "by cancellation":
                hang = browser.render(html("<script>while (1);</script>"), Site().load)
                async with asyncio.timeout(0.5):
                    await hang
            if end == "after a kill":
                os.killpg(groups[0], signal.SIGKILL)

    expected = {"by an error": ValueError, "by cancellation": TimeoutError}.get(end)
    if expected is None:
        alone(work)
    else:
        with pytest.raises(expected):
            alone(work)
    assert members(groups[0]) == []
    # Elsewhere in the suite this process takes in orphans: those that have ended wait for it to look at them.
    left = set(psutil.Process().children(recursive=True)) - before
    assert [process for process in left if lives(process)] == []
