"""How steps around a request compose. It knows nothing of what the steps do.

A step is a `Middleware`: it gets the request and the rest of the chain, and returns what came of it: it may change the
request, answer without proceeding, or proceed more than once.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from getdocs.model import Deferred, Failed, Request, Response, Skipped

Answered: TypeAlias = Response | Skipped | Failed | Deferred
"""What comes of one request, before anybody follows it where it leads."""

Handler: TypeAlias = Callable[[Request], Awaitable[Answered]]


class Middleware(Protocol):
    """One step of the chain. Failure is a value; what it raises ends the crawl."""

    async def __call__(self, request: Request, proceed: Handler, /) -> Answered:
        """What comes of `request`; `proceed` is everything further in."""


def chain(steps: Sequence[Middleware], innermost: Handler) -> Handler:
    """One handler: the first of `steps` outermost, `innermost` inside the last."""
    handler = innermost
    for step in reversed(steps):
        handler = _around(step, handler)
    return handler


def _around(step: Middleware, proceed: Handler) -> Handler:
    async def handle(request: Request) -> Answered:
        return await step(request, proceed)

    return handle
