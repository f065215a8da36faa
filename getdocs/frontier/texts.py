"""What linking needs of the state: which files there are, what was read of each, and what has been put in its place."""

import zlib
from collections.abc import Iterable
from sqlite3 import Connection

from getdocs.frontier import codec
from getdocs.frontier.schema import State
from getdocs.model import PageFile, PageText, Saved

_LEVEL = 6
_FILES = """
SELECT pages.id, urls.url, urls.outcome, content_hash, written
FROM pages JOIN urls ON urls.id = pages.id
WHERE pages.id > ? AND urls.state = 'saved' ORDER BY pages.id LIMIT ?
"""


def files(db: Connection, after: int, most: int) -> list[PageFile]:
    """Up to `most` files in the order of entry, from behind the row `after` on. Raises ValueError where one is damaged."""
    found: list[PageFile] = []
    for row_id, url, outcome, content_hash, written in db.execute(_FILES, (after, most)):
        saved = codec.decode_outcome(State.SAVED, outcome)
        if isinstance(saved, Saved):
            found.append(PageFile(row_id, url, saved.path, content_hash, tuple(written.split())))
    return found


def text(db: Connection, row_id: int) -> PageText:
    """What was read of one. Raises ValueError where that is damaged."""
    original, anchors = db.execute("SELECT original, anchors FROM pages WHERE id = ?", (row_id,)).fetchone()
    try:
        markdown = None if original is None else zlib.decompress(original).decode()
    except zlib.error as error:
        raise ValueError(f"unreadable text: {error}") from error
    return PageText(markdown, codec.decode_anchors(anchors))


def keep(db: Connection, kept: Iterable[tuple[PageFile, str]]) -> None:
    """Keeps the body of each that was read, unless it is kept already, and what is written in its place."""
    db.executemany(
        "UPDATE pages SET original = coalesce(original, ?), written = ? WHERE id = ?",
        ((zlib.compress(body.encode(), _LEVEL), " ".join(file.written), file.id) for file, body in kept),
    )
