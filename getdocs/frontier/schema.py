"""The tables of the state, and how an older file becomes a current one.

Knows the shape of the data, not what is done with it.
"""

import sqlite3
from enum import StrEnum

APPLICATION_ID = 0x67646F63
"""What marks an SQLite file as ours (`PRAGMA application_id`): "gdoc" in ASCII."""


class State(StrEnum):
    """Where a URL stands: it is in exactly one of these. The last six are Outcomes, the others are Pending."""

    WAITING = "waiting"
    SLEEPING = "sleeping"
    """Put off; waits again once its `ready_at` is past."""
    LEASED = "leased"
    SAVED = "saved"
    REDIRECTED = "redirected"
    DUPLICATE = "duplicate"
    SKIPPED = "skipped"
    NOT_A_PAGE = "not_a_page"
    FAILED = "failed"


Statements = tuple[str, ...]

# `tier` is the order of the crawl: Seeds first, then breadth first, then what only a listing names. Within a host, what has
# been put off (`deferrals` times, in this run) comes after what has not. Of a Skipped row, `reason` is why.
# `spelling` is 0 for the first URL of a key; only a redirect makes another one.
# `attempts` counts hand-outs, which also tells a report on an earlier one from a report on the current one.
# A leased row keeps in `ready_at` the `next_at` that its hand-out gave the host: see `Frontier.settle`.
_URLS = """
CREATE TABLE urls (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  key BLOB NOT NULL,
  spelling INTEGER NOT NULL DEFAULT 0,
  host_id INTEGER NOT NULL REFERENCES hosts (id),
  depth INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  tier INTEGER GENERATED ALWAYS AS (iif(seed, 0, depth + 1)) VIRTUAL,
  found_on TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  deferrals INTEGER NOT NULL DEFAULT 0,
  ready_at REAL NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '',
  outcome TEXT,
  UNIQUE (key, spelling)
) STRICT
"""

# A host is `cooling` until `next_at`, then `due`; moving it from one to the other when its time has come is what makes
# "the due host with the first URL" one step in one index, however many hosts there are. The head is its first waiting
# URL, NULL where none waits. `deferrals` counts the pauses that it asked for in a row, with nothing settled in between;
# `quiet_until` is the end of the last one.
_HOSTS = """
CREATE TABLE hosts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  phase TEXT NOT NULL DEFAULT 'due' CHECK (phase IN ('due', 'cooling', 'parked')),
  next_at REAL NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '',
  deferrals INTEGER NOT NULL DEFAULT 0,
  quiet_until REAL NOT NULL DEFAULT 0,
  head_tier INTEGER,
  head_id INTEGER
) STRICT
"""

_PAGES = """
CREATE TABLE pages (
  id INTEGER PRIMARY KEY REFERENCES urls (id),
  content_hash TEXT NOT NULL,
  twin BLOB NOT NULL,
  nav_id INTEGER NOT NULL REFERENCES navs (id),
  facts TEXT NOT NULL
) STRICT
"""

# The tally makes counting free, and the limit of a crawl checkable at every lease.
_ENTERED = """
CREATE TRIGGER urls_entered AFTER INSERT ON urls BEGIN
  UPDATE tally SET urls = urls + 1 WHERE state = new.state;
END
"""
_MOVED = """
CREATE TRIGGER urls_moved AFTER UPDATE OF state ON urls WHEN old.state <> new.state BEGIN
  UPDATE tally SET urls = urls - 1 WHERE state = old.state;
  UPDATE tally SET urls = urls + 1 WHERE state = new.state;
END
"""

_PAGE_ENTERED = """
CREATE TRIGGER urls_entered AFTER INSERT ON urls WHEN new.listing IS NULL BEGIN
  UPDATE tally SET urls = urls + 1 WHERE state = new.state;
END
"""
_PAGE_MOVED = """
CREATE TRIGGER urls_moved AFTER UPDATE OF state ON urls WHEN old.state <> new.state AND new.listing IS NULL BEGIN
  UPDATE tally SET urls = urls - 1 WHERE state = old.state;
  UPDATE tally SET urls = urls + 1 WHERE state = new.state;
END
"""
_CLAIMS = """
CREATE TABLE claims (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL,
  listing TEXT NOT NULL,
  url TEXT NOT NULL,
  source TEXT NOT NULL,
  UNIQUE (key, listing)
) STRICT
"""

MIGRATIONS: tuple[Statements, ...] = (
    (
        _HOSTS,
        _URLS,
        "CREATE TABLE navs (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, tree TEXT NOT NULL) STRICT",
        _PAGES,
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TABLE pins (host TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TABLE tally (state TEXT PRIMARY KEY, urls INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        *(f"INSERT INTO tally (state, urls) VALUES ('{state}', 0)" for state in State),  # noqa: S608 - our own enum
        "CREATE INDEX urls_waiting ON urls (host_id, deferrals, tier, id) WHERE state = 'waiting'",
        "CREATE INDEX urls_sleeping ON urls (ready_at) WHERE state = 'sleeping'",
        "CREATE INDEX urls_leased ON urls (host_id) WHERE state = 'leased'",
        "CREATE INDEX hosts_due ON hosts (head_tier, head_id) WHERE phase = 'due' AND head_id IS NOT NULL",
        "CREATE INDEX hosts_cooling ON hosts (next_at) WHERE phase = 'cooling' AND head_id IS NOT NULL",
        "CREATE INDEX pages_content ON pages (content_hash, twin)",
        _ENTERED,
        _MOVED,
    ),
    (
        # The order of the crawl is no longer that of entry and depth: a page that a sitemap names first takes the place
        # of the link that is found later. `turn` is that place within a `tier`, out of one `sequence`.
        "DROP INDEX urls_waiting",
        "ALTER TABLE urls DROP COLUMN tier",
        "ALTER TABLE urls ADD COLUMN tier INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE urls ADD COLUMN turn INTEGER NOT NULL DEFAULT 0",
        "UPDATE urls SET tier = iif(seed, 0, depth + 1), turn = id",
        "CREATE TABLE sequence (turn INTEGER NOT NULL) STRICT",
        "INSERT INTO sequence (turn) SELECT coalesce(max(id), 0) FROM urls",
        "CREATE INDEX urls_waiting ON urls (host_id, deferrals, tier, turn) WHERE state = 'waiting'",
        "DROP INDEX hosts_due",
        "ALTER TABLE hosts ADD COLUMN head_turn INTEGER",
        "UPDATE hosts SET head_turn = head_id",
        "CREATE INDEX hosts_due ON hosts (head_tier, head_turn) WHERE phase = 'due' AND head_id IS NOT NULL",
        # What `hosts.failures` counts: URLs in a row that came to nothing because the host is in trouble.
        "ALTER TABLE hosts ADD COLUMN failures INTEGER NOT NULL DEFAULT 0",
        # A row with a `listing` is a file that lists pages, none itself: no count of pages has it.
        "ALTER TABLE urls ADD COLUMN listing TEXT",
        "ALTER TABLE urls ADD COLUMN trail TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX urls_listings ON urls (id) WHERE listing IS NOT NULL",
        "DROP TRIGGER urls_entered",
        "DROP TRIGGER urls_moved",
        _PAGE_ENTERED,
        _PAGE_MOVED,
        _CLAIMS,
        "CREATE TABLE families (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, prefix TEXT NOT NULL UNIQUE) STRICT",
        "CREATE TABLE relatives (key BLOB PRIMARY KEY, family_id INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE INDEX relatives_family ON relatives (family_id)",
        "CREATE TABLE patterns (digest BLOB PRIMARY KEY, urls INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (
        # `anchors`: the places of a Page, NULL where they are not known. `written`: the hashes of what linking has made of
        # its body, which is kept in `original` then, deflated. Last, because it is long and seldom read.
        "ALTER TABLE pages ADD COLUMN anchors TEXT",
        "ALTER TABLE pages ADD COLUMN written TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE pages ADD COLUMN original BLOB",
    ),
    (
        # `saved`: 1 where the asset was kept; `outcome` is JSON.
        "CREATE TABLE assets (url TEXT PRIMARY KEY, saved INTEGER NOT NULL, outcome TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (
        # `whole`: the hash of what was read at first, where the Page has been read again without its chrome; else NULL.
        "ALTER TABLE pages ADD COLUMN whole TEXT",
        "CREATE INDEX pages_whole ON pages (whole, twin) WHERE whole IS NOT NULL",
    ),
)
"""Entry n takes a file of schema version n to n + 1. Entries are only ever added."""


def schema_version(connection: sqlite3.Connection) -> int:
    """The schema version of the file; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, migrations: tuple[Statements, ...] = MIGRATIONS) -> None:
    """Brings the file up to date, one transaction for each step. The connection must be in autocommit mode."""
    for version in range(schema_version(connection), len(migrations)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in migrations[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
