"""Runs a Python program and ends it by SIGKILL at one of its steps on the disk: `killing.py NUMBER LOG PROGRAM ARGS...`.

A step is a file opened to be written, a file renamed or removed, a folder made, or an SQL statement, each seen just before it
is done; so that a kill can be in the middle of a transaction, between a file and the row that names it, or before a rename.
LOG gets the name of the step; with NUMBER 0 nothing is killed, and LOG gets how many there were.
"""

import atexit
import itertools
import os
import runpy
import signal
import sqlite3
import sys

number, log, program = int(sys.argv[1]), sys.argv[2], sys.argv[3]
sys.argv = sys.argv[3:]
steps = itertools.count(1)
noted = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)


def step(name: str) -> None:
    if next(steps) == number:
        os.write(noted, name.encode())
        os.kill(os.getpid(), signal.SIGKILL)


def traced(statement: str) -> None:
    words = statement.split()
    step(f"SQL {words[0]}" if words else "SQL")


def connect(*args: object, **kwargs: object) -> sqlite3.Connection:
    connection: sqlite3.Connection = connect_untraced(*args, **kwargs)
    connection.set_trace_callback(traced)
    return connection


def hook(event: str, args: tuple[object, ...]) -> None:
    if event in {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}:
        step(f"{event} {_kind(args[0])}")
    elif event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR) and _is_ours(args[0]):
        step(f"open {_kind(args[0])}")


def _is_ours(path: object) -> bool:
    """Not what Python and the measuring of coverage write."""
    return not any(part in str(path) for part in ("__pycache__", ".coverage", "/dev/", "/proc/"))


def _kind(path: object) -> str:
    text = os.fsdecode(path) if isinstance(path, (bytes, str, os.PathLike)) else ""
    return next((kind for kind in ("sources", "cache", "state", ".tmp") if kind in text), "")


if not number:
    atexit.register(lambda: os.write(noted, str(next(steps)).encode()))
connect_untraced, sqlite3.connect = sqlite3.connect, connect
sys.addaudithook(hook)
runpy.run_path(program, run_name="__main__")
