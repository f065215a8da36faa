"""Where the links of a site lead: through redirects, duplicates and other spellings to a saved Page, or to what became of it.

Pure; built from the rows of the Frontier, the same for the same rows in any order. Knows nothing of who names a link.
"""

from dataclasses import dataclass
from typing import assert_never

from getdocs import urls
from getdocs.model import Duplicate, Failed, FailReason, NotAPage, Redirected, Row, Saved, Skipped, SkipReason

PENDING = "pending"
NOT_A_PAGE = "not_a_page"
SOFT_404 = "soft_404"
"""A Skipped(trap) that shows what the site shows for every path that it does not know."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a link comes to at last. `path` is the file of the saved Page; None where there is none, and `reason` says why."""

    url: str
    path: str | None
    reason: str = ""
    """As the lists of the Manifest write it: `http_404`, `robots`; or `pending`, `not_a_page`, `soft_404`."""
    detail: str = ""
    """What decided, in words; of what is Pending: why its host was left alone."""
    in_scope: bool = True
    """False: refused as out of Scope before anything was asked."""


class Index:
    """Looks links up; `add` every row first. Near linear: a chain of redirects is walked once, however many links enter it."""

    def __init__(self) -> None:
        self._ends: dict[str, End] = {}
        self._moved: dict[str, str] = {}
        self._found: dict[str, End | None] = {}
        self._spellings: dict[str, str] = {}

    def add(self, row: Row) -> None:
        """Enters what became of one URL."""
        match row.outcome:
            case Redirected(target) | Duplicate(target):
                self._moved[row.url] = target
            case None:
                self._ends[row.url] = End(row.url, None, PENDING, row.pending_reason)
            case Saved(path):
                self._ends[row.url] = End(row.url, path)
            case Skipped(SkipReason.SCOPE, detail, trail):
                self._ends[row.url] = End(row.url, None, str(SkipReason.SCOPE), detail, in_scope=bool(trail))
            case Skipped(SkipReason.TRAP, detail, trail) if trail:
                # What is a trap by its URL is not asked for; this one was, and its page has told.
                self._ends[row.url] = End(row.url, None, SOFT_404, detail)
            case Skipped(reason, detail):
                self._ends[row.url] = End(row.url, None, str(reason), detail)
            case NotAPage(content_type):
                self._ends[row.url] = End(row.url, None, NOT_A_PAGE, content_type)
            case Failed(_, _, detail):
                self._ends[row.url] = End(row.url, None, row.outcome.label, detail)
            case _:
                assert_never(row.outcome)

    def add_listing(self, url: str) -> None:
        """Enters a file that lists pages and is none itself."""
        self._ends[url] = End(url, None, NOT_A_PAGE)

    def find(self, url: str) -> End | None:
        """Where the link leads: as written, else under another spelling. None: no such URL was ever met."""
        at = url if self._knows(url) else urls.page_url(url)
        way: dict[str, None] = {}
        while at not in self._found:
            if at in way:
                end: End | None = End(at, None, str(FailReason.REDIRECT_LOOP))
                break
            way[at] = None
            onward = self._onward(at)
            if onward is None:
                end = self._ends.get(at)
                break
            at = onward
        else:
            end = self._found[at]
        self._found.update(dict.fromkeys(way, end))
        return end

    def identity(self, url: str) -> str:
        """What two links to one page have in common: that of the known spelling where there is one, else `urls.key`."""
        at = url if self._knows(url) else self._spelling(url)
        if at is None:
            return _key(url)
        end = self.find(at)
        # A server that redirects /a to /a/ has given one page two rows.
        return end.url if end is not None and end.url != at and _key(end.url) == _key(at) else at

    def _knows(self, url: str) -> bool:
        return url in self._ends or url in self._moved

    def _onward(self, url: str) -> str | None:
        """The next URL on the way from this one; None where the way ends."""
        end = self._ends.get(url)
        if end is None:
            return self._moved.get(url) or self._spelling(url)
        if end.path is not None:
            return None
        # What came to nothing under this spelling may have been saved under another.
        other = self._spelling(url)
        return other if other is not None and self._rank(other) == 0 else None

    def _spelling(self, url: str) -> str | None:
        """The URL that stands for all spellings of this one: one that was saved, else one that leads on."""
        if not self._spellings:
            for known in (*self._ends, *self._moved):
                key = _key(known)
                best = self._spellings.get(key)
                if best is None or (self._rank(known), known) < (self._rank(best), best):
                    self._spellings[key] = known
        return self._spellings.get(_key(url))

    def _rank(self, url: str) -> int:
        end = self._ends.get(url)
        return 1 if end is None else 0 if end.path is not None else 2


def _key(url: str) -> str:
    """What all spellings of a URL have in common."""
    return urls.key(urls.spelled(url))
