"""A folder of records on disk, by key: each is whole or not there. Knows nothing of HTTP, of pages, or of what to do without.

One file a record: what marks it as ours, a SHA-256 of everything behind it, two lengths, the key, the head, and the body
compressed by zstd (an eighth of its size for HTML; 0.2 ms for a page). It is written aside and renamed, without waiting for
the disk: a process that is killed leaves the old record or the new one, and a file that a power cut has torn fails its
checksum. One process at a time writes to a folder; within it, any thread may.
"""

import contextlib
import hashlib
import itertools
import os
import struct
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_MARK = b"getdocs1"
"""Another format gets another mark; a file without this one is as if it were not there."""
_LENGTHS = struct.Struct(">II")
_DIGEST_SIZE = hashlib.sha256().digest_size
_TEMPORARY = ".tmp"
_SWEPT_TO = 0.9
"""Of the largest size: what is left when the oldest records have been removed, so that this is not done at every write."""


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept under one key: a head, whose form is its owner's, and a body, which is stored compressed."""

    head: bytes
    body: bytes


class RecordError(Exception):
    """A record that is there cannot be read, or one cannot be written. The message names the file and the reason."""


class Records:
    """The records in `folder`, which is made when the first is written. Every method blocks for as long as the disk takes.

    Where `max_bytes` is given, the files come to no more than that together: those written longest ago go first.
    """

    def __init__(self, folder: Path, *, max_bytes: int | None = None) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._size: int | None = None
        self._numbers = itertools.count()

    def get(self, key: str) -> Record | None:
        """The record of `key`; None where there is none. Raises RecordError where it is damaged or cannot be read."""
        path = self._path(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from error
        if not data.startswith(_MARK):
            return None
        try:
            stored_key, record = _unpacked(data)
        except (ValueError, struct.error, zstd.ZstdError) as error:
            raise RecordError(f"{path}: damaged") from error
        return record if stored_key == _encoded(key) else None

    def put(self, key: str, record: Record) -> None:
        """Keeps `record` in place of what was there. Raises RecordError where that fails; then what was there stays."""
        path = self._path(key)
        data = _packed(_encoded(key), record)
        temporary = path.with_name(f"{path.name}.{next(self._numbers)}{_TEMPORARY}")
        try:
            with self._lock:
                if self._size is None:
                    self._size = self._take_stock()
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                temporary.write_bytes(data)
                with self._lock:
                    self._size += len(data) - _size(path)
                    temporary.replace(path)
                    if self._max_bytes is not None and self._size > self._max_bytes:
                        self._size = self._sweep(int(self._max_bytes * _SWEPT_TO))
            except BaseException:
                with contextlib.suppress(OSError):
                    temporary.unlink()
                raise
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from error

    def remove(self, key: str) -> None:
        """Removes the record of `key`, if there is one. Raises RecordError where that fails."""
        path = self._path(key)
        try:
            with self._lock:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from error

    def clear(self) -> None:
        """Removes every record. Raises RecordError where that fails."""
        try:
            with self._lock:
                self._size = self._sweep(0)
        except OSError as error:
            raise RecordError(f"{self._folder}: {error.strerror}") from error

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(_encoded(key)).hexdigest()[:40]
        return self._folder / name[:2] / name[2:]

    def _take_stock(self) -> int:
        """Bytes of all records. Removes what a killed run had begun to write."""
        size = 0
        for file in self._files():
            if file.name.endswith(_TEMPORARY):
                Path(file).unlink(missing_ok=True)
            else:
                size += file.stat().st_size
        return size

    def _sweep(self, target: int) -> int:
        """Removes the oldest records until at most `target` bytes are left; how many those are."""
        found = [(status.st_mtime_ns, status.st_size, file.path) for file, status in self._stocked()]
        size = sum(each for _, each, _ in found)
        for _, each, path in sorted(found):
            if size <= target:
                break
            Path(path).unlink(missing_ok=True)
            size -= each
        return size

    def _stocked(self) -> Iterator[tuple[os.DirEntry[str], os.stat_result]]:
        for file in self._files():
            if not file.name.endswith(_TEMPORARY):
                yield file, file.stat()

    def _files(self) -> Iterator[os.DirEntry[str]]:
        with contextlib.suppress(FileNotFoundError), os.scandir(self._folder) as shelves:
            for shelf in shelves:
                if shelf.is_dir(follow_symlinks=False):
                    with os.scandir(shelf) as files:
                        yield from files


def _encoded(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _packed(key: bytes, record: Record) -> bytes:
    lengths = _LENGTHS.pack(len(key), len(record.head))
    content = b"".join((lengths, key, record.head, zstd.compress(record.body)))
    return b"".join((_MARK, hashlib.sha256(content).digest(), content))


def _unpacked(data: bytes) -> tuple[bytes, Record]:
    digest, content = data[len(_MARK) : len(_MARK) + _DIGEST_SIZE], data[len(_MARK) + _DIGEST_SIZE :]
    if hashlib.sha256(content).digest() != digest:
        raise ValueError("the checksum does not fit")
    of_key, of_head = _LENGTHS.unpack_from(content)
    key_end = _LENGTHS.size + of_key
    head_end = key_end + of_head
    head, body = content[key_end:head_end], zstd.decompress(content[head_end:])
    return content[_LENGTHS.size : key_end], Record(head, body)
