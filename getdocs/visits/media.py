"""Asks for the images and documents that saved Pages point at, once the pages are done, and keeps those that are what they should be.

One host has one worker at a time. Nothing here ends a crawl: an asset that cannot be had keeps its URL, and the reason is written
down. Knows neither Markdown nor how requests are made.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path, PurePosixPath

from getdocs import urls
from getdocs.fetch.content import media_type
from getdocs.frontier.store import Frontier
from getdocs.model import (
    AssetRow,
    Deferred,
    Failed,
    FailReason,
    Fetched,
    Moved,
    Request,
    RequestKind,
    Response,
    SavedAsset,
    SkippedAsset,
    SkipReason,
)
from getdocs.write import atomic
from getdocs.write.media import svg
from getdocs.write.media.kinds import MOVING, SVG, Kind, is_moving_type, kind_of, names_moving
from getdocs.write.media.names import identity, media_path
from getdocs.write.media.wanted import Wanted

MAX_TOTAL = 2 * 1024**3
"""Bytes of all assets of a crawl together."""
GIVE_UP = 3
"""Assets in a row for which a host does not answer, before the rest of its assets is left alone."""

AUDIO_OR_VIDEO = "audio_or_video"
WRONG_TYPE = "wrong_type"
TOTAL_SIZE = "total_size"
HOST_GIVEN_UP = "host_given_up"

_NO_ANSWER = frozenset({FailReason.TIMEOUT, FailReason.CONNECTION, FailReason.TLS, SkipReason.ROBOTS_UNREACHABLE})


class AssetVisitor:
    """Works through what is wanted of one crawl; several workers may `work` at once. `max_size`: bytes of one asset.

    What an earlier run has kept, and is still there, or has given up, is not asked for again.
    """

    def __init__(
        self,
        frontier: Frontier,
        output_dir: Path,
        wanted: Iterable[Wanted],
        *,
        fetch: Callable[[Request], Awaitable[Fetched]],
        stopped: Callable[[], bool],
        max_size: int,
        max_total: int = MAX_TOTAL,
    ) -> None:
        self._frontier = frontier
        self._output_dir = output_dir
        self._fetch = fetch
        self._stopped = stopped
        self._max_size = max_size
        self._max_total = max_total
        known = {identity(row.url): row for row in frontier.assets()}
        self._total = sum(row.outcome.size for row in known.values() if isinstance(row.outcome, SavedAsset))
        hosts: dict[str, deque[Wanted]] = {}
        for each in wanted:
            if not self._is_done(known.get(identity(each.url))):
                hosts.setdefault(urls.netloc(each.url), deque()).append(each)
        self._hosts = deque(hosts.values())
        self._all = self._left = sum(map(len, hosts.values()))
        self._asking = ""

    @property
    def doing(self) -> str:
        """For a display: how far it is, and which host is asked."""
        return f"images and documents {self._all - self._left}/{self._all}  {self._asking}"

    async def work(self) -> None:
        """Takes one host after the other, until none is left or the crawl is stopped. Raises OutputError."""
        while self._hosts:
            queue = self._hosts.popleft()
            silent = 0
            while queue and not self._stopped():
                each = queue.popleft()
                self._asking = urls.netloc(each.url)
                silent = silent + 1 if await self._visit(each, given_up=silent >= GIVE_UP) else 0
                self._left -= 1

    def _is_done(self, row: AssetRow | None) -> bool:
        if row is None:
            return False
        if isinstance(row.outcome, SkippedAsset):
            return True
        return (self._output_dir / row.outcome.path).is_file()

    async def _visit(self, each: Wanted, *, given_up: bool) -> bool:
        """Deals with one asset; whether nobody answered."""
        if names_moving(each.url):
            self._skip(each, AUDIO_OR_VIDEO)
        elif self._total >= self._max_total:
            self._skip(each, TOTAL_SIZE, f"more than {self._max_total} bytes together")
        elif given_up:
            self._skip(each, HOST_GIVEN_UP, f"{urls.netloc(each.url)} did not answer {GIVE_UP} times in a row")
            return True
        else:
            fetched = await self._fetch(Request(each.url, RequestKind.ASSET))
            final = fetched.final if isinstance(fetched, Deferred) else fetched
            if isinstance(final, Response):
                await self._keep(each, final)
            elif isinstance(final, Failed):
                self._skip(each, final.label, final.detail)
            elif isinstance(final, Moved):
                raise AssertionError(f"an asset is nobody else's to ask for: {each.url}")
            else:
                self._skip(each, str(final.reason), final.detail)
            return not isinstance(final, Response) and final.reason in _NO_ANSWER
        return False

    def _skip(self, each: Wanted, reason: str, detail: str = "") -> None:
        self._frontier.keep_asset(AssetRow(each.url, SkippedAsset(reason, detail)))

    async def _keep(self, each: Wanted, response: Response) -> None:
        declared = media_type(response)
        if not 200 <= response.status < 300:
            self._skip(each, f"http_{response.status}")
        elif is_moving_type(declared):
            self._skip(each, AUDIO_OR_VIDEO, declared)
        elif len(response.body) > self._max_size:
            # What is in the cache came as a page, under another limit.
            self._skip(each, str(FailReason.TOO_LARGE), f"more than {self._max_size} bytes")
        else:
            found = await asyncio.to_thread(_checked, response.body, declared, image=each.image)
            if isinstance(found, SkippedAsset):
                self._frontier.keep_asset(AssetRow(each.url, found))
            elif self._total + len(found[1]) > self._max_total:
                self._skip(each, TOTAL_SIZE, f"more than {self._max_total} bytes together")
            else:
                await self._write(each, *found)

    async def _write(self, each: Wanted, kind: Kind, data: bytes) -> None:
        path = media_path(each.url, kind)
        async with self._written_aside(path, data):
            # The state hears first, so that nothing is left behind that it does not know.
            digest = hashlib.sha256(data).hexdigest()
            self._frontier.keep_asset(AssetRow(each.url, SavedAsset(str(path), kind.content_type, len(data), digest)))
            self._total += len(data)
            atomic.put_in_place(self._output_dir, path)

    @asynccontextmanager
    async def _written_aside(self, path: PurePosixPath, data: bytes) -> AsyncIterator[None]:
        """In the block, the file is on the disk; what is not put in its place there is removed."""
        write = partial(atomic.write_aside, self._output_dir, path, data)
        writing = asyncio.get_running_loop().run_in_executor(None, write)
        try:
            await asyncio.shield(writing)
            yield
        finally:
            await asyncio.wait([writing])  # a thread goes on though what waits for it is cancelled
            atomic.drop_aside(self._output_dir, path)


def _checked(body: bytes, declared: str, *, image: bool) -> tuple[Kind, bytes] | SkippedAsset:
    """What the body is, and what is to be written of it. `declared`: what its server calls it."""
    kind, data = kind_of(body), body
    if kind is None and (picture := svg.cleaned(body)) is not None:
        kind, data = SVG, picture
    if kind is MOVING:
        return SkippedAsset(AUDIO_OR_VIDEO, declared)
    if kind is None:
        return SkippedAsset(
            WRONG_TYPE, f"neither an image nor a document that is kept, sent as {declared or 'nothing'}"
        )
    if image and not kind.image:
        return SkippedAsset(WRONG_TYPE, f"no image, but {kind.content_type}")
    return kind, data
