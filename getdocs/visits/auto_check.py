"""What `auto` takes back, and what it still has to bear out when there is no other work: its part in Frontier and files."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath

from getdocs.frontier.store import Frontier
from getdocs.visits.auto import Auto
from getdocs.visits.crew import Work
from getdocs.write.files import PageWriter
from getdocs.write.sources import Sources


def auto_for(frontier: Frontier, writer: PageWriter, sources: Sources) -> Auto:
    """The Auto of the crawl whose state and files these are."""
    put_back = partial(_put_back, frontier, writer, sources)
    return Auto(kept=frontier.meta, keep=frontier.set_meta, put_back=put_back)


async def bear_out(
    auto: Auto,
    *,
    look: Callable[[str], Awaitable[object]],
    employ: Callable[[Work], Awaitable[None]],
    work: Work,
    stopped: Callable[[], bool],
) -> None:
    """Bears out what was read without the browser since the last comparison; what is put back is visited again.

    `look` reads the page at a URL once more. `employ` has workers do something; `work` is what they do in a crawl.
    """
    while not stopped() and (unchecked := list(auto.to_check())):

        async def check(unchecked: list[str] = unchecked) -> None:
            while unchecked and not stopped():
                await look(unchecked.pop())

        await employ(check)
        if not auto.has_put_back():
            return
        await employ(work)


def _put_back(
    frontier: Frontier, writer: PageWriter, sources: Sources, found: Sequence[str], keeping: Mapping[str, str]
) -> None:
    """Has what was read at these URLs visited again, and keeps what goes with it. The Pages that they were go."""
    for path in frontier.unsettle(found, keeping=keeping):
        writer.remove(PurePosixPath(path))
    for url in found:
        sources.discard(url)
