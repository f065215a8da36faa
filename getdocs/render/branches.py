"""What the pages of a host have in common in their sidebars: branches that a click opens, and that show the same on each of them.

Opening them is the larger part of what clicks cost on such sites. It knows no browser: reveal_branches.js says what a branch is.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

AGREEING = 2
"""Pages that have to show the same, one after the other, before it is taken for granted."""
CHANGES = 5
"""Pages that may show something else than the one before; after that, each page opens it itself."""
AUDIT_EVERY = 20
"""Pages of a host, of which one opens everything itself, and what it shows is compared."""
MOST = 500
"""Branches of a host that are remembered; of another one, each page opens its own."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch of a sidebar, opened."""

    key: str
    """Says which one, wherever it is closed."""
    levels: int
    """From its toggle up to the element after which it stands."""
    html: str
    """With absolute addresses."""


@dataclass(slots=True)
class _Known:
    branch: Branch
    pages: int = 1
    """That have shown it like that, without one in between that did not."""
    changes: int = 0


@dataclass(slots=True)
class _Host:
    pages: int = 0
    known: dict[str, _Known] = field(default_factory=dict)


class Branches:
    """What is known, host by host."""

    def __init__(self) -> None:
        self._hosts: defaultdict[str, _Host] = defaultdict(_Host)

    def of(self, host: str) -> tuple[Branch, ...]:
        """What the next page of `host` need not open. Nothing at all for one page in AUDIT_EVERY."""
        here = self._hosts[host]
        here.pages += 1
        if here.pages % AUDIT_EVERY == 0:
            return ()
        return tuple(each.branch for each in here.known.values() if each.pages >= AGREEING and each.changes <= CHANGES)

    def learn(self, host: str, opened: Iterable[Branch]) -> None:
        """A page of `host` has opened these itself."""
        known = self._hosts[host].known
        for branch in opened:
            before = known.get(branch.key)
            if before is None:
                if len(known) < MOST:
                    known[branch.key] = _Known(branch)
            elif before.branch == branch:
                before.pages += 1
            else:
                known[branch.key] = _Known(branch, changes=before.changes + 1)
