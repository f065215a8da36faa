"""The loop that opens a page step by step: how long it lets the page live, and where it stops."""

import asyncio

import pytest

from getdocs.render.reveal import BUDGET_MS, SLICE_MS, SLICES, LostError, Step, reveal
from getdocs.render.virtual_time import Pulse

DONE = Step(more=False)
MORE = Step(more=True)


class FakePage:
    """Takes the given steps, the last one for ever; changes after a step for as many slices as `changes` says."""

    def __init__(self, steps, changes=0):
        self.steps = steps
        self.changes = changes
        self.left = 0
        self.size = 0
        self.avoided = None
        self.restless = None
        self.log = []

    async def begin(self, avoid, *, restless):
        self.avoided = avoid
        self.restless = restless
        return await self.step()

    async def step(self):
        self.log.append("step")
        self.left = self.changes
        return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]

    async def advance(self, milliseconds):
        self.log.append(milliseconds)
        if self.left:
            self.left -= 1
            self.size += 1

    async def pulse(self):
        return Pulse(self.size, 0, 0)

    async def sleep(self, _seconds):
        self.log.append("sleep")


def run(page, avoid=frozenset(), *, restless=False):
    return asyncio.run(reveal(page, page.advance, page.pulse, avoid=avoid, restless=restless, sleep=page.sleep))


def slices(page):
    return [entry for entry in page.log if isinstance(entry, int)]


def test_a_page_with_nothing_to_open_gets_no_time():
    page = FakePage([DONE])
    assert run(page) is True
    assert page.log == ["step"]


def test_after_each_step_the_page_lives_until_nothing_changes():
    page = FakePage([MORE, MORE, DONE], changes=2)
    assert run(page) is True
    assert page.log == ["step", *["sleep", SLICE_MS] * 3, "step", *["sleep", SLICE_MS] * 3, "step"]


def test_a_page_that_changes_for_ever_gets_its_next_click_all_the_same():
    page = FakePage([MORE, DONE], changes=1000)
    assert run(page) is True
    assert slices(page) == [SLICE_MS] * SLICES


def test_that_a_page_goes_on_changing_is_not_waited_out_where_it_does_so_untouched():
    page = FakePage([MORE, DONE], changes=1000)
    assert run(page, restless=True) is True
    assert slices(page) == [SLICE_MS]
    assert page.restless is True


def test_a_step_that_says_how_long_the_page_has_to_live_costs_that_once():
    page = FakePage([Step(more=True, lives_ms=100), DONE], changes=1000)
    run(page)
    assert slices(page) == [100]


def test_waiting_for_what_comes_in_real_time_does_not_make_the_page_older():
    page = FakePage([Step(more=True, lives_ms=0), Step(more=True, lives_ms=0), DONE], changes=1000)
    assert run(page) is True
    assert slices(page) == []
    assert page.log == ["step", *["sleep", "step"] * 2]


def test_a_page_that_has_always_something_to_open_is_not_all_open():
    page = FakePage([MORE])
    assert run(page) is False
    assert BUDGET_MS <= sum(slices(page)) < BUDGET_MS + SLICES * SLICE_MS


def test_a_page_that_reached_a_bound_of_its_own_is_not_all_open():
    assert run(FakePage([MORE, Step(more=False, full=False)])) is False


def test_a_page_that_was_lost_says_over_which_clicks():
    page = FakePage([MORE, Step(more=False, lost=frozenset({"a", "b"}))])
    with pytest.raises(LostError) as caught:
        run(page)
    assert caught.value.clicked == {"a", "b"}


def test_what_is_not_to_be_clicked_is_told_to_the_page():
    page = FakePage([DONE])
    run(page, frozenset({"x"}))
    assert page.avoided == {"x"}
