"""What proves who the user is, and to whom: each secret goes to the origin it was given for, and nowhere else.

A request gets it at the last moment, on the wire, by the URL that is really asked. So nothing further out (a request that
is judged, cached, repeated or led elsewhere by a redirect, a trail, a page) ever holds one that it could pass on.
"""

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import unquote

from getdocs import urls
from getdocs.config import CrawlConfig
from getdocs.fetch import addresses, headers
from getdocs.fetch.cookies import Cookie
from getdocs.model import Request, StoredCookie

# Registries that sell names on their second level, as far as Python's http.cookiejar knows them. A login that a browser
# saved has been through the whole list of public suffixes already; this is for one that was written by hand.
_REGISTRIES = frozenset({"ac", "co", "com", "edu", "gov", "int", "mil", "net", "or", "org"})


class Credentials:
    """The user's secrets. Origin means scheme, host and port; a Seed given as http stands for its upgrade to https too."""

    def __init__(self, config: CrawlConfig) -> None:
        self._schemes: dict[str, str] = {}
        self._hosts: set[str] = set()
        for seed in map(urls.parse, config.seeds):
            if seed is not None:
                # As for pins: https is never left for http, so of two Seeds of one host only https is trusted.
                if self._schemes.get(seed.netloc) != "https":
                    self._schemes[seed.netloc] = seed.scheme
                self._hosts.add(seed.host)
        self._fields = tuple((name.lower(), value) for name, value in config.headers)
        self._basic = headers.basic(*config.auth.split(":", 1)) if config.auth is not None else None
        self._logins = {
            urls.netloc(seed): headers.basic(*map(unquote, login.split(":", 1))) for seed, login in config.logins
        }
        self._cookies = config.cookies
        self._stored = config.storage_state.cookies if config.storage_state else ()

    def on(self, request: Request) -> Request:
        """The request with the fields that its origin was given; they stand in place of its own of the same names.

        All but an Authorization that the page itself sends: its script has logged in with something else.
        """
        parsed = urls.parse(request.url)
        if parsed is None or not self._is_given_to(parsed):
            return request
        login = self._logins.get(parsed.netloc, self._basic)
        fields = (*self._fields, *([("authorization", login)] if login else []))
        if any(name == "authorization" for name, _ in request.headers):
            fields = tuple(field for field in fields if field[0] != "authorization")
        names = {name for name, _ in fields}
        return replace(request, headers=(*(field for field in request.headers if field[0] not in names), *fields))

    def cookies(self, url: urls.Url) -> Iterable[Cookie]:
        """The cookies for the host and port of `url`. What was given for https is marked secure, and so never leaves it."""
        https = self._schemes.get(url.netloc) == "https"
        for stored in self._stored:
            if _fits(stored, url.host) and self._is_port_of(url):
                yield Cookie(stored.name, stored.value, stored.path, stored.secure or https, stored.expires)
        if url.netloc in self._schemes:
            for name, value in self._cookies:
                yield Cookie(name, value, "/", https, None)

    def _is_given_to(self, url: urls.Url) -> bool:
        given_as = self._schemes.get(url.netloc)
        return given_as is not None and url.scheme in (given_as, "https")

    def _is_port_of(self, url: urls.Url) -> bool:
        """A saved cookie names no port: it belongs to those that Seeds name on its host, else to the default one."""
        return url.netloc in self._schemes if url.host in self._hosts else url.port is None


def _fits(cookie: StoredCookie, host: str) -> bool:
    """Domain matching of RFC 6265 5.1.3; a domain with a leading dot stands for its subdomains too."""
    domain = cookie.domain.removeprefix(".").lower()
    if host == domain:
        return True
    is_name = addresses.literal(host.strip("[]")) is None
    return cookie.domain.startswith(".") and is_name and host.endswith(f".{domain}") and not _is_registry(domain)


def _is_registry(domain: str) -> bool:
    first, _, country = domain.partition(".")
    return not country or (len(country) == 2 and first in _REGISTRIES)
