"""Says who we are, on every request. A step of the user's own may have said it before; then that stands."""

from dataclasses import replace

from getdocs.fetch import headers
from getdocs.fetch.chain import Answered, Handler
from getdocs.model import Request


def of(request: Request, default: str) -> str:
    """The user agent that `request` is about to be sent under: the one that robots rules are read for."""
    return headers.value_of(request.headers, "user-agent") or default


class UserAgent:
    """The middleware; `default` for requests that carry none."""

    def __init__(self, default: str) -> None:
        self._default = default

    async def __call__(self, request: Request, proceed: Handler) -> Answered:
        """Proceeds with exactly one User-Agent field."""
        others = tuple(field for field in request.headers if field[0] != "user-agent")
        said = ("user-agent", of(request, self._default))
        return await proceed(replace(request, headers=(*others, said)))
