"""How long a host is waited for: what asks for quiet is put off, what is in trouble rests, and at last it is left alone.

A host that is left alone keeps its URLs Pending, with the reason; the next run asks it again. Knows neither pages nor
requests.
"""

from collections.abc import Awaitable, Callable

from getdocs import urls
from getdocs.fetch.flights import Flights
from getdocs.frontier.store import Frontier
from getdocs.model import Deferred, Failed, FailReason, Lease, Skipped
from getdocs.timestamps import iso

MAX_DEFERRALS = 5
"""How often one URL may be put off while its host answers others; and how many pauses in a row a host may ask for before
it is left alone for the rest of the run.
"""
MAX_TROUBLE = 3
"""URLs in a row that a host may fail on by itself (5xx, no answer) before it is asked whether it is there at all; where it
is not, it rests between them from then on.
"""
TROUBLE_PAUSE = 2.0
"""Seconds of the first of these rests; each further one is twice as long."""
LONGEST_PAUSE = 120.0
"""Seconds that a crawl waits for one host. One that asks for more is left alone at once."""

_NO_ANSWER = frozenset({FailReason.TIMEOUT, FailReason.CONNECTION, FailReason.TRUNCATED})


class Patience:
    """One for a crawl. `quiet` leaves a host alone for some seconds; `now`: seconds since the epoch.

    `answers` says whether the server still answers a URL, and is to ask it, not the cache.
    """

    def __init__(
        self,
        frontier: Frontier,
        *,
        quiet: Callable[[str, float], None],
        answers: Callable[[str], Awaitable[bool]],
        now: Callable[[], float],
    ) -> None:
        self._frontier = frontier
        self._quiet = quiet
        self._answers = answers
        self._now = now
        self._good: dict[str, str] = {}
        """By host: the page that it has answered last."""
        self._asking: Flights[bool] = Flights()

    def note(self, url: str) -> None:
        """The server has answered with a page at `url`."""
        self._good[urls.netloc(url)] = url

    def begin(self) -> None:
        """Takes up what hosts had asked of an earlier run."""
        for host, seconds in self._frontier.held(self._now()).items():
            self._quiet(host, seconds)
            if seconds > LONGEST_PAUSE:
                self._frontier.park(host, self._until(seconds))

    def put_off(self, lease: Lease, deferred: Deferred) -> Skipped | Failed | None:
        """Puts the leased URL back until its host may be asked again. Where that has been enough: what becomes of it."""
        self._quiet(deferred.host, deferred.seconds)
        # A host that puts this URL off from behind a redirect is not the one whose other URLs must wait with it.
        its_own = deferred.host == urls.netloc(lease.url)
        reason = deferred.final.detail or str(deferred.final.reason)
        if deferred.seconds > LONGEST_PAUSE:
            if not its_own:
                return deferred.final
            reason = f"{self._until(deferred.seconds)}: {reason}"
            self._frontier.defer(lease, self._now() + deferred.seconds, reason)
            self._frontier.park(deferred.host, reason)
            return None
        # A site that has not said yes to anything is Skipped in the end.
        may_park = isinstance(deferred.final, Failed) and its_own
        last = lease.deferrals + 1 >= MAX_DEFERRALS
        if last and not (may_park and max(self._frontier.streak(deferred.host) + 1, deferred.streak) >= MAX_DEFERRALS):
            return deferred.final
        streak = self._frontier.defer(lease, self._now() + deferred.seconds, reason, host=deferred.host)
        if may_park and max(streak, deferred.streak) >= MAX_DEFERRALS:
            self._frontier.park(deferred.host, reason)
        return None

    async def in_trouble(self, lease: Lease, failed: Failed) -> Deferred | None:
        """The rest that the host needs, where it has failed too often in a row; None where `failed` may stand.

        A host that is there, and fails on these URLs only, needs none: the last page that it answered tells.
        """
        host = urls.netloc(lease.url)
        if not is_trouble(failed) or self._frontier.trouble(host) + 1 < MAX_TROUBLE:
            return None
        streak = self._frontier.streak(host)
        good = self._good.get(host)
        if streak == 0 and good is not None:
            # One asks for all who are in trouble: a host that does not answer is not to be pressed.
            is_there, _ = await self._asking.share(host, lambda: self._answers(good))
            if is_there:
                self._frontier.end_trouble(host)
                return None
        return Deferred(host, TROUBLE_PAUSE * 2.0**streak, failed)

    def _until(self, seconds: float) -> str:
        return f"rate limited until {iso(self._now() + seconds)}"


def is_trouble(failed: Failed) -> bool:
    """Whether the host may be to blame, and not what was asked of it: an error of the server, or that it has shut us out."""
    status = failed.status or 0
    return failed.reason in _NO_ANSWER or (failed.reason is FailReason.HTTP and (status >= 500 or status == 403))
