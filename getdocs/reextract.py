"""Reads every saved Page again from what it was read from: for a new getdocs, or another selector. Nothing is requested.

Knows neither network nor browser. Paths, Outcomes and what was discovered stay as the crawl left them.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from getdocs.beginning import keep_definition, kept_config
from getdocs.ending import conclude_again
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier, state_path
from getdocs.model import Page, PageFacts, Saved, Snapshot
from getdocs.read.content import check_selector
from getdocs.visits.conversion import page_of
from getdocs.visits.pool import SIZE, Loss, Pool
from getdocs.visits.reading import facts_of
from getdocs.write.files import PageWriter
from getdocs.write.manifest import Manifest
from getdocs.write.sources import Source, Sources, sources_path

AHEAD = 2 * SIZE
"""Pages that are read ahead of the one that is written."""


@dataclass(frozen=True, slots=True)
class Reextracted:
    """What became of the Pages, as paths: those that were read again, those of them that now say something else."""

    manifest: Manifest
    read: tuple[str, ...]
    changed: tuple[str, ...]
    left: tuple[str, ...]
    """Pages that could not be read again; their files stay as they were."""


@dataclass(frozen=True, slots=True)
class _Again:
    """A saved Page, and what comes of reading it again; None where there is nothing to read."""

    url: str
    saved: Saved
    facts: PageFacts
    reading: "Future[Page | Loss] | None"


def reextract(
    output_dir: Path,
    *,
    selector: str | None = None,
    warn: Callable[[str], None],
    now: Callable[[], float] = time.time,
) -> Reextracted:
    """Rewrites the Pages and the Manifest of the crawl in `output_dir`. Stopped half-way, it can simply be run again.

    `selector` as for a crawl, and kept for the next time; empty: found by evidence; None: as the crawl had it. Raises
    UsageError where it is none, StateError where there is no crawl or another one is at work, OutputError where a Page cannot be written.
    """
    if selector:
        check_selector(selector)
    state = state_path(output_dir)
    if not state.exists():
        raise StateError(f"{output_dir} holds no crawl: name the folder of one with -o")
    read: list[str] = []
    changed: list[str] = []
    left: list[str] = []
    with Frontier.open(state) as frontier:
        config = kept_config(frontier, output_dir)
        if selector is not None:
            config = replace(config, selector=selector or None)
            keep_definition(frontier, config)
        writer = PageWriter(output_dir)
        writer.prepare()
        sources = Sources(sources_path(output_dir), warn=warn)
        with Pool() as pool:
            for again in _read_again(frontier, sources, pool, config.selector):
                path, before = again.saved.path, again.facts
                page = again.reading.result() if again.reading is not None else "what it was read from is not kept"
                if isinstance(page, Page) and not page.markdown.strip():
                    page = "no text was found on it"
                if not isinstance(page, Page):
                    warn(f"{path} stays as it is: {page} ({again.url})")
                    left.append(path)
                    continue
                after = facts_of(page, saved_at=before.saved_at)
                writer.write(page, PurePosixPath(path), saved_at=before.saved_at)
                frontier.revise(again.url, Saved(path, page.title, page.status), after)
                read.append(path)
                if _says_something_else(again.saved, before, page.title, after):
                    changed.append(path)
        manifest = conclude_again(frontier, config, now=now())
    return Reextracted(manifest, tuple(read), tuple(changed), tuple(left))


def _read_again(frontier: Frontier, sources: Sources, pool: Pool, selector: str | None) -> Iterator[_Again]:
    """Every saved Page, in order; what comes next is being read meanwhile."""
    ahead: deque[_Again] = deque()
    for row in frontier.rows():
        if not isinstance(row.outcome, Saved) or row.facts is None:
            continue
        source = sources.find(row.url, saved_at=row.facts.saved_at)
        reading = pool.submit(_weight(source), page_of, source, selector) if source is not None else None
        ahead.append(_Again(row.url, row.outcome, row.facts, reading))
        if len(ahead) > AHEAD:
            yield ahead.popleft()
    yield from ahead


def _weight(source: Source) -> int:
    return len(source.html) if isinstance(source, Snapshot) else len(source.body)


def _says_something_else(saved: Saved, before: PageFacts, title: str, after: PageFacts) -> bool:
    return (saved.title, before.content_hash) != (title, after.content_hash)
