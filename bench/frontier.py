"""What one step of the Frontier costs: lease and settle, by number of waiting URLs and of hosts, with hosts due or cooling.

    python bench/frontier.py                     all sizes, in fresh processes
    python bench/frontier.py --sizes 1000 100000

`due`: no host ever rests. `cooling`: politeness on, each host rests one second after a lease and the clock moves just
fast enough that something is always due (with one host: its next lease; with 5,000: nearly all of them rest at any
moment). Each is measured on a fresh copy. `idle`: every host rests; what is measured is the answer "nothing yet". `links`: as `due`, and each settle
brings 200 links of which 5 are new, as a page of a documentation does. Times are of the store alone: no network,
no browser. RSS is the process's, measured after the last step; `file` is the size of the state.
"""

import argparse
import gc
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from getdocs.frontier.store import Frontier, Wait
from getdocs.model import Discovered, Lease, NavNode, PageFacts, Saved

SIZES = (1_000, 100_000, 1_000_000)
HOSTS = (1, 5_000)
STEPS = 800
WARM_UP = 100
START = 1_800_000_000.0
MODES = ("due", "cooling", "idle", "links")
NAV = tuple(NavNode(f"Part {n}", f"https://docs/part/{n}") for n in range(200))


class Rest:
    """A pacer that only knows how long each host rests."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def due_in(self, _host: str) -> float:
        return 0.0

    def spacing(self, _host: str) -> float:
        return self._seconds


class Busy(Rest):
    """A pacer that has been told for each host when it will be due, in seconds."""

    def __init__(self, due_in: dict[str, float]) -> None:
        super().__init__(0.0)
        self._due_in = due_in

    def due_in(self, host: str) -> float:
        return self._due_in[host]


@dataclass(frozen=True)
class Figures:
    """Microseconds: (median, 99th percentile) of processor time, and of the clock on the wall for both steps together."""

    urls: int
    hosts: int
    mode: str
    lease: tuple[float, float]
    settle: tuple[float, float]
    both: tuple[float, float]
    wall: tuple[float, float]


def found(urls: int, hosts: int) -> Iterator[Discovered]:
    for n in range(urls):
        yield Discovered(
            f"https://docs{n % hosts}.example.org/guide/section/page-{n}.html", 1 + n // 1000, "https://d/"
        )


def links(step: int, lease: Lease) -> list[Discovered]:
    known = [f"https://docs0.example.org/guide/section/page-{n}.html" for n in range(195)]
    new = [f"https://docs0.example.org/new/{step}/{n}" for n in range(5)]
    return [Discovered(url, lease.depth + 1, lease.url) for url in known + new]


def facts(step: int) -> PageFacts:
    return PageFacts(content_hash=f"{step:064x}", saved_at="2026-01-01T00:00:00+00:00", nav=NAV, next="https://d/n")


def spread(times: list[float]) -> tuple[float, float]:
    ordered = sorted(times)
    return statistics.median(ordered) * 1e6, ordered[int(len(ordered) * 0.99)] * 1e6


def measure(frontier: Frontier, urls: int, hosts: int, mode: str) -> Figures:
    pace = Rest(1.0 if mode == "cooling" else 0.0)
    leases, settles, walls, now = [], [], [], START
    pause = 1.0 if hosts == 1 else 1.0 / hosts
    for step in range(WARM_UP + STEPS):
        now += pause if mode == "cooling" else 0.0
        wall, began = time.perf_counter(), time.thread_time()
        turn = frontier.lease(now, pace=pace)
        leased, wall = time.thread_time() - began, time.perf_counter() - wall
        settled = 0.0
        if isinstance(turn, Lease):
            page, led_to = facts(step), links(step, turn) if mode == "links" else []
            again, began = time.perf_counter(), time.thread_time()
            frontier.settle(turn, Saved("p.md", "Page", 200), facts=page, found=led_to)
            settled, wall = time.thread_time() - began, wall + time.perf_counter() - again
        else:
            assert isinstance(turn, Wait), turn
            assert mode == "idle", mode
        if step >= WARM_UP:
            leases.append(leased)
            settles.append(settled)
            walls.append(wall)
    both = [lease + settle for lease, settle in zip(leases, settles, strict=True)]
    return Figures(urls, hosts, mode, spread(leases), spread(settles), spread(both), spread(walls))


def prepare(frontier: Frontier, hosts: int, mode: str) -> None:
    """Puts every host where the mode wants it. `cooling`: they become due one by one in the course of a second."""
    if mode in ("idle", "cooling"):
        due_in = {f"docs{host}.example.org": 1e6 if mode == "idle" else (host + 1) / hosts for host in range(hosts)}
        turn = frontier.lease(START, pace=Busy(due_in))
        assert isinstance(turn, Wait), turn


def one(urls: int, hosts: int) -> None:
    """Prints one JSON line for each mode, and one for the whole."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.sqlite3"
        with Frontier.open(path) as frontier:
            began = time.perf_counter()
            frontier.add(found(urls, hosts))
            added = time.perf_counter() - began
        opened = 0.0
        for mode in MODES:
            copy = Path(folder) / mode / "state.sqlite3"
            copy.parent.mkdir()
            shutil.copyfile(path, copy)
            began = time.perf_counter()
            with Frontier.open(copy) as frontier:
                opened = max(opened, time.perf_counter() - began)
                prepare(frontier, hosts, mode)
                print(json.dumps(asdict(measure(frontier, urls, hosts, mode))))
                gc.collect()
                rss = psutil.Process().memory_info().rss / 2**20
            copy.unlink()
        size = path.stat().st_size / 2**20
    print(json.dumps({"add_us_per_url": added / urls * 1e6, "open_s": opened, "rss_mib": rss, "file_mib": size}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--hosts", type=int, nargs="+", default=HOSTS)
    parser.add_argument("--one", type=int, nargs=2, metavar=("URLS", "HOSTS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        one(*options.one)
        return
    medians: dict[tuple[int, str], dict[int, Figures]] = {}
    print("microseconds, median and p99 of processor time; wall: of the clock, whatever else the machine does")
    print("     URLs  hosts  mode            lease         settle           both           wall")
    for hosts in options.hosts:
        for urls in options.sizes:
            command = [sys.executable, __file__, "--one", str(urls), str(hosts)]
            lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            for line in lines[:-1]:
                figures = Figures(**json.loads(line))
                medians.setdefault((hosts, figures.mode), {})[urls] = figures
                columns = (figures.lease, figures.settle, figures.both, figures.wall)
                times = "".join(f"{median:>8.0f}{p99:>7.0f}" for median, p99 in columns)
                print(f"{urls:>9,} {hosts:>6,}  {figures.mode:<8}{times}")
            whole = json.loads(lines[-1])
            print(
                f"{urls:>9,} {hosts:>6,}  add {whole['add_us_per_url']:.0f} us per URL, open {whole['open_s']:.2f} s,"
                f" RSS {whole['rss_mib']:.0f} MiB, file {whole['file_mib']:.0f} MiB",
                flush=True,
            )
    least, most = min(options.sizes), max(options.sizes)
    for (hosts, mode), by_size in medians.items():
        small, large = by_size[least], by_size[most]
        print(
            f"ratio {most:,} / {least:,}, {hosts:,} hosts, {mode}:"
            f" median {large.both[0] / small.both[0]:.2f}, p99 {large.both[1] / small.both[1]:.2f}"
        )


if __name__ == "__main__":
    main()
