import pytest

from getdocs.fetch.retry_after import seconds

from .loopback import NOON


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("3", 3.0),
        (" 3120 ", 3120.0),
        ("0", 0.0),
        ("Sun, 01 Mar 2026 12:00:05 GMT", 5.0),
        ("Sunday, 01-Mar-26 12:00:05 GMT", 5.0),
        ("Sun Mar  1 12:00:05 2026", 5.0),
        ("Sun, 01 Mar 2026 12:00:05", 5.0),
        ("Sun, 01 Mar 2026 13:00:05 +0100", 5.0),
    ],
)
def test_seconds_and_dates_are_read(value, expected):
    assert seconds(value, NOON) == expected


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
        "Sun, 99 Mar 2026 12:00:05 GMT",
    ],
)
def test_what_asks_for_nothing_sensible_asks_for_nothing(value):
    assert seconds(value, NOON) is None
