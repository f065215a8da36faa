from dataclasses import replace

import pytest

from getdocs.frontier.codec import (
    decode_facts,
    decode_nav,
    decode_outcome,
    encode_facts,
    encode_nav,
    encode_outcome,
    state_of,
)
from getdocs.frontier.schema import State
from getdocs.model import (
    Chrome,
    Duplicate,
    Edges,
    Failed,
    FailReason,
    Hop,
    NavNode,
    NotAPage,
    Outcome,
    PageFacts,
    Receipt,
    Redirected,
    Saved,
    Skipped,
    SkipReason,
    Tally,
)

TRAIL = (Hop("https://h/a", 301, "moved"), Hop("https://h/b", None, "robots: Disallow: /b"))
OUTCOMES: tuple[Outcome, ...] = (
    Saved("guide/intro.md", "Intro \u2013 \u201cquoted\u201d\u2028", 200),
    Saved("a.md", "a lone surrogate \ud800", 203),
    Redirected("https://h/b", (301, 0), TRAIL),
    Redirected("https://h/b", (), ()),
    Duplicate("https://h/twin"),
    *(Skipped(reason, "why", TRAIL) for reason in SkipReason),
    Skipped(SkipReason.SCOPE),
    NotAPage("application/pdf", TRAIL),
    *(Failed(reason, None, "why", TRAIL) for reason in FailReason),
    Failed(FailReason.HTTP, 404),
)
NAV = (
    NavNode(
        "Guide", None, (NavNode("Intro", "https://h/intro"), NavNode("Deep", None, (NavNode("Leaf", "https://h/l"),)))
    ),
    NavNode("Reference", "https://h/ref"),
    NavNode("", None, (NavNode("Last", "https://h/last"),)),
)


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: f"{outcome}"[:40].encode("ascii", "replace").decode())
def test_an_outcome_comes_back_equal(outcome):
    assert decode_outcome(state_of(outcome), encode_outcome(outcome)) == outcome


def test_every_kind_of_outcome_has_a_state_of_its_own():
    kinds = {type(outcome): state_of(outcome) for outcome in OUTCOMES}
    assert len(set(kinds.values())) == len(kinds) == 6


@pytest.mark.parametrize("state", [State.WAITING, State.SLEEPING, State.LEASED])
def test_a_pending_row_has_no_outcome(state):
    assert decode_outcome(state, "") is None


@pytest.mark.parametrize(
    "text", ["", "[1]", "{}", "not json", '["a","b","c","d"]', '["no such reason","",[]]', "[null"]
)
def test_damaged_text_of_an_outcome_is_a_value_error(text):
    with pytest.raises(ValueError):  # noqa: PT011 - any ValueError is the contract
        decode_outcome(State.SKIPPED, text)


@pytest.mark.parametrize("text", ["null", "[]", '{"content_hash": "x"}', '{"surprise": 1}'])
def test_damaged_text_of_facts_is_a_value_error(text):
    with pytest.raises(ValueError):  # noqa: PT011 - any ValueError is the contract
        decode_facts(text, ())


@pytest.mark.parametrize("nav", [(), NAV, NAV[:1], NAV[1:]])
def test_a_navigation_comes_back_equal(nav):
    assert decode_nav(encode_nav(nav)) == nav


def test_a_navigation_of_hostile_depth_comes_back():
    node = NavNode("bottom", None)
    for level in range(20_000):
        node = NavNode(str(level), None, (node,))
    levels = 0
    (walked,) = decode_nav(encode_nav((node,)))
    while walked.children:
        (walked,) = walked.children
        levels += 1
    assert levels == 20_000


def test_facts_come_back_equal():
    facts = PageFacts(
        content_hash="ab" * 32,
        saved_at="2026-01-02T03:04:05+00:00",
        nav=NAV,
        previous="https://h/p",
        next=None,
        canonical="https://h/c",
        refused=("https://h/x.js", "https://h/y.js"),
        unsettled=True,
        restored=3,
        receipt=Receipt(words=Tally(10, 9, 1), images=Tally(1, 1, 0)),
        edges=Edges(("l01", "t02"), ("t02", "l01")),
        chrome=Chrome(("01",), ()),
    )
    assert decode_facts(encode_facts(facts), NAV) == facts


def test_a_page_without_a_block_at_its_edges_is_not_one_whose_edges_are_not_known():
    facts = PageFacts(content_hash="ab" * 32, saved_at="2026-01-02T03:04:05+00:00", edges=Edges())
    assert decode_facts(encode_facts(facts), ()) == facts
    assert decode_facts(encode_facts(replace(facts, edges=None)), ()).edges is None
