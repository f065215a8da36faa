"""The check of a saved crawl as one answer, bounded: the worst Pages, and links between files that lead nowhere. No request."""

import heapq
from pathlib import Path
from typing import Any

from getdocs.verify import Checked, Condition, check_links, verify

_NAMED = 20
"""Pages, and links, that are named at the most."""


def check(output_dir: Path, threshold: float) -> dict[str, Any]:
    """What `getdocs verify` finds, for JSON. Raises StateError where there is no crawl, or one is at work."""
    pages = whole = 0
    below: list[Checked] = []
    conditions: dict[str, int] = {}
    warnings: list[str] = []
    for page in verify(output_dir, warn=warnings.append):
        pages += 1
        whole += page.score == 1.0
        if page.condition is not Condition.AS_WRITTEN:
            conditions[str(page.condition)] = conditions.get(str(page.condition), 0) + 1
        if page.score < threshold:
            below.append(page)
    checked = check_links(output_dir)
    dead, broken = checked or ([], [])
    return {
        "good": not below and not dead,
        "pages": pages,
        "whole": whole,
        "below_threshold": len(below),
        "worst": [
            {
                "path": page.path,
                "url": page.url,
                "score": round(page.score, 4),
                "condition": str(page.condition),
                "lacks": {each.kind: len(each.missing) for each in page.differences if each.missing},
                "adds": {each.kind: len(each.added) for each in page.differences if each.added},
            }
            for page in heapq.nsmallest(_NAMED, below, key=lambda page: (page.score, page.path))
        ],
        "conditions": conditions,
        "links_checked": checked is not None,
        "dead_links": len(dead),
        "dead": [
            {"path": str(link.path), "line": link.line, "link": link.link, "reason": str(link.reason)}
            for link in dead[:_NAMED]
        ],
        "broken_on_the_site": len(broken),
        "warnings": warnings,
    }
