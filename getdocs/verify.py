"""Checks the Pages of a crawl, as their files are now, against what they were read from. Nothing is requested, nothing changed.

Knows neither network nor browser. What counts as kept is `read.receipts`' to say; what is good enough is the caller's.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from getdocs.beginning import kept_config
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier, state_path
from getdocs.model import Receipt, Response, Saved
from getdocs.read.receipts.comparing import Difference
from getdocs.read.receipts.receipt import check_snapshot, check_text
from getdocs.read.static import decode
from getdocs.write.files import content_hash
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
        selector = kept_config(frontier, output_dir).selector
        sources = Sources(sources_path(output_dir), warn=warn)
        for row in frontier.rows():
            if isinstance(row.outcome, Saved) and row.facts is not None:
                source = sources.find(row.url, saved_at=row.facts.saved_at)
                yield _checked(output_dir, row.url, row.outcome.path, row.facts.content_hash, source, selector)


def _checked(
    output_dir: Path, url: str, path: str, written: str, source: Source | None, selector: str | None
) -> Checked:
    try:
        markdown = _body((output_dir / path).read_bytes().decode("utf-8", "replace"))
    except OSError:
        return Checked(url, path, Condition.MISSING)
    condition = Condition.AS_WRITTEN if content_hash(markdown) == written else Condition.CHANGED
    if source is None:
        return Checked(url, path, condition if condition is Condition.CHANGED else Condition.UNKNOWN)
    if isinstance(source, Response):
        receipt, differences = check_text(decode(source), markdown, source.url)
    else:
        receipt, differences = check_snapshot(source, markdown, selector=selector)
    return Checked(url, path, condition, receipt, differences)


def _body(text: str) -> str:
    """The text of a file without the front matter at its head, if that is there."""
    if text.startswith("---\n"):
        _, fence, body = text[4:].partition("\n---\n")
        return body if fence else text
    return text
