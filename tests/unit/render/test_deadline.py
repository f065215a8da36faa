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
        return await cut(Deadline(5, patience=200), lambda: asyncio.sleep(60))

    assert run(work) == pytest.approx(5, abs=0.1)


def waiting(deadline, seconds):
    """Whether `deadline` had the patience for something that takes `seconds`."""

    async def work():
        await asyncio.sleep(seconds)
        return True

    return deadline.wait_for(work)


def test_time_spent_waiting_is_not_counted():
    async def work():
        deadline = Deadline(5, patience=200)

        async def body():
            await asyncio.sleep(3)
            await waiting(deadline, 100)
            await asyncio.sleep(60)

        return await cut(deadline, body)

    assert run(work) == pytest.approx(105, abs=0.1)


def test_overlapping_waits_count_as_one():
    async def work():
        deadline = Deadline(5, patience=200)

        async def body():
            await asyncio.gather(waiting(deadline, 10), waiting(deadline, 20))
            await asyncio.sleep(60)

        return await cut(deadline, body)

    assert run(work) == pytest.approx(25, abs=0.1)


def test_a_wait_that_began_before_the_deadline_holds_it():
    async def work():
        deadline = Deadline(5, patience=200)
        async with asyncio.TaskGroup() as group:
            group.create_task(waiting(deadline, 30))
            await asyncio.sleep(0)
            async with deadline:
                await asyncio.sleep(30)
        return now()

    assert run(work) == pytest.approx(30, abs=0.1)


def test_a_wait_that_ends_after_the_deadline_s_block_does_no_harm():
    async def work():
        deadline = Deadline(5, patience=200)
        async with asyncio.TaskGroup() as group:
            async with deadline:
                group.create_task(waiting(deadline, 1))
                await asyncio.sleep(0)
            await asyncio.sleep(10)
        return now()

    assert run(work) == pytest.approx(10, abs=0.1)


def test_what_is_waited_for_is_returned():
    async def work():
        return await waiting(Deadline(5, patience=20), 10)

    assert run(work) is True


def test_patience_ends():
    async def work():
        return await waiting(Deadline(5, patience=20), 60), now()

    assert run(work) == (None, pytest.approx(20, abs=0.1))


def test_patience_is_used_up_by_all_waits_together():
    async def work():
        deadline = Deadline(5, patience=20)
        return [await waiting(deadline, 8) for _ in range(4)], now()

    assert run(work) == ([True, True, None, None], pytest.approx(20, abs=0.1))


def test_waits_at_the_same_time_use_patience_once():
    async def work():
        deadline = Deadline(5, patience=20)
        return await asyncio.gather(waiting(deadline, 15), waiting(deadline, 18))

    assert run(work) == [True, True]


def test_a_timeout_of_what_is_waited_for_is_its_own():
    async def late():
        raise TimeoutError("mine")

    async def work():
        await Deadline(5, patience=20).wait_for(late)

    with pytest.raises(TimeoutError, match="mine"):
        run(work)
