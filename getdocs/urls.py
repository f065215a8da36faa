"""Takes URLs apart and puts them together, by the WHATWG URL standard. The only module that does.

It knows nothing of policy: whether a URL may be asked for is decided in `policy`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

import ada_url

_PARSED_KEPT = 8192
"""Results kept: one URL is looked at by several rules in a row, and a sidebar names the same ones on every page."""

DEFAULT_PORTS = {"http": 80, "https": 443}

# A fragment that starts like a path is a client-side route (docsify, Vue and Angular hash mode), not an anchor.
_ROUTE = re.compile(r"^!?/")
# docsify writes an anchor inside a route as ?id=heading, and a heading's id never starts with a digit there; ?id=42 names
# what other applications show.
_ROUTE_ANCHOR = re.compile(r"(?<=[?&])id=(?!\d)[^&]*(?:&|$)")
_DOT_SEGMENT = re.compile(r"(?:^|/)(?:\.|%2e){1,2}(?:/|\?|$)", re.IGNORECASE)
# Parameters that name the visitor (campaign, session), never what the page holds.
_VISITOR = re.compile(
    r"^(utm_[a-z_]+|gclid|fbclid|msclkid|mc_cid|mc_eid|_ga|ref_src|phpsessid|jsessionid|aspsessionid\w*|sid|session_?id)$",
    re.IGNORECASE,
)
_INDEX = re.compile(r"(?:index|default)\.(?:html?|xhtml|php|aspx?)", re.IGNORECASE)
_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_ESCAPED_BYTE = re.compile(rb"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# A URL in which there is nothing to fold but slashes at its end: the standard leaves it as it is. Ten times as fast as
# parsing, and it is most of them. Not every address and port is taken for plain, but none that has a second spelling.
_PLAIN = re.compile(
    r"https?:(//(?:(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)*[a-z]+|(?:1?[1-9]?\d\.){3}1?[1-9]?\d)(?::(?:[1-9]|[1-5]\d)\d{3})?)"
    r"((?:/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)*)/*",
    re.ASCII,
)
# A URL as the standard serialises it: what would end a part too early is escaped in it.
_SERIALISED = re.compile(
    r"(?P<scheme>[^:]*):"
    r"(?://(?:(?P<username>[^/?#:@]*)(?::(?P<password>[^/?#@]*))?@)?(?P<host>\[[^]]*\]|[^/?#:]*)(?::(?P<port>\d+))?)?"
    r"(?:/\.(?=//))?"  # a path that begins with two slashes, where no host stands before it
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_CREDENTIALS = re.compile(r"(?<=//)[^/?#\s\"'<>]*@")
_AUTHORITY = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")
_SENT_RAW = re.compile(r"[\[\]{}|^`\\\"<>]")


@dataclass(frozen=True, slots=True)
class Url:
    """One parsed absolute URL. Every part is as the WHATWG serialiser writes it (percent-encoded, lower-case host)."""

    href: str
    scheme: str
    host: str
    """Host without port; an IPv6 address stands in brackets."""
    port: int | None
    """The explicit port; None where it is the scheme's default."""
    path: str
    query: str
    """Without the question mark; empty where there is none."""
    fragment: str
    username: str
    password: str

    @property
    def search(self) -> str:
        """The query with its question mark, which stands alone where the query is empty; empty where there is none."""
        return f"?{self.query}" if "?" in without_fragment(self.href) else ""

    @property
    def netloc(self) -> str:
        """Host, and the explicit port where there is one: the key of everything that is kept per host."""
        return self.host if self.port is None else f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port: the key of robots rules and credentials (RFC 6454)."""
        return f"{self.scheme}://{self.netloc}"

    @property
    def route(self) -> str:
        """The fragment where it is a client-side route, else the empty string."""
        return self.fragment if _ROUTE.match(self.fragment) else ""


@lru_cache(_PARSED_KEPT)
def parse(url: str, base: str | None = None) -> Url | None:
    """The URL, resolved against `base` where one is given; None where the standard calls it a failure. Never raises."""
    try:
        href = ada_url.normalize_url(url) if base is None else ada_url.join_url(base, url)
    except ValueError:
        return None
    if (parts := _SERIALISED.fullmatch(href)) is None:
        raise AssertionError(f"not as the standard writes a URL: {href!r}")
    scheme, username, password, host, port, path, query, fragment = parts.groups("")
    return Url(href, scheme, host, int(port) if port else None, path, query, fragment, username, password)


def netloc(url: str) -> str:
    """Host and explicit port of an absolute URL; empty where it has none."""
    parsed = parse(url)
    return parsed.netloc if parsed else ""


def is_web(url: Url) -> bool:
    """True for http and https with a host: the only URLs that getdocs ever asks for."""
    return url.scheme in DEFAULT_PORTS and bool(url.host)


def join(base: str, reference: str) -> str | None:
    """Absolute form of `reference` on `base`; None where it cannot be parsed."""
    parsed = parse(reference, base)
    return parsed.href if parsed else None


def in_query(text: str) -> str:
    """`text` with the escapes that it has in the query of a URL."""
    parsed = None if text.isalnum() and text.isascii() else parse(f"?{text}", "http://h/")
    return parsed.query if parsed else text


def escaped(text: str, unsafe: re.Pattern[str]) -> str:
    """`text` as a part of a URL: each character that matches `unsafe` as the escapes of its UTF-8."""
    return unsafe.sub(_escapes, text)


def _escapes(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))


def unescaped(text: str) -> str:
    """`text` with its escapes undone; bytes that are no UTF-8 become U+FFFD."""
    if "%" not in text:
        return text
    raw = _ESCAPED_BYTE.sub(lambda match: bytes.fromhex(match[1].decode()), text.encode("utf-8", "surrogatepass"))
    return raw.decode("utf-8", "replace")


def with_scheme(url: str, scheme: str) -> str:
    """The same URL on another scheme: host, explicit port, path, query and fragment stay. Raises ValueError if invalid."""
    parsed = ada_url.URL(url)
    parsed.protocol = scheme
    return parsed.href


def without_fragment(url: str) -> str:
    """What is sent to a server of this URL: everything but the fragment."""
    return url.partition("#")[0]


def without_credentials(url: str) -> str:
    """The URL without user name and password, as it may be logged, stored and written. Never raises."""
    try:
        parsed = ada_url.URL(url)
    except (ValueError, UnicodeError):
        return redact(url)
    if parsed.username or parsed.password:
        parsed.username = ""
        parsed.password = ""
    return parsed.href


def redact(text: str) -> str:
    """`text` without the credentials of any URL in it: for messages that quote URLs."""
    return _CREDENTIALS.sub("", text)


def without_ending(url: str, ending: str) -> str | None:
    """The URL whose path lacks that ending, query and fragment gone; None where its path does not end so."""
    parsed = parse(url)
    if parsed is None or not parsed.path.lower().endswith(ending):
        return None
    return f"{parsed.origin}{parsed.path[: -len(ending)]}"


def page_url(url: str) -> str:
    """The URL of the page that `url` shows: a plain anchor is dropped, a hash route stays, less its `id` anchor.

    Dot segments of a route are resolved, as those of a path are: routers do it too. Credentials and a question
    mark that nothing follows are no part of it.
    """
    if "#" not in url and "@" not in url and not url.endswith("?"):
        return url
    parsed = parse(url)
    if parsed is None:
        return url
    base = without_fragment(without_credentials(url) if parsed.username or parsed.password else parsed.href)
    if not parsed.query:
        base = base.removesuffix("?")
    if not parsed.route:
        return base
    route = _ROUTE_ANCHOR.sub("", parsed.route).rstrip("?&") if "?" in parsed.route else parsed.route
    bang, slash, rest = route.partition("/")
    if _DOT_SEGMENT.search(rest) and (resolved := parse(f"{slash}{rest}", "http://route/")) is not None:
        route = bang + resolved.path + (f"?{resolved.query}" if resolved.query else "")
    return f"{base}#{route}"


@dataclass(frozen=True, slots=True)
class _Identity:
    """What is left of a URL when all that never tells two pages apart is folded."""

    host: str
    path: str
    query: str
    route: str


def _identity(url: str) -> _Identity | None:
    written = parse(url)
    # What a session hides may be a dot segment of a route; what it leaves of an anchor is no route.
    parsed = parse(page_url(_SESSION.sub("", _plain(page_url(written.href))))) if written else None
    if parsed is None:
        return None
    # A trailing dot makes a host name absolute in DNS; it is the same host.
    host = parsed.host.rstrip(".") + (f":{parsed.port}" if parsed.port is not None else "")
    path = parsed.path.rstrip("/")
    while _INDEX.fullmatch(path.rpartition("/")[2]):
        path = path.rpartition("/")[0].rstrip("/")
    pairs = [pair for pair in parsed.query.split("&") if pair and not _VISITOR.match(_name(pair))]
    # By name only: the order of values under one name has a meaning (PHP, Rails).
    query = "&".join(sorted(pairs, key=_name))
    # "#/" is a router's start view, the same one that the URL without a fragment shows.
    route = parsed.route.rstrip("/?&")
    return _Identity(host, path or "/", f"?{query}" if query else "", "" if route == "!" else route)


def _name(pair: str) -> str:
    return pair.partition("=")[0]


def _plain(text: str) -> str:
    """Escapes as RFC 3986 6.2.2 compares them: none for unreserved characters, the others in capitals."""

    def plain(match: re.Match[str]) -> str:
        char = chr(int(match[1], 16))
        return char if char in _UNRESERVED else match[0].upper()

    return _ESCAPE.sub(plain, text)


def key(url: str) -> str:
    """Identity for deduplication only; the URL itself is fetched as written.

    Folds scheme, default port, host case, dot segments, spellings of escapes, tracking and session parameters, query
    order, index files, trailing slash, credentials and plain anchors. Two URLs of one key are taken for one page.
    """
    plain = _PLAIN.fullmatch(url)
    if plain is not None and not _INDEX.fullmatch(plain[2].rpartition("/")[2]):
        return f"{plain[1]}{plain[2] or '/'}"
    page = _identity(url)
    if page is None:
        return url
    return f"//{page.host}{page.path}{page.query}" + (f"#{page.route}" if page.route else "")


def spelled(url: str) -> str:
    """`url` with escapes for what RFC 3986 (3.3, 3.4) has escaped in path, query and fragment, and browsers send as it is written.

    Of the two spellings of such a link, a site has one, and Markdown may need the other.
    """
    start = _AUTHORITY.match(url)
    at = start.end() if start is not None else 0
    return url[:at] + escaped(url[at:], _SENT_RAW) if _SENT_RAW.search(url, at) else url


def twin_key(url: str) -> str:
    """Identity under which equal content makes two URLs one Page: as `key`, without query, `www.`, `index` and `.html`."""
    page = _identity(url)
    if page is None:
        return url
    path = re.sub(r"(?:/index)?(?:\.(?:html?|xhtml|md))?$", "", page.path, flags=re.IGNORECASE).rstrip("/") or "/"
    route = page.route.partition("?")[0]
    return f"//{page.host.removeprefix('www.')}{path}" + (f"#{route}" if route else "")
