"""The shape of crawl.json: one TypedDict an entry. docs/manifest.md says in words what each key means."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

Setting: TypeAlias = str | int | float | bool | list[str] | list[int] | None
"""The value of one setting of a crawl, as JSON has it."""


class ToolEntry(TypedDict):
    """What made the Manifest."""

    name: str
    version: str


class HopEntry(TypedDict):
    """One request of a visit; `status` is null where none came back."""

    url: str
    status: int | None
    verdict: str


class ReceiptEntry(TypedDict):
    """What a Page has kept. `kinds`: by kind, how many are shown, kept and added; one that neither side has is left out."""

    score: float
    kinds: dict[str, list[int]]


class FlawedEntry(TypedDict):
    """A Page that has not kept everything, or has more."""

    url: str
    path: str
    score: float


class ReceiptsEntry(TypedDict):
    """The Receipts of a crawl: of how many Pages, how many of them are whole, what they come to, and the worst."""

    pages: int
    whole: int
    kinds: dict[str, list[int]]
    worst: list[FlawedEntry]


class ChromeEntry(TypedDict):
    """What was left out because it stands on nearly every page of a site: how many blocks, out of how many Pages."""

    blocks: int
    pages: int


class PageEntry(TypedDict):
    """A saved Page. `found_on` is null for a Seed; `path` is relative to the Manifest."""

    url: str
    path: str
    title: str
    status: int
    depth: int
    found_on: str | None
    canonical: NotRequired[str]
    unsettled: NotRequired[bool]
    address: NotRequired[str]
    unlinked: NotRequired[bool]
    restored: NotRequired[int]
    refused: NotRequired[list[str]]
    receipt: NotRequired[ReceiptEntry]


class ErrorEntry(TypedDict):
    """A URL that was tried and did not work."""

    url: str
    reason: str
    status: int | None
    detail: str
    attempts: int
    found_on: str | None
    trail: list[HopEntry]


class ShellEntry(TypedDict):
    """One of `errors` that is a frame without text. `rendered`: although its scripts have run."""

    url: str
    detail: str
    rendered: bool
    found_on: str | None


class SkippedEntry(TypedDict):
    """A URL that was refused on purpose."""

    url: str
    reason: str
    detail: str
    found_on: str | None
    trail: list[HopEntry]


# "from" is a keyword, hence not the class form.
RedirectEntry = TypedDict("RedirectEntry", {"from": str, "to": str, "statuses": list[int], "trail": list[HopEntry]})


class DuplicateEntry(TypedDict):
    """A URL that showed what the Page at `of` shows."""

    url: str
    of: str


class NotAPageEntry(TypedDict):
    """A URL at which something else than a page stands."""

    url: str
    content_type: str
    found_on: str | None


class MediaEntry(TypedDict):
    """An image or document that was kept. `found_on` is null where no Page points at it any more; `path` is relative to the Manifest."""

    url: str
    path: str
    content_type: str
    bytes: int
    sha256: str
    found_on: str | None


class MediaSkippedEntry(TypedDict):
    """An image or document that was not kept: the Markdown has its URL."""

    url: str
    reason: str
    detail: str
    found_on: str


class PendingEntry(TypedDict):
    """A URL that was not dealt with."""

    url: str
    reason: str
    found_on: str | None


class NavEntry(TypedDict):
    """An entry of the site's navigation. `path` is null where it leads to no saved Page, `url` where it is only a label."""

    title: str
    url: str | None
    path: str | None
    children: list["NavEntry"]


class OrderEntry(TypedDict):
    """A saved Page at its place in the Reading Order."""

    url: str
    path: str
    title: str


class CountsEntry(TypedDict):
    """`discovered` is the sum of the others."""

    discovered: int
    saved: int
    redirected: int
    duplicate: int
    skipped: int
    not_a_page: int
    failed: int
    pending: int


class ChangeEntry(TypedDict):
    """A setting that was another one before a resumed crawl went on with it."""

    at: str
    setting: str
    was: Setting
    now: Setting


class FamilyEntry(TypedDict):
    """The pages of one language or version that were left out: `urls` were met below `prefix`; `take_in` says how to get them."""

    kind: str
    name: str
    prefix: str
    urls: int
    take_in: str


class ListingEntry(TypedDict):
    """A file in which the site lists its pages. `status` is null where no answer came, `urls` what it names, in Scope or not."""

    url: str
    kind: str
    status: int | None
    urls: int
    detail: str


class OutsideEntry(TypedDict):
    """Of pages that are near the Scope but out of it, how many were linked to below `prefix`; and what would take them in."""

    prefix: str
    urls: int
    take_in: str


class CloneEntry(TypedDict):
    """A clone of the repository: its folder, that of the documentation in it, relative to the Manifest, and what it holds."""

    path: str
    docs: str
    commit: str


class SourceEvidenceEntry(TypedDict):
    """A page, and its link into the repository."""

    page: str
    link: str


class SourceEntry(TypedDict):
    """The public repository in which the site is written: `pages` have said so; `folder` has the files of all of them."""

    repository: str
    branch: str
    folder: str
    pages: int
    evidence: list[SourceEvidenceEntry]
    clone: NotRequired[CloneEntry]


class BrokenLinkEntry(TypedDict):
    """A link that the site itself has broken: in the file at `path`, to `url`. `reason`: `no_such_place`, `http_404` or `http_410`."""

    path: str
    url: str
    reason: str


class MissingEntry(TypedDict):
    """A page that the site names and that was not saved. `title` is what the navigation calls it; null where it does not."""

    url: str
    title: str | None
    reason: str
    detail: str


class CoverageEntry(TypedDict):
    """`claimed` pages are named by one source, `saved` of them are here, `missing` are the others."""

    saved: int
    claimed: int
    missing: list[MissingEntry]


class HostRequestsEntry(TypedDict):
    """What a host was asked. The times are those of whole answers, in seconds; null where none came."""

    host: str
    requests: int
    bytes: int
    cached: int
    failed: int
    median_s: float | None
    p95_s: float | None


class KindRequestsEntry(TypedDict):
    """What was asked for. `requests` went out; what the cache has answered and what was refused is beside them."""

    kind: str
    requests: int
    bytes: int
    cached: int
    refused: int
    failed: int


Source: TypeAlias = Literal["nav", "prev_next", "llms_txt", "sitemap"]
"""Where a site says which pages it has."""
Coverage: TypeAlias = dict[Source, CoverageEntry]
"""A source that names no page in Scope is left out."""


class Manifest(TypedDict):
    """What a crawl did, URL by URL. The keys stand in this order, so that the head comes before all that may be long."""

    tool: ToolEntry
    started_at: str
    finished_at: str
    seeds: list[str]
    ignore_robots: NotRequired[bool]
    source: NotRequired[SourceEntry]
    truncated: bool
    limit_reached: bool
    page_count: int
    counts: CountsEntry
    warnings: list[str]
    changes: list[ChangeEntry]
    families: list[FamilyEntry]
    outside: list[OutsideEntry]
    listings: list[ListingEntry]
    coverage: Coverage
    receipts: ReceiptsEntry
    chrome: NotRequired[ChromeEntry]
    requests_by_host: list[HostRequestsEntry]
    requests_by_kind: list[KindRequestsEntry]
    nav: list[NavEntry]
    reading_order: list[OrderEntry]
    pages: list[PageEntry]
    errors: list[ErrorEntry]
    shells: list[ShellEntry]
    skipped: list[SkippedEntry]
    redirects: list[RedirectEntry]
    duplicates: list[DuplicateEntry]
    not_pages: list[NotAPageEntry]
    broken_links: list[BrokenLinkEntry]
    media: list[MediaEntry]
    media_skipped: list[MediaSkippedEntry]
    pending: list[PendingEntry]
