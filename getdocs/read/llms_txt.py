"""The pages that an llms.txt names. Pure: text in, URLs out.

llms.txt (https://llmstxt.org) is Markdown whose lists hold a link for each page, often to the `.md` twin of it: the links
are taken as they stand. It knows nothing of Scope.
"""

import re
from collections.abc import Iterator

import pyromark

from getdocs import urls
from getdocs.read.links import is_anchor
from getdocs.read.sitemap import listed_url

MAX_CHARS = 1_000_000
"""What lies beyond is not read."""

_DUMP = re.compile(r"/llms(?:-[\w-]+)?\.txt$")


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
    for event in pyromark.events(text.encode("utf-8", "replace").decode()):
        match event:
            case {"Start": {"Link": {"dest_url": href}}}:
                # As written: its escapes are for `urls` to deal with, which does it by the WHATWG standard.
                yield href


def _is_html(text: str) -> bool:
    start = text.lstrip()
    while start.startswith("<!--"):
        start = start.partition("-->")[2].lstrip()
    return start[:14].lower().startswith(("<!doctype html", "<html", "<head", "<body"))
