"""What a crawl came to, in one value that everything said about it is made from. Reads the Manifest and nothing else."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from getdocs import urls
from getdocs.model import FamilyKind, SkipReason
from getdocs.write.coverage import NOT_DISCOVERED, NOT_FOLLOWED
from getdocs.write.index import PENDING
from getdocs.write.schema import ChromeEntry, Manifest, MissingEntry, Source

LEAST_COVERAGE = 0.9
"""Share of the navigation's pages that a complete crawl has saved."""
LEAST_LOST = 2
"""A single page that is missing makes no crawl incomplete: most sites have a dead link."""

_ON_PURPOSE = frozenset(SkipReason) - {SkipReason.ROBOTS_UNREACHABLE, SkipReason.TRAP} | {NOT_FOLLOWED}
"""What the site or the user keeps out. A site that could not say what its robots.txt allows has kept nothing out; and what
the navigation names was not meant for a trap.
"""
_NAMES: dict[Source, str] = {"nav": "nav", "prev_next": "prev/next", "llms_txt": "llms.txt", "sitemap": "sitemap"}
_NOUNS = {FamilyKind.LOCALE: "language", FamilyKind.VERSION: "version"}
LEAST_OUTSIDE = 5
"""Links that lead out of the Scope before that says anything about the Scope."""
_SHOWN_PAGES = 10
_SHOWN_FAMILIES = 3


class CrawlStatus(StrEnum):
    """How a crawl ended, in one word."""

    OK = "ok"
    TRUNCATED = "truncated"
    """The limit has left pages over, and nobody has to mind."""
    INTERRUPTED = "interrupted"
    EMPTY = "empty"
    """Nothing was saved."""
    INCOMPLETE = "incomplete"


EXIT_CODES = {
    CrawlStatus.OK: 0,
    CrawlStatus.TRUNCATED: 0,
    CrawlStatus.INTERRUPTED: 130,
    CrawlStatus.EMPTY: 1,
    CrawlStatus.INCOMPLETE: 5,
}
"""Of the command. 2 to 4 are those of `errors`."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often one reason was given."""

    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class LostSeed:
    """A Seed that came to no Page, and why."""

    url: str
    reason: str


@dataclass(frozen=True, slots=True)
class Covered:
    """How many of the pages that the site names in one place were saved."""

    source: Source
    saved: int
    claimed: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A language or version that was not crawled, and how many URLs of it were met."""

    kind: str
    name: str
    urls: int


@dataclass(frozen=True, slots=True)
class Beside:
    """A place near the Scope that far more links lead to than into the Scope, and what would take it in."""

    urls: int
    prefix: str
    take_in: str


@dataclass(frozen=True, slots=True)
class Whole:
    """Of the Pages that have a Receipt, how many kept all that a reader saw; and the one that fared worst, by its file."""

    pages: int
    whole: int
    worst: str
    score: float


@dataclass(frozen=True, slots=True)
class Missing:
    """A page of the site's navigation that should be here and is not. `title` is empty where its link has none."""

    url: str
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The end of a crawl. The tallies are ordered: most frequent first, then by name."""

    pages: int
    errors: int
    skipped: int
    redirects: int
    duplicates: int
    not_pages: int
    pending: int
    truncated: bool
    limit_reached: bool = False
    error_reasons: tuple[Tally, ...] = ()
    skip_reasons: tuple[Tally, ...] = ()
    pending_reasons: tuple[Tally, ...] = ()
    lost_seeds: tuple[LostSeed, ...] = ()
    coverage: tuple[Covered, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    """The largest first."""
    missing: tuple[Missing, ...] = ()
    """Pages of the navigation that Failed, were never met, or wait for a host that was given up. Not among them: what
    robots.txt, Scope, depth or the limit kept out.
    """
    beside: Beside | None = None
    flawed: Whole | None = None
    """None where every Page is whole."""
    nav_saved: int = 0
    """Pages of the navigation that were saved."""
    given_up: tuple[Tally, ...] = ()
    """Why URLs are Pending that neither the limit nor a stop has left over."""
    shells: int = 0
    """Of the errors: pages that are frames without text."""
    dead_end: str = ""
    """The URL of the only page, where that has something to click but no link; else empty."""
    unrendered: bool = False
    """Whether the scripts of these have not run."""
    media: int = 0
    """Images and documents that were kept."""
    media_skipped: tuple[Tally, ...] = ()
    """Why others were not."""
    chrome: ChromeEntry | None = None
    """What was left out because nearly all pages repeat it."""
    source: str = ""
    """URL of the repository in which the site is written; empty where none was found."""
    cloned: str = ""
    """Where it was cloned to, relative to the output folder; empty where it was not."""
    warnings: tuple[str, ...] = ()
    interrupted: bool = False
    """Whether somebody stopped the crawl. What a stop has left over makes none incomplete."""

    @property
    def status(self) -> CrawlStatus:
        """How it ended; of several that hold, the first of: interrupted, empty, incomplete, truncated."""
        if self.interrupted:
            return CrawlStatus.INTERRUPTED
        if not self.pages:
            return CrawlStatus.EMPTY
        if self.incomplete:
            return CrawlStatus.INCOMPLETE
        return CrawlStatus.TRUNCATED if self.truncated else CrawlStatus.OK

    @property
    def exit_code(self) -> int:
        """That of the command. docs/usage.md has the table."""
        return EXIT_CODES[self.status]

    @property
    def incomplete(self) -> bool:
        """Whether the copy lacks so much that nobody should take it for the whole."""
        return bool(self.given_up or self._seeds_gone) or self._nav_is_poor or self._is_hollow or bool(self.dead_end)

    @property
    def _seeds_gone(self) -> tuple[LostSeed, ...]:
        """Those that nothing more will come to by itself."""
        return tuple(seed for seed in self.lost_seeds if not seed.reason.startswith(PENDING))

    @property
    def _is_hollow(self) -> bool:
        return self.shells >= LEAST_LOST and self.shells > self.pages

    @property
    def _nav_is_poor(self) -> bool:
        lost = len(self.missing)
        return lost >= LEAST_LOST and self.nav_saved < LEAST_COVERAGE * (self.nav_saved + lost)

    @property
    def text(self) -> str:
        """One line for a person. It quotes URLs of the site: pass it through `terminal.printable`."""
        parts = [
            _number(self.pages, "page") + " saved",
            _number(self.errors, "error") + _because(self.error_reasons),
        ]
        for number, name, reasons in (
            (self.skipped, "skipped", self.skip_reasons),
            (self.redirects, "redirected", ()),
            (self.duplicates, "duplicate", ()),
            (self.not_pages, "not a page", ()),
            (self.pending, "pending", self.pending_reasons),
        ):
            if number:
                parts.append(f"{number} {name}{_because(reasons)}")
        clauses = [
            ", ".join(parts),
            ", ".join(f"{_NAMES[each.source]} {each.saved}/{each.claimed}" for each in self.coverage),
            _left_out(self.left_out),
            self._beside,
            self._media,
            self._source,
            self._chrome,
            self._flawed,
            self._shells,
            self._truncated,
            *(f"Seed {seed.url} came to nothing: {seed.reason}" for seed in self.lost_seeds),
        ]
        return "; ".join(clause for clause in clauses if clause)

    @property
    def _truncated(self) -> str:
        if not self.truncated:
            return ""
        return "truncated by --limit: --resume --limit 0 goes on" if self.limit_reached else "truncated"

    @property
    def _beside(self) -> str:
        if self.beside is None:
            return ""
        return f"most links lead out of the Scope, {self.beside.urls} of them to {self.beside.prefix}: {self.beside.take_in} takes them in"

    @property
    def _media(self) -> str:
        """`media 12, not kept 2 (http_404 1, robots 1)`; empty where none was wanted."""
        if not self.media and not self.media_skipped:
            return ""
        lost = sum(tally.count for tally in self.media_skipped)
        return f"media {self.media}" + (f", not kept {lost}{_because(self.media_skipped)}" if lost else "")

    @property
    def _source(self) -> str:
        if self.cloned:
            return f"cloned {self.source} into {self.cloned}, in place of the other pages"
        return f"written in {self.source}" if self.source else ""

    @property
    def _chrome(self) -> str:
        """`left out of 12 pages 8 blocks that stand on nearly all`; empty where nothing was."""
        if self.chrome is None:
            return ""
        blocks = _number(self.chrome["blocks"], "block")
        return f"left out of {_number(self.chrome['pages'], 'page')} {blocks} that stand on nearly all"

    @property
    def _flawed(self) -> str:
        if self.flawed is None:
            return ""
        each = self.flawed
        return f"whole {each.whole}/{each.pages} (worst {each.worst} {each.score:.2f}: getdocs verify says what is missing)"

    @property
    def _shells(self) -> str:
        if not self.shells:
            return ""
        why = "no script has run: --render always" if self.unrendered else "empty though their scripts have run"
        return f"{_number(self.shells, 'shell')} ({why})"

    @property
    def alarm(self) -> tuple[str, ...]:
        """The lines that say what an incomplete crawl lacks, and what to do; none of a complete one. Print as `text`."""
        return (*self._lacking(), *self._remedies()) if self.incomplete and not self.interrupted else ()

    def _lacking(self) -> Iterator[str]:
        if self.missing:
            claimed = _number(self.nav_saved + len(self.missing), "page")
            yield f"INCOMPLETE: missing are {len(self.missing)} of {claimed} in the site's navigation:"
            for page in self.missing[:_SHOWN_PAGES]:
                yield f"  {page.reason}: {page.url}" + (f" ({page.title})" if page.title else "")
            if len(self.missing) > _SHOWN_PAGES:
                yield f"  and {len(self.missing) - _SHOWN_PAGES} more: see coverage in crawl.json"
        if self._is_hollow:
            yield f"INCOMPLETE: {_number(self.shells, 'shell')} to {_number(self.pages, 'page')}: see shells in crawl.json"
        if self.dead_end:
            yield f"INCOMPLETE: {self.dead_end} is the only page, with things to click but no link: where its scripts lead is not known"
        for seed in self._seeds_gone:
            yield f"INCOMPLETE: the Seed {seed.url} came to nothing: {seed.reason}"
        for tally in self.given_up:
            yield f"INCOMPLETE: pending are {_number(tally.count, 'URL')} of a host that was given up: {tally.reason}"

    def _remedies(self) -> Iterator[str]:
        reasons = {page.reason.partition(" ")[0] for page in self.missing}
        if self.given_up:
            yield "--resume asks for what is pending"
        if self.shells and self.unrendered:
            yield "--resume --force --render always has the scripts of the shells run"
        if SkipReason.TRAP in reasons:
            yield "--resume --force --max-variants N takes more of what was taken for a trap"
        if self._seeds_gone or reasons - {PENDING, NOT_DISCOVERED, SkipReason.TRAP}:
            yield "--retry-failed tries again what failed"
        if NOT_DISCOVERED in reasons:
            yield "no page that was saved links to what was not discovered: name it as a Seed"


def summary_of(manifest: Manifest, *, interrupted: bool = False) -> Summary:
    """The Summary of the crawl that `manifest` describes. Whether it was interrupted, no Manifest says."""
    nav = manifest["coverage"].get("nav")
    limited = manifest["limit_reached"]
    pending_reasons = _tally(entry["reason"] for entry in manifest["pending"])
    return Summary(
        pages=len(manifest["pages"]),
        errors=len(manifest["errors"]),
        skipped=len(manifest["skipped"]),
        redirects=len(manifest["redirects"]),
        duplicates=len(manifest["duplicates"]),
        not_pages=len(manifest["not_pages"]),
        pending=len(manifest["pending"]),
        truncated=manifest["truncated"],
        limit_reached=manifest["limit_reached"],
        error_reasons=_tally(entry["reason"] for entry in manifest["errors"]),
        skip_reasons=_tally(entry["reason"] for entry in manifest["skipped"]),
        pending_reasons=pending_reasons,
        lost_seeds=_lost_seeds(manifest),
        coverage=tuple(
            Covered(source, entry["saved"], entry["claimed"]) for source, entry in manifest["coverage"].items()
        ),
        left_out=tuple(
            sorted(
                (LeftOut(entry["kind"], entry["name"], entry["urls"]) for entry in manifest["families"]),
                key=lambda family: (-family.urls, family.name),
            )
        ),
        missing=tuple(
            Missing(entry["url"], entry["title"] or "", _why(entry))
            for entry in (nav["missing"] if nav else ())
            if _is_lost(entry, limited=limited)
        ),
        beside=_beside(manifest),
        flawed=_flawed(manifest),
        dead_end=_dead_end(manifest),
        nav_saved=nav["saved"] if nav else 0,
        given_up=() if limited else pending_reasons,
        shells=len(manifest["shells"]),
        unrendered=any(not entry["rendered"] for entry in manifest["shells"]),
        media=len(manifest["media"]),
        media_skipped=_tally(entry["reason"] for entry in manifest["media_skipped"]),
        chrome=manifest.get("chrome"),
        source=manifest["source"]["repository"] if "source" in manifest else "",
        cloned=manifest["source"].get("clone", {}).get("path", "") if "source" in manifest else "",
        warnings=tuple(manifest["warnings"]),
        interrupted=interrupted,
    )


def _flawed(manifest: Manifest) -> Whole | None:
    receipts = manifest["receipts"]
    if not receipts["worst"]:
        return None
    worst = receipts["worst"][0]
    return Whole(receipts["pages"], receipts["whole"], worst["path"], worst["score"])


def _dead_end(manifest: Manifest) -> str:
    pages = manifest["pages"]
    return pages[0]["url"] if manifest["counts"]["discovered"] == 1 and pages and pages[0].get("unlinked") else ""


def _beside(manifest: Manifest) -> Beside | None:
    if not manifest["outside"]:
        return None
    largest = manifest["outside"][0]
    if largest["urls"] < max(LEAST_OUTSIDE, 2 * manifest["counts"]["discovered"]):
        return None
    return Beside(largest["urls"], largest["prefix"], largest["take_in"])


def _is_lost(entry: MissingEntry, *, limited: bool) -> bool:
    if entry["reason"] == PENDING:
        return bool(entry["detail"]) and not limited
    return entry["reason"] not in _ON_PURPOSE


def _why(entry: MissingEntry) -> str:
    return f"{entry['reason']} ({entry['detail']})" if entry["reason"] == PENDING else entry["reason"]


def _tally(reasons: Iterable[str]) -> tuple[Tally, ...]:
    counted = Counter(reason for reason in reasons if reason)
    return tuple(
        Tally(reason, count) for reason, count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    )


def _lost_seeds(manifest: Manifest) -> tuple[LostSeed, ...]:
    why = {entry["url"]: f"not a page ({entry['content_type']})" for entry in manifest["not_pages"]}
    for pending in manifest["pending"]:
        why[pending["url"]] = f"pending ({pending['reason']})" if pending["reason"] else "pending"
    for entry in (*manifest["errors"], *manifest["skipped"]):
        why[entry["url"]] = f"{entry['reason']} ({entry['detail']})" if entry["detail"] else entry["reason"]
    led_to = {entry["from"]: entry["to"] for entry in manifest["redirects"]}
    lost = []
    for seed in manifest["seeds"]:
        url, seen = urls.page_url(seed), set[str]()
        while url in led_to and url not in seen:
            seen.add(url)
            url = led_to[url]
        if url in why:
            lost.append(LostSeed(seed, why[url]))
    return tuple(lost)


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _because(reasons: tuple[Tally, ...]) -> str:
    return f" ({', '.join(f'{tally.reason} {tally.count}' for tally in reasons)})" if reasons else ""


def _left_out(families: tuple[LeftOut, ...]) -> str:
    """`left out 20 languages (ja 80, ko 12, zh-CN 9 and 17 more)`; empty where there are none."""
    kinds = []
    for kind, noun in _NOUNS.items():
        of_kind = [family for family in families if family.kind == kind]
        if of_kind:
            named = ", ".join(f"{family.name} {family.urls}" for family in of_kind[:_SHOWN_FAMILIES])
            more = len(of_kind) - _SHOWN_FAMILIES
            kinds.append(f"{_number(len(of_kind), noun)} ({named}{f' and {more} more' if more > 0 else ''})")
    return f"left out {' and '.join(kinds)}: --families all takes them in" if kinds else ""
