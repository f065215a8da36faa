"""The rows of the URLs, one by one: entering them, handing them out, writing down what became of them.

Works inside the transaction of its caller, who says which URL and when; knows neither files nor the order of the crawl.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from sqlite3 import Connection

from getdocs import urls
from getdocs.frontier import codec, selection
from getdocs.frontier.schema import State
from getdocs.model import (
    Discovered,
    Duplicate,
    Lease,
    Listing,
    Outcome,
    PageFacts,
    Redirected,
    Saved,
    Skipped,
    SkipReason,
    Trail,
)

_IDENTITIES_KEPT = 16_384

_ENTER = """
INSERT INTO urls (url, key, host_id, depth, tier, turn, seed, found_on, listing, state, outcome, reason)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (key, spelling) DO UPDATE SET
  depth = min(depth, excluded.depth),
  seed = max(seed, excluded.seed),
  found_on = iif(excluded.tier < tier, excluded.found_on, found_on),
  turn = iif(excluded.tier < tier, excluded.turn, turn),
  tier = min(tier, excluded.tier),
  state = iif(state = 'skipped', 'waiting', state),
  outcome = NULL
WHERE excluded.state = 'waiting' AND (
  state IN ('waiting', 'sleeping') AND (excluded.depth < depth OR excluded.seed > seed OR excluded.tier < tier)
  OR state = 'skipped' AND reason = 'depth' AND excluded.depth < depth
)
"""
_ENTER_SPELLING = """
INSERT INTO urls (url, key, spelling, host_id, depth, tier, turn, seed, found_on, trail, state)
VALUES (?1, ?2, (SELECT coalesce(max(spelling) + 1, 0) FROM urls WHERE key = ?2), ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'waiting')
RETURNING id
"""
_HAND_OUT = """
UPDATE urls SET state = 'leased', attempts = attempts + 1, ready_at = ?
WHERE id = ? RETURNING id, url, depth, found_on, attempts, seed, deferrals, tier, listing, trail
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
WHERE urls.id > ? AND urls.listing IS NULL ORDER BY urls.id LIMIT ?
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
    (turn,) = db.execute("SELECT turn FROM sequence").fetchone()
    for item in found:
        turn += 1
        key, host = _identity(item.url)
        if item.listing is not None:
            key = _digest(f"{item.listing} {item.url}")
        if host not in hosts:
            hosts[host] = selection.host_id(db, host)
        refusal = item.refusal or _over_pattern(db, item, key)
        fields = (
            item.url,
            key,
            hosts[host],
            item.depth,
            _tier(item),
            turn,
            item.seed,
            item.found_on,
            item.listing,
            State.SKIPPED if refusal else State.WAITING,
            codec.encode_outcome(refusal) if refusal else None,
            str(refusal.reason) if refusal else "",
        )
        if db.execute(_ENTER, fields).rowcount:
            changed.add(hosts[host])
    db.execute("UPDATE sequence SET turn = ?", (turn,))
    for host_id in changed:
        selection.refresh_head(db, host_id)
    return sum(tally(db).values()) - before


def _tier(item: Discovered) -> int:
    if item.seed:
        return 0
    return item.depth + 1 if item.tier is None else item.tier


def _over_pattern(db: Connection, item: Discovered, key: bytes) -> Skipped | None:
    """Why a URL that is new is one too many of its kind; None, and it is counted, where it is not."""
    pattern = item.pattern
    if pattern is None or db.execute("SELECT 1 FROM urls WHERE key = ?", (key,)).fetchone():
        return None
    digest = _digest(pattern.name)
    row = db.execute("SELECT urls FROM patterns WHERE digest = ?", (digest,)).fetchone()
    if row is not None and row[0] >= pattern.most:
        return Skipped(SkipReason.TRAP, f"more than {pattern.most} URLs like {pattern.name}")
    db.execute(
        "INSERT INTO patterns (digest, urls) VALUES (?, 1) ON CONFLICT (digest) DO UPDATE SET urls = urls + 1",
        (digest,),
    )
    return None


def forget_unasked_traps(db: Connection) -> None:
    """Forgets the URLs that were refused as traps before they were asked for: found again, they are judged anew."""
    unasked = "state = 'skipped' AND reason = 'trap' AND attempts = 0"
    forgotten = db.execute(f"DELETE FROM urls WHERE {unasked}").rowcount  # noqa: S608 - our own text
    db.execute("UPDATE tally SET urls = urls - ? WHERE state = 'skipped'", (forgotten,))


def current(db: Connection, lease: Lease) -> Current | None:
    """The leased row; None where the lease is not the current one of its URL."""
    row = db.execute(
        "SELECT host_id, ready_at FROM urls WHERE id = ? AND state = 'leased' AND attempts = ?",
        (lease.id, lease.attempt),
    ).fetchone()
    return Current(*row) if row else None


def hand_out(db: Connection, url_id: int, next_at: float) -> Lease:
    """Leases a waiting row. `next_at` is what this gives the host, kept to be undone by `selection.give_turn_back`."""
    row = db.execute(_HAND_OUT, (next_at, url_id)).fetchall()[0]
    row_id, url, depth, found_on, attempt, seed, deferrals, tier, listing, trail = row
    return Lease(
        row_id,
        url,
        depth,
        found_on,
        attempt,
        bool(seed),
        deferrals,
        tier,
        Listing(listing) if listing else None,
        codec.decode_trail(trail),
    )


def take_target(db: Connection, lease: Lease, to: str) -> Lease | None:
    """Leases the row of exactly `to`, made where it is missing; None where it is settled or leased already."""
    target, host_id, state = _target(db, lease, to, trail=())
    if state not in (State.WAITING, State.SLEEPING):
        return None
    taken = hand_out(db, target, next_at=0.0)
    selection.refresh_head(db, host_id)
    return taken


def leave_target(db: Connection, lease: Lease, to: str, trail: Trail) -> None:
    """Has the row of exactly `to`, made where it is missing, wait for its turn. `trail` led there."""
    _, host_id, _ = _target(db, lease, to, trail)
    selection.refresh_head(db, host_id)


def _target(db: Connection, lease: Lease, to: str, trail: Trail) -> tuple[int, int, State]:
    """Row, host and state of exactly `to`. What led there counts for its place in the order where it has none yet."""
    key, host = _identity(to)
    host_id = selection.host_id(db, host)
    row = db.execute("SELECT id, state FROM urls WHERE key = ? AND url = ?", (key, to)).fetchone()
    if row is None:
        (turn,) = db.execute("UPDATE sequence SET turn = turn + 1 RETURNING turn").fetchone()
        fields = (
            to, key, host_id, lease.depth, lease.tier, turn, lease.seed, lease.found_on, codec.encode_trail(trail),
        )  # fmt: skip
        return int(db.execute(_ENTER_SPELLING, fields).fetchall()[0][0]), host_id, State.WAITING
    target, state = row
    if state in (State.WAITING, State.SLEEPING):
        db.execute(
            "UPDATE urls SET depth = min(depth, ?), tier = min(tier, ?) WHERE id = ?", (lease.depth, lease.tier, target)
        )
    return target, host_id, State(state)


def leads_back(db: Connection, start: str, to: str) -> bool:
    """Whether the redirects that are settled lead from `start` to `to`."""
    url, seen = start, set[str]()
    while url not in seen:
        if url == to:
            return True
        seen.add(url)
        row = db.execute(
            "SELECT outcome FROM urls WHERE key = ? AND url = ? AND state = 'redirected'", (_identity(url)[0], url)
        ).fetchone()
        outcome = codec.decode_outcome(State.REDIRECTED, row[0]) if row else None
        if not isinstance(outcome, Redirected):
            return False
        url = outcome.to
    return False


def spelling_of(db: Connection, url: str) -> str | None:
    """The first URL with the key of `url`; None where there is none."""
    row = db.execute("SELECT url FROM urls WHERE key = ? ORDER BY spelling LIMIT 1", (_identity(url)[0],)).fetchone()
    return row[0] if row else None


def state_of(db: Connection, url: str) -> State | None:
    """The state of exactly `url`; None where it is not known."""
    row = db.execute("SELECT state FROM urls WHERE key = ? AND url = ?", (_identity(url)[0], url)).fetchone()
    return State(row[0]) if row else None


_TEMPORARY = frozenset({302, 303, 307})


def temporarily_redirected(db: Connection) -> list[int]:
    """The rows that a redirect led elsewhere which the site may take back (RFC 9110 15.4)."""
    rows = db.execute("SELECT id, outcome FROM urls WHERE state = 'redirected'").fetchall()
    found = ((row_id, codec.decode_outcome(State.REDIRECTED, outcome)) for row_id, outcome in rows)
    return [row_id for row_id, each in found if isinstance(each, Redirected) and _TEMPORARY & set(each.statuses)]


def put_off(db: Connection, lease: Lease, until: float, reason: str) -> None:
    """Back to waiting, though not before then. Of a parked host, it waits with the others."""
    db.execute(_PUT_OFF, (until, reason, lease.id))


def conclude(db: Connection, lease: Lease, outcome: Outcome) -> None:
    """Writes down the Outcome."""
    reason = str(outcome.reason) if isinstance(outcome, Skipped) else ""
    db.execute(
        "UPDATE urls SET state = ?, outcome = ?, reason = ? WHERE id = ?",
        (codec.state_of(outcome), codec.encode_outcome(outcome), reason, lease.id),
    )


def keep_facts(db: Connection, lease: Lease, facts: PageFacts) -> None:
    """Writes down the facts; their navigation only where no other page has shown the same."""
    db.execute(
        "INSERT INTO pages (id, content_hash, twin, nav_id, facts, anchors) VALUES (?, ?, ?, ?, ?, ?)",
        (
            lease.id,
            facts.content_hash,
            _digest(urls.twin_key(lease.url)),
            _nav_id(db, facts),
            codec.encode_facts(facts),
            codec.encode_anchors(facts.anchors),
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
            "UPDATE pages SET whole = iif(?, coalesce(whole, content_hash), NULL), content_hash = ?, nav_id = ?, facts = ?, anchors = ?, written = '', original = NULL WHERE id = ?",
            (
                bool(facts.chrome),
                facts.content_hash,
                _nav_id(db, facts),
                codec.encode_facts(facts),
                codec.encode_anchors(facts.anchors),
                row[0][0],
            ),
        )
    return bool(row)


def unsettle(db: Connection, found: Sequence[str]) -> list[str]:
    """Has what was read at exactly these URLs wait again, and their duplicates with them; the paths of the Pages that they were."""
    again: dict[int, str | None] = {}
    for url in found:
        row = db.execute(
            "SELECT id, state, outcome FROM urls WHERE key = ? AND url = ? AND attempts > 0 AND ("
            "state IN ('saved', 'duplicate') OR state = 'skipped' AND reason = 'trap')",
            (_identity(url)[0], url),
        ).fetchone()
        if row is not None:
            outcome = codec.decode_outcome(State(row[1]), row[2])
            again[row[0]] = outcome.path if isinstance(outcome, Saved) else None
    originals = set(found)
    for row_id, text in db.execute("SELECT id, outcome FROM urls WHERE state = 'duplicate'").fetchall():
        outcome = codec.decode_outcome(State.DUPLICATE, text)
        if isinstance(outcome, Duplicate) and outcome.of in originals:
            again.setdefault(row_id, None)
    for row_id in again:
        db.execute("DELETE FROM pages WHERE id = ?", (row_id,))
        selection.put_back(db, f"id = {row_id}")
    return [path for path in again.values() if path is not None]


def _nav_id(db: Connection, facts: PageFacts) -> int:
    """The row of the navigation, made only where no other page has shown the same."""
    tree = codec.encode_nav(facts.nav)
    fingerprint = _digest(tree)
    db.execute("INSERT INTO navs (digest, tree) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING", (fingerprint, tree))
    (nav_id,) = db.execute("SELECT id FROM navs WHERE digest = ?", (fingerprint,)).fetchone()
    return int(nav_id)


def find_twin(db: Connection, url: str, content_hash: str) -> str | None:
    """The first Saved URL with that content, as it was read at first, and the same `urls.twin_key`."""
    row = db.execute(
        "SELECT urls.url FROM pages JOIN urls ON urls.id = pages.id"
        " WHERE (content_hash = ?1 AND whole IS NULL AND twin = ?2) OR (whole = ?1 AND twin = ?2) ORDER BY pages.id LIMIT 1",
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
    tables = ("pages", "navs", "urls", "hosts", "pins", "meta", "claims", "relatives", "families", "patterns", "assets")
    for table in tables:
        db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
    db.execute("UPDATE tally SET urls = 0")
    db.execute("UPDATE sequence SET turn = 0")


def identity(url: str) -> bytes:
    """Digest of the `urls.key`."""
    return _identity(url)[0]


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8"), digest_size=16).digest()


@lru_cache(_IDENTITIES_KEPT)
def _identity(url: str) -> tuple[bytes, str]:
    """Digest of the key, and the host. Kept, because a sidebar names the same URLs on every page."""
    parsed = urls.parse(url)
    return _digest(urls.key(url)), parsed.netloc if parsed else ""
