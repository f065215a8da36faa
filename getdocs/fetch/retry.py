"""Asks again where the first answer may have been bad luck. It knows nothing of sockets, caches or who may ask.

A lost connection, a timeout, a short body and 5xx are asked again after growing pauses. Where the server asks for quiet (see
`quiet`) the whole host is meant: what can be put back (`policy.kinds`) is handed back as Deferred, so that the Frontier keeps
everybody from that host; a part of a page waits itself, if it is not for long, for the page cannot be put aside.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime

from getdocs import urls
from getdocs.fetch import quiet
from getdocs.fetch.backoff import Backoff
from getdocs.fetch.chain import Answered, Handler
from getdocs.model import Deferred, Failed, FailReason, Request, Response
from getdocs.policy.kinds import CHECKS

RETRIES = 2
"""Times that one request is asked again."""

PATIENCE = 5.0
"""Seconds that a part of a page waits for a host that asked for quiet."""

_FIRST_PAUSE = 1.0
# RFC 9110 9.2.2: repeating any other method may do something twice.
_REPEATABLE = frozenset({"GET", "HEAD", "OPTIONS"})
_WORTH_REPEATING = frozenset({FailReason.CONNECTION, FailReason.TIMEOUT, FailReason.TRUNCATED})


class Retry:
    """The middleware. `jitter` gives numbers in [0, 1); `now` the time of day (aware), for dates in Retry-After."""

    def __init__(
        self,
        *,
        sleep: Callable[[float], Awaitable[None]],
        clock: Callable[[], float],
        now: Callable[[], datetime],
        jitter: Callable[[], float],
    ) -> None:
        self._sleep = sleep
        self._now = now
        self._jitter = jitter
        self._quiet = Backoff(clock)

    async def __call__(self, request: Request, proceed: Handler) -> Answered:
        """The first good answer, else the last one."""
        attempt = 0
        while True:
            fetched = await proceed(request)
            if isinstance(fetched, Deferred) and not CHECKS[request.kind].put_back:
                return fetched.final
            if isinstance(fetched, Response) and quiet.wanted(fetched):
                asked = quiet.seconds(fetched, self._now())
                if CHECKS[request.kind].put_back:
                    return self._deferred(request, fetched.status, asked)
                pause = max(self._pause(attempt), asked or 0.0)
                if pause > PATIENCE:
                    return fetched
            elif _is_worth_repeating(fetched):
                pause = self._pause(attempt)
            else:
                if isinstance(fetched, Response):
                    self._quiet.answered(urls.netloc(request.url))
                return fetched
            if attempt == RETRIES or request.method not in _REPEATABLE:
                return fetched
            attempt += 1
            await self._sleep(pause)

    def _pause(self, attempt: int) -> float:
        """1 s, 2 s ..., each taken between half and one and a half times, so that callers do not come back together."""
        return _FIRST_PAUSE * float(2**attempt) * (0.5 + self._jitter())

    def _deferred(self, request: Request, status: int, asked: float | None) -> Deferred:
        host = urls.netloc(request.url)
        pause = self._quiet.failed(host, asked)
        return Deferred(host, pause, Failed(FailReason.HTTP, status, quiet.DETAIL), self._quiet.streak(host))


def _is_worth_repeating(fetched: Answered) -> bool:
    if isinstance(fetched, Response):
        return fetched.status >= 500
    return isinstance(fetched, Failed) and fetched.reason in _WORTH_REPEATING
