"""The pages that an llms.txt names. Pure: text in, URLs out.

llms.txt (https://llmstxt.org) is Markdown whose lists hold a link for each page, often to the `.md` twin of it: the links
are taken as they stand. It knows nothing of Scope.
"""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

from getdocs import urls
from getdocs.read.links import is_anchor
from getdocs.read.sitemap import listed_url

MAX_CHARS = 1_000_000
"""What lies beyond is not read: the Markdown parser needs some seconds for this much, and more where it is hostile."""


_DUMP = re.compile(r"/llms(?:-[\w-]+)?\.txt$")


class _Parser(MarkdownIt):
    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the library's name
        """As written: its escapes are for `urls` to deal with, which does it by the WHATWG standard."""
        return url


def read_llms_txt(text: str, url: str) -> tuple[str, ...]:
    """Absolute http(s) URLs of the links, in order, each once; anchors dropped, hash routes kept. Never raises.

    Nothing where the answer is an HTML page, as sites give it that have no llms.txt and say 200 to everything.
    """
    text = text[:MAX_CHARS].removeprefix("\ufeff")
    if _is_html(text):
        return ()
    here = urls.page_url(url)
    found = (listed_url(href, url) for href in _hrefs(text) if not is_anchor(href))
    return tuple(dict.fromkeys(link for link in found if link is not None and link != here and not _is_dump(link)))


def _is_dump(url: str) -> bool:
    """Whether another llms.txt, or the whole documentation in one file (`llms-full.txt`): no page either way."""
    parsed = urls.parse(url)
    return parsed is not None and not parsed.route and _DUMP.search(parsed.path) is not None


def _hrefs(text: str) -> Iterator[str]:
    for block in _Parser("commonmark").parse(text):
        for token in block.children or ():
            if token.type == "link_open":
                yield str(token.attrs.get("href", ""))


def _is_html(text: str) -> bool:
    start = text.lstrip()
    while start.startswith("<!--"):
        start = start.partition("-->")[2].lstrip()
    return start[:14].lower().startswith(("<!doctype html", "<html", "<head", "<body"))
