"""Which URL goes next: the due host whose first waiting URL comes first in the order of the crawl.

The first of a host is one that has been put off least often, so that a URL which is put off again and again keeps none
of the others from being asked for.

Every step but `recover` is one walk of an index, so that its cost does not grow with the number of URLs or hosts. Works
inside the transaction of its caller; knows neither Outcomes nor Leases.
"""

import sqlite3
from dataclasses import dataclass

_REFRESH = """
UPDATE hosts SET (head_tier, head_turn, head_id) = (
  SELECT tier, turn, id FROM urls WHERE host_id = hosts.id AND state = 'waiting' ORDER BY deferrals, tier, turn LIMIT 1
) WHERE id = ?
"""


@dataclass(frozen=True, slots=True)
class Head:
    """The first waiting URL of a host that is due."""

    host_id: int
    host: str
    url_id: int


def host_id(db: sqlite3.Connection, host: str) -> int:
    """The row of that host (host and explicit port), entered where it is new."""
    db.execute("INSERT INTO hosts (name) VALUES (?) ON CONFLICT (name) DO NOTHING", (host,))
    return int(db.execute("SELECT id FROM hosts WHERE name = ?", (host,)).fetchone()[0])


def refresh_head(db: sqlite3.Connection, host: int) -> None:
    """Must follow every change to the waiting URLs of that host."""
    db.execute(_REFRESH, (host,))


def wake(db: sqlite3.Connection, now: float) -> None:
    """Moves what has become due since the last look. Each move undoes one of `cool` or of a deferral, so it is paid for."""
    sleepers = db.execute(
        "UPDATE urls SET state = 'waiting' WHERE state = 'sleeping' AND ready_at <= ? RETURNING host_id", (now,)
    ).fetchall()
    for (host,) in set(sleepers):
        refresh_head(db, host)
    db.execute(
        "UPDATE hosts SET phase = 'due' WHERE phase = 'cooling' AND head_id IS NOT NULL AND next_at <= ?", (now,)
    )


def first_due(db: sqlite3.Connection) -> Head | None:
    """The head that comes first, over all hosts that are due."""
    row = db.execute(
        "SELECT id, name, head_id FROM hosts WHERE phase = 'due' AND head_id IS NOT NULL"
        " ORDER BY head_tier, head_turn LIMIT 1"
    ).fetchone()
    return Head(*row) if row else None


def next_wake(db: sqlite3.Connection) -> float | None:
    """When the next host or URL becomes due; None where nothing waits for its time."""
    cooling = db.execute(
        "SELECT next_at FROM hosts WHERE phase = 'cooling' AND head_id IS NOT NULL ORDER BY next_at LIMIT 1"
    ).fetchone()
    sleeping = db.execute("SELECT ready_at FROM urls WHERE state = 'sleeping' ORDER BY ready_at LIMIT 1").fetchone()
    times = [row[0] for row in (cooling, sleeping) if row is not None]
    return min(times) if times else None


def cool(db: sqlite3.Connection, host: int, next_at: float) -> None:
    """Nothing of that host until `next_at`. A parked host stays parked."""
    db.execute(
        "UPDATE hosts SET next_at = ?, phase = iif(phase = 'parked', 'parked', 'cooling') WHERE id = ?",
        (next_at, host),
    )


def recover(db: sqlite3.Connection) -> None:
    """What an earlier run left: its leases wait again, and the hosts that it had given up are asked anew.

    What it had put off takes its old place again. The pauses that hosts asked for still stand.
    """
    changed = [
        *db.execute("UPDATE urls SET state = 'waiting' WHERE state = 'leased' RETURNING host_id"),
        *db.execute("UPDATE urls SET deferrals = 0 WHERE state = 'waiting' AND deferrals > 0 RETURNING host_id"),
    ]
    db.execute("UPDATE urls SET deferrals = 0 WHERE state = 'sleeping'")
    for (host,) in set(changed):
        refresh_head(db, host)
    db.execute("UPDATE hosts SET phase = 'cooling', reason = '' WHERE phase = 'parked'")
    db.execute("UPDATE hosts SET deferrals = 0, failures = 0 WHERE deferrals > 0 OR failures > 0")


def put_back(db: sqlite3.Connection, condition: str) -> int:
    """Every settled URL that the SQL `condition` describes waits again; how many there were."""
    changed = db.execute(
        "UPDATE urls SET state = 'waiting', outcome = NULL, reason = '', deferrals = 0"  # noqa: S608 - our own text
        f" WHERE {condition} RETURNING host_id"
    ).fetchall()
    for (host,) in set(changed):
        refresh_head(db, host)
    return len(changed)


def quiet(db: sqlite3.Connection, host: int, until: float, *, asked_at: float) -> int:
    """As `cool`, though never for less than what stands. Returns the streak of the host.

    A request from before the end of its last pause was under way when that one began, and counts with it. `asked_at`:
    when the request was due at the latest.
    """
    next_at, quiet_until = db.execute("SELECT next_at, quiet_until FROM hosts WHERE id = ?", (host,)).fetchone()
    if asked_at >= quiet_until:
        db.execute("UPDATE hosts SET deferrals = deferrals + 1 WHERE id = ?", (host,))
    db.execute("UPDATE hosts SET quiet_until = max(quiet_until, ?) WHERE id = ?", (until, host))
    if until > next_at:
        cool(db, host, until)
    return streak(db, host)


def streak(db: sqlite3.Connection, host: int) -> int:
    """How many pauses the host has asked for in a row."""
    return int(db.execute("SELECT deferrals FROM hosts WHERE id = ?", (host,)).fetchone()[0])


def end_streak(db: sqlite3.Connection, host: int) -> None:
    """The host has answered something."""
    db.execute("UPDATE hosts SET deferrals = 0, failures = 0 WHERE id = ? AND (deferrals > 0 OR failures > 0)", (host,))


def failures(db: sqlite3.Connection, host: int) -> int:
    """How many of its URLs have come to nothing in a row because the host is in trouble."""
    return int(db.execute("SELECT failures FROM hosts WHERE id = ?", (host,)).fetchone()[0])


def note_failure(db: sqlite3.Connection, host: int) -> int:
    """The host is in trouble: how many times in a row by now."""
    return int(
        db.execute("UPDATE hosts SET failures = failures + 1 WHERE id = ? RETURNING failures", (host,)).fetchone()[0]
    )


def give_turn_back(db: sqlite3.Connection, host: int, next_at: float) -> None:
    """Undoes the `cool` of a hand-out that asked the host for nothing, unless something else has moved it since."""
    db.execute(
        "UPDATE hosts SET phase = 'due', next_at = 0 WHERE id = ? AND phase = 'cooling' AND next_at = ?",
        (host, next_at),
    )


def any_leased(db: sqlite3.Connection) -> bool:
    """Whether something is under way, be it a page or a listing."""
    return bool(db.execute("SELECT EXISTS (SELECT 1 FROM urls WHERE state = 'leased')").fetchone()[0])


def park(db: sqlite3.Connection, host: int, reason: str) -> None:
    """Nothing more of that host until `recover`; what slept waits with the rest."""
    db.execute("UPDATE hosts SET phase = 'parked', reason = ? WHERE id = ?", (reason, host))
    db.execute("UPDATE urls SET state = 'waiting' WHERE state = 'sleeping' AND host_id = ?", (host,))
    refresh_head(db, host)
