"""What the tools of the MCP server do, as plain functions: JSON values in, JSON values out. Knows nothing of the protocol.

Every one takes the folder of a crawl, below the root that the server was given. All raise GetdocsError, in words that say
what to do.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias

import anyio

from getdocs import api
from getdocs.beginning import existing_of
from getdocs.conductor import Crawl, Status
from getdocs.config import user_agent
from getdocs.mcp.checking import check
from getdocs.mcp.folders import Folders
from getdocs.mcp.reading import lines_of, listing, page_named, piece, section_of
from getdocs.offline.saved import SavedCrawl
from getdocs.offline.search.search import search as find
from getdocs.visits.visit import Settled
from getdocs.write.manifest import FILE_NAME
from getdocs.write.outcome import outcome_entry
from getdocs.write.quoting import well_formed
from getdocs.write.summary import summary_of

Json: TypeAlias = dict[str, Any]
"""What a tool answers, made here and read by the client alone."""
Tell: TypeAlias = Callable[[int, str], Awaitable[None]]
"""Hears how many URLs are dealt with, and how the crawl stands in words."""

TOLD_S = 1.0
"""Seconds between two words on how a crawl stands."""


class Tools:
    """The tools of one server."""

    def __init__(
        self, root: Path, *, contact: str | None = None, browser: Path | None = None, allow_private: bool = False
    ) -> None:
        """`contact` goes into the user agent. `allow_private`: an agent may have this network crawled, and this machine."""
        self._folders = Folders(root)
        self._agent = user_agent(contact)
        self._browser = browser
        self._allow_private = allow_private
        # Two crawls at once would have no common pace for a host that both ask.
        self._turn = asyncio.Lock()

    async def crawl(
        self,
        url: str,
        output_dir: str,
        *,
        tell: Tell,
        limit: int = 1000,
        depth: int | None = None,
        include_paths: list[str] | None = None,
        exclude_paths: list[str] | None = None,
        render: Literal["always", "auto", "never"] = "always",
        resume: bool = False,
        fresh: bool = False,
    ) -> Json:
        """Crawls as `getdocs crawl` does; what `--summary-json` says. One at a time: another one waits for its turn.

        Cancelled, it stops in good order and writes the Manifest first.
        """
        config = api.config_of(
            url,
            self._folders.find(output_dir),
            {
                "limit": limit,
                "depth": depth,
                "include_paths": include_paths or [],
                "exclude_paths": exclude_paths or [],
                "render": render,
                "user_agent": self._agent,
                "browser": self._browser,
                "allow_private": self._allow_private,
                "private_seeds": self._allow_private,
            },
        )
        existing = existing_of(resume=resume, retry_failed=False, force=False, fresh=fresh)
        async with self._turn:
            observer = _Observer()
            made = Crawl(config, observer=observer, existing=existing)
            running = asyncio.create_task(made.run())
            try:
                await observer.pass_on(running, tell)
            finally:
                await _given_up(made, running)
            result = running.result()
        summary = summary_of(result.manifest, interrupted=result.interrupted)
        folder = config.output_dir
        return {**outcome_entry(summary, output_dir=folder, manifest=folder / FILE_NAME)}

    def search(self, query: str, output_dir: str, *, limit: int = 10) -> Json:
        """The best sections: path and line for `read`, headings, what they say there."""
        found = find(SavedCrawl.open(self._folders.find(output_dir)), query, limit=min(max(limit, 1), 50))
        return {
            "every_word": found.every_word,
            "unknown": [{"word": each.word, "nearest": list(each.nearest)} for each in found.unknown],
            "results": [
                {
                    "path": str(hit.page.path),
                    "line": hit.line,
                    "url": hit.page.url,
                    "title": well_formed(hit.page.title),
                    "headings": [well_formed(heading) for heading in hit.headings],
                    "snippet": well_formed(hit.snippet),
                }
                for hit in found.hits
            ],
        }

    def read(
        self, page: str | None, output_dir: str, *, section: str | None = None, line: int | None = None, column: int = 1
    ) -> Json:
        """A piece of a Page, or of the list of all; `next_line` and `next_column` say where it goes on, null at the end."""
        crawl = SavedCrawl.open(self._folders.find(output_dir))
        about: Json = {}
        if page is None:
            lines, first, last = listing(crawl) or [""], 1, None
        else:
            named = page_named(crawl, page)
            about = {"path": str(named.path), "url": named.url, "title": well_formed(named.title)}
            (lines, first), last = lines_of(crawl, named), None
            if section is not None:
                first, last = section_of(lines, section)
        taken = piece(lines, line=line or first, column=column, last=last)
        line_next, column_next = taken.next or (None, None)
        return {
            **about,
            "text": well_formed(taken.text),
            "first_line": taken.first_line,
            "last_line": taken.last_line,
            "lines": len(lines),
            "next_line": line_next,
            "next_column": column_next,
        }

    def verify(self, output_dir: str, *, threshold: float = 0.99) -> Json:
        """What `getdocs verify` finds: Pages below the threshold, and links between files that lead nowhere."""
        return check(self._folders.find(output_dir), threshold)


async def _given_up(made: Crawl, running: "asyncio.Task[Any]") -> None:
    """Ends a crawl that is still at work; returns when its Manifest is written. What it has raised is its own to tell."""
    if running.done():
        return
    made.stop()  # pages under way would be waited for
    made.stop()  # but not by whoever calls again
    cancelled = False
    with anyio.CancelScope(shield=True):
        while not running.done():
            try:
                await asyncio.wait({running})
            except asyncio.CancelledError:
                cancelled = True
    if cancelled:
        raise asyncio.CancelledError


class _Observer:
    """Hears a crawl, and passes on how it stands now and then. Warnings stand in what the crawl comes to."""

    def __init__(self) -> None:
        self._status: Status | None = None

    def show(self, status: Status) -> None:
        self._status = status

    def warn(self, text: str) -> None:
        pass

    def settled(self, what: Settled) -> None:
        pass

    async def pass_on(self, running: "asyncio.Task[Any]", tell: Tell) -> None:
        """Returns when `running` is done."""
        told = -1
        while not (await asyncio.wait({running}, timeout=TOLD_S))[0]:
            if self._status is None:
                continue
            counts = self._status.counts
            # The protocol wants numbers that grow.
            if (done := counts.discovered - counts.pending) > told:
                told = done
                await tell(done, _words(self._status))


def _words(status: Status) -> str:
    counts = status.counts
    waiting = f"; waiting: {status.waiting[0]}" if status.waiting else ""
    return f"{counts.saved} pages saved, {counts.failed} errors, {counts.pending} URLs to go{waiting}"
