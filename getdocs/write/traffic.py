"""Adds up what is told of the requests of a crawl, for the Manifest: by host and by kind. Keeps no URL.

Times are kept by their size, as a histogram whose steps are 5 % wide, so that a crawl of any length and in any number of runs
takes as little room as a short one.
"""

import json
import math
from dataclasses import asdict, dataclass, field

from getdocs import urls
from getdocs.fetch.noting import ALLOWED, CUT_OFF, PUT_OFF, Noted
from getdocs.model import FailReason
from getdocs.write.schema import HostRequestsEntry, KindRequestsEntry

_STEP = math.log(1.05)
_SHORTEST = 1e-4
"""Seconds: what takes less is taken for this."""
_HALF, _MOST = 0.5, 0.95
_FAILURES = frozenset(map(str, FailReason))


@dataclass(slots=True)
class _Sum:
    """Of one host or kind. `refused` and `cached` ones are not among the `sent`."""

    sent: int = 0
    size: int = 0
    cached: int = 0
    refused: int = 0
    failed: int = 0
    times: dict[str, int] = field(default_factory=dict)
    """How many of those sent took how long: by the step of the histogram, as JSON has keys."""


class Traffic:
    """The requests of one crawl. `kept`: what `state` said in the run before, empty in the first."""

    def __init__(self, kept: str = "") -> None:
        state: dict[str, dict[str, dict[str, object]]] = json.loads(kept) if kept else {"hosts": {}, "kinds": {}}
        self._hosts = {name: _Sum(**entry) for name, entry in state["hosts"].items()}  # type: ignore[arg-type] # as `state` wrote it
        self._kinds = {name: _Sum(**entry) for name, entry in state["kinds"].items()}  # type: ignore[arg-type]

    def note(self, noted: Noted) -> None:
        """One request more. What was put off is told again when its time has come, and not counted before."""
        if noted.verdict == PUT_OFF:
            return
        host, kind = urls.netloc(noted.url), noted.kind
        if noted.from_cache or _was_sent(noted):
            _add(self._hosts.setdefault(host, _Sum()), noted)
        _add(self._kinds.setdefault(kind, _Sum()), noted)

    def state(self) -> str:
        """All of it, as JSON, for the next run."""
        return json.dumps(
            {
                "hosts": {name: asdict(entry) for name, entry in self._hosts.items()},
                "kinds": {name: asdict(entry) for name, entry in self._kinds.items()},
            }
        )

    def by_host(self) -> list[HostRequestsEntry]:
        """The hosts that were asked, the most asked first."""
        return [
            {
                "host": host,
                "requests": entry.sent,
                "bytes": entry.size,
                "cached": entry.cached,
                "failed": entry.failed,
                "median_s": _quantile(entry.times, _HALF),
                "p95_s": _quantile(entry.times, _MOST),
            }
            for host, entry in sorted(self._hosts.items(), key=lambda item: (-item[1].sent, item[0]))
        ]

    def by_kind(self) -> list[KindRequestsEntry]:
        """What was asked for, the most frequent first."""
        return [
            {
                "kind": kind,
                "requests": entry.sent,
                "bytes": entry.size,
                "cached": entry.cached,
                "refused": entry.refused,
                "failed": entry.failed,
            }
            for kind, entry in sorted(self._kinds.items(), key=lambda item: (-item[1].sent - item[1].cached, item[0]))
        ]


def _was_sent(noted: Noted) -> bool:
    return noted.verdict in (ALLOWED, CUT_OFF) or noted.verdict in _FAILURES


def _add(entry: _Sum, noted: Noted) -> None:
    if noted.from_cache:
        entry.cached += 1
    elif _was_sent(noted):
        entry.sent += 1
        entry.size += noted.size
        entry.failed += noted.verdict in _FAILURES
        if noted.status is not None:
            step = str(round(math.log(max(noted.seconds, _SHORTEST)) / _STEP))
            entry.times[step] = entry.times.get(step, 0) + 1
    else:
        entry.refused += 1


def _quantile(times: dict[str, int], share: float) -> float | None:
    """Seconds within which `share` of them came, to 5 %; None where none came."""
    wanted = math.ceil(sum(times.values()) * share)
    for step, count in sorted((int(step), count) for step, count in times.items()):
        wanted -= count
        if wanted <= 0:
            return round(math.exp(step * _STEP), 4)
    return None
