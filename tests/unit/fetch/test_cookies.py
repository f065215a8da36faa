from datetime import timedelta

import pytest

from getdocs.fetch.cookies import Cookies

from .loopback import NOON


@pytest.fixture
def cookies():
    return Cookies(lambda: NOON)


def remember(cookies, url, *fields):
    cookies.remember(url, tuple(("set-cookie", field) for field in fields))


def test_a_cookie_goes_back_to_where_it_came_from(cookies):
    remember(cookies, "http://h/p", "s=1", "t=a=b; HttpOnly")
    assert cookies.header("http://h/p") == "s=1; t=a=b"


@pytest.mark.parametrize("url", ["http://other/", "http://sub.h/", "http://h:8002/", "http://h.evil/"])
def test_a_cookie_goes_nowhere_else(cookies, url):
    remember(cookies, "http://h/", "s=1; Domain=h; Path=/")
    assert cookies.header(url) == ""


def test_a_cookie_survives_the_upgrade_to_https(cookies):
    remember(cookies, "http://h/", "s=1")
    assert cookies.header("https://h/") == "s=1"


def test_a_secure_cookie_is_not_sent_over_http(cookies):
    remember(cookies, "https://h/", "s=1; Secure")
    assert (cookies.header("http://h/"), cookies.header("https://h/")) == ("", "s=1")


@pytest.mark.parametrize(
    ("url", "sent"),
    [("http://h/docs", True), ("http://h/docs/a", True), ("http://h/docsy", False), ("http://h/", False)],
)
def test_a_path_is_matched_on_whole_segments(cookies, url, sent):
    remember(cookies, "http://h/x", "s=1; Path=/docs")
    assert (cookies.header(url) != "") is sent


def test_without_a_path_the_folder_of_the_url_counts(cookies):
    remember(cookies, "http://h/docs/page", "s=1")
    assert (cookies.header("http://h/docs/b"), cookies.header("http://h/other")) == ("s=1", "")


def test_the_longer_path_comes_first(cookies):
    remember(cookies, "http://h/", "a=1; Path=/", "b=2; Path=/docs")
    assert cookies.header("http://h/docs") == "b=2; a=1"


def test_a_later_value_replaces_the_earlier(cookies):
    remember(cookies, "http://h/", "s=1", "s=2")
    assert cookies.header("http://h/") == "s=2"


@pytest.mark.parametrize(
    "expiry",
    ["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT", "Expires=Thu, 01-Jan-1970 00:00:00 GMT"],
)
def test_an_expired_cookie_deletes(cookies, expiry):
    remember(cookies, "http://h/", "s=1", f"s=gone; {expiry}")
    assert cookies.header("http://h/") == ""


def test_a_cookie_expires_in_time():
    time = [NOON]
    cookies = Cookies(lambda: time[0])
    remember(cookies, "http://h/", "s=1; Max-Age=60")
    time[0] += timedelta(seconds=61)
    assert cookies.header("http://h/") == ""


@pytest.mark.parametrize("field", ["", "novalue", "s=\xe9", "=x", "a=" + "x" * 5000])
def test_what_is_no_cookie_is_ignored(cookies, field):
    remember(cookies, "http://h/", field)
    assert cookies.header("http://h/") == ""


def test_a_value_in_utf8_is_the_text_it_spells(cookies):
    remember(cookies, "http://h/", "s=é".encode().decode("latin-1"))
    assert cookies.header("http://h/") == "s=é"


def test_a_host_cannot_fill_our_memory(cookies):
    remember(cookies, "http://h/", *(f"c{number}=1" for number in range(1000)))
    assert cookies.header("http://h/").count("=") == 50
