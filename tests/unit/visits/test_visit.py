"""One visit, with a site and a browser made up: what is saved, what is no page, and what is found on it.

Redirects: `test_visit_redirects`. Hosts that put off or fail: `test_visit_put_off`.
"""

import asyncio
import threading
from dataclasses import replace
from pathlib import PurePosixPath

import pytest
from visiting import IMPOSSIBLE, H, html, page, redirected, snapshot

from getdocs.errors import OutputError
from getdocs.frontier.store import Empty
from getdocs.model import Discovered, Duplicate, Failed, FailReason, Hop, Listing, NotAPage, Saved, Skipped, SkipReason
from getdocs.visits.finding import LINKS_AT_ONCE
from getdocs.visits.reading import NO_CONTENT
from getdocs.visits.visit import Settled


def temporaries(folder):
    return [file for file in folder.rglob("*.tmp") if "sources" not in file.parts]


# --- saved


def test_a_page_is_written_settled_and_told_of(world):
    made = world({f"{H}/": page(f"{H}/")})
    (settled,) = made.visit()
    assert settled.page is not None
    assert settled.page.markdown == "# Title\n\nText.\n"
    assert replace(settled, page=None) == Settled(f"{H}/", "", True, Saved("index.md", "Title", 200))
    assert made.files() == ["index.md"]
    assert made.row("/").facts.saved_at == "2027-01-15T08:00:00+00:00"


def test_links_in_scope_enter_the_frontier_one_step_further_from_the_seed(world):
    links = ("/docs/a", "/docs/b", "/blog", "http://other.test/docs/c")
    made = world({f"{H}/docs/": page(f"{H}/docs/", html(links=links))}, seeds=(f"{H}/docs/",))
    made.visit()
    entered = [(row.url, row.depth, row.found_on) for row in made.frontier.rows() if not row.seed]
    assert entered == [(f"{H}/docs/a", 1, f"{H}/docs/"), (f"{H}/docs/b", 1, f"{H}/docs/")]


def test_what_the_page_declares_and_what_it_went_without_is_kept(world):
    shown = snapshot(f"{H}/", refused=(f"{H}/app.js",), unsettled=True)
    made = world({f"{H}/": page(f"{H}/")}, {f"{H}/": shown})
    made.visit()
    assert made.row("/").facts.refused == (f"{H}/app.js",)
    assert made.row("/").facts.unsettled


def test_what_the_browser_shows_is_what_is_saved(world):
    made = world({f"{H}/": page(f"{H}/", html("Loading"))}, {f"{H}/": snapshot(f"{H}/", html("Made by a script"))})
    made.visit()
    text = (made.folder / "index.md").read_text("utf-8")
    assert "Made by a script" in text
    assert "Loading" not in text


def test_plain_text_is_kept_verbatim_and_shown_to_no_browser(world):
    text = page(f"{H}/", "# as *it* stands\n", headers=(("content-type", "text/markdown"),))
    made = world({f"{H}/": text}, {})
    made.visit()
    assert "# as *it* stands" in (made.folder / "index.md").read_text("utf-8")
    assert made.rendered == []


def test_the_selector_says_what_of_the_page_is_kept(world):
    made = world({f"{H}/": page(f"{H}/", "<p>No.</p><p class=x>Yes.</p>")}, selector=".x")
    made.visit()
    assert (made.folder / "index.md").read_text("utf-8").endswith("---\n\nYes.\n")


@pytest.mark.parametrize(("keep", "kept"), [(True, [PurePosixPath("index.html")]), (False, [])])
def test_html_is_kept_beside_the_page_where_that_is_asked(world, keep, kept):
    made = world({f"{H}/": page(f"{H}/")}, keep_html=keep)
    made.visit()
    assert [PurePosixPath(file.relative_to(made.folder)) for file in made.folder.rglob("*.html")] == kept


def test_pages_of_several_hosts_have_a_folder_each(world):
    made = world({f"{H}/": page(f"{H}/"), "http://b.test/": page("http://b.test/")}, seeds=(f"{H}/", "http://b.test/"))
    made.visit()
    made.visit()
    assert made.files() == ["b.test/index.md", "docs.test/index.md"]


def test_a_page_that_cannot_be_written_ends_the_crawl_and_stays_pending(world):
    made = world({f"{H}/": page(f"{H}/")})
    (made.folder / "index.md").mkdir()
    with pytest.raises(OutputError):
        made.visit()
    assert made.outcomes() == {"/": None}


def test_what_a_page_was_read_from_is_kept_under_the_time_of_the_page(world):
    shown = snapshot(f"{H}/", html("Made by a script"))
    made = world({f"{H}/": page(f"{H}/")}, {f"{H}/": shown})
    made.visit()
    assert made.sources.find(f"{H}/", saved_at=made.row("/").facts.saved_at) == shown


# --- the same page twice


def test_the_same_content_under_a_spelling_of_the_same_url_is_a_duplicate(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/a?print": page(f"{H}/a?print")}, seeds=(f"{H}/a",))
    made.visit()
    made.add("/a?print")
    assert made.visit() == [Settled(f"{H}/a?print", f"{H}/", False, Duplicate(f"{H}/a"))]
    assert made.files() == ["a.md"]
    assert made.sources.find(f"{H}/a?print", saved_at=made.row("/a").facts.saved_at) is None


def test_of_two_that_are_visited_at_once_one_is_the_page_and_the_other_its_duplicate(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/a?print": page(f"{H}/a?print")}, seeds=(f"{H}/a",))
    made.add("/a?print")
    leases = [made.lease(), made.lease()]

    async def both():
        await asyncio.gather(*map(made.visitor.visit, leases))

    asyncio.run(both())
    assert sorted(type(outcome).__name__ for outcome in made.outcomes().values()) == ["Duplicate", "Saved"]
    assert len(made.files()) == 1
    assert temporaries(made.folder) == []


def test_nothing_of_a_duplicate_is_on_the_disk_any_more_when_it_is_settled(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/a?print": page(f"{H}/a?print")}, seeds=(f"{H}/a",))
    made.visit()
    made.add("/a?print")
    left = []
    settle = made.frontier.settle

    def looked_at(*args, **kwargs):
        left.extend(temporaries(made.folder))
        settle(*args, **kwargs)

    made.frontier.settle = looked_at
    (settled,) = made.visit()
    assert isinstance(settled.outcome, Duplicate)
    assert left == []


def test_a_visit_that_is_given_up_while_its_page_is_written_leaves_nothing_of_it(world):
    made = world({f"{H}/": page(f"{H}/")})
    writing, goes_on = threading.Event(), threading.Event()
    write = made.writer.write_aside

    def slowly(*args, **kwargs):
        writing.set()
        assert goes_on.wait(60)
        write(*args, **kwargs)

    made.writer.write_aside = slowly

    async def given_up():
        visit = asyncio.ensure_future(made.visitor.visit(made.lease()))
        await asyncio.to_thread(writing.wait)
        visit.cancel()
        await asyncio.sleep(0)
        goes_on.set()
        await asyncio.wait([visit])
        return visit.cancelled()

    assert asyncio.run(given_up())
    assert made.files() == temporaries(made.folder) == []
    assert made.outcomes() == {"/": None}


def test_the_links_of_a_duplicate_are_followed_all_the_same(world):
    answers = {f"{H}/a": page(f"{H}/a"), f"{H}/a?v": page(f"{H}/a?v")}
    shown = {
        f"{H}/a": snapshot(f"{H}/a"),
        f"{H}/a?v": snapshot(f"{H}/a?v", html().replace("<body>", "<body><nav><a href=/b>b</a></nav>")),
    }
    made = world(answers, shown, seeds=(f"{H}/a",), allow_backward=True)
    made.visit()
    made.add("/a?v")
    made.visit()
    assert isinstance(made.outcomes()["/a?v"], Duplicate)
    assert made.row("/b").found_on == f"{H}/a?v"


def test_the_same_content_under_another_url_is_another_page(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/b": page(f"{H}/b")}, seeds=(f"{H}/a", f"{H}/b"))
    made.visit()
    made.visit()
    assert made.files() == ["a.md", "b.md"]


def test_other_content_under_another_query_is_another_page(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/a?v": page(f"{H}/a?v", html("Other."))}, seeds=(f"{H}/a",))
    made.visit()
    made.add("/a?v")
    made.visit()
    assert made.files() == ["a%3fv.md", "a.md"]


# --- no page


@pytest.mark.parametrize("status", [199, 300, 301, 404, 410, 500, *NO_CONTENT])
def test_a_status_that_makes_no_page_is_an_error(world, status):
    made = world({f"{H}/": page(f"{H}/", status=status)}, {})
    (settled,) = made.visit()
    assert settled.outcome == Failed(FailReason.HTTP, status, trail=(Hop(f"{H}/", status, "allowed"),))
    assert (made.rendered, made.files()) == ([], [])


def test_a_status_that_is_accepted_makes_a_page(world):
    made = world({f"{H}/": page(f"{H}/", status=404)}, accept_status=(404,))
    (settled,) = made.visit()
    assert settled.outcome == Saved("index.md", "Title", 404)


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ((("content-type", "application/pdf"),), "application/pdf"),
        ((("x-content-type-options", "nosniff"),), "unknown"),
    ],
)
def test_what_is_neither_html_nor_text_is_no_page_and_is_shown_to_no_browser(world, headers, said):
    made = world({f"{H}/": page(f"{H}/", "%PDF-", headers=headers)}, {})
    (settled,) = made.visit()
    assert settled.outcome == NotAPage(said, (Hop(f"{H}/", 200, "allowed"),))
    assert made.rendered == []


def test_a_page_without_text_is_an_error(world):
    made = world({f"{H}/": page(f"{H}/", "<!doctype html><title>Empty</title><body><div id=app></div>")})
    (settled,) = made.visit()
    assert (settled.outcome.reason, settled.outcome.status) == (FailReason.EMPTY, 200)


def test_the_links_of_a_page_without_text_are_followed_all_the_same(world):
    body = "<a href=/nav></a><a href=/start></a>"
    made = world({f"{H}/": page(f"{H}/", body)})
    made.visit()
    assert made.outcomes()["/"].reason is FailReason.EMPTY
    assert {"/nav", "/start"} <= set(made.outcomes())


def test_a_page_that_the_browser_fails_on_is_an_error_with_the_trail_of_the_visit(world):
    failed = Failed(FailReason.UNRESPONSIVE, 200, "dialog loop")
    made = world({f"{H}/": redirected(f"{H}/old", f"{H}/")}, {f"{H}/": failed})
    (settled,) = made.visit()
    assert settled.outcome == Failed(
        FailReason.UNRESPONSIVE, 200, "dialog loop", (Hop(f"{H}/old", 302, "allowed"), Hop(f"{H}/", 200, "allowed"))
    )


@pytest.mark.parametrize("outcome", [Skipped(SkipReason.ROBOTS, "Disallow: /"), Failed(FailReason.TIMEOUT)])
def test_what_is_not_fetched_is_settled_as_fetch_says(world, outcome):
    made = world({f"{H}/": outcome})
    assert made.visit() == [Settled(f"{H}/", "", True, outcome)]
    assert made.outcomes() == {"/": outcome}


def test_what_is_too_many_links_away_is_skipped_without_being_asked_for(world):
    made = world({f"{H}/": page(f"{H}/")}, depth=1)
    made.visit()
    made.add("/far", depth=2)
    (settled,) = made.visit()
    assert (settled.outcome.reason, settled.outcome.detail) == (SkipReason.DEPTH, "2 links away from a Seed")
    assert [url for url, _ in made.site.asked] == [f"{H}/"]


def test_what_is_as_many_links_away_as_is_allowed_is_visited(world):
    made = world({f"{H}/": page(f"{H}/")}, depth=0)
    assert isinstance(made.visit()[0].outcome, Saved)


# --- what enters the Frontier


def test_the_listings_of_a_host_are_asked_for_when_one_of_its_pages_has_answered(world):
    made = world({f"{H}/": page(f"{H}/", html(links=("/a",)))})
    made.listings["docs.test"] = (Discovered(f"{H}/sitemap.xml", 0, tier=1, listing=Listing.SITEMAP),)
    made.visit()
    assert [row.url for row in made.frontier.listings()] == [f"{H}/sitemap.xml"]
    assert made.lease().listing is Listing.SITEMAP


def test_no_listing_is_asked_for_of_a_host_that_does_not_answer(world):
    made = world({f"{H}/": Failed(FailReason.CONNECTION)})
    made.listings["docs.test"] = (Discovered(f"{H}/sitemap.xml", 0, tier=1, listing=Listing.SITEMAP),)
    made.visit()
    assert made.frontier.listings() == ()


def test_more_links_than_are_looked_at_in_one_go_all_enter_in_their_order(world):
    links = [f"/{number}" for number in range(2 * LINKS_AT_ONCE + 1)]
    made = world({f"{H}/": page(f"{H}/", html(links=links))})
    made.visit()
    assert [row.url for row in made.frontier.rows()] == [f"{H}/", *(f"{H}{link}" for link in links)]
    assert made.lease().url == f"{H}/0"


def test_a_link_that_is_no_url_is_skipped_and_named(world):
    made = world({f"{H}/": page(f"{H}/", html(links=("http://[", "/good")))})
    made.visit()
    assert made.frontier.counts().skipped == 1
    assert [row.outcome.reason for row in made.frontier.rows() if row.url == "http://["] == [SkipReason.SCHEME]


def test_a_url_that_is_a_trap_by_its_shape_is_skipped_without_being_asked_for(world):
    made = world({f"{H}/": page(f"{H}/", html(links=("/a/a/a/a/",)))})
    made.visit()
    assert made.row("/a/a/a/a/").outcome.reason is SkipReason.TRAP
    assert made.lease() == Empty()


def test_of_the_queries_of_one_path_only_so_many_are_visited(world):
    links = [f"/cal?month={number}" for number in range(5)]
    made = world({f"{H}/": page(f"{H}/", html(links=links))}, max_variants=3)
    made.visit()
    counts = made.frontier.counts()
    assert (counts.pending, counts.skipped) == (3, 2)


# --- soft 404


def test_a_page_that_shows_what_an_impossible_url_shows_is_skipped_and_its_links_are_not_followed(world):
    same = html("There is nothing at this address.", links=("more",))
    answers = {
        f"{H}/": page(f"{H}/", html(links=("/dead/",))),
        f"{H}/dead/": page(f"{H}/dead/", same),
        IMPOSSIBLE: page(f"{H}/{IMPOSSIBLE}", same),
    }
    made = world(answers)
    made.visit()
    (settled,) = made.visit()
    assert settled.outcome.reason is SkipReason.TRAP
    assert made.outcomes().keys() == {"/", "/dead/"}
    assert len(made.warned) == 1


# --- leases that have run out


def test_a_visit_whose_lease_was_given_to_another_changes_nothing(world):
    made = world({f"{H}/": page(f"{H}/")})
    late = made.lease()
    made.frontier.defer(late, made.now, "429")
    current = made.lease()
    made.visit(late)
    assert made.outcomes() == {"/": None}
    made.visit(current)
    assert isinstance(made.outcomes()["/"], Saved)
