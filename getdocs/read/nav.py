"""Harvests the site's navigation from one page: the tree of its sidebar, below the header tab that it belongs to.

Works on lexbor's tree and changes nothing in it. One page may show a part only: `order.merge_nav` puts the parts together.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs import urls
from getdocs.model import NavNode
from getdocs.read.content import Content
from getdocs.read.generators import Generator
from getdocs.read.harvest import Harvest
from getdocs.read.links import page_link
from getdocs.read.nesting import Around, outermost

_GENERIC = "nav, aside, [role=navigation], [class*=sidebar], [id*=sidebar], [class*=sidenav], .toctree, #toc-tree, .menu, #menu"
_GENERIC_NOT = re.compile(
    r"toc\b|on-this-page|table-of-contents|breadcrumb|pagination|pager|footer|lang|version|social|share|search|skip|cookie",
    re.IGNORECASE,
)
_TOC_LABEL = re.compile(r"on this page|table of contents|contents|breadcrumb|footer|pagination|pager", re.IGNORECASE)
_NOISE = "script, style, template, noscript, svg, button:not([aria-expanded]):not([aria-haspopup]), input, .visually-hidden, .sr-only, .headerlink"
_MIN_LINKS = 3


def nav_of(
    tree: LexborHTMLParser, row: Generator, url: str, base_url: str, content: Content | None
) -> tuple[NavNode, ...]:
    """Sidebar and header tabs as the page shows them; empty where it has none. `content` is what was read as such.

    The sidebar stands below the tab whose page it holds; tabs that the sidebar holds all are not repeated. In-page
    anchors are no entries; links to other hosts keep their URL. Never raises.
    """
    drop = frozenset(node.mem_id for selector in (_NOISE, row.nav_noise) if selector for node in tree.css(selector))
    entries = frozenset(node.mem_id for node in tree.css(row.entries)) if row.entries else frozenset()
    labels = frozenset(node.mem_id for node in tree.css(row.labels)) if row.labels else frozenset()
    drop -= labels
    harvest = Harvest(url, base_url, drop, entries, labels)
    sidebar = [node for box in _sidebars(tree, row, base_url, content) for node in harvest.tree(box)]
    tabs = _tabs(tree, row, harvest, url)
    return _under_tab(tabs, sidebar, url, _current(tree, row, base_url) if tabs else None)


def _sidebars(tree: LexborHTMLParser, row: Generator, base_url: str, content: Content | None) -> list[LexborNode]:
    for selector in row.sidebar:
        found = outermost(tree.css(selector))
        if found:
            return found
    if row.sidebar:
        return []
    is_part = _part_of(content)
    is_framed = Around(lambda above: _frames(above) or None)
    boxes = (box for box in outermost(tree.css(_GENERIC)) if _is_side(box) or not is_part(box))
    return [box for box in boxes if not (_frames(box) or is_framed(box)) and _is_sidebar(box, base_url)]


def _frames(node: LexborNode) -> bool:
    return node.tag in {"header", "footer"} or node.attributes.get("role") == "banner"


def _is_sidebar(box: LexborNode, base_url: str) -> bool:
    attributes = box.attributes
    name = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    if _GENERIC_NOT.search(name) or _TOC_LABEL.search(attributes.get("aria-label") or ""):
        return False
    host = _host(base_url)
    pages: set[str] = set()
    for link in box.css("a[href]"):
        page = page_link(link, base_url)
        if page is not None and _host(page) == host:
            pages.add(page)
        if len(pages) >= _MIN_LINKS:
            return True
    return False


def _is_side(node: LexborNode) -> bool:
    name = f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}"
    return node.tag == "aside" or "side" in name


def _part_of(content: Content | None) -> Around:
    """True below a content root, unless a noise box at the side holds it, or the root is the whole body."""
    roots = {root.mem_id for root in content.roots if root.tag != "body"} if content else set()
    noise = content.drop if content else frozenset()

    def says(above: LexborNode) -> bool | None:
        if above.mem_id in noise and _is_side(above):
            return False
        return True if above.mem_id in roots else None

    return Around(says)


def _tabs(tree: LexborHTMLParser, row: Generator, harvest: Harvest, url: str) -> list[NavNode]:
    boxes = outermost(tree.css(row.tabs)) if row.tabs else []
    found = [node for box in boxes for node in harvest.tree(box)]
    host = _host(url)
    own = urls.key(urls.join(url, "/") or url)
    return [node for node in found if any(_host(page) == host and urls.key(page) != own for page in _pages(node))]


def _pages(node: NavNode) -> Iterator[str]:
    if node.url is not None:
        yield node.url
    for child in node.children:
        yield from _pages(child)


def _host(url: str) -> str:
    parsed = urls.parse(url)
    return parsed.netloc if parsed else ""


def _current(tree: LexborHTMLParser, row: Generator, base_url: str) -> str | None:
    """The page of the tab that is marked as the one shown, or None."""
    for box in outermost(tree.css(row.tabs)):
        for link in box.css("a[aria-current], a.active, .active > a, .current > a"):
            # Sphinx links from the current tab to "#" where that is the page itself.
            page = base_url if link.attributes.get("href") == "#" else page_link(link, base_url)
            if page is not None:
                return urls.key(page)
    return None


def _under_tab(tabs: list[NavNode], sidebar: list[NavNode], url: str, current: str | None) -> tuple[NavNode, ...]:
    if not tabs or not sidebar:
        return tuple(sidebar or tabs)
    shown = {urls.key(page) for node in sidebar for page in _pages(node)}
    held = [index for index, tab in enumerate(tabs) if any(urls.key(page) in shown for page in _pages(tab))]
    if len(held) == len(tabs) != 2:
        # One sidebar holds it all. With two tabs it may be one that links to the other part.
        return tuple(sidebar)
    if not held:
        held = [index for index, tab in enumerate(tabs) if tab.url is not None and urls.key(tab.url) == current]
    if not held:
        return (*sidebar, *tabs)
    own = max(held, key=lambda index: max(_common(page, url) for page in _pages(tabs[index])))
    return tuple(replace(tab, children=tuple(sidebar)) if index == own else tab for index, tab in enumerate(tabs))


def _common(page: str, url: str) -> int:
    """How many leading path segments two URLs share."""
    first, second = urls.parse(page), urls.parse(url)
    if first is None or second is None:
        return 0
    shared = 0
    for one, other in zip(first.path.split("/")[:-1], second.path.split("/")[:-1], strict=False):
        if one != other:
            break
        shared += 1
    return shared
