"""Asks again where the first answer may have been bad luck. It knows nothing of sockets, caches or who may ask.

A lost connection, a timeout, a short body and 5xx are asked again after growing pauses. Where the server asks for quiet
(429, or 503 with Retry-After) the whole host is meant: a document is handed back as Deferred, so that the Frontier keeps
everybody from that host; a part of a page waits itself, if it is not for long, for the page cannot be put aside.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime

from getdocs import urls
from getdocs.fetch import retry_after
from getdocs.fetch.backoff import Backoff
from getdocs.fetch.chain import Handler
from getdocs.model import Deferred, Failed, FailReason, Fetched, Request, RequestKind, Response

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

    async def __call__(self, request: Request, proceed: Handler) -> Fetched:
        """The first good answer, else the last one."""
        attempt = 0
        while True:
            fetched = await proceed(request)
            if isinstance(fetched, Response) and _asks_for_quiet(fetched):
                asked = retry_after.seconds(fetched.header("retry-after"), self._now())
                if request.kind is RequestKind.DOCUMENT:
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
        return Deferred(
            host, self._quiet.failed(host, asked), Failed(FailReason.HTTP, status, "the host asks for quiet")
        )


def _asks_for_quiet(response: Response) -> bool:
    return response.status == 429 or (response.status == 503 and response.header("retry-after") is not None)


def _is_worth_repeating(fetched: Fetched) -> bool:
    if isinstance(fetched, Response):
        return fetched.status >= 500
    return isinstance(fetched, Failed) and fetched.reason in _WORTH_REPEATING
