"""How long to leave somebody alone who did not answer as hoped. It knows nothing of HTTP; the clock is an argument."""

from collections.abc import Callable
from dataclasses import dataclass

_LONGEST_DOUBLING = 300.0


@dataclass(slots=True)
class _Streak:
    length: int
    until: float


class Backoff:
    """Failure streaks by key (a host, an origin). `clock` gives seconds that never run backwards."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._streaks: dict[str, _Streak] = {}

    def failed(self, key: str, asked: float | None) -> float:
        """Notes a failure; seconds from now until the next try: 1, 2, 4 ... (300 at the most), or more where asked.

        What the other side `asked` for (seconds) is never cut short. Failures within one pause (of requests that were
        already under way) count once.
        """
        now = self._clock()
        streak = self._streaks.setdefault(key, _Streak(0, now))
        if now >= streak.until:
            streak.length += 1
        doubled = min(2.0 ** min(streak.length - 1, 16), _LONGEST_DOUBLING)
        streak.until = max(streak.until, now + max(doubled, asked or 0.0))
        return streak.until - now

    def answered(self, key: str) -> None:
        """Notes a success: the streak is over."""
        self._streaks.pop(key, None)

    def streak(self, key: str) -> int:
        """Failures in a row."""
        found = self._streaks.get(key)
        return found.length if found else 0

    def remaining(self, key: str) -> float:
        """Seconds of the current pause that are left; 0 where there is none."""
        found = self._streaks.get(key)
        return max(0.0, found.until - self._clock()) if found else 0.0
