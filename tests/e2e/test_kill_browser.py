"""SIGKILL at random moments of a crawl with the browser, and a resume after each: see `test_kill`."""

import psutil
from conftest import REAPED_WITHIN
from kills import build, kill_at_moments


def test_a_crawl_with_the_browser_that_is_killed_at_random_moments_comes_to_the_same_end(server, run_getdocs, tmp_path):
    build(server, topics=2, script=True)
    kill_at_moments(run_getdocs, server, tmp_path, 15, start_up=1.5)
    assert psutil.wait_procs(run_getdocs.processes(), timeout=REAPED_WITHIN)[1] == []
