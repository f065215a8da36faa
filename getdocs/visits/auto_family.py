"""What is known of the pages with the same scripts, and how to read the next one. Pure: told what was seen, asked what to do."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from getdocs.read.traits import Traits
from getdocs.visits.looked_for import LookedFor

LEARNED = 5
"""Pages in a row that must say the same both ways before the first goes without the browser."""
EVERY = 20
"""Of that many pages that may go without the browser, one is read both ways; with each such page that says the same, of as
many more."""
MOST_BETWEEN = 80
"""Of more than that it is always one: that many are to be read again where it says something else."""
MAX_CAUSES = 5
"""Pages of a family that may say something else because of what no other page has; with more, all of it needs the browser."""


class Way(StrEnum):
    """How one page is read."""

    PLAIN = "plain"
    """As it came, without the browser."""
    SHOWN = "shown"
    """As the browser shows it."""
    BOTH = "both"
    """In both ways, to compare; what the browser shows is what counts."""


@dataclass(slots=True)
class Family:
    """What is known of the pages with the same scripts."""

    harmless: set[str] = field(default_factory=set)
    """Traits of pages that say the same both ways."""
    looked_for: LookedFor = field(default_factory=LookedFor)
    """What the scripts have asked for on the pages that were compared."""
    causes: list[set[str]] = field(default_factory=list)
    """Of each page that does not: its traits that matter and are not known to be harmless. One of them must be the cause."""
    passed: set[str] = field(default_factory=set)
    """Traits of pages that went without the browser because nothing had asked for them."""
    agreed: int = 0
    """Pages with nothing to find out that were compared all the same since the last difference, and said the same."""
    in_a_row: int = 0
    learned: bool = False
    rendered: bool = False
    """Final: no page of the family goes without the browser any more."""
    since: int = 0
    """Pages that went without the browser since the last comparison began."""
    due: bool = False
    """Whether the next page is to be compared whatever it is."""

    def asked_of(self, traits: Traits) -> frozenset[str]:
        """What a comparison of the page with these traits would be about; empty where there is nothing to find out."""
        return frozenset() if self._is_different(traits) else self.looked_for.matter(traits, self.harmless)

    def _is_different(self, traits: Traits) -> bool:
        return self.rendered or any(cause & (traits.names | traits.others) for cause in self.causes if self.learned)

    def way(self, traits: Traits) -> Way:
        """How to read the next page."""
        if self._is_different(traits):
            return Way.SHOWN
        self.since += 1
        between = min(EVERY * (1 + self.agreed), MOST_BETWEEN)
        if self.learned and not self.due and self.since < between and not self.asked_of(traits):
            self.passed |= self.looked_for.of(traits) - self.harmless
            return Way.PLAIN
        self.due, self.since = False, 0
        return Way.BOTH

    def same(self, traits: Traits, lines: Sequence[str]) -> None:
        """A page with these traits, whose scripts asked for `lines` (as in `looked.js`), says the same both ways."""
        self.agreed += self.learned and not self.asked_of(traits)
        self.looked_for.add(lines)
        harmless = self.looked_for.of(traits)
        self.harmless |= harmless
        self.passed -= harmless
        self.causes = [cause - harmless for cause in self.causes]
        # A cause with nothing left in it: whatever makes that page differ is nothing that can be seen in a page.
        self.rendered = self.rendered or not all(self.causes)
        self.in_a_row += 1
        self.learned = self.learned or self.in_a_row >= LEARNED

    def different(self, traits: Traits, lines: Sequence[str]) -> None:
        """A page like that says something else when the browser shows it."""
        self.in_a_row = self.agreed = 0
        if lines:
            self.looked_for.add(lines)
        cause = set(
            self.looked_for.matter(traits, self.harmless) if lines else self.looked_for.of(traits) - self.harmless
        )
        self.causes.append(cause)
        # What has gone without the browser with such a cause may be wrong.
        self.rendered = self.rendered or not cause or bool(cause & self.passed) or len(self.causes) >= MAX_CAUSES

    def written(self) -> str:
        """For the crawl's state."""
        if self.rendered:
            return json.dumps({"rendered": True})
        return json.dumps(
            {
                "harmless": sorted(self.harmless),
                "looked_for": sorted(self.looked_for.lines),
                "causes": [sorted(cause) for cause in self.causes],
                "passed": sorted(self.passed),
                "agreed": self.agreed,
                "in_a_row": self.in_a_row,
                "learned": self.learned,
            }
        )

    @classmethod
    def read(cls, text: str | None) -> "Family":
        """What `written` made; a new one of None."""
        kept = json.loads(text) if text else {}
        return cls(
            harmless=set(kept.get("harmless", ())),
            looked_for=LookedFor(kept.get("looked_for", ())),
            causes=[set(cause) for cause in kept.get("causes", ())],
            passed=set(kept.get("passed", ())),
            agreed=kept.get("agreed", 0),
            in_a_row=kept.get("in_a_row", 0),
            learned=kept.get("learned", False),
            rendered=kept.get("rendered", False),
        )
