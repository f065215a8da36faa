"""What is told of each request: those that went out, those that were refused, those that the cache has answered.

The listener says what it does with it; here stands only what there is to say.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from getdocs import urls
from getdocs.fetch.chain import Answered
from getdocs.model import Deferred, Request, Response

ALLOWED = "allowed"
PUT_OFF = "put_off"
CUT_OFF = "cut_off"
"""Nobody waited for the answer any more."""


@dataclass(frozen=True, slots=True)
class Noted:
    """One request. `url` is free of credentials."""

    kind: str
    method: str
    url: str
    status: int | None
    """None where nothing was sent, or nothing came back."""
    size: int
    """Bytes of the body, decompressed."""
    from_cache: bool
    verdict: str
    """`allowed`, `put_off`, `cut_off`, or the reason of a refusal or failure (`model.SkipReason`, `model.FailReason`)."""
    detail: str
    seconds: float
    """From the first byte sent to the last received."""
    waited: float
    """Seconds that the host's pace has held it back."""


Note: TypeAlias = Callable[[Noted], None]


def noted(request: Request, answered: Answered | None, *, seconds: float = 0.0, waited: float = 0.0) -> Noted:
    """What is to be told of `request`; `answered` is None where nobody waited for it."""
    status, size, from_cache = None, 0, False
    if isinstance(answered, Response):
        status, size, from_cache = answered.status, len(answered.body), answered.from_cache
        verdict, detail = ALLOWED, ""
    elif isinstance(answered, Deferred):
        verdict, detail = PUT_OFF, f"for {answered.seconds:.0f} s: {answered.final.detail}"
    elif answered is None:
        verdict, detail = CUT_OFF, ""
    else:
        verdict, detail = str(answered.reason), answered.detail
    return Noted(
        kind=str(request.kind),
        method=request.method,
        url=urls.without_credentials(request.url) if "@" in request.url else request.url,
        status=status,
        size=size,
        from_cache=from_cache,
        verdict=verdict,
        detail=urls.redact(detail),
        seconds=seconds,
        waited=waited,
    )
