"""The Pages of a saved crawl that can be exported: those whose files are there, and what the site is called.

Holds no text of any Page: that is read when it is asked for.
"""

import re
from functools import cached_property

from getdocs import urls
from getdocs.offline.export.summaries import first_paragraph
from getdocs.offline.saved import SavedCrawl, SavedPage
from getdocs.write.terminal import printable

_LABEL = 200
"""Characters of a title."""
_BLANKS = re.compile(r"\s+")


class Copy:
    """What is there of a crawl. `pages` are in Reading Order; `missing` are the paths of those whose files cannot be read."""

    def __init__(self, crawl: SavedCrawl) -> None:
        self.crawl = crawl
        there = [(page, crawl.front(page) is not None) for page in crawl.pages]
        self.pages = tuple(page for page, is_there in there if is_there)
        self.missing = tuple(str(page.path) for page, is_there in there if not is_there)
        self.by_path = {str(page.path): page for page in self.pages}
        self.urls = {str(page.path): page.url for page in crawl.pages}
        """Of every Page, those that are missing too."""

    def body(self, page: SavedPage) -> str:
        """The Markdown of a Page, ending in one line break; empty where the file has gone meanwhile."""
        document = self.crawl.read(page)
        return document.body.strip("\r\n") + "\n" if document is not None else ""

    def file(self, path: str) -> bytes | None:
        """What another file of the folder holds; None: it is not there, or a link leads to it from out of the folder."""
        root = self.crawl.output_dir
        try:
            file = (root / path).resolve()
            return file.read_bytes() if file.is_relative_to(root.resolve()) and file.is_file() else None
        except (OSError, RuntimeError, ValueError):
            return None

    @cached_property
    def start(self) -> SavedPage:
        """The Page that the first Seed is, or led to; else the first one."""
        manifest = self.crawl.manifest
        parsed = urls.parse(manifest["seeds"][0]) if manifest["seeds"] else None
        seed = parsed.href if parsed is not None else ""
        ends = {seed, *(entry["to"] for entry in manifest["redirects"] if entry["from"] == seed)}
        return next((page for page in self.pages if page.url in ends), self.pages[0])

    @cached_property
    def title(self) -> str:
        """What the documentation calls itself: the title of its start page, else its host. One line."""
        return one_line(self.start.title) or urls.netloc(self.start.url) or self.start.url

    @cached_property
    def summary(self) -> str:
        """What it says of itself first; empty where that is nothing. One line."""
        return first_paragraph(self.body(self.start))


def one_line(text: str) -> str:
    """A title on one line, without what would act on its surroundings; cut where it is very long."""
    line = _BLANKS.sub(" ", printable(text)).strip()
    return line if len(line) <= _LABEL else line[: _LABEL - 1].rstrip() + "…"
