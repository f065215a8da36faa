"""One crawl by the real command line, and what is left of it: exit code, output, Manifest, files.

`examine` holds every crawl of these tests to what is true of all of them; a test adds what is true of its own.
"""

import asyncio
import json
import re
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from aiohttp import web

from fixtures.manifest import flaws
from fixtures.misbehave import Handler
from fixtures.server import FixtureServer

NOW = ("--delay", "0")
"""No delay of our own: the server is ours."""
STATIC = (*NOW, "--render", "never")
"""For what the browser has no part in: a crawl without it takes a second less."""

LONGEST_WAIT = 60.0
"""Seconds after which what does not come has failed."""

LISTS = ("pages", "redirects", "duplicates", "skipped", "not_pages", "errors", "pending")


@dataclass(frozen=True, slots=True)
class Run:
    """One finished run of the command line. `returncode` is negative where a signal ended it."""

    args: tuple[str, ...]
    returncode: int
    stdout: str
    stderr: str
    seconds: float

    @property
    def lines(self) -> list[str]:
        """What was said on stderr."""
        return self.stderr.splitlines()


@dataclass(frozen=True, slots=True)
class Crawled:
    """A crawl that has ended, and the folder that it wrote."""

    run: Run
    out: Path
    manifest: dict[str, Any]

    def paths(self, name: str) -> list[str]:
        """The URLs of one list of the Manifest, less their origins, in its order."""
        return [less_origin(url_of(entry)) for entry in self.manifest[name]]

    def entry(self, name: str, path: str) -> dict[str, Any]:
        """The one entry of a list whose URL, less its origin, is `path`."""
        (entry,) = [entry for entry in self.manifest[name] if less_origin(url_of(entry)) == path]
        found: dict[str, Any] = entry
        return found

    def text(self, path: str) -> str:
        """The file of the Page at `path`."""
        return (self.out / self.entry("pages", path)["path"]).read_text("utf-8")


def url_of(entry: dict[str, Any]) -> str:
    """The URL that an entry of any list is about."""
    url: str = entry.get("from") or entry["url"]
    return url


def less_origin(url: str) -> str:
    """Path, query and fragment of `url`."""
    parts = urlsplit(url)
    return url.removeprefix(f"{parts.scheme}://{parts.netloc}")


def examine(run: Run, out: Path) -> Crawled:
    """The crawl that `run` was. Fails the test where it does not keep what holds for every crawl."""
    assert run.returncode in (0, 1, 5, 130), run.stderr
    assert "Traceback" not in run.stderr, run.stderr
    assert run.stdout == ""
    assert "\x1b" not in run.stderr
    manifest = json.loads((out / "crawl.json").read_text("utf-8"))
    assert flaws(manifest) == []
    crawled = Crawled(run, out, manifest)
    counts = dict(manifest["counts"])
    assert counts.pop("discovered") == sum(counts.values()) == sum(len(manifest[name]) for name in LISTS)
    assert manifest["page_count"] == counts["saved"] == len(manifest["pages"])
    listed = Counter(url_of(entry) for name in LISTS for entry in manifest[name])
    assert [url for url, times in listed.items() if times > 1] == []
    assert manifest["truncated"] is bool(manifest["pending"])
    assert sorted(page["path"] for page in manifest["pages"]) == sorted(
        str(file.relative_to(out)) for file in out.rglob("*.md")
    )
    assert Counter(page["url"] for page in manifest["pages"]) == Counter(
        page["url"] for page in manifest["reading_order"]
    )
    if run.returncode != 130:
        assert run.returncode in ((0, 5) if manifest["pages"] else (1,))
    # Whoever does not look at the exit code reads it, and the other way round.
    assert (run.returncode == 5) is any(line.startswith("INCOMPLETE: ") for line in run.lines), run.stderr
    for measured in manifest["coverage"].values():
        assert measured["saved"] + len(measured["missing"]) == measured["claimed"] > 0
    return crawled


def front_matter(text: str) -> dict[str, Any]:
    """The YAML block at the head of a Page's file."""
    opening, block, _body = text.split("---\n", 2)
    assert opening == ""
    parsed: dict[str, Any] = yaml.safe_load(block)
    return parsed


_ABOUT_THE_SITE = re.compile(r"/robots\.txt$|/sitemap\.xml$|/llms\.txt$|/getdocs-[0-9a-f]{16}$")
"""What a crawl asks of a site to know it: the listings that it may have, and the page that it cannot have."""


def tree(out: Path) -> dict[str, bytes]:
    """Every file that a user sees, and its bytes."""
    return {
        str(file.relative_to(out)): file.read_bytes()
        for file in out.rglob("*")
        if file.is_file() and ".getdocs" not in file.parts
    }


def documents(server: FixtureServer) -> list[str]:
    """What was asked of the server, in order, but for what was asked to know the site."""
    return [path for path in server.paths() if not _ABOUT_THE_SITE.search(path)]


class Gate:
    """A page that tells when it is asked for, and answers when it is let: `gate.asked.wait(...)`, `gate.opened.set()`."""

    def __init__(self, then: Handler) -> None:
        self.asked = threading.Event()
        self.opened = threading.Event()
        self._then = then

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        self.asked.set()
        await asyncio.to_thread(self.opened.wait, LONGEST_WAIT)
        return await self._then(request)
