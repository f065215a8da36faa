"""Follows redirects, outermost of all: each hop passes the Guard anew, as if somebody had just asked for it.

A loop and a chain without end are errors that name their trail; a hop that may not be taken is Skipped, by the Guard.
"""

from collections import OrderedDict
from dataclasses import replace
from typing import TypeAlias

from getdocs import urls
from getdocs.fetch import headers, location
from getdocs.fetch.chain import Handler
from getdocs.fetch.cookies import Cookies
from getdocs.fetch.core import MAX_URL_LENGTH
from getdocs.fetch.guard import Judge
from getdocs.model import CrawlDelay, Deferred, Failed, FailReason, Fetched, Request, Response, Trail
from getdocs.policy.pin import Pins

_Place: TypeAlias = tuple[str, str]
"""Method, and pinned URL without fragment."""

_REMEMBERED = 4096


class Redirects:
    """`max_redirects` hops of one visit at the most; 0 hands a 3xx back as the Response it is."""

    def __init__(self, guard: Handler, judge: Judge, *, pins: Pins, cookies: Cookies, max_redirects: int) -> None:
        self._guard = guard
        self._judge = judge
        self._pins = pins
        self._cookies = cookies
        self._max = max_redirects
        # A visit may come back with a hop that its page asked for: what cookies was each place last asked with?
        self._asked: OrderedDict[_Place, str] = OrderedDict()

    async def fetch(self, request: Request, trail: Trail = ()) -> Fetched:
        """What `request` leads to. `trail` is what the visit has behind it, where its page asked for this hop itself."""
        first = request
        met = {self._met_before(hop.url) for hop in trail}
        delays: dict[str, CrawlDelay] = {}
        while True:
            request = replace(request, headers=headers.of_page(request))
            place, cookie = self._place(request)
            if (place, cookie) in met:
                return Failed(FailReason.REDIRECT_LOOP, _last_status(trail), f"back at {place[1]}", trail)
            if len(trail) > self._max:
                return Failed(FailReason.TOO_MANY_REDIRECTS, _last_status(trail), f"more than {self._max}", trail)
            met.add((place, cookie))
            self._remember(place, cookie)
            fetched = await self._guard(request)
            if isinstance(fetched, Deferred):
                return replace(fetched, final=replace(fetched.final, trail=trail))
            trail = (*trail, *fetched.trail)
            if not isinstance(fetched, Response):
                return replace(fetched, trail=trail)
            delays.update((delay.host, delay) for delay in fetched.crawl_delays)
            if fetched.status not in location.STATUSES or self._max == 0 or headers.is_preflight(request):
                return replace(fetched, trail=trail, crawl_delays=tuple(delays.values()))
            target = location.of(fetched)
            if target is None or len(target) > MAX_URL_LENGTH:
                return Failed(FailReason.BAD_REDIRECT, fetched.status, _fault(target), trail)
            self._pins.observe(fetched.url, target)
            request = _next(replace(request, url=fetched.url), fetched.status, target)
            request = replace(request, headers=headers.from_origin(request, first))

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
