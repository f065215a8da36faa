"""The Receipts in the Manifest: that of each Page, and what they come to over the crawl. Pure."""

import heapq
import math

from getdocs import urls
from getdocs.model import Receipt, Row, Saved
from getdocs.write.schema import FlawedEntry, ReceiptEntry, ReceiptsEntry

_MOST_NAMED = 10
_FLOATING = 1e-6
"""More than what floating point takes off a round number."""


def receipt_entry(receipt: Receipt) -> ReceiptEntry:
    """One Receipt; kinds of which neither side has any are left out."""
    kinds = {kind: (t.expected, t.kept, t.added) for kind, t in receipt.tallies() if t.expected or t.added}
    return {"score": _rounded(receipt.score), "kinds": {kind: list(counts) for kind, counts in kinds.items()}}


class Receipts:
    """Adds up the Receipts of a crawl."""

    def __init__(self) -> None:
        self._total = Receipt()
        self._pages = 0
        self._flawed: list[tuple[float, str, str]] = []

    def add(self, row: Row) -> None:
        """Takes in the Receipt of a row, where it has one."""
        if isinstance(row.outcome, Saved) and row.facts is not None and (receipt := row.facts.receipt) is not None:
            self._pages += 1
            self._total += receipt
            if receipt.score < 1.0:
                self._flawed.append((receipt.score, row.outcome.path, urls.without_credentials(row.url)))

    def entry(self) -> ReceiptsEntry:
        """What they come to, with the worst Pages."""
        worst: list[FlawedEntry] = [
            {"url": url, "path": path, "score": _rounded(score)}
            for score, path, url in heapq.nsmallest(_MOST_NAMED, self._flawed)
        ]
        return {
            "pages": self._pages,
            "whole": self._pages - len(self._flawed),
            "kinds": receipt_entry(self._total)["kinds"],
            "worst": worst,
        }


def _rounded(score: float) -> float:
    """To four places, downwards: 1 is said of what is whole only."""
    return math.floor(score * 10_000 + _FLOATING) / 10_000
