"""The repository of a site, looked for on its pages; and its clone, where that is wanted, in place of a crawl.

A crawl begins as always. As soon as two pages have led to the same repository, it waits for the clone, and ends where that
worked; where it did not, or no repository shows, it goes on, and says why.
"""

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from getdocs.config import SourceUse
from getdocs.fetch.git import Cloned
from getdocs.policy.repository import Repositories, Repository
from getdocs.write import atomic
from getdocs.write.source import CLONE, FOLDER, REPOSITORIES, mkdocs_yml

Clone: TypeAlias = Callable[[str, str, Path], Awaitable[Cloned]]
"""Clones the repository at a URL, that branch of it, into a folder."""


_LOOK_S = 0.25
"""Between two looks at whether the crawl was stopped."""


class SourceFirst:
    """One for a crawl."""

    def __init__(
        self,
        use: SourceUse,
        output_dir: Path,
        *,
        kept: Callable[[str], str | None],
        keep: Callable[[str, str], None],
        clone: Clone,
        stopped: Callable[[], bool],
        warn: Callable[[str], None],
    ) -> None:
        """`kept` and `keep` read and write what the state of the crawl has by a name."""
        self._use = use
        self._output_dir = output_dir
        self._keep = keep
        self._clone = clone
        self._stopped = stopped
        self._warn = warn
        self._repositories = Repositories(kept(REPOSITORIES) or "")
        self._attempt: asyncio.Task[bool] | None = None

    def notice(self, page: str, links: tuple[str, ...]) -> None:
        """The page at the URL `page` has these links."""
        if self._use is not SourceUse.OFF and self._repositories.read(page, links):
            self._keep(REPOSITORIES, self._repositories.state())

    async def taken(self) -> bool:
        """Whether the site's repository is here, so that nothing more needs to be crawled. Tries once, whoever asks.

        Whoever stops the crawl waits for no clone.
        """
        if self._use is not SourceUse.CLONE:
            return False
        if self._attempt is None:
            found = self._repositories.best()
            if found is None:
                return False
            self._attempt = asyncio.create_task(self._take(found))
        while not (await asyncio.wait({self._attempt}, timeout=_LOOK_S))[0]:
            if self._stopped():
                return False
        return self._attempt.result()

    def end(self) -> None:
        """Nothing is left to crawl: where no clone could be tried, that is said."""
        if self._use is SourceUse.CLONE and self._attempt is None and not self._stopped():
            self._warn("--source clone: no two pages lead to one public repository; the site was crawled instead")

    async def give_up(self) -> None:
        """An attempt under way is ended."""
        if self._attempt is not None and not self._attempt.done():
            self._attempt.cancel()
            await asyncio.wait({self._attempt})

    async def _take(self, found: Repository) -> bool:
        folder = self._output_dir / FOLDER
        into = folder / found.url.rpartition("/")[2]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if into.is_symlink() or into.exists():
                await asyncio.to_thread(shutil.rmtree, into)
        except OSError as error:
            return self._failed(found, error.strerror or str(error))
        cloned = await self._clone(found.url, found.branch, into)
        if cloned.why:
            return self._failed(found, cloned.why)
        if not (into / found.folder).is_dir():
            await asyncio.to_thread(shutil.rmtree, into, ignore_errors=True)
            return self._failed(found, f"it has no folder {found.folder}")
        docs = PurePosixPath(into.name, found.folder)
        atomic.write_whole(self._output_dir, PurePosixPath(FOLDER, "mkdocs.yml"), mkdocs_yml(found.url, docs))
        self._keep(
            CLONE, json.dumps({"path": f"{FOLDER}/{into.name}", "docs": f"{FOLDER}/{docs}", "commit": cloned.commit})
        )
        return True

    def _failed(self, found: Repository, why: str) -> bool:
        self._warn(f"--source clone: {found.url} could not be cloned ({why}); the site is crawled instead")
        return False
