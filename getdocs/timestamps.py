"""Moments as they are written into files."""

from datetime import UTC, datetime


def iso(seconds: float) -> str:
    """That moment (seconds since the epoch) as ISO 8601 in UTC, to the second."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def iso_millis(seconds: float) -> str:
    """The same to the millisecond."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def seconds(text: str) -> float:
    """Seconds since the epoch of what `iso` has written."""
    return datetime.fromisoformat(text).timestamp()
