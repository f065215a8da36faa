"""What every end-to-end test stands on: the real command line as a process, sites to crawl, and two checks after each test.

After each test the log of every server is audited (see `fixtures.audit`), and no process that the command line started
may be left. A test that lets the crawler break a rule says so: `@pytest.mark.unaudited("why")`. What several tests look at
is crawled `once`, with the same checks after the last of them.
"""

import ctypes
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from crawls import Crawled, Run, examine
from rendering import Rendering, rendering
from warm import Forked, Warm

from fixtures.audit import violations
from fixtures.server import FixtureServer
from getdocs.errors import BrowserError
from getdocs.render.find import find_chromium

MARK = "GETDOCS_TEST_RUN"
PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h
_COLOURS = (
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
    "PY_COLORS",
)  # each of them makes rich or typer colour what goes into a pipe
LONGEST = (
    "test_auto_killed",
    "test_render_misbehaving",
    "test_render",
    "test_process",
    "test_auto",
    "test_stop_and_resume",
    "test_hostile_bodies",
    "test_kill",
    "test_kill_browser",
    "test_traps",
    "test_credentials",
    "test_scheme_pinning",
    "test_reveal",
)
REAPED_WITHIN = 5.0  # seconds that a browser may take to be gone after its parent is


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest modules first: nobody waits for one of them alone at the end."""
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "unaudited(why): the servers' logs are not audited after this test")


class CommandLine:
    """Starts `getdocs` as a process in a session of its own, and finds again what it started.

    By a mark in the environment, by descent from what carries it, and, on Linux, as orphans: these come to the tests' own
    process (see `adopt_orphans`), however they lost mark and parents. Chromium's children write over their environment.
    """

    def __init__(self, folder: Path, warm: Warm | None = None) -> None:
        self._mark = uuid.uuid4().hex
        self._folder = folder
        self._warm = warm
        self._before = set(psutil.Process().children())

    def start(
        self,
        *args: str | Path,
        env: dict[str, str] | None = None,
        stderr: int = subprocess.PIPE,
        through: Sequence[str | Path] = (),
        cold: bool = False,
    ) -> "subprocess.Popen[str] | Forked":
        """The running process: for tests that interrupt it. stdin is closed, output is piped, stderr where not told else.

        `through`: a command, or a Python script, that runs ours, which is added to its arguments. With a command, with
        an `env`, and where it is to be `cold`, Python is started; otherwise it is forked from one that was (see `warm`).
        """
        command = [*map(str, through), str(Path(sys.executable).with_name("getdocs")), *map(str, args)]
        is_script = not through or command[0].endswith(".py")
        environment = {
            **{name: os.environ[name] for name in os.environ if name not in _COLOURS},
            **(env or {}),
            MARK: self._mark,
        }
        if self._warm and is_script and not (env or cold):
            return self._warm.start(command, env=environment, cwd=self._folder, stderr=stderr)
        return subprocess.Popen(
            [sys.executable, *command] if is_script else command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            encoding="utf-8",
            cwd=self._folder,
            env=environment,
            start_new_session=True,
        )

    def __call__(
        self,
        *args: str | Path,
        timeout: float = 120.0,
        env: dict[str, str] | None = None,
        through: Sequence[str | Path] = (),
        cold: bool = False,
    ) -> Run:
        """Runs to the end. Fails the test, with what was printed so far, when `timeout` seconds are over."""
        started = time.monotonic()
        with self.start(*args, env=env, through=through, cold=cold) as process:
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


@pytest.fixture(scope="session")
def warm(adopt_orphans: None) -> Iterator[Warm | None]:  # noqa: ARG001 - asked for what it does
    """What command lines are forked from. None where that cannot be, or where the lines that each of them runs are counted."""
    if sys.platform != "linux" or "COVERAGE_PROCESS_CONFIG" in os.environ:
        yield None
        return
    loaded = Warm()
    yield loaded
    loaded.close()


@contextmanager
def command_line(folder: Path, warm: Warm | None = None) -> Iterator[CommandLine]:
    """A command line that works in `folder`. Afterwards nothing that it started may be left; what is, is ended and fails."""
    started = CommandLine(folder, warm)
    try:
        yield started
        _, left = psutil.wait_procs(started.processes(), timeout=REAPED_WITHIN)
        names = [_name(process) for process in left if _is_alive(process)]
    finally:
        started.kill()
    assert not names, f"left behind: {names}"


@pytest.fixture
def run_getdocs(chromium: Path, warm: Warm | None, tmp_path: Path) -> Iterator[CommandLine]:  # noqa: ARG001 - asked for what it does
    """The real command line: `run_getdocs("crawl", url, "-o", out)`. Its working folder is the test's `tmp_path`."""
    with command_line(tmp_path, warm) as started:
        yield started


def _name(process: psutil.Process) -> str:
    try:
        return f"{process.pid} {' '.join(process.cmdline())[:200]}"
    except psutil.Error:
        return str(process.pid)


@contextmanager
def servers(*, audited: bool = True) -> Iterator[Callable[..., FixtureServer]]:
    """Starts servers. Afterwards each log is audited, unless nothing was asked of that server."""
    started: list[FixtureServer] = []
    with ExitStack() as stack:

        def start(*args: Any, **kwargs: Any) -> FixtureServer:
            started.append(stack.enter_context(FixtureServer(*args, **kwargs)))
            return started[-1]

        yield start
    broken = [
        violation
        for server in started
        if audited and server.hits()
        for violation in violations(server.hits(), server.robots_txt)
    ]
    assert broken == []


@pytest.fixture
def serve(request: pytest.FixtureRequest) -> Iterator[Callable[..., FixtureServer]]:
    """Starts a server: `serve()` for an empty site, `serve("sample")`, `serve(hosts=("127.0.0.2",))`, `serve(tls=True)`."""
    with servers(audited=request.node.get_closest_marker("unaudited") is None) as start:
        yield start


@pytest.fixture
def server(serve: Callable[..., FixtureServer]) -> FixtureServer:
    """A site with nothing on it yet: `server.page("/", document("Start", links=("/a",)))`."""
    return serve()


@pytest.fixture
def site(serve: Callable[..., FixtureServer]) -> FixtureServer:
    """The static sample documentation; what is true of it: `fixtures.sites.sample_truth()`."""
    return serve("sample")


@pytest.fixture
def crawl(run_getdocs: CommandLine, tmp_path: Path) -> Callable[..., Crawled]:
    """`crawl(url, "--limit", "3")`: crawls into `tmp_path / "out"`, and holds the crawl to what is true of every one."""

    def run(*args: str | Path, env: dict[str, str] | None = None) -> Crawled:
        out = tmp_path / "out"
        return examine(run_getdocs("crawl", *args, "-o", out, env=env), out)

    return run


class Once:
    """`once.serve(...)` and `once.crawl(url, ...)`: as the fixtures of these names, each crawl into a folder of its own."""

    def __init__(
        self, started: CommandLine, serve: Callable[..., FixtureServer], new_folder: Callable[[], Path]
    ) -> None:
        self.run_getdocs = started
        self.serve = serve
        self._new_folder = new_folder

    def crawl(self, *args: str | Path, env: dict[str, str] | None = None, cold: bool = False) -> Crawled:
        out = self._new_folder() / "out"
        return examine(self.run_getdocs("crawl", *args, "-o", out, env=env, cold=cold), out)


@pytest.fixture(scope="module")
def once(chromium: Path, warm: Warm | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Once]:  # noqa: ARG001 - asked for what it does
    """For a fixture that makes what several tests of a module look at."""

    def new_folder() -> Path:
        return tmp_path_factory.mktemp("once")

    with command_line(new_folder(), warm) as started, servers() as serve:
        yield Once(started, serve, new_folder)


@pytest.fixture(scope="module")
def sealed() -> Iterator[Rendering]:
    """The sealed browser without a command line around it."""
    with rendering() as running:
        yield running
