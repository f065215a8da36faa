"""The processes in which pages are read: a crawl gets over their death, and they do not get over a crawl's."""

import random
import time
from contextlib import suppress

import psutil
import pytest
from conftest import REAPED_WITHIN
from crawls import LONGEST_WAIT, STATIC, Gate, examine
from kills import SEED, pages_in

from fixtures.site import document
from getdocs.visits.pool import INSIDE

PAGES = [f"/{number}" for number in range(12)]


@pytest.fixture
def large(server):
    """Pages that are worth a process from the first one on; the last is a Gate that has to be opened."""
    words = "Words of it. " * (INSIDE // 60)
    server.page("/", document("Start", f"<p>{words}</p>" * 6, PAGES))
    for path in PAGES:
        server.page(path, document(f"Page {path}", f"<p>{words}</p>", ("/",)))
    gate = Gate(server._handler(PAGES[-1]))
    server.route(PAGES[-1], gate)
    server.gate = gate
    return server


def workers(crawl):
    with suppress(psutil.NoSuchProcess):
        children = psutil.Process(crawl.pid).children()
        return [each for each in children if any("getdocs.visits.worker" in part for part in each.cmdline())]
    return []


def test_a_crawl_whose_workers_are_killed_loses_nothing_and_leaves_none(large, run_getdocs, tmp_path):
    command = ("crawl", large.url("/"), *STATIC, "--concurrency", "4")
    killed = 0
    with run_getdocs.start(*command, "-o", tmp_path / "killed") as process:
        while not large.gate.asked.wait(0.2) and process.poll() is None:
            if not killed:
                for worker in workers(process):
                    worker.kill()
                    killed += 1
        large.gate.opened.set()
        _, stderr = process.communicate(timeout=LONGEST_WAIT)
    assert process.returncode == 0, stderr
    assert killed > 0
    whole = examine(run_getdocs(*command, "-o", tmp_path / "whole"), tmp_path / "whole")
    assert len(whole.paths("pages")) == 1 + len(PAGES)
    assert pages_in(tmp_path / "killed") == pages_in(tmp_path / "whole")
    assert "Traceback" not in stderr


def test_workers_do_not_outlive_a_crawl_that_is_killed_at_any_moment(large, run_getdocs, tmp_path):
    large.gate.opened.set()
    chance = random.Random(SEED)
    for moment in range(2):
        process = run_getdocs.start("crawl", large.url("/"), "-o", tmp_path / str(moment), *STATIC)
        while not (found := workers(process)) and process.poll() is None:
            time.sleep(0.01)
        with suppress(psutil.TimeoutExpired):
            psutil.Process(process.pid).wait(chance.uniform(0, 0.3))
        process.kill()
        process.communicate()
        assert found
        assert psutil.wait_procs(found, timeout=REAPED_WITHIN)[1] == [], f"seed {SEED}"
