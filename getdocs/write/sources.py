"""Keeps what each Page was read from, so that it can be read again without asking the site or a browser.

One for each Page, as long as the Page is there: unlike the cache of `fetch`, nothing is dropped to save room. Knows nothing
of how a source is read.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TypeAlias

from getdocs.model import Response, Snapshot
from getdocs.records import Record, RecordError, Records

Source: TypeAlias = Snapshot | Response
"""What the browser showed; or what the server sent, where that is text already."""


def sources_path(output_dir: Path) -> Path:
    """Where the sources of the Pages in that folder are kept."""
    return output_dir / ".getdocs" / "sources"


class Sources:
    """The sources in `folder`. `warn` hears, once, that one could not be kept; the crawl goes on without it."""

    def __init__(self, folder: Path, *, warn: Callable[[str], None]) -> None:
        self._records = Records(folder)
        self._warn = warn
        self._warned = False

    async def keep(self, url: str, source: Source, *, saved_at: str) -> None:
        """Keeps what the Page of `url` is read from. `saved_at` is the Page's own time: it tells one crawl's from another's."""
        try:
            await asyncio.to_thread(lambda: self._records.put(url, _encoded(source, saved_at)))
        except RecordError as error:
            self._trouble(error)

    def find(self, url: str, *, saved_at: str) -> Source | None:
        """What the Page of `url` that was written at `saved_at` was read from; None where that is not there, or damaged."""
        try:
            record = self._records.get(url)
            return _decoded(record, saved_at) if record is not None else None
        except (RecordError, ValueError, KeyError, TypeError):
            return None

    def discard(self, url: str) -> None:
        """Removes what was kept of `url`."""
        try:
            self._records.remove(url)
        except RecordError as error:
            self._trouble(error)

    def clear(self) -> None:
        """Removes everything."""
        try:
            self._records.clear()
        except RecordError as error:
            self._trouble(error)

    def _trouble(self, error: RecordError) -> None:
        if not self._warned:
            self._warned = True
            self._warn(f"what a Page is read from cannot be kept, so that reextract will not rebuild it: {error}")


def _encoded(source: Source, saved_at: str) -> Record:
    match source:
        case Snapshot(html=html):
            fields = {"kind": "snapshot", **asdict(replace(source, html=""))}
            del fields["looked_for"]  # of no use once the page has been read
            body = html.encode("utf-8", "surrogatepass")
        case Response(body=body):
            fields = {
                "kind": "text",
                "url": source.url,
                "status": source.status,
                # The one field that reading needs; others may hold secrets.
                "headers": [field for field in source.headers if field[0] == "content-type"],
            }
    return Record(json.dumps({"saved_at": saved_at, **fields}, separators=(",", ":")).encode("ascii"), body)


def _decoded(record: Record, saved_at: str) -> Source | None:
    fields = json.loads(record.head)
    if fields.pop("saved_at") != saved_at:
        return None
    if fields.pop("kind") == "text":
        headers = tuple((name, value) for name, value in fields.pop("headers"))
        return Response(**fields, headers=headers, body=record.body)
    fields["refused"] = tuple(fields["refused"])
    fields["opened"] = tuple(fields.get("opened", ()))
    fields["html"] = record.body.decode("utf-8", "surrogatepass")
    return Snapshot(**fields)
