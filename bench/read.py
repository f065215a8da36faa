"""What it costs to read a page: milliseconds of processor time, stage by stage, and as a ratio to BeautifulSoup's parse of it.

    python bench/read.py FOLDER...               every .html below these folders
    python bench/read.py FOLDER --every 8        every eighth of them

The stages run one after the other as in a crawl, so that a later one finds what an earlier one has parsed. As the page that a
browser shows, which `put_back` compares with the page as it was sent, serves the page as it was sent with one comment more.
Each page is read `--rounds` times, its bytes a little different each time so that nothing is found ready; the least time of
each stage counts. Pages on a busy machine still cost more: compare ratios, which are of times taken right after each other.
"""

import argparse
import gc
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning

from getdocs.model import Response
from getdocs.read.first_html import put_back
from getdocs.read.reader import read_page
from getdocs.read.receipts.receipt import check_snapshot
from getdocs.read.shell import why_shell
from getdocs.read.static import decode, snapshot_of
from getdocs.read.traits import traits_of

STAGES = ("snapshot_of", "traits_of", "put_back", "read_page", "receipt", "why_shell")
"""`receipt` is a part of `read_page`, taken once more."""
PARSERS = ("lxml", "html.parser")
SUMS = {"as sent": ("snapshot_of", "read_page", "why_shell"), "rendered": ("put_back", "read_page", "why_shell")}
"""What becomes of a page that is read as the server sent it, and of one that a browser has shown."""
MIDDLE = range(50_000, 100_001)

Result = TypeVar("Result")
Times = dict[str, float]


def timed(times: Times, name: str, stage: Callable[[], Result]) -> Result:
    began = time.process_time()
    result = stage()
    times[name] = (time.process_time() - began) * 1000
    return result


def once(body: bytes, name: str, number: int) -> Times:
    times: Times = {}
    content_type = (("content-type", "text/html; charset=utf-8"),)
    response = Response(f"http://docs.example/{name}", 200, content_type, body + b"<!--%d-->" % number)
    sent = timed(times, "snapshot_of", lambda: snapshot_of(response))
    timed(times, "traits_of", lambda: traits_of(sent.html, sent.url))
    shown = replace(sent, html=f"{sent.html}<!--shown-->")
    whole = timed(times, "put_back", lambda: put_back(shown, decode(response)))
    page = timed(times, "read_page", lambda: read_page(whole))
    timed(times, "receipt", lambda: check_snapshot(whole, page.markdown))
    timed(times, "why_shell", lambda: why_shell(page, whole.html, scripted=True))
    for parser in PARSERS:
        timed(times, parser, lambda parser=parser: BeautifulSoup(sent.html, parser))
    return times


def measure(path: Path, rounds: int) -> Times:
    body = path.read_bytes()
    taken = [once(body, path.name, number) for number in range(rounds)]
    least = {name: min(times[name] for times in taken) for name in taken[0]}
    return least | {name: sum(least[stage] for stage in stages) for name, stages in SUMS.items()}


def report(title: str, pages: list[Times]) -> None:
    print(f"{title}: {len(pages)} pages")
    print("                    mean  median  / lxml  / html.parser   (ratios: medians over the pages)")
    for name in (*STAGES, *SUMS, *PARSERS):
        times = [page[name] for page in pages]
        ratios = [statistics.median(page[name] / page[parser] for page in pages) for parser in PARSERS]
        print(
            f"  {name:<14}{statistics.mean(times):>8.2f}{statistics.median(times):>8.2f}{ratios[0]:>8.2f}{ratios[1]:>15.2f}"
        )
    shares = [page["receipt"] / (page["read_page"] - page["receipt"]) for page in pages]
    print(f"  the Receipt is {statistics.median(shares):.2f} of what read_page takes without it (median)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    warnings.filterwarnings("ignore", category=XMLParsedAsHTMLWarning)  # XHTML, which the lab's pages say they are
    print("milliseconds of processor time")
    for folder in options.folders:
        files = sorted(folder.rglob("*.html"))[:: options.every]
        once(files[0].read_bytes(), files[0].name, -1)  # imports, and what is compiled once
        gc.collect()
        gc.freeze()  # as a process that only reads does when it starts
        pages = [(path.stat().st_size, measure(path, options.rounds)) for path in files]
        report(folder.name, [times for _, times in pages])
        middle = [times for size, times in pages if size in MIDDLE]
        if middle:
            report(f"{folder.name}, of 50 to 100 kB", middle)


if __name__ == "__main__":
    main()
