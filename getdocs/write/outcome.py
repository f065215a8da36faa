"""What a crawl came to, as one JSON object for a program. It says what the Summary says, and nothing of its own."""

from pathlib import Path
from typing import TypedDict

from getdocs.write.schema import Source
from getdocs.write.summary import Summary, Tally

ERROR = "error"
"""The status of a crawl that could not begin or go on; the others are those of `summary.CrawlStatus`."""


class CoveredEntry(TypedDict):
    """Of so many pages that one source names, so many were saved."""

    saved: int
    claimed: int


class MissingPageEntry(TypedDict):
    """A page of the site's navigation that should be here. `title` is empty where its link has none."""

    url: str
    title: str
    reason: str


class LostSeedEntry(TypedDict):
    """A Seed that came to no Page."""

    url: str
    reason: str


class OutcomeEntry(TypedDict):
    """A crawl that came to its end. docs/usage.md says in words what each key means."""

    outcome: str
    status: str
    exit_code: int
    pages: int
    errors: int
    skipped: int
    redirects: int
    duplicates: int
    not_pages: int
    pending: int
    truncated: bool
    error_reasons: dict[str, int]
    skip_reasons: dict[str, int]
    pending_reasons: dict[str, int]
    coverage: dict[Source, CoveredEntry]
    missing: list[MissingPageEntry]
    media: int
    media_skipped: dict[str, int]
    lost_seeds: list[LostSeedEntry]
    source: str | None
    cloned: str | None
    warnings: list[str]
    alarm: list[str]
    output_dir: str
    manifest: str


class ErrorOutcomeEntry(TypedDict):
    """A crawl that could not begin or go on."""

    outcome: str
    status: str
    exit_code: int
    error: str


def outcome_entry(summary: Summary, *, output_dir: Path, manifest: Path) -> OutcomeEntry:
    """The Summary; the paths are made absolute."""
    return {
        "outcome": summary.text,
        "status": str(summary.status),
        "exit_code": summary.exit_code,
        "pages": summary.pages,
        "errors": summary.errors,
        "skipped": summary.skipped,
        "redirects": summary.redirects,
        "duplicates": summary.duplicates,
        "not_pages": summary.not_pages,
        "pending": summary.pending,
        "truncated": summary.truncated,
        "error_reasons": _counted(summary.error_reasons),
        "skip_reasons": _counted(summary.skip_reasons),
        "pending_reasons": _counted(summary.pending_reasons),
        "coverage": {each.source: {"saved": each.saved, "claimed": each.claimed} for each in summary.coverage},
        "missing": [{"url": page.url, "title": page.title, "reason": page.reason} for page in summary.missing],
        "media": summary.media,
        "media_skipped": _counted(summary.media_skipped),
        "lost_seeds": [{"url": seed.url, "reason": seed.reason} for seed in summary.lost_seeds],
        "source": summary.source or None,
        "cloned": summary.cloned or None,
        "warnings": list(summary.warnings),
        "alarm": list(summary.alarm),
        "output_dir": str(output_dir.absolute()),
        "manifest": str(manifest.absolute()),
    }


def error_entry(message: str, *, exit_code: int, error: str) -> ErrorOutcomeEntry:
    """What ended a crawl, or kept it from beginning; `error` is the name of its class."""
    return {"outcome": message, "status": ERROR, "exit_code": exit_code, "error": error}


def _counted(tallies: tuple[Tally, ...]) -> dict[str, int]:
    return {tally.reason: tally.count for tally in tallies}
