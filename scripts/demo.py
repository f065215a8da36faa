"""Crawl the bundled sample documentation, or the URL given, into ./out and say where to look.

Replaces what an earlier run on the sample left in ./out, and nothing else: whatever else is there, `getdocs` decides.
"""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out"
OF_THE_SAMPLE = OUT / ".getdocs" / "of-the-sample"
"""Touched after a crawl of the sample. A state that is written later is somebody else's crawl."""

SAVED, INTERRUPTED = 0, 130  # exit codes of getdocs


def main(url: str) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that nothing started here outlives it
    options = ["--fresh"] if holds_the_sample() else []
    if url:
        return crawl(url, *options)
    with sample_server() as sample:
        code = crawl(sample, "--delay", "0", *options)  # our own server: there is nobody to be polite to
    if code in {SAVED, INTERRUPTED}:
        OF_THE_SAMPLE.touch()
    return code


def holds_the_sample() -> bool:
    """Whether ./out is a crawl of the sample still, which may be replaced unasked."""
    if not OF_THE_SAMPLE.exists():
        return False
    marked = OF_THE_SAMPLE.stat().st_mtime_ns
    return all(file.stat().st_mtime_ns <= marked for file in OF_THE_SAMPLE.parent.iterdir())


def crawl(url: str, *options: str) -> int:
    """The exit code of `getdocs crawl`, after saying where its files are."""
    arguments = ["crawl", url, "-o", "out", *options]
    print("$ getdocs", *arguments, flush=True)
    with running([str(Path(sys.executable).with_name("getdocs")), *arguments], cwd=ROOT) as process:
        while process.poll() is None:
            try:
                process.wait()
            except KeyboardInterrupt:
                continue  # the crawl got the same Ctrl-C, and is saving what it has
    if process.returncode == 0:
        pages = json.loads((OUT / "crawl.json").read_text(encoding="utf-8"))["pages"]
        print(
            f"\nRead out/{pages[0]['path']} first ({len(pages)} pages); out/crawl.json says what became of every URL."
        )
    return process.returncode


@contextmanager
def sample_server() -> Iterator[str]:
    """The URL of the sample documentation, served on a free port of this machine."""
    command = [sys.executable, "-m", "fixtures.server", "--site", "sample", "--port", "0"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with running(command, cwd=ROOT, start_new_session=True, **streams) as server:
        announced = server.stdout.readline()
        if not announced:
            sys.exit(f"the sample documentation is not served: see what '{' '.join(command)}' says")
        yield json.loads(announced)["url"]


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
