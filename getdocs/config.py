"""CrawlConfig: every setting of a crawl, validated, each number with its unit. Knows nothing of Typer."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from getdocs import __version__, urls
from getdocs.errors import UsageError

PRODUCT_TOKEN = "getdocs"  # noqa: S105 - a robots.txt product token (RFC 9309 2.2.1), no secret
PROJECT_URL = "https://github.com/getdocs/getdocs"


def user_agent(contact: str | None = None) -> str:
    """The honest identity: product, version, where to read about us and, if given, whom to write to."""
    about = f"+{PROJECT_URL}" + (f"; {contact}" if contact else "")
    return f"{PRODUCT_TOKEN}/{__version__} ({about})"


class RenderMode(StrEnum):
    """Whether pages go through the browser."""

    ALWAYS = "always"
    NEVER = "never"


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
    concurrency: int = 4
    """Tabs, and requests open to one host at the most."""
    delay: float = 1.0
    """Seconds between two documents of one host: the floor of the adaptive throttle; 0 = off."""
    user_agent: str = user_agent()
    ignore_robots: bool = False
    max_redirects: int = 10
    """Hops of one visit, those that the page starts itself included."""
    timeout: float = 30.0
    """Seconds for one request, its body included."""
    max_body_size: int = 50 * 1024 * 1024
    """Bytes of one body, decompressed."""
    render: RenderMode = RenderMode.ALWAYS
    selector: str | None = None
    """CSS selector of the content; None = found by evidence."""
    browser: Path | None = None
    """Chromium to use; None = looked for."""
    keep_html: bool = False

    def __post_init__(self) -> None:
        if not self.seeds:
            raise UsageError("no Seed given: name a URL, or a file of URLs with --seeds-file")
        for seed in self.seeds:
            parsed = urls.parse(seed)
            if parsed is None or not urls.is_web(parsed):
                raise UsageError(f"not an http(s) URL: {seed}")
        for name, value, least in (
            ("--limit", self.limit, 0),
            ("--depth", self.depth or 0, 0),
            ("--concurrency", self.concurrency, 1),
            ("--delay", self.delay, 0),
            ("--max-redirects", self.max_redirects, 0),
            ("--max-body-size", self.max_body_size, 1),
        ):
            if value < least:
                raise UsageError(f"{name} must be at least {least}, not {value}")
        if self.timeout <= 0:
            raise UsageError(f"--timeout must be more than 0 seconds, not {self.timeout}")
