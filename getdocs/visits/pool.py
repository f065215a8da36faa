"""Runs pure functions in processes of their own, so that the event loop never waits for them. Knows nothing of pages.

One that dies over a function costs that function and nobody else; none outlives the process that started it, however that
ends. Each is a Python of its own that is sent its work over a pipe. `multiprocessing` would do that too, but runs the
program of the user in every process it starts, and leaves processes waiting for one that was killed.
"""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from enum import StrEnum
from functools import partial
from types import TracebackType
from typing import BinaryIO, Self, TypeVar, TypeVarTuple, cast

from getdocs.visits.worker import LENGTH

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

SIZE = min(2, os.cpu_count() or 1)
"""Processes. Of a page that the browser shows, reading is a small part; two read faster than any site should be asked."""
INSIDE = 100_000
"""Bytes that are worked through in threads before the first process is started: to read them costs what starting one does."""
CPU_SECONDS = 60.0
"""Of one function: the longest page of a documentation known to us takes two."""
PATIENCE_S = 1.0
"""For a process that is at work, before another one is started: enough where reading is a small part of a page."""
TRIES = 2
"""The process may have died of what it had done before, or by somebody's hand."""


class Loss(StrEnum):
    """Why nothing has come of a function."""

    DIED = "it ended the process that it was done in, twice"
    SLOW = f"it took more than {CPU_SECONDS:.0f} s of computing"


class Pool:
    """Up to `size` processes, which are started when they are needed. To be closed: `with Pool() as pool`."""

    def __init__(
        self, *, size: int = SIZE, inside: int = INSIDE, cpu_seconds: float = CPU_SECONDS, patience: float = 0.0
    ) -> None:
        """`inside`: bytes that are worked through in threads first. `cpu_seconds`: for one function.

        `patience`: seconds for which work waits for a process that has other work, before one more is started.
        """
        self._patience = patience
        self._inside = inside
        self._cpu_seconds = cpu_seconds
        # A thread for each process, that waits for it. Ctrl-C is for the main thread, and not for what these threads start.
        self._threads = ThreadPoolExecutor(size, "pool", signal.pthread_sigmask, (signal.SIG_BLOCK, {signal.SIGINT}))
        self._changed = threading.Condition()
        """Guards what follows; told where a process is free again, or gone."""
        self._idle: list[_Process] = []
        self._started: set[_Process] = set()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends every process; what they are at is lost."""
        with self._changed:
            self._closed = True
            for process in self._started:
                process.kill()
            self._changed.notify_all()
        self._threads.shutdown(cancel_futures=True)
        for process in self._started:
            process.end()

    async def run(self, weight: int, function: Callable[[*Ts], T], *arguments: *Ts) -> T | Loss:
        """What `function` returns. `weight`: bytes that it works through. Raises what it raises.

        The function is one of a module, and pure: it may be run twice. It, its arguments and what it returns are pickled.
        """
        return await asyncio.wrap_future(self.submit(weight, function, *arguments))

    def submit(self, weight: int, function: Callable[[*Ts], T], *arguments: *Ts) -> "Future[T | Loss]":
        """As `run`, for who has no event loop."""
        self._inside -= weight
        if self._inside >= 0:
            return self._threads.submit(function, *arguments)
        return self._threads.submit(partial(self._ask, function, *arguments))

    def _ask(self, function: Callable[[*Ts], T], *arguments: *Ts) -> T | Loss:
        job = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
        for tried in range(TRIES):
            process = self._process(fresh=tried > 0)
            try:
                done, result = process.ask(job)
            except (OSError, EOFError, pickle.UnpicklingError):
                status = process.end()
                with self._changed:
                    self._started.discard(process)
                    self._changed.notify()
                if status == -signal.SIGPROF:
                    return Loss.SLOW
                continue
            with self._changed:
                self._idle.append(process)
                self._changed.notify()
            if not done:
                raise cast("Exception", result)
            return cast("T", result)
        return Loss.DIED

    def _process(self, *, fresh: bool) -> "_Process":
        with self._changed:
            if not fresh:
                self._changed.wait_for(lambda: self._closed or self._idle or not self._started, self._patience)
            if self._closed:
                raise RuntimeError("the pool is closed")
            if self._idle and not fresh:
                return self._idle.pop()
            process = _Process(self._cpu_seconds)
            self._started.add(process)
            return process


class _Process:
    """One worker process, asked by one thread at a time."""

    def __init__(self, cpu_seconds: float) -> None:
        # It finds its modules where this process has found them.
        program = (
            f"import sys; sys.path[:] = {sys.path!r}; from getdocs.visits.worker import serve; serve({cpu_seconds})"
        )
        command = [sys.executable, "-c", program]
        self._popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - our own
        self._questions = cast("BinaryIO", self._popen.stdin)
        self._answers = cast("BinaryIO", self._popen.stdout)

    def ask(self, job: bytes) -> tuple[bool, object]:
        """As `worker.serve` answers. Raises OSError, EOFError or UnpicklingError where it ends before it has."""
        self._questions.write(LENGTH.pack(len(job)))
        self._questions.write(job)
        self._questions.flush()
        done, result = pickle.load(self._answers)  # noqa: S301 - from a process that runs our own functions
        return done, result

    def kill(self) -> None:
        """May be called while it is being asked."""
        self._popen.kill()

    def end(self) -> int:
        """Its exit status; negative: the number of the signal that has ended it."""
        self._popen.kill()
        for pipe in (self._questions, self._answers):
            with suppress(BrokenPipeError):
                pipe.close()
        return self._popen.wait()
