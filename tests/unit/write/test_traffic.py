"""What a crawl has asked for, added up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.fetch.noting import Noted
from getdocs.write.traffic import Traffic


def a_note(url="https://h/a", kind="document", *, status=200, size=10, cached=False, verdict="allowed", seconds=0.1):
    return Noted(kind, "GET", url, status, size, cached, verdict, "", seconds, 0.0)


def traffic_of(*notes) -> Traffic:
    traffic = Traffic()
    for each in notes:
        traffic.note(each)
    return traffic


def test_requests_are_counted_by_host_the_most_asked_first():
    traffic = traffic_of(
        a_note("https://a/1"), a_note("https://b/1"), a_note("https://b:8443/1"), a_note("https://b/2")
    )

    assert [(entry["host"], entry["requests"]) for entry in traffic.by_host()] == [("b", 2), ("a", 1), ("b:8443", 1)]


def test_requests_are_counted_by_kind():
    traffic = traffic_of(a_note(kind="script", size=5), a_note(kind="script", size=6), a_note(kind="robots"))

    assert [(entry["kind"], entry["requests"], entry["bytes"]) for entry in traffic.by_kind()] == [
        ("script", 2, 11),
        ("robots", 1, 10),
    ]


@pytest.mark.parametrize(
    ("noted", "counted"),
    [
        (a_note(), (1, 0, 0, 0, 10)),
        (a_note(status=404), (1, 0, 0, 0, 10)),
        (a_note(cached=True), (0, 1, 0, 0, 0)),
        (a_note(status=None, size=0, verdict="robots"), (0, 0, 1, 0, 0)),
        (a_note(status=None, size=0, verdict="timeout"), (1, 0, 0, 1, 0)),
        (a_note(status=None, size=0, verdict="cut_off"), (1, 0, 0, 0, 0)),
        (a_note(status=None, size=0, verdict="private_address"), (0, 0, 1, 0, 0)),
    ],
)
def test_request_counts_as_what_became_of_it(noted, counted):
    (entry,) = traffic_of(noted).by_kind()

    assert (entry["requests"], entry["cached"], entry["refused"], entry["failed"], entry["bytes"]) == counted


def test_what_was_put_off_is_not_counted_before_its_time():
    assert traffic_of(a_note(verdict="put_off", status=None)).by_kind() == []


def test_host_that_was_never_asked_is_not_named():
    assert traffic_of(a_note(status=None, verdict="scope")).by_host() == []


def test_host_without_an_answer_has_no_times():
    (entry,) = traffic_of(a_note(status=None, verdict="timeout", seconds=60)).by_host()

    assert (entry["median_s"], entry["p95_s"]) == (None, None)


@given(st.lists(st.floats(min_value=0.001, max_value=100), min_size=1, max_size=60))
def test_median_and_p95_are_those_of_the_times_to_five_percent(times):
    (entry,) = traffic_of(*(a_note(seconds=time) for time in times)).by_host()
    ordered = sorted(times)

    assert entry["median_s"] == pytest.approx(ordered[(len(times) + 1) // 2 - 1], rel=0.05)
    assert entry["p95_s"] == pytest.approx(ordered[-(-len(times) * 19 // 20) - 1], rel=0.05)


def test_another_run_goes_on_where_the_last_one_ended():
    first = traffic_of(a_note(seconds=1.0), a_note(status=None, verdict="robots"))
    second = Traffic(first.state())
    second.note(a_note(seconds=1.0))

    both = traffic_of(a_note(seconds=1.0), a_note(status=None, verdict="robots"), a_note(seconds=1.0))
    assert (second.by_host(), second.by_kind()) == (both.by_host(), both.by_kind())
