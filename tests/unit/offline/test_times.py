import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.offline.report.times import course, duration, moment, response_time, size


@given(st.lists(st.floats(min_value=0, max_value=4e9), min_size=1, max_size=50))
def test_course_counts_every_moment_in_few_spans(moments):
    found = course(moments)

    assert sum(found.counts) == len(moments)
    assert len(found.counts) <= 48
    assert found.begin <= min(moments)


def test_spans_are_round():
    assert course([0.0, 1800.0]).step == 60


def test_course_of_nothing_is_none():
    assert course([]) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1970-01-01T00:01:00+00:00", 60.0), ("1970-01-01T00:01:00", None), ("yesterday", None), (None, None)],
)
def test_moment_is_read_from_a_time_with_its_zone(text, seconds):
    assert moment(text) == seconds


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (0.25, "0.25 s"), (12, "12 s"), (120, "2 min"), (3905, "1 h 5 min"), (90061, "1 d 1 h")],
)
def test_duration_is_said_in_its_two_largest_units(seconds, text):
    assert duration(seconds) == text


@pytest.mark.parametrize(("seconds", "text"), [(None, "—"), (0.0123, "12 ms"), (1.5, "1.50 s")])
def test_response_time(seconds, text):
    assert response_time(seconds) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 B"), (999, "999 B"), (1234, "1.2 kB"), (999_900, "1.0 MB"), (12_345_678, "12 MB"), (5e12, "5000 GB")],
)
def test_size(count, text):
    assert size(int(count)) == text
