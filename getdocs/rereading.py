"""Reads saved Pages again from what they were read from, some ahead of the one that is wanted next, and saves them. Nothing is requested."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from getdocs.frontier.store import Frontier
from getdocs.model import Chrome, Page, PageFacts, Row, Saved, Snapshot
from getdocs.visits.conversion import page_of
from getdocs.visits.pool import SIZE, Loss, Pool
from getdocs.visits.reading import facts_of
from getdocs.write.files import PageWriter
from getdocs.write.sources import Source, Sources

AHEAD = 2 * SIZE
"""Pages that are read ahead of the one that is handed out."""


@dataclass(frozen=True, slots=True)
class Again:
    """A saved Page, and what comes of reading it again."""

    url: str
    saved: Saved
    facts: PageFacts
    """As it was read before."""
    reading: "Future[Page | Loss] | None"
    """None where there is nothing to read."""

    def page(self) -> Page | str:
        """The Page, waited for; or why there is none. One without text is none."""
        page = self.reading.result() if self.reading is not None else "what it was read from is not kept"
        return "no text was found on it" if isinstance(page, Page) and not page.markdown.strip() else page


def read_again(
    rows: Iterable[Row],
    sources: Sources,
    pool: Pool,
    selector: str | None,
    chrome_of: Callable[[str, PageFacts], Chrome],
) -> Iterator[Again]:
    """The saved Pages among `rows`, in order, each read without its `chrome_of` (URL, facts). `selector` as in `read_page`."""
    ahead: deque[Again] = deque()
    for row in rows:
        if not isinstance(row.outcome, Saved) or row.facts is None:
            continue
        source = sources.find(row.url, saved_at=row.facts.saved_at)
        chrome = chrome_of(row.url, row.facts)
        reading = pool.submit(_weight(source), page_of, source, selector, chrome) if source is not None else None
        ahead.append(Again(row.url, row.outcome, row.facts, reading))
        if len(ahead) > AHEAD:
            yield ahead.popleft()
    yield from ahead


def save_again(again: Again, page: Page, chrome: Chrome, *, frontier: Frontier, writer: PageWriter) -> None:
    """Puts `page`, read without `chrome`, into the file and the state of what was read before. A Page that says where its content is has no chrome.

    Raises OutputError where it cannot be written.
    """
    facts = facts_of(page, saved_at=again.facts.saved_at)
    if facts.edges is not None:
        facts = replace(facts, chrome=chrome)
    path = again.saved.path
    writer.write(page, PurePosixPath(path), saved_at=facts.saved_at)
    frontier.revise(again.url, Saved(path, page.title, page.status), facts)


def _weight(source: Source) -> int:
    return len(source.html) if isinstance(source, Snapshot) else len(source.body)
