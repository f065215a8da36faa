"""What a site lists of itself, and what of it was left out: the rows of listings, of claims, and of families.

Works inside the transaction of its caller; knows nothing of how a listing is read or a family told.
"""

from collections.abc import Iterable
from sqlite3 import Connection

from getdocs.frontier import codec
from getdocs.frontier.ledger import identity
from getdocs.model import Claim, Family, FamilyCount, FamilyKind, Lease, Listing, ListingRead


def claim(db: Connection, claims: Iterable[Claim]) -> None:
    """Writes down what a listing names; what another one of its kind has named already stays with that."""
    db.executemany(
        "INSERT INTO claims (key, listing, url, source) VALUES (?, ?, ?, ?) ON CONFLICT (key, listing) DO NOTHING",
        ((identity(each.url), each.listing, each.url, each.source) for each in claims),
    )


def conclude_listing(db: Connection, lease: Lease, read: ListingRead) -> None:
    """Writes down what came of a listing. Its state says no more than that it is done with."""
    db.execute(
        "UPDATE urls SET state = 'not_a_page', outcome = ?, reason = '' WHERE id = ?",
        (codec.encode_read(read), lease.id),
    )


def listings(db: Connection) -> list[tuple[str, str, str, str | None]]:
    """URL, kind, found on, and what came of it, encoded, in the order of entry. There are hundreds at the most."""
    return db.execute(
        "SELECT url, listing, found_on, outcome FROM urls WHERE listing IS NOT NULL ORDER BY id"
    ).fetchall()


def missed_listings(db: Connection) -> list[int]:
    """The rows of the listings for which something else came than the file: an error, or nothing."""
    rows = db.execute(
        "SELECT id, outcome FROM urls WHERE listing IS NOT NULL AND state = 'not_a_page' ORDER BY id"
    ).fetchall()
    return [row_id for row_id, outcome in rows if not 200 <= (codec.decode_read(outcome).status or 0) < 300]


def claims_after(db: Connection, after: int, most: int) -> list[tuple[int, Claim]]:
    """Up to `most` claims in the order of entry, from behind the row `after` on."""
    rows = db.execute(
        "SELECT id, url, listing, source FROM claims WHERE id > ? ORDER BY id LIMIT ?", (after, most)
    ).fetchall()
    return [(row_id, Claim(url, Listing(listing), source)) for row_id, url, listing, source in rows]


def leave_out(db: Connection, family: Family, urls: Iterable[str]) -> None:
    """Counts these URLs, each once, to a family that is not crawled."""
    db.execute(
        "INSERT INTO families (kind, name, prefix) VALUES (?, ?, ?) ON CONFLICT (prefix) DO NOTHING",
        (family.kind, family.name, family.prefix),
    )
    (family_id,) = db.execute("SELECT id FROM families WHERE prefix = ?", (family.prefix,)).fetchone()
    db.executemany(
        "INSERT INTO relatives (key, family_id) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
        ((identity(url), family_id) for url in urls),
    )


def take_in(db: Connection) -> None:
    """Forgets which families were left out."""
    db.execute("DELETE FROM relatives")
    db.execute("DELETE FROM families")


def family_counts(db: Connection) -> tuple[FamilyCount, ...]:
    """The families that were left out, by prefix."""
    rows = db.execute(
        "SELECT kind, name, prefix, count(*) FROM families JOIN relatives ON family_id = families.id"
        " GROUP BY families.id ORDER BY prefix"
    ).fetchall()
    return tuple(FamilyCount(Family(FamilyKind(kind), name, prefix), count) for kind, name, prefix, count in rows)
