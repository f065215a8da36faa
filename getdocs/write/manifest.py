"""The Manifest: what became of every URL, built from the rows of the Frontier and written as crawl.json.

Knows nothing of how a URL came to its Outcome. The shape stands in `schema`, the words for a person in `summary`.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from getdocs import __version__, urls
from getdocs.config import PRODUCT_TOKEN, CrawlConfig, RenderMode
from getdocs.model import AssetRow, Counts, FamilyKind, NavNode, Row, SkipReason
from getdocs.write import atomic
from getdocs.write.coverage import SiteClaims, coverage_of
from getdocs.write.entries import (
    counts_entry,
    enter,
    family_entry,
    listing_entry,
    nav_entries,
    outside_entry,
    shell_entries,
)
from getdocs.write.index import Index
from getdocs.write.layout import laid_out
from getdocs.write.media.entries import media_entries
from getdocs.write.media.wanted import Wanted
from getdocs.write.receipts import Receipts
from getdocs.write.relink.site import Broken
from getdocs.write.repeats import Repeats
from getdocs.write.schema import ChangeEntry, Manifest, OrderEntry, PageEntry, SourceEntry
from getdocs.write.summary import Summary, summary_of
from getdocs.write.traffic import Traffic

__all__ = ["FILE_NAME", "Manifest", "SiteClaims", "Summary", "build_manifest", "summary_of", "write_manifest"]

FILE_NAME = "crawl.json"


def build_manifest(
    rows: Iterable[Row],
    counts: Counts,
    nav: tuple[NavNode, ...],
    reading_order: tuple[str, ...],
    config: CrawlConfig,
    *,
    started_at: str,
    finished_at: str,
    warnings: Sequence[str] = (),
    changes: Sequence[ChangeEntry] = (),
    limit_reached: bool = False,
    broken: Sequence[Broken] = (),
    assets: Sequence[AssetRow] = (),
    wanted: Sequence[Wanted] = (),
    site: SiteClaims | None = None,
    traffic: Traffic | None = None,
    source: SourceEntry | None = None,
) -> Manifest:
    """The Manifest of a crawl, the same for the same rows in any order; free of credentials.

    `reading_order` names each saved Page once; the times are ISO 8601 in UTC. Raises AssertionError where the counts do
    not add up, or rows and Reading Order do not agree with them: then some URL would be lost in silence.
    """
    site = site or SiteClaims()
    families = [count for count in site.families if count.family.kind is not FamilyKind.OUTSIDE]
    outside = [count for count in site.families if count.family.kind is FamilyKind.OUTSIDE]
    index = Index()
    receipts = Receipts()
    neighbours: set[str] = set()
    media, media_skipped = media_entries(assets, wanted)
    manifest: Manifest = {
        "tool": {"name": PRODUCT_TOKEN, "version": __version__},
        "started_at": started_at,
        "finished_at": finished_at,
        "seeds": [urls.without_credentials(seed) for seed in config.seeds],
        "truncated": False,
        "limit_reached": limit_reached,
        "page_count": counts.saved,
        "counts": counts_entry(counts),
        "warnings": [urls.redact(warning) for warning in warnings],
        "changes": list(changes),
        "families": sorted(map(family_entry, families), key=lambda entry: entry["prefix"]),
        "outside": sorted(map(outside_entry, outside), key=lambda entry: (-entry["urls"], entry["prefix"])),
        "listings": sorted(map(listing_entry, site.listings), key=lambda entry: entry["url"]),
        "coverage": {},
        "receipts": {"pages": 0, "whole": 0, "kinds": {}, "worst": []},
        "requests_by_host": traffic.by_host() if traffic else [],
        "requests_by_kind": traffic.by_kind() if traffic else [],
        "broken_links": [{"path": each.path, "url": each.url, "reason": each.reason} for each in broken],
        "nav": [],
        "reading_order": [],
        "pages": [],
        "errors": [],
        "shells": [],
        "skipped": [],
        "redirects": [],
        "duplicates": [],
        "not_pages": [],
        "media": media,
        "media_skipped": media_skipped,
        "pending": [],
    }
    if config.ignore_robots:
        manifest["ignore_robots"] = True
    if source is not None:
        manifest["source"] = source
    repeats = Repeats()
    for row in rows:
        enter(row, manifest)
        index.add(row)
        receipts.add(row)
        repeats.add(row)
        if row.facts is not None:
            neighbours.update(url for url in (row.facts.previous, row.facts.next) if url is not None)
    for listing in site.listings:
        index.add_listing(listing.url)
    _sort(manifest)
    manifest["shells"] = shell_entries(manifest["errors"], rendered=config.render is not RenderMode.NEVER)
    manifest["truncated"] = bool(manifest["pending"]) or any(
        entry["reason"] == SkipReason.LIMIT for entry in manifest["skipped"]
    )
    manifest["receipts"] = receipts.entry()
    if (chrome := repeats.entry()) is not None:
        manifest["chrome"] = chrome
    manifest["coverage"] = coverage_of(nav, neighbours, site, index)
    manifest["nav"] = nav_entries(nav, index)
    manifest["reading_order"] = _reading_order(reading_order, manifest["pages"])
    _check(manifest, counts)
    return manifest


def write_manifest(output_dir: Path, manifest: Manifest) -> None:
    """Writes crawl.json, whole or not at all. Raises OutputError where that fails."""
    atomic.write_whole(output_dir, PurePosixPath(FILE_NAME), laid_out(manifest))


def _reading_order(order: tuple[str, ...], pages: list[PageEntry]) -> list[OrderEntry]:
    by_url = {page["url"]: page for page in pages}
    ordered = [urls.without_credentials(url) for url in order]
    if sorted(ordered) != sorted(by_url):
        raise AssertionError("the Reading Order does not name each saved Page once")
    return [{"url": url, "path": by_url[url]["path"], "title": by_url[url]["title"]} for url in ordered]


def _sort(manifest: Manifest) -> None:
    manifest["pages"].sort(key=lambda entry: entry["url"])
    manifest["errors"].sort(key=lambda entry: entry["url"])
    manifest["skipped"].sort(key=lambda entry: entry["url"])
    manifest["redirects"].sort(key=lambda entry: entry["from"])
    manifest["duplicates"].sort(key=lambda entry: entry["url"])
    manifest["not_pages"].sort(key=lambda entry: entry["url"])
    manifest["pending"].sort(key=lambda entry: entry["url"])


def _check(manifest: Manifest, counts: Counts) -> None:
    """The invariant: every discovered URL is in exactly one list."""
    if not counts.balanced:
        raise AssertionError(f"the counts do not add up: {counts}")
    listed = {
        "saved": len(manifest["pages"]),
        "redirected": len(manifest["redirects"]),
        "duplicate": len(manifest["duplicates"]),
        "skipped": len(manifest["skipped"]),
        "not_a_page": len(manifest["not_pages"]),
        "failed": len(manifest["errors"]),
        "pending": len(manifest["pending"]),
    }
    counted = {name: number for name, number in manifest["counts"].items() if name != "discovered"}
    if listed != counted:
        raise AssertionError(f"the rows do not agree with the counts: {listed}, {counted}")
