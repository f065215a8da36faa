"""A crawl as JSON lines: a record for each Page, the Manifest last. Pure."""

from typing import Literal, TypedDict

from getdocs.model import SavedPage
from getdocs.write.outcome import ErrorOutcomeEntry
from getdocs.write.quoting import json_line
from getdocs.write.receipts import receipt_entry
from getdocs.write.schema import Manifest, ReceiptEntry


class PageRecord(TypedDict):
    """A saved Page. `path` is relative to the output folder; `found_on` is null for a Seed. The Markdown comes last."""

    type: Literal["page"]
    url: str
    path: str
    title: str
    status: int
    depth: int
    found_on: str | None
    saved_at: str
    canonical: str | None
    receipt: ReceiptEntry | None
    markdown: str


def page_line(page: SavedPage) -> str:
    """The record of `page`, as a line."""
    record: PageRecord = {
        "type": "page",
        "url": page.url,
        "path": page.path,
        "title": page.title,
        "status": page.status,
        "depth": page.depth,
        "found_on": page.found_on,
        "saved_at": page.saved_at,
        "canonical": page.canonical,
        "receipt": receipt_entry(page.receipt) if page.receipt is not None else None,
        "markdown": page.markdown,
    }
    return record_line(record)


def record_line(record: PageRecord) -> str:
    """A record as a line."""
    return json_line(record)


def manifest_line(manifest: Manifest) -> str:
    """The Manifest as the last record."""
    return json_line({"type": "manifest", **manifest})


def error_line(entry: ErrorOutcomeEntry) -> str:
    """What stands in place of the Manifest where the crawl could not begin or go on."""
    return json_line({"type": "error", **entry})
