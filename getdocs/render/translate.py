"""Between a paused request and `model`: what kind a request is, which headers pass in either direction. Pure."""

import re
from email.utils import formatdate

from getdocs import urls
from getdocs.fetch.cache import varying
from getdocs.model import Headers, RequestKind, Response
from getdocs.render.cdp import Paused

_KINDS = {
    "Document": RequestKind.FRAME,
    "Script": RequestKind.SCRIPT,
    "Stylesheet": RequestKind.STYLESHEET,
    "XHR": RequestKind.XHR,
    "Fetch": RequestKind.XHR,
    "Image": RequestKind.IMAGE,
    "Font": RequestKind.FONT,
    "Media": RequestKind.MEDIA,
    "TextTrack": RequestKind.MEDIA,
    "Ping": RequestKind.PING,
    "CSPViolationReport": RequestKind.PING,
    "EventSource": RequestKind.EVENT_SOURCE,
    "WebSocket": RequestKind.WEB_SOCKET,
}

MAY_COST_CONTENT = frozenset(
    {
        RequestKind.SCRIPT,
        RequestKind.XHR,
        RequestKind.FRAME,
        RequestKind.WORKER,
        RequestKind.EVENT_SOURCE,
        RequestKind.WEB_SOCKET,
    }
)
"""Kinds whose loss a reader may notice in the text. Styles, images and fonts change how it looks."""

# What Python decides itself: identity, connection, coding, cookies; and hints about a browser that we do not claim to be.
_NOT_SENT = re.compile(
    r"^(user-agent|accept-encoding|cookie|host|connection|content-length|upgrade-insecure-requests|save-data|sec-.*|purpose)$"
)
# The body is handed over whole and decoded; nothing of the connection it came by applies to it.
_NOT_OF_THE_BODY = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive", "trailer", "alt-svc"}
)
# What would make the document load something beside itself (link, speculation-rules), report to somebody, ask for the
# same URL again (critical-ch), become a download, or be taken for a redirect or a login.
_NOT_OF_THE_DOCUMENT = _NOT_OF_THE_BODY | {
    "link",
    "speculation-rules",
    "report-to",
    "reporting-endpoints",
    "nel",
    "accept-ch",
    "critical-ch",
    "clear-site-data",
    "content-disposition",
    "www-authenticate",
    "location",
}
_STAYS = frozenset({RequestKind.SCRIPT, RequestKind.STYLESHEET})
_OK = 200
_FRESHNESS = frozenset({"cache-control", "pragma", "expires", "age", "vary"})
_HTTP_ONLY = re.compile(r";\s*httponly\s*(;|$)", re.IGNORECASE)
_FIELD_NAME = re.compile(r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")


def kind_of(paused: Paused) -> RequestKind:
    """What a subresource request is for. Prefetches and what no rule names are OTHER."""
    headers = dict(paused.headers)
    if headers.get("sec-purpose", headers.get("purpose", "")).startswith("prefetch"):
        return RequestKind.OTHER
    if headers.get("accept") == "text/event-stream":
        return RequestKind.EVENT_SOURCE
    # Chromium calls a worker's script, and what a module worker imports, Other, and so little else that this tells them.
    if paused.resource_type == "Other" and headers.get("accept") == "*/*" and paused.method == "GET":
        return RequestKind.WORKER
    return _KINDS.get(paused.resource_type, RequestKind.OTHER)


def sent_headers(headers: Headers) -> Headers:
    """The headers of a page's request that are handed to Python: those that say what is asked, not who asks."""
    return tuple((name, value) for name, value in headers if not _NOT_SENT.match(name))


def document_headers(response: Response, *, moment: float) -> Headers:
    """The headers under which Chromium is shown a document; always with a content type, and with a time of modification.

    `moment`: seconds since 1970, for a document that does not say when it was modified: `document.lastModified` would be
    now (HTML standard, 3.1.3).
    """
    kept = _kept(response.headers, _NOT_OF_THE_DOCUMENT)
    if not response.header("content-type"):
        kept = (*kept, ("content-type", "text/html"))
    if not response.header("last-modified"):
        kept = (*kept, ("last-modified", formatdate(moment, usegmt=True)))
    return kept


def resource_headers(response: Response, kind: RequestKind) -> Headers:
    """The headers of a subresource; its CORS fields among them, so that Chromium itself decides who may read it.

    Scripts and styles are fresh for as long as their renderer lives, whatever their server says: one crawl is one look at a
    site, and `fetch.cache` would answer the next page with the same bytes (docs/adr/0017-scripts-stay-in-the-renderer.md).
    One that would be another thing to the next page is stale at once, whatever its server says. One that is UTF-8 and does not say so is
    made to say it: it would be decoded by what the page is written in.
    """
    if kind not in _STAYS or response.status != _OK or varying(response):
        return _kept(response.headers, _NOT_OF_THE_BODY)
    charset = _charset_to_add(response)
    stays = charset is not None and not _sets_readable_cookie(response)
    freshness = ("cache-control", "max-age=31536000" if stays else "no-store")
    kept = _kept(response.headers, _NOT_OF_THE_BODY | _FRESHNESS)
    return (*((name, value + (charset or "") * (name == "content-type")) for name, value in kept), freshness)


def redirect_headers(paused: Paused, response: Response) -> Headers:
    """Those of the one redirect that stands for all hops which Python took from the asked URL to the final one.

    It is open to the page (Fetch standard, CORS check): the hops' own fields are not known here, and the final response
    is still checked against its own.
    """
    location = ("location", urls.without_fragment(response.url))
    origin = dict(paused.headers).get("origin")
    if origin is None:
        return (location,)
    return (location, ("access-control-allow-origin", origin), ("access-control-allow-credentials", "true"))


def shown_status(response: Response) -> int:
    """The status under which Chromium shows the body: those that have no body, or lead elsewhere, become 200."""
    return (
        200
        if response.status < 200 or response.status in (204, 205) or 300 <= response.status < 400
        else response.status
    )


def same_resource(left: str, right: str) -> bool:
    """True where both URLs ask a server for the same thing: equal but for the fragment, by the WHATWG rules."""
    return _sent_form(left) == _sent_form(right)


def _charset_to_add(response: Response) -> str | None:
    """What its content type lacks to say how the body is decoded; None where the page that asks decides that.

    HTML standard, 8.1.4.2. The renderer keeps a body as it was decoded for the first page.
    """
    content_type = response.header("content-type") or ""
    if response.body.isascii() or "charset=" in content_type.lower():
        return ""
    return "; charset=utf-8" if content_type and _is_utf8(response.body) else None


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _sets_readable_cookie(response: Response) -> bool:
    """Whether it sets a cookie that scripts can read: from memory it would set none, and pages start without those of the last."""
    return any(name == "set-cookie" and not _HTTP_ONLY.search(value) for name, value in response.headers)


def _sent_form(url: str) -> str:
    parsed = urls.parse(urls.without_credentials(urls.without_fragment(url)))
    return parsed.href if parsed else url


def _kept(headers: Headers, dropped: frozenset[str]) -> Headers:
    return tuple(
        (name, value)
        for name, value in headers
        if name.lower() not in dropped and _FIELD_NAME.match(name) and not re.search(r"[\r\n\0]", value)
    )
