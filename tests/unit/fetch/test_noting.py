"""What is told of requests, by the steps that know of them."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from getdocs.config import CrawlConfig
from getdocs.fetch.guard import Guard, Judge
from getdocs.fetch.noting import Noted, noted
from getdocs.fetch.wire import Wire
from getdocs.model import Deferred, Failed, FailReason, Request, RequestKind, Response, Skipped, SkipReason
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope

SEED = "http://docs.test/"
PAGE = Request("http://me:secret@docs.test/a", RequestKind.DOCUMENT)


@pytest.mark.parametrize(
    ("answered", "verdict", "detail"),
    [
        (Response(SEED, 404, (), b"gone"), "allowed", ""),
        (Skipped(SkipReason.ROBOTS, "Disallow: /a"), "robots", "Disallow: /a"),
        (Failed(FailReason.TIMEOUT, detail="no answer"), "timeout", "no answer"),
        (Deferred("docs.test", 5.0, Failed(FailReason.HTTP, 429, "quiet")), "put_off", "for 5 s: quiet"),
        (None, "cut_off", ""),
    ],
)
def test_the_verdict_says_what_became_of_a_request(answered, verdict, detail):
    told = noted(PAGE, answered)
    assert (told.verdict, told.detail) == (verdict, detail)


def test_credentials_are_told_to_nobody():
    told = noted(PAGE, Failed(FailReason.CONNECTION, detail="http://me:secret@docs.test/a refused"))
    assert "secret" not in f"{told}"


class Gate:
    """Lets everything go after so many seconds of the clock, or hands it back."""

    def __init__(self, clock, *, holds=0.0, closed=0.0):
        self._clock, self._holds, self._closed = clock, holds, closed

    async def enter(self, _url, _kind):
        self._clock.now += self._holds
        return self._closed

    def leave(self, *_):
        pass


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


class Core:
    """Answers after two seconds of the clock, or never."""

    def __init__(self, clock, answer):
        self._clock, self._answer = clock, answer

    async def send(self, request):
        self._clock.now += 2.0
        if self._answer is None:
            raise asyncio.CancelledError
        return Response(request.url, *self._answer)


def sent(answer=(200, (), b"body"), **gate):
    clock, told = Clock(), []
    wire = Wire(
        Core(clock, answer),
        Gate(clock, **gate),
        clock=clock,
        now=lambda: datetime.now(UTC),
        dress=lambda each: each,
        note=told.append,
    )
    with suppress(asyncio.CancelledError):
        asyncio.run(wire.send(Request("http://docs.test/a", RequestKind.SCRIPT)))
    (only,) = told
    return only


def test_a_request_that_went_out_is_told_with_its_status_its_size_and_both_times():
    assert sent(holds=3.0) == Noted("script", "GET", "http://docs.test/a", 200, 4, False, "allowed", "", 2.0, 3.0)


def test_a_request_whose_answer_nobody_waited_for_is_told_too():
    assert (sent(None).verdict, sent(None).status) == ("cut_off", None)


def test_a_request_that_the_pace_hands_back_is_told_as_put_off():
    assert (sent(closed=300.0).verdict, sent(closed=300.0).status) == ("put_off", None)


def judged(url, answer=None):
    told = []
    judge = Judge(
        scope=Scope.of(CrawlConfig(seeds=(SEED,))),
        pins=Pins((SEED,)),
        robots=None,
        user_agent="getdocs",
        sleep=None,
        note=told.append,
    )

    async def chain(_request):
        return answer

    asyncio.run(Guard(judge, chain, told.append)(Request(url, RequestKind.DOCUMENT)))
    return told


def test_a_request_that_is_refused_is_told_with_the_reason():
    (only,) = judged("http://elsewhere.test/")
    assert (only.url, only.status, only.verdict) == ("http://elsewhere.test/", None, "scope")


def test_an_answer_out_of_the_cache_is_told():
    (only,) = judged(SEED, Response(SEED, 200, (), b"body", from_cache=True))
    assert (only.status, only.size, only.from_cache, only.verdict) == (200, 4, True, "allowed")


def test_an_answer_from_the_wire_is_not_told_twice():
    assert judged(SEED, Response(SEED, 200, (), b"body")) == []
