"""Writes a saved crawl in other forms. Each file is put in its place whole; what of the crawl is gone is left out and named."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from getdocs.errors import StateError, UsageError
from getdocs.offline.export import epub, llms, records, single
from getdocs.offline.export.copy import Copy
from getdocs.offline.saved import SavedCrawl
from getdocs.write import atomic, paths


class Form(StrEnum):
    """What a crawl can become: llms.txt and llms-full.txt, one Markdown file, JSON lines, a book."""

    LLMS = "llms"
    SINGLE = "single"
    JSONL = "jsonl"
    EPUB = "epub"


_Pieces: TypeAlias = Callable[[Copy, Path], Iterable[str]]
"""Makes the text of a file that is to stand in a folder."""

_FILES = {Form.SINGLE: paths.SINGLE, Form.JSONL: paths.RECORDS, Form.EPUB: paths.BOOK}


@dataclass(frozen=True, slots=True)
class Exported:
    """The files that were written, and the paths of Pages whose files are gone: they are in none of them."""

    files: tuple[Path, ...]
    missing: tuple[str, ...]


def export(crawl: SavedCrawl, forms: Iterable[Form], output: Path | None = None) -> Exported:
    """Writes `crawl` in each of `forms`, into its own folder; `output` is another file for one form, for llms another folder.

    The same crawl gives the same bytes. Raises UsageError where `output` cannot be for all of them, StateError where there is
    no Page, OutputError where a file cannot be written.
    """
    wanted = tuple(dict.fromkeys(forms))
    if output is not None and len(wanted) > 1:
        raise UsageError("--output names one file: give it with one --to")
    if output is not None and output.is_dir() and wanted != (Form.LLMS,):
        raise UsageError(f"{output} is a folder: name a file with --output")
    copy = Copy(crawl)
    if not copy.pages:
        raise StateError(f"{crawl.output_dir} has no Page to export")
    files = [file for form in wanted for file in _written(copy, form, output)]
    return Exported(tuple(files), copy.missing)


def _written(copy: Copy, form: Form, output: Path | None) -> Iterator[Path]:
    root = copy.crawl.output_dir
    if form is Form.LLMS:
        folder = output or root
        yield _write_text(copy, folder / paths.LLMS, llms.index)
        yield _write_text(copy, folder / paths.LLMS_FULL, llms.full)
        return
    file = atomic.named(output) if output is not None else root / _FILES[form]
    match form:
        case Form.SINGLE:
            _write_text(copy, file, single.single)
        case Form.JSONL:
            _write_text(copy, file, lambda of, _: records.records(of))
        case Form.EPUB:
            with atomic.replacing(file.parent, PurePosixPath(file.name)) as stream:
                epub.write(copy, stream)
    yield output or file


def _write_text(copy: Copy, file: Path, pieces: _Pieces) -> Path:
    with atomic.replacing(file.parent, PurePosixPath(file.name)) as stream:
        for piece in pieces(copy, file.parent):
            stream.write(piece.encode("utf-8", "replace"))
    return file
