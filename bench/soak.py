"""A long crawl of mostly plain pages with a hostile one every 20, and the memory that it holds from beginning to end.

    python bench/soak.py                   3,000 pages
    python bench/soak.py --pages 600

Every kind of `fixtures.hostile_pages` comes in turn, and a killed browser with them (J21 of the list of hostile servers; J22
is the soak itself). The crawl is the real command line, `getdocs crawl --delay 0`, against the fixture server on loopback.
Sampled every second: PSS (proc(5), smaps_rollup) of its whole process tree, by role. It fails, with exit code 1, where the
peak of the last quarter of the time is more than 1.1 of the second quarter's, where a page ends otherwise than it has to, or
where a process is left.
"""

import argparse
import ctypes
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import psutil
from aiohttp import web

from fixtures.hostile_pages import FORBIDDEN, FRAME, HOSTILE, SAVED, WINDOW, HostilePage, serve_frames
from fixtures.misbehave import answer
from fixtures.server import FixtureServer
from fixtures.site import document

EVERY = 20
SECTION = 100
MOST = 1.1
KILLED = HostilePage("j21-killed", SAVED, holds="kept")
KINDS = (*HOSTILE, KILLED)
SYLLABLES = ("ba", "do", "fi", "gu", "ke", "la", "mo", "ni", "pu", "re", "sa", "to", "vi", "xu", "ze")
STRIDE = 7  # neighbours in the list are alike: two that take all the memory there is are to be far apart
PARAGRAPH = "<p>" + "A paragraph of a plain page, as long as one of a documentation may be. " * 6 + "</p>"
LATE = "<p id=late></p>" + PARAGRAPH * 20 + "<script src=/late.js></script>"
SCRIPT = """fetch("/data.json").then(answer => answer.json()).then(data => setTimeout(() => {
  document.getElementById("late").textContent = data.text }, 1500))"""
PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h
REAPED_WITHIN = 5.0  # seconds
ROLES = ("crawl", "conversion", "driver", "browser", "renderers")


@dataclass
class Site:
    """What is crawled, and what has to become of it: by path, the end and the words that the file holds."""

    server: FixtureServer
    expected: dict[str, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def build(cls, server: FixtureServer, pages: int) -> "Site":
        site = cls(server)
        other = f"http://localhost:{server.port}"
        server.route("/late.js", answer(SCRIPT, content_type="text/javascript"))
        server.route("/data.json", answer('{"text": "came late"}', content_type="application/json"))
        paths = [site._add(number, other) for number in range(pages)]
        sections = [f"/section-{start // SECTION}" for start in range(0, pages, SECTION)]
        for number, section in enumerate(sections):
            links = tuple(paths[number * SECTION : (number + 1) * SECTION])
            server.page(section, document(section, links=links))
        server.page("/", document("Start", links=tuple(sections)))
        site.expected |= dict.fromkeys(("/", *sections), (SAVED, ""))
        return site

    def _add(self, number: int, other: str) -> str:
        turn, within = divmod(number, EVERY)
        if within != EVERY // 2:
            path = f"/{name_of(number)}"
            self.server.page(path, document(f"About {name_of(number)}", LATE))
            self.expected[path] = (SAVED, "came late")
            return path
        kind = KINDS[turn * STRIDE % len(KINDS)]
        name = f"{kind.name}-{number}"
        kind.serve(self.server, f"/{name}", other)
        if kind is KILLED:
            self._kill_once(name)
        if FRAME in kind.body:
            serve_frames(self.server, (name,))
            self.expected[f"{FRAME}{name}"] = (SAVED, "Frame of")
        if WINDOW in kind.body:
            self.server.page(WINDOW, document(WINDOW, LATE))
            self.expected[WINDOW] = (SAVED, "came late")
        self.expected[f"/{name}"] = (kind.ends, kind.holds if kind.ends == SAVED else "")
        return f"/{name}"

    def _kill_once(self, name: str) -> None:
        """The browser that asks for the script of that page the first time dies while it waits."""
        self.server.page(f"/{name}", document(name, f"<p>{name} is kept.</p><script src=/{name}.js></script>"))
        asked = False

        async def handler(_request: web.BaseRequest) -> web.StreamResponse:
            nonlocal asked
            if not asked:
                asked = True
                for process in psutil.Process().children(recursive=True):
                    if role(process) == "browser" and "--type=" not in command(process):
                        process.kill()
            return web.Response(text="", content_type="text/javascript")

        self.server.route(f"/{name}.js", handler)


def name_of(number: int) -> str:
    """A word for each number: thousands of pages whose URLs differ by a number only are a trap (policy/traps.py)."""
    word = ""
    for _ in range(4):
        number, at = divmod(number, len(SYLLABLES))
        word = SYLLABLES[at] + word
    return word


def command(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


def role(process: psutil.Process) -> str:
    """One of ROLES."""
    words = command(process)
    if "--type=renderer" in words:
        return "renderers"
    if "run-driver" in words:
        return "driver"
    if "--headless" in words or "--type=" in words:
        return "browser"
    with suppress(psutil.Error):
        return "crawl" if process.ppid() == psutil.Process().pid else "conversion"
    return "crawl"


def pss(process: psutil.Process) -> int:
    """Bytes; 0 for a process that has gone."""
    with suppress(OSError):
        for line in Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


class Curve:
    """Samples the processes below this one every second."""

    def __init__(self) -> None:
        self.samples: list[Counter[str]] = []
        self._stop = threading.Event()

    @contextmanager
    def drawn(self) -> Iterator[None]:
        thread = threading.Thread(target=self._run)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()

    def _run(self) -> None:
        due = time.monotonic()
        while not self._stop.wait(max(due - time.monotonic(), 0)):
            due += 1
            sample: Counter[str] = Counter()
            for process in psutil.Process().children(recursive=True):
                sample[role(process)] += pss(process)
            self.samples.append(sample)

    def quarter(self, number: int) -> list[Counter[str]]:
        size = len(self.samples) / 4
        return self.samples[round(number * size) : round((number + 1) * size)]

    def peak(self, number: int) -> int:
        return max((sample.total() for sample in self.quarter(number)), default=0)

    def plot(self, width: int = 100, height: int = 16) -> str:
        """The peak of each stretch of time, MiB."""
        totals = [sample.total() for sample in self.samples]
        edges = [round(n * len(totals) / width) for n in range(width + 1)]
        columns = [max(totals[a : max(b, a + 1)]) for a, b in itertools.pairwise(edges) if a < len(totals)]
        top = max(columns)
        rows = []
        for level in range(height, 0, -1):
            label = f"{top * level / height / 2**20:6.0f} |"
            rows.append(label + "".join("#" if column * height > top * (level - 1) else " " for column in columns))
        rows.append("       +" + "-" * len(columns))
        return "\n".join(rows) + f"\n        0 s{'':{max(len(columns) - 12, 1)}}{len(totals)} s"

    def table(self) -> str:
        """Median of each role, and peak of all, by quarter; MiB."""
        rows = ["quarter    " + "".join(f"{name:>12}" for name in (*ROLES, "all", "peak"))]
        for number in range(4):
            samples = self.quarter(number)
            medians = [statistics.median(sample[name] for sample in samples) for name in ROLES]
            figures = [*medians, statistics.median(sample.total() for sample in samples), self.peak(number)]
            rows.append(f"{number + 1:<11}" + "".join(f"{figure / 2**20:12.0f}" for figure in figures))
        return "\n".join(rows)


def ends(manifest: dict, base: str) -> dict[str, str]:
    """By path: `saved`, or the reason why not."""
    found = {page["url"].removeprefix(base): SAVED for page in manifest["pages"]}
    for name in ("skipped", "errors", "duplicates", "redirects", "not_pages", "pending"):
        for entry in manifest[name]:
            found[(entry.get("from") or entry["url"]).removeprefix(base)] = entry.get("reason") or name
    return found


def wrong(site: Site, manifest: dict, out: Path) -> list[str]:
    """What became of pages otherwise than it had to; what was asked for that may not be."""
    base = site.server.url("")
    found = ends(manifest, base)
    files = {page["url"].removeprefix(base): out / page["path"] for page in manifest["pages"]}
    complaints = []
    for path, (end, holds) in site.expected.items():
        if found.get(path) != end:
            complaints.append(f"{path}: {found.get(path)} instead of {end}")
        elif end == SAVED and holds not in files[path].read_text("utf-8"):
            complaints.append(f"{path}: {holds!r} is missing")
    complaints += [f"{path}: unexpected, {found[path]}" for path in found if path not in site.expected]
    forbidden = site.server.hits(where=lambda hit: hit.path.startswith(FORBIDDEN) or hit.host.startswith("localhost"))
    return [*complaints, *(f"asked for {hit.host}{hit.path}" for hit in forbidden)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=3000, help="pages of the site (default: %(default)s)")
    options = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # orphans of the crawl come to us
    curve = Curve()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, FixtureServer() as server:
        site = Site.build(server, options.pages)
        out, log = Path(folder) / "out", Path(folder) / "stderr"
        getdocs = Path(sys.executable).with_name("getdocs")
        crawl = [str(getdocs), "crawl", server.url("/"), "-o", str(out), "--delay", "0", "--limit", "0"]
        started = time.monotonic()
        with log.open("w") as stderr, curve.drawn(), subprocess.Popen(crawl, stderr=stderr, stdout=stderr) as process:
            code = process.wait()
        seconds = time.monotonic() - started
        _, left = psutil.wait_procs(psutil.Process().children(recursive=True), timeout=REAPED_WITHIN)
        said = log.read_text("utf-8").splitlines()
        if not (out / "crawl.json").exists():
            print("no Manifest:", *said[-20:], sep="\n")
            return 1
        manifest = json.loads((out / "crawl.json").read_text("utf-8"))
        complaints = wrong(site, manifest, out)
    odd = [line for line in said if "Traceback" in line or "never retrieved" in line or "Exception" in line]
    ratio = curve.peak(3) / curve.peak(1)
    reasons = Counter(ends(manifest, server.url("")).values())
    print(curve.plot(), curve.table(), sep="\n\n")
    print(f"\npages {options.pages}, {seconds:.0f} s, {len(manifest['pages']) / seconds:.1f} pages/s, exit code {code}")
    print("ends: " + ", ".join(f"{name} {count}" for name, count in reasons.most_common()))
    print(f"warnings: {manifest['warnings']}\nodd lines on stderr: {odd}\nlast line: {said[-1:]}")
    print(f"processes left: {[command(process)[:80] for process in left]}")
    print(f"peak of the last quarter / peak of the second: {ratio:.2f} (at most {MOST})")
    print(
        "\n".join([f"{len(complaints)} not as it has to be:", *complaints[:20]])
        if complaints
        else "every page ended as it has to"
    )
    return int(bool(complaints or left or odd or ratio > MOST))


if __name__ == "__main__":
    sys.exit(main())
