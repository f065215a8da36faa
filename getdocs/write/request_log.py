"""One JSON line for each request of a crawl, appended to a file. Knows nothing of why a request was made.

Each line is one write to a file opened for appending: a crawl that is killed leaves whole lines, and two crawls may share a file.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from getdocs.errors import OutputError
from getdocs.fetch.noting import Noted
from getdocs.timestamps import iso_millis
from getdocs.write.quoting import json_line


class RequestLog:
    """A context manager. `now`: seconds since the epoch; `warn` hears once where nothing more can be written."""

    def __init__(self, file: Path, *, now: Callable[[], float], warn: Callable[[str], None]) -> None:
        self._file = file
        self._now = now
        self._warn = warn
        self._descriptor = -1

    def __enter__(self) -> Self:
        """Raises OutputError where the file cannot be written."""
        try:
            # Not waiting: a pipe that nobody reads is an error, not the end of all else.
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK
            self._descriptor = os.open(self._file, flags, 0o644)
            size = os.fstat(self._descriptor).st_size
            if size and os.pread(self._descriptor, 1, size - 1) != b"\n":
                os.write(self._descriptor, b"\n")  # what a full disk has left of the last line
        except OSError as error:
            raise OutputError(
                f"cannot write the log file {self._file}: {error.strerror}: choose another (--log-file)"
            ) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            os.close(self._descriptor)
        self._descriptor = -1

    def note(self, noted: Noted) -> None:
        """One line more."""
        line = json_line(
            {
                "time": iso_millis(self._now()),
                "kind": noted.kind,
                "method": noted.method,
                "url": noted.url,
                "status": noted.status,
                "bytes": noted.size,
                "from_cache": noted.from_cache,
                "verdict": noted.verdict,
                "detail": noted.detail,
                "seconds": round(noted.seconds, 3),
                "waited": round(noted.waited, 3),
            }
        )
        if self._descriptor < 0:
            return
        try:
            os.write(self._descriptor, line.encode())
        except OSError as error:
            self._warn(f"cannot write the log file {self._file}: {error.strerror}: nothing more is logged")
            os.close(self._descriptor)
            self._descriptor = -1
