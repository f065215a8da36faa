"""A Saved Page that was read again: its Outcome and facts change in the state, and nothing else does."""

from dataclasses import replace

import pytest

from getdocs.frontier.store import Frontier
from getdocs.model import Chrome, Discovered, NavNode, PageFacts, Saved, Skipped, SkipReason

URL, TWIN = "https://h/a", "https://h/a?x=1"
BEFORE = PageFacts(content_hash="c0", saved_at="2026-01-01T00:00:00+00:00", nav=(NavNode("A", URL),))
AFTER = PageFacts(content_hash="c1", saved_at="2026-01-01T00:00:00+00:00", nav=(NavNode("B", URL),), canonical=URL)
REVISED = Saved("a.md", "New title", 200)


@pytest.fixture
def frontier():
    with Frontier.open(None) as opened:
        opened.add([Discovered(URL, 0, seed=True)])
        opened.settle(opened.lease(0.0), Saved("a.md", "Title", 200), facts=BEFORE)
        yield opened


def test_the_new_outcome_and_facts_stand_in_place_of_the_old(frontier):
    assert frontier.revise(URL, REVISED, AFTER)
    (row,) = frontier.rows()
    assert (row.outcome, row.facts) == (REVISED, AFTER)


def test_nothing_is_counted_twice(frontier):
    before = frontier.counts()
    frontier.revise(URL, REVISED, AFTER)
    assert frontier.counts() == before


def test_twins_are_found_by_the_new_content(frontier):
    frontier.revise(URL, REVISED, AFTER)
    assert (frontier.find_twin(TWIN, "c1"), frontier.find_twin(TWIN, "c0")) == (URL, None)


def test_twins_of_a_page_that_was_read_without_its_chrome_are_found_by_what_it_said_at_first(frontier):
    for chrome, said in (("x", "c1"), ("y", "c2")):
        frontier.revise(URL, REVISED, replace(AFTER, content_hash=said, chrome=Chrome((chrome,))))
        assert [frontier.find_twin(TWIN, name) for name in ("c0", said)] == [URL, None]
    frontier.revise(URL, REVISED, AFTER)
    assert [frontier.find_twin(TWIN, name) for name in ("c0", "c1")] == [None, URL]


def test_only_a_saved_url_is_revised(frontier):
    frontier.add([Discovered("https://h/b", 1)])
    frontier.settle(frontier.lease(0.0), Skipped(SkipReason.SCOPE))
    assert not frontier.revise("https://h/b", REVISED, AFTER)
    assert not frontier.revise("https://h/unknown", REVISED, AFTER)
    assert not frontier.revise(f"{URL}/", REVISED, AFTER)
    assert [row.facts for row in frontier.rows()] == [BEFORE, None]
