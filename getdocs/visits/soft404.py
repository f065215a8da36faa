"""Tells a page from what its host shows for every URL that does not exist (a soft 404, or a catch-all to the start page).

Each host is asked once for a URL that cannot exist; a Page that shows the same is none of its own. Knows nothing of how
a URL is fetched and shown, nor of what becomes of such a Page.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable

from getdocs import urls
from getdocs.model import Page
from getdocs.visits.likeness import Answer

DEAD_ENDS = "dead_ends"
"""By this name the state has the URLs, less their queries, to which hosts redirect what does not exist: a JSON list."""


class SoftNotFound:
    """What the hosts of one crawl show for URLs that do not exist. One instance serves all workers."""

    def __init__(
        self,
        *,
        show: Callable[[str], Awaitable[Page | str | None]],
        kept: Callable[[str], str | None],
        keep: Callable[[str, str], None],
        warn: Callable[[str], None],
        token: Callable[[], str],
        folder_of: Callable[[str], str],
    ) -> None:
        """`show` gives the Page that a URL shows, redirects followed; or where a redirect leads, as a URL; or None.

        `kept` and `keep` are the crawl's state, by name. `token` makes a name that no page has: `getdocs-` and 16
        hexadecimal digits. `folder_of` gives the folder of the Seed in which a URL lies, as a URL or as a path.
        """
        self._show = show
        self._kept = kept
        self._keep = keep
        self._warn = warn
        self._token = token
        self._folder_of = folder_of
        self._answers: dict[str, Answer | None] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._warned: set[str] = set()

    async def stands_for(self, page: Page, *, exempt: bool) -> str | None:
        """Why `page` is no Page of its own, in few words; None where it is one.

        Asks the host, where that was not done yet. `exempt`: the page is one whatever it shows (a Seed, or where a Seed
        leads). So are the start pages of the host, of the Seed's folder and of an application with hash routes; and the
        page that the answer is a copy of, by its canonical URL or its entry in the Nav.
        """
        url = urls.parse(page.url)
        if exempt or url is None or urls.key(url.href) in self._starts(url):
            return None
        answer = await self._answer(url)
        if answer is None or urls.key(url.href) in answer.originals:
            return None
        if not await asyncio.to_thread(answer.is_shown_by, page):
            return None
        if url.netloc not in self._warned:
            self._warned.add(url.netloc)
            self._warn(
                f"{url.netloc} shows a page for URLs that do not exist (soft 404), at {url.href} for one: "
                "such pages are not saved and their links not followed"
            )
        return "soft 404: a URL that cannot exist shows the same"

    def _starts(self, url: urls.Url) -> set[str]:
        starts = {urls.key(url.origin), urls.key(self._folder(url))}
        return starts | {urls.key(urls.without_fragment(url.href))} if url.route else starts

    def _folder(self, url: urls.Url) -> str:
        """Without the slash at its end."""
        return (urls.join(url.href, self._folder_of(url.href)) or url.origin).rstrip("/")

    async def _answer(self, url: urls.Url) -> Answer | None:
        """What the host of `url` shows for a URL of this kind that does not exist; None where it shows no page."""
        name = f"soft404 {'route' if url.route else 'path'} {url.netloc}"
        async with self._locks.setdefault(name, asyncio.Lock()):
            if name not in self._answers:
                text = self._kept(name)
                if text is None:
                    text = await self._ask(url)
                    self._keep(name, text)
                self._answers[name] = Answer.read(text) if text else None
        return self._answers[name]

    async def _ask(self, url: urls.Url) -> str:
        """The answer as it is kept; empty where there is none to compare with."""
        token = self._token()
        if url.route:
            impossible = f"{urls.without_fragment(url.href)}#{url.route.partition('/')[0]}/{token}"
        else:
            impossible = f"{self._folder(url)}/{token}"
        shown = await self._show(impossible)
        if shown is None:
            return ""
        at = shown if isinstance(shown, str) else shown.url
        if urls.key(_less_query(at)) != urls.key(impossible):
            self._note_dead_end(_less_query(at))
        if isinstance(shown, str) or token not in at:
            return ""  # a page of its own, which other URLs are only led to
        answer = Answer.of(shown, at, token)
        return answer.written() if answer else ""

    def _note_dead_end(self, url: str) -> None:
        """Whatever a redirect leads there is gone: it goes where a URL that never was goes."""
        known = json.loads(self._kept(DEAD_ENDS) or "[]")
        if url not in known:
            self._keep(DEAD_ENDS, json.dumps([*known, url]))


def _less_query(url: str) -> str:
    """The URL without the query of its path and of its route: that says where one came from."""
    base, mark, fragment = url.partition("#")
    return base.partition("?")[0] + mark + fragment.partition("?")[0]
