"""Pages that turned out to have been read wrongly wait again, and nothing else does."""

import pytest

from getdocs.frontier.store import Frontier
from getdocs.model import (
    Discovered,
    Duplicate,
    Failed,
    FailReason,
    NotAPage,
    PageFacts,
    Redirected,
    Saved,
    Skipped,
    SkipReason,
)

H = "https://h"
FACTS = PageFacts(content_hash="c", saved_at="2026-01-01T00:00:00+00:00")


@pytest.fixture
def frontier():
    with Frontier.open(None) as opened:
        yield opened


def settle(frontier, path, outcome):
    frontier.add([Discovered(f"{H}{path}", 1)])
    lease = frontier.lease(0.0)
    assert lease.url == f"{H}{path}"
    frontier.settle(lease, outcome, facts=FACTS if isinstance(outcome, Saved) else None)


def pending(frontier):
    return [row.url.removeprefix(H) for row in frontier.rows() if row.outcome is None]


def test_a_saved_page_waits_again_and_its_path_is_told(frontier):
    settle(frontier, "/a", Saved("a.md", "A", 200))
    assert frontier.unsettle([f"{H}/a"], keeping={}) == ("a.md",)
    (row,) = frontier.rows()
    assert (row.outcome, row.facts) == (None, None)
    assert frontier.find_twin(f"{H}/a?x", "c") is None


def test_it_is_handed_out_and_saved_like_any_other(frontier):
    settle(frontier, "/a", Saved("a.md", "A", 200))
    frontier.unsettle([f"{H}/a"], keeping={})
    frontier.settle(frontier.lease(0.0), Saved("a.md", "B", 200), facts=FACTS)
    assert [row.outcome.title for row in frontier.rows()] == ["B"]


def test_its_duplicates_wait_with_it(frontier):
    settle(frontier, "/a", Saved("a.md", "A", 200))
    settle(frontier, "/a?x", Duplicate(f"{H}/a"))
    settle(frontier, "/b?x", Duplicate(f"{H}/b"))
    assert frontier.unsettle([f"{H}/a"], keeping={}) == ("a.md",)
    assert pending(frontier) == ["/a", "/a?x"]


@pytest.mark.parametrize("outcome", [Duplicate(f"{H}/b"), Skipped(SkipReason.TRAP, "soft 404")])
def test_what_its_text_has_decided_is_decided_again(frontier, outcome):
    settle(frontier, "/a", outcome)
    assert frontier.unsettle([f"{H}/a"], keeping={}) == ()
    assert pending(frontier) == ["/a"]


@pytest.mark.parametrize(
    "outcome",
    [
        Failed(FailReason.HTTP, 404),
        NotAPage("application/pdf"),
        Redirected(f"{H}/b", (301,)),
        Skipped(SkipReason.ROBOTS),
    ],
)
def test_what_came_to_nothing_that_was_read_stays_settled(frontier, outcome):
    settle(frontier, "/a", outcome)
    assert frontier.unsettle([f"{H}/a", f"{H}/unknown"], keeping={}) == ()
    assert pending(frontier) == []


def test_a_trap_that_was_never_asked_for_stays_one(frontier):
    frontier.add([Discovered(f"{H}/a", 1, refusal=Skipped(SkipReason.TRAP))])
    frontier.unsettle([f"{H}/a"], keeping={})
    assert pending(frontier) == []


def test_a_page_under_way_stays_with_its_lease(frontier):
    frontier.add([Discovered(f"{H}/a", 1)])
    lease = frontier.lease(0.0)
    frontier.unsettle([f"{H}/a"], keeping={})
    assert frontier.settle(lease, Saved("a.md", "A", 200), facts=FACTS)


def test_the_counts_add_up_and_what_goes_with_it_is_kept(frontier):
    settle(frontier, "/a", Saved("a.md", "A", 200))
    settle(frontier, "/a?x", Duplicate(f"{H}/a"))
    settle(frontier, "/b", Saved("b.md", "B", 200))
    frontier.unsettle([f"{H}/a"], keeping={"name": "value"})
    counts = frontier.counts()
    assert counts.balanced
    assert (counts.saved, counts.duplicate, counts.pending) == (1, 0, 2)
    assert frontier.meta("name") == "value"


def test_what_failed_for_want_of_text_can_be_tried_again(frontier):
    settle(frontier, "/a", Failed(FailReason.EMPTY, 200, "no text"))
    settle(frontier, "/b", Failed(FailReason.HTTP, 404))
    assert frontier.retry_empty() == 1
    assert pending(frontier) == ["/a"]
