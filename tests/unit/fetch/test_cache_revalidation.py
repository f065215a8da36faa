"""What an earlier run has left: asked for again, conditionally where it can be, and never taken for fresh."""

import asyncio

import pytest

from getdocs.fetch.cache import Cache, Entry
from getdocs.model import Failed, FailReason, Request, RequestKind, Response

PAGE = Request("http://h/", RequestKind.DOCUMENT)
MONDAY = "Mon, 05 Jan 2026 10:00:00 GMT"
TUESDAY = "Tue, 06 Jan 2026 10:00:00 GMT"
NOT_MODIFIED = Response("http://h/", 304, (), b"")
NEW = Response("http://h/", 200, (), b"new")


class Earlier:
    """A storage in which an earlier run has left `headers` with the body "old"."""

    def __init__(self, headers=(), *, status=200, asked_with=()):
        self.kept = Entry(Response("http://h/", status, headers, b"old"), asked_with, current=False)

    async def get(self, _url):
        return self.kept

    async def put(self, _url, entry):
        self.kept = entry


class Server:
    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    async def __call__(self, request):
        self.asked.append(request)
        return self.answers.pop(0)

    @property
    def conditions(self):
        return [
            [field for field in request.headers if field[0] in ("if-none-match", "if-modified-since")]
            for request in self.asked
        ]


def asked(storage, server, request=PAGE):
    return asyncio.run(Cache(storage)(request, server))


def test_it_is_asked_for_by_its_etag():
    server = Server(NOT_MODIFIED)
    asked(Earlier((("etag", 'W/"1"'),)), server)
    assert server.conditions == [[("if-none-match", 'W/"1"')]]


def test_it_is_asked_for_by_its_date_where_that_tells_versions_apart():
    server = Server(NOT_MODIFIED)
    asked(Earlier((("last-modified", MONDAY), ("date", TUESDAY))), server)
    assert server.conditions == [[("if-modified-since", MONDAY)]]


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (("last-modified", MONDAY), ("date", MONDAY)),
        (("last-modified", MONDAY),),
        (("last-modified", "never"), ("date", TUESDAY)),
        (("etag", ""),),
        (("etag", '"\xe9"'),),
        (("cache-control", "max-age=99999999, immutable"),),
    ],
)
def test_without_a_sound_validator_it_is_asked_for_as_if_it_were_not_there(headers):
    server = Server(NEW)
    answer = asked(Earlier(headers), server)
    assert server.conditions == [[]]
    assert (answer.body, answer.from_cache) == (b"new", False)


@pytest.mark.parametrize("status", [301, 404])
def test_only_a_success_is_asked_for_conditionally(status):
    server = Server(NEW)
    asked(Earlier((("etag", '"1"'),), status=status), server)
    assert server.conditions == [[]]


def test_not_modified_gives_the_kept_body_under_its_own_status():
    answer = asked(Earlier((("etag", '"1"'),)), Server(NOT_MODIFIED))
    assert (answer.status, answer.body, answer.from_cache) == (200, b"old", True)


def test_once_confirmed_it_is_not_asked_for_again():
    storage, server = Earlier((("etag", '"1"'),)), Server(NOT_MODIFIED)
    asked(storage, server)
    assert asked(storage, server).body == b"old"
    assert len(server.asked) == 1


def test_a_change_replaces_it():
    storage, server = Earlier((("etag", '"1"'),)), Server(NEW)
    assert asked(storage, server).body == b"new"
    assert storage.kept.response.body == b"new"


def test_a_304_renews_the_fields_that_do_not_describe_the_body():
    storage = Earlier((("etag", '"1"'), ("content-type", "text/html"), ("date", MONDAY)))
    asked(storage, Server(Response("http://h/", 304, (("content-type", "text/plain"), ("date", TUESDAY)), b"")))
    assert storage.kept.response.headers == (("etag", '"1"'), ("content-type", "text/html"), ("date", TUESDAY))


def test_a_304_that_speaks_of_another_version_is_not_believed():
    server = Server(Response("http://h/", 304, (("etag", '"2"'),), b""), NEW)
    answer = asked(Earlier((("etag", '"1"'),)), server)
    assert server.conditions == [[("if-none-match", '"1"')], []]
    assert answer.body == b"new"


def test_a_304_may_call_the_same_version_weak():
    answer = asked(Earlier((("etag", '"1"'),)), Server(Response("http://h/", 304, (("etag", 'W/"1"'),), b"")))
    assert answer.body == b"old"


@pytest.mark.parametrize("trouble", [Failed(FailReason.CONNECTION), Response("http://h/", 503, (), b"down")])
def test_where_the_server_cannot_say_the_old_answer_is_not_given_for_the_new_one(trouble):
    storage = Earlier((("etag", '"1"'),))
    assert asked(storage, Server(trouble)) == trouble
    assert not storage.kept.current


def test_an_answer_to_another_question_is_not_asked_about():
    server = Server(NEW)
    asked(Earlier((("etag", '"1"'),), asked_with=(("accept", "the digest of another value"),)), server)
    assert server.conditions == [[]]


def test_a_304_that_nobody_asked_for_is_an_answer_like_any_other():
    assert asked(Earlier(), Server(NOT_MODIFIED)) == NOT_MODIFIED


def test_of_what_an_answer_varies_by_only_digests_are_kept():
    storage = Earlier()
    request = Request("http://h/", RequestKind.XHR, headers=(("x-token", "secret"),))
    asked(storage, Server(Response("http://h/", 200, (("vary", "X-Token"),), b"")), request)
    ((name, digest),) = storage.kept.asked_with
    assert name == "x-token"
    assert digest
    assert "secret" not in digest
