"""JSON lines: a record for each Page as `crawl --format jsonl` prints it, in Reading Order, and the Manifest last."""

from collections.abc import Iterator

from getdocs.offline.export.copy import Copy
from getdocs.offline.export.links import on_the_web
from getdocs.write.jsonl import PageRecord, manifest_line, record_line


def records(copy: Copy) -> Iterator[str]:
    """The lines. Links between Pages are URLs, as they are there; a fragment is that of the saved file."""
    entries = {entry["url"]: entry for entry in copy.crawl.manifest["pages"]}
    for page in copy.pages:
        entry, front = entries[page.url], copy.crawl.front(page)
        record: PageRecord = {
            "type": "page",
            "url": page.url,
            "path": str(page.path),
            "title": page.title,
            "status": page.status,
            "depth": entry["depth"],
            "found_on": entry["found_on"],
            "saved_at": front.crawled_at if front is not None and front.crawled_at is not None else "",
            "canonical": entry.get("canonical"),
            "receipt": entry.get("receipt"),
            "markdown": on_the_web(copy.body(page), page, copy),
        }
        yield record_line(record)
    yield manifest_line(copy.crawl.manifest)
