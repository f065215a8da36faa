"""What a host asks for in Retry-After. Of the shared list of hostile servers: P02, P03."""

import pytest

from getdocs.fetch import quiet
from getdocs.model import Response

from .loopback import NOON


def answer(status=503, retry_after=None, date=None):
    fields = (("retry-after", retry_after), ("date", date))
    return Response("http://h/", status, tuple((name, value) for name, value in fields if value is not None), b"")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("3", 3.0),
        (" 3120 ", 3120.0),
        ("999999999", 999999999.0),
        ("0", 0.0),
        ("Sun, 01 Mar 2026 12:00:05 GMT", 5.0),
        ("Sunday, 01-Mar-26 12:00:05 GMT", 5.0),
        ("Sun Mar  1 12:00:05 2026", 5.0),
        ("Sun, 01 Mar 2026 12:00:05", 5.0),
        ("Sun, 01 Mar 2026 13:00:05 +0100", 5.0),
        ("Mon, 01 Mar 2027 12:00:00 GMT", 365 * 86400.0),
    ],
)
def test_seconds_and_dates_are_read_and_never_clamped(value, expected):
    assert quiet.seconds(answer(retry_after=value), NOON) == expected


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "abc",
        "-5",
        "1.5",
        "1e9",
        "\u0663",
        "9" * 40,
        "Sun, 01 Mar 2026 11:59:59 GMT",
        "Sun, 01 Mar 2026 11:59:59",
        "Sun, 99 Mar 2026 12:00:05 GMT",
    ],
)
def test_what_asks_for_nothing_sensible_asks_for_nothing(value):
    assert quiet.seconds(answer(retry_after=value), NOON) is None


@pytest.mark.parametrize(
    ("servers_clock", "expected"),
    [
        ("Sun, 01 Mar 2026 11:59:00 GMT", 65.0),
        ("Sun, 01 Mar 2026 12:01:00 GMT", 5.0),
        ("yesterday", 5.0),
    ],
)
def test_a_date_is_waited_for_by_the_clock_that_is_behind(servers_clock, expected):
    assert quiet.seconds(answer(retry_after="Sun, 01 Mar 2026 12:00:05 GMT", date=servers_clock), NOON) == expected


@pytest.mark.parametrize(
    ("status", "retry_after", "expected"),
    [
        (429, None, True),
        (503, None, True),
        (500, "1", True),
        (500, None, False),
        (502, None, False),
        (403, "1", False),
        (404, None, False),
        (202, "1", False),
        (301, "1", False),
    ],
)
def test_an_overloaded_server_has_not_answered_yet(status, retry_after, expected):
    assert quiet.wanted(answer(status, retry_after)) is expected


@pytest.mark.parametrize(
    ("status", "retry_after", "expected"),
    [
        (200, None, 0.0),
        (202, "60", 0.0),
        (301, "60", 0.0),
        (404, None, 0.0),
        (403, "60", 60.0),
        (500, None, 0.0),
        (500, "60", 60.0),
        (503, "60", 60.0),
        (503, "0", 1.0),
        (503, None, 1.0),
        (429, "abc", 1.0),
    ],
)
def test_a_host_is_left_alone_at_once_after_an_error_that_asks_for_it(status, retry_after, expected):
    assert quiet.at_once(answer(status, retry_after), NOON) == expected
