import asyncio
from dataclasses import replace

import pytest

from getdocs.fetch.cache import Cache, Entry, MemoryStorage
from getdocs.model import Deferred, Failed, FailReason, Request, RequestKind, Response

SCRIPT = Request("http://h/app.js", RequestKind.SCRIPT)


class Server:
    """Answers what it is told, and counts."""

    def __init__(self, status=200, headers=(), body=b"body", answer=None):
        self.answer = answer or Response("http://h/app.js", status, headers, body)
        self.asked = []

    async def __call__(self, request):
        self.asked.append(request)
        await asyncio.sleep(0)
        return self.answer


def through(server, *requests, cache=None):
    async def run():
        chosen = cache or Cache(MemoryStorage())
        return [await chosen(request, server) for request in requests]

    return asyncio.run(run())


def test_the_second_request_is_not_made():
    server = Server()
    first, second = through(server, SCRIPT, SCRIPT)
    assert (first.from_cache, second.from_cache) == (False, True)
    assert (first.body, len(server.asked)) == (second.body, 1)


def test_routes_of_one_document_are_one_request_and_keep_their_fragments():
    server = Server()
    routes = [Request(f"http://h/#/{name}", RequestKind.DOCUMENT) for name in "ab"]
    _, second = through(server, *routes)
    assert second.url == "http://h/#/b"
    assert len(server.asked) == 1


def test_concurrent_callers_share_one_request():
    server = Server()

    async def run():
        cache = Cache(MemoryStorage())
        async with asyncio.TaskGroup() as group:
            return [group.create_task(cache(SCRIPT, server)) for _ in range(5)]

    assert [task.result().from_cache for task in asyncio.run(run())] == [False, True, True, True, True]
    assert len(server.asked) == 1


def test_a_failure_is_shared_by_those_who_wait_but_not_kept():
    server = Server(answer=Failed(FailReason.TIMEOUT))

    async def run():
        cache = Cache(MemoryStorage())
        async with asyncio.TaskGroup() as group:
            for _ in range(3):
                group.create_task(cache(SCRIPT, server))
        await cache(SCRIPT, server)

    asyncio.run(run())
    assert len(server.asked) == 2


@pytest.mark.parametrize("status", [206, 401, 403, 429, 500, 503])
def test_statuses_that_may_change_are_not_kept(status):
    server = Server(status)
    through(server, SCRIPT, SCRIPT)
    assert len(server.asked) == 2


@pytest.mark.parametrize("status", [200, 301, 302, 404, 410])
def test_statuses_that_stand_are_kept(status):
    server = Server(status)
    through(server, SCRIPT, SCRIPT)
    assert len(server.asked) == 1


def test_deferred_is_not_kept():
    server = Server(answer=Deferred("h", 1.0, Failed(FailReason.HTTP, 429)))
    through(server, SCRIPT, SCRIPT)
    assert len(server.asked) == 2


def test_a_redirect_that_sets_a_cookie_is_not_kept():
    server = Server(302, (("set-cookie", "s=1"),))
    through(server, SCRIPT, SCRIPT)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "request_",
    [
        replace(SCRIPT, method="POST"),
        replace(SCRIPT, method="HEAD"),
        replace(SCRIPT, headers=(("authorization", "x"),)),
        replace(SCRIPT, headers=(("cookie", "x"),)),
        replace(SCRIPT, headers=(("range", "bytes=0-1"),)),
        replace(SCRIPT, headers=(("cache-control", "no-cache"),)),
    ],
)
def test_requests_of_ones_own_are_always_made(request_):
    server = Server()
    through(server, SCRIPT, request_, request_)
    assert len(server.asked) == 3


def test_vary_tells_answers_apart():
    server = Server(headers=(("vary", "Accept-Encoding, Accept"),))
    as_json = Request(SCRIPT.url, RequestKind.XHR, headers=(("accept", "application/json"),))
    through(server, SCRIPT, as_json, as_json)
    assert len(server.asked) == 2


def test_vary_on_what_never_differs_is_no_difference():
    server = Server(headers=(("vary", "Accept-Encoding, User-Agent, Cookie"),))
    through(server, SCRIPT, SCRIPT)
    assert len(server.asked) == 1


def test_vary_on_everything_is_never_kept():
    server = Server(headers=(("vary", "*"),))
    through(server, SCRIPT, SCRIPT)
    assert len(server.asked) == 2


@pytest.mark.parametrize(("kind", "requests"), [(RequestKind.XHR, 2), (RequestKind.SCRIPT, 1)])
def test_no_store_counts_where_a_script_may_wait_for_a_change(kind, requests):
    server = Server(headers=(("cache-control", "private, no-store"),))
    through(server, replace(SCRIPT, kind=kind), replace(SCRIPT, kind=kind))
    assert len(server.asked) == requests


def entry(size):
    return Entry(Response("http://h/", 200, (), bytes(size)), ())


class Kept:
    """A MemoryStorage to which one thing after the other happens."""

    def __init__(self, max_bytes=100_000):
        self._storage = MemoryStorage(max_bytes)

    def put(self, url, entry):
        asyncio.run(self._storage.put(url, entry))

    def has(self, url):
        return asyncio.run(self._storage.get(url)) is not None


def test_the_least_recently_used_entry_goes_first():
    kept = Kept()
    for name in "abcdefgh":
        kept.put(name, entry(10_000))
    assert kept.has("a")
    kept.put("i", entry(10_000))
    kept.put("j", entry(10_000))
    assert (kept.has("a"), kept.has("b")) == (True, False)


def test_the_bytes_kept_are_bounded():
    kept = Kept()
    for number in range(100):
        kept.put(str(number), entry(10_000))
    assert sum(kept.has(str(number)) for number in range(100)) == 9


def test_a_body_that_would_push_out_everything_else_is_not_kept():
    kept = Kept()
    kept.put("small", entry(10))
    kept.put("huge", entry(20_000))
    assert (kept.has("huge"), kept.has("small")) == (False, True)


def test_replacing_an_entry_does_not_count_it_twice():
    kept = Kept()
    kept.put("other", entry(10_000))
    for _ in range(50):
        kept.put("same", entry(10_000))
    assert kept.has("other")
