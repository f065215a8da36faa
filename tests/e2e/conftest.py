"""What every end-to-end test stands on: the real command line as a process, sites to crawl, and two checks after each test.

After each test the log of every server is audited (see `fixtures.audit`), and no process that the command line started
may be left. A test that lets the crawler break a rule says so: `@pytest.mark.unaudited("why")`.
"""

import ctypes
import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from fixtures.audit import violations
from fixtures.server import FixtureServer
from getdocs.errors import BrowserError
from getdocs.render.find import find_chromium

MARK = "GETDOCS_TEST_RUN"
PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h
REAPED_WITHIN = 5.0  # seconds that a browser may take to be gone after its parent is


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "unaudited(why): the servers' logs are not audited after this test")


@dataclass(frozen=True, slots=True)
class Run:
    """One finished run of the command line. `returncode` is negative where a signal ended it."""

    args: tuple[str, ...]
    returncode: int
    stdout: str
    stderr: str
    seconds: float


class CommandLine:
    """Starts `getdocs` as a process in a session of its own, and finds again what it started.

    By a mark in the environment, by descent from what carries it, and, on Linux, as orphans: these come to the tests' own
    process (see `adopt_orphans`), however they lost mark and parents. Chromium's children write over their environment.
    """

    def __init__(self, folder: Path) -> None:
        self._mark = uuid.uuid4().hex
        self._folder = folder
        self._before = set(psutil.Process().children())

    def start(self, *args: str | Path, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
        """The running process: for tests that interrupt it. stdin is closed, output is piped."""
        command = [str(Path(sys.executable).with_name("getdocs")), *map(str, args)]
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=self._folder,
            env={**os.environ, **(env or {}), MARK: self._mark},
            start_new_session=True,
        )

    def __call__(self, *args: str | Path, timeout: float = 120.0, env: dict[str, str] | None = None) -> Run:
        """Runs to the end. Fails the test, with what was printed so far, when `timeout` seconds are over."""
        started = time.monotonic()
        with self.start(*args, env=env) as process:
            try:
                stdout, stderr = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                self.kill()
                stdout, stderr = process.communicate()
                pytest.fail(f"getdocs {' '.join(map(str, args))}: not done after {timeout} s\n{stdout}\n{stderr}")
        return Run(tuple(map(str, args)), process.returncode, stdout, stderr, time.monotonic() - started)

    def processes(self) -> list[psutil.Process]:
        """Every living process that this command line started."""
        roots = [process for process in psutil.process_iter() if self._is_marked(process)]
        roots += [process for process in psutil.Process().children() if process not in self._before]
        found = dict.fromkeys(roots)
        for root in roots:
            with suppress(psutil.NoSuchProcess):
                found.update(dict.fromkeys(root.children(recursive=True)))
        return [process for process in found if _is_alive(process)]

    def kill(self) -> None:
        """Ends every process that this command line started."""
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def _is_marked(self, process: psutil.Process) -> bool:
        try:
            return process.environ().get(MARK) == self._mark
        except (psutil.Error, OSError):
            return False


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.fixture(scope="session")
def adopt_orphans() -> None:
    """Makes this process the parent of every process below it that loses its own (Linux; prctl(2))."""
    if sys.platform == "linux":
        assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser that the command line will use. Skips where there is none."""
    try:
        return find_chromium()
    except BrowserError as error:
        pytest.skip(f"no Chromium: {error}")


@pytest.fixture
def run_getdocs(chromium: Path, adopt_orphans: None, tmp_path: Path) -> Iterator[CommandLine]:  # noqa: ARG001 - asked for what they do
    """The real command line: `run_getdocs("crawl", url, "-o", out)`. Its working folder is the test's `tmp_path`.

    Afterwards nothing that it started may be left; what is left is ended and fails the test.
    """
    command_line = CommandLine(tmp_path)
    yield command_line
    _, left = psutil.wait_procs(command_line.processes(), timeout=REAPED_WITHIN)
    names = [_name(process) for process in left if _is_alive(process)]
    command_line.kill()
    assert not names, f"left behind: {names}"


def _name(process: psutil.Process) -> str:
    try:
        return f"{process.pid} {' '.join(process.cmdline())[:200]}"
    except psutil.Error:
        return str(process.pid)


@pytest.fixture
def serve(request: pytest.FixtureRequest) -> Iterator[Callable[..., FixtureServer]]:
    """Starts a server: `serve()` for an empty site, `serve("sample")`, `serve(hosts=("127.0.0.2",))`, `serve(tls=True)`.

    Afterwards each log is audited, unless nothing was asked of that server.
    """
    started: list[FixtureServer] = []
    with ExitStack() as stack:

        def start(*args: Any, **kwargs: Any) -> FixtureServer:
            started.append(stack.enter_context(FixtureServer(*args, **kwargs)))
            return started[-1]

        yield start
    if request.node.get_closest_marker("unaudited"):
        return
    broken = [
        violation for server in started if server.hits() for violation in violations(server.hits(), server.robots_txt)
    ]
    assert broken == []


@pytest.fixture
def server(serve: Callable[..., FixtureServer]) -> FixtureServer:
    """A site with nothing on it yet: `server.page("/", document("Start", links=("/a",)))`."""
    return serve()


@pytest.fixture
def site(serve: Callable[..., FixtureServer]) -> FixtureServer:
    """The static sample documentation; what is true of it: `fixtures.sites.sample_truth()`."""
    return serve("sample")


@pytest.fixture
def manifest() -> Callable[[Path], dict[str, Any]]:
    """Reads the Manifest of an output folder: `manifest(tmp_path / "out")`."""

    def read(out: Path) -> dict[str, Any]:
        content: dict[str, Any] = json.loads((out / "crawl.json").read_text("utf-8"))
        return content

    return read
