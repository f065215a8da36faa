"""One visit to a listing: a sitemap or an llms.txt is asked for, and what it names enters the Frontier.

Which listings a host may have is said here too. Knows nothing of HTTP, and leaves it to others which of the pages named
are wanted, and how long a host is waited for.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from getdocs import urls
from getdocs.frontier.store import Frontier
from getdocs.model import (
    LATE,
    Claim,
    Deferred,
    Discovered,
    Failed,
    FailReason,
    Fetched,
    Lease,
    Listing,
    ListingRead,
    Moved,
    Request,
    RequestKind,
    Response,
    Skipped,
    Trail,
)
from getdocs.read import llms_txt
from getdocs.read.sitemap import SitemapContents, read_sitemap
from getdocs.read.static import decode
from getdocs.visits.patience import Patience, is_trouble

MAX_NESTING = 3
"""Indexes on the way to a sitemap. The protocol knows one."""
MAX_FILES = 500
"""Listings of one crawl."""
MAX_PAGES = 200_000
"""Pages that the listings of one host may bring into one run."""
BATCH = 50
"""Pages that are entered in one go: some 15 ms, for which nobody else has a turn."""

_ROBOTS = "/robots.txt"

Fetch = Callable[[Request, Trail], Awaitable[Fetched]]
Found = Callable[[str, Lease], Discovered | None]


def guesses(page_url: str, seed_folder: str, from_robots: Sequence[str]) -> tuple[Discovered, ...]:
    """The listings to ask for on the host of `page_url`, a page that has answered: sitemaps, then llms.txt, each once.

    `from_robots` are the absolute URLs that the robots.txt of the host names; only where it names none is a sitemap
    guessed at, in `seed_folder` (a path, as `policy.scope.seed_folder` gives it) and at the root. llms.txt, for which
    robots.txt has no record, is guessed at in both places. Never raises.
    """
    page = urls.parse(page_url)
    if page is None:
        return ()
    folders = tuple(dict.fromkeys(f"{page.origin}{folder}" for folder in (seed_folder.rstrip("/"), "")))
    sitemaps = dict.fromkeys(from_robots) or [f"{folder}/sitemap.xml" for folder in folders]
    source = f"{page.origin}{_ROBOTS}" if from_robots else page_url
    return (
        *(Discovered(url, 0, source, tier=1, listing=Listing.SITEMAP) for url in sitemaps),
        # Last of all: what it names in Markdown is best known as the page that links and sitemaps lead to.
        *(Discovered(f"{folder}/llms.txt", 0, page_url, tier=LATE + 1, listing=Listing.LLMS_TXT) for folder in folders),
    )


class ListingVisitor:
    """Takes Leases on listings to their end. One instance serves all workers of a crawl."""

    def __init__(
        self, frontier: Frontier, *, fetch: Fetch, found: Found, patience: Patience, warn: Callable[[str], None]
    ) -> None:
        """`found` gives a page that the leased listing names as it enters the Frontier; None where it does not."""
        self._frontier = frontier
        self._fetch = fetch
        self._found = found
        self._patience = patience
        self._warn = warn
        self._entered: Counter[str] = Counter()
        self._blamed: set[str] = set()

    async def visit(self, lease: Lease) -> None:
        """Settles the leased listing, or puts it off. All that comes before may be done twice and is the same for it."""
        if lease.listing is None:
            raise ValueError(f"no listing: {lease.url}")
        result = await self._fetch(Request(lease.url, RequestKind.SITEMAP), lease.trail)
        if isinstance(result, Response):
            if 200 <= result.status < 300:
                await self._enter(lease, lease.listing, result)
                return
            result = Failed(FailReason.HTTP, result.status, trail=result.trail)
        if isinstance(result, Failed):
            result = await self._patience.in_trouble(lease, result) or result
        if isinstance(result, Deferred):
            final = self._patience.put_off(lease, result)
            if final is None:
                return
            result = final
        read = _unread(result)
        if self._frontier.settle_listing(lease, read, trouble=isinstance(result, Failed) and is_trouble(result)):
            self._complain(lease, read.detail, partly=False)

    async def _enter(self, lease: Lease, listing: Listing, response: Response) -> None:
        contents = await asyncio.to_thread(_contents, response, listing)
        left_out = (
            await self._enter_pages(lease, listing, contents.pages),
            self._enter_sitemaps(lease, contents.sitemaps),
        )
        detail = "; ".join(filter(None, (contents.detail, *left_out)))
        read = ListingRead(response.status, len(contents.pages), detail)
        if self._frontier.settle_listing(lease, read) and detail:
            self._complain(lease, detail, partly=bool(contents.pages or contents.sitemaps))

    async def _enter_pages(self, lease: Lease, listing: Listing, pages: Sequence[str]) -> str:
        """Claims the pages that are wanted, and enters them; says what was left out."""
        host = urls.netloc(lease.url)
        for start in range(0, len(pages), BATCH):
            wanted = [found for url in pages[start : start + BATCH] if (found := self._found(url, lease)) is not None]
            room = MAX_PAGES - self._entered[host]
            taken = wanted[:room]
            self._entered[host] += len(taken)
            self._frontier.claim(Claim(each.url, listing, lease.url) for each in taken)
            self._frontier.add(taken)
            if len(wanted) > room:
                return f"the listings of {host} name more than {MAX_PAGES:,} pages: the rest is left out"
            await asyncio.sleep(0)
        return ""

    def _enter_sitemaps(self, lease: Lease, sitemaps: Sequence[str]) -> str:
        """As `_enter_pages`, for the children of an index."""
        if not sitemaps:
            return ""
        if lease.depth >= MAX_NESTING:
            return f"its {len(sitemaps):,} sitemaps lie below {MAX_NESTING} others: they are left out"
        known = {row.url for row in self._frontier.listings()}
        new = [url for url in sitemaps if url not in known]
        room = max(0, MAX_FILES - len(known))
        self._frontier.add(
            Discovered(url, lease.depth + 1, lease.url, tier=LATE, listing=Listing.SITEMAP) for url in new[:room]
        )
        return f"{len(new) - room:,} of its sitemaps are left out: a crawl reads {MAX_FILES}" if len(new) > room else ""

    def _complain(self, lease: Lease, detail: str, *, partly: bool) -> None:
        """Warns of a listing that is one, or that the site itself names. That a guess was wrong is no news.

        `detail` says of an answer that is an error which it was; only 4xx says that there is none.
        """
        guessed = lease.depth == 0 and not lease.found_on.endswith(_ROBOTS)
        if guessed and not partly and not detail.startswith("http_5"):
            return
        if lease.depth > 0:
            # An index may have hundreds of children: the first that cannot be read stands for them all.
            if lease.found_on in self._blamed:
                return
            self._blamed.add(lease.found_on)
        self._warn(f"the listing {lease.url} {'was not read whole' if partly else 'could not be read'}: {detail}")


def _contents(response: Response, listing: Listing) -> SitemapContents:
    if listing is Listing.SITEMAP:
        return read_sitemap(response.body, response.url, response.header("content-type"))
    text = decode(response)
    pages = llms_txt.read_llms_txt(text, response.url)
    if not pages:
        return SitemapContents(detail="it names no page")
    cut = f"it is longer than {llms_txt.MAX_CHARS:,} characters: the rest was not read"
    return SitemapContents(pages, detail=cut if len(text) > llms_txt.MAX_CHARS else "")


def _unread(result: Skipped | Failed | Moved) -> ListingRead:
    match result:
        case Failed():
            return ListingRead(result.status, detail=": ".join(filter(None, (result.label, result.detail))))
        case Skipped():
            return ListingRead(None, detail=": ".join(filter(None, (result.reason, result.detail))))
        case Moved():
            return ListingRead(result.trail[-1].status, detail=f"it leads to the page {result.to}")
