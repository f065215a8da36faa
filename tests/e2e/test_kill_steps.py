"""SIGKILL at random steps on the disk, and a resume after each: in the middle of transactions, between a file and its row.

Where a kill by the clock hardly ever falls, this one always does: see `killing`.
"""

import random
from collections import Counter

from kills import SEED, Chain, at_step, build, never, undisturbed

KILLS = 40


def test_a_crawl_that_is_killed_at_random_steps_comes_to_the_same_end(server, run_getdocs, tmp_path):
    chance = random.Random(SEED)
    options = ("--render", "never")
    build(server)
    log = tmp_path / "step"
    whole = undisturbed(run_getdocs, server, tmp_path / "whole", *options)
    counted = Chain(server, run_getdocs, tmp_path / "counted", options, whole)
    assert not counted.run(never, at_step(0, log))
    steps = int(log.read_text())
    hit: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    while hit.total() < KILLS:
        left = steps
        chain = Chain(server, run_getdocs, tmp_path / f"killed-{hit.total()}", options, whole)
        while hit.total() < KILLS and chain.run(never, at_step(number := chance.randint(1, left), log)):
            hit[log.read_text()] += 1
            left = max(left - number, steps // 10)
        chain.finish()
        phases += chain.phases
    print(f"seed {SEED}, {steps} steps: {dict(phases)} {dict(hit)}")  # noqa: T201 - what `pytest -rP` shows
    in_transaction = hit["SQL UPDATE"] + hit["SQL INSERT"] + hit["SQL COMMIT"]
    assert in_transaction > KILLS // 6, f"seed {SEED}: too few kills in the middle of a transaction: {hit}"
