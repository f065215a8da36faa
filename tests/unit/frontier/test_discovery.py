"""What the Frontier keeps beyond pages: listings and what they name, families left out, patterns, and the order of it all."""

import pytest

from getdocs.frontier.database import Database
from getdocs.frontier.schema import MIGRATIONS, migrate
from getdocs.frontier.store import Empty, Frontier, Wait
from getdocs.model import (
    LATE,
    Claim,
    Discovered,
    Failed,
    FailReason,
    Family,
    FamilyCount,
    FamilyKind,
    Hop,
    Listing,
    ListingRead,
    ListingRow,
    PageFacts,
    Pattern,
    Redirected,
    Saved,
    Skipped,
    SkipReason,
)

SEED, A, B, C = "https://h/", "https://h/a", "https://h/b", "https://h/c"
MAP = "https://h/sitemap.xml"
FACTS = PageFacts(content_hash="c", saved_at="2026-01-01T00:00:00+00:00")
SAVED = Saved("a.md", "A", 200)
DEEP = Skipped(SkipReason.DEPTH, "3 links away from a Seed")


@pytest.fixture(params=["memory", "file"])
def frontier(request, tmp_path):
    with Frontier.open(None if request.param == "memory" else tmp_path / "state.sqlite3") as opened:
        yield opened


def listing(url=MAP):
    return Discovered(url, 0, SEED, tier=1, listing=Listing.SITEMAP)


def order(frontier):
    """Every URL that can be leased, in the order of the Leases; each Fails."""
    urls = []
    while not isinstance(lease := frontier.lease(0.0), Wait | Empty):
        urls.append(lease.url)
        frontier.settle(lease, Failed(FailReason.HTTP, 404))
    return urls


# --- order


def test_what_only_a_listing_names_comes_after_what_links_lead_to_however_far(frontier):
    frontier.add([Discovered(A, 0, MAP, tier=LATE), Discovered(B, 7), Discovered(SEED, 0, seed=True)])
    assert order(frontier) == [SEED, B, A]


def test_a_link_moves_what_a_listing_named_up_to_where_the_link_puts_it(frontier):
    frontier.add([Discovered(A, 0, MAP, tier=LATE), Discovered(B, 1, SEED)])
    frontier.add([Discovered(A, 1, SEED), Discovered(C, 1, SEED)])
    assert order(frontier) == [B, A, C]


def test_a_page_that_a_listing_names_is_no_link_away_and_was_found_on_the_page_that_links_to_it(frontier):
    frontier.add([Discovered(A, 0, MAP, tier=LATE)])
    frontier.add([Discovered(A, 5, SEED)])
    lease = frontier.lease(0.0)
    assert (lease.depth, lease.tier, lease.found_on) == (0, 6, SEED)


def test_a_listing_that_names_what_a_link_has_found_brings_it_nearer_and_leaves_its_place(frontier):
    frontier.add([Discovered(A, 5, SEED), Discovered(B, 5, SEED)])
    frontier.add([Discovered(B, 0, MAP, tier=LATE), Discovered(A, 0, MAP, tier=LATE)])
    first = frontier.lease(0.0)
    assert (first.url, first.depth, first.found_on) == (A, 0, SEED)


def test_what_was_too_deep_waits_again_when_it_turns_out_to_be_nearer(frontier):
    frontier.add([Discovered(A, 3)])
    frontier.settle(frontier.lease(0.0), DEEP)
    frontier.add([Discovered(A, 0, MAP, tier=LATE)])
    assert frontier.lease(0.0).depth == 0
    assert frontier.counts().skipped == 0


@pytest.mark.parametrize("outcome", [DEEP, Skipped(SkipReason.ROBOTS), Failed(FailReason.TLS)])
def test_what_is_found_again_no_nearer_stays_settled(frontier, outcome):
    frontier.add([Discovered(A, 3)])
    frontier.settle(frontier.lease(0.0), outcome)
    frontier.add([Discovered(A, 3), Discovered(A, 4)])
    assert frontier.lease(0.0) == Empty()


# --- refused and capped


def test_a_url_that_is_refused_enters_with_its_outcome_and_is_never_leased(frontier):
    refusal = Skipped(SkipReason.TRAP, "a repeats")
    assert frontier.add([Discovered(A, 1, SEED, refusal=refusal)]) == 1
    assert [row.outcome for row in frontier.rows()] == [refusal]
    assert frontier.lease(0.0) == Empty()
    assert frontier.counts().balanced


def test_a_refusal_changes_nothing_of_what_is_known(frontier):
    frontier.add([Discovered(A, 1)])
    frontier.add([Discovered(A, 0, refusal=Skipped(SkipReason.TRAP))])
    assert (frontier.lease(0.0).depth, frontier.counts().skipped) == (1, 0)


def test_of_one_pattern_so_many_wait_and_the_others_are_traps(frontier):
    pattern = Pattern("h/cal?*", 2)
    frontier.add(Discovered(f"https://h/cal?m={n}", 1, pattern=pattern) for n in range(4))
    assert (frontier.counts().pending, frontier.counts().skipped) == (2, 2)
    (last,) = [row.outcome for row in frontier.rows()][-1:]
    assert last == Skipped(SkipReason.TRAP, "more than 2 URLs like h/cal?*")


def test_what_is_known_already_counts_once_in_its_pattern(frontier):
    pattern = Pattern("h/cal?*", 2)
    for _ in range(3):
        frontier.add([Discovered("https://h/cal?m=1", 1, pattern=pattern)])
    frontier.add([Discovered("https://h/cal?m=2", 1, pattern=pattern)])
    assert frontier.counts().pending == 2


# --- listings


def test_a_listing_is_leased_right_after_the_seeds_and_is_no_page(frontier):
    frontier.add([Discovered(A, 1), listing(), Discovered(SEED, 0, seed=True)])
    assert frontier.counts().discovered == 2
    frontier.settle(frontier.lease(0.0), SAVED, facts=FACTS)
    lease = frontier.lease(0.0)
    assert (lease.url, lease.listing) == (MAP, Listing.SITEMAP)
    assert [row.url for row in frontier.rows()] == [A, SEED]
    assert frontier.counts().balanced


def test_a_crawl_is_not_over_while_a_listing_is_under_way(frontier):
    frontier.add([listing()])
    frontier.lease(0.0)
    assert frontier.lease(0.0) == Wait(None)


def test_a_page_may_stand_where_a_listing_stands(frontier):
    frontier.add([listing(), Discovered(MAP, 1, SEED)])
    assert [frontier.lease(0.0).listing, frontier.lease(0.0).listing] == [Listing.SITEMAP, None]


def test_what_came_of_a_listing_is_kept(frontier):
    frontier.add([listing(), listing("https://h/other.xml")])
    read = ListingRead(200, 12, "cut")
    assert frontier.settle_listing(frontier.lease(0.0), read)
    assert frontier.listings() == (
        ListingRow(MAP, Listing.SITEMAP, SEED, read),
        ListingRow("https://h/other.xml", Listing.SITEMAP, SEED, None),
    )


def test_a_late_report_on_a_listing_changes_nothing(frontier):
    frontier.add([listing()])
    late = frontier.lease(0.0)
    frontier.settle_listing(late, ListingRead(200))
    assert not frontier.settle_listing(late, ListingRead(404))


def test_a_listing_that_was_put_off_is_leased_again(frontier):
    frontier.add([listing()])
    frontier.defer(frontier.lease(0.0), 5.0, "429")
    assert frontier.lease(5.0).listing is Listing.SITEMAP


def test_claims_are_kept_in_their_order_each_page_once_a_kind(frontier):
    first = Claim(A, Listing.SITEMAP, MAP)
    frontier.claim([first, Claim(B, Listing.SITEMAP, MAP)])
    frontier.claim(
        [Claim(f"{A}/", Listing.SITEMAP, "https://h/2.xml"), Claim(A, Listing.LLMS_TXT, "https://h/llms.txt")]
    )
    assert [(claim.url, claim.listing) for claim in frontier.claims()] == [
        (A, Listing.SITEMAP), (B, Listing.SITEMAP), (A, Listing.LLMS_TXT),
    ]  # fmt: skip


def test_more_claims_than_are_read_in_one_go_all_come_back(frontier):
    frontier.claim(Claim(f"https://h/{n}", Listing.SITEMAP, MAP) for n in range(1201))
    assert len(list(frontier.claims())) == 1201


# --- families


def test_what_was_left_out_is_counted_each_url_once_by_family(frontier):
    german = Family(FamilyKind.LOCALE, "de", "https://h/de/")
    old = Family(FamilyKind.VERSION, "v1", "https://h/v1/")
    frontier.leave_out(old, ["https://h/v1/a"])
    frontier.leave_out(german, ["https://h/de/a", "https://h/de/b"])
    frontier.leave_out(german, ["https://h/de/a/"])
    assert frontier.family_counts() == (FamilyCount(german, 2), FamilyCount(old, 1))
    assert frontier.counts().discovered == 0


# --- once more


def test_what_failed_and_what_had_no_robots_txt_waits_again(frontier):
    frontier.add(Discovered(url, 1) for url in (A, B, C))
    frontier.settle(frontier.lease(0.0), Failed(FailReason.TLS))
    frontier.settle(frontier.lease(0.0), Skipped(SkipReason.ROBOTS_UNREACHABLE))
    frontier.settle(frontier.lease(0.0), Skipped(SkipReason.ROBOTS))
    assert frontier.retry_failed() == 2
    assert order(frontier) == [A, B]


def test_listings_that_did_not_come_wait_again_and_those_that_were_read_do_not(frontier):
    frontier.add(listing(f"https://h/{name}.xml") for name in ("gone", "silent", "read"))
    for read in (ListingRead(404, detail="http_404"), ListingRead(None, detail="timeout"), ListingRead(200, 3)):
        frontier.settle_listing(frontier.lease(0.0), read)
    assert frontier.retry_failed() == 2
    assert [row.read for row in frontier.listings()] == [None, None, ListingRead(200, 3)]
    assert order(frontier) == ["https://h/gone.xml", "https://h/silent.xml"]


def test_what_scope_depth_or_a_trap_kept_out_is_judged_anew(frontier):
    reasons = (SkipReason.SCOPE, SkipReason.DEPTH, SkipReason.TRAP, SkipReason.ROBOTS)
    frontier.add(Discovered(f"https://h/{reason}", 1) for reason in reasons)
    for reason in reasons:
        frontier.settle(frontier.lease(0.0), Skipped(reason))
    frontier.leave_out(Family(FamilyKind.LOCALE, "de", "https://h/de/"), ["https://h/de/a"])
    assert frontier.reconsider() == 3
    assert frontier.family_counts() == ()
    assert frontier.counts().pending == 3


def test_what_was_refused_unasked_is_forgotten_and_enters_again_under_the_cap_that_holds_then(frontier):
    calendar = [f"https://h/cal?m={n}" for n in range(4)]
    frontier.add(Discovered(url, 1, pattern=Pattern("h/cal?*", 2)) for url in calendar)
    frontier.reconsider()
    assert frontier.counts().discovered == 2
    frontier.add(Discovered(url, 1, pattern=Pattern("h/cal?*", 3)) for url in calendar)
    assert (frontier.counts().pending, frontier.counts().skipped) == (3, 1)
    assert frontier.counts().balanced


@pytest.mark.parametrize(
    ("statuses", "again"), [((302,), 1), ((303,), 1), ((307,), 1), ((301, 302), 1), ((301,), 0), ((308,), 0), ((0,), 0)]
)
def test_only_temporary_redirects_are_asked_again(frontier, statuses, again):
    frontier.add([Discovered(A, 1)])
    frontier.settle(frontier.redirect(frontier.lease(0.0), B, statuses=statuses, trail=()), SAVED, facts=FACTS)
    assert frontier.reask_redirects() == again
    assert frontier.counts().pending == again


# --- redirects that the Frontier deals with


def test_a_target_that_is_not_taken_waits_with_the_trail_that_led_there(frontier):
    frontier.add([Discovered(A, 2, SEED)])
    lease = frontier.lease(0.0)
    trail = (Hop(A, 302, "allowed"),)
    assert frontier.redirect(lease, "https://other/a", statuses=(302,), trail=trail, take=False) is None
    target = frontier.lease(0.0)
    assert (target.url, target.depth, target.tier, target.found_on, target.trail) == (
        "https://other/a", 2, 3, SEED, trail,
    )  # fmt: skip


def test_trails_over_several_hosts_add_up(frontier):
    frontier.add([Discovered(A, 0)])
    for to in ("https://b/", "https://c/"):
        lease = frontier.lease(0.0)
        frontier.redirect(lease, to, statuses=(302,), trail=(Hop(lease.url, 302, "allowed"),), take=False)
    assert [hop.url for hop in frontier.lease(0.0).trail] == [A, "https://b/"]


def test_redirects_that_lead_back_are_a_loop_that_names_its_trail(frontier):
    frontier.add([Discovered(A, 0)])
    frontier.redirect(frontier.lease(0.0), "https://b/", statuses=(302,), trail=(Hop(A, 302, "allowed"),), take=False)
    back = (Hop("https://b/", 307, "allowed"),)
    loop = frontier.redirect(frontier.lease(0.0), A, statuses=(307,), trail=back, take=False)
    assert loop == Failed(FailReason.REDIRECT_LOOP, 307, f"back from {A}", (Hop(A, 302, "allowed"), *back))
    assert [type(row.outcome) for row in frontier.rows()] == [Redirected, Failed]


@pytest.mark.parametrize(
    ("outcome", "known"), [(SAVED, True), (Failed(FailReason.TLS), False), (Skipped(SkipReason.ROBOTS), False)]
)
def test_a_page_is_known_when_a_redirect_to_it_has_nothing_to_find_out(frontier, outcome, known):
    frontier.add([Discovered(A, 0)])
    assert not frontier.is_known(A)
    frontier.settle(frontier.lease(0.0), outcome, facts=FACTS if outcome is SAVED else None)
    assert frontier.is_known(A) is known
    assert not frontier.is_known(f"{A}/")


# --- trouble


def test_failures_that_the_host_is_to_blame_for_are_counted_in_a_row(frontier):
    frontier.add(Discovered(url, 1) for url in (A, B, C))
    broken = Failed(FailReason.HTTP, 500)
    frontier.settle(frontier.lease(0.0), broken, trouble=True)
    frontier.settle(frontier.lease(0.0), broken, trouble=True)
    assert frontier.trouble("h") == 2
    frontier.settle(frontier.lease(0.0), Failed(FailReason.HTTP, 404))
    assert frontier.trouble("h") == 0


# --- older state


def test_a_state_of_the_first_schema_becomes_a_current_one_and_keeps_its_order(tmp_path, monkeypatch):
    path = tmp_path / "state.sqlite3"
    monkeypatch.setattr("getdocs.frontier.database.MIGRATIONS", MIGRATIONS[:1])
    monkeypatch.setattr("getdocs.frontier.database.migrate", lambda connection: migrate(connection, MIGRATIONS[:1]))
    old = Database.open(path)
    with old.transaction() as db:
        db.execute("INSERT INTO hosts (id, name, head_tier, head_id) VALUES (1, 'h', 0, 3)")
        db.executemany(
            "INSERT INTO urls (id, url, key, host_id, depth, seed, found_on, state) VALUES (?, ?, ?, 1, ?, ?, '', ?)",
            [(1, A, b"a", 2, 0, "waiting"), (2, B, b"b", 1, 0, "waiting"), (3, SEED, b"s", 0, 1, "waiting")],
        )
    old.close()
    monkeypatch.undo()
    with Frontier.open(path) as frontier:
        assert frontier.counts().pending == 3
        frontier.add([Discovered(C, 1)])
        assert order(frontier) == [SEED, B, C, A]
