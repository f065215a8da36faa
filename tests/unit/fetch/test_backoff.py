import pytest

from getdocs.fetch.backoff import Backoff

from .loopback import Time


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def backoff(time):
    return Backoff(time)


def test_pauses_double_from_one_second(time, backoff):
    pauses = []
    for _ in range(5):
        pauses.append(backoff.failed("h", None))
        time.seconds += pauses[-1]
    assert pauses == [1, 2, 4, 8, 16]


def test_pauses_do_not_double_for_ever(time, backoff):
    for _ in range(2000):
        pause = backoff.failed("h", None)
        time.seconds += pause
    assert pause == 300


def test_what_was_asked_for_is_never_cut_short(backoff):
    assert backoff.failed("h", 3120.0) == 3120.0


def test_less_than_our_own_pause_is_not_believed(time, backoff):
    time.seconds += backoff.failed("h", None)
    assert backoff.failed("h", 0.0) == 2.0


def test_failures_within_one_pause_count_once(backoff):
    backoff.failed("h", None)
    assert backoff.failed("h", None) == 1.0
    assert backoff.streak("h") == 1


def test_an_answer_ends_the_streak(time, backoff):
    time.seconds += backoff.failed("h", None)
    backoff.answered("h")
    assert (backoff.streak("h"), backoff.remaining("h"), backoff.failed("h", None)) == (0, 0.0, 1.0)


def test_keys_do_not_touch_each_other(backoff):
    backoff.failed("h", None)
    assert backoff.remaining("other") == 0.0


def test_the_rest_of_a_pause_shrinks_with_time(time, backoff):
    backoff.failed("h", 10.0)
    time.seconds += 4
    assert backoff.remaining("h") == 6.0
