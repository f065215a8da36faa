import asyncio
import selectors

import pytest

from getdocs.render.deadline import Deadline


class Leaping(asyncio.SelectorEventLoop):
    """A loop whose clock leaps to the next timer instead of waiting for it."""

    def __init__(self):
        self.now = 0.0
        super().__init__(_Selector(self))

    def time(self):
        return self.now


class _Selector(selectors.SelectSelector):
    def __init__(self, loop):
        super().__init__()
        self._loop = loop

    def select(self, timeout=None):
        if timeout:
            self._loop.now += timeout
        return super().select(0)


def run(work):
    with asyncio.Runner(loop_factory=Leaping) as runner:
        return runner.run(work())


async def cut(deadline, body):
    """The time at which the deadline cut `body`."""
    try:
        async with deadline:
            await body()
    except TimeoutError:
        return now()
    pytest.fail("not cut")


def now():
    return asyncio.get_running_loop().time()


def test_work_that_takes_longer_than_the_deadline_is_cut():
    async def work():
        return await cut(Deadline(5), lambda: asyncio.sleep(60))

    assert run(work) == pytest.approx(5, abs=0.1)


def test_time_spent_waiting_is_not_counted():
    async def work():
        deadline = Deadline(5)

        async def body():
            await asyncio.sleep(3)
            with deadline.waiting():
                await asyncio.sleep(100)
            await asyncio.sleep(60)

        return await cut(deadline, body)

    assert run(work) == pytest.approx(105, abs=0.1)


def test_overlapping_waits_count_as_one():
    async def work():
        deadline = Deadline(5)

        async def body():
            with deadline.waiting():
                with deadline.waiting():
                    await asyncio.sleep(10)
                await asyncio.sleep(10)
            await asyncio.sleep(60)

        return await cut(deadline, body)

    assert run(work) == pytest.approx(25, abs=0.1)


def test_a_wait_that_began_before_the_deadline_holds_it():
    async def work():
        deadline = Deadline(5)
        with deadline.waiting():
            async with deadline:
                await asyncio.sleep(30)
        return now()

    assert run(work) == pytest.approx(30, abs=0.1)


def test_a_wait_that_ends_after_the_deadline_s_block_does_no_harm():
    async def work():
        deadline = Deadline(5)
        waiting = deadline.waiting()
        async with deadline:
            waiting.__enter__()
        waiting.__exit__(None, None, None)
        await asyncio.sleep(10)
        return now()

    assert run(work) == pytest.approx(10, abs=0.1)
