"""Every link of a page, and the pages that it names as the one before and the one after.

Reads the whole page, navigation and footer included. Decides nothing: whether a link is followed is policy's.
"""

import re
from collections.abc import Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs import urls
from getdocs.read.generators import Generator
from getdocs.read.nesting import Inside, texts

MAX_URL = 4096
"""Characters. A longer link is a mistake or a trap, and costs nothing."""

_MOST_INVALID = 100
_MOST_SHOWN = 200
_OTHER_SCHEME = re.compile(r"(?!https?:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_DROPPED = dict.fromkeys(map(ord, "\t\n\r"))
"""What the URL standard drops wherever it stands."""

_LINKS = "a[href], area[href], iframe[src], frame[src], link[rel~=next], link[rel~=prev], link[rel~=previous]"
_NEXT = (
    "link[rel~=next]", "a[rel~=next]", ".pagination-nav__link--next", ".pager-link.next", ".md-footer__link--next",
    ".nav-chapters.next", ".pagination-item--next", ".next, .next-page, .right-next, .navigation-next",
)  # fmt: skip
_PREVIOUS = (
    "link[rel~=prev]", "link[rel~=previous]", "a[rel~=prev]", "a[rel~=previous]", ".pagination-nav__link--prev", ".pager-link.prev",
    ".md-footer__link--prev", ".nav-chapters.previous", ".pagination-item--previous",
    ".prev, .previous, .prev-page, .left-prev, .navigation-prev",
)  # fmt: skip
# What a link says that leads on, at its start or alone: "Next", "Next: Setup", "Next »", "Next page →".
_SAYS_NEXT = re.compile(r"^\W*next\b(\s+(page|chapter|section|topic|article))?\s*($|[:»›→>▶-])", re.IGNORECASE)
_SAYS_PREVIOUS = re.compile(
    r"^\W*prev(ious)?\b(\s+(page|chapter|section|topic|article))?\s*($|[:»›→>▶«‹←<◀-])", re.IGNORECASE
)
_MAX_LABEL = 120


def links_of(tree: LexborHTMLParser, page: str, base_url: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The links, and the references of links and frames that are none by mistake; each once. Never raises.

    Links are absolute http(s) URLs in document order; anchors are dropped, hash routes kept. Mistakes are what is no
    URL, or one of more than `MAX_URL` characters: as written, cut to 200 characters, at most 100.

    `page` is the URL of the page itself: a link to it whose query names one of its elements (`?id=install`, as docsify
    writes them) is an anchor too.
    """
    found: dict[str, None] = {}
    mistakes: dict[str, None] = {}
    for node in tree.css(_LINKS):
        url = page_link(node, base_url)
        if url is not None:
            found[url] = None
        elif len(mistakes) < _MOST_INVALID and node.tag != "link":
            mistake = _mistake(node, base_url)
            if mistake is not None:
                mistakes[mistake] = None
    queried = [url for url in found if "?" in url]
    if queried:
        here = urls.parse(page)
        ids = {urls.in_query(value) for node in tree.css("[id]") if (value := node.attributes.get("id"))}
        for url in queried:
            if here is not None and _names_an_element(url, here, ids):
                del found[url]
    return tuple(found), tuple(mistakes)


def _names_an_element(url: str, here: urls.Url, ids: set[str]) -> bool:
    there = urls.parse(url)
    if there is None or (there.netloc, there.path, there.route) != (here.netloc, here.path, here.route):
        return False
    more = set(there.query.split("&")) - set(here.query.split("&"))
    return len(more) == 1 and more.pop().partition("=")[2] in ids


def page_link(node: LexborNode, base_url: str) -> str | None:
    """The URL of the page that a link leads to; None where it stays on this page or leads to no web page."""
    attributes = node.attributes
    reference = (attributes.get("href") or attributes.get("src") or "").strip()
    if not reference or len(reference) > MAX_URL or is_anchor(reference):
        return None
    parsed = urls.parse(reference, base_url)
    if parsed is None or not urls.is_web(parsed) or len(parsed.href) > MAX_URL:
        return None
    return urls.page_url(parsed.href)


def _mistake(node: LexborNode, base_url: str) -> str | None:
    """The reference of a link or frame that led to no page, where it is no URL at all, or longer than one may be.

    What is empty or has a scheme of its own (`mailto:`, `data:`) is no mistake.
    """
    attributes = node.attributes
    reference = (attributes.get("href") or attributes.get("src") or "").strip()
    if not reference or is_anchor(reference) or _OTHER_SCHEME.match(reference[:_MOST_SHOWN].translate(_DROPPED)):
        return None
    parsed = urls.parse(reference, base_url) if len(reference) <= MAX_URL else None
    return reference[:_MOST_SHOWN] if parsed is None or urls.is_web(parsed) else None


def is_anchor(reference: str) -> bool:
    """True for a reference into the page itself, as opposed to a hash route."""
    return reference.startswith("#") and not reference.startswith(("#/", "#!/"))


def neighbours_of(tree: LexborHTMLParser, row: Generator, url: str, base_url: str) -> tuple[str | None, str | None]:
    """The pages before and after this one, where it names them; on its own host only, and never itself."""
    previous = _first(tree, (row.previous, *_PREVIOUS), url, base_url) or _said(tree, _SAYS_PREVIOUS, url, base_url)
    following = _first(tree, (row.next, *_NEXT), url, base_url) or _said(tree, _SAYS_NEXT, url, base_url)
    return previous, following


def _first(tree: LexborHTMLParser, selectors: tuple[str, ...], url: str, base_url: str) -> str | None:
    first_link = Inside(_no_link, _first_link)
    for selector in selectors:
        for node in tree.css(selector) if selector else ():
            link = node if node.attributes.get("href") else first_link(node)
            target = _neighbour(link, url, base_url)
            if target is not None:
                return target
    return None


def _said(tree: LexborHTMLParser, says: re.Pattern[str], url: str, base_url: str) -> str | None:
    said = texts()
    for node in tree.css("a[href]"):
        label = node.attributes.get("aria-label") or node.attributes.get("title") or ""
        if not says.match(label):
            label = node.text(strip=False)
            if len(label) > _MAX_LABEL or not says.match(label.strip()):
                continue
        # A sentence that links the word "next" is no chain: the link must stand alone in its element.
        parent = node.parent
        if parent is not None and parent.tag == "p" and said(parent).length > said(node).length + 3:
            continue
        target = _neighbour(node, url, base_url)
        if target is not None:
            return target
    return None


def _no_link(_text: str) -> LexborNode | None:
    return None


def _first_link(element: LexborNode, parts: Sequence[LexborNode | None]) -> LexborNode | None:
    if element.tag == "a" and "href" in element.attributes:
        return element
    return next((part for part in parts if part is not None), None)


def _neighbour(node: LexborNode | None, url: str, base_url: str) -> str | None:
    target = page_link(node, base_url) if node is not None else None
    if target is None:
        return None
    here, there = urls.parse(url), urls.parse(target)
    same_host = here is not None and there is not None and here.netloc == there.netloc
    return target if same_host and urls.key(target) != urls.key(url) else None
