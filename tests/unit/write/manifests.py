"""What the tests of a Manifest share: rows of a crawl, and the Manifest that is built of them."""

from getdocs.config import CrawlConfig
from getdocs.model import (
    Claim,
    Counts,
    Duplicate,
    Failed,
    FailReason,
    Family,
    FamilyCount,
    FamilyKind,
    Hop,
    Listing,
    ListingRead,
    ListingRow,
    NotAPage,
    PageFacts,
    Redirected,
    Row,
    Saved,
    Skipped,
    SkipReason,
)
from getdocs.write.coverage import SiteClaims
from getdocs.write.manifest import Manifest, build_manifest

SITE = "https://docs.example"
TRAIL = (Hop(f"{SITE}/old", 301, "followed"), Hop(f"{SITE}/new", None, "out of scope"))
FACTS = PageFacts(content_hash="0" * 64, saved_at="2025-05-01T10:00:00+00:00")


def a_row(path, outcome, **changes) -> Row:
    facts = {"depth": 1, "found_on": f"{SITE}/", "seed": False, "attempts": 1}
    return Row(**{"url": SITE + path, "outcome": outcome, **facts, **changes})


def saved(path, *, facts=FACTS, **changes) -> Row:
    name = path.strip("/") or "index"
    return a_row(path, Saved(f"{name}.md", name.title(), 200), facts=facts, **changes)


def counts_of(rows) -> Counts:
    kinds = [type(row.outcome) for row in rows]
    return Counts(
        discovered=len(rows),
        saved=kinds.count(Saved),
        redirected=kinds.count(Redirected),
        duplicate=kinds.count(Duplicate),
        skipped=kinds.count(Skipped),
        not_a_page=kinds.count(NotAPage),
        failed=kinds.count(Failed),
        pending=kinds.count(type(None)),
    )


def built(rows, *, nav=(), order=None, config=None, warnings=(), counts=None, **more) -> Manifest:
    return build_manifest(
        rows,
        counts or counts_of(rows),
        nav,
        tuple(row.url for row in rows if isinstance(row.outcome, Saved)) if order is None else order,
        config or CrawlConfig(seeds=(f"{SITE}/",)),
        started_at="2025-05-01T10:00:00+00:00",
        finished_at="2025-05-01T10:01:00+00:00",
        warnings=warnings,
        **more,
    )


ALL_KINDS = [
    saved("/", depth=0, found_on="", seed=True),
    saved("/a"),
    a_row("/moved", Redirected(f"{SITE}/a", (301, 0), TRAIL)),
    a_row("/a?ref=1", Duplicate(f"{SITE}/a")),
    a_row("/private", Skipped(SkipReason.ROBOTS, "Disallow: /private", TRAIL)),
    a_row("/x.pdf", NotAPage("application/pdf")),
    a_row("/gone", Failed(FailReason.HTTP, 404, "not there", TRAIL), attempts=3),
    a_row("/later", None, pending_reason="interrupted"),
]
CLAIMS = SiteClaims(
    listings=(
        ListingRow(f"{SITE}/sitemap.xml", Listing.SITEMAP, f"{SITE}/robots.txt", ListingRead(200, 3)),
        ListingRow(f"{SITE}/llms.txt", Listing.LLMS_TXT, "", ListingRead(404, detail="not there")),
        ListingRow(f"{SITE}/b.xml", Listing.SITEMAP, f"{SITE}/sitemap.xml", None),
    ),
    claims=(Claim(f"{SITE}/a", Listing.SITEMAP, ""), Claim(f"{SITE}/gone", Listing.SITEMAP, "")),
    families=(
        FamilyCount(Family(FamilyKind.VERSION, "v1", f"{SITE}/v1/"), 7),
        FamilyCount(Family(FamilyKind.LOCALE, "ja", f"{SITE}/ja/"), 12),
    ),
)
