"""Keeps the cache of a crawl on disk, with what is used most in memory before it. Knows nothing of requests or policy.

A body is kept as the server sent it less its content coding, with status, header fields, URL and time. No field that may
hold a credential is written, and no answer that its server does not want stored (RFC 9111 5.2.2.5). Whether an entry is
current is told by the run that is noted in it, not by clocks. Whatever goes wrong with the disk is said once, and costs
requests.
"""

import asyncio
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from getdocs.fetch.cache import Entry, MemoryStorage
from getdocs.model import Response
from getdocs.records import Record, RecordError, Records

MAX_BYTES = 2 * 1024**3
"""Of all files together."""

MAX_MEMORY = 64 * 1024**2
"""Bytes of what is kept in memory as well."""

_MAY_BE_SECRET = frozenset({"set-cookie", "set-cookie2", "authentication-info", "proxy-authentication-info"})


def cache_path(output_dir: Path) -> Path:
    """Where the cache of a crawl into that folder is kept."""
    return output_dir / ".getdocs" / "cache"


class DiskStorage:
    """A `Storage` in `folder`. `run` names this run, and no other; `now` is the time of day, aware; `warn` hears of trouble."""

    def __init__(
        self,
        folder: Path,
        *,
        run: str,
        now: Callable[[], datetime],
        warn: Callable[[str], None],
        max_bytes: int = MAX_BYTES,
        max_memory: int = MAX_MEMORY,
    ) -> None:
        self._records = Records(folder, max_bytes=max_bytes)
        self._memory = MemoryStorage(max_memory)
        self._run = run
        self._now = now
        self._warn = warn
        self._warned = False

    async def get(self, url: str) -> Entry | None:
        """The entry of `url`, not `current` where an earlier run has left it."""
        entry = await self._memory.get(url)
        if entry is not None:
            return entry
        try:
            record = await asyncio.to_thread(self._records.get, url)
            entry = _decoded(url, record, self._run) if record else None
        except RecordError as error:
            self._trouble(error)
        if entry is not None and entry.current:
            await self._memory.put(url, entry)
        return entry

    async def put(self, url: str, entry: Entry) -> None:
        """Keeps `entry`; one that must not be stored, in memory only."""
        await self._memory.put(url, entry)
        if "no-store" in (entry.response.header("cache-control") or "").lower():
            return
        record = Record(_head(entry, self._run, self._now()), entry.response.body)
        try:
            await asyncio.to_thread(self._records.put, url, record)
        except RecordError as error:
            self._trouble(error)

    def _trouble(self, error: RecordError) -> None:
        if not self._warned:
            self._warned = True
            self._warn(f"the cache on disk has trouble, and the crawl goes on without what it lacks: {error}")


def _head(entry: Entry, run: str, now: datetime) -> bytes:
    response = entry.response
    fields = {
        "run": run,
        "kept_at": now.isoformat(timespec="seconds"),
        "status": response.status,
        "headers": [field for field in response.headers if field[0] not in _MAY_BE_SECRET],
        "asked_with": entry.asked_with,
    }
    return json.dumps(fields, separators=(",", ":")).encode("ascii")


def _decoded(url: str, record: Record, run: str) -> Entry:
    try:
        fields = json.loads(record.head)
        return Entry(
            response=Response(
                url=url,
                status=fields["status"],
                headers=tuple((name, value) for name, value in fields["headers"]),
                body=record.body,
            ),
            asked_with=tuple((name, value) for name, value in fields["asked_with"]),
            current=fields["run"] == run,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(f"the record of {url} is no answer of a server") from error
