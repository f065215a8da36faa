"""What the Manifest says of assets: those that were kept, and those that were not, with the reason. Pure; free of credentials."""

from collections.abc import Iterable, Sequence

from getdocs import urls
from getdocs.model import AssetRow, SavedAsset
from getdocs.write.media.names import identity
from getdocs.write.media.wanted import Wanted
from getdocs.write.schema import MediaEntry, MediaSkippedEntry

PENDING = "pending"
"""The reason of what was not asked for yet."""


def media_entries(
    rows: Iterable[AssetRow], wanted: Sequence[Wanted]
) -> tuple[list[MediaEntry], list[MediaSkippedEntry]]:
    """The two lists, by URL. What is kept and no longer pointed at is still there, and listed; what failed then is forgotten."""
    found_on = {identity(each.url): urls.without_credentials(each.found_on) for each in wanted}
    known: set[str] = set()
    saved: list[MediaEntry] = []
    skipped: list[MediaSkippedEntry] = []
    for row in rows:
        url, key = urls.without_credentials(row.url), identity(row.url)
        known.add(key)
        if isinstance(row.outcome, SavedAsset):
            saved.append(
                {
                    "url": url,
                    "path": row.outcome.path,
                    "content_type": row.outcome.content_type,
                    "bytes": row.outcome.size,
                    "sha256": row.outcome.sha256,
                    "found_on": found_on.get(key),
                }
            )
        elif key in found_on:
            detail = urls.redact(row.outcome.detail)
            skipped.append({"url": url, "reason": row.outcome.reason, "detail": detail, "found_on": found_on[key]})
    skipped.extend(
        {"url": each.url, "reason": PENDING, "detail": "", "found_on": found_on[key]}
        for each in wanted
        if (key := identity(each.url)) not in known
    )
    return sorted(saved, key=lambda each: each["url"]), sorted(skipped, key=lambda each: each["url"])
