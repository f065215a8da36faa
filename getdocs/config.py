"""CrawlConfig: every setting of a crawl, validated, each number with its unit. Knows nothing of Typer."""

import math
import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from getdocs import __version__, urls
from getdocs.errors import UsageError
from getdocs.model import Headers, StorageState

PRODUCT_TOKEN = "getdocs"  # noqa: S105 - a robots.txt product token (RFC 9309 2.2.1), no secret
PROJECT_URL = "https://github.com/getdocs/getdocs"
MAX_CONCURRENCY = 256
"""Tabs: with more, the machine is busy with nothing else before the first page is asked for."""
PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")

_FIELD_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110 5.6.2, a token
_COOKIE_NAME = re.compile(r"[^\x00-\x20\x7f=;,\ud800-\udfff]+")
_UNSENDABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")  # controls, and what has no UTF-8
_RESERVED_FIELDS = {
    "cookie": "use --cookie",
    "user-agent": "use --user-agent",
    "accept-encoding": "it says what getdocs can decode",
    **dict.fromkeys(
        ("host", "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive", "te", "trailer",
         "upgrade", "expect", "range", "proxy-authorization", "proxy-connection", "if-match", "if-none-match",
         "if-modified-since", "if-unmodified-since", "if-range"),
        "the connection and the cache need it",
    ),
}  # fmt: skip


def user_agent(contact: str | None = None) -> str:
    """The honest identity: product, version, where to read about us and, if given, whom to write to.

    Raises UsageError where `contact` says nothing, or what cannot be sent.
    """
    if contact is not None:
        _check_text("--contact", contact)
    about = f"+{PROJECT_URL}" + (f"; {contact}" if contact is not None else "")
    return f"{PRODUCT_TOKEN}/{__version__} ({about})"


def _check_text(option: str, value: str) -> None:
    """Raises UsageError where `value` is empty, or no part of a field value (RFC 9110 5.5)."""
    if not value.strip():
        raise UsageError(f"{option} must not be empty")
    if _UNSENDABLE.search(value):
        raise UsageError(f"{option} holds a character that cannot be sent: take out line breaks and other controls")


class RenderMode(StrEnum):
    """Whether pages go through the browser: all of them, those that say something else there, or none."""

    ALWAYS = "always"
    AUTO = "auto"
    NEVER = "never"


class SitemapUse(StrEnum):
    """What a site's own listings (sitemaps, llms.txt) are used for: to find more than links lead to, not at all, or alone."""

    ALSO = "also"
    NEVER = "never"
    ONLY = "only"


class FamilyUse(StrEnum):
    """Which languages and versions of a documentation are crawled: those of the Seeds, or all."""

    OWN = "own"
    ALL = "all"


class SourceUse(StrEnum):
    """What a site's own public repository is for: named in the Manifest, cloned in place of a crawl, or nothing."""

    AUTO = "auto"
    CLONE = "clone"
    OFF = "off"


class AnchorStyle(StrEnum):
    """Whose rule makes the anchors of headings that links between saved files name."""

    GITHUB = "github"
    MKDOCS = "mkdocs"
    OBSIDIAN = "obsidian"


class RobotsFor(StrEnum):
    """Which requests robots.txt decides about: all, or all but those that a page's scripts, styles and frames make."""

    PAGES = "pages"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class CrawlConfig:
    """Settings of one crawl. Raises UsageError where a value makes no sense."""

    seeds: tuple[str, ...]
    output_dir: Path = Path("out")
    limit: int = 1000
    """Pages to save; 0 = no limit."""
    depth: int | None = None
    """Links to follow away from a Seed; None = no limit."""
    allow_backward: bool = False
    """True: the whole host of a Seed is in Scope, not only what lies below it."""
    allow_subdomains: bool = False
    include_paths: tuple[str, ...] = ()
    """Globs on the path; where given, a page must match one. Seeds are exempt."""
    exclude_paths: tuple[str, ...] = ()
    """Globs on the path; a page that matches one is out of Scope."""
    sitemap: SitemapUse = SitemapUse.ALSO
    families: FamilyUse = FamilyUse.OWN
    max_variants: int = 100
    """Queries of one path that are visited; 0 = no limit."""
    source: SourceUse = SourceUse.AUTO
    concurrency: int = 4
    """Tabs, and requests open to one host at the most."""
    delay: float = 1.0
    """Seconds between two documents of one host: the floor of the adaptive throttle; 0 = off."""
    user_agent: str = user_agent()
    ignore_robots: bool = False
    robots_for: RobotsFor = RobotsFor.ALL
    accept_status: tuple[int, ...] = ()
    """Statuses beyond 2xx whose body is a Page."""
    max_redirects: int = 10
    """Hops of one visit, those that the page starts itself included."""
    timeout: float = 30.0
    """Seconds for one request, its body included."""
    render_timeout: float = 20.0
    """Seconds that a page has for its own work in the browser; what its requests take is not counted."""
    max_body_size: int = 50 * 1024 * 1024
    """Bytes of one body, decompressed."""
    headers: Headers = field(default=(), repr=False)
    """Fields for the Seeds' origins, name and value."""
    cookies: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Cookies for the Seeds' origins, name and value."""
    auth: str | None = field(default=None, repr=False)
    """`user:password` for the Seeds' origins."""
    logins: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Seed, and the `user:password` for its origin, escaped as in a URL. Those that Seeds bring along are moved here."""
    storage_state: StorageState | None = field(default=None, repr=False)
    proxy: str | None = field(default=None, repr=False)
    """URL of the proxy for every request; None = what the environment says."""
    ca_file: Path | None = None
    """PEM file of authorities to trust besides the system's."""
    insecure_tls: bool = False
    allow_private: bool = False
    """True: private addresses may be connected to everywhere, not only where a Seed names them."""
    private_seeds: bool = True
    """False: not even where a Seed names them. For Seeds that no person has chosen."""
    render: RenderMode = RenderMode.ALWAYS
    selector: str | None = None
    """CSS selector of the content; None = found by evidence."""
    browser: Path | None = None
    """Chromium to use; None = looked for."""
    keep_html: bool = False
    anchors: AnchorStyle = AnchorStyle.GITHUB
    """For which reader the fragments of links between saved files are made."""
    download_media: bool = False
    """True: images and documents that Pages point at are kept below `_media`, and the Markdown points there."""
    media_max_size: int = 50 * 1024 * 1024
    """Bytes of one image or document, decompressed."""
    llms_txt: bool = False
    """True: llms.txt and llms-full.txt are written when the crawl ends."""
    single_file: bool = False
    """True: all Pages are written as one Markdown file too, when the crawl ends."""

    def __post_init__(self) -> None:
        if not self.seeds:
            raise UsageError("no Seed given: name a URL, or a file of URLs with --seeds-file")
        for seed in self.seeds:
            parsed = urls.parse(seed)
            if parsed is None or not urls.is_web(parsed):
                raise UsageError(f"not an http(s) URL: {_shown(seed)}{_meant(seed)}")
        for name, value, least in (
            ("--limit", self.limit, 0),
            ("--depth", self.depth or 0, 0),
            ("--max-variants", self.max_variants, 0),
            ("--concurrency", self.concurrency, 1),
            ("--delay", self.delay, 0),
            ("--max-redirects", self.max_redirects, 0),
            ("--max-body-size", self.max_body_size, 1),
            ("--media-max-size", self.media_max_size, 1),
        ):
            if value < least:
                raise UsageError(f"{name} must be at least {least}, not {value}")
        _check_tabs(self.concurrency)
        limits = (("--timeout", self.timeout), ("--render-timeout", self.render_timeout))
        for name, seconds in (("--delay", self.delay), *limits):
            if not math.isfinite(seconds):
                raise UsageError(f"{name} must be a number of seconds, not {seconds}")
        for name, seconds in limits:
            if seconds <= 0:
                raise UsageError(f"{name} must be more than 0 seconds, not {seconds}")
        for status in self.accept_status:
            if not 300 <= status <= 599:
                raise UsageError(f"--accept-status must be between 300 and 599, not {status}")
        _check_text("--user-agent", self.user_agent)
        _check_credentials(self)
        _check_proxy(self.proxy)
        seeds, logins = _split(self.seeds)
        # The one place where a Seed's password is taken off it: whatever shows, stores or compares Seeds never meets it.
        object.__setattr__(self, "seeds", seeds)
        object.__setattr__(self, "logins", (*self.logins, *logins))


def _check_tabs(concurrency: int) -> None:
    if concurrency > MAX_CONCURRENCY:
        raise UsageError(f"--concurrency must be at most {MAX_CONCURRENCY}, not {concurrency}")


def _check_credentials(config: CrawlConfig) -> None:
    """Raises UsageError, which never quotes a value, where a field, a cookie or a login cannot be sent."""
    for number, (name, value) in enumerate(config.headers, 1):
        if not _FIELD_NAME.fullmatch(name):
            raise UsageError(f"--header number {number} has no usable name: write it as 'Name: value'")
        if (why := _RESERVED_FIELDS.get(name.lower())) is not None:
            raise UsageError(f"--header cannot set {name}: {why}")
        if _UNSENDABLE.search(value):
            raise UsageError(f"--header {name}: the value cannot be sent: take out line breaks and other controls")
    for number, (name, value) in enumerate(config.cookies, 1):
        if not _COOKIE_NAME.fullmatch(name) or ";" in value or _UNSENDABLE.search(value):
            raise UsageError(f"--cookie number {number} cannot be sent: write it as 'name=value'")
    if config.auth is not None and (":" not in config.auth or _UNSENDABLE.search(config.auth)):
        raise UsageError("--auth must be user:password")
    if config.auth is not None and any(name.lower() == "authorization" for name, _ in config.headers):
        raise UsageError("--auth and --header Authorization exclude each other: both are a login, give one")


def _check_proxy(proxy: str | None) -> None:
    if proxy is None:
        return
    parsed = urls.parse(proxy)
    if parsed is None or not parsed.host or parsed.scheme not in PROXY_SCHEMES:
        raise UsageError(
            f"--proxy must be a URL like {' or '.join(f'{scheme}://host:port' for scheme in PROXY_SCHEMES)}"
        )


def _split(seeds: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The Seeds without user information, and that of each Seed that has some."""
    clean: list[str] = []
    logins: list[tuple[str, str]] = []
    for seed in seeds:
        parsed = urls.parse(seed)
        if parsed is not None and (parsed.username or parsed.password):
            clean.append(urls.without_credentials(seed))
            logins.append((clean[-1], f"{parsed.username}:{parsed.password}"))
        else:
            clean.append(seed)
    return tuple(clean), tuple(logins)


def _meant(seed: str) -> str:
    """What to write instead, where that is plain; it repeats no login."""
    whole = urls.parse(f"https://{seed}")
    if "://" in seed or "@" in seed or whole is None or "." not in whole.host:
        return " (it has to begin with https:// or http://)"
    return f": did you mean {whole.href}?"


def _shown(seed: str) -> str:
    """What may be said of a Seed that cannot be parsed: nothing up to its last @, which may be a password."""
    before, at, rest = seed.rpartition("@")
    return f"...@{rest}" if before and at else seed
