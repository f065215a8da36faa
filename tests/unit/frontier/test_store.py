"""What a Frontier promises, whether it is kept in memory or in a file."""

from collections.abc import Callable

import pytest

from getdocs.frontier.store import Empty, Frontier, Wait
from getdocs.model import (
    Discovered,
    Duplicate,
    Failed,
    FailReason,
    Hop,
    Lease,
    NavNode,
    NotAPage,
    PageFacts,
    Redirected,
    Saved,
    Skipped,
    SkipReason,
)

A, B, C = "https://h/a", "https://h/b", "https://h/c"
FACTS = PageFacts(content_hash="c0", saved_at="2026-01-01T00:00:00+00:00", nav=(NavNode("A", A),))
SAVED = Saved("a.md", "A", 200)
GONE = Failed(FailReason.HTTP, 404)


class FixedPace:
    """Every host rests `rest` seconds between two documents, and is due but for those in `busy`."""

    def __init__(self, rest=0.0, busy=()):
        self.rest, self.busy, self.asked = rest, dict(busy), []

    def due_in(self, host):
        self.asked.append(host)
        return self.busy.get(host, 0.0)

    def spacing(self, _host):
        return self.rest


@pytest.fixture(params=["memory", "file"])
def frontier(request, tmp_path):
    with Frontier.open(None if request.param == "memory" else tmp_path / "state.sqlite3") as opened:
        yield opened


@pytest.fixture
def reopen(tmp_path) -> Callable[[], Frontier]:
    opened = []

    def open_again():
        if opened:
            opened[-1].close()
        opened.append(Frontier.open(tmp_path / "state.sqlite3"))
        return opened[-1]

    yield open_again
    opened[-1].close()


def add(frontier, *found, depth=1):
    return frontier.add(Discovered(url, depth, "https://h/") for url in found)


def leased(frontier, now=0.0, **options) -> Lease:
    lease = frontier.lease(now, **options)
    assert isinstance(lease, Lease)
    return lease


def order(frontier, now=0.0):
    urls = []
    while isinstance(lease := frontier.lease(now), Lease):
        urls.append(lease.url)
        frontier.settle(lease, GONE)
    return urls


def row(frontier, url):
    (found,) = [row for row in frontier.rows() if row.url == url]
    return found


# Entering


def test_a_new_frontier_is_empty(frontier):
    assert frontier.lease(0.0) == Empty()


def test_adding_tells_how_many_were_new(frontier):
    assert add(frontier, A, B, A) == 2


def test_a_url_whose_key_is_known_is_not_entered_again(frontier):
    add(frontier, "https://h/a/index.html?utm_source=x")
    assert add(frontier, "https://h/a/", "http://h/a") == 0


def test_a_url_is_kept_and_handed_out_as_it_was_written(frontier):
    written = "https://h/a/index.html?b=2&a=1&utm_source=x"
    add(frontier, written)
    assert leased(frontier).url == written


def test_seeds_come_first_then_the_nearest_then_the_first_found(frontier):
    add(frontier, "https://h/2a", "https://h/2b", depth=2)
    add(frontier, "https://h/1a", "https://h/1b", depth=1)
    add(frontier, "https://h/0", depth=0)
    frontier.add([Discovered("https://h/seed", 0, seed=True)])
    assert order(frontier) == [f"https://h/{name}" for name in ("seed", "0", "1a", "1b", "2a", "2b")]


def test_the_order_holds_over_all_hosts(frontier):
    add(frontier, "https://x/1", "https://y/1", "https://x/2", "https://y/2")
    assert order(frontier) == ["https://x/1", "https://y/1", "https://x/2", "https://y/2"]


def test_a_waiting_url_found_nearer_to_a_seed_moves_up(frontier):
    add(frontier, A, B, depth=3)
    frontier.add([Discovered(B, 1, "https://h/near")])
    lease = leased(frontier)
    assert (lease.url, lease.depth, lease.found_on) == (B, 1, "https://h/near")


def test_a_waiting_url_named_as_a_seed_becomes_one(frontier):
    add(frontier, A, B, depth=0)
    frontier.add([Discovered(B, 0, seed=True)])
    lease = leased(frontier)
    assert (lease.url, lease.seed, lease.found_on) == (B, True, "")


def test_a_waiting_url_found_farther_away_stays_where_it_is(frontier):
    add(frontier, A, depth=1)
    frontier.add([Discovered(A, 4, "https://h/far")])
    assert (leased(frontier).depth, row(frontier, A).found_on) == (1, "https://h/")


def test_a_settled_url_found_again_keeps_its_outcome(frontier):
    add(frontier, A, depth=5)
    frontier.settle(leased(frontier), GONE)
    add(frontier, A, depth=1)
    assert (row(frontier, A).outcome, row(frontier, A).depth) == (GONE, 5)


def test_ten_thousand_links_of_one_page_enter_in_document_order():
    with Frontier.open(None) as frontier:
        assert frontier.add(Discovered(f"https://h/{n}", 1) for n in range(10_000)) == 10_000
        assert [leased(frontier).url for _ in range(3)] == ["https://h/0", "https://h/1", "https://h/2"]


# Leasing


def test_no_url_is_leased_twice_at_once(frontier):
    add(frontier, A)
    leased(frontier)
    assert frontier.lease(0.0) == Wait(None)


def test_after_the_last_report_the_frontier_is_empty(frontier):
    add(frontier, A)
    frontier.settle(leased(frontier), GONE)
    assert frontier.lease(0.0) == Empty()


def test_a_host_rests_for_its_spacing_after_a_lease(frontier):
    add(frontier, A, B)
    pace = FixedPace(rest=2.0)
    leased(frontier, 10.0, pace=pace)
    assert frontier.lease(10.5, pace=pace) == Wait(1.5)
    assert leased(frontier, 12.0, pace=pace).url == B


def test_while_one_host_rests_another_is_served(frontier):
    add(frontier, "https://x/1", "https://x/2", "https://y/1")
    pace = FixedPace(rest=2.0)
    assert [leased(frontier, pace=pace).url for _ in range(2)] == ["https://x/1", "https://y/1"]


def test_a_host_that_the_pacer_calls_busy_is_passed_over(frontier):
    add(frontier, "https://x/1", "https://y/1")
    pace = FixedPace(busy={"x": 3.0})
    assert leased(frontier, pace=pace).url == "https://y/1"
    assert frontier.lease(1.0, pace=pace) == Wait(2.0)


def test_the_pacer_is_not_asked_again_before_the_time_it_named(frontier):
    add(frontier, A)
    pace = FixedPace(busy={"h": 3.0})
    for now in (0.0, 1.0, 2.0):
        frontier.lease(now, pace=pace)
    assert pace.asked == ["h"]


def test_the_host_with_the_first_url_goes_first_once_both_are_due_again(frontier):
    add(frontier, "https://x/1", "https://y/1", "https://x/2", "https://y/2")
    pace = FixedPace(rest=1.0)
    urls = [leased(frontier, now, pace=pace).url for now in (0.0, 0.5, 2.0, 2.0)]
    assert urls == ["https://x/1", "https://y/1", "https://x/2", "https://y/2"]


@pytest.mark.parametrize("host", ["x:8080", "x"])
def test_hosts_are_told_apart_by_their_port(frontier, host):
    add(frontier, "https://x/1", "https://x:8080/1")
    assert (
        leased(frontier, pace=FixedPace(busy={host: 10.0})).url
        == {"x": "https://x:8080/1", "x:8080": "https://x/1"}[host]
    )


def test_a_refusal_that_asked_the_host_for_nothing_gives_its_turn_to_the_next(frontier):
    add(frontier, A, B)
    pace = FixedPace(rest=2.0)
    unsent = Skipped(SkipReason.ROBOTS, trail=(Hop(A, None, "robots"),))
    frontier.settle(leased(frontier, pace=pace), unsent)
    assert leased(frontier, 0.1, pace=pace).url == B


def test_a_refusal_after_a_request_does_not_give_the_turn_back(frontier):
    add(frontier, A, B)
    pace = FixedPace(rest=2.0)
    sent = Skipped(SkipReason.SCOPE, trail=(Hop(A, 302, ""), Hop("https://elsewhere/", None, "scope")))
    frontier.settle(leased(frontier, pace=pace), sent)
    assert frontier.lease(0.0, pace=pace) == Wait(2.0)


def test_a_turn_given_back_does_not_undo_a_pause_that_the_host_has_asked_for_since(frontier):
    add(frontier, A, B, C)
    earlier, lease = leased(frontier), leased(frontier, pace=FixedPace(rest=2.0))
    frontier.defer(earlier, 50.0, "429")
    frontier.settle(lease, Skipped(SkipReason.DEPTH))
    assert frontier.lease(3.0) == Wait(47.0)


# The limit


def test_no_more_is_leased_than_can_still_be_saved(frontier):
    add(frontier, A, B, C)
    leased(frontier, limit=2)
    leased(frontier, limit=2)
    assert frontier.lease(0.0, limit=2) == Wait(None)


def test_a_lease_that_saved_nothing_makes_room_for_another(frontier):
    add(frontier, A, B)
    frontier.settle(leased(frontier, limit=1), GONE)
    assert leased(frontier, limit=1).url == B


def test_a_reached_limit_is_empty(frontier):
    add(frontier, A, B)
    frontier.settle(leased(frontier, limit=1), SAVED, facts=FACTS)
    assert frontier.lease(0.0, limit=1) == Empty()


def test_a_reached_limit_leaves_the_rest_pending(frontier):
    add(frontier, A, B)
    frontier.settle(leased(frontier, limit=1), SAVED, facts=FACTS)
    assert (frontier.counts().pending, row(frontier, B).outcome) == (1, None)


def test_the_limit_spans_runs(reopen):
    frontier = reopen()
    add(frontier, A, B)
    frontier.settle(leased(frontier, limit=1), SAVED, facts=FACTS)
    assert reopen().lease(0.0, limit=1) == Empty()


# Settling


@pytest.mark.parametrize(
    "outcome",
    [
        Redirected(B, (301,), (Hop(A, 301, ""), Hop(B, 200, ""))),
        Duplicate(B),
        Skipped(SkipReason.ROBOTS, "Disallow: /a", (Hop(A, None, "robots"),)),
        NotAPage("application/pdf", (Hop(A, 200, ""),)),
        Failed(FailReason.TIMEOUT, None, "30 s", (Hop(A, None, "timeout"),)),
    ],
    ids=lambda outcome: type(outcome).__name__,
)
def test_an_outcome_comes_back_as_it_was_given(frontier, outcome):
    add(frontier, A)
    assert frontier.settle(leased(frontier), outcome)
    assert row(frontier, A).outcome == outcome


def test_a_saved_page_comes_back_with_its_facts(frontier):
    add(frontier, A)
    frontier.settle(leased(frontier), SAVED, facts=FACTS)
    assert (row(frontier, A).outcome, row(frontier, A).facts) == (SAVED, FACTS)


def test_saved_without_facts_is_a_mistake(frontier):
    add(frontier, A)
    with pytest.raises(ValueError, match="facts"):
        frontier.settle(leased(frontier), SAVED)


def test_what_a_page_led_to_enters_with_its_outcome(frontier):
    add(frontier, A)
    frontier.settle(leased(frontier), SAVED, facts=FACTS, found=[Discovered(B, 2, A)])
    lease = leased(frontier)
    assert (lease.url, lease.depth, lease.found_on) == (B, 2, A)


def test_a_report_on_a_settled_url_changes_nothing(frontier):
    add(frontier, A)
    lease = leased(frontier)
    frontier.settle(lease, GONE)
    assert not frontier.settle(lease, SAVED, facts=FACTS, found=[Discovered(B, 2, A)])
    assert frontier.counts().discovered == 1
    assert row(frontier, A).outcome == GONE


def test_a_late_report_on_a_lease_that_was_put_back_is_fenced(frontier):
    add(frontier, A)
    late = leased(frontier)
    frontier.defer(late, 0.0, "503")
    current = leased(frontier)
    assert not frontier.settle(late, GONE)
    assert frontier.settle(current, GONE)


def test_a_page_is_found_again_by_content_and_spelling(frontier):
    add(frontier, "https://h/search?q=a")
    frontier.settle(leased(frontier), SAVED, facts=FACTS)
    assert frontier.find_twin("https://h/search.html?h=b", "c0") == "https://h/search?q=a"


@pytest.mark.parametrize(("url", "content"), [("https://h/other", "c0"), ("https://h/search?q=b", "c1")])
def test_a_page_of_other_content_or_another_url_is_no_twin(frontier, url, content):
    add(frontier, "https://h/search?q=a")
    frontier.settle(leased(frontier), SAVED, facts=FACTS)
    assert frontier.find_twin(url, content) is None


def test_a_navigation_that_many_pages_share_is_kept_once(frontier):
    add(frontier, A, B, C)
    other = PageFacts(content_hash="c1", saved_at="", nav=(NavNode("B", B),))
    for facts in (FACTS, FACTS, other):
        frontier.settle(leased(frontier), SAVED, facts=facts)
    with frontier._database.transaction() as db:
        assert db.execute("SELECT count(*) FROM navs").fetchone() == (2,)
    assert [row.facts for row in frontier.rows()] == [FACTS, FACTS, other]


# Redirects


def follow(frontier, lease, to):
    return frontier.redirect(lease, to, statuses=(301,), trail=(Hop(lease.url, 301, ""),))


def test_a_redirect_to_a_new_url_leases_it_to_the_caller(frontier):
    frontier.add([Discovered(A, 2, C)])
    taken = follow(frontier, leased(frontier), B)
    assert (taken.url, taken.depth, taken.found_on, taken.seed) == (B, 2, C, False)
    assert row(frontier, A).outcome == Redirected(B, (301,), (Hop(A, 301, ""),))


def test_where_a_seed_leads_is_a_seed(frontier):
    frontier.add([Discovered(A, 0, seed=True)])
    assert follow(frontier, leased(frontier), B).seed


def test_the_lease_on_where_a_redirect_led_can_be_settled(frontier):
    add(frontier, A)
    taken = follow(frontier, leased(frontier), B)
    assert frontier.settle(taken, SAVED, facts=FACTS)
    assert (frontier.counts().saved, frontier.counts().redirected) == (1, 1)


def test_a_redirect_to_another_spelling_of_the_same_url_makes_a_second_row(frontier):
    add(frontier, A)
    taken = follow(frontier, leased(frontier), f"{A}/")
    assert taken.url == f"{A}/"
    assert [row.url for row in frontier.rows()] == [A, f"{A}/"]


def test_a_chain_over_three_spellings_has_a_row_for_each(frontier):
    add(frontier, "http://h/a")
    taken = follow(frontier, follow(frontier, leased(frontier), A), f"{A}/")
    frontier.settle(taken, SAVED, facts=FACTS)
    assert [type(row.outcome) for row in frontier.rows()] == [Redirected, Redirected, Saved]


def test_a_redirect_to_a_waiting_url_takes_it(frontier):
    add(frontier, A, B, depth=1)
    taken = follow(frontier, leased(frontier), B)
    assert taken.url == B
    assert frontier.lease(0.0) == Wait(None)


def test_a_redirect_to_a_url_that_was_put_off_takes_it(frontier):
    add(frontier, A, B)
    first, second = leased(frontier), leased(frontier)
    frontier.defer(second, 100.0, "429")
    assert follow(frontier, first, B).url == B


def test_a_redirect_to_a_url_found_farther_away_brings_it_nearer(frontier):
    add(frontier, B, depth=5)
    add(frontier, A, depth=1)
    assert follow(frontier, leased(frontier), B).depth == 1


def test_a_redirect_to_a_leased_url_takes_nothing(frontier):
    add(frontier, A, B)
    first, _ = leased(frontier), leased(frontier)
    assert follow(frontier, first, B) is None
    assert frontier.counts().redirected == 1


def test_a_redirect_to_a_settled_url_takes_nothing_and_does_not_revisit_it(frontier):
    add(frontier, B, A)
    frontier.settle(leased(frontier), GONE)
    assert follow(frontier, leased(frontier), B) is None
    assert row(frontier, B).outcome == GONE


def test_a_redirect_on_a_fenced_lease_changes_nothing(frontier):
    add(frontier, A)
    late = leased(frontier)
    frontier.defer(late, 0.0, "503")
    assert follow(frontier, late, B) is None
    assert (frontier.counts().discovered, frontier.counts().pending) == (1, 1)


def test_a_url_that_leads_to_itself_stays_leased(frontier):
    add(frontier, A)
    lease = leased(frontier)
    assert follow(frontier, lease, A) == lease
    assert frontier.settle(lease, GONE)


# Putting off, putting back, parking


def test_a_url_put_off_is_handed_out_again_when_its_time_has_come(frontier):
    add(frontier, A)
    frontier.defer(leased(frontier), 30.0, "Retry-After")
    assert frontier.lease(10.0) == Wait(20.0)
    assert leased(frontier, 30.0).url == A


def test_a_lease_tells_how_often_its_url_has_been_put_off(frontier):
    add(frontier, A)
    for times in range(3):
        lease = leased(frontier)
        assert lease.deferrals == times
        frontier.defer(lease, 0.0, "503")


def test_a_url_put_off_quiets_its_whole_host(frontier):
    add(frontier, A, B)
    frontier.defer(leased(frontier), 30.0, "Retry-After")
    assert frontier.lease(29.0) == Wait(1.0)


def test_a_url_put_off_for_another_host_quiets_that_one_and_not_its_own(frontier):
    add(frontier, "https://x/1", "https://x/2", "https://y/1")
    frontier.defer(leased(frontier), 30.0, "Retry-After", host="y")
    assert leased(frontier).url == "https://x/2"
    assert frontier.lease(0.0) == Wait(30.0)


def test_a_url_put_off_comes_after_all_others_of_its_host_even_those_farther_away(frontier):
    add(frontier, A, B, depth=1)
    add(frontier, C, depth=5)
    frontier.defer(leased(frontier), 30.0, "429")
    assert order(frontier, 30.0) == [B, C, A]


def test_a_url_put_off_does_not_come_after_those_of_other_hosts(frontier):
    add(frontier, "https://x/1", "https://y/1", "https://y/2")
    frontier.defer(leased(frontier), 30.0, "429")
    assert order(frontier, 30.0) == ["https://x/1", "https://y/1", "https://y/2"]


def test_urls_put_off_take_turns(frontier):
    add(frontier, A, B)
    turns = []
    for now in range(4):
        lease = leased(frontier, float(now))
        turns.append(lease.url)
        frontier.defer(lease, now + 1.0, "429")
    assert turns == [A, B, A, B]


def test_a_url_put_off_is_asked_for_in_the_old_order_by_the_next_run(reopen):
    frontier = reopen()
    add(frontier, A, B, C)
    frontier.defer(leased(frontier), 30.0, "429")
    frontier.defer(leased(frontier, 30.0), 60.0, "429")
    assert order(reopen(), 60.0) == [A, B, C]


def test_the_next_run_does_not_count_what_an_earlier_one_has_put_off(reopen):
    frontier = reopen()
    add(frontier, A)
    frontier.defer(leased(frontier), 0.0, "429")
    frontier = reopen()
    assert (leased(frontier).deferrals, frontier.streak("h")) == (0, 0)


def test_the_next_run_does_not_count_the_deferrals_of_a_parked_host(reopen):
    frontier = reopen()
    add(frontier, A)
    frontier.defer(leased(frontier), 0.0, "429")
    frontier.park("h", "gave up")
    frontier = reopen()
    assert (leased(frontier).deferrals, frontier.streak("h")) == (0, 0)


def test_the_streak_of_a_host_spans_its_urls(frontier):
    add(frontier, A, B, C)
    assert [frontier.defer(leased(frontier, now), now + 1.0, "429") for now in (0.0, 1.0, 2.0)] == [1, 2, 3]
    assert frontier.streak("h") == 3


def test_each_host_has_a_streak_of_its_own(frontier):
    add(frontier, "https://x/1", "https://y/1")
    frontier.defer(leased(frontier), 30.0, "429")
    assert (frontier.streak("x"), frontier.streak("y"), frontier.streak("never seen")) == (1, 0, 0)


def test_a_deferral_counts_for_the_host_that_asked_for_it(frontier):
    add(frontier, "https://x/1")
    assert frontier.defer(leased(frontier), 30.0, "429", host="y") == 1
    assert (frontier.streak("x"), frontier.streak("y")) == (0, 1)


def test_requests_that_were_under_way_together_count_once(frontier):
    add(frontier, A, B, C)
    together = [leased(frontier) for _ in range(3)]
    assert [frontier.defer(lease, 1.0, "429") for lease in together] == [1, 1, 1]


@pytest.mark.parametrize(
    "answer",
    [
        GONE,
        NotAPage("a/b"),
        Skipped(SkipReason.SCOPE, trail=(Hop(B, 302, ""), Hop("https://elsewhere/", None, "scope"))),
    ],
    ids=lambda outcome: type(outcome).__name__,
)
def test_an_answer_ends_the_streak_of_its_host(frontier, answer):
    add(frontier, A, B)
    frontier.defer(leased(frontier), 1.0, "429")
    frontier.settle(leased(frontier, 1.0), answer)
    assert frontier.defer(leased(frontier, 1.0), 2.0, "429") == 1


def test_a_redirect_ends_the_streak_of_the_host_that_answered_with_it(frontier):
    add(frontier, A, B)
    frontier.defer(leased(frontier), 1.0, "429")
    follow(frontier, leased(frontier, 1.0), "https://elsewhere/")
    assert frontier.streak("h") == 0


def test_a_refusal_that_asked_the_host_for_nothing_does_not_end_its_streak(frontier):
    add(frontier, A, B)
    frontier.defer(leased(frontier), 1.0, "429")
    frontier.settle(leased(frontier, 1.0), Skipped(SkipReason.ROBOTS, trail=(Hop(B, None, "robots"),)))
    assert frontier.streak("h") == 1


def test_an_answer_of_another_host_does_not_end_a_streak(frontier):
    add(frontier, "https://x/1", "https://y/1")
    frontier.defer(leased(frontier), 30.0, "429")
    frontier.settle(leased(frontier), GONE)
    assert frontier.streak("x") == 1


def test_a_url_put_off_says_why_it_is_pending(frontier):
    add(frontier, A)
    frontier.defer(leased(frontier), 30.0, "rate limited")
    assert (row(frontier, A).outcome, row(frontier, A).pending_reason) == (None, "rate limited")


def test_putting_off_on_a_fenced_lease_changes_nothing(frontier):
    add(frontier, A)
    late = leased(frontier)
    frontier.settle(late, GONE)
    assert frontier.defer(late, 30.0, "503") == 0
    assert row(frontier, A).outcome == GONE


def test_attempts_are_counted(frontier):
    add(frontier, A)
    frontier.defer(leased(frontier), 0.0, "503")
    frontier.settle(leased(frontier), GONE)
    assert row(frontier, A).attempts == 2


def test_a_pause_is_never_shortened(frontier):
    add(frontier, A, B, C)
    first, second = leased(frontier), leased(frontier)
    frontier.defer(first, 50.0, "429")
    frontier.defer(second, 20.0, "429")
    assert frontier.lease(20.0) == Wait(30.0)


def test_a_new_run_learns_which_hosts_are_not_due(reopen):
    frontier = reopen()
    add(frontier, "https://x/1", "https://y/1")
    frontier.defer(leased(frontier), 50.0, "429")
    frontier.defer(leased(frontier), 5.0, "429")
    assert reopen().held(10.0) == {"x": 40.0}


def test_a_pause_survives_the_run(reopen):
    frontier = reopen()
    add(frontier, A, B)
    frontier.defer(leased(frontier), 50.0, "429")
    assert reopen().lease(10.0) == Wait(40.0)


def test_the_urls_of_a_parked_host_stay_pending_with_the_reason(frontier):
    add(frontier, A, "https://other/")
    frontier.park("h", "answers 503 again and again")
    assert order(frontier) == ["https://other/"]
    assert row(frontier, A).pending_reason == "answers 503 again and again"


def test_a_url_put_off_does_not_keep_the_crawl_of_a_parked_host_waiting(frontier):
    add(frontier, A, B)
    first, second = leased(frontier), leased(frontier)
    frontier.defer(first, 100.0, "503")
    frontier.park("h", "gave up")
    frontier.defer(second, 200.0, "503")
    assert frontier.lease(0.0) == Empty()
    assert row(frontier, B).pending_reason == "gave up"


def test_the_next_run_asks_a_parked_host_again(reopen):
    frontier = reopen()
    add(frontier, A)
    frontier.park("h", "gave up")
    frontier = reopen()
    assert leased(frontier).url == A
    assert row(frontier, A).pending_reason == ""


def test_the_next_run_asks_for_a_url_that_was_put_off_when_its_host_was_parked(reopen):
    frontier = reopen()
    add(frontier, A)
    frontier.defer(leased(frontier), 100.0, "503")
    frontier.park("h", "gave up")
    assert leased(reopen(), 100.0).url == A


# Counting and reading


def test_the_counts_add_up_with_something_in_every_state(frontier):
    add(frontier, *(f"https://h/{n}" for n in range(9)))
    frontier.settle(leased(frontier), SAVED, facts=FACTS)
    for outcome in (Redirected(B, ()), Duplicate(B), Skipped(SkipReason.ROBOTS), NotAPage("a/b"), GONE):
        frontier.settle(leased(frontier), outcome)
    frontier.defer(leased(frontier), 9.0, "503")
    counts = frontier.counts()
    assert (counts.saved, counts.redirected, counts.duplicate, counts.skipped) == (1, 1, 1, 1)
    assert (counts.not_a_page, counts.failed, counts.pending, counts.discovered) == (1, 1, 3, 9)
    assert counts.balanced


def test_rows_come_in_the_order_of_entry(frontier):
    urls = [f"https://h/{n}" for n in range(1200)]
    frontier.add(Discovered(url, n % 3) for n, url in enumerate(urls))
    assert [row.url for row in frontier.rows()] == urls


def test_rows_can_be_read_while_the_frontier_is_written(frontier):
    add(frontier, *(f"https://h/{n}" for n in range(1200)))
    read = 0
    for _ in frontier.rows():
        read += 1
        if read % 100 == 0:
            frontier.settle(leased(frontier), GONE)
    assert read == 1200


def test_settled_rows_survive_the_run(reopen):
    frontier = reopen()
    add(frontier, A, B)
    frontier.settle(leased(frontier), SAVED, facts=FACTS)
    before = list(frontier.rows())
    assert list(reopen().rows()) == before


def test_a_lease_that_a_crash_left_is_handed_out_again_and_its_old_report_fenced(reopen):
    frontier = reopen()
    add(frontier, A)
    crashed = leased(frontier)
    frontier = reopen()
    assert leased(frontier).attempt != crashed.attempt
    assert not frontier.settle(crashed, GONE)


def test_notes_about_the_crawl_are_kept(reopen):
    frontier = reopen()
    frontier.set_meta("seeds", '["https://h/"]')
    frontier.set_meta("seeds", '["https://h/ü"]')
    frontier = reopen()
    assert (frontier.meta("seeds"), frontier.meta("never set")) == ('["https://h/ü"]', None)


def test_pins_are_kept_and_added_to(reopen):
    frontier = reopen()
    frontier.set_pins({"x": "http", "y": "https"})
    frontier.set_pins({"x": "https"})
    assert reopen().pins() == {"x": "https", "y": "https"}


def test_a_cleared_frontier_is_as_new(frontier):
    add(frontier, A, B)
    frontier.settle(leased(frontier), SAVED, facts=FACTS)
    frontier.defer(leased(frontier), 50.0, "429")
    frontier.set_meta("seeds", "[]")
    frontier.set_pins({"h": "https"})
    frontier.clear()
    assert (frontier.counts().discovered, frontier.meta("seeds"), frontier.pins()) == (0, None, {})
    assert add(frontier, A, B) == 2
    assert order(frontier) == [A, B]
