"""Reads the Retry-After field (RFC 9110 10.2.3). Pure: the time of day is an argument."""

import re
from datetime import datetime

from getdocs.fetch import http_date

_SECONDS = re.compile(r"[0-9]{1,9}")


def seconds(value: str | None, now: datetime) -> float | None:
    """Seconds from `now` (aware) to wait; None where the field is absent, malformed, negative, or a time gone by.

    Never raises.
    """
    text = (value or "").strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    date = http_date.moment(text)
    left = (date - now).total_seconds() if date else 0.0
    return left if left > 0 else None
