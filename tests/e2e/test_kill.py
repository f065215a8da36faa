"""SIGKILL at random moments, and a resume after each: nothing is lost, nothing saved is asked for again, no half file.

The moments are spread over the whole life of a crawl: see `Chain.moment`. In the browser: `test_kill_browser`.
"""

from kills import build, kill_at_moments


def test_a_crawl_that_is_killed_at_random_moments_comes_to_the_same_end(server, run_getdocs, tmp_path):
    build(server)
    kill_at_moments(run_getdocs, server, tmp_path, 45, "--render", "never", start_up=0.3)
