"""What a page says of languages: its own, and where it, or what it links to, is to be had in another.

Whether a language is crawled is policy's to decide.
"""

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.model import Alternate
from getdocs.read.links import page_link

MAX_ALTERNATES = 500
"""Taken from one page."""
_MAX_TAG = 35
"""Characters of a language tag (RFC 5646 4.4.1)."""

# HTML standard 4.6.7.1 (alternate) and 4.6.1 (hreflang). A switcher that only marks up its names has `lang`.
_REFERENCES = "link[rel~=alternate i][hreflang][href], a[hreflang][href], a[lang][href], area[hreflang][href]"
_PAGES = ("", "text/html", "application/xhtml+xml")


def language_of(tree: LexborHTMLParser) -> str:
    """The language that the `html` element names (BCP 47), as written; empty where it names none. Never raises."""
    root = tree.css_first("html")
    if root is None:
        return ""
    return _tag(root, "lang") or _tag(root, "xml:lang")


def alternates_of(tree: LexborHTMLParser, base_url: str) -> tuple[Alternate, ...]:
    """The alternates of a page in document order, each once, those in its own language included. Never raises.

    Feeds and other formats are none, nor is `x-default`, which is no language.
    """
    found: dict[Alternate, None] = {}
    for node in tree.css(_REFERENCES):
        lang = _tag(node, "hreflang") or _tag(node, "lang")
        media_type = (node.attributes.get("type") or "").partition(";")[0].strip().lower()
        if not lang or lang.lower() == "x-default" or media_type not in _PAGES:
            continue
        url = page_link(node, base_url)
        if url is not None:
            found[Alternate(lang, url)] = None
        if len(found) == MAX_ALTERNATES:
            break
    return tuple(found)


def _tag(node: LexborNode, attribute: str) -> str:
    tag = (node.attributes.get(attribute) or "").strip()
    return tag if len(tag) <= _MAX_TAG else ""
