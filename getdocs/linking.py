"""Links the saved files: what leads to another saved Page leads to its file then, however it was written on the site.

Done when a crawl ends, and over again whenever more is known: each file is made from the body as it was read, which the state
keeps from the moment that another is put in its place. A file that somebody has changed is left alone.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from getdocs.config import AnchorStyle
from getdocs.errors import OutputError
from getdocs.frontier.store import Frontier
from getdocs.model import PageFile, PageText, SavedAsset
from getdocs.write import atomic
from getdocs.write.files import content_hash, taken_apart
from getdocs.write.index import Index
from getdocs.write.media.names import identity
from getdocs.write.media.wanted import Wanted, Wants
from getdocs.write.relink.site import Broken, Links, Source

_TOGETHER = 64
"""Files that are written in one go: the state is told of them once."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A file as it is, and what it is made from."""

    file: PageFile
    head: str
    body: str
    text: PageText
    ours: bool
    """False: somebody has changed it."""

    @property
    def source(self) -> Source:
        return Source(self.file.url, self.file.path, is_text=self.text.anchors is None)

    @property
    def original(self) -> str:
        return self.body if self.text.markdown is None else self.text.markdown


def links_of(frontier: Frontier, output_dir: Path, style: AnchorStyle) -> Links:
    """Where the links of the saved Pages lead, as their files are now. Nothing is written."""
    index = _index(frontier)
    kept = {identity(row.url): row.outcome.path for row in frontier.assets() if isinstance(row.outcome, SavedAsset)}
    links = Links(index, style, kept)
    for found in _files(frontier, output_dir):
        links.note(found.source, found.original)
    for found in _files(frontier, output_dir):
        if links.is_wanted(found.file.path):
            links.land(found.file.path, found.original, found.text.anchors)
    return links


def link_files(frontier: Frontier, output_dir: Path, style: AnchorStyle) -> tuple[Broken, ...]:
    """Writes the files whose links are others now; the links that the site itself has broken, by file.

    A kill at any moment leaves files that the next run takes up. Raises OutputError where a file cannot be written.
    """
    links = links_of(frontier, output_dir, style)
    broken: list[Broken] = []
    waiting: list[tuple[PageFile, str]] = []
    try:
        for found in _files(frontier, output_dir):
            text, gone = links.linked(found.source, found.original)
            broken += gone
            now, after = content_hash(found.body), content_hash(text)
            if not found.ours or now == after:
                continue
            path = PurePosixPath(found.file.path)
            atomic.write_aside(output_dir, path, (found.head + text).encode())
            before = () if now == found.file.content_hash else (now,)
            waiting.append((replace(found.file, written=(after, *before)), found.original))
            if len(waiting) == _TOGETHER:
                _put_in_place(frontier, output_dir, waiting)
        _put_in_place(frontier, output_dir, waiting)
    except BaseException:
        with suppress(OutputError):
            for file, _ in waiting:
                atomic.drop_aside(output_dir, PurePosixPath(file.path))
        raise
    return tuple(sorted(broken, key=lambda each: (each.path, each.url)))


def wanted_assets(frontier: Frontier, output_dir: Path) -> tuple[Wanted, ...]:
    """The images and documents that the saved Pages point at."""
    wants = Wants(_index(frontier))
    for found in _files(frontier, output_dir):
        wants.note(found.file.url, found.original)
    return wants.all()


def _index(frontier: Frontier) -> Index:
    index = Index()
    for row in frontier.rows():
        index.add(row)
    return index


def _put_in_place(frontier: Frontier, output_dir: Path, waiting: list[tuple[PageFile, str]]) -> None:
    """The state hears first: whatever of two bodies a kill leaves in a file, it is known to be ours."""
    frontier.keep_texts(waiting)
    while waiting:
        atomic.put_in_place(output_dir, PurePosixPath(waiting[-1][0].path))
        waiting.pop()


def _files(frontier: Frontier, output_dir: Path) -> Iterator[_Found]:
    """The files that are there."""
    for file in frontier.files():
        parts = parts_of(output_dir, file)
        if parts is not None:
            head, body = parts
            yield _Found(file, head, body, frontier.kept_text(file), ours=is_ours(file, body))


def parts_of(output_dir: Path, file: PageFile) -> tuple[str, str] | None:
    """What a Page's file holds, as `taken_apart`; None where it is not there, or not UTF-8."""
    try:
        return taken_apart((output_dir / file.path).read_bytes().decode())
    except (OSError, UnicodeDecodeError):
        return None


def is_ours(file: PageFile, body: str) -> bool:
    """Whether the file holds what was read, or what linking has made of it."""
    return content_hash(body) in (file.content_hash, *file.written)
