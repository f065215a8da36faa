"""Runs one command and measures all the processes that it starts: time, processor time, memory. Linux only.

Processor time is taken twice, and the larger one counts. The kernel's sum over what has been waited for leaves out processes
that nobody waited for; the sum of what each process had used when it was last looked at leaves out what came after that.
Memory is PSS: what processes share counts once (proc(5), smaps_rollup).
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
LOOK_S = 0.1
PSS_EVERY = 5
"""Looks: reading the memory of ten processes takes some milliseconds."""
END_S = 5.0
"""What is still there that long after the command has ended is killed."""
_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): whoever loses its parent becomes our child."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one command and all that it started. Seconds (`began`, `ended`: since 1970) and MiB."""

    began: float
    ended: float
    code: int
    cpu: float
    cpu_by_part: Mapping[str, float]
    """As far as it was seen at each look: browser, driver (node), python, other."""
    peak_pss: float
    peak_by_part: Mapping[str, float]
    """At the moment of the peak."""
    left: int
    """Processes that had to be killed after the end."""


@dataclass(slots=True)
class _Process:
    part: str
    cpu: float


def run(command: Sequence[str], *, timeout: float, log: Path, environ: Mapping[str, str]) -> Cost:
    """Runs `command` to its end; its output goes to `log`. Killed, with code -9, after `timeout` seconds."""
    ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0)
    others = _descendants(set())
    seen: dict[tuple[int, int], _Process] = {}
    peak, by_part = 0.0, {}
    began, waited = time.time(), 0.0
    with log.open("wb") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=dict(environ))
    looks = 0
    try:
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                ended, code = time.time(), os.waitstatus_to_exitcode(status)
                waited += usage.ru_utime + usage.ru_stime
                break
            if time.time() - began > timeout:
                child.kill()
            tree = _descendants(others)
            for pid in tree:
                _look(pid, seen)
            looks += 1
            if looks % PSS_EVERY == 1:
                parts: dict[str, float] = {}
                for pid in tree:
                    part = _part(pid)
                    parts[part] = parts.get(part, 0.0) + _pss(pid)
                if sum(parts.values()) > peak:
                    peak, by_part = sum(parts.values()), parts
            time.sleep(LOOK_S)
    except BaseException:  # Ctrl-C: nothing that it started outlives it
        _reap(others, patience=0.0)
        raise
    child.returncode = code
    left, after = _reap(others)
    seconds: dict[str, float] = {}
    for process in seen.values():
        seconds[process.part] = seconds.get(process.part, 0.0) + process.cpu
    cpu = max(waited + after, sum(seconds.values()))
    return Cost(began, ended, code, cpu, seconds, peak, by_part, left)


def _reap(others: set[int], patience: float = END_S) -> tuple[int, float]:
    """How many had to be killed, and the processor time of all that had lost their parent."""
    deadline, left, cpu = time.time() + patience, 0, 0.0
    while tree := _descendants(others):
        if time.time() > deadline:
            left, deadline = left + len(tree), float("inf")
            for pid in tree:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        for pid in tree:
            with contextlib.suppress(ChildProcessError):
                done, _, usage = os.wait4(pid, os.WNOHANG)
                cpu += usage.ru_utime + usage.ru_stime if done else 0.0
        time.sleep(0.02)
    return left, cpu


def _stat(pid: int) -> list[str] | None:
    """The fields of proc(5) stat that follow the name, state first; None where the process has gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def _descendants(others: set[int]) -> set[int]:
    """Of this process, without `others` and what they started."""
    children: dict[int, list[int]] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit() and (fields := _stat(int(entry.name))) is not None:
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        new = [pid for pid in children.get(waiting.pop(), ()) if pid not in others]
        found.update(new)
        waiting += new
    return found


def _look(pid: int, seen: dict[tuple[int, int], _Process]) -> None:
    fields = _stat(pid)
    if fields is None:
        return
    cpu = (int(fields[11]) + int(fields[12])) / TICKS
    part = _part(pid)
    known = seen.setdefault((pid, int(fields[19])), _Process(part, cpu))
    known.cpu = max(cpu, known.cpu)
    if part != "other":  # a process that has gone but was not waited for has no name any more
        known.part = part


def _part(pid: int) -> str:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return "other"
    # Chromium's helpers overwrite theirs: the words are then parted by blanks.
    words = [os.fsdecode(word) for word in command.replace(b" ", b"\0").split(b"\0")]
    name = Path(words[0]).name
    if "chrom" in name or "headless" in name:
        return "chromium " + next(
            (word.removeprefix("--type=") for word in words if word.startswith("--type=")), "browser"
        )
    return "driver" if name.startswith("node") else "python" if "python" in name else "other"


def _pss(pid: int) -> float:
    """MiB; 0 where the process has gone."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return 0.0
    line = next((line for line in rollup.splitlines() if line.startswith("Pss:")), "Pss: 0 kB")
    return int(line.split()[1]) / 1024
