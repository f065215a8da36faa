"""The cookies of one crawl, by host and port: those that the user gave, and those that servers set on top of them.

What a server sets goes back to the host and port that set it, and nowhere else. A narrower rule than RFC 6265 on purpose:
Domain is not honoured, so no list of public suffixes is needed and no cookie can reach another server. Which hosts get the
user's cookies is for `credentials` to say. What scripts set inside the browser is the browser's.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeAlias

from getdocs import urls
from getdocs.fetch import headers, http_date
from getdocs.fetch.chain import Answered, Handler
from getdocs.model import Headers, Request, Response

_MOST_PER_HOST = 50
_LONGEST = 4096


@dataclass(frozen=True, slots=True)
class Cookie:
    """One cookie of one host and port."""

    name: str
    value: str = field(repr=False)
    path: str
    secure: bool
    """Over https only."""
    expires: float | None
    """Seconds since 1970; None: as long as the crawl."""
    given: bool = False
    """By the user: no flood of others drives it out."""

    def belongs_to(self, path: str) -> bool:
        """Path matching of RFC 6265 5.1.4."""
        return path == self.path or path.startswith(self.path.removesuffix("/") + "/")


Given: TypeAlias = Callable[[urls.Url], Iterable[Cookie]]
"""The user's cookies for the host and port of a URL."""


def _none(_url: urls.Url) -> Iterable[Cookie]:
    return ()


class Cookies:
    """The memory, and the step of the chain that fills it. `now` is the time of day (aware)."""

    def __init__(self, now: Callable[[], datetime], given: Given = _none) -> None:
        self._now = now
        self._given = given
        self._of_host: dict[str, dict[tuple[str, str], Cookie]] = {}

    async def __call__(self, request: Request, proceed: Handler) -> Answered:
        """Remembers what comes back. What goes out is added on the wire, for robots.txt does not pass here."""
        fetched = await proceed(request)
        if isinstance(fetched, Response):
            self.remember(request.url, fetched.headers)
        return fetched

    def on(self, request: Request) -> Request:
        """The request with what is remembered for its URL, unless it brings a Cookie field of its own."""
        cookie = "" if headers.value_of(request.headers, "cookie") is not None else self.header(request.url)
        return replace(request, headers=(*request.headers, ("cookie", cookie))) if cookie else request

    def header(self, url: str) -> str:
        """The Cookie field for `url`; empty where nothing is remembered."""
        parsed = urls.parse(url)
        if parsed is None:
            return ""
        moment = self._now().timestamp()
        fitting = [
            cookie
            for cookie in self._jar(parsed).values()
            if cookie.belongs_to(parsed.path)
            and (parsed.scheme == "https" or not cookie.secure)
            and (cookie.expires is None or cookie.expires > moment)
        ]
        fitting.sort(key=lambda cookie: -len(cookie.path))
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in fitting)

    def remember(self, url: str, fields: Headers) -> None:
        """Notes the Set-Cookie fields of a response from `url`; one that has expired already deletes."""
        parsed = urls.parse(url)
        for name, value in fields:
            if name != "set-cookie" or parsed is None:
                continue
            cookie = _parse(value, parsed.path, self._now().timestamp())
            if cookie is None:
                continue
            jar = self._jar(parsed)
            jar.pop((cookie.name, cookie.path), None)
            if cookie.expires is None or cookie.expires > self._now().timestamp():
                jar[cookie.name, cookie.path] = cookie
                if len(jar) > _MOST_PER_HOST and (oldest := _oldest(jar)) is not None:
                    del jar[oldest]

    def _jar(self, url: urls.Url) -> dict[tuple[str, str], Cookie]:
        """By name and path. The user's cookies lie in it from the start: servers renew and delete them like others."""
        if url.netloc not in self._of_host:
            given = (replace(cookie, given=True) for cookie in self._given(url))
            self._of_host[url.netloc] = {(cookie.name, cookie.path): cookie for cookie in given}
        return self._of_host[url.netloc]


def _oldest(jar: dict[tuple[str, str], Cookie]) -> tuple[str, str] | None:
    return next((key for key, cookie in jar.items() if not cookie.given), None)


def _parse(field: str, path: str, moment: float) -> Cookie | None:
    """One Set-Cookie field by RFC 6265 5.2; None where it names no cookie, is oversized, or is no UTF-8 (cannot be sent)."""
    try:
        field = field.encode("latin-1").decode()
    except UnicodeError:
        return None
    pair, *attributes = field.split(";")
    name, equals, value = pair.partition("=")
    if not equals or not name.strip() or len(pair) > _LONGEST:
        return None
    found = {key.strip().lower(): text.strip() for key, _, text in (part.partition("=") for part in attributes)}
    given_path = found.get("path", "")
    return Cookie(
        name=name.strip(),
        value=value.strip(),
        path=given_path if given_path.startswith("/") else path.rpartition("/")[0] or "/",
        secure="secure" in found,
        expires=_expiry(found, moment),
    )


def _expiry(attributes: dict[str, str], moment: float) -> float | None:
    """Max-Age wins over Expires; what is unreadable is as if absent."""
    age = attributes.get("max-age", "")
    if age.removeprefix("-").isdecimal() and age.isascii():
        return moment + min(int(age[:12]), 10**9)
    date = http_date.moment(attributes.get("expires", ""))
    return date.timestamp() if date else None
