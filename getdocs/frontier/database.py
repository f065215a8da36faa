"""The state file: created whole or not at all, checked before it is believed, written in transactions.

Knows files, locks and the errors of SQLite; nothing of URLs.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from getdocs.errors import StateError
from getdocs.frontier.lock import DirectoryLock
from getdocs.frontier.schema import APPLICATION_ID, MIGRATIONS, migrate, schema_version

_DISK_ERRORS = {
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_NOTADB: "is damaged, or no state of getdocs",
    sqlite3.SQLITE_FULL: "cannot be written: the disk is full",
    sqlite3.SQLITE_READONLY: "cannot be written: it is read-only",
    sqlite3.SQLITE_IOERR: "cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_PERM: "cannot be opened",
    sqlite3.SQLITE_BUSY: "is in use by another crawl or program",
    sqlite3.SQLITE_PROTOCOL: "is in use by another crawl or program",
}
"""SQLite's primary result codes that tell of the world. Every other one is a bug of ours and propagates."""

_KEPT = "It is left as it is; choose another output folder with -o, or move it away to start anew."
_CURABLE = "Put that right and go on with --resume, or choose another output folder with -o."

_PAGES_OF_CACHE = 2000
_PAGES_OF_JOURNAL = 4000
"""Of 4 KiB each. The journal is folded into the file once it is this long: the one slow step among many, so not often."""


class Database:
    """One open state. `in_file` is None for one in memory."""

    def __init__(self, connection: sqlite3.Connection, in_file: Path | None, lock: DirectoryLock | None) -> None:
        self._connection = connection
        self._in_file = in_file
        self._lock = lock

    @classmethod
    def open(cls, path: Path | None) -> "Database":
        """Opens the state at `path`, or makes it; None keeps it in memory.

        Raises StateError where another crawl has it, where the file is damaged, of a newer getdocs or not ours (it is
        then not changed), and on any error of the disk.
        """
        if path is None:
            connection = sqlite3.connect(":memory:", isolation_level=None)
            migrate(connection)
            return cls(connection, None, None)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StateError(
                f"{path.parent}: cannot be created: {error.strerror}; choose another output folder with -o"
            ) from error
        lock = DirectoryLock.take(path.with_name(f"{path.name}.lock"))
        try:
            with _reporting(path):
                if not path.exists():
                    _create(path)
                return cls(_connect(path), path, lock)
        except BaseException:
            lock.release()
            raise

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of the block, or nothing of it. Raises StateError on an error of the disk."""
        with _reporting(self._in_file):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    with suppress(sqlite3.Error):
                        self._connection.execute("ROLLBACK")
                raise

    def damaged(self, what: str) -> StateError:
        """The error for content that no getdocs has written."""
        return StateError(f"{self._in_file or 'state in memory'} is damaged: {what}. {_KEPT}")

    def close(self) -> None:
        """Closes the file and lets others have it. Closing twice is harmless."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None


@contextmanager
def _reporting(path: Path | None) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        said = _DISK_ERRORS.get(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF)
        if said is None:
            raise
        advice = _KEPT if "damaged" in said else _CURABLE
        raise StateError(f"{path or 'state in memory'} {said} ({error}). {advice}") from error


def _create(path: Path) -> None:
    """Under another name first: a file at `path` is then always whole, and an empty one always a loss.

    The caller holds the lock, so the other name is free but for what a kill has left.
    """
    journal = path.with_name(f"{path.name}-wal")
    if journal.exists():
        raise StateError(f"{path} is missing, though its journal {journal.name} is there. {_KEPT}")
    fresh = path.with_name(f"{path.name}.new")
    try:
        for leftover in (fresh, *fresh.parent.glob(f"{fresh.name}-*")):
            leftover.unlink(missing_ok=True)
        connection = sqlite3.connect(fresh, isolation_level=None)
        try:
            migrate(connection)
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
        fresh.replace(path)
    except OSError as error:
        raise StateError(
            f"{path}: cannot be written: {error.strerror}; choose another output folder with -o"
        ) from error


def _connect(path: Path) -> sqlite3.Connection:
    # A crawl that ends does so in a thread of its own, while nobody else has anything to do with the state.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=0, check_same_thread=False
    )
    try:
        # Held from the first read on: a second crawl in this process, or a program that has the file open, is found out.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        _refuse_unusable(connection, path)
        migrate(connection)
        # NORMAL survives the death of the process at any instant; only a loss of power can take the last transactions
        # back, and then in order.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = {_PAGES_OF_CACHE}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_OF_JOURNAL}")
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_unusable(connection: sqlite3.Connection, path: Path) -> None:
    """Reads only."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StateError(f"{path} is damaged, or no state of getdocs. {_KEPT}")
    version = schema_version(connection)
    if version > len(MIGRATIONS):
        raise StateError(
            f"{path} was written by a newer getdocs (schema {version}, this one knows {len(MIGRATIONS)}). {_KEPT}"
        )
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise StateError(f"{path} is damaged ({verdict}). {_KEPT}")
