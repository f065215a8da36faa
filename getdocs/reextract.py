"""Reads every saved Page again from what it was read from: for a new getdocs, or another selector. Nothing is requested.

Knows neither network nor browser. Paths, Outcomes and what was discovered stay as the crawl left them.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from getdocs.beginning import keep_definition, kept_config
from getdocs.ending import conclude_again
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier, state_path
from getdocs.model import PageFacts, Saved
from getdocs.read.content import check_selector
from getdocs.visits.reading import facts_of, page_of
from getdocs.write.files import PageWriter
from getdocs.write.manifest import Manifest
from getdocs.write.sources import Sources, sources_path


@dataclass(frozen=True, slots=True)
class Reextracted:
    """What became of the Pages, as paths: those that were read again, those of them that now say something else."""

    manifest: Manifest
    read: tuple[str, ...]
    changed: tuple[str, ...]
    left: tuple[str, ...]
    """Pages that could not be read again; their files stay as they were."""


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
        for row in frontier.rows():
            if not isinstance(row.outcome, Saved) or row.facts is None:
                continue
            path, before = row.outcome.path, row.facts
            source = sources.find(row.url, saved_at=before.saved_at)
            page = page_of(source, selector=config.selector) if source is not None else None
            if page is None or not page.markdown.strip():
                why = "what it was read from is not kept" if page is None else "no text was found on it"
                warn(f"{path} stays as it is: {why} ({row.url})")
                left.append(path)
                continue
            after = facts_of(page, saved_at=before.saved_at)
            writer.write(page, PurePosixPath(path), saved_at=before.saved_at)
            frontier.revise(row.url, Saved(path, page.title, page.status), after)
            read.append(path)
            if _says_something_else(row.outcome, before, page.title, after):
                changed.append(path)
        manifest = conclude_again(frontier, config, now=now())
    return Reextracted(manifest, tuple(read), tuple(changed), tuple(left))


def _says_something_else(saved: Saved, before: PageFacts, title: str, after: PageFacts) -> bool:
    return (saved.title, before.content_hash) != (title, after.content_hash)
