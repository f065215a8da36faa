"""What enters the Frontier of all that a page links to, or a listing names: Scope, families and traps have their say here.

Knows neither how a page was read nor what becomes of a URL once it is known.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from getdocs import urls
from getdocs.config import CrawlConfig, SitemapUse
from getdocs.model import LATE, Discovered, Family, Lease, Listing, Page, Skipped, SkipReason
from getdocs.policy.families.known import Families
from getdocs.policy.scope import Scope
from getdocs.policy.traps import pattern, trap
from getdocs.policy.twins import MARKDOWN, is_source_of, pages_of
from getdocs.visits.listing import guesses
from getdocs.visits.outside import Outside

LINKS_AT_ONCE = 500
"""Links of one page that are looked at in one go: a page of 100,000 must not hold up everybody else."""


class Known(Protocol):
    """What the Frontier is asked and told, beyond what enters it."""

    def leave_out(self, family: Family, urls: Sequence[str]) -> None:
        """These URLs are of a family that is not crawled."""

    def spelling_of(self, url: str) -> str | None:
        """The URL as the Frontier has it; None where it does not know the page."""


class Finder:
    """One for a crawl. `families` is None where all languages and versions are wanted."""

    def __init__(self, config: CrawlConfig, *, scope: Scope, families: Families | None, known: Known) -> None:
        self._scope = scope
        self._families = families
        self._known = known
        self._outside = Outside(config)
        self._depth = config.depth
        self._variants = config.max_variants
        self._follows = config.sitemap is not SitemapUse.ONLY

    def refusal(self, lease: Lease) -> Skipped | None:
        """Why the leased page is not to be asked for, all said and done since it was found; None where it is."""
        if self._depth is not None and lease.depth > self._depth:
            return Skipped(SkipReason.DEPTH, f"{lease.depth} links away from a Seed")
        if lease.seed:
            return None
        if (why := trap(lease.url)) is not None:
            return Skipped(SkipReason.TRAP, why)
        return self._of_other_family(lease.url)

    def refusal_of_target(self, lease: Lease, to: str) -> Skipped | None:
        """Why the page at `to`, where the leased URL has led, is none of this crawl; None where it is one."""
        to = urls.page_url(to)
        return None if lease.seed or to == lease.url else self._of_other_family(to)

    def _of_other_family(self, url: str) -> Skipped | None:
        family = self._families.other(url) if self._families is not None else None
        if family is None:
            return None
        self._known.leave_out(family, (url,))
        return Skipped(SkipReason.SCOPE, f"{url}: {family.kind} {family.name}, not that of a Seed")

    def landed(self, url: str) -> None:
        """A Seed has led to the page at `url`."""
        if self._families is not None:
            self._families.landed(url)

    def on_page(self, page: Page, lease: Lease, *, saved: bool = True) -> Iterator[tuple[Discovered, ...]]:
        """What of the links of `page`, which is shown at the leased URL, enters the Frontier; in batches, in their order.

        `saved`: the Page will be here; then what Sphinx has made it from need not be.
        """
        if self._families is not None:
            self._families.read(lease.url, page.lang, page.alternates)
        if not self._follows:
            return
        tier = max(lease.tier, 1) + 1
        for start in range(0, len(page.links), LINKS_AT_ONCE):
            inside = self._inside(page.links[start : start + LINKS_AT_ONCE], on=lease.url)
            found = tuple(self._discovered(url, lease.depth + 1, lease.url, tier) for url in inside)
            yield tuple(_without_source(each, lease.url) for each in found) if saved else found
        if page.invalid:
            mistaken = Skipped(SkipReason.SCHEME, "no URL that could be asked for")
            yield tuple(Discovered(url, lease.depth + 1, lease.url, refusal=mistaken) for url in page.invalid)

    def named(self, url: str, lease: Lease) -> Discovered | None:
        """The page that the leased listing names, as it enters the Frontier; None where it is out of Scope.

        Many an llms.txt names a copy in Markdown of each page (`/guide.md` of `/guide`): where the page is known, it is meant.
        """
        url = urls.page_url(url)
        if lease.listing is Listing.LLMS_TXT:
            url = next((known for twin in pages_of(url, MARKDOWN) if (known := self._known.spelling_of(twin))), url)
        inside = self._inside((url,), on=lease.url)
        # A listing has an end, so no cap: and what it names must not use up the room of what links lead to.
        return replace(self._discovered(inside[0], 0, lease.url, LATE), pattern=None) if inside else None

    def _inside(self, found: Sequence[str], *, on: str) -> list[str]:
        """Those of the URLs that are in Scope and of the Seeds' own language and version."""
        refused = {url for url in found if self._scope.refusal(url) is not None}
        for place, outside in self._outside.new(refused).items():
            self._known.leave_out(place, outside)
        inside = [url for url in found if url not in refused]
        if self._families is None:
            return inside
        self._families.see(inside, on=on)
        own: list[str] = []
        others: dict[Family, list[str]] = {}
        for url in inside:
            family = self._families.other(url)
            (own if family is None else others.setdefault(family, [])).append(url)
        for family, left_out in others.items():
            self._known.leave_out(family, left_out)
        return own

    def _discovered(self, url: str, depth: int, found_on: str, tier: int) -> Discovered:
        why = trap(url)
        return Discovered(
            url,
            depth,
            found_on,
            tier=tier,
            pattern=pattern(url, max_variants=self._variants),
            refusal=Skipped(SkipReason.TRAP, why) if why else None,
        )


def _without_source(found: Discovered, page: str) -> Discovered:
    if found.refusal is not None or not is_source_of(found.url, page):
        return found
    return replace(found, refusal=Skipped(SkipReason.TWIN, f"the source of {page}"))


class Listings:
    """Which listings are to be read of a host. `named` are those that its robots.txt, already read, names for a URL."""

    def __init__(self, config: CrawlConfig, *, scope: Scope, named: Callable[[str], tuple[str, ...]]) -> None:
        self._wanted = config.sitemap is not SitemapUse.NEVER
        self._scope = scope
        self._named = named
        self._told: set[str] = set()

    def of(self, url: str) -> tuple[Discovered, ...]:
        """The listings of the host of `url`, one of whose pages has answered; none where this crawl has had them."""
        host = urls.netloc(url)
        if not self._wanted or host in self._told or self._scope.host_refusal(url) is not None:
            return ()
        self._told.add(host)
        return guesses(url, self._scope.folder_of(url), self._named(url))
