"""The Manifest: what became of every URL, built from the rows of the Frontier and written as crawl.json.

Knows nothing of how a URL came to its Outcome. The shape stands in `schema`, the words for a person in `summary`.
"""

import json
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import assert_never

from getdocs import __version__, urls
from getdocs.config import PRODUCT_TOKEN, CrawlConfig
from getdocs.model import (
    Counts,
    Duplicate,
    Failed,
    NavNode,
    NotAPage,
    Redirected,
    Row,
    Saved,
    Skipped,
    SkipReason,
    Trail,
)
from getdocs.write import atomic
from getdocs.write.quoting import escape_invisible, well_formed
from getdocs.write.schema import CountsEntry, HopEntry, Manifest, NavEntry, OrderEntry, PageEntry
from getdocs.write.summary import Summary, summary_of

__all__ = ["FILE_NAME", "Manifest", "Summary", "build_manifest", "summary_of", "write_manifest"]

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
    warnings: tuple[str, ...] = (),
) -> Manifest:
    """The Manifest of a crawl, the same for the same rows in any order; free of credentials.

    `reading_order` names each saved Page once; the times are ISO 8601 in UTC. Raises AssertionError where the counts do
    not add up, or rows and Reading Order do not agree with them: then some URL would be lost in silence.
    """
    index = _Index()
    manifest: Manifest = {
        "tool": {"name": PRODUCT_TOKEN, "version": __version__},
        "started_at": started_at,
        "finished_at": finished_at,
        "seeds": [urls.without_credentials(seed) for seed in config.seeds],
        "truncated": False,
        "page_count": counts.saved,
        "counts": _counts(counts),
        "warnings": [urls.redact(warning) for warning in warnings],
        "nav": [],
        "reading_order": [],
        "pages": [],
        "errors": [],
        "skipped": [],
        "redirects": [],
        "duplicates": [],
        "not_pages": [],
        "pending": [],
    }
    if config.ignore_robots:
        manifest["ignore_robots"] = True
    for row in rows:
        _enter(row, manifest)
        index.add(row)
    _sort(manifest)
    manifest["truncated"] = bool(manifest["pending"]) or any(
        entry["reason"] == SkipReason.LIMIT for entry in manifest["skipped"]
    )
    manifest["nav"] = [_nav(node, index) for node in nav]
    manifest["reading_order"] = _reading_order(reading_order, manifest["pages"])
    _check(manifest, counts)
    return manifest


def write_manifest(output_dir: Path, manifest: Manifest) -> None:
    """Writes crawl.json, whole or not at all. Raises OutputError where that fails."""
    text = escape_invisible(well_formed(json.dumps(manifest, ensure_ascii=False, indent=2)))
    atomic.write_whole(output_dir, PurePosixPath(FILE_NAME), f"{text}\n".encode())


def _enter(row: Row, manifest: Manifest) -> None:
    url = urls.without_credentials(row.url)
    found_on = urls.without_credentials(row.found_on) if row.found_on else None
    match row.outcome:
        case None:
            manifest["pending"].append({"url": url, "reason": urls.redact(row.pending_reason), "found_on": found_on})
        case Saved():
            manifest["pages"].append(_page(row, row.outcome, url, found_on))
        case Redirected(to, statuses, trail):
            manifest["redirects"].append(
                {"from": url, "to": urls.without_credentials(to), "statuses": list(statuses), "trail": _trail(trail)}
            )
        case Duplicate(of):
            manifest["duplicates"].append({"url": url, "of": urls.without_credentials(of)})
        case Skipped(reason, detail, trail):
            manifest["skipped"].append(
                {
                    "url": url,
                    "reason": str(reason),
                    "detail": urls.redact(detail),
                    "found_on": found_on,
                    "trail": _trail(trail),
                }
            )
        case NotAPage(content_type):
            manifest["not_pages"].append({"url": url, "content_type": content_type, "found_on": found_on})
        case Failed(_, status, detail, trail):
            manifest["errors"].append(
                {
                    "url": url,
                    "reason": row.outcome.label,
                    "status": status,
                    "detail": urls.redact(detail),
                    "attempts": row.attempts,
                    "found_on": found_on,
                    "trail": _trail(trail),
                }
            )
        case _:
            assert_never(row.outcome)


def _page(row: Row, saved: Saved, url: str, found_on: str | None) -> PageEntry:
    entry: PageEntry = {
        "url": url,
        "path": saved.path,
        "title": saved.title,
        "status": saved.status,
        "depth": row.depth,
        "found_on": found_on,
    }
    if row.facts and row.facts.canonical:
        entry["canonical"] = urls.without_credentials(row.facts.canonical)
    if row.facts and row.facts.unsettled:
        entry["unsettled"] = True
    if row.facts and row.facts.refused:
        entry["refused"] = [urls.without_credentials(url) for url in row.facts.refused]
    return entry


def _trail(trail: Trail) -> list[HopEntry]:
    return [
        {"url": urls.without_credentials(hop.url), "status": hop.status, "verdict": urls.redact(hop.verdict)}
        for hop in trail
    ]


def _counts(counts: Counts) -> CountsEntry:
    return {
        "discovered": counts.discovered,
        "saved": counts.saved,
        "redirected": counts.redirected,
        "duplicate": counts.duplicate,
        "skipped": counts.skipped,
        "not_a_page": counts.not_a_page,
        "failed": counts.failed,
        "pending": counts.pending,
    }


def _reading_order(order: tuple[str, ...], pages: list[PageEntry]) -> list[OrderEntry]:
    by_url = {page["url"]: page for page in pages}
    ordered = [urls.without_credentials(url) for url in order]
    if sorted(ordered) != sorted(by_url):
        raise AssertionError("the Reading Order does not name each saved Page once")
    return [{"url": url, "path": by_url[url]["path"], "title": by_url[url]["title"]} for url in ordered]


class _Index:
    """Which saved Page a link leads to: as written, else under another spelling, through redirects and duplicates."""

    def __init__(self) -> None:
        self._paths: dict[str, str] = {}
        self._moved: dict[str, str] = {}
        self._spelling: dict[str, str] = {}

    def add(self, row: Row) -> None:
        match row.outcome:
            case Saved(path):
                self._paths[row.url] = path
                self._spelling[urls.key(row.url)] = row.url
            case Redirected(target) | Duplicate(target):
                self._moved[row.url] = target
                self._spelling.setdefault(urls.key(row.url), row.url)
            case _:
                pass

    def find(self, url: str) -> tuple[str, str] | None:
        """URL and path of the Page, or None where none was saved."""
        url = urls.page_url(url)
        seen: set[str] = set()
        while url not in self._paths:
            if url in seen:
                return None
            seen.add(url)
            url = self._moved.get(url) or self._spelling.get(urls.key(url), url)
        return url, self._paths[url]


def _nav(node: NavNode, index: _Index) -> NavEntry:
    found = index.find(node.url) if node.url else None
    url, path = found or (node.url, None)
    return {
        "title": node.title,
        "url": urls.without_credentials(url) if url else None,
        "path": path,
        "children": [_nav(child, index) for child in node.children],
    }


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
