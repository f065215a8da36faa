"""getdocs: a local, faithful, verifiable Markdown copy of a documentation site.

    manifest = getdocs.crawl("https://docs.example.com/", out="out")

What stands in `__all__` is the interface; docs/usage.md explains it. Importing the package loads none of it yet.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from getdocs.api import Settings, acrawl, crawl, stream
    from getdocs.config import AnchorStyle, CrawlConfig, FamilyUse, RenderMode, RobotsFor, SitemapUse
    from getdocs.errors import BrowserError, GetdocsError, OutputError, StateError, UsageError
    from getdocs.fetch.chain import Middleware
    from getdocs.model import Request, Response, SavedPage
    from getdocs.write.schema import Manifest
    from getdocs.write.summary import Summary, summary_of

__version__ = "0.1.0"

__all__ = [
    "AnchorStyle",
    "BrowserError",
    "CrawlConfig",
    "FamilyUse",
    "GetdocsError",
    "Manifest",
    "Middleware",
    "OutputError",
    "RenderMode",
    "Request",
    "Response",
    "RobotsFor",
    "SavedPage",
    "Settings",
    "SitemapUse",
    "StateError",
    "Summary",
    "UsageError",
    "__version__",
    "acrawl",
    "crawl",
    "stream",
    "summary_of",
]

_HOMES = {
    **dict.fromkeys(("Settings", "acrawl", "crawl", "stream"), "getdocs.api"),
    **dict.fromkeys(
        ("AnchorStyle", "CrawlConfig", "FamilyUse", "RenderMode", "RobotsFor", "SitemapUse"), "getdocs.config"
    ),
    **dict.fromkeys(("BrowserError", "GetdocsError", "OutputError", "StateError", "UsageError"), "getdocs.errors"),
    "Middleware": "getdocs.fetch.chain",
    **dict.fromkeys(("Request", "Response", "SavedPage"), "getdocs.model"),
    "Manifest": "getdocs.write.schema",
    **dict.fromkeys(("Summary", "summary_of"), "getdocs.write.summary"),
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'getdocs' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return __all__
