import random
from itertools import pairwise

import pytest

from getdocs import urls
from getdocs.model import Duplicate, Failed, FailReason, Hop, NotAPage, Redirected, Row, Saved, Skipped, SkipReason
from getdocs.write.index import End, Index

SITE = "https://docs.example"


def row(path, outcome, reason="") -> Row:
    return Row(SITE + path, 1, f"{SITE}/", False, 1, outcome, pending_reason=reason)


def saved(path) -> Row:
    return row(path, Saved(f"{path.strip('/') or 'index'}.md", "", 200))


def moved(path, to) -> Row:
    return row(path, Redirected(SITE + to, (301,)))


def index_of(*rows) -> Index:
    index = Index()
    for each in rows:
        index.add(each)
    return index


A = End(f"{SITE}/a", "a.md")


@pytest.mark.parametrize("link", ["/a", "/a/", "/a#part", "/x/../a", "/a?utm_source=x", "/a/index.html"])
def test_a_link_leads_to_the_saved_page_whatever_its_spelling(link):
    assert index_of(saved("/a")).find(SITE + link) == A


@pytest.mark.parametrize("place", ["/a|b", "/a[1]", "/a?b[]=1", "/a?{b}", "/a?b|c", "/a?b^c`d"])
def test_a_page_is_found_by_the_spelling_that_markdown_or_a_receipt_needs(place):
    index = index_of(saved(place), saved("/other"))
    assert index.find(urls.spelled(SITE + place)) == index.find(SITE + place)
    assert index.identity(urls.spelled(SITE + place)) == SITE + place


def test_a_link_is_followed_through_redirects_and_duplicates():
    index = index_of(
        moved("/1", "/2"), moved("/2", "/3/"), row("/3", Duplicate(f"{SITE}/a")), saved("/a"), saved("/other")
    )
    assert index.find(f"{SITE}/1") == A


@pytest.mark.parametrize(
    ("outcome", "reason", "detail"),
    [
        (Failed(FailReason.HTTP, 404, "not there"), "http_404", "not there"),
        (Failed(FailReason.REDIRECT_LOOP), "redirect_loop", ""),
        (Skipped(SkipReason.ROBOTS, "Disallow: /a"), "robots", "Disallow: /a"),
        (Skipped(SkipReason.TRAP, "more than 100 like it"), "trap", "more than 100 like it"),
        (Skipped(SkipReason.TRAP, "as /x", (Hop(f"{SITE}/a", 200, "final"),)), "soft_404", "as /x"),
        (NotAPage("image/png"), "not_a_page", "image/png"),
        (None, "pending", "asked for quiet"),
    ],
)
def test_a_link_that_comes_to_no_page_says_what_it_came_to(outcome, reason, detail):
    index = index_of(moved("/old", "/a"), row("/a", outcome, "asked for quiet" if outcome is None else ""))
    assert index.find(f"{SITE}/old") == End(f"{SITE}/a", None, reason, detail)


def test_what_was_refused_unasked_for_its_scope_is_told_from_what_led_out_of_it():
    index = index_of(
        row("/unasked", Skipped(SkipReason.SCOPE)),
        row("/led", Skipped(SkipReason.SCOPE, trail=(Hop(f"{SITE}/led", 301, "out of Scope"),))),
    )
    unasked, led = index.find(f"{SITE}/unasked"), index.find(f"{SITE}/led")
    assert (unasked and unasked.in_scope, led and led.in_scope) == (False, True)


def test_what_was_never_met_leads_nowhere():
    assert index_of(saved("/a")).find(f"{SITE}/b") is None


def test_a_redirect_to_what_was_never_met_leads_nowhere():
    assert index_of(moved("/a", "/b")).find(f"{SITE}/a") is None


@pytest.mark.parametrize("link", ["/x", "/y", "/in"])
def test_redirects_that_go_round_are_a_loop(link):
    index = index_of(moved("/in", "/x"), moved("/x", "/y"), moved("/y", "/x"))
    end = index.find(SITE + link)
    assert end is not None
    assert (end.path, end.reason) == (None, "redirect_loop")


def test_what_failed_in_one_spelling_and_was_saved_in_another_is_saved():
    index = index_of(row("/a/", Failed(FailReason.HTTP, 404)), saved("/a"))
    assert index.find(f"{SITE}/a/") == A


def test_two_pages_of_one_key_are_told_apart():
    index = index_of(saved("/a"), row("/a/", Saved("a/index.md", "", 200)))
    assert [end and end.path for end in (index.find(f"{SITE}/a"), index.find(f"{SITE}/a/"))] == ["a.md", "a/index.md"]


def test_a_listing_is_no_page():
    index = index_of()
    index.add_listing(f"{SITE}/llms.txt")
    assert index.find(f"{SITE}/llms.txt#top") == End(f"{SITE}/llms.txt", None, "not_a_page")


def test_the_order_of_rows_does_not_matter():
    rows = [saved("/a"), row("/a/", Saved("a/index.md", "", 200)), moved("/a/index.html", "/a/"), saved("/b")]
    links = [f"{SITE}/{end}" for end in ("a", "a/", "a/default.html", "a/index.html", "b/")]
    shuffled = random.Random(5).sample(rows, len(rows))
    assert [index_of(*shuffled).find(link) for link in links] == [index_of(*rows).find(link) for link in links]


def test_spellings_of_one_page_have_one_identity():
    index = index_of(moved("/a", "/a/"), saved("/a/"), saved("/b"))
    assert {index.identity(SITE + link) for link in ("/a", "/a/", "/a#x", "/a/index.html")} == {f"{SITE}/a/"}


def test_a_page_and_what_redirects_to_it_are_two():
    index = index_of(moved("/old", "/a"), saved("/a"))
    assert index.identity(f"{SITE}/old") != index.identity(f"{SITE}/a")


def test_spellings_of_what_was_never_met_have_one_identity():
    assert index_of().identity(f"{SITE}/a") == index_of().identity(f"{SITE}/a/")


class Counting(dict):
    """A dictionary that counts how often it is asked."""

    asked = 0

    def get(self, key, default=None):
        self.asked += 1
        return super().get(key, default)


def test_a_long_chain_of_redirects_is_walked_once_however_many_links_enter_it():
    steps = [f"/{number}" for number in range(2000)]
    index = index_of(saved(steps[-1]), *(moved(here, there) for here, there in pairwise(steps)))
    index._ends = counting = Counting(index._ends)
    ends = {index.find(SITE + step) for step in steps}
    assert ends == {End(f"{SITE}/1999", "1999.md")}
    assert counting.asked < 3 * len(steps)
