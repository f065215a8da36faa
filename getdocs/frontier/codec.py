"""Outcomes, facts and navigation trees as text, and back as equal values.

Knows no table. Text that it did not write raises ValueError, whatever is wrong with it. All of it is ASCII, so that even
a lone surrogate in a title survives.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import assert_never

from getdocs.frontier.schema import State
from getdocs.model import (
    NO_CHROME,
    Anchor,
    Chrome,
    Duplicate,
    Edges,
    Failed,
    FailReason,
    Hop,
    ListingRead,
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
    Trail,
)


def state_of(outcome: Outcome) -> State:
    """The state that a row with this Outcome is in."""
    match outcome:
        case Saved():
            return State.SAVED
        case Redirected():
            return State.REDIRECTED
        case Duplicate():
            return State.DUPLICATE
        case Skipped():
            return State.SKIPPED
        case NotAPage():
            return State.NOT_A_PAGE
        case Failed():
            return State.FAILED
        case _:
            assert_never(outcome)


def encode_outcome(outcome: Outcome) -> str:
    """The fields of the Outcome, without its kind: `state_of` says that."""
    match outcome:
        case Saved(path, title, status):
            return _dump([path, title, status])
        case Redirected(to, statuses, trail):
            return _dump([to, statuses, _hops(trail)])
        case Duplicate(of):
            return _dump([of])
        case Skipped(reason, detail, trail):
            return _dump([reason, detail, _hops(trail)])
        case NotAPage(content_type, trail):
            return _dump([content_type, _hops(trail)])
        case Failed(reason, status, detail, trail):
            return _dump([reason, status, detail, _hops(trail)])
        case _:
            assert_never(outcome)


def decode_outcome(state: State, text: str) -> Outcome | None:
    """The Outcome of a row in `state`; None where it is Pending."""
    with _strictly():
        fields = json.loads(text) if text else []
        match state:
            case State.SAVED:
                path, title, status = fields
                return Saved(path, title, status)
            case State.REDIRECTED:
                to, statuses, hops = fields
                return Redirected(to, tuple(statuses), _trail(hops))
            case State.DUPLICATE:
                (of,) = fields
                return Duplicate(of)
            case State.SKIPPED:
                reason, detail, hops = fields
                return Skipped(SkipReason(reason), detail, _trail(hops))
            case State.NOT_A_PAGE:
                content_type, hops = fields
                return NotAPage(content_type, _trail(hops))
            case State.FAILED:
                reason, status, detail, hops = fields
                return Failed(FailReason(reason), status, detail, _trail(hops))
            case State.WAITING | State.SLEEPING | State.LEASED:
                return None
            case _:
                assert_never(state)


def encode_facts(facts: PageFacts) -> str:
    """The facts without their navigation, which `encode_nav` takes: it is the same on nearly every page; and without anchors."""
    return _dump(
        {
            "content_hash": facts.content_hash,
            "saved_at": facts.saved_at,
            "previous": facts.previous,
            "next": facts.next,
            "canonical": facts.canonical,
            "refused": facts.refused,
            "unsettled": facts.unsettled,
            "restored": facts.restored,
            "address": facts.address,
            "unlinked": facts.unlinked,
            "edges": None if facts.edges is None else _sides(facts.edges),
            "chrome": _sides(facts.chrome) if facts.chrome else None,
            "receipt": None if facts.receipt is None else _tallies(facts.receipt),
        }
    )


def decode_facts(text: str, nav: tuple[NavNode, ...]) -> PageFacts:
    """The facts, with their navigation put back."""
    with _strictly():
        fields = json.loads(text)
        receipt = _receipt(fields.pop("receipt", None))
        edges, chrome = (_blocks(fields.pop(name, None)) for name in ("edges", "chrome"))
        facts = PageFacts(**fields)
        return replace(
            facts,
            refused=tuple(facts.refused),
            nav=nav,
            receipt=receipt,
            edges=Edges(*edges) if edges is not None else None,
            chrome=Chrome(*chrome) if chrome is not None else NO_CHROME,
        )


def encode_anchors(anchors: tuple[Anchor, ...] | None) -> str | None:
    """The places of a Page; None where they are not known."""
    return None if anchors is None else _dump([(anchor.name, anchor.at) for anchor in anchors])


def decode_anchors(text: str | None) -> tuple[Anchor, ...] | None:
    """The places that `encode_anchors` was given."""
    with _strictly():
        return None if text is None else tuple(Anchor(name, at) for name, at in json.loads(text))


def encode_nav(nav: tuple[NavNode, ...]) -> str:
    """The tree as a flat list of [level, title, url] in reading order: a hostile depth costs no recursion."""
    entries: list[tuple[int, str, str | None]] = []
    open_nodes = [(0, node) for node in reversed(nav)]
    while open_nodes:
        level, node = open_nodes.pop()
        entries.append((level, node.title, node.url))
        open_nodes.extend((level + 1, child) for child in reversed(node.children))
    return _dump(entries)


def decode_nav(text: str) -> tuple[NavNode, ...]:
    """The tree that `encode_nav` was given."""
    with _strictly():
        siblings: dict[int, list[NavNode]] = {}
        for level, title, url in reversed(json.loads(text)):
            children = tuple(reversed(siblings.pop(level + 1, [])))
            siblings.setdefault(level, []).append(NavNode(title, url, children))
        return tuple(reversed(siblings.get(0, [])))


def encode_trail(trail: Trail) -> str:
    """The hops, as text; empty for none."""
    return _dump(_hops(trail)) if trail else ""


def decode_trail(text: str) -> Trail:
    """The hops that `encode_trail` was given."""
    with _strictly():
        return _trail(json.loads(text)) if text else ()


def encode_read(read: ListingRead) -> str:
    """What came of a listing."""
    return _dump([read.status, read.urls, read.detail])


def decode_read(text: str) -> ListingRead:
    """What `encode_read` was given."""
    with _strictly():
        status, urls, detail = json.loads(text)
        return ListingRead(status, urls, detail)


def _tallies(receipt: Receipt) -> list[tuple[int, int, int]]:
    return [(tally.expected, tally.kept, tally.added) for _, tally in receipt.tallies()]


def _receipt(tallies: list[tuple[int, int, int]] | None) -> Receipt | None:
    return None if tallies is None else Receipt(*(Tally(*tally) for tally in tallies))


def _sides(blocks: Edges | Chrome) -> list[str]:
    return [" ".join(blocks.leading), " ".join(blocks.trailing)]


def _blocks(sides: list[str] | None) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    if sides is None:
        return None
    leading, trailing = sides
    return tuple(leading.split()), tuple(trailing.split())


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def _hops(trail: Trail) -> list[tuple[str, int | None, str]]:
    return [(hop.url, hop.status, hop.verdict) for hop in trail]


def _trail(hops: list[tuple[str, int | None, str]]) -> Trail:
    return tuple(Hop(url, status, verdict) for url, status, verdict in hops)


@contextmanager
def _strictly() -> Iterator[None]:
    try:
        yield
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"unreadable record: {error}") from error
