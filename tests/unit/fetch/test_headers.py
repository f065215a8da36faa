import pytest

from getdocs.fetch import headers
from getdocs.fetch.body import ACCEPT_ENCODING
from getdocs.model import Request, RequestKind


def request(*fields, kind=RequestKind.XHR, url="https://h/x"):
    return Request(url, kind, headers=fields)


@pytest.mark.parametrize(
    "name",
    [
        "Host",
        "Connection",
        "Content-Length",
        "Transfer-Encoding",
        "User-Agent",
        "Accept-Encoding",
        "Accept-Language",
        "Sec-Fetch-Mode",
        "sec-ch-ua",
        "Proxy-Authorization",
        "If-None-Match",
        ":authority",
        "bad name",
    ],
)
def test_a_page_may_not_set_what_is_ours_to_say(name):
    assert headers.of_page(request((name, "x"))) == ()


@pytest.mark.parametrize("name", ["accept", "content-type", "x-requested-with", "authorization", "cookie", "origin"])
def test_a_page_sets_the_rest(name):
    assert headers.of_page(request((name.title(), "x"))) == ((name, "x"),)


def test_a_value_that_would_begin_a_new_line_is_dropped():
    assert headers.of_page(request(("x-a", "1\r\nHost: evil"))) == ()


@pytest.mark.parametrize(
    ("referer", "kept"), [("https://h/page", True), ("http://h/page", False), ("https://other/", False), ("x", False)]
)
def test_referer_stays_within_one_origin(referer, kept):
    assert bool(headers.of_page(request(("referer", referer)))) is kept


def test_documents_ask_for_html_first():
    assert headers.accept(request(kind=RequestKind.DOCUMENT)).startswith("text/html,")


def test_parts_of_a_page_ask_for_anything():
    assert headers.accept(request(kind=RequestKind.SCRIPT)) == "*/*"


def test_a_page_may_say_what_it_accepts_itself():
    sent = headers.on_wire(request(("accept", "application/json")))
    assert [value for name, value in sent if name == "accept"] == ["application/json"]


def test_a_field_of_the_users_own_says_which_language_is_wanted():
    sent = headers.on_wire(request(("accept-language", "de")))
    assert [value for name, value in sent if name == "accept-language"] == ["de"]


@pytest.mark.parametrize(
    "name", ["host", "content-length", "transfer-encoding", "connection", "accept-encoding", "proxy-authorization"]
)
def test_nobody_says_in_place_of_the_connection_where_it_goes_and_what_it_carries(name):
    assert [value for key, value in headers.on_wire(request((name, "evil"))) if key == name] in ([], [ACCEPT_ENCODING])


def test_a_basic_login_is_utf8():
    assert headers.basic("é", "ü:") == "Basic w6k6w7w6"


def test_credentials_are_told_from_the_rest():
    fields = (("authorization", "x"), ("cookie", "y"), ("accept", "z"))
    assert headers.without_credentials(fields) == (("accept", "z"),)
