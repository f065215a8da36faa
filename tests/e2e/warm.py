"""Processes of the command line that are forked from a Python which has loaded getdocs before, instead of loading it again.

To load it is 0.8 s of computing, and most of what the hundreds of crawls of these tests would do. What is forked is a process
like any other: in a session of its own, with its own exit code, signals and output, running the same script; and, on Linux,
a child of the tests (see `adopt_orphans`). It has the string hashes of its sibling processes, and no moment in which Ctrl-C
finds it loading: tests of these start it `cold`.

Run as a program, this is the Python that is forked.
"""

import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Self

FIRST_LOOK, LONGEST_LOOK = 0.0005, 0.02
"""Seconds between two looks whether a process is over."""
JOB_BYTES = 1 << 20


class Forked:
    """What tests use of `subprocess.Popen`, for a child that somebody else has forked: see there."""

    def __init__(self, pid: int, args: Sequence[str], stdout: IO[str], stderr: IO[str] | None) -> None:
        self.pid, self.args = pid, args
        self.stdout, self.stderr = stdout, stderr
        self.returncode: int | None = None
        self._readers: list[_Reader] = []

    def poll(self) -> int | None:
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # somebody else has waited for it
                self.returncode = 0
            else:
                self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        pause = FIRST_LOOK
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_LOOK)
        return code

    def communicate(self, *, timeout: float | None = None) -> tuple[str, str | None]:
        end = None if timeout is None else time.monotonic() + timeout
        self._readers = self._readers or [_Reader(stream) for stream in (self.stdout, self.stderr) if stream]
        for reader in self._readers:
            reader.join(None if end is None else max(0.0, end - time.monotonic()))
            if reader.is_alive():
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
        self.wait(None if end is None else max(0.0, end - time.monotonic()))
        read = [reader.text for reader in self._readers]
        return read[0], read[1] if self.stderr else None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdout, self.stderr):
            if stream:
                stream.close()
        self.wait()


class _Reader(threading.Thread):
    """Reads a stream to its end, and closes it."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self.text = ""
        self.start()

    def run(self) -> None:
        with self._stream:
            self.text = self._stream.read()


class Warm:
    """The Python that has loaded getdocs, from its first use until it is closed."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._one_at_a_time = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", __file__, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def start(self, args: Sequence[str], *, env: dict[str, str], cwd: Path, stderr: int) -> Forked:
        """Runs `args`, of which the first is a Python script. stdin is closed, stdout is piped; `stderr` as of Popen."""
        stdout, stdout_theirs = os.pipe()
        stderr_read, stderr_theirs = os.pipe() if stderr == subprocess.PIPE else (None, None)
        errors = {subprocess.PIPE: stderr_theirs, subprocess.STDOUT: stdout_theirs}.get(stderr, stderr)
        job = json.dumps({"args": args, "env": env, "cwd": str(cwd)}).encode()
        with self._one_at_a_time:
            socket.send_fds(self._ours, [job], [stdout_theirs, errors])
            told = self._ours.recv(100)
        assert told, "the Python that has loaded getdocs is over: its own stderr says why"
        os.close(stdout_theirs)
        if stderr_theirs is not None:
            os.close(stderr_theirs)
        return Forked(int(told), args, _opened(stdout), None if stderr_read is None else _opened(stderr_read))

    def close(self) -> None:
        self._ours.close()
        self._process.wait()


def _opened(descriptor: int) -> IO[str]:
    return open(descriptor, encoding="utf-8")


def _serve(tests: socket.socket) -> None:
    """Forks a process for each job, and tells its number. Returns in that process; ends where the tests have."""
    while True:
        job, descriptors, _, _ = socket.recv_fds(tests, JOB_BYTES, 2)
        if not job:
            sys.exit()
        told, tell = os.pipe()
        if between := os.fork():
            os.close(tell)
            for descriptor in descriptors:
                os.close(descriptor)
            os.waitpid(between, 0)  # its child has lost its parent from here on, and is the tests'
            tests.send(os.read(told, 100))
            os.close(told)
        elif ours := os.fork():
            os.write(tell, str(ours).encode())
            os._exit(0)
        else:
            os.close(told)
            os.close(tell)
            tests.close()
            _become(json.loads(job), *descriptors)
            return


def _become(job: dict, stdout: int, stderr: int) -> None:
    os.setsid()
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.close(stdout)
    os.close(stderr)
    os.chdir(job["cwd"])
    os.environ.clear()
    os.environ.update(job["env"])
    sys.argv = job["args"]


def _load() -> None:
    """What a crawl loads, by itself or when it comes to need it."""
    import getdocs  # noqa: PLC0415 - loaded in the process that is forked, not by the tests

    for module in pkgutil.walk_packages(getdocs.__path__, "getdocs."):
        if not module.name.startswith("getdocs.mcp"):
            importlib.import_module(module.name)


def main() -> None:
    with socket.socket(fileno=int(sys.argv[1])) as tests:
        _load()
        assert threading.active_count() == 1
        gc.collect()
        gc.freeze()  # so that it is not copied when it is looked through
        _serve(tests)
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
