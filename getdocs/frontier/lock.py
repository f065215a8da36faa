"""One crawl at a time on one directory. Knows nothing of what the directory holds."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from getdocs.errors import StateError


class DirectoryLock:
    """A POSIX record lock on a file that names its holder.

    The kernel drops it when the process ends, however it ends, so a dead process never has to be argued with; and,
    unlike `flock`, a worker process that was forked and outlived us does not keep it. It does not stop the holding
    process itself from taking it twice: SQLite's own lock does that.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> "DirectoryLock":
        """Takes the lock that `path` stands for. Raises StateError where another process has it, or on a disk error."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StateError(
                f"{path}: cannot be written: {error.strerror}; choose another output folder with -o"
            ) from error
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        except (BlockingIOError, PermissionError) as error:  # lockf(3): either of the two means "held by another"
            holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()
            os.close(descriptor)
            raise StateError(
                f"{path.parent}: another crawl (process {holder or 'unknown'}) is at work here; "
                "wait for it to end, or choose another output folder with -o"
            ) from error
        except OSError as error:
            os.close(descriptor)
            raise StateError(
                f"{path}: cannot be locked: {error.strerror}; choose an output folder on another disk with -o"
            ) from error
        return cls(descriptor)

    def release(self) -> None:
        """Lets go. The file stays: deleting a lock file races with whoever has just opened it."""
        with suppress(OSError):
            os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)
