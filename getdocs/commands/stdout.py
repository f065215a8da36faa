"""Data on stdout: Markdown, JSON, and lines that go out while the crawl that they tell of is still running."""

import asyncio
import errno
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue

import typer

from getdocs.errors import OutputError
from getdocs.write.quoting import json_line, well_formed
from getdocs.write.terminal import printable


def print_markdown(markdown: str) -> None:
    """To a pipe exactly as a crawl would write it; to a terminal without what would steer it."""
    if sys.stdout.isatty():
        typer.echo("\n".join(map(printable, markdown.rstrip("\n").split("\n"))))
    else:
        sys.stdout.buffer.write(well_formed(markdown).encode())


def print_json(value: object) -> None:
    """One line."""
    typer.echo(json_line(value), nl=False)


_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


@contextmanager
def delivered() -> Iterator[None]:
    """What the block prints is on its way when it ends. Raises OutputError where stdout does not take it: a full disk.

    A reader who has gone (a closed pipe) is left to whoever deals with that. What is written to a file has its own errors.
    """
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:  # it is where the process was started without one
                sys.stdout.flush()
    except OSError as error:
        if error.filename is not None or error.errno not in _NO_ROOM:
            raise
        raise OutputError(f"cannot write to stdout: {error.strerror}") from error


class Lines:
    """Writes lines from a thread of its own: a slow reader holds up whoever waits for it, and not the event loop.

    The thread ends with the process, so that a reader who has stopped reading cannot keep it alive. `write` puts bytes out,
    whole; a BrokenPipeError of its says that nobody reads any more.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._waiting: SimpleQueue[tuple[str, Callable[[], object]]] = SimpleQueue()
        self._failure: OSError | None = None
        threading.Thread(target=self._work, name="stdout", daemon=True).start()

    @property
    def unread(self) -> bool:
        """Whether the reader has gone."""
        return isinstance(self._failure, BrokenPipeError)

    async def send(self, line: str) -> None:
        """Returns when `line` is out, or nobody reads any more. Raises OutputError where it cannot be written."""
        loop, out = asyncio.get_running_loop(), asyncio.Event()
        self._waiting.put((line, lambda: loop.call_soon_threadsafe(out.set)))
        await out.wait()
        self._check()

    def send_last(self, line: str) -> None:
        """The same without an event loop."""
        out = threading.Event()
        self._waiting.put((line, out.set))
        out.wait()
        self._check()

    def _check(self) -> None:
        if self._failure is not None and not self.unread:
            raise OutputError(f"cannot write to stdout: {self._failure.strerror}") from self._failure

    def _work(self) -> None:
        while True:
            line, done = self._waiting.get()
            try:
                if self._failure is None:
                    self._write(line.encode())
            except OSError as failure:
                self._failure = failure
            with suppress(RuntimeError):  # the event loop is closed: nobody waits
                done()


def to_stdout() -> Lines:
    """Lines on stdout, past Python's own buffer: a thread that hangs in that would keep the process from ending."""
    sys.stdout.flush()
    descriptor = sys.stdout.fileno()

    def write(data: bytes) -> None:
        while data:
            data = data[os.write(descriptor, data) :]

    return Lines(write)
