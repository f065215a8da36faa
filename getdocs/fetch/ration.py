"""What one page may ask for while it is shown: so many requests, and no more. Knows nothing of what they are for."""

from collections.abc import Awaitable, Callable

from getdocs import urls
from getdocs.fetch.noting import Note, noted
from getdocs.model import Fetched, Request, Skipped, SkipReason

MAX_REQUESTS = 300
"""Of one page; more is a loop, or a load that no reader would put on the site (of nine documentation sites measured, no page
makes more than 60)."""


class Ration:
    """Deals them out. `fetch` makes a request; `on_warning` hears of the first page of each host that wants more.

    `note` hears of each request that is one too many.
    """

    def __init__(
        self,
        fetch: Callable[[Request], Awaitable[Fetched]],
        *,
        on_warning: Callable[[str], None],
        note: Note | None = None,
    ) -> None:
        self._fetch = fetch
        self._on_warning = on_warning
        self._note = note
        self._warned: set[str] = set()

    def of(self, page: str) -> Callable[[Request], Awaitable[Fetched]]:
        """What makes the requests of the page at that URL: each as `fetch` does, but for those that are too many."""
        made = 0

        async def load(request: Request) -> Fetched:
            nonlocal made
            made += 1
            if made <= MAX_REQUESTS:
                return await self._fetch(request)
            self._warn(page)
            refusal = Skipped(SkipReason.LIMIT, f"more than {MAX_REQUESTS} requests of one page")
            if self._note is not None:
                self._note(noted(request, refusal))
            return refusal

        return load

    def _warn(self, page: str) -> None:
        host = urls.netloc(page)
        if host not in self._warned:
            self._warned.add(host)
            self._on_warning(
                f"{page} makes more than {MAX_REQUESTS} requests: the rest is refused, there and on other pages of {host}"
            )
