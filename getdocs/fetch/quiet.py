"""Does an answer ask for quiet, and for how long (RFC 9110 10.2.3, RFC 6585 4)? Pure: the time of day is an argument."""

import re
from datetime import datetime

from getdocs.fetch import http_date
from getdocs.model import Response

DETAIL = "the host asks for quiet"

_OVERLOADED = frozenset({429, 503})
_SHORTEST = 1.0  # second, for a host that does not say how long; what grows from there is `backoff`'s
_SECONDS = re.compile(r"[0-9]{1,9}")


def wanted(response: Response) -> bool:
    """Whether this is no answer yet, only a request to come back: 429, 503, or another server error with Retry-After."""
    return response.status in _OVERLOADED or (response.status >= 500 and response.header("retry-after") is not None)


def at_once(response: Response, now: datetime) -> float:
    """Seconds from `now` (aware) that its host is left alone after this answer; 0.0 after most.

    An error with Retry-After counts whatever it is: some servers send it with a 403, and mean the host.
    """
    asked = seconds(response, now) if response.status >= 400 else None
    return max(asked or 0.0, _SHORTEST if wanted(response) else 0.0)


def seconds(response: Response, now: datetime) -> float | None:
    """Seconds from `now` (aware) that Retry-After asks for; None where it is absent, malformed, negative, or a time gone by.

    Never clamped. A date counts by the later of two clocks, ours and the server's (its Date field), so that neither of them
    sees us early. Never raises.
    """
    text = (response.header("retry-after") or "").strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    date = http_date.moment(text)
    if date is None:
        return None
    theirs = http_date.moment(response.header("date") or "") or now
    left = (date - min(now, theirs)).total_seconds()
    return left if left > 0 else None
