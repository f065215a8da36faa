"""Compares our answers with those of Google's parser on files made at random. docs/adr/0003 names what may differ."""

import random

import pytest

from getdocs.policy.robots import RobotsTxt

from .robots_files import AGENT, sample

googlebot = pytest.importorskip("jwm.robotstxt.googlebot", reason="jwm-robotstxt is a development dependency")

FILES = 2000


def google_allows(body: bytes, url: str) -> bool:
    return googlebot.RobotsMatcher().OneAgentAllowedByRobots(body, AGENT, url)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_allowed_that_google_refuses(seed):
    rng = random.Random(seed)
    refused = 0
    for _ in range(FILES // 4):
        case = sample(rng)
        rules = RobotsTxt.parse(case.ours)
        for ours, google in case.urls:
            if not google_allows(case.google, google):
                refused += 1
                assert not rules.allows(ours, f"{AGENT}/1.0"), (case.ours, ours)
    assert refused > FILES // 4


def test_little_is_refused_that_google_allows():
    rng = random.Random(5)
    pairs = [
        (RobotsTxt.parse(case.ours), case, pair)
        for case in (sample(rng) for _ in range(FILES // 4))
        for pair in case.urls
    ]
    stricter = sum(
        not rules.allows(ours, AGENT) and google_allows(case.google, google) for rules, case, (ours, google) in pairs
    )
    assert stricter <= len(pairs) // 1000


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_allowed_that_google_refuses_in_damaged_files(seed):
    rng = random.Random(100 + seed)
    for _ in range(FILES // 4):
        case = sample(rng)
        body = bytearray(case.google)
        for _ in range(rng.randrange(1, 12)):
            at = rng.randrange(len(body) + 1)
            body[at : at + rng.randrange(3)] = bytes(
                rng.choices(b"\n\r\t :#*$/aA\x00\x0b\xc3\xa9?&u", k=rng.randrange(3))
            )
        damaged = bytes(body)
        rules = RobotsTxt.parse(damaged)
        for _, url in case.urls:
            assert google_allows(damaged, url) or not rules.allows(url, AGENT), (damaged, url)
