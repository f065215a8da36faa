"""Leaves out of the saved Pages what stands on nearly all of them, where nothing else says what their content is (adr/0016).

That is known once a crawl is over: the Pages concerned are read again, from what was kept of them. Which blocks those are,
`read.chrome` says. Pages whose files somebody has changed stay as they are.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from getdocs.frontier.store import Frontier
from getdocs.linking import is_ours, parts_of
from getdocs.model import NO_CHROME, Counts, Page, PageFacts, PageFile
from getdocs.read.chrome import chrome_of
from getdocs.rereading import read_again, save_again
from getdocs.visits.pool import Pool
from getdocs.write.files import PageWriter
from getdocs.write.sources import Sources, sources_path

UNDER_WAY = "chrome_under_way"
"""A JSON list of the Pages that are being read again, by this name in the state: a kill may leave files that it does not know of."""


def is_over(counts: Counts, limit: int) -> bool:
    """Whether all pages of a crawl are there that are to be; `limit` as in the settings."""
    return not counts.pending or 0 < limit <= counts.saved


def leave_out_repeats(frontier: Frontier, output_dir: Path, selector: str | None) -> None:
    """Rewrites the Pages whose chrome is another one than they were read without. Killed half-way, it is simply done again.

    Raises OutputError where a Page cannot be written.
    """
    interrupted: set[str] = set(json.loads(frontier.meta(UNDER_WAY) or "[]"))
    pages = [(url, facts.edges) for url, facts in _saved(frontier) if facts.edges is not None]
    if not pages and not interrupted:
        return
    wanted = chrome_of(pages)
    due = {url for url, facts in _saved(frontier) if url in interrupted or facts.chrome != wanted.get(url, NO_CHROME)}
    files = {file.url: file for file in frontier.files() if file.url in due} if due else {}
    due = {url for url, file in files.items() if url in interrupted or _is_as_written(output_dir, file)}
    if not due:
        return
    frontier.set_meta(UNDER_WAY, json.dumps(sorted(due)))
    writer = PageWriter(output_dir)
    # What cannot be read again stays as it is: the crawl has told that its source could not be kept.
    sources = Sources(sources_path(output_dir), warn=lambda _: None)
    rows = (row for row in frontier.rows() if row.url in due)
    with Pool() as pool:
        for again in read_again(rows, sources, pool, selector, lambda url, _: wanted.get(url, NO_CHROME)):
            page = again.page()
            if isinstance(page, Page):
                save_again(again, page, wanted.get(again.url, NO_CHROME), frontier=frontier, writer=writer)
    frontier.set_meta(UNDER_WAY, "")


def _saved(frontier: Frontier) -> Iterator[tuple[str, PageFacts]]:
    return ((row.url, row.facts) for row in frontier.rows() if row.facts is not None)


def _is_as_written(output_dir: Path, file: PageFile) -> bool:
    parts = parts_of(output_dir, file)
    return parts is not None and is_ours(file, parts[1])
