"""Puts bytes into a file of the output folder, whole or not at all, and never outside it.

Each folder on the way is opened from the one above without following links, so nothing that happens to the tree in
between can lead elsewhere. May be called from several threads, for different paths. Refuses to know what the bytes are.
"""

import contextlib
import errno
import hashlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from getdocs.errors import OutputError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_FOLDERS = threading.Lock()
"""No thread removes the empty folder that another has made for a file, before the file is in it."""


def prepare_folder(folder: Path) -> None:
    """Makes `folder` and writes a file into it for a moment. Raises OutputError where that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".getdocs-probe.tmp"
        probe.unlink(missing_ok=True)
        os.close(os.open(probe, _NEW_FILE, 0o666))
        probe.unlink()
    except OSError as error:
        raise _failure(folder, error) from error


def named(file: Path) -> Path:
    """Where a file is to stand that a person has named: a link is followed. Raises OutputError where a device or a pipe stands there."""
    try:
        place = file.resolve() if file.is_symlink() else file
        if place.exists() and not place.is_file() and not place.is_dir():
            raise OutputError(f"cannot write {file}: it is no file. Name a file, or one that is not there yet")
    except (OSError, RuntimeError, ValueError) as error:
        raise OutputError(f"cannot write {file}: {error}. Name another file") from error
    return place


def write_whole(root: Path, path: PurePosixPath, data: bytes) -> None:
    """Replaces the file at `path` below `root` by one that holds `data`: `write_aside`, and `put_in_place`.

    A reader sees the old file or the new one. Raises OutputError with the path and the reason; then the old file, if any,
    stands as it was and no temporary file is left. Raises ValueError where `path` is no path below `root`.
    """
    write_aside(root, path, data)
    put_in_place(root, path)


@contextlib.contextmanager
def replacing(root: Path, path: PurePosixPath) -> Iterator[BinaryIO]:
    """As `write_whole`, for what is written bit by bit: it stands in its place once the block has ended, and not if that raised."""
    with _aside(root, path) as stream:
        yield stream
    put_in_place(root, path)


def write_aside(root: Path, path: PurePosixPath, data: bytes) -> None:
    """Has `data` on the disk (fsync) in a temporary file beside `path`, made anew: the slow part of writing a file.

    A link in the place of a folder is refused. Raises as `write_whole`.
    """
    with _aside(root, path) as stream:
        stream.write(data)


@contextlib.contextmanager
def _aside(root: Path, path: PurePosixPath) -> Iterator[BinaryIO]:
    _require_below(path)
    # One name for each target, so that what a killed run left is taken over and does not pile up.
    temporary = _temporary(path.name)
    with _failing_as_output(root / path), contextlib.ExitStack() as stack:
        with _FOLDERS:
            folder = stack.enter_context(_opened(root, path.parts[:-1]))
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary, dir_fd=folder)
            file = os.open(temporary, _NEW_FILE, 0o666, dir_fd=folder)
        try:
            with os.fdopen(file, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=folder)
            raise


def put_in_place(root: Path, path: PurePosixPath) -> None:
    """Makes what `write_aside` has written the file at `path`; takes no time. A link in its place is replaced.

    Raises as `write_whole`.
    """
    _require_below(path)
    temporary = _temporary(path.name)
    with _failing_as_output(root / path), _opened(root, path.parts[:-1], make=False) as folder:
        try:
            os.replace(temporary, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=folder)
            raise


def drop_aside(root: Path, path: PurePosixPath) -> None:
    """Removes what `write_aside` has written for `path`, and the folders that this leaves empty. Raises as `remove`."""
    _require_below(path)
    remove(root, path.with_name(_temporary(path.name)))


def remove(root: Path, path: PurePosixPath) -> None:
    """Removes the file at `path` below `root`, and each folder above it that is then empty, `root` itself not.

    What is not there is passed over; a link on the way is not followed. Raises OutputError where removing fails, ValueError
    where `path` is no path below `root`.
    """
    _require_below(path)
    try:
        with _FOLDERS:
            with _opened(root, path.parts[:-1], make=False) as folder:
                os.unlink(path.name, dir_fd=folder)
            for depth in range(len(path.parts) - 1, 0, -1):
                with _opened(root, path.parts[: depth - 1], make=False) as folder:
                    os.rmdir(path.parts[depth - 1], dir_fd=folder)
    except OSError as error:
        if error.errno not in {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENOTEMPTY, errno.EEXIST}:
            raise _failure(root / path, error) from error


def _require_below(path: PurePosixPath) -> None:
    if path.is_absolute() or not path.parts or ".." in path.parts:
        raise ValueError(f"not a path below the output folder: {path}")


@contextlib.contextmanager
def _opened(root: Path, parts: tuple[str, ...], *, make: bool = True) -> Iterator[int]:
    # The output folder itself may be a link: the user chose it.
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts:
            if make:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(part, dir_fd=folder)
            below = os.open(part, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = below
        yield folder
    finally:
        os.close(folder)


def _temporary(name: str) -> str:
    return f".{hashlib.sha256(name.encode()).hexdigest()[:16]}.tmp"


@contextlib.contextmanager
def _failing_as_output(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _failure(path, error) from error


_REASONS = {
    errno.EEXIST: "it is a file, not a folder",
    errno.ENOTDIR: "a folder on the way is a file or a link",
    errno.ELOOP: "a folder on the way is a link",
    errno.EISDIR: "a folder stands in its place",
}


def _failure(path: Path, error: OSError) -> OutputError:
    reason = _REASONS.get(error.errno or 0) or error.strerror or str(error)
    return OutputError(f"cannot write {path}: {reason}. Put that right, or choose another folder with -o")
