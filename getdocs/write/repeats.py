"""What was left out of Pages because it repeats, in the Manifest. Pure."""

from getdocs.model import Row
from getdocs.write.schema import ChromeEntry


class Repeats:
    """Counts it over the rows of a crawl."""

    def __init__(self) -> None:
        self._blocks: set[str] = set()
        self._pages = 0

    def add(self, row: Row) -> None:
        """Takes in what was left out of the Page of a row, if anything was."""
        if row.facts is not None and row.facts.chrome:
            self._pages += 1
            self._blocks.update(row.facts.chrome.leading, row.facts.chrome.trailing)

    def entry(self) -> ChromeEntry | None:
        """How many different blocks, out of how many Pages; None where nothing was left out."""
        return {"blocks": len(self._blocks), "pages": self._pages} if self._pages else None
