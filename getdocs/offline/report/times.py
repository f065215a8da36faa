"""When the Pages of a crawl were saved, counted by time, and how times and sizes are written for a person. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400, 604800, 2592000)
_MOST = 48
_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


@dataclass(frozen=True, slots=True)
class Course:
    """Counts of equal spans of time, `step` seconds each, from `begin` (seconds since the epoch) on."""

    begin: float
    step: int
    counts: tuple[int, ...]


def course(moments: Iterable[float]) -> Course | None:
    """The course of what happened at `moments` (seconds since the epoch), in 48 spans at the most; None of nothing."""
    ordered = sorted(moments)
    if not ordered:
        return None
    length = ordered[-1] - ordered[0]
    step = next((step for step in _STEPS if length / step < _MOST - 1), int(length / (_MOST - 2)) + 1)
    begin = ordered[0] // step * step
    counts = [0] * (int((ordered[-1] - begin) // step) + 1)
    for moment in ordered:
        counts[int((moment - begin) // step)] += 1
    return Course(begin, step, tuple(counts))


def moment(text: str | None) -> float | None:
    """Seconds since the epoch of an ISO 8601 time with its zone; None where it is none."""
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return found.timestamp() if found.tzinfo is not None else None


def duration(seconds: float) -> str:
    """`1 h 5 min`, `12 s`, `0.25 s`: the two largest units that there are."""
    if seconds < 10:
        return f"{seconds:.2g} s" if seconds else "0 s"
    rest, parts = round(seconds), []
    for size, unit in _UNITS:
        if rest >= size:
            parts.append(f"{rest // size} {unit}")
            rest %= size
    return " ".join(parts[:2])


def response_time(seconds: float | None) -> str:
    """`12 ms`, `1.20 s`; a dash where there is none."""
    if seconds is None:
        return "—"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"


def size(count: int) -> str:
    """Bytes, `1.2 MB`."""
    if count < 1000:
        return f"{count} B"
    value, unit = count / 1000, "kB"
    for larger in ("MB", "GB"):
        if value >= 999.5:
            value, unit = value / 1000, larger
    return f"{value:.1f} {unit}" if value < 10 else f"{value:.0f} {unit}"
