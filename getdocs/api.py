"""getdocs for Python: one call is one crawl, and its Pages can be had while it runs. Says nothing on stdout or stderr.

What a crawl warns of goes to the logger `getdocs`, and into the Manifest.
"""

import asyncio
import logging
import os
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypedDict, Unpack

from getdocs import urls
from getdocs.beginning import existing_of
from getdocs.conductor import Crawl, HandOn, Status
from getdocs.config import AnchorStyle, CrawlConfig, FamilyUse, RenderMode, RobotsFor, SitemapUse, SourceUse
from getdocs.errors import UsageError
from getdocs.fetch import storage_state
from getdocs.fetch.chain import Middleware
from getdocs.model import SavedPage
from getdocs.visits.visit import Settled
from getdocs.write.request_log import RequestLog
from getdocs.write.schema import Manifest

Location: TypeAlias = str | os.PathLike[str]

_log = logging.getLogger("getdocs")


class Settings(TypedDict, total=False):
    """The settings of a crawl: those of `CrawlConfig`, which says what each means, in the types that are easy to write."""

    limit: int
    depth: int | None
    allow_backward: bool
    allow_subdomains: bool
    include_paths: list[str] | tuple[str, ...]
    exclude_paths: list[str] | tuple[str, ...]
    sitemap: SitemapUse | Literal["also", "never", "only"]
    families: FamilyUse | Literal["own", "all"]
    max_variants: int
    source: SourceUse | Literal["auto", "clone", "off"]
    concurrency: int
    delay: float
    user_agent: str
    ignore_robots: bool
    robots_for: RobotsFor | Literal["pages", "all"]
    accept_status: list[int] | tuple[int, ...]
    max_redirects: int
    timeout: float
    render_timeout: float
    max_body_size: int
    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    auth: str | None
    storage_state: Location | None
    """A file that Playwright has written."""
    proxy: str | None
    ca_file: Location | None
    insecure_tls: bool
    allow_private: bool
    private_seeds: bool
    render: RenderMode | Literal["always", "auto", "never"]
    selector: str | None
    browser: Location | None
    keep_html: bool
    anchors: AnchorStyle | Literal["github", "mkdocs", "obsidian"]
    download_media: bool
    media_max_size: int
    llms_txt: bool
    single_file: bool


class Run(Settings, total=False):
    """How one call crawls: the Settings, and what is no setting of the crawl itself."""

    out: Location
    """The output folder; `out` where none is named."""
    resume: bool
    """Go on with the crawl that the folder holds."""
    retry_failed: bool
    """Go on with it, and try again what failed."""
    force: bool
    """With `resume`: take other settings than it began with."""
    fresh: bool
    """Forget the crawl that the folder holds, and remove its Pages."""
    middlewares: Sequence[Middleware]
    """Steps of your own around every request."""
    log_file: Location | None
    """Append a JSON line for each request."""


def crawl(seeds: str | Iterable[str], **how: Unpack[Run]) -> Manifest:
    """Crawls from the Seeds into the folder `out`; what became of every URL. Ctrl-C stops it; the Manifest is written first.

    Raises GetdocsError where the crawl cannot begin or go on, RuntimeError where an event loop runs already.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(acrawl(seeds, **how))
    raise RuntimeError(
        "getdocs.crawl() cannot be called while an event loop runs: write `await getdocs.acrawl(...)`, "
        "or `async for page in getdocs.stream(...)`"
    )


async def acrawl(seeds: str | Iterable[str], **how: Unpack[Run]) -> Manifest:
    """As `crawl`, on the event loop that runs. Cancelled, it writes the Manifest before it ends."""
    with _crawl_of(seeds, how) as made:
        result = await made.run()
    return result.manifest


async def stream(seeds: str | Iterable[str], **how: Unpack[Run]) -> AsyncGenerator[SavedPage, None]:
    """As `acrawl`, but yields each Page when it is saved; the crawl waits while nobody takes it.

    When the generator is closed, the crawl ends in good order, and the Manifest is written. Leaving the loop closes it a
    moment later; `contextlib.aclosing` has it done when its block ends.
    """
    pages = _Handover()
    with _crawl_of(seeds, how, hand_on=pages.give) as made:
        # Awaited below in any case. A TaskGroup would cancel whoever reads the pages, in the midst of their own work.
        running = asyncio.create_task(made.run())
        running.add_done_callback(lambda _: pages.end())
        try:
            while (page := await pages.take()) is not None:
                yield page
        finally:
            pages.close()
            made.stop()
            try:
                await asyncio.wait({running})
            finally:
                running.cancel()
            running.result()


class _Handover:
    """Hands Pages from the workers of a crawl to one reader. Who gives one waits until it is taken."""

    def __init__(self) -> None:
        self._given: asyncio.Queue[tuple[SavedPage | None, asyncio.Event]] = asyncio.Queue()
        self._over = False

    async def give(self, page: SavedPage) -> None:
        if not self._over:
            taken = asyncio.Event()
            self._given.put_nowait((page, taken))
            await taken.wait()

    async def take(self) -> SavedPage | None:
        """The next one; None when there will be no more."""
        page, taken = await self._given.get()
        taken.set()
        return page

    def end(self) -> None:
        """No more will be given."""
        self._given.put_nowait((None, asyncio.Event()))

    def close(self) -> None:
        """No more is taken: nobody who gives one waits any longer."""
        self._over = True
        while not self._given.empty():
            self._given.get_nowait()[1].set()


class _Observer:
    """Hears a crawl; tells the log."""

    def show(self, status: Status) -> None:
        pass

    def warn(self, text: str) -> None:
        _log.warning("%s", urls.redact(text))

    def settled(self, what: Settled) -> None:
        pass


_RUN = frozenset(Run.__annotations__) - frozenset(Settings.__annotations__)
_KINDS: Mapping[str, Callable[[Any], object]] = {
    "sitemap": SitemapUse,
    "families": FamilyUse,
    "robots_for": RobotsFor,
    "render": RenderMode,
    "anchors": AnchorStyle,
    "source": SourceUse,
    **dict.fromkeys(("include_paths", "exclude_paths", "accept_status"), tuple),
    **dict.fromkeys(("headers", "cookies"), lambda fields: tuple(fields.items())),
    **dict.fromkeys(("ca_file", "browser"), Path),
    "storage_state": lambda file: storage_state.read(Path(file)),
}
"""What makes of a setting, as it is easy to write, the one that CrawlConfig has."""


def config_of(seeds: str | Iterable[str], out: Location, settings: Settings) -> CrawlConfig:
    """The settings of a crawl. Raises UsageError where a value makes no sense, TypeError where there is no such setting."""
    values: dict[str, Any] = {}
    for name, value in settings.items():
        kind = _KINDS.get(name)
        if kind is tuple and isinstance(value, str):
            raise UsageError(f"{name} must be a list, not the text {value!r}")
        try:
            values[name] = value if kind is None or value is None else kind(value)
        except ValueError as error:
            raise UsageError(f"{name}: {error}") from error
    named = (seeds,) if isinstance(seeds, str) else tuple(seeds)
    return CrawlConfig(seeds=named, output_dir=Path(out), **values)


@contextmanager
def _crawl_of(seeds: str | Iterable[str], how: Run, *, hand_on: HandOn | None = None) -> Iterator[Crawl]:
    settings: Any = {name: value for name, value in how.items() if name not in _RUN}
    config = config_of(seeds, how.get("out", "out"), settings)
    existing = existing_of(
        resume=how.get("resume", False),
        retry_failed=how.get("retry_failed", False),
        force=how.get("force", False),
        fresh=how.get("fresh", False),
    )
    observer = _Observer()
    with ExitStack() as stack:
        note = None
        if (log_file := how.get("log_file")) is not None:
            note = stack.enter_context(RequestLog(Path(log_file), now=time.time, warn=observer.warn)).note
        yield Crawl(
            config,
            observer=observer,
            existing=existing,
            middlewares=how.get("middlewares", ()),
            hand_on=hand_on,
            note=note,
        )
