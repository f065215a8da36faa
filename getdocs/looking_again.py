"""Looks again at what the saved Pages link to: once other settings say which of that a crawl takes up. Asks nobody for anything.

A link that was out of Scope has no row in the Frontier: it is only on the Pages, and these are read from what was kept of
them. Decides nothing about a link itself.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator

from getdocs.beginning import LOOK_AGAIN
from getdocs.frontier.store import Frontier
from getdocs.model import Discovered, Lease, Page, Row
from getdocs.visits.conversion import page_of
from getdocs.write.sources import Sources


async def look_again(
    frontier: Frontier,
    sources: Sources,
    *,
    selector: str | None,
    found: Callable[[Page, Lease], Iterator[tuple[Discovered, ...]]],
    listings: Callable[[str], Iterable[Discovered]],
    stopped: Callable[[], bool],
    warn: Callable[[str], None],
) -> None:
    """Where that is due (see `beginning.LOOK_AGAIN`), enters what `found` takes of each saved Page, and the `listings` of its host.

    Ended before its end, by a kill or because `stopped` says so, it is still due. `warn` hears of Pages that could not be read.
    """
    if not frontier.meta(LOOK_AGAIN):
        return
    lost = 0
    for row in frontier.rows():
        if stopped():
            return
        if row.facts is None:
            continue
        page = await asyncio.to_thread(_page, sources, row, row.facts.saved_at, selector)
        if page is None:
            lost += 1
            continue
        frontier.add(listings(row.url))
        for batch in found(page, _as_leased(row)):
            frontier.add(batch)
    if lost:
        warn(f"the links of {lost} saved pages could not be looked at again: what the pages were read from is not kept")
    frontier.set_meta(LOOK_AGAIN, "")


def _page(sources: Sources, row: Row, saved_at: str, selector: str | None) -> Page | None:
    source = sources.find(row.url, saved_at=saved_at)
    return page_of(source, selector) if source is not None else None


def _as_leased(row: Row) -> Lease:
    """The Lease that the Page was visited on, as far as its links are concerned."""
    return Lease(
        0, row.url, row.depth, row.found_on, row.attempts, seed=row.seed, tier=0 if row.seed else row.depth + 1
    )
