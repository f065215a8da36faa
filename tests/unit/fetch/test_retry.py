"""Asking again. Of the shared list of hostile servers: P01 to P04."""

import asyncio
from dataclasses import replace

import pytest

from getdocs.fetch.retry import Retry
from getdocs.model import Deferred, Failed, FailReason, Request, RequestKind, Response, Skipped, SkipReason

from .loopback import NOON, Time

PAGE = Request("http://h:81/", RequestKind.DOCUMENT)
LISTING = replace(PAGE, kind=RequestKind.SITEMAP)
SCRIPT = replace(PAGE, kind=RequestKind.SCRIPT)
GOOD = Response(PAGE.url, 200, (), b"")
LOST = Failed(FailReason.CONNECTION)


def status(number, retry_after=None):
    fields = () if retry_after is None else (("retry-after", retry_after),)
    return Response(PAGE.url, number, fields, b"")


def retried(*answers, request=PAGE, jitter=0.5):
    """What comes of the request, how often it was made, and the pauses between."""
    time, left = Time(), list(answers)

    async def proceed(_request):
        return left.pop(0) if len(left) > 1 else left[0]

    async def counted(request):
        counted.times += 1
        return await proceed(request)

    counted.times = 0
    retry = Retry(sleep=time.sleep, clock=time, now=lambda: NOON, jitter=lambda: jitter)
    return asyncio.run(retry(request, counted)), counted.times, time.slept


def test_a_good_answer_is_asked_for_once():
    assert retried(GOOD) == (GOOD, 1, [])


@pytest.mark.parametrize(
    "bad", [LOST, Failed(FailReason.TIMEOUT), Failed(FailReason.TRUNCATED, 200), status(500), status(502), status(504)]
)
def test_bad_luck_is_asked_again_after_growing_pauses(bad):
    assert retried(bad, bad, GOOD) == (GOOD, 3, [1.0, 2.0])


def test_the_third_failure_is_the_answer():
    assert retried(LOST) == (LOST, 3, [1.0, 2.0])


def test_the_last_server_error_is_a_response_still():
    assert retried(status(500))[0] == status(500)


@pytest.mark.parametrize(
    "final",
    [
        status(404),
        status(401),
        status(302),
        Failed(FailReason.TLS),
        Failed(FailReason.TOO_LARGE),
        Skipped(SkipReason.PRIVATE_ADDRESS),
    ],
)
def test_what_will_not_change_is_not_asked_again(final):
    assert retried(final) == (final, 1, [])


def test_what_may_do_something_twice_is_not_repeated():
    assert retried(LOST, request=replace(SCRIPT, method="POST")) == (LOST, 1, [])


@pytest.mark.parametrize(("jitter", "pauses"), [(0.0, [0.5, 1.0]), (0.999, [1.499, 2.998])])
def test_jitter_spreads_the_pauses(jitter, pauses):
    assert retried(LOST, jitter=jitter)[2] == pytest.approx(pauses)


# A host that asks for quiet.


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        (status(429, "3"), 3.0),
        (status(429, "3120"), 3120.0),
        (status(503, "Sun, 01 Mar 2026 12:00:05 GMT"), 5.0),
        (status(429), 1.0),
        (status(429, "abc"), 1.0),
        (status(429, "-5"), 1.0),
        (status(503), 1.0),
        (status(503, "Sun, 01 Mar 2026 12:00:05"), 5.0),
        (status(503, "abc"), 1.0),
        (status(503, "-5"), 1.0),
        (status(503, "Sun, 01 Mar 2026 11:00:00 GMT"), 1.0),
        (status(500, "3"), 3.0),
    ],
)
@pytest.mark.parametrize("request_", [PAGE, LISTING], ids=["a document", "a listing"])
def test_what_can_be_put_back_is_handed_back_with_the_quiet_that_was_asked_for(request_, answer, seconds):
    fetched, times, slept = retried(answer, request=request_)
    assert isinstance(fetched, Deferred)
    assert (fetched.host, fetched.seconds, times, slept) == ("h:81", seconds, 1, [])
    assert fetched.final == Failed(FailReason.HTTP, answer.status, fetched.final.detail)


@pytest.mark.parametrize(
    "useless", [None, "abc", "-5", "Sun, 01 Mar 2026 11:00:00 GMT"], ids=["no time", "abc", "-5", "a time gone by"]
)
def test_quiet_without_a_usable_time_doubles_until_the_host_answers(useless):
    time = Time()
    answers = [status(429), status(503, useless), status(503), GOOD, status(429)]

    async def proceed(_request):
        return answers.pop(0)

    async def run():
        retry = Retry(sleep=time.sleep, clock=time, now=lambda: NOON, jitter=lambda: 0.5)
        pauses = []
        while answers:
            fetched = await retry(PAGE, proceed)
            pauses.append(fetched.seconds if isinstance(fetched, Deferred) else None)
            time.seconds += pauses[-1] or 0
        return pauses

    assert asyncio.run(run()) == [1.0, 2.0, 4.0, None, 1.0]


def test_a_part_of_a_page_waits_a_little_itself():
    assert retried(status(429, "3"), GOOD, request=SCRIPT) == (GOOD, 2, [3.0])


def test_a_part_of_a_page_does_not_wait_long_and_never_asks_early():
    asked = status(429, "60")
    assert retried(asked, request=SCRIPT) == (asked, 1, [])


@pytest.mark.parametrize("answer", [status(503), status(500, "1")])
def test_a_part_of_a_page_is_never_put_back(answer):
    assert retried(answer, GOOD, request=SCRIPT) == (GOOD, 2, [1.0])


# A host that is closed already: nothing was sent.

CLOSED = Deferred("h:81", 3120.0, Failed(FailReason.HTTP, 429, "the host asks for quiet"))


def test_a_document_of_a_host_that_is_closed_is_put_back_as_it_is():
    assert retried(CLOSED) == (CLOSED, 1, [])


def test_a_part_of_a_page_on_a_host_that_is_closed_is_done_without():
    assert retried(CLOSED, request=SCRIPT) == (CLOSED.final, 1, [])


def test_a_part_of_a_page_gives_up_after_its_retries():
    assert retried(status(429), request=SCRIPT) == (status(429), 3, [1.0, 2.0])
