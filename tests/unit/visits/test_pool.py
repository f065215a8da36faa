"""Functions that run in processes of their own: real ones, which is what there is to get wrong."""

import asyncio
import os
import signal
import subprocess
import sys
import time
import weakref

import psutil
import pytest

from getdocs.visits.pool import Loss, Pool

GONE_WITHIN = 10.0
"""Seconds. What ends a process is to take no time; a machine that is busy may."""


@pytest.fixture
def pool():
    with Pool(size=2, inside=0) as pool:
        yield pool


def result(pool, function, *arguments, weight=1):
    return pool.submit(weight, function, *arguments).result(timeout=60)


# What the processes run: they find it by its name.


class Ring:
    """Refers to itself, as a tree does whose nodes know their parents."""

    last: "weakref.ref[Ring] | None" = None

    def __init__(self):
        self.itself = self


def leave_a_ring():
    Ring.last = weakref.ref(Ring())


def is_the_ring_there():
    return Ring.last() is not None


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(marker):
    """Says which process has died of it, and which has not."""
    if not marker.exists():
        marker.write_text(str(os.getpid()))
        die()
    return int(marker.read_text()), os.getpid()


def spin():
    while True:
        pass


def spin_in_c():
    return sum(range(1 << 60))


def say(text):
    print(text)  # noqa: T201 - as a library might
    os.write(1, text.encode())
    return text


def be_interrupted():
    os.kill(os.getpid(), signal.SIGINT)
    return "went on"


def begin(started):
    started.write_text(str(os.getpid()))
    spin()


def fail():
    raise LookupError("a bug")


def until(happens):
    """What `happens` returns, once that is something: looked up again and again, and a failure after a minute."""
    end = time.monotonic() + 60
    while not (found := happens()):
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.005)
    return found


def wait_for(started):
    until(lambda: started.exists() and started.read_text())
    return psutil.Process(int(started.read_text()))


# --- where it runs


def test_what_a_function_leaves_behind_is_gone_before_the_next_one_runs():
    with Pool(size=1, inside=0) as pool:
        result(pool, leave_a_ring)
        assert not result(pool, is_the_ring_there)


def test_a_function_runs_in_another_process(pool):
    assert result(pool, os.getpid) != os.getpid()


def test_one_process_runs_one_function_after_the_other(pool):
    assert len({result(pool, os.getpid) for _ in range(5)}) == 1


def test_two_functions_run_at_once_in_two_processes(pool, tmp_path):
    both = [pool.submit(1, meet, tmp_path / name, tmp_path / other) for name, other in (("a", "b"), ("b", "a"))]
    assert len({each.result(timeout=60) for each in both}) == 2


def meet(mine, other):
    mine.write_text("here")
    until(other.exists)
    return os.getpid()


def test_no_process_is_started_for_little():
    with Pool(inside=100) as pool:
        assert [result(pool, os.getpid, weight=50) for _ in range(2)] == [os.getpid()] * 2
        assert result(pool, os.getpid, weight=1) != os.getpid()


def test_what_weighs_much_is_never_done_inside():
    with Pool(inside=100) as pool:
        assert result(pool, os.getpid, weight=101) != os.getpid()


def test_the_event_loop_goes_on_meanwhile(pool, tmp_path):
    async def both():
        other = asyncio.ensure_future(pool.run(1, meet, tmp_path / "process", tmp_path / "loop"))
        await asyncio.sleep(0)
        (tmp_path / "loop").write_text("here")
        return await other

    assert asyncio.run(both()) != os.getpid()


# --- what comes of it


def test_what_is_raised_there_is_raised_here(pool):
    with pytest.raises(LookupError, match="a bug"):
        result(pool, fail)


def test_a_process_in_which_something_was_raised_goes_on(pool):
    with pytest.raises(LookupError):
        result(pool, fail)
    assert result(pool, abs, -1) == 1


def test_a_result_that_cannot_be_sent_is_raised_as_what_it_is(pool):
    with pytest.raises((TypeError, AttributeError), match="pickle"):
        result(pool, iter_of_nothing)


def iter_of_nothing():
    return (each for each in ())


def test_what_is_printed_there_is_no_result(pool):
    assert result(pool, say, "text") == "text"


# --- death


def test_what_has_ended_a_process_is_tried_once_more_in_another(pool, tmp_path):
    first, second = result(pool, die_once, tmp_path / "marker")
    assert first != second


def test_what_ends_a_process_twice_is_lost(pool):
    assert result(pool, die) is Loss.DIED


def test_what_runs_beside_it_does_not_notice(pool, tmp_path):
    beside = pool.submit(1, meet, tmp_path / "a", tmp_path / "b")
    until((tmp_path / "a").exists)
    assert result(pool, die) is Loss.DIED
    (tmp_path / "b").write_text("here")
    assert isinstance(beside.result(timeout=60), int)


def test_after_a_death_there_is_another_process(pool):
    result(pool, die)
    assert result(pool, abs, -1) == 1


@pytest.mark.parametrize("endless", [spin, spin_in_c])
def test_what_computes_too_long_is_lost_at_once(endless):
    with Pool(inside=0, cpu_seconds=0.3) as pool:
        assert result(pool, endless) is Loss.SLOW
        assert result(pool, abs, -1) == 1


def test_each_function_has_its_own_time():
    with Pool(size=1, inside=0, cpu_seconds=0.5) as pool:
        assert [result(pool, compute, 0.2) for _ in range(4)] == ["done"] * 4


def compute(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return "done"


def test_ctrl_c_does_not_reach_what_runs_there(pool):
    assert result(pool, be_interrupted) == "went on"


# --- the end


def test_a_pool_that_is_closed_leaves_no_process_whatever_it_is_at(tmp_path):
    with Pool(inside=0) as pool:
        lost = pool.submit(1, begin, tmp_path / "started")
        process = wait_for(tmp_path / "started")
    assert not process.is_running()
    with pytest.raises(RuntimeError, match="closed"):
        lost.result()


def test_a_pool_is_closed_though_what_it_was_asked_for_is_not_waited_for(tmp_path):
    async def abandon(pool):
        asked = asyncio.ensure_future(pool.run(1, begin, tmp_path / "started"))
        process = await asyncio.to_thread(wait_for, tmp_path / "started")
        asked.cancel()
        await asyncio.wait([asked])
        return process

    with Pool(inside=0) as pool:
        process = asyncio.run(abandon(pool))
    assert not process.is_running()


PARENT = """
import sys
from pathlib import Path
sys.path[:] = {path!r}
import test_pool
from getdocs.visits.pool import Pool
pool = Pool(size=2, inside=0)
pool.submit(1, abs, -1).result()
for name in {names!r}:
    pool.submit(1, test_pool.begin, Path(name))
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="an orphan is looked up as Linux keeps it")
def test_no_process_outlives_one_that_is_killed(tmp_path):
    names = [str(tmp_path / "a"), str(tmp_path / "b")]
    program = PARENT.format(path=sys.path, names=names)
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as parent:
        processes = [wait_for(tmp_path / name) for name in ("a", "b")]
        parent.kill()
    assert psutil.wait_procs(processes, timeout=GONE_WITHIN)[1] == []


@pytest.mark.skipif(sys.platform != "linux", reason="an orphan is looked up as Linux keeps it")
def test_a_process_that_waits_for_work_does_not_outlive_one_that_is_killed():
    program = PARENT.format(path=sys.path, names=[])
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as parent:
        process = psutil.Process(parent.pid)
        children = until(process.children)
        parent.kill()
    assert psutil.wait_procs(children, timeout=GONE_WITHIN)[1] == []


def test_work_waits_for_the_process_that_has_some_before_another_one_is_started():
    with Pool(size=2, inside=0, patience=60.0) as pool:
        jobs = [pool.submit(1, os.getpid) for _ in range(6)]
        assert len({job.result(timeout=60) for job in jobs}) == 1


def test_work_does_not_wait_longer_than_it_has_patience_for():
    with Pool(size=2, inside=0, patience=0.05) as pool:
        pool.submit(1, spin)
        assert isinstance(result(pool, os.getpid), int)


def test_work_that_waits_for_a_process_that_dies_gets_another_one():
    with Pool(size=2, inside=0, patience=60.0) as pool:
        lost = pool.submit(1, die)
        assert isinstance(result(pool, os.getpid), int)
        assert lost.result(timeout=60) is Loss.DIED
