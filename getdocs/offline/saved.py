"""A crawl on disk: crawl.json and the files that it names. The one reader that search, view, report and export share.

Reads only, and only below the output folder; knows neither the state of the crawl nor what its Pages say.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import cast, get_origin, get_type_hints

from getdocs.errors import StateError
from getdocs.offline.document import Document, FrontMatter, parse
from getdocs.offline.shape import misfit
from getdocs.write.manifest import FILE_NAME
from getdocs.write.quoting import well_formed
from getdocs.write.schema import Manifest, PageEntry

_CORE = frozenset(["seeds", "nav", "reading_order", "pages"])
"""Lists without which there is no crawl to read."""
_LISTS = frozenset(name for name, kind in get_type_hints(Manifest).items() if get_origin(kind) is list) - _CORE
_HEAD = 65_536
"""Bytes of a file in which its front matter ends."""


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A Page as the Manifest names it. `path` is relative to the output folder, and never leads out of it."""

    url: str
    path: PurePosixPath
    title: str
    status: int
    score: float | None
    """Of its Receipt, from 0 to 1; None where it has none."""


class SavedCrawl:
    """A finished or interrupted crawl. `pages` are in Reading Order; what their files hold is read when it is asked for."""

    def __init__(self, output_dir: Path, manifest: Manifest, pages: tuple[SavedPage, ...]) -> None:
        self.output_dir = output_dir
        self.manifest = manifest
        self.pages = pages
        self._real = output_dir.resolve()

    @classmethod
    def open(cls, output_dir: Path) -> "SavedCrawl":
        """Reads crawl.json. Raises StateError where there is none, it is damaged, or another version wrote another shape."""
        file = output_dir / FILE_NAME
        try:
            found: object = json.loads(file.read_bytes())
        except FileNotFoundError:
            raise StateError(f"{output_dir} holds no {FILE_NAME}: name the folder of a crawl with -o") from None
        except NotADirectoryError:
            raise StateError(f"{output_dir} is no folder: name the folder of a crawl with -o") from None
        except OSError as error:
            raise StateError(f"cannot read {file}: {error.strerror or error}") from error
        except (ValueError, RecursionError) as error:
            raise StateError(f"{file} is damaged: {error}. `getdocs crawl --resume` writes it anew") from error
        if not isinstance(found, dict):
            raise StateError(f"{file} is no Manifest. `getdocs crawl --resume` writes it anew")
        # A list that an older version did not know is an empty one.
        found = {**{key: [] for key in _LISTS}, **found}
        missing = sorted(Manifest.__required_keys__ - found.keys())
        if missing:
            raise StateError(
                f"{file} lacks {', '.join(missing)}: another version of getdocs wrote it, or it is damaged. "
                "`getdocs crawl --resume` writes it anew"
            )
        if (where := misfit(found, Manifest)) is not None:
            raise StateError(
                f"{file} is damaged, or another version of getdocs wrote it: {well_formed(where)} is not what it has to be. "
                "`getdocs crawl --resume` writes it anew"
            )
        manifest = cast("Manifest", found)
        try:
            pages = tuple(_pages(manifest))
        except (KeyError, ValueError) as error:
            raise StateError(f"{file} is damaged: {error!r}. `getdocs crawl --resume` writes it anew") from error
        return cls(output_dir, manifest, pages)

    def file(self, page: SavedPage) -> Path:
        """The file of `page`, whether it is there or not."""
        return self.output_dir / page.path

    def read(self, page: SavedPage) -> Document | None:
        """What the file of `page` holds now. None: it is gone, cannot be read, or a link leads to it from out of the folder."""
        file = self.file(page)
        try:
            if not file.resolve().is_relative_to(self._real):
                return None
            return parse(file.read_bytes().decode("utf-8", "replace"))
        except (OSError, RuntimeError):
            return None

    def front(self, page: SavedPage) -> FrontMatter | None:
        """The front matter of the file, without reading the rest of it; None as `read`."""
        file = self.file(page)
        try:
            if not file.resolve().is_relative_to(self._real):
                return None
            with file.open("rb") as stream:
                return parse(stream.read(_HEAD).decode("utf-8", "replace")).front
        except (OSError, RuntimeError):
            return None

    def fingerprint(self) -> str:
        """Another one where the crawl, or the size or time of a file, is another."""
        marks = hashlib.sha256(self.manifest["finished_at"].encode())
        for file in (self.output_dir / FILE_NAME, *map(self.file, self.pages)):
            try:
                status = file.stat()
                marks.update(f"\n{file.name} {status.st_size} {status.st_mtime_ns}".encode("utf-8", "replace"))
            except OSError:
                marks.update(b"\n-")
        return marks.hexdigest()

    def find(self, what: str) -> SavedPage | None:
        """The Page that `what` names: its path in the folder, or its URL."""
        for page in self.pages:
            if what in (str(page.path), page.url):
                return page
        return None


def _pages(manifest: Manifest) -> Iterator[SavedPage]:
    entries = {entry["url"]: entry for entry in manifest["pages"]}
    for ordered in manifest["reading_order"]:
        yield _page(entries[ordered["url"]])


def _page(entry: PageEntry) -> SavedPage:
    path = PurePosixPath(entry["path"])
    if path.is_absolute() or not path.parts or ".." in path.parts or "\0" in entry["path"]:
        raise ValueError(f"not a path below the folder: {path}")
    receipt = entry.get("receipt")
    return SavedPage(
        url=well_formed(str(entry["url"])),
        path=path,
        title=well_formed(str(entry["title"])),
        status=int(entry["status"]),
        score=None if receipt is None else float(receipt["score"]),
    )
