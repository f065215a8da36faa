"""The entries of the Manifest, one for each thing that the state holds. Pure; free of credentials.

What the keys mean stands in `schema` and docs/manifest.md; what belongs together is `manifest`'s to check.
"""

from collections.abc import Iterable
from typing import assert_never

from getdocs import urls
from getdocs.model import (
    Counts,
    Duplicate,
    Failed,
    FailReason,
    FamilyCount,
    ListingRow,
    NavNode,
    NotAPage,
    Redirected,
    Row,
    Saved,
    Skipped,
    Trail,
)
from getdocs.read.shell import SHELL
from getdocs.write.index import PENDING, Index
from getdocs.write.receipts import receipt_entry
from getdocs.write.schema import (
    CountsEntry,
    ErrorEntry,
    FamilyEntry,
    HopEntry,
    ListingEntry,
    Manifest,
    NavEntry,
    OutsideEntry,
    PageEntry,
    ShellEntry,
)

_MAX_NAV_DEPTH = 100
"""Nodes below that stand beside the one they belong to: common JSON parsers give up at some hundreds of levels."""


def enter(row: Row, manifest: Manifest) -> None:
    """Puts one URL into the list of what it came to."""
    url = _shown(row.url)
    found_on = _shown(row.found_on) if row.found_on else None
    match row.outcome:
        case None:
            manifest["pending"].append({"url": url, "reason": urls.redact(row.pending_reason), "found_on": found_on})
        case Saved():
            manifest["pages"].append(_page(row, row.outcome, url, found_on))
        case Redirected(to, statuses, trail):
            manifest["redirects"].append(
                {"from": url, "to": _shown(to), "statuses": list(statuses), "trail": _trail(trail)}
            )
        case Duplicate(of):
            manifest["duplicates"].append({"url": url, "of": _shown(of)})
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


def shell_entries(errors: Iterable[ErrorEntry], *, rendered: bool) -> list[ShellEntry]:
    """Those of the errors that are Shells."""
    return [
        {
            "url": entry["url"],
            "detail": entry["detail"].removeprefix(SHELL),
            "rendered": rendered,
            "found_on": entry["found_on"],
        }
        for entry in errors
        if entry["reason"] == FailReason.EMPTY and entry["detail"].startswith(SHELL)
    ]


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
    if row.facts and row.facts.address:
        entry["address"] = _shown(row.facts.address)
    if row.facts and row.facts.unlinked:
        entry["unlinked"] = True
    if row.facts and row.facts.restored:
        entry["restored"] = row.facts.restored
    if row.facts and row.facts.refused:
        entry["refused"] = [urls.without_credentials(url) for url in row.facts.refused]
    if row.facts and row.facts.receipt is not None:
        entry["receipt"] = receipt_entry(row.facts.receipt)
    return entry


def _trail(trail: Trail) -> list[HopEntry]:
    return [{"url": _shown(hop.url), "status": hop.status, "verdict": urls.redact(hop.verdict)} for hop in trail]


def counts_entry(counts: Counts) -> CountsEntry:
    """How many URLs came to what."""
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


def nav_entries(nav: tuple[NavNode, ...], index: Index) -> list[NavEntry]:
    """The tree, each link with the saved Page that it leads to. Iterative; nothing is lost of what is nested too deep."""
    top: list[NavEntry] = []
    stack = [(node, top, 1) for node in reversed(nav)]
    while stack:
        node, siblings, level = stack.pop()
        end = index.find(node.url) if node.url else None
        url, path = (end.url, end.path) if end is not None and end.path is not None else (node.url, None)
        entry: NavEntry = {
            "title": node.title,
            "url": _shown(url) if url else None,
            "path": path,
            "children": [],
        }
        siblings.append(entry)
        below = entry["children"] if level < _MAX_NAV_DEPTH else siblings
        stack.extend((child, below, level + 1) for child in reversed(node.children))
    return top


def family_entry(count: FamilyCount) -> FamilyEntry:
    """A language or version that was left out, with the two ways to take it in."""
    prefix = urls.without_credentials(count.family.prefix)
    return {
        "kind": str(count.family.kind),
        "name": count.family.name,
        "prefix": prefix,
        "urls": count.urls,
        "take_in": f"--families all, or {prefix} as a Seed",
    }


def outside_entry(count: FamilyCount) -> OutsideEntry:
    """Pages near the Scope but out of it, with what would take them in."""
    prefix = urls.without_credentials(count.family.prefix)
    return {"prefix": prefix, "urls": count.urls, "take_in": f"{prefix} as a Seed"}


def listing_entry(row: ListingRow) -> ListingEntry:
    """A file in which the site lists its pages, and what came of reading it."""
    read = row.read
    return {
        "url": urls.without_credentials(row.url),
        "kind": str(row.listing),
        "status": read.status if read else None,
        "urls": read.urls if read else 0,
        "detail": urls.redact(read.detail) if read else PENDING,
    }


def _shown(url: str) -> str:
    """A URL of the state, less credentials. It is serialised already, and without an @ it has none: that is most of them."""
    return urls.without_credentials(url) if "@" in url else url
