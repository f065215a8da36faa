"""What the tests of a visit share: a site and a browser made up, and a Visitor that works on them."""

import asyncio
from functools import partial

import pytest

from getdocs import urls
from getdocs.config import CrawlConfig, RenderMode
from getdocs.model import Deferred, Discovered, Failed, FailReason, Hop, RequestKind, Response, Snapshot
from getdocs.policy.families.known import Families
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope
from getdocs.visits.finding import Finder
from getdocs.visits.patience import Patience
from getdocs.visits.reading import Reader, page_at
from getdocs.visits.soft404 import SoftNotFound
from getdocs.visits.visit import Visitor
from getdocs.write.files import PageWriter
from getdocs.write.sources import Sources

H = "http://docs.test"
NOW = 1_800_000_000.0
IMPOSSIBLE = "getdocs-0"
"""The name of the page that no host has; see `soft404`."""
NOTHING = Failed(FailReason.HTTP, 404)
HTML = (("content-type", "text/html; charset=utf-8"),)


def html(text="Text.", links=()):
    anchors = "".join(f'<a href="{link}">{link}</a>' for link in links)
    return f"<!doctype html><title>Title</title><body><main><h1>Title</h1><p>{text}</p>{anchors}</main>"


def page(url, body=None, status=200, headers=HTML, trail=None):
    """An answer for `url`, the last of `trail`."""
    return Response(
        url, status, headers, (html() if body is None else body).encode(), trail or (Hop(url, status, "allowed"),)
    )


def redirected(*locations, status=302, body=None):
    """An answer that was reached by redirects over `locations`, the last of which it is for."""
    *before, last = locations
    trail = (*(Hop(url, status, "allowed") for url in before), Hop(last, 200, "allowed"))
    return page(last, body, trail=trail)


class Site:
    """Answers by URL, and what was asked. What is asked for twice is answered from a list, one after the other."""

    def __init__(self, answers):
        self._answers = answers
        self.asked = []

    async def fetch(self, request, trail):
        assert request.kind is RequestKind.DOCUMENT
        if request.url.endswith(IMPOSSIBLE):
            return self._answers.get(IMPOSSIBLE, NOTHING)
        self.asked.append((request.url, trail))
        answer = self._answers[request.url]
        answer = answer.pop(0) if isinstance(answer, list) else answer
        if isinstance(answer, Deferred):
            return answer
        return answer if not trail else with_trail(answer, (*trail, *answer.trail))


def with_trail(answer, trail):
    match answer:
        case Response():
            return Response(answer.url, answer.status, answer.headers, answer.body, trail)
        case Failed():
            return Failed(answer.reason, answer.status, answer.detail, trail)


class World:
    """A Visitor, and all that it works on. `shown` is what the browser makes of a URL; without it there is no browser."""

    def __init__(self, frontier, folder, pool, answers, shown=None, **settings):
        mode = RenderMode.NEVER if shown is None else RenderMode.ALWAYS
        self.config = CrawlConfig(**{"seeds": (f"{H}/",), "render": mode, **settings})
        self.frontier = frontier
        self.folder = folder
        self.site = Site(answers)
        self.rendered = []
        self.quieted = []
        self.warned = []
        self.is_there = False
        self.looked_at = []
        self.listings = {}
        self.now = NOW
        self._shown = shown
        self.writer = PageWriter(folder)
        self.sources = Sources(folder / "sources", warn=pytest.fail)
        scope = Scope.of(self.config)
        reader = Reader(self.config, None if shown is None else self._render, pool=pool)
        patience = Patience(
            frontier,
            quiet=lambda host, seconds: self.quieted.append((host, seconds)),
            answers=self._is_there,
            now=lambda: self.now,
        )
        self.visitor = Visitor(
            self.config,
            scope=scope,
            pins=Pins(self.config.seeds),
            frontier=frontier,
            writer=self.writer,
            sources=self.sources,
            fetch=self.site.fetch,
            reader=reader,
            finder=Finder(self.config, scope=scope, families=Families(self.config.seeds), known=frontier),
            soft404=SoftNotFound(
                show=partial(page_at, fetch=self.site.fetch, reader=reader),
                kept=frontier.meta,
                keep=frontier.set_meta,
                warn=self.warned.append,
                token=lambda: IMPOSSIBLE,
                folder_of=scope.folder_of,
            ),
            patience=patience,
            listings=lambda url: self.listings.pop(urls.netloc(url), ()),
            now=lambda: self.now,
        )
        frontier.add(Discovered(seed, depth=0, seed=True) for seed in self.config.seeds)

    async def _is_there(self, url):
        self.looked_at.append(url)
        return self.is_there

    async def _render(self, response):
        self.rendered.append(response.url)
        return self._shown[response.url]

    def lease(self):
        return self.frontier.lease(self.now)

    def visit(self, lease=None):
        return asyncio.run(self.visitor.visit(lease or self.lease()))

    def add(self, *paths, depth=1):
        self.frontier.add(Discovered(f"{H}{path}", depth, f"{H}/") for path in paths)

    def outcomes(self):
        return {row.url.removeprefix(H): row.outcome for row in self.frontier.rows()}

    def row(self, path):
        (row,) = [row for row in self.frontier.rows() if row.url == f"{H}{path}"]
        return row

    def files(self):
        return sorted(str(file.relative_to(self.folder)) for file in self.folder.rglob("*.md"))


def snapshot(url, body=None, status=200, **facts):
    return Snapshot(url=url, status=status, html=html() if body is None else body, title="Title", base_url=url, **facts)
