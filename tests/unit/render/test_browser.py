"""A browser that dies: it is started again a bounded number of times, and costs the page that kills it, and no other."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Error

from getdocs.errors import BrowserError
from getdocs.model import Failed, FailReason, Navigation, Response, Snapshot
from getdocs.render import browser as browser_module
from getdocs.render.browser import CALM, KILLER, PAGES_PER_LOOK, RESTARTS, open_browser
from getdocs.render.tab import NO_ANSWER

CRASH = Failed(FailReason.RENDER_CRASH, detail="the renderer crashed")


class FakeChromium:
    version = "1.2.3.4"

    def __init__(self):
        self.alive = True
        self.closed = False
        self.holds = 0

    def bytes_held(self):
        return self.holds

    @asynccontextmanager
    async def lasting(self):
        yield

    async def close(self):
        self.alive = False
        self.closed = True


class Machine:
    """Starts Chromiums, opens tabs, and knows which pages do what to them."""

    def __init__(self):
        self.started = []
        self.shown = []
        """Path, and the paths that were open beside it when it was shown to the end."""
        self.open = set()
        self.killers = set()
        self.crashers = set()
        self.silent = set()
        self.clinging = set()
        """Pages that fail, and whose tabs cannot be closed."""
        self.slow = {}
        """By path, what is waited for before the page is done."""
        self.fragile = {}
        """What clicks make of a page: by path, what is not to be clicked in it."""
        self.avoided = []
        self.dies_every = 0
        self.tabs_that_fail = 0
        self.tabs = []

    async def start(self, path, *, user_agent):  # noqa: ARG002 - the signature of Chromium.start
        self.started.append(FakeChromium())
        return self.started[-1]

    async def open_tab(self, chromium, stored, *, moment, noting):  # noqa: ARG002 - the signature of Tab.open
        if self.tabs_that_fail > 0:
            self.tabs_that_fail -= 1
            raise Error("no tab")
        self.tabs.append(FakeTab(self, chromium))
        return self.tabs[-1]


class FakeTab:
    def __init__(self, machine, chromium):
        self.machine = machine
        self.chromium = chromium
        self.pages = 0
        self.clean = True
        self.lost = None
        self.opened = ()

    async def close(self):
        return self.chromium.alive and self.last not in self.machine.clinging

    async def show(self, document, load, *, timeout_s, avoid, given):  # noqa: ARG002 - the signature of Tab.show
        machine = self.machine
        self.last = document.url
        machine.avoided.append(avoid)
        bad = machine.fragile.get(document.url)
        self.lost = None if bad is None or avoid is None or avoid >= bad > frozenset() else bad
        self.pages += 1
        machine.open.add(document.url)
        await asyncio.sleep(0)  # the other workers come in
        if document.url in machine.slow:
            await machine.slow[document.url].wait()
        beside = machine.open - {document.url}
        machine.shown.append((document.url, beside))
        number = len(machine.shown)
        if document.url in machine.killers or (machine.dies_every and number % machine.dies_every == 0):
            self.chromium.alive = False
        await asyncio.sleep(0)
        machine.open.discard(document.url)
        self.clean = False
        if not self.chromium.alive or document.url in machine.crashers:
            return CRASH
        if self.lost is not None:
            return Failed(FailReason.UNRESPONSIVE) if not self.lost else Navigation(document.url)
        if document.url in machine.clinging:
            return Failed(FailReason.UNRESPONSIVE, detail="dialog loop")
        if document.url in machine.silent:
            return Failed(FailReason.UNRESPONSIVE, 200, NO_ANSWER)
        self.clean = True
        return Snapshot(document.url, 200, "", "", document.url)


@pytest.fixture
def machine(monkeypatch):
    machine = Machine()
    monkeypatch.setattr(browser_module.Chromium, "start", machine.start)
    monkeypatch.setattr(browser_module.Tab, "open", machine.open_tab)
    return machine


def shown(paths, *, tabs=1):
    """What came of each page, by its path; all are asked for at once."""

    async def work():
        async with open_browser(Path("chromium"), tabs=tabs, user_agent="getdocs") as browser:
            return await asyncio.gather(*(browser.render(Response(path, 200, (), b""), None) for path in paths))

    return dict(zip(paths, asyncio.run(work()), strict=True))


def lost(results):
    return [path for path, result in results.items() if not isinstance(result, Snapshot)]


def test_a_page_that_kills_the_browser_twice_is_a_crash_and_says_so(machine):
    machine.killers = {"/bad"}
    assert shown(["/bad"])["/bad"] == Failed(FailReason.RENDER_CRASH, 200, KILLER)
    assert [path for path, _ in machine.shown] == ["/bad", "/bad"]


def test_a_page_that_kills_the_browser_costs_none_of_those_that_were_open_beside_it(machine):
    machine.killers = {"/bad"}
    assert lost(shown(["/a", "/bad", "/b", "/c"], tabs=4)) == ["/bad"]


def test_pages_that_were_open_when_the_browser_died_are_shown_again_one_by_one(machine):
    machine.killers = {"/bad"}
    shown(["/a", "/bad", "/b", "/c", "/later"], tabs=4)
    paths = [path for path, _ in machine.shown]
    again = [beside for number, (path, beside) in enumerate(machine.shown) if path in paths[:number]]
    assert again == [set()] * 4


def test_two_pages_that_kill_the_browser_at_once_are_both_found_out(machine):
    machine.killers = {"/bad", "/worse"}
    assert lost(shown(["/a", "/bad", "/worse", "/c"], tabs=4)) == ["/bad", "/worse"]


def test_a_page_that_crashes_only_its_own_renderer_is_tried_twice_and_nobody_waits_for_it(machine):
    machine.crashers = {"/bad"}
    results = shown(["/bad", "/a"], tabs=2)
    assert (results["/bad"], lost(results)) == (CRASH, ["/bad"])
    assert ("/bad", {"/a"}) in machine.shown
    assert len(machine.started) == 1


def test_a_page_that_gives_no_answer_is_tried_twice(machine):
    machine.silent = {"/bad"}
    assert shown(["/bad"])["/bad"].detail == NO_ANSWER
    assert len(machine.shown) == 2


def test_a_browser_that_dies_now_and_then_costs_no_page(machine):
    machine.dies_every = CALM + RESTARTS
    assert lost(shown([f"/{number}" for number in range(5 * CALM)])) == []
    assert len(machine.started) == 5


def test_a_browser_that_dies_again_and_again_ends_the_crawl_with_what_to_do(machine):
    machine.dies_every = 10
    with pytest.raises(BrowserError, match=r"chromium died 6 times: .*--browser PATH.*--resume"):
        shown([f"/{number}" for number in range(100)])
    assert len(machine.started) == 1 + RESTARTS


def test_a_browser_that_dies_on_every_page_ends_the_crawl_after_as_many_pages_as_it_may_be_started_again(machine):
    machine.dies_every = 1
    with pytest.raises(BrowserError):
        shown([f"/{number}" for number in range(100)])
    assert len({path for path, _ in machine.shown}) == RESTARTS + 1


def test_a_browser_that_opens_no_tab_is_replaced_and_the_page_is_not_blamed(machine):
    machine.tabs_that_fail = 2
    assert lost(shown(["/a"])) == []
    assert len(machine.started) == 3


def test_browsers_that_open_no_tab_end_the_crawl(machine):
    machine.tabs_that_fail = 100
    with pytest.raises(BrowserError, match="died 6 times"):
        shown(["/a"])
    assert machine.shown == []


def test_a_page_that_clicks_have_changed_is_shown_again_without_those_clicks(machine):
    machine.fragile = {"/a": frozenset({"x"})}
    assert lost(shown(["/a"])) == []
    assert machine.avoided == [frozenset(), frozenset({"x"})]


def test_a_page_that_other_clicks_change_as_well_is_shown_without_any(machine):
    class Fickle(dict):
        def get(self, _url):
            return frozenset({f"button {len(machine.avoided)}"})

    machine.fragile = Fickle()
    assert lost(shown(["/a"])) == []
    assert machine.avoided == [frozenset(), frozenset({"button 1"}), None]


def test_a_page_that_hangs_over_a_click_is_shown_without_any(machine):
    machine.fragile = {"/a": frozenset()}
    assert lost(shown(["/a"])) == []
    assert machine.avoided == [frozenset(), None]


def test_a_browser_that_has_shown_many_pages_is_replaced_and_costs_none(machine, monkeypatch):
    monkeypatch.setattr(browser_module, "PAGES_PER_BROWSER", 10)
    assert lost(shown([f"/{number}" for number in range(25)], tabs=2)) == []
    assert len(machine.started) == 3
    assert all(chromium.closed for chromium in machine.started)


def test_a_browser_that_holds_much_memory_is_replaced_and_costs_no_page(machine, monkeypatch):
    start = machine.start

    async def start_fat(path, *, user_agent):
        chromium = await start(path, user_agent=user_agent)
        chromium.holds = browser_module.BROWSER_BYTES + (len(machine.started) == 1)
        return chromium

    monkeypatch.setattr(browser_module.Chromium, "start", start_fat)
    assert lost(shown([f"/{number}" for number in range(4 * PAGES_PER_LOOK)], tabs=2)) == []
    assert len(machine.started) == 2


def test_a_browser_that_is_replaced_goes_on_until_the_pages_that_it_shows_are_done(machine, monkeypatch):
    monkeypatch.setattr(browser_module, "PAGES_PER_BROWSER", 1)

    async def work():
        done = machine.slow["/slow"] = asyncio.Event()
        async with open_browser(Path("chromium"), tabs=2, user_agent="getdocs") as browser:
            slow = asyncio.ensure_future(browser.render(Response("/slow", 200, (), b""), None))
            for number in range(3):
                await browser.render(Response(f"/{number}", 200, (), b""), None)
            before = machine.started[0].closed
            done.set()
            return before, await slow, machine.started[0].closed

    before, slow, after = asyncio.run(work())
    assert isinstance(slow, Snapshot)
    assert (before, after) == (False, True)


def test_browsers_that_go_with_the_tabs_of_bad_pages_do_not_end_the_crawl(machine):
    pages = [f"/{number}" for number in range(8 * RESTARTS)]
    machine.clinging = set(pages[::2])
    assert lost(shown(pages)) == pages[::2]
    assert len(machine.started) == 1 + 4 * RESTARTS


def test_browsers_that_go_with_the_tab_of_every_page_end_the_crawl(machine):
    pages = [f"/{number}" for number in range(2 * RESTARTS)]
    machine.clinging = set(pages)
    with pytest.raises(BrowserError, match="died 6 times"):
        shown(pages)


def test_a_page_that_gives_no_answer_is_tried_again_in_a_tab_that_has_shown_no_other(machine):
    machine.silent = {"/bad"}
    shown(["/a", "/b", "/bad"], tabs=2)
    assert [tab.pages for tab in machine.tabs][2:] == [1]
