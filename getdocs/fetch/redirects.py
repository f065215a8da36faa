"""Follows redirects, outermost of all: each hop passes the Guard anew, as if somebody had just asked for it.

A loop and a chain without end are errors that name their trail; a hop that may not be taken is Skipped, by the Guard. One
that leads a document to a page that is for the Frontier to deal with ends the visit: Moved.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from getdocs import urls
from getdocs.fetch import headers, location
from getdocs.fetch.chain import Handler
from getdocs.fetch.cookies import Cookies
from getdocs.fetch.core import MAX_URL_LENGTH
from getdocs.fetch.guard import Judge
from getdocs.model import (
    CrawlDelay,
    Deferred,
    Failed,
    FailReason,
    Fetched,
    Moved,
    Request,
    RequestKind,
    Response,
    Skipped,
    Trail,
)
from getdocs.policy.pin import Pins

_Place: TypeAlias = tuple[str, str]
"""Method, and pinned URL without fragment."""

BROWSER_REDIRECTS = 20
"""Hops of what is no document: those that a browser takes (Fetch standard, HTTP-redirect fetch, "redirect count")."""

PAGE_HOPS = 4
"""Hops of one visit that its pages make by themselves (script, meta refresh): each costs the site a page, and a showing."""

_REMEMBERED = 4096


class Redirects:
    """`max_redirects` hops of one visit at the most; 0 hands the 3xx of a document back as the Response it is.

    `hands_over` says of a page (`urls.page_url`) whether the Frontier has dealt with it, or is about to. Where it is given,
    a document that is led to such a page, or to another host, ends there: Moved.
    """

    def __init__(
        self,
        guard: Handler,
        judge: Judge,
        *,
        pins: Pins,
        cookies: Cookies,
        max_redirects: int,
        hands_over: Callable[[str], bool] | None = None,
    ) -> None:
        self._guard = guard
        self._judge = judge
        self._pins = pins
        self._cookies = cookies
        self._max = max_redirects
        self._hands_over = hands_over
        # A visit may come back with a hop that its page asked for: what cookies was each place last asked with?
        self._asked: OrderedDict[_Place, str] = OrderedDict()

    async def fetch(self, request: Request, trail: Trail = ()) -> Fetched:
        """What `request` leads to. `trail` is what the visit has behind it."""
        first, most = request, self._max if request.kind is RequestKind.DOCUMENT else BROWSER_REDIRECTS
        met = {self._met_before(hop.url) for hop in trail}
        came_from = ""
        delays: dict[str, CrawlDelay] = {}
        while True:
            request = replace(request, headers=headers.of_page(request))
            place, cookie = self._place(request)
            if (place, cookie) in met:
                return Failed(FailReason.REDIRECT_LOOP, _last_status(trail), f"back at {place[1]}", trail)
            if len(trail) > most:
                return Failed(FailReason.TOO_MANY_REDIRECTS, _last_status(trail), f"more than {most}", trail)
            if sum(hop.status not in location.STATUSES for hop in trail) > PAGE_HOPS:
                detail = f"pages of this visit went on by themselves more than {PAGE_HOPS} times"
                return Failed(FailReason.TOO_MANY_REDIRECTS, _last_status(trail), detail, trail)
            if came_from and (to := self._handed_over(request, came_from, trail)):
                return Moved(to, trail)
            # What is kept of a place was said to another cookie: now the server itself has to say.
            anew = any(place == before for before, _ in met)
            met.add((place, cookie))
            self._remember(place, cookie)
            fetched = await self._guard(headers.anew(request) if anew else request)
            if isinstance(fetched, Deferred):
                return replace(fetched, final=replace(fetched.final, trail=trail))
            trail = (*trail, *fetched.trail)
            if not isinstance(fetched, Response):
                return replace(fetched, trail=trail)
            delays.update((delay.host, delay) for delay in fetched.crawl_delays)
            if fetched.status not in location.STATUSES or most == 0 or headers.is_preflight(request):
                return replace(fetched, trail=trail, crawl_delays=tuple(delays.values()))
            target = location.of(fetched)
            if target is None or len(target) > MAX_URL_LENGTH:
                return Failed(FailReason.BAD_REDIRECT, fetched.status, _fault(target), trail)
            self._pins.observe(fetched.url, target)
            came_from = fetched.url
            request = _next(replace(request, url=fetched.url), fetched.status, target)
            request = replace(request, headers=headers.from_origin(request, first))

    def _handed_over(self, request: Request, came_from: str, trail: Trail) -> str | None:
        """Where `request` leads, if that is for the Frontier to ask for; None where this visit goes on."""
        if self._hands_over is None or request.kind is not RequestKind.DOCUMENT:
            return None
        to = self._judge.aim(request)
        # A refusal is the Guard's to tell. A page that this visit has asked for already is its own to ask for once more: it
        # is met again with another cookie, or it would have been a loop.
        if isinstance(to, Skipped) or (page := urls.page_url(to)) in {urls.page_url(hop.url) for hop in trail}:
            return None
        return to if urls.netloc(to) != urls.netloc(came_from) or self._hands_over(page) else None

    def _place(self, request: Request) -> tuple[_Place, str]:
        """Where `request` really goes, and the cookies it is asked with."""
        url = urls.without_fragment(self._judge.address(request.url, request.kind))
        cookie = headers.value_of(request.headers, "cookie")
        return (request.method, url), self._cookies.header(url) if cookie is None else cookie

    def _met_before(self, url: str) -> tuple[_Place, str]:
        place = ("GET", urls.without_fragment(url))
        return place, self._asked.get(place, self._cookies.header(place[1]))

    def _remember(self, place: _Place, cookie: str) -> None:
        self._asked[place] = cookie
        self._asked.move_to_end(place)
        if len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)


def _next(request: Request, status: int, target: str) -> Request:
    """The request of the next hop: method and body by RFC 9110 15.4, credentials only within one origin."""
    fields = (
        request.headers if headers.same_origin(request.url, target) else headers.without_credentials(request.headers)
    )
    if _becomes_get(request, status):
        fields = tuple(field for field in fields if not field[0].startswith("content-"))
        return Request(target, request.kind, headers=fields)
    return replace(request, url=target, headers=fields)


def _becomes_get(request: Request, status: int) -> bool:
    if request.method in ("GET", "HEAD"):
        return False
    return status == 303 or (status in (301, 302) and (request.method == "POST" or bool(request.body)))


def _fault(target: str | None) -> str:
    return "no usable Location" if target is None else f"a Location of {len(target)} characters"


def _last_status(trail: Trail) -> int | None:
    return trail[-1].status if trail else None
