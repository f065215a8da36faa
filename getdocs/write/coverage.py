"""Coverage: what a site itself claims to have, set against what was saved.

Pure. Where a link leads is the index's to say; which of what is missing is bad news, the summary's.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from getdocs import urls
from getdocs.model import Claim, FamilyCount, FamilyKind, Listing, ListingRow, NavNode
from getdocs.read.merge import walk
from getdocs.write.index import NOT_A_PAGE, PENDING, SOFT_404, End, Index
from getdocs.write.schema import Coverage, CoverageEntry, MissingEntry, Source

NOT_DISCOVERED = "not_discovered"
"""The reason of a page that is claimed, and that the crawl never met."""
NOT_FOLLOWED = "not_followed"
"""Its reason where the crawl was told to follow no links."""


@dataclass(frozen=True, slots=True)
class SiteClaims:
    """What the site says it has, beyond what its pages say; and what of it the crawl was never to have."""

    listings: Sequence[ListingRow] = ()
    claims: Iterable[Claim] = ()
    families: Sequence[FamilyCount] = ()
    """Languages and versions that were left out."""
    in_scope: Callable[[str], bool] = lambda _: True
    dead_ends: Sequence[str] = ()
    """URLs, less their queries, to which the site redirects what does not exist."""
    follows_links: bool = True
    """False: only what a listing names was asked for."""


def coverage_of(nav: tuple[NavNode, ...], neighbours: Iterable[str], site: SiteClaims, index: Index) -> Coverage:
    """How many of the pages that the site names were saved, by source; a source that names none to be had is left out.

    `neighbours` are the pages that saved Pages call the one before and the one after them. A page counts once for each
    source, in whatever spellings, and as saved where the link leads to a saved Page, whatever the way but the one that what does not exist is sent. No claim is what
    turned out to be no page, what is not in Scope, and what is of a family that was left out. What is missing stands in
    the order of the nav, else by URL. Near linear in everything.
    """
    measure = _Measure(nav, site, index)
    listed: dict[Listing, list[str]] = {listing: [] for listing in Listing}
    for claim in site.claims:
        listed[claim.listing].append(claim.url)
    sources: dict[Source, Iterable[str]] = {
        "nav": (node.url for node in walk(nav) if node.url is not None),
        "prev_next": sorted(set(neighbours)),
        "llms_txt": sorted(listed[Listing.LLMS_TXT]),
        "sitemap": sorted(listed[Listing.SITEMAP]),
    }
    return {source: entry for source, named in sources.items() if (entry := measure.entry(named)) is not None}


class _Measure:
    """Measures sources one by one."""

    def __init__(self, nav: tuple[NavNode, ...], site: SiteClaims, index: Index) -> None:
        self._site = site
        self._index = index
        self._not_met = NOT_DISCOVERED if site.follows_links else NOT_FOLLOWED
        self._left_out = {
            _less_scheme(count.family.prefix) for count in site.families if count.family.kind is not FamilyKind.OUTSIDE
        }
        self._dead_ends = set(map(urls.key, site.dead_ends))
        self._titles: dict[str, str] = {}
        for node in walk(nav):
            if node.url is not None:
                self._titles.setdefault(index.identity(node.url), node.title)

    def entry(self, named: Iterable[str]) -> CoverageEntry | None:
        """How many of the pages named were saved; None where none is named that was to be had."""
        saved = 0
        missing: list[MissingEntry] = []
        seen: set[str] = set()
        for url in named:
            page = self._index.identity(url)
            if page in seen:
                continue
            seen.add(page)
            end = self._index.find(url)
            if end is not None and end.path is not None and self._is_dead_end(page, end.url):
                missing.append(
                    self._missing(url, page, replace(end, reason=SOFT_404, detail=f"redirected to {end.url}"))
                )
            elif end is not None and end.path is not None:
                saved += 1
            elif self._is_claim(url, end):
                missing.append(self._missing(url, page, end))
        claimed = saved + len(missing)
        return {"saved": saved, "claimed": claimed, "missing": missing} if claimed else None

    def _is_dead_end(self, page: str, to: str) -> bool:
        """Whether the link to `page` was redirected to where the site sends whatever does not exist."""
        return urls.key(to.partition("?")[0]) in self._dead_ends and urls.key(page) != urls.key(to)

    def _is_claim(self, url: str, end: End | None) -> bool:
        if end is not None and (end.reason == NOT_A_PAGE or not end.in_scope):
            return False
        waits = end is not None and end.reason == PENDING
        # What was asked for was not left out, whatever the crawl has learned of its family since.
        if (end is None or waits) and self._is_left_out(url):
            return False
        # What waits is in Scope; and of it there may be very much.
        return waits or self._site.in_scope(url)

    def _is_left_out(self, url: str) -> bool:
        if not self._left_out:
            return False
        rest = _less_scheme(url)
        return any(rest[: at + 1] in self._left_out for at, char in enumerate(rest) if char == "/")

    def _missing(self, url: str, page: str, end: End | None) -> MissingEntry:
        shown = url if page == url else urls.page_url(url)
        return {
            "url": urls.without_credentials(shown) if "@" in shown else shown,
            "title": self._titles.get(page),
            "reason": end.reason if end is not None else self._not_met,
            "detail": urls.redact(end.detail) if end is not None else "",
        }


def _less_scheme(url: str) -> str:
    return url.partition("//")[2]
