import asyncio

import pytest

from getdocs.fetch.flights import Flights


def test_concurrent_callers_share_one_piece_of_work():
    async def run():
        flights, release, done = Flights(), asyncio.Event(), []

        async def work():
            done.append(1)
            await release.wait()
            return "result"

        async with asyncio.TaskGroup() as group:
            callers = [group.create_task(flights.share("key", work)) for _ in range(5)]
            await asyncio.sleep(0)
            release.set()
        return [caller.result() for caller in callers], done

    results, done = asyncio.run(run())
    assert results == [("result", False)] + [("result", True)] * 4
    assert done == [1]


def test_nothing_is_kept_afterwards():
    async def run():
        flights, done = Flights(), []

        async def work():
            done.append(1)
            return len(done)

        return [(await flights.share("key", work))[0] for _ in range(3)]

    assert asyncio.run(run()) == [1, 2, 3]


def test_when_the_one_who_works_is_cancelled_another_takes_over():
    async def run():
        flights, started, release = Flights(), asyncio.Event(), asyncio.Event()

        async def work():
            started.set()
            await release.wait()
            return "result"

        async with asyncio.TaskGroup() as group:
            first = group.create_task(flights.share("key", work))
            await started.wait()
            second = group.create_task(flights.share("key", work))
            await asyncio.sleep(0)
            first.cancel()
            await asyncio.sleep(0)
            release.set()
        return first.cancelled(), second.result()

    assert asyncio.run(run()) == (True, ("result", False))


def test_a_cancelled_waiter_disturbs_nobody():
    async def run():
        flights, release = Flights(), asyncio.Event()

        async def work():
            await release.wait()
            return "result"

        async with asyncio.TaskGroup() as group:
            first = group.create_task(flights.share("key", work))
            await asyncio.sleep(0)
            second = group.create_task(flights.share("key", work))
            await asyncio.sleep(0)
            second.cancel()
            await asyncio.sleep(0)
            release.set()
        return first.result()

    assert asyncio.run(run()) == ("result", False)


def test_a_bug_in_the_work_reaches_its_caller():
    async def run():
        async def work():
            raise ZeroDivisionError

        await Flights().share("key", work)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())
