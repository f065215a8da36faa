import asyncio

import pytest

from getdocs.visits import crew as module
from getdocs.visits.crew import Crew


async def nothing():
    await asyncio.Event().wait()


def test_every_worker_works_and_what_runs_beside_them_ends_with_them():
    crew, worked = Crew(3), []

    async def work():
        worked.append(len(worked))

    asyncio.run(crew.employ(work, nothing))
    assert worked == [0, 1, 2]


def test_a_worker_hears_the_news_of_another():
    crew, order = Crew(2), []

    async def work():
        if not order:
            order.append("waits")
            await crew.hear(None)
            order.append("heard")
        else:
            order.append("tells")
            crew.tell()

    asyncio.run(crew.employ(work, nothing))
    assert order == ["waits", "tells", "heard"]


def test_a_worker_that_is_told_nothing_waits_no_longer_than_it_said():
    crew, waited = Crew(1), []

    async def work():
        await crew.hear(0.0)
        waited.append("enough")

    asyncio.run(crew.employ(work, nothing))
    assert waited == ["enough"]


def test_once_stopped_nothing_new_is_taken_up_and_what_is_under_way_may_finish():
    crew, finished = Crew(1), []

    async def work():
        while not crew.is_stopping():
            crew.stop()
            await asyncio.sleep(0)
            finished.append("this one")

    asyncio.run(crew.employ(work, nothing))
    assert finished == ["this one"]


def test_stopped_twice_what_is_under_way_is_given_up():
    crew, ended = Crew(1), []

    async def work():
        crew.stop()
        crew.stop()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("given up")
            raise

    asyncio.run(crew.employ(work, nothing))
    assert ended == ["given up"]


def test_what_does_not_finish_in_time_is_given_up(monkeypatch):
    monkeypatch.setattr(module, "GRACE_SECONDS", 0.0)
    crew = Crew(1)

    async def work():
        crew.stop()
        await asyncio.Event().wait()

    asyncio.run(crew.employ(work, nothing))


def test_a_crew_that_was_stopped_before_it_began_takes_up_nothing():
    crew, taken = Crew(2), []
    crew.stop()

    async def work():
        while not crew.is_stopping():
            taken.append("something")

    asyncio.run(crew.employ(work, nothing))
    assert taken == []


def test_what_one_worker_raises_is_raised_as_it_is_and_ends_the_others():
    started = []

    async def work():
        started.append(len(started))
        if len(started) == 2:
            raise LookupError("one of them")
        await asyncio.Event().wait()

    with pytest.raises(LookupError, match="one of them"):
        asyncio.run(Crew(2).employ(work, nothing))
