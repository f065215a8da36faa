"""Reads the dates of HTTP fields. Pure."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def moment(text: str) -> datetime | None:
    """The aware time that `text` names, in any form RFC 9110 5.6.7 or an old server writes; None for anything else.

    A date without a zone is GMT, the only zone that HTTP dates have. Never raises.
    """
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)
