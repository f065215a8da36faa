"""A Page as a content document of a book: XHTML, its links to other Pages, places in them and images as the book has them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from lxml import etree

from getdocs import urls
from getdocs.offline.export import xhtml
from getdocs.offline.export.copy import Copy, one_line
from getdocs.offline.export.places import places
from getdocs.offline.rendering import shown
from getdocs.offline.saved import SavedPage
from getdocs.write.relink.relative import meant, written

_FRAME = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml">
<head><title>{title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
{body}
<p class="source"><a href="{url}">{shown_url}</a></p>
</body>
</html>
"""
_NO_URI = re.compile(r"%(?![0-9A-Fa-f]{2})|[^\w.~:/?#\[\]@!$&'()*+,;=%-]|[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Target:
    """A content document: its name in the book, and for each name of a place on the Page the `id` that it has there."""

    name: str
    ids: Mapping[str, str]


def target(copy: Copy, page: SavedPage, name: str) -> Target:
    """The content document that `name` will be."""
    body = copy.body(page)
    there = xhtml.ids(_body(body, link=lambda _: None, image=lambda _: None))
    found = places(body)
    by_heading: dict[int, list[str]] = {}
    for each, number in found.headings.items():
        by_heading.setdefault(number, []).append(each)
    ids = {each: each for each in there}
    for names in by_heading.values():
        good = next((each for each in names if each in there), None)
        for each in names if good is not None else ():
            ids.setdefault(each, str(good))
    return Target(name, ids)


def content_document(
    copy: Copy, page: SavedPage, targets: Mapping[str, Target], image: Callable[[str], str | None]
) -> str:
    """The document. `targets` go by the paths of Pages; `image` gives the name in the book of a file of the crawl, if it has one."""
    here = str(page.path)

    def link(reference: str) -> str | None:
        found = meant(here, reference)
        if found is None:
            return _on_the_web(reference)
        to, fragment = found
        if (there := targets.get(to)) is not None:
            return written("", there.name, there.ids.get(fragment, ""))
        return _on_the_web(copy.urls.get(to, ""))

    def picture(reference: str) -> str | None:
        found = meant(here, reference)
        return image(found[0]) if found is not None else None

    body = _body(copy.body(page), link=link, image=picture)
    title = one_line(page.title) or here
    if body.find(".//h1") is None:
        heading = etree.Element("h1")
        heading.text = title
        body.insert(0, heading)
    inner = etree.tostring(body, encoding="unicode").removeprefix("<body>").removesuffix("</body>")
    return _FRAME.format(
        title=xhtml.characters(title),
        body=inner,
        url=xhtml.characters(_on_the_web(page.url) or ""),
        shown_url=xhtml.characters(page.url),
    )


def _body(markdown: str, *, link: Callable[[str], str | None], image: Callable[[str], str | None]) -> etree._Element:
    html = shown(markdown, link=link, image=image, highlight=_coloured).html
    try:
        return xhtml.tree(html)
    except ValueError:
        return xhtml.text_only(markdown)


def _coloured(code: str, language: str) -> str:
    """No colours, but the language for those who want to add them."""
    return f'<span class="language-{escape(language)}">{escape(code, quote=False)}</span>'


def _on_the_web(reference: str) -> str | None:
    """A URL as RFC 3986 has it: browsers take more, validators of books do not."""
    parsed = urls.parse(reference)
    if parsed is None or not urls.is_web(parsed):
        return None
    page, mark, fragment = parsed.href.partition("#")
    return urls.escaped(page, _NO_URI) + mark + urls.escaped(fragment.replace("#", "%23"), _NO_URI)
