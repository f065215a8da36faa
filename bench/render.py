"""How fast getdocs renders, and what that costs: against the bare limit of its browser, crawl4ai and crawlee, in one run.

    python bench/render.py --peers PATH_TO_PYTHON                everything, three rounds
    python bench/render.py --part compare --rounds 5             getdocs, the bare limit and the peers
    python bench/render.py --part auto --rounds 1                --render auto against always, on whole sites that need no browser
    python bench/render.py --sites vitepress --tools getdocs bare --json figures.json

Every tool gets the same pages of the same site, on the same browser, with as many tabs as getdocs opens by default and
no waiting for politeness; each is a process of its own. Rounds are interleaved and each begins with another tool; what is
printed is the median of the rounds, and ratios are taken within one round. The sites are those of the measuring lab
(`sites/NAME/html` and `site.json` under --lab), served here, with every request counted. `pages/s` counts from a tool's
first request to the end of its process: what the start of the process and of the browser takes before that is in `start`.
`requests` are all that reached the site, robots.txt included; `again`: for what had been asked for before. Processor
time and memory are those of the tool's whole tree of processes, without the server. `others`: processors that were busy
with something else meanwhile: figures with much of that are worth little.

The peers are looked for in the Python that --peers names (pip install crawl4ai "crawlee[playwright]" markdownify);
without them their rows say "not installed". Linux only.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from render_process import TICKS, Cost, run
from render_report import Figures, report

from getdocs.config import CrawlConfig
from getdocs.render.find import find_chromium

HERE = Path(__file__).parent
TABS = CrawlConfig(seeds=("http://localhost/",)).concurrency
TIMEOUT_S = 900.0
GOOD = 200
"""Characters that the Markdown of a page has at the least, front matter not counted."""
COMPARED = {"redux-toolkit": 60, "vitepress": 36, "python-doc": 60}
STATIC = {"python-doc": 0, "git-doc": 0, "rust-book": 0, "httpx": 0}
"""All of their pages: what the first comparisons cost counts for less, the larger a site is."""
PEERS = ("crawl4ai", "crawlee")
TOOLS = ("getdocs", "bare", *PEERS)


@dataclass(frozen=True, slots=True)
class Site:
    """One site that is served, and which of its pages are taken."""

    name: str
    origin: str
    urls: tuple[str, ...]
    work: Path
    """Holds the list of pages and their bodies, and takes what the tools write."""
    log: Path


def busy_s() -> float:
    """Seconds that all processors together have worked since the start of the machine."""
    user, nice, system, _idle, _iowait, irq, softirq, *_ = map(
        int, Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    )
    return (user + nice + system + irq + softirq) / TICKS


@contextmanager
def served(name: str, lab: Path, pages: int, scratch: Path) -> Iterator[Site]:
    """The site `name` of the lab, `pages` of its pages spread evenly over all of them (0 = all)."""
    about = json.loads((lab / "sites" / name / "site.json").read_text())
    how = about.get("serve", {})
    slash = how.get("dir_slash", True)
    work = scratch / f"{name}-{pages}"
    work.mkdir()
    log = work / "requests"
    command = [sys.executable, str(HERE / "render_site.py"), str(lab / "sites" / name / "html"), "--log", str(log)]
    command += ["--clean"] * how.get("clean", False) + ["--no-slash"] * (not slash)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            origin = f"http://127.0.0.1:{int(server.stdout.readline())}"
            paths = [page["path"] for page in about["pages"]]
            count = min(pages or len(paths), len(paths))
            chosen = [paths[n * len(paths) // count] for n in range(count)]
            yield Site(name, origin, tuple(origin + (p if slash else p.rstrip("/") or "/") for p in chosen), work, log)
        finally:
            server.terminate()


def command(tool: str, site: Site, browser: Path, peers: Path | None) -> list[str]:
    """What runs `tool`."""
    work = site.work
    urls = str(work / "urls")
    common = ["--browser", str(browser), "--tabs", str(TABS)]
    if tool in PEERS:
        return [str(peers), str(HERE / f"render_{tool}.py"), urls, *common]
    if tool in ("bare", "record"):
        what = "replay" if tool == "bare" else "record"
        mark = ["--mark", f"{site.origin}/robots.txt"]
        return [sys.executable, str(HERE / "render_bare.py"), what, urls, str(work / "bodies"), *common, *mark]
    render = "auto" if tool == "auto" else "always"
    # The same pages as for the others: the Seeds, nothing that they lead to and nothing that the site lists.
    fixed = ["--seeds-file", urls, "--depth", "0", "--no-sitemap", "--limit", "0", "--delay", "0", "--quiet"]
    getdocs = Path(sys.executable).with_name("getdocs")
    return [str(getdocs), "crawl", *fixed, "--render", render, "--browser", str(browser), "-o", str(work / tool)]


class ToolError(Exception):
    """A tool did not do its work; with the end of what it said."""


def measured(tool: str, site: Site, browser: Path, peers: Path | None, number: int = 0) -> Figures:
    """Round `number` of one tool. Raises ToolError."""
    work = site.work
    shutil.rmtree(work / tool, ignore_errors=True)
    before, busy = site.log.stat().st_size if site.log.exists() else 0, busy_s()
    log = work / f"{tool}.log"
    environ = os.environ | {"CRAWL4_AI_BASE_DIRECTORY": str(work), "PYTHONUNBUFFERED": "1"}
    cost = run(command(tool, site, browser, peers), timeout=TIMEOUT_S, log=log, environ=environ)
    others = (busy_s() - busy - cost.cpu) / (cost.ended - cost.began)
    with site.log.open() as file:
        file.seek(before)
        requests = [json.loads(line) for line in file]
    said = log.read_text(errors="replace").splitlines()
    # getdocs says 3 when a page failed: then the count of good pages tells.
    if cost.code not in (0, 3) or not requests:
        raise ToolError(f"{tool} on {site.name} ended with {cost.code}:\n" + "\n".join(said[-20:]))
    pages, good = saved(work / tool) if tool in ("getdocs", "auto") else claimed(said)
    return figures(number, tool, site, cost, requests, pages, good, others)


def claimed(said: list[str]) -> tuple[int, int]:
    result = json.loads(said[-1])
    return result["pages"], result.get("good", result["pages"])


def saved(folder: Path) -> tuple[int, int]:
    """Pages in the folder of a crawl, and how many of them say something."""
    texts = [content(path) for path in folder.rglob("*.md")]
    return len(texts), sum(len(text.removeprefix("---\n").partition("\n---\n")[2]) > GOOD for text in texts)


def content(path: Path) -> str:
    """What a Page's file holds, but for when it was saved."""
    return re.sub(r"^crawled_at: .*\n", "", path.read_text(), count=1, flags=re.MULTILINE)


def figures(
    number: int,
    tool: str,
    site: Site,
    cost: Cost,
    requests: list[tuple[float, str]],
    pages: int,
    good: int,
    others: float,
) -> Figures:
    wall = cost.ended - requests[0][0]
    return Figures(
        round=number,
        site=site.name,
        tool=tool,
        asked=len(site.urls),
        pages=pages,
        good=good,
        start_s=requests[0][0] - cost.began,
        wall_s=wall,
        pages_per_s=pages / wall,
        cpu_per_page=cost.cpu / max(pages, 1),
        cpu_by_part={part: seconds / max(pages, 1) for part, seconds in cost.cpu_by_part.items()},
        peak_mib=cost.peak_pss,
        peak_by_part=dict(cost.peak_by_part),
        requests_per_page=0.0 if tool == "bare" else len(requests) / max(pages, 1),
        again_per_page=0.0 if tool == "bare" else (len(requests) - len({path for _, path in requests})) / max(pages, 1),
        left=cost.left,
        others=others,
    )


def different(work: Path) -> list[str]:
    """Files that `auto` and `always` do not have in common, crawled_at apart."""
    one, other = work / "getdocs", work / "auto"
    names = {path.relative_to(root) for root in (one, other) for path in root.rglob("*.md")}
    return sorted(
        str(name)
        for name in names
        if not ((one / name).exists() and (other / name).exists() and content(one / name) == content(other / name))
    )


def installed(peers: Path | None, tool: str) -> bool:
    if tool not in PEERS:
        return True
    asked = f"import {tool}, markdownify" if tool == "crawlee" else f"import {tool}"
    return peers is not None and subprocess.run([peers, "-c", asked], capture_output=True, check=False).returncode == 0


def plan(arguments: argparse.Namespace) -> list[tuple[str, int, list[str]]]:
    """Site, pages and tools, one after the other."""
    wanted = dict(pair.split("=") for pair in arguments.pages)
    parts = []
    if arguments.part in ("all", "compare"):
        parts += [(name, int(wanted.get(name, pages)), list(TOOLS)) for name, pages in COMPARED.items()]
    if arguments.part in ("all", "auto"):
        parts += [(name, int(wanted.get(name, pages)), ["getdocs", "auto"]) for name, pages in STATIC.items()]
    chosen = arguments.tools or [*TOOLS, "auto"]
    return [
        (name, pages, [tool for tool in tools if tool in chosen])
        for name, pages, tools in parts
        if name in (arguments.sites or [name])
    ]


def main(arguments: argparse.Namespace) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    browser = find_chromium(arguments.browser)
    there = {tool: installed(arguments.peers, tool) for tool in (*TOOLS, "auto")}
    for tool in (tool for tool, here in there.items() if not here):
        print(f"{tool}: not installed (--peers)", file=sys.stderr)
    failed = False
    rounds: list[Figures] = []
    unequal: dict[str, list[str]] = {}
    scratch = Path(tempfile.mkdtemp(prefix="render-"))
    try:
        with ExitStack() as servers:
            stations = [
                (
                    servers.enter_context(served(name, arguments.lab, pages, scratch)),
                    [tool for tool in tools if there[tool]],
                )
                for name, pages, tools in plan(arguments)
            ]
            for site, tools in stations:
                prepare(site, browser, record="bare" in tools)
            for number in range(arguments.rounds):
                for site, tools in stations:
                    turn = number % max(len(tools), 1)
                    for tool in tools[turn:] + tools[:turn]:
                        try:
                            measure = measured(tool, site, browser, arguments.peers, number + 1)
                        except ToolError as error:
                            failed = True
                            print(error, file=sys.stderr, flush=True)
                            continue
                        rounds.append(measure)
                        print(
                            f"# {number + 1} {time.strftime('%H:%M:%S')} {measure.line()}", file=sys.stderr, flush=True
                        )
                    if {"getdocs", "auto"} <= set(tools):
                        unequal[site.name] = different(site.work)
    finally:  # of a run that was stopped too: what it has measured until then
        if arguments.keep:
            print(f"kept: {scratch}", file=sys.stderr)
        else:
            shutil.rmtree(scratch, ignore_errors=True)
        print(report(rounds, unequal))
        if arguments.json:
            result = {"rounds": [asdict(each) for each in rounds], "auto_differs": unequal, "tabs": TABS}
            arguments.json.write_text(json.dumps(result | {"browser": str(browser)}, indent=1))
    return int(failed)


def prepare(site: Site, browser: Path, *, record: bool) -> None:
    """The list of pages, and the bodies of all that they ask for."""
    (site.work / "urls").write_text("\n".join(site.urls) + "\n")
    if record:
        measured("record", site, browser, None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--part", choices=("all", "compare", "auto"), default="all")
    parser.add_argument("--sites", nargs="*", help="only these")
    parser.add_argument("--tools", nargs="*", choices=(*TOOLS, "auto"), help="only these")
    parser.add_argument("--pages", nargs="*", default=[], metavar="SITE=N", help="0 = all")
    parser.add_argument("--peers", type=Path, help="a Python that has crawl4ai, crawlee and markdownify")
    parser.add_argument("--browser", type=Path, help="Chromium for every tool; default: the one that getdocs finds")
    lab = Path(os.environ.get("GETDOCS_LAB") or Path.home() / ".cache" / "getdocs-lab")
    parser.add_argument("--lab", type=Path, default=lab, help="default: $GETDOCS_LAB, else %(default)s")
    parser.add_argument("--json", type=Path, help="write every figure of every round there")
    parser.add_argument("--keep", action="store_true", help="keep what the tools wrote")
    sys.exit(main(parser.parse_args()))
