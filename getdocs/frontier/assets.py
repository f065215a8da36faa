"""The rows of assets: what was asked for beside the pages, and what came of it.

Works inside the transaction of its caller; knows nothing of what they are.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict
from sqlite3 import Connection

from getdocs.model import AssetRow, SavedAsset, SkippedAsset


def rows(db: Connection) -> tuple[AssetRow, ...]:
    """All of them, by URL. Raises ValueError where one is damaged."""
    found = db.execute("SELECT url, saved, outcome FROM assets ORDER BY url").fetchall()
    return tuple(AssetRow(url, _decoded(outcome, saved=bool(saved))) for url, saved, outcome in found)


def keep(db: Connection, kept: Iterable[AssetRow]) -> None:
    """Writes these down, in place of what was known of their URLs."""
    db.executemany(
        "INSERT OR REPLACE INTO assets (url, saved, outcome) VALUES (?, ?, ?)",
        ((row.url, isinstance(row.outcome, SavedAsset), json.dumps(asdict(row.outcome))) for row in kept),
    )


def forget_skipped(db: Connection) -> int:
    """Forgets those that were not kept; how many that were."""
    return db.execute("DELETE FROM assets WHERE NOT saved").rowcount


def _decoded(text: str, *, saved: bool) -> SavedAsset | SkippedAsset:
    try:
        return SavedAsset(**json.loads(text)) if saved else SkippedAsset(**json.loads(text))
    except TypeError as error:
        raise ValueError(f"not an asset: {text}") from error
