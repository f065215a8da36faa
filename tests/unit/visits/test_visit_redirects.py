"""One visit that is led on, by a redirect or by the page itself: who has the page at the end of it."""

import pytest
from visiting import NOTHING, H, html, page, redirected, snapshot

from getdocs.frontier.store import Empty
from getdocs.model import Failed, FailReason, Hop, Moved, Navigation, Redirected, Saved

# --- redirects


def test_a_redirect_is_settled_and_the_page_that_it_leads_to_is_saved_in_the_same_visit(world):
    made = world({f"{H}/": redirected(f"{H}/", f"{H}/new", status=301)})
    first, second = made.visit()
    assert first.outcome == Redirected(
        f"{H}/new", (301,), (Hop(f"{H}/", 301, "allowed"), Hop(f"{H}/new", 200, "allowed"))
    )
    assert (second.url, second.seed, second.outcome) == (f"{H}/new", True, Saved("new.md", "Title", 200))
    assert made.row("/new").depth == 0


def test_a_redirect_to_a_page_that_is_saved_already_ends_there(world):
    made = world(
        {f"{H}/a": page(f"{H}/a"), f"{H}/old": redirected(f"{H}/old", f"{H}/a")},
        {f"{H}/a": snapshot(f"{H}/a")},
        seeds=(f"{H}/a",),
    )
    made.visit()
    made.add("/old")
    (settled,) = made.visit()
    assert isinstance(settled.outcome, Redirected)
    assert made.rendered == [f"{H}/a"]


def test_a_redirect_to_a_page_that_another_worker_has_leaves_it_to_that_one(world):
    made = world({f"{H}/old": redirected(f"{H}/old", f"{H}/a")}, {}, seeds=(f"{H}/a", f"{H}/old"))
    theirs = made.lease()
    (settled,) = made.visit()
    assert settled.outcome.to == f"{H}/a" == theirs.url
    assert made.outcomes()["/a"] is None
    assert made.rendered == []


def test_a_redirect_to_a_page_that_waits_takes_it_out_of_the_queue(world):
    made = world({f"{H}/old": redirected(f"{H}/old", f"{H}/a")}, seeds=(f"{H}/old",))
    made.add("/a")
    made.visit()
    assert isinstance(made.outcomes()["/a"], Saved)
    assert made.lease() == Empty()


def test_a_redirect_that_differs_in_an_anchor_only_is_none(world):
    made = world({f"{H}/": page(f"{H}/#part")})
    (settled,) = made.visit()
    assert isinstance(settled.outcome, Saved)


def test_what_is_found_behind_a_redirect_has_the_final_url_as_its_source(world):
    made = world({f"{H}/": redirected(f"{H}/", f"{H}/new/", body=html(links=("x",)))})
    made.visit()
    assert made.row("/new/x").found_on == f"{H}/new/"


def test_an_error_behind_a_redirect_is_the_target_s(world):
    trail = (Hop(f"{H}/", 302, "allowed"), Hop(f"{H}/gone", 404, "allowed"))
    made = world({f"{H}/": page(f"{H}/gone", status=404, trail=trail)})
    made.visit()
    assert isinstance(made.outcomes()["/"], Redirected)
    assert made.outcomes()["/gone"] == Failed(FailReason.HTTP, 404, trail=trail)


def test_a_way_over_two_pages_is_told_of_each_from_where_it_began(world):
    answers = {f"{H}/": redirected(f"{H}/", f"{H}/b"), f"{H}/c": page(f"{H}/c")}
    made = world(answers, {f"{H}/b": Navigation(f"{H}/c"), f"{H}/c": snapshot(f"{H}/c")})
    first, second, _ = made.visit()
    assert (first.outcome.to, first.outcome.statuses, [hop.url for hop in first.outcome.trail]) == (
        f"{H}/b",
        (302,),
        [f"{H}/", f"{H}/b"],
    )
    assert (second.outcome.to, second.outcome.statuses, [hop.url for hop in second.outcome.trail]) == (
        f"{H}/c",
        (0,),
        [f"{H}/b", f"{H}/c"],
    )


def test_the_pin_that_a_redirect_teaches_is_kept_before_the_page_behind_it_is_read(world):
    trail = (Hop("http://docs.test/", 301, "allowed"), Hop("https://docs.test/", 200, "allowed"))
    made = world({"http://docs.test/": page("https://docs.test/", trail=trail)}, seeds=("http://docs.test/",))
    made.visitor._pins.observe("http://docs.test/", "https://docs.test/")
    made.frontier.redirect = lambda *_, **__: (
        pytest.fail(str(made.frontier.pins())) if not made.frontier.pins() else None
    )
    made.visit()
    assert made.frontier.pins() == {"docs.test": "https"}


# --- what is for the Frontier to ask for


TWO_HOSTS = {"seeds": (f"{H}/", "http://b.test/")}


def moved(url, to, status=302):
    return Moved(to, (Hop(url, status, "allowed"),))


def test_a_redirect_to_another_host_waits_there_for_its_turn_with_the_trail_that_led_to_it(world):
    made = world(
        {f"{H}/a": moved(f"{H}/a", "http://b.test/a"), "http://b.test/a": page("http://b.test/a")}, **TWO_HOSTS
    )
    made.frontier.settle(made.lease(), NOTHING)
    made.frontier.settle(made.lease(), NOTHING)
    made.add("/a")
    (settled,) = made.visit()
    assert settled.outcome == Redirected(
        "http://b.test/a",
        (302,),
        (Hop(f"{H}/a", 302, "allowed"), Hop("http://b.test/a", None, "left to its own visit")),
    )
    lease = made.lease()
    assert (lease.url, lease.depth, lease.trail) == ("http://b.test/a", 1, (Hop(f"{H}/a", 302, "allowed"),))
    (settled,) = made.visit(lease)
    assert made.site.asked[-1] == ("http://b.test/a", lease.trail)
    assert isinstance(settled.outcome, Saved)


def test_a_seed_that_another_host_has_makes_a_seed_there(world):
    made = world({f"{H}/": moved(f"{H}/", "http://b.test/new")}, **TWO_HOSTS)
    made.visit()
    assert {row.url for row in made.frontier.rows() if row.seed} == {f"{H}/", "http://b.test/", "http://b.test/new"}


def test_a_redirect_to_a_known_page_asks_for_nothing_more(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/old": moved(f"{H}/old", f"{H}/a#part")}, seeds=(f"{H}/a",))
    made.visit()
    made.add("/old")
    (settled,) = made.visit()
    assert (settled.outcome.to, settled.outcome.statuses) == (f"{H}/a", (302,))
    assert [url for url, _ in made.site.asked] == [f"{H}/a", f"{H}/old"]


def test_hosts_that_send_a_url_round_among_them_are_a_loop_and_no_two_redirects(world):
    answers = {f"{H}/": moved(f"{H}/", "http://b.test/"), "http://b.test/": moved("http://b.test/", f"{H}/")}
    made = world(answers, **TWO_HOSTS)
    made.visit()
    (settled,) = made.visit()
    assert settled.outcome.reason is FailReason.REDIRECT_LOOP
    assert made.frontier.counts().failed == 1


def test_a_page_that_goes_to_another_host_by_itself_leaves_that_one_its_turn(world):
    answers = {f"{H}/": page(f"{H}/")}
    made = world(answers, {f"{H}/": Navigation("http://b.test/next")}, **TWO_HOSTS)
    (settled,) = made.visit()
    assert settled.outcome.to == "http://b.test/next"
    assert [url for url, _ in made.site.asked] == [f"{H}/"]


def test_a_page_that_leaves_its_scope_by_itself_is_told_so_by_fetch(world):
    answers = {f"{H}/": page(f"{H}/"), "http://other.test/": Failed(FailReason.TLS)}
    made = world(answers, {f"{H}/": Navigation("http://other.test/")})
    made.visit()
    assert [url for url, _ in made.site.asked] == [f"{H}/", "http://other.test/"]


# --- pages that go elsewhere by themselves


def test_a_page_that_goes_elsewhere_is_one_more_hop_of_the_same_visit(world):
    answers = {f"{H}/": page(f"{H}/"), f"{H}/next": page(f"{H}/next")}
    made = world(answers, {f"{H}/": Navigation(f"{H}/next"), f"{H}/next": snapshot(f"{H}/next")})
    first, second = made.visit()
    left = Hop(f"{H}/", 200, "the page went on by itself")
    assert made.site.asked == [(f"{H}/", ()), (f"{H}/next", (left,))]
    assert first.outcome == Redirected(f"{H}/next", (0,), (left, Hop(f"{H}/next", 200, "allowed")))
    assert second.outcome == Saved("next.md", "Title", 200)


def test_a_page_that_goes_on_and_on_is_settled_as_fetch_says_of_the_whole_trail(world):
    loop = Failed(FailReason.REDIRECT_LOOP, 200, f"back at {H}/")
    answers = {f"{H}/": [page(f"{H}/"), loop], f"{H}/b": page(f"{H}/b")}
    made = world(answers, {f"{H}/": Navigation(f"{H}/b"), f"{H}/b": Navigation(f"{H}/")})
    made.visit()
    assert [hop.url for hop in made.outcomes()["/b"].trail] == [f"{H}/", f"{H}/b"]
    assert made.outcomes()["/b"].reason is FailReason.REDIRECT_LOOP


def test_a_page_that_goes_to_one_that_another_worker_has_leaves_it_to_that_one(world):
    answers = {f"{H}/old": page(f"{H}/old"), f"{H}/a": page(f"{H}/a")}
    made = world(answers, {f"{H}/old": Navigation(f"{H}/a")}, seeds=(f"{H}/a", f"{H}/old"))
    made.lease()
    (settled,) = made.visit()
    assert settled.outcome.to == f"{H}/a"
    assert made.rendered == [f"{H}/old"]


def test_a_route_that_a_page_goes_to_by_itself_is_the_page_s_own_url(world):
    made = world({f"{H}/": page(f"{H}/")}, {f"{H}/": snapshot(f"{H}/#/home")})
    first, second = made.visit()
    assert (first.outcome.to, first.outcome.statuses) == (f"{H}/#/home", (0,))
    assert [(hop.url, hop.verdict) for hop in first.outcome.trail] == [
        (f"{H}/", "the page went on by itself"),
        (f"{H}/#/home", "the route that the page went to"),
    ]
    assert (second.url, type(second.outcome)) == (f"{H}/#/home", Saved)


def test_two_pages_that_show_the_same_route_are_one_page(world):
    answers = {f"{H}/": page(f"{H}/"), f"{H}/#/home": page(f"{H}/#/home")}
    made = world(answers, dict.fromkeys(answers, snapshot(f"{H}/#/home")))
    made.visit()
    assert made.lease() == Empty()
    assert made.frontier.counts().saved == 1
