import base64

import pytest

from getdocs.model import RequestKind, Response
from getdocs.render import translate
from getdocs.render.cdp import Paused


def paused(resource_type="XHR", *, headers=None, method="GET", url="http://h.test/a", **request):
    return Paused.of(
        {
            "requestId": "1",
            "networkId": "2",
            "resourceType": resource_type,
            "frameId": "3",
            "request": {"url": url, "method": method, "headers": headers or {}, **request},
        }
    )


def response(*headers, status=200, url="http://h.test/a"):
    return Response(url, status, tuple(headers), b"")


@pytest.mark.parametrize(
    ("resource_type", "kind"),
    [
        ("Document", RequestKind.FRAME),
        ("Script", RequestKind.SCRIPT),
        ("Stylesheet", RequestKind.STYLESHEET),
        ("XHR", RequestKind.XHR),
        ("Fetch", RequestKind.XHR),
        ("Image", RequestKind.IMAGE),
        ("Font", RequestKind.FONT),
        ("Media", RequestKind.MEDIA),
        ("Ping", RequestKind.PING),
        ("CSPViolationReport", RequestKind.PING),
        ("Manifest", RequestKind.OTHER),
        ("SomethingNew", RequestKind.OTHER),
    ],
)
def test_a_resource_type_has_its_kind(resource_type, kind):
    assert translate.kind_of(paused(resource_type)) is kind


def test_a_prefetch_is_other_though_chromium_calls_it_a_fetch():
    assert translate.kind_of(paused("Fetch", headers={"Sec-Purpose": "prefetch"})) is RequestKind.OTHER


def test_an_event_stream_is_told_by_what_it_accepts():
    assert translate.kind_of(paused("XHR", headers={"Accept": "text/event-stream"})) is RequestKind.EVENT_SOURCE


def test_a_worker_script_is_told_by_what_it_accepts():
    assert translate.kind_of(paused("Other", headers={"Accept": "*/*"})) is RequestKind.WORKER
    assert translate.kind_of(paused("Other", headers={"Accept": "image/*"})) is RequestKind.OTHER


def test_a_binary_body_is_handed_over_byte_for_byte():
    entries = [{"bytes": base64.b64encode(part).decode()} for part in (b"\xff\x00", b"b")]
    assert paused(method="POST", hasPostData=True, postDataEntries=entries).body == b"\xff\x00b"


def test_a_body_that_chromium_does_not_show_is_not_taken_for_an_empty_one():
    assert paused(method="POST", hasPostData=True).body is None
    assert paused(method="POST").body == b""


def test_what_identifies_the_client_is_not_passed_on():
    headers = (
        ("user-agent", "x"),
        ("cookie", "a=b"),
        ("sec-ch-ua", "x"),
        ("accept-encoding", "gzip"),
        ("accept", "text/plain"),
        ("authorization", "Bearer x"),
        ("x-key", "1"),
    )
    assert translate.sent_headers(headers) == (("accept", "text/plain"), ("authorization", "Bearer x"), ("x-key", "1"))


@pytest.mark.parametrize(
    "name", ["link", "speculation-rules", "location", "content-encoding", "content-disposition", "nel"]
)
def test_a_document_is_shown_without_what_would_load_lead_or_report_elsewhere(name):
    assert name not in dict(
        translate.document_headers(response((name, "x"), ("content-type", "text/html")), moment=0.0)
    )


@pytest.mark.parametrize("name", ["refresh", "content-security-policy", "set-cookie", "content-language"])
def test_a_document_keeps_what_belongs_to_it(name):
    assert dict(translate.document_headers(response((name, "x")), moment=0.0))[name] == "x"


def test_a_document_without_a_type_is_shown_as_html():
    assert dict(translate.document_headers(response(), moment=0.0))["content-type"] == "text/html"


def test_a_document_that_does_not_say_when_it_was_modified_was_modified_at_the_moment_given():
    assert dict(translate.document_headers(response(), moment=0.0))["last-modified"] == "Thu, 01 Jan 1970 00:00:00 GMT"
    dated = response(("last-modified", "Sat, 01 Feb 2025 03:04:05 GMT"))
    assert translate.document_headers(dated, moment=0.0)[0] == dated.headers[0]


def test_fields_that_chromium_would_refuse_are_left_out():
    assert translate.resource_headers(response(("bad name", "x"), ("x", "a\nb"), ("y", "z")), RequestKind.XHR) == (
        ("y", "z"),
    )


@pytest.mark.parametrize("kind", [RequestKind.SCRIPT, RequestKind.STYLESHEET])
def test_a_script_or_style_that_was_found_stays_fresh_whatever_its_server_says(kind):
    found = response(("cache-control", "no-store"), ("vary", "Accept-Encoding, Cookie"), ("content-type", "text/css"))
    assert translate.resource_headers(found, kind) == (
        ("content-type", "text/css"),
        ("cache-control", "max-age=31536000"),
    )


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (RequestKind.XHR, response()),
        (RequestKind.WORKER, response()),
        (RequestKind.SCRIPT, response(status=404)),
        (RequestKind.SCRIPT, response(("vary", "x-theme"))),
        (RequestKind.SCRIPT, response(("vary", "*"))),
    ],
)
def test_what_was_not_found_or_may_differ_the_next_time_is_asked_for_by_each_page(kind, answer):
    assert translate.resource_headers(answer, kind) == answer.headers


@pytest.mark.parametrize(
    ("fields", "body", "freshness"),
    [
        ((("content-type", "text/javascript"),), "привет".encode("cp1251"), "no-store"),
        ((), "привет".encode(), "no-store"),
        ((("content-type", "text/javascript; Charset=utf-8"),), "привет".encode(), "max-age=31536000"),
        ((("set-cookie", "theme=dark; Path=/"),), b"", "no-store"),
        ((("set-cookie", "id=1; Path=/; HttpOnly"),), b"", "max-age=31536000"),
        ((("set-cookie", "id=1;HttpOnly;Secure"), ("set-cookie", "name=httponly")), b"", "no-store"),
    ],
)
def test_a_script_that_is_another_thing_to_the_next_page_is_stale_at_once(fields, body, freshness):
    """By the page's charset, or by a cookie that it would not set again."""
    found = Response("http://h.test/a", 200, (*fields, ("cache-control", "max-age=60")), body)
    assert translate.resource_headers(found, RequestKind.SCRIPT) == (*fields, ("cache-control", freshness))


def test_a_script_in_utf_8_that_does_not_say_so_is_made_to_say_it():
    found = Response("http://h.test/a", 200, (("content-type", "text/javascript"),), "привет".encode())
    assert translate.resource_headers(found, RequestKind.SCRIPT) == (
        ("content-type", "text/javascript; charset=utf-8"),
        ("cache-control", "max-age=31536000"),
    )


def test_cors_fields_of_a_resource_pass():
    field = ("access-control-allow-origin", "*")
    assert translate.resource_headers(response(field, ("content-length", "3")), RequestKind.XHR) == (field,)


def test_the_redirect_that_stands_for_python_s_hops_is_open_to_the_page():
    asked = paused(headers={"Origin": "http://page.test"})
    assert dict(translate.redirect_headers(asked, response(url="http://h.test/b#x"))) == {
        "location": "http://h.test/b",
        "access-control-allow-origin": "http://page.test",
        "access-control-allow-credentials": "true",
    }


@pytest.mark.parametrize(
    ("status", "shown"), [(200, 200), (404, 404), (503, 503), (204, 200), (205, 200), (304, 200), (300, 200)]
)
def test_a_status_without_a_body_or_with_a_way_elsewhere_is_shown_as_200(status, shown):
    assert translate.shown_status(response(status=status)) == shown


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("http://H.test:80/a#x", "http://h.test/a", True),
        ("http://u:p@h.test/a", "http://h.test/a", True),
        ("http://h.test/a/../b", "http://h.test/b", True),
        ("http://h.test/a", "https://h.test/a", False),
        ("http://h.test/a", "http://h.test/a?", False),
    ],
)
def test_same_resource_compares_what_is_sent_to_a_server(left, right, same):
    assert translate.same_resource(left, right) is same
