"""The rows of the URLs, one by one: entering them, handing them out, writing down what became of them.

Works inside the transaction of its caller, who says which URL and when; knows neither files nor the order of the crawl.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from sqlite3 import Connection

from getdocs import urls
from getdocs.frontier import codec, selection
from getdocs.frontier.schema import State
from getdocs.model import Discovered, Lease, Outcome, PageFacts, Saved

_IDENTITIES_KEPT = 16_384

_ENTER = """
INSERT INTO urls (url, key, host_id, depth, seed, found_on, state) VALUES (?, ?, ?, ?, ?, ?, 'waiting')
ON CONFLICT (key, spelling) DO UPDATE
SET depth = min(depth, excluded.depth), seed = max(seed, excluded.seed), found_on = excluded.found_on
WHERE state IN ('waiting', 'sleeping') AND (excluded.depth < depth OR excluded.seed > seed)
"""
_ENTER_SPELLING = """
INSERT INTO urls (url, key, spelling, host_id, depth, seed, found_on, state)
VALUES (?1, ?2, (SELECT coalesce(max(spelling) + 1, 0) FROM urls WHERE key = ?2), ?3, ?4, ?5, ?6, 'waiting')
RETURNING id
"""
_HAND_OUT = """
UPDATE urls SET state = 'leased', attempts = attempts + 1, ready_at = ?
WHERE id = ? RETURNING id, url, depth, found_on, attempts, seed, deferrals
"""
_PUT_OFF = """
UPDATE urls SET state = iif((SELECT phase FROM hosts WHERE id = host_id) = 'parked', 'waiting', 'sleeping'),
  ready_at = ?, reason = ?, deferrals = deferrals + 1
WHERE id = ?
"""
_RECORDS = """
SELECT urls.id, urls.url, depth, found_on, seed, attempts, state, outcome,
  CASE WHEN state = 'sleeping' THEN urls.reason WHEN phase = 'parked' THEN hosts.reason ELSE '' END,
  pages.facts, pages.nav_id
FROM urls JOIN hosts ON hosts.id = urls.host_id LEFT JOIN pages ON pages.id = urls.id
WHERE urls.id > ? ORDER BY urls.id LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Current:
    """A leased row: its host, and the `next_at` that its hand-out gave the host."""

    host_id: int
    next_at: float


@dataclass(frozen=True, slots=True)
class Record:
    """One row as it is stored, its texts still encoded (see `codec`)."""

    id: int
    url: str
    depth: int
    found_on: str
    seed: int
    attempts: int
    state: str
    outcome: str | None
    pending_reason: str
    facts: str | None
    nav_id: int | None


def tally(db: Connection) -> dict[State, int]:
    """How many URLs are in each state."""
    return {State(state): count for state, count in db.execute("SELECT state, urls FROM tally")}


def enter(db: Connection, found: Iterable[Discovered]) -> int:
    """Enters what is new; how many were."""
    before = sum(tally(db).values())
    hosts: dict[str, int] = {}
    changed: set[int] = set()
    for item in found:
        key, host = _identity(item.url)
        if host not in hosts:
            hosts[host] = selection.host_id(db, host)
        fields = (item.url, key, hosts[host], item.depth, item.seed, item.found_on)
        if db.execute(_ENTER, fields).rowcount:
            changed.add(hosts[host])
    for host_id in changed:
        selection.refresh_head(db, host_id)
    return sum(tally(db).values()) - before


def current(db: Connection, lease: Lease) -> Current | None:
    """The leased row; None where the lease is not the current one of its URL."""
    row = db.execute(
        "SELECT host_id, ready_at FROM urls WHERE id = ? AND state = 'leased' AND attempts = ?",
        (lease.id, lease.attempt),
    ).fetchone()
    return Current(*row) if row else None


def hand_out(db: Connection, url_id: int, next_at: float) -> Lease:
    """Leases a waiting row. `next_at` is what this gives the host, kept to be undone by `selection.give_turn_back`."""
    row_id, url, depth, found_on, attempt, seed, deferrals = db.execute(_HAND_OUT, (next_at, url_id)).fetchall()[0]
    return Lease(row_id, url, depth, found_on, attempt, bool(seed), deferrals)


def take_target(db: Connection, lease: Lease, to: str) -> Lease | None:
    """Leases the row of exactly `to`, made where it is missing; None where it is settled or leased already."""
    key, host = _identity(to)
    host_id = selection.host_id(db, host)
    row = db.execute("SELECT id, state FROM urls WHERE key = ? AND url = ?", (key, to)).fetchone()
    if row is None:
        fields = (to, key, host_id, lease.depth, lease.seed, lease.found_on)
        row = (db.execute(_ENTER_SPELLING, fields).fetchall()[0][0], State.WAITING)
    target, state = row
    if state not in (State.WAITING, State.SLEEPING):
        return None
    db.execute("UPDATE urls SET depth = min(depth, ?) WHERE id = ?", (lease.depth, target))
    taken = hand_out(db, target, next_at=0.0)
    selection.refresh_head(db, host_id)
    return taken


def put_off(db: Connection, lease: Lease, until: float, reason: str) -> None:
    """Back to waiting, though not before then. Of a parked host, it waits with the others."""
    db.execute(_PUT_OFF, (until, reason, lease.id))


def conclude(db: Connection, lease: Lease, outcome: Outcome) -> None:
    """Writes down the Outcome."""
    db.execute(
        "UPDATE urls SET state = ?, outcome = ?, reason = '' WHERE id = ?",
        (codec.state_of(outcome), codec.encode_outcome(outcome), lease.id),
    )


def keep_facts(db: Connection, lease: Lease, facts: PageFacts) -> None:
    """Writes down the facts; their navigation only where no other page has shown the same."""
    db.execute(
        "INSERT INTO pages (id, content_hash, twin, nav_id, facts) VALUES (?, ?, ?, ?, ?)",
        (
            lease.id,
            facts.content_hash,
            _digest(urls.twin_key(lease.url)),
            _nav_id(db, facts),
            codec.encode_facts(facts),
        ),
    )


def revise(db: Connection, url: str, saved: Saved, facts: PageFacts) -> bool:
    """Puts this Outcome and these facts in place of those of exactly `url`; False where it is not Saved."""
    row = db.execute(
        "UPDATE urls SET outcome = ? WHERE key = ? AND url = ? AND state = ? RETURNING id",
        (codec.encode_outcome(saved), _identity(url)[0], url, State.SAVED),
    ).fetchall()
    if row:
        db.execute(
            "UPDATE pages SET content_hash = ?, nav_id = ?, facts = ? WHERE id = ?",
            (facts.content_hash, _nav_id(db, facts), codec.encode_facts(facts), row[0][0]),
        )
    return bool(row)


def _nav_id(db: Connection, facts: PageFacts) -> int:
    """The row of the navigation, made only where no other page has shown the same."""
    tree = codec.encode_nav(facts.nav)
    fingerprint = _digest(tree)
    db.execute("INSERT INTO navs (digest, tree) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING", (fingerprint, tree))
    (nav_id,) = db.execute("SELECT id FROM navs WHERE digest = ?", (fingerprint,)).fetchone()
    return int(nav_id)


def find_twin(db: Connection, url: str, content_hash: str) -> str | None:
    """The first Saved URL with that content and the same `urls.twin_key`."""
    row = db.execute(
        "SELECT urls.url FROM pages JOIN urls ON urls.id = pages.id"
        " WHERE content_hash = ? AND twin = ? ORDER BY pages.id LIMIT 1",
        (content_hash, _digest(urls.twin_key(url))),
    ).fetchone()
    return row[0] if row else None


def records(db: Connection, after: int, most: int) -> list[Record]:
    """Up to `most` rows in the order of entry, from behind the row `after` on."""
    return [Record(*row) for row in db.execute(_RECORDS, (after, most))]


def tree(db: Connection, nav_id: int) -> str:
    """A navigation, encoded."""
    text: str = db.execute("SELECT tree FROM navs WHERE id = ?", (nav_id,)).fetchone()[0]
    return text


def clear(db: Connection) -> None:
    """Empties every table."""
    for table in ("pages", "navs", "urls", "hosts", "pins", "meta"):
        db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
    db.execute("UPDATE tally SET urls = 0")


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8"), digest_size=16).digest()


@lru_cache(_IDENTITIES_KEPT)
def _identity(url: str) -> tuple[bytes, str]:
    """Digest of the key, and the host. Kept, because a sidebar names the same URLs on every page."""
    parsed = urls.parse(url)
    return _digest(urls.key(url)), parsed.netloc if parsed else ""
