import asyncio

import pytest

from getdocs.render.virtual_time import BUDGET_MS, FIRST_SLICE_MS, LINGER_S, QUIET_MS, Pulse, settle


class Life:
    """A page whose size is a function of its age."""

    def __init__(self, text_at, requests_at=lambda _age: 0):
        self.age = FIRST_SLICE_MS
        self.slices = []
        self.slept = 0.0
        self._text_at = text_at
        self._requests_at = requests_at

    async def advance(self, milliseconds):
        self.slices.append(milliseconds)
        self.age += milliseconds

    async def pulse(self):
        return Pulse(1, self._text_at(self.age), self._requests_at(self.age))

    async def sleep(self, seconds):
        self.slept += seconds

    def settle(self, **due):
        return asyncio.run(settle(self.advance, self.pulse, sleep=self.sleep, **due))


def test_a_page_that_does_nothing_is_done_after_the_quiet_time():
    life = Life(lambda _age: 7)
    assert life.settle() is True
    assert QUIET_MS <= life.age <= QUIET_MS + 1000


def test_real_time_passes_before_each_slice_so_that_frames_and_workers_get_in():
    life = Life(lambda _age: 7)
    life.settle()
    assert life.slept == pytest.approx(LINGER_S * len(life.slices))


def test_a_change_after_three_seconds_of_silence_is_waited_for():
    life = Life(lambda age: 7 if age < 3200 else 8)
    assert life.settle() is True
    assert life.age >= 3200 + QUIET_MS // 2


def test_a_request_is_a_sign_of_life():
    life = Life(lambda _age: 7, requests_at=lambda age: age // 3000)
    life.settle()
    assert life.age == BUDGET_MS


def test_a_page_that_grows_all_the_time_uses_up_its_budget_and_is_not_settled():
    life = Life(lambda age: age)
    assert life.settle() is False
    assert life.age == BUDGET_MS


def test_a_page_is_kept_until_a_refresh_that_is_due():
    life = Life(lambda _age: 7)
    life.settle(due_ms=lambda: 6500)
    assert life.age >= 6500


def test_a_refresh_that_is_due_after_the_budget_is_not_waited_for():
    life = Life(lambda _age: 7)
    life.settle(due_ms=lambda: 300_000)
    assert life.age <= BUDGET_MS
