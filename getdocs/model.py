"""Frozen types that more than one folder speaks in. No behaviour beyond reading them."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Protocol, TypeAlias

Headers: TypeAlias = tuple[tuple[str, str], ...]
"""Header fields in wire order, names in lower case."""


class RequestKind(StrEnum):
    """What a request is for. `policy.kinds` says, in one table, which checks each kind passes."""

    DOCUMENT = "document"
    FRAME = "frame"
    SCRIPT = "script"
    STYLESHEET = "stylesheet"
    XHR = "xhr"
    WORKER = "worker"
    IMAGE = "image"
    FONT = "font"
    MEDIA = "media"
    PING = "ping"
    EVENT_SOURCE = "event_source"
    WEB_SOCKET = "web_socket"
    OTHER = "other"
    ROBOTS = "robots"
    SITEMAP = "sitemap"
    ASSET = "asset"


@dataclass(frozen=True, slots=True)
class Request:
    """One request that somebody wants made. `url` is absolute http(s); its fragment is never sent."""

    url: str
    kind: RequestKind
    method: str = "GET"
    headers: Headers = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class StoredCookie:
    """One cookie of a saved login. `domain` begins with a dot where its subdomains are meant too (as Playwright writes it)."""

    name: str
    value: str = field(repr=False)
    domain: str
    path: str
    secure: bool
    expires: float | None
    """Seconds since 1970; None: as long as the session."""


@dataclass(frozen=True, slots=True)
class StoredItems:
    """The localStorage of one origin of a saved login: keys and values."""

    origin: str
    items: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class StorageState:
    """A login that Playwright saved. `fetch` sends its cookies; its localStorage is for the page that is rendered."""

    cookies: tuple[StoredCookie, ...] = ()
    local_storage: tuple[StoredItems, ...] = ()


@dataclass(frozen=True, slots=True)
class Hop:
    """One request of a visit: `status` is None where nothing was sent or nothing came back; `verdict` says why, in a few words."""

    url: str
    status: int | None
    verdict: str


Trail: TypeAlias = tuple[Hop, ...]
"""The hops of one visit, in the order taken."""


@dataclass(frozen=True, slots=True)
class CrawlDelay:
    """Seconds that the robots.txt of `host` (host and explicit port) asks to leave between two requests."""

    host: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Response:
    """One fetched resource. A status nobody wanted is still a Response. `body` has its content coding removed."""

    url: str
    """The final URL, with the fragment that the visit carries."""
    status: int
    headers: Headers
    body: bytes
    trail: Trail = ()
    crawl_delays: tuple[CrawlDelay, ...] = ()
    """One for each host of the trail whose robots.txt asks for a delay."""
    from_cache: bool = False

    def header(self, name: str) -> str | None:
        """The first field of that name (lower case), or None."""
        return next((value for key, value in self.headers if key == name), None)


@dataclass(frozen=True, slots=True)
class Moved:
    """A redirect leads to a page that is the Frontier's to deal with: it is on another host, or known already."""

    to: str
    """Where it leads: pinned, and in Scope. Nothing was asked of it."""
    trail: Trail
    """The hops that were asked; the last one is the redirect."""


class SkipReason(StrEnum):
    """Why a URL was refused on purpose."""

    ROBOTS = "robots"
    ROBOTS_UNREACHABLE = "robots_unreachable"
    SCOPE = "scope"
    SCHEME = "scheme"
    PRIVATE_ADDRESS = "private_address"
    DEPTH = "depth"
    LIMIT = "limit"
    TRAP = "trap"
    TWIN = "twin"
    """It is the source of a page that is here."""


class FailReason(StrEnum):
    """Why a URL was tried and did not work."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    TLS = "tls"
    HTTP = "http"
    """An unwanted status; written `http_404` and the like in the Manifest."""
    REDIRECT_LOOP = "redirect_loop"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    BAD_REDIRECT = "bad_redirect"
    TOO_LARGE = "too_large"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    RENDER_CRASH = "render_crash"
    UNRESPONSIVE = "unresponsive"


@dataclass(frozen=True, slots=True)
class Saved:
    """A Page was written. `path` is relative to the output folder, with forward slashes."""

    path: str
    title: str
    status: int


@dataclass(frozen=True, slots=True)
class Redirected:
    """The URL led to another Page, whose own row says what became of it."""

    to: str
    statuses: tuple[int, ...]
    """The statuses of the hops; 0 stands for a navigation that the page started itself."""
    trail: Trail = ()


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Same content as the Page at `of`, which is another spelling of the same URL."""

    of: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """Refused on purpose. `detail` says what decided: the robots rule, where the hop led."""

    reason: SkipReason
    detail: str = ""
    trail: Trail = ()


@dataclass(frozen=True, slots=True)
class NotAPage:
    """Fetched and found to be something else than a page."""

    content_type: str
    trail: Trail = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """Tried and did not work."""

    reason: FailReason
    status: int | None = None
    detail: str = ""
    trail: Trail = ()

    @property
    def label(self) -> str:
        """The reason as the Manifest writes it."""
        return f"http_{self.status}" if self.reason is FailReason.HTTP else str(self.reason)


@dataclass(frozen=True, slots=True)
class Deferred:
    """Not now: `host` asked for quiet, or has not said yes. The URL goes back to the Frontier; this is no Outcome."""

    host: str
    seconds: float
    """How long to leave the host alone, from now."""
    final: Skipped | Failed
    """What becomes of the URL when it has been put back too often."""
    streak: int = 0
    """How many pauses the host has asked for in a row, this one included; 0 where nobody has counted."""


Outcome: TypeAlias = Saved | Redirected | Duplicate | Skipped | NotAPage | Failed
Fetched: TypeAlias = Response | Moved | Skipped | Failed | Deferred


class Gate(Protocol):
    """Waits until a request may go on the wire. `fetch` asks it for each one; `frontier` keeps the clock."""

    async def enter(self, url: str, kind: RequestKind) -> float:
        """0.0 when the request may be sent: one `leave` must follow.

        Else the seconds for which its host wants quiet, where nobody should wait that long: nothing was taken then.
        """

    def leave(self, url: str, kind: RequestKind, seconds: float, status: int | None) -> None:
        """The request is over: how long it took, and what came back (None: nothing)."""

    def quiet(self, host: str, seconds: float) -> None:
        """Nothing at all is to go to `host` for so long."""

    def slow(self, host: str, seconds: float) -> None:
        """The robots.txt of `host` asks for this much between requests: stands from now on."""


class Listing(StrEnum):
    """A file in which a site lists its own pages. It is asked for like a page, and is none."""

    SITEMAP = "sitemap"
    LLMS_TXT = "llms_txt"


@dataclass(frozen=True, slots=True)
class Lease:
    """One handed-out Frontier row. `attempt` fences a report that comes late."""

    id: int
    url: str
    depth: int
    found_on: str
    """The URL of the page that named this one; empty for a Seed."""
    attempt: int
    seed: bool = False
    deferrals: int = 0
    """How often this URL has been put off before."""
    tier: int = 0
    """As of `Discovered`."""
    listing: Listing | None = None
    """None: a page."""
    trail: Trail = ()
    """The hops on other hosts that led here, where a redirect did."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the browser showed: the DOM of one page, serialised once."""

    url: str
    """The approved URL, with its route; where it has none, with the one that the page's router went to."""
    status: int
    html: str
    title: str
    base_url: str
    """`document.baseURI`: what relative links resolve against."""
    refused: tuple[str, ...] = ()
    """URLs of subresources that were not loaded and may have cost content."""
    unsettled: bool = False
    """True where the page was still changing when its time was up."""
    restored: int = 0
    """Blocks of text that only the HTML as it was sent had, and that were put back."""
    opened: tuple[str, ...] = ()
    """URLs of the windows that it opened by itself; none was shown."""
    address: str = ""
    """What its scripts have made of its URL, where that is another page's; it is a page of `url` all the same."""
    looked_for: tuple[str, ...] = ()
    """What scripts have asked its elements for, as `looked.js` tells it; empty where nobody listened. Not kept."""


@dataclass(frozen=True, slots=True)
class Navigation:
    """The page wants to be elsewhere (script or meta refresh): one more hop of the visit, to `url`."""

    url: str


Rendered: TypeAlias = Snapshot | Navigation | Failed


@dataclass(frozen=True, slots=True)
class NavNode:
    """One entry of a site's navigation. `url` is None for a label without a link."""

    title: str
    url: str | None
    children: tuple["NavNode", ...] = ()


@dataclass(frozen=True, slots=True)
class Alternate:
    """What a page calls itself in another language: by `link rel=alternate hreflang`, or by `hreflang` or `lang` of a link."""

    lang: str
    """BCP 47, as written."""
    url: str
    """Absolute."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Things of one kind: `expected` are shown on the page, `kept` of them are in the Markdown; `added` are there only."""

    expected: int = 0
    kept: int = 0
    added: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(self.expected + other.expected, self.kept + other.kept, self.added + other.added)

    @property
    def share(self) -> float:
        """What is kept of all that stands on either side, from 0 to 1; 1 where there is nothing."""
        whole = self.expected + self.added
        return self.kept / whole if whole else 1.0


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a Page has kept of what a reader saw, by kind (docs/manifest.md says what each counts)."""

    words: Tally = Tally()
    code: Tally = Tally()
    headings: Tally = Tally()
    cells: Tally = Tally()
    items: Tally = Tally()
    links: Tally = Tally()
    images: Tally = Tally()
    formulas: Tally = Tally()

    def tallies(self) -> tuple[tuple[str, Tally], ...]:
        """Each kind by its name, in the order of the fields."""
        return tuple((kind.name, getattr(self, kind.name)) for kind in fields(self))

    def __add__(self, other: "Receipt") -> "Receipt":
        """Both together."""
        return Receipt(*(mine + theirs for (_, mine), (_, theirs) in zip(self.tallies(), other.tallies(), strict=True)))

    @property
    def score(self) -> float:
        """The share of the kind that fared worst."""
        return min(tally.share for _, tally in self.tallies())


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in a Page that links can name: the `id` of an element."""

    name: str
    at: int
    """Characters of the Markdown before the first letter of what it names; 0 too where that is no part of the content."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The blocks at the top and at the bottom of a page whose content is its body, each as a mark (`read.edges`)."""

    leading: tuple[str, ...] = ()
    """From the first block on, down the page."""
    trailing: tuple[str, ...] = ()
    """From the last block on, up the page."""


@dataclass(frozen=True, slots=True)
class Chrome:
    """The blocks at the edges of a page that are left out of it, because they stand on every page of the site."""

    leading: tuple[str, ...] = ()
    """Digests, in the order of `Edges.leading`."""
    trailing: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is left out."""
        return bool(self.leading or self.trailing)


NO_CHROME = Chrome()
"""Nothing is left out."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page, read."""

    url: str
    title: str
    status: int
    markdown: str
    links: tuple[str, ...]
    """Absolute http(s) URLs of the whole page, in document order, each once; anchors dropped, hash routes kept."""
    nav: tuple[NavNode, ...]
    """Header tabs and sidebar as this page shows them."""
    previous: str | None = None
    next: str | None = None
    canonical: str | None = None
    refused: tuple[str, ...] = field(default=())
    unsettled: bool = False
    lang: str = ""
    """What the `html` element says of its language (BCP 47, as written); empty where it says nothing."""
    alternates: tuple[Alternate, ...] = ()
    invalid: tuple[str, ...] = ()
    """References of links that are no URL, or too long for one; as written, cut to 200 characters, each once."""
    restored: int = 0
    """As of the Snapshot."""
    address: str = ""
    """As of the Snapshot."""
    unlinked: bool = False
    """True where it has something to click but not one link: where its scripts lead is not known."""
    receipt: Receipt | None = None
    """None where the page was text already, and is kept word for word."""
    anchors: tuple[Anchor, ...] | None = None
    """In the order of the page, each name once; None where it was text already: how a site names its places is not known."""
    edges: Edges | None = None
    """None where something says where the content is: then nothing is left out because it repeats."""


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A Page as a crawl hands it on, once its file is written and its Outcome settled."""

    url: str
    path: str
    """Of its file, relative to the output folder, with forward slashes."""
    title: str
    status: int
    depth: int
    """Links away from a Seed."""
    found_on: str | None
    """The page that links to it; None for a Seed."""
    saved_at: str
    """ISO 8601, UTC."""
    markdown: str
    """Without front matter, as it was first read: links are as the web has them, and what repeats on all pages is still there."""
    canonical: str | None = None
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What the Manifest needs of a saved Page beyond its Outcome; kept in the state, so that a Manifest is a query."""

    content_hash: str
    """SHA-256 of the Markdown, hexadecimal."""
    saved_at: str
    """When it was written: ISO 8601, UTC."""
    nav: tuple[NavNode, ...] = ()
    previous: str | None = None
    next: str | None = None
    canonical: str | None = None
    refused: tuple[str, ...] = ()
    unsettled: bool = False
    restored: int = 0
    address: str = ""
    unlinked: bool = False
    receipt: Receipt | None = None
    anchors: tuple[Anchor, ...] | None = None
    """As of the Page. Only linking reads them, and there may be many: rows of the Frontier come without (`Frontier.kept_text`)."""
    edges: Edges | None = None
    """As of the Page."""
    chrome: Chrome = NO_CHROME
    """What the Page was read without."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """The file of a saved Page, as the state knows it."""

    id: int
    """Of its row."""
    url: str
    path: str
    content_hash: str
    """Of the body that was read."""
    written: tuple[str, ...] = ()
    """Of the bodies that linking has put in its place, the last one first; what a kill has left may be the one before."""


@dataclass(frozen=True, slots=True)
class SavedAsset:
    """An image or document that was kept. `path` is relative to the output folder, `size` in bytes, `sha256` hexadecimal: of the file."""

    path: str
    content_type: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class SkippedAsset:
    """One that was not: the reason as the Manifest writes it, and what decided."""

    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class AssetRow:
    """One asset that was asked for, and what came of it."""

    url: str
    outcome: SavedAsset | SkippedAsset


@dataclass(frozen=True, slots=True)
class PageText:
    """What linking starts from: the body as it was read, where linking has put another in its place, and its places."""

    markdown: str | None
    anchors: tuple[Anchor, ...] | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """Many URLs that look like one page made anew again and again (a calendar, the facets of a search)."""

    name: str
    """What is the same in all of them."""
    most: int
    """How many of them are visited; the others are Skipped(trap)."""


LATE = 1_000_000
"""The tier of what only a listing names: after everything that links lead to, however far."""


@dataclass(frozen=True, slots=True)
class Discovered:
    """A URL to enter the Frontier. `url` is as written, made absolute, anchor dropped; `found_on` is empty for a Seed."""

    url: str
    depth: int
    """Links away from a Seed, or from what a sitemap names: what `--depth` limits."""
    found_on: str = ""
    seed: bool = False
    tier: int | None = None
    """Its place in the order of the crawl: the links away from a Seed, plus one; None: by `depth`."""
    listing: Listing | None = None
    """None: a page."""
    pattern: Pattern | None = None
    refusal: "Skipped | None" = None
    """Where it is not to be visited: it enters the Frontier with this Outcome."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A page that a site's own listing names."""

    url: str
    listing: Listing
    source: str
    """URL of the file."""


@dataclass(frozen=True, slots=True)
class ListingRead:
    """What came of a listing."""

    status: int | None
    """None where no answer came."""
    urls: int = 0
    """Pages that it names, in Scope or not."""
    detail: str = ""
    """Why it was not read, or not whole; empty where it was."""


@dataclass(frozen=True, slots=True)
class ListingRow:
    """One listing of the Frontier."""

    url: str
    listing: Listing
    found_on: str
    read: ListingRead | None
    """None: Pending."""


class FamilyKind(StrEnum):
    """What sets two families of one documentation apart."""

    LOCALE = "locale"
    VERSION = "version"
    OUTSIDE = "outside"
    """No family: pages near the Scope, but out of it."""


@dataclass(frozen=True, slots=True)
class Family:
    """The pages of one language or one version of a documentation: all that lies below `prefix`."""

    kind: FamilyKind
    name: str
    """The segment of the path, as written: `zh-CN`, `v2`, `2018-edition`."""
    prefix: str
    """Absolute URL up to and with that segment and its slash."""


@dataclass(frozen=True, slots=True)
class FamilyCount:
    """A family that was left out."""

    family: Family
    urls: int
    """Different URLs of it that were met."""


@dataclass(frozen=True, slots=True)
class Row:
    """One URL of the Frontier and what became of it."""

    url: str
    depth: int
    found_on: str
    seed: bool
    attempts: int
    outcome: Outcome | None
    """None: Pending."""
    pending_reason: str = ""
    facts: PageFacts | None = None
    """Present where the outcome is Saved."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many URLs the Frontier holds, by Outcome. They add up: see `balanced`."""

    discovered: int
    saved: int
    redirected: int
    duplicate: int
    skipped: int
    not_a_page: int
    failed: int
    pending: int

    @property
    def balanced(self) -> bool:
        """The invariant: every discovered URL is in exactly one of the others."""
        parts = (
            self.saved + self.redirected + self.duplicate + self.skipped + self.not_a_page + self.failed + self.pending
        )
        return self.discovered == parts
