"""Which header fields a request carries on the wire. Pure: it knows nothing of cookies, caches or sockets."""

import base64
import re
from dataclasses import replace

from getdocs import urls
from getdocs.fetch.body import ACCEPT_ENCODING
from getdocs.model import Headers, Request, RequestKind

_ACCEPT_DOCUMENT = "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,*/*;q=0.8"
_DOCUMENTS = frozenset({RequestKind.DOCUMENT, RequestKind.FRAME})

# Ours to say (identity, codings, language), the connection's (RFC 9110 7.6.1), the cache's (conditions), or the claim
# to be a browser.
_OURS = frozenset({"host", "content-length", "user-agent", "accept-encoding", "accept-language", "expect", "te", "trailer",
  "connection", "keep-alive", "transfer-encoding", "upgrade", "upgrade-insecure-requests", "if-match", "if-none-match",
  "if-modified-since", "if-unmodified-since", "if-range", "via", "date", "dnt", "priority", "purpose"})  # fmt: skip
_OUR_PREFIXES = ("sec-", "proxy-", ":")
_CREDENTIALS = frozenset({"authorization", "cookie"})
_WRITTEN = frozenset({"accept", "accept-language", "accept-encoding", "host", "content-length", "transfer-encoding",
  "connection", "keep-alive", "te", "trailer", "upgrade", "expect", "proxy-authorization", "proxy-connection"})  # fmt: skip
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+")
_UNSENDABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def of_page(request: Request) -> Headers:
    """The fields of `request` that may be passed on for a page (names lower-cased); Referer only within one origin."""
    kept = []
    for written, value in request.headers:
        name = written.lower()
        if name in _OURS or name.startswith(_OUR_PREFIXES) or not _NAME.fullmatch(name) or _UNSENDABLE.search(value):
            continue
        if name == "referer" and not same_origin(value, request.url):
            continue
        kept.append((name, value))
    return tuple(kept)


def without_credentials(headers: Headers) -> Headers:
    """The fields that may go to another origin than the one they were given for."""
    return tuple(field for field in headers if field[0] not in _CREDENTIALS)


def same_origin(one: str, other: str) -> bool:
    """Whether both URLs have the same scheme, host and port; unparsable ones never do."""
    first, second = urls.parse(one), urls.parse(other)
    return first is not None and second is not None and first.origin == second.origin


def is_preflight(request: Request) -> bool:
    """Whether a browser asks here if it may ask: no such request is ever led elsewhere (Fetch standard, 4.9)."""
    return request.method == "OPTIONS" and value_of(request.headers, "access-control-request-method") is not None


def from_origin(request: Request, first: Request) -> Headers:
    """The fields of `request`, to which redirects of `first` led, with the Origin that a browser would send by now.

    Fetch standard, 3.1: data of the page's own origin gets one as soon as it comes from another; what was another's
    from the start and is led to a third is from nowhere. A browser is shown the first and the last URL only.
    """
    if request.kind is not RequestKind.XHR or same_origin(request.url, first.url):
        return request.headers
    home = urls.parse(first.url)
    origin = value_of(first.headers, "origin") or (home.origin if home else "null")
    sent = origin if home is not None and origin == home.origin else "null"
    return (*(field for field in request.headers if field[0] != "origin"), ("origin", sent))


def anew(request: Request) -> Request:
    """`request` as one that only the server itself may answer, no cache on the way (RFC 9111 5.2.1.4)."""
    rest = tuple(field for field in request.headers if field[0] != "cache-control")
    return replace(request, headers=(*rest, ("cache-control", "no-cache")))


def accept(request: Request) -> str:
    """The Accept field that `request` is sent with: its own, else by kind."""
    default = _ACCEPT_DOCUMENT if request.kind in _DOCUMENTS else "*/*"
    return value_of(request.headers, "accept") or default


def on_wire(request: Request) -> Headers:
    """All fields but those that the connection writes: who set Host would reach another site than the one judged."""
    language = value_of(request.headers, "accept-language") or "en"
    rest = tuple(field for field in request.headers if field[0] not in _WRITTEN)
    return (
        ("accept", accept(request)),
        ("accept-language", language),
        ("accept-encoding", ACCEPT_ENCODING),
        *rest,
    )


def value_of(headers: Headers, name: str) -> str | None:
    """The first field of that name (lower case), or None."""
    return next((value for key, value in headers if key == name), None)


def basic(user: str, password: str) -> str:
    """The value of a field that logs in by HTTP Basic: RFC 7617, in UTF-8."""
    return f"Basic {base64.b64encode(f'{user}:{password}'.encode()).decode()}"
