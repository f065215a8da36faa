"""What enters the Frontier of what pages link to and listings name."""

import pytest

from getdocs.config import CrawlConfig, SitemapUse
from getdocs.frontier.store import Frontier
from getdocs.model import (
    LATE,
    Discovered,
    Family,
    FamilyKind,
    Lease,
    Listing,
    Page,
    Skipped,
    SkipReason,
)
from getdocs.policy.families.known import Families
from getdocs.policy.scope import Scope
from getdocs.visits.finding import LINKS_AT_ONCE, Finder, Listings

H = "https://h"


@pytest.fixture
def frontier():
    with Frontier.open(None) as opened:
        yield opened


@pytest.fixture
def make(frontier):
    def finder(*seeds, families=False, **settings):
        config = CrawlConfig(seeds=seeds or (f"{H}/",), **settings)
        own = Families(config.seeds) if families else None
        return Finder(config, scope=Scope.of(config), families=own, known=frontier)

    return finder


def lease(url=f"{H}/", **fields):
    return Lease(1, url, **{"depth": 0, "found_on": "", "attempt": 1, **fields})


def page(*links, url=f"{H}/", **fields):
    return Page(url, "Title", 200, "Text.\n", links, (), **fields)


def found(finder, shown, on=None):
    return [each for batch in finder.on_page(shown, on or lease()) for each in batch]


def test_links_in_scope_are_one_link_further_away_and_one_tier_later(make):
    (only,) = found(make(), page(f"{H}/a", "https://other/a"), lease(depth=2, tier=3))
    assert only == Discovered(f"{H}/a", 3, f"{H}/", tier=4)


def test_what_a_seed_links_to_comes_after_the_listings_of_its_host(make):
    (only,) = found(make(), page(f"{H}/a"), lease(seed=True))
    assert only.tier == 2


def test_links_come_in_batches_in_their_order(make):
    links = tuple(f"{H}/{number}" for number in range(LINKS_AT_ONCE + 1))
    batches = list(make().on_page(page(*links), lease()))
    assert [len(batch) for batch in batches] == [LINKS_AT_ONCE, 1]
    assert tuple(each.url for batch in batches for each in batch) == links


def test_no_link_is_followed_where_only_listings_are_wanted(make):
    assert found(make(sitemap=SitemapUse.ONLY), page(f"{H}/a", invalid=("http://[",))) == []


def test_a_link_that_is_a_trap_by_its_shape_is_refused(make):
    (only,) = found(make(), page(f"{H}/a/a/a/"))
    assert only.refusal.reason is SkipReason.TRAP


def test_queries_of_one_path_are_capped_as_the_settings_say(make):
    (only,) = found(make(max_variants=7), page(f"{H}/cal?m=1"))
    assert only.pattern.most == 7


def test_another_language_is_counted_and_does_not_enter(make, frontier):
    finder = make(families=True)
    links = (f"{H}/guide", f"{H}/zh-CN/guide", f"{H}/zh-CN/api", f"{H}/api")
    assert [each.url for each in found(finder, page(*links))] == [f"{H}/guide", f"{H}/api"]
    (count,) = frontier.family_counts()
    assert (count.family, count.urls) == (Family(FamilyKind.LOCALE, "zh-CN", f"{H}/zh-CN/"), 2)


def test_what_turned_out_to_be_another_language_while_it_waited_is_skipped(make):
    finder = make(families=True)
    found(finder, page(f"{H}/guide", f"{H}/zh-CN/guide"))
    assert finder.refusal(lease(f"{H}/zh-CN/guide")).reason is SkipReason.SCOPE
    assert finder.refusal(lease(f"{H}/guide")) is None
    assert finder.refusal(lease(f"{H}/zh-CN/guide", seed=True)) is None


def test_what_is_too_many_links_away_is_refused(make):
    assert make(depth=1).refusal(lease(depth=2)) == Skipped(SkipReason.DEPTH, "2 links away from a Seed")
    assert make(depth=2).refusal(lease(depth=2)) is None


def test_what_a_listing_names_is_no_link_away_and_comes_last(make):
    listing = lease(f"{H}/sitemap.xml", listing=Listing.SITEMAP)
    assert make().named(f"{H}/a#part", listing) == Discovered(f"{H}/a", 0, f"{H}/sitemap.xml", tier=LATE)
    assert make().named("https://other/a", listing) is None


@pytest.mark.parametrize(
    ("copy", "original"),
    [("/guide.md", "/guide"), ("/guide.md", "/guide/"), ("/guide.md", "/guide.html"), ("/docs/index.md", "/docs/")],
)
def test_the_markdown_copy_that_an_llms_txt_names_is_the_page_where_that_is_known(make, frontier, copy, original):
    frontier.add([Discovered(f"{H}{original}", 1)])
    listing = lease(f"{H}/llms.txt", listing=Listing.LLMS_TXT)
    assert make().named(f"{H}{copy}", listing).url == f"{H}{original}"


def test_markdown_that_is_no_copy_of_a_known_page_is_a_page(make):
    assert make().named(f"{H}/guide.md", lease(f"{H}/llms.txt", listing=Listing.LLMS_TXT)).url == f"{H}/guide.md"


# --- listings


def test_the_listings_of_a_host_in_scope_are_told_once():
    config = CrawlConfig(seeds=(f"{H}/docs/",))
    listings = Listings(config, scope=Scope.of(config), named=lambda _: ())
    assert [each.url for each in listings.of(f"{H}/docs/a")] == [
        f"{H}/docs/sitemap.xml", f"{H}/sitemap.xml", f"{H}/docs/llms.txt", f"{H}/llms.txt",
    ]  # fmt: skip
    assert listings.of(f"{H}/docs/b") == ()
    assert listings.of("https://other/") == ()


def test_no_listing_is_told_where_none_is_wanted():
    config = CrawlConfig(seeds=(f"{H}/",), sitemap=SitemapUse.NEVER)
    assert Listings(config, scope=Scope.of(config), named=lambda _: ()).of(f"{H}/") == ()


def test_a_redirect_into_another_language_is_refused_and_counted(make, frontier):
    finder = make(families=True)
    found(finder, page(f"{H}/guide", f"{H}/zh-CN/guide"))
    refusal = finder.refusal_of_target(lease(f"{H}/old"), f"{H}/zh-CN/old")
    assert refusal == Skipped(SkipReason.SCOPE, f"{H}/zh-CN/old: locale zh-CN, not that of a Seed")
    assert frontier.family_counts()[0].urls == 2
    assert finder.refusal_of_target(lease(f"{H}/old", seed=True), f"{H}/zh-CN/old") is None
    assert finder.refusal_of_target(lease(f"{H}/old"), f"{H}/new") is None


# --- sources


def test_what_sphinx_has_made_a_saved_page_from_is_skipped(make):
    (only,) = found(make(), page(f"{H}/_sources/a.rst.txt"), lease(f"{H}/a.html"))
    assert only.refusal == Skipped(SkipReason.TWIN, f"the source of {H}/a.html")


def test_source_is_asked_for_where_its_page_has_no_text(make):
    shown = page(f"{H}/_sources/a.rst.txt")
    ((only,),) = make().on_page(shown, lease(f"{H}/a.html"), saved=False)
    assert only.refusal is None


def test_source_of_another_page_is_asked_for(make):
    (only,) = found(make(), page(f"{H}/_sources/b.rst.txt"), lease(f"{H}/a.html"))
    assert only.refusal is None
