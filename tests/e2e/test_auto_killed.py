"""A crawl with `--render auto` that is killed gives what `always` gives all the same: what it knew of the pages is not lost."""

import random
import signal

import pytest
from auto_site import AUTO, LATE, PAGES, build, page, path
from crawls import LONGEST_WAIT, NOW, Gate, examine
from kills import SEED, at_step, pages_in

from fixtures.misbehave import answer


@pytest.fixture(scope="module")
def late(once):
    """A site whose later pages differ, its server, and what a crawl with `always` makes of it."""
    server = once.serve()
    url = build(server, LATE)
    return url, server, once.crawl(url, *NOW, "--no-sitemap")


@pytest.mark.parametrize("number", [3, 14, 24, PAGES - 1])
def test_a_crawl_that_was_killed_goes_on_to_the_same_end(run_getdocs, late, tmp_path, number):
    url, server, always = late
    gate = Gate(answer(page(number)))
    server.route(path(number), gate)
    out = tmp_path / "out"
    process = run_getdocs.start("crawl", url, *AUTO, "-o", out)
    assert gate.asked.wait(LONGEST_WAIT)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=LONGEST_WAIT)
    gate.opened.set()
    auto = examine(run_getdocs("crawl", url, *AUTO, "-o", out, "--resume"), out)
    assert pages_in(auto.out) == pages_in(always.out)


def test_a_crawl_that_is_killed_at_random_steps_goes_on_to_the_same_end(run_getdocs, late, tmp_path):
    chance = random.Random(SEED)
    url, _, always = late
    out, log = tmp_path / "out", tmp_path / "step"
    command = ("crawl", url, *AUTO, "-o", out, "--resume")
    ends = [run_getdocs(*command, through=at_step(chance.randint(1, 1000), log)).returncode for _ in range(8)]
    auto = examine(run_getdocs(*command), out)
    assert pages_in(auto.out) == pages_in(always.out), f"seed {SEED}"
    assert auto.paths("pages") == always.paths("pages"), f"seed {SEED}"
    assert -signal.SIGKILL in ends, f"seed {SEED}: never killed"
