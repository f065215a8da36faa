"""Visits of a host that puts off, fails, or wants to be left alone."""

from dataclasses import replace

import pytest
from visiting import H, html, page

from getdocs.frontier.store import Empty, Wait
from getdocs.model import Deferred, Failed, FailReason, Hop, Saved, Skipped, SkipReason
from getdocs.visits.patience import LONGEST_PAUSE, MAX_DEFERRALS, MAX_TROUBLE
from getdocs.visits.visit import Settled

# --- put off


def deferred(host="docs.test", seconds=30.0):
    return Deferred(host, seconds, Failed(FailReason.HTTP, 429, "the host asks for quiet"))


def test_a_url_that_is_put_off_goes_back_and_its_host_is_left_alone(world):
    made = world({f"{H}/": deferred()})
    assert made.visit() == [Settled(f"{H}/", "", True, None)]
    assert made.quieted == [("docs.test", 30.0)]
    assert made.outcomes() == {"/": None}
    assert made.row("/").pending_reason == "the host asks for quiet"
    assert made.lease() == Wait(30.0)


def test_a_url_that_was_put_off_is_visited_when_its_time_has_come(world):
    made = world({f"{H}/": [deferred(), page(f"{H}/")]})
    made.visit()
    made.now += 30.0
    assert isinstance(made.visit()[0].outcome, Saved)


def test_a_host_that_puts_a_url_off_too_often_is_given_up_for_this_run_with_all_its_urls(world):
    made = world({f"{H}/": deferred(), f"{H}/a": deferred()})
    made.add("/a")
    for _ in range(MAX_DEFERRALS):
        made.visit(made.frontier.lease(made.now))
        made.now += 30.0
    assert made.lease() == Empty()
    assert {row.pending_reason for row in made.frontier.rows()} == {"the host asks for quiet"}
    assert len(made.site.asked) == MAX_DEFERRALS


def test_a_host_is_given_up_after_as_many_pauses_as_it_has_asked_for_whoever_has_counted_them(world):
    made = world({f"{H}/": replace(deferred(), streak=MAX_DEFERRALS)})
    made.visit()
    assert made.lease() == Empty()
    assert made.row("/").pending_reason == "the host asks for quiet"


def test_one_url_that_always_answers_429_keeps_none_of_the_others_from_being_saved(world):
    made = world({f"{H}/": deferred(), f"{H}/a": page(f"{H}/a", html("a")), f"{H}/b": page(f"{H}/b", html("b"))})
    made.add("/a", "/b")
    for _ in range(2 + MAX_DEFERRALS):
        made.visit()
        made.now += 30.0
    assert made.outcomes()["/"] == deferred().final
    assert made.frontier.counts().saved == 2
    assert made.lease() == Empty()


def test_a_url_that_a_host_behind_a_redirect_puts_off_too_often_is_settled_and_its_own_host_goes_on(world):
    off = deferred("busy.test")
    made = world({f"{H}/": off, f"{H}/a": page(f"{H}/a")})
    for _ in range(MAX_DEFERRALS):
        made.visit()
        made.now += 30.0
    made.add("/a")
    assert made.outcomes()["/"] == off.final
    assert isinstance(made.visit()[0].outcome, Saved)


def test_a_url_that_its_own_host_keeps_waiting_on_another_scheme_is_settled_and_the_host_goes_on(world):
    trail = (Hop(f"{H}/", 301, "allowed"),)
    unreachable = Skipped(SkipReason.ROBOTS_UNREACHABLE, "https://docs.test/robots.txt: connection", trail)
    made = world({f"{H}/": Deferred("docs.test", 30.0, unreachable), f"{H}/a": page(f"{H}/a")})
    for _ in range(MAX_DEFERRALS):
        made.visit()
        made.now += 30.0
    made.add("/a")
    assert made.outcomes()["/"] == unreachable
    assert isinstance(made.visit()[0].outcome, Saved)


def test_a_host_that_has_not_said_yes_is_quieted_and_the_reason_is_the_one_it_ends_with(world):
    unreachable = Skipped(SkipReason.ROBOTS_UNREACHABLE, f"{H}/robots.txt: status 503")
    made = world({f"{H}/": Deferred("docs.test", 1.0, unreachable)})
    made.visit()
    assert made.row("/").pending_reason == f"{H}/robots.txt: status 503"


def test_a_host_that_wants_to_be_left_alone_for_long_is_left_alone_at_once_and_says_until_when(world):
    made = world({f"{H}/": deferred(seconds=LONGEST_PAUSE + 1)})
    made.add("/a")
    made.visit()
    assert made.lease() == Empty()
    reason = "rate limited until 2027-01-15T08:02:01+00:00: the host asks for quiet"
    assert [row.pending_reason for row in made.frontier.rows()] == [reason, reason]


def test_a_url_that_another_host_wants_left_alone_for_long_is_settled(world):
    off = deferred("busy.test", seconds=LONGEST_PAUSE + 1)
    made = world({f"{H}/": off})
    assert made.visit()[0].outcome == off.final


# --- a host in trouble


BROKEN = Failed(FailReason.HTTP, 500)


def test_a_host_that_fails_on_a_few_urls_has_them_failed(world):
    answers = {f"{H}/": page(f"{H}/"), **{f"{H}/{n}": BROKEN for n in range(MAX_TROUBLE - 1)}}
    made = world(answers)
    made.visit()
    made.add(*(f"/{n}" for n in range(MAX_TROUBLE - 1)))
    for _ in range(MAX_TROUBLE - 1):
        made.visit()
    assert made.frontier.counts().failed == MAX_TROUBLE - 1
    assert made.quieted == []


@pytest.mark.parametrize("failed", [BROKEN, Failed(FailReason.TIMEOUT), Failed(FailReason.CONNECTION)])
def test_a_host_that_fails_on_everything_rests_longer_and_longer_and_is_then_left_alone(world, failed):
    made = world({f"{H}/": page(f"{H}/"), **{f"{H}/{n}": failed for n in range(40)}})
    made.visit()
    made.add(*(f"/{n}" for n in range(40)))
    while not isinstance(lease := made.lease(), Empty):
        if isinstance(lease, Wait):
            made.now += lease.seconds
        else:
            made.visit(lease)
    assert [seconds for _, seconds in made.quieted] == [2.0, 4.0, 8.0, 16.0, 32.0]
    assert made.looked_at == [f"{H}/"]
    counts = made.frontier.counts()
    assert (counts.saved, counts.failed, counts.pending) == (1, MAX_TROUBLE - 1, 40 - MAX_TROUBLE + 1)


def test_a_host_that_is_there_and_fails_on_some_urls_only_has_these_failed(world):
    made = world({f"{H}/": page(f"{H}/"), **{f"{H}/{n}": BROKEN for n in range(7)}})
    made.is_there = True
    made.visit()
    made.add(*(f"/{n}" for n in range(7)))
    for _ in range(7):
        made.visit()
    assert made.frontier.counts().failed == 7
    assert made.quieted == []
    assert set(made.looked_at) == {f"{H}/"}
    assert len(made.looked_at) == 3  # at the third, fifth and seventh: what it fails on meanwhile still counts


def test_one_good_answer_ends_the_trouble_of_a_host(world):
    broken = {f"{H}/bad{n}": BROKEN for n in range(4)}
    made = world({f"{H}/": page(f"{H}/"), **broken, f"{H}/good": page(f"{H}/good", html("Good."))})
    made.visit()
    made.add("/bad0", "/bad1", "/good", "/bad2", "/bad3")
    for _ in range(5):
        made.visit()
    assert made.frontier.counts().failed == 4
    assert made.quieted == []
