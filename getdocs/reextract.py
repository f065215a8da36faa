"""Reads every saved Page again from what it was read from: for a new getdocs, or another selector. Nothing is requested.

Knows neither network nor browser. Paths, Outcomes and what was discovered stay as the crawl left them.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from getdocs.beginning import keep_definition, kept_config
from getdocs.ending import conclude_again
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier, state_path
from getdocs.model import Chrome, Page, PageFacts, Saved
from getdocs.read.content import check_selector
from getdocs.rereading import read_again, save_again
from getdocs.visits.pool import Pool
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
    before: dict[str, tuple[str, str]] = {}
    """What the Pages that were read again said, by their path."""
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
            for again in read_again(frontier.rows(), sources, pool, config.selector, _same_chrome):
                path, page = again.saved.path, again.page()
                if not isinstance(page, Page):
                    warn(f"{path} stays as it is: {page} ({again.url})")
                    left.append(path)
                    continue
                before[path] = (again.saved.title, again.facts.content_hash)
                save_again(again, page, again.facts.chrome, frontier=frontier, writer=writer)
        manifest = conclude_again(frontier, config, now=now())
        changed = [path for path, said in _now(frontier) if path in before and before[path] != said]
    return Reextracted(manifest, tuple(before), tuple(changed), tuple(left))


def _same_chrome(_url: str, facts: PageFacts) -> Chrome:
    """What the Page was read without; whether that is still to be left out is found when all are read."""
    return facts.chrome


def _now(frontier: Frontier) -> Iterator[tuple[str, tuple[str, str]]]:
    """Of each saved Page its path, and what it says."""
    for row in frontier.rows():
        if isinstance(row.outcome, Saved) and row.facts is not None:
            yield row.outcome.path, (row.outcome.title, row.facts.content_hash)
