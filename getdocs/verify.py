"""Checks the Pages of a crawl, as their files are now, against what they were read from. Nothing is requested, nothing changed.

Knows neither network nor browser. What counts as kept is `read.receipts`' to say; what is good enough is the caller's.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from getdocs.beginning import kept_config
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier, state_path
from getdocs.linking import is_ours, links_of
from getdocs.model import Chrome, PageFile, Receipt, Response, Saved
from getdocs.offline.links import DeadLink, dead_links
from getdocs.offline.saved import SavedCrawl
from getdocs.read.receipts.comparing import Difference
from getdocs.read.receipts.receipt import Same, check_snapshot, check_text
from getdocs.read.static import decode
from getdocs.write.files import taken_apart
from getdocs.write.manifest import FILE_NAME
from getdocs.write.relink.destinations import rewritten
from getdocs.write.relink.relative import meant
from getdocs.write.relink.site import Links, in_file
from getdocs.write.schema import BrokenLinkEntry
from getdocs.write.sources import Source, Sources, sources_path


class Condition(StrEnum):
    """How the file of a Page is, compared with what the crawl wrote."""

    AS_WRITTEN = "as written"
    CHANGED = "changed since the crawl"
    MISSING = "missing"
    UNKNOWN = "cannot be checked: what it was read from is not kept"


@dataclass(frozen=True, slots=True)
class Checked:
    """One Page. `receipt` is None where there was nothing to compare; `differences` are what it counts as missing and added."""

    url: str
    path: str
    condition: Condition
    receipt: Receipt | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def score(self) -> float:
        """That of its Receipt; 0 where its file is missing, 1 where it cannot be told."""
        if self.condition is Condition.MISSING:
            return 0.0
        return self.receipt.score if self.receipt is not None else 1.0


def verify(output_dir: Path, *, warn: Callable[[str], None]) -> Iterator[Checked]:
    """Each saved Page of the crawl in `output_dir`, checked, in the order of the Frontier.

    Raises StateError where there is no crawl, or one is at work.
    """
    state = state_path(output_dir)
    if not state.exists():
        raise StateError(f"{output_dir} holds no crawl: name the folder of one with -o")
    with Frontier.open(state) as frontier:
        config = kept_config(frontier, output_dir)
        sources = Sources(sources_path(output_dir), warn=warn)
        links = links_of(frontier, output_dir, config.anchors)
        files = {file.url: file for file in frontier.files()}
        paths = frozenset(file.path for file in files.values()) | links.assets
        for row in frontier.rows():
            if isinstance(row.outcome, Saved) and row.facts is not None:
                source = sources.find(row.url, saved_at=row.facts.saved_at)
                yield _checked(output_dir, files[row.url], source, config.selector, row.facts.chrome, links, paths)


def check_links(output_dir: Path) -> tuple[list[DeadLink], list[BrokenLinkEntry]] | None:
    """The links between files that lead nowhere, and those that the site itself has broken; None where there is no Manifest.

    Raises StateError where there is no crawl, or one is at work.
    """
    with Frontier.open(state_path(output_dir)) as frontier:
        style = kept_config(frontier, output_dir).anchors
    if not (output_dir / FILE_NAME).exists():
        return None
    crawl = SavedCrawl.open(output_dir)
    return list(dead_links(crawl, style)), crawl.manifest["broken_links"]


def _checked(
    output_dir: Path,
    file: PageFile,
    source: Source | None,
    selector: str | None,
    chrome: Chrome,
    links: Links,
    paths: frozenset[str],
) -> Checked:
    text = _read(output_dir, file.path)
    if text is None:
        return Checked(file.url, file.path, Condition.MISSING)
    condition = Condition.AS_WRITTEN if is_ours(file, taken_apart(text)[1]) else Condition.CHANGED
    # Line ends and the mark of an encoding are no part of what a reader sees.
    _, body = taken_apart(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    if source is None:
        return Checked(file.url, file.path, condition if condition is Condition.CHANGED else Condition.UNKNOWN)
    # A relative link means a place in a file, and so does a link of the site that leads to a saved Page. So it is with images.
    in_place = partial(_in_file, file.path, paths)
    markdown = rewritten(body, link=in_place, image=in_place)
    same = Same(links.identity, links.shown)
    if isinstance(source, Response):
        receipt, differences = check_text(decode(source), markdown, source.url, same=same)
    else:
        receipt, differences = check_snapshot(source, markdown, selector=selector, chrome=chrome, same=same)
    return Checked(file.url, file.path, condition, receipt, differences)


def _read(output_dir: Path, path: str) -> str | None:
    """The text of a file; None where it cannot be read, or a link leads to it from out of the folder."""
    file = output_dir / path
    try:
        if not file.resolve().is_relative_to(output_dir.resolve()):
            return None
        return file.read_bytes().decode("utf-8", "replace")
    except (OSError, RuntimeError):
        return None


def _in_file(path: str, paths: frozenset[str], reference: str) -> str | None:
    place = meant(path, reference)
    return in_file(*place) if place is not None and place[0] in paths else None
