"""Crawl the bundled sample documentation, or the URL given, into ./out and say where to look.

Removes an ./out that an earlier run on the sample made, and no other: a crawl of somebody's site took their time.
"""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out"
MADE_HERE = OUT / ".getdocs" / "made-by-make-demo"
"""Left in the state folder after a crawl of the sample, so that it goes where that state goes."""
GETDOCS = str(Path(sys.executable).with_name("getdocs"))


def main(url: str) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that nothing started here outlives it
    if MADE_HERE.is_file():
        shutil.rmtree(OUT)
    if OUT.exists():
        print(f"{OUT} holds something this demo did not make: move or remove it, then run this again", file=sys.stderr)
        return 4
    if url:
        return crawl(url)
    with sample_server() as sample:
        code = crawl(sample, "--delay", "0")  # it is our own server: nobody to be polite to
    if MADE_HERE.parent.is_dir():
        MADE_HERE.touch()
    return code


def crawl(url: str, *options: str) -> int:
    """The exit code of `getdocs crawl`, after saying where its files are."""
    command = [GETDOCS, "crawl", url, "-o", str(OUT), *options]
    print("$ getdocs crawl", url, "-o out", *options, flush=True)
    with running(command) as process:
        while process.poll() is None:
            try:
                process.wait()
            except KeyboardInterrupt:
                continue  # the crawl got the same Ctrl-C, and is saving what it has
    if process.returncode == 0:
        pages = json.loads((OUT / "crawl.json").read_text())["pages"]
        print(
            f"\nRead out/{pages[0]['path']} first ({len(pages)} pages); out/crawl.json says what became of every URL."
        )
    return process.returncode


@contextmanager
def sample_server() -> Iterator[str]:
    """The URL of the sample documentation, served on a free port of this machine."""
    command = [sys.executable, "-m", "fixtures.server", "--port", "0", "--site", "sample"]
    with running(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
        url = next((word for line in server.stdout for word in line.split() if word.startswith("http://")), None)
        if url is None:
            sys.exit("the sample server did not start")
        yield url


@contextmanager
def running(command: list[str], **options: object) -> Iterator[subprocess.Popen]:
    """The process of the command, ended when the block is left."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.terminate()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
