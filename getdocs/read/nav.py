"""Harvests the site's navigation from one page: the tree of its sidebar, below the header tab that it belongs to.

Works on lexbor's tree and changes nothing in it. One page may show a part only: `order.merge_nav` puts the parts together.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs import urls
from getdocs.model import NavNode
from getdocs.read.content import Content, above_of, outermost
from getdocs.read.generators import Generator
from getdocs.read.links import page_link

MAX_NODES = 20_000
"""Entries taken from one page."""
_MAX_DEPTH = 40
"""Entries within entries; and, times four, elements within elements."""
_MAX_TITLE = 300

_GENERIC = "nav, aside, [role=navigation], [class*=sidebar], [id*=sidebar], [class*=sidenav], .toctree, #toc-tree, .menu, #menu"
_GENERIC_NOT = re.compile(
    r"toc\b|on-this-page|table-of-contents|breadcrumb|pagination|pager|footer|lang|version|social|share|search|skip|cookie",
    re.IGNORECASE,
)
_TOC_LABEL = re.compile(r"on this page|table of contents|contents|breadcrumb|footer|pagination|pager", re.IGNORECASE)
_NOISE = "script, style, template, noscript, svg, button, input, .visually-hidden, .sr-only, .headerlink"
_NESTING = frozenset({"li", "details"})
_LABELS = frozenset({"h2", "h3", "h4", "h5", "h6", "summary"})
_MIN_LINKS = 3


@dataclass(slots=True)
class _Entry:
    """A NavNode in the making."""

    title: str = ""
    url: str | None = None
    children: "list[_Entry]" = field(default_factory=list)
    label_only: bool = False
    """A heading: what follows it belongs below it."""
    anchor: bool = False
    """A place in a page, not the page."""
    folds: bool = False
    """A category that is closed here: other pages may show what it holds."""

    def holds(self) -> bool:
        return self.url is not None or bool(self.children) or self.folds

    def frozen(self) -> NavNode:
        return NavNode(self.title, self.url, tuple(child.frozen() for child in self.children))


class _Harvest:
    """Walks containers. `drop`, `entries` and `labels` are sets of `mem_id`."""

    def __init__(
        self, url: str, base_url: str, drop: frozenset[int], entries: frozenset[int], labels: frozenset[int]
    ) -> None:
        self._url = urls.page_url(url)
        self._base_url = base_url
        self._drop = drop
        self._entries = entries
        self._labels = labels
        self._left = MAX_NODES

    def tree(self, container: LexborNode) -> list[_Entry]:
        found: list[_Entry] = []
        self._below(container, found, None, 0, 0)
        return _tidy(found)

    def _below(self, node: LexborNode, out: list[_Entry], owner: _Entry | None, depth: int, steps: int) -> None:
        """Adds what stands below `node` to `out`; a link or label that is the first of `owner` becomes its own."""
        if depth > _MAX_DEPTH or steps > 4 * _MAX_DEPTH:
            return
        child = node.first_child
        while child is not None and self._left > 0:
            if child.is_element_node and child.mem_id not in self._drop:
                self._element(child, out, owner, depth, steps)
            child = child.next

    def _element(self, node: LexborNode, out: list[_Entry], owner: _Entry | None, depth: int, steps: int) -> None:
        name = node.tag or ""
        if node.mem_id in self._entries or name in _NESTING:
            entry = _Entry()
            self._left -= 1
            self._below(node, entry.children, entry, depth + 1, steps + 1)
            if not entry.title:
                entry.title = self._own_text(node)
            out.append(entry)
        elif name == "a":
            self._link(node, out, owner)
        elif node.mem_id in self._labels or name in _LABELS:
            self._label(node, out, owner, depth, steps)
        else:
            self._below(node, out, owner, depth, steps + 1)

    def _link(self, node: LexborNode, out: list[_Entry], owner: _Entry | None) -> None:
        title = _text(node)
        if not title:
            return
        attributes = node.attributes
        url = page_link(node, self._base_url)
        button = attributes.get("role") == "button"
        reference = attributes.get("href") or ""
        anchor = "#" in reference and url is not None and "#" not in url
        if reference == "#" and ("current" in (attributes.get("class") or "") or "aria-current" in attributes):
            # Sphinx: the page that is shown.
            url = self._url
        if anchor and url == self._url:
            return
        if url is None or button:
            # No page, but a name. Docusaurus gives a category without a page the link of its first page, as a button.
            if owner is not None and not owner.title:
                owner.title, owner.folds = title, button
            return
        if owner is not None and owner.url is None and not owner.children and (not owner.title or owner.title == title):
            owner.title, owner.url, owner.anchor = title, url, anchor
            return
        self._left -= 1
        out.append(_Entry(title, url, anchor=anchor))

    def _label(self, node: LexborNode, out: list[_Entry], owner: _Entry | None, depth: int, steps: int) -> None:
        link = node.css_first("a[href]")
        if link is not None and link.mem_id not in self._drop:
            self._below(node, out, owner, depth, steps + 1)
            if owner is None and out:
                out[-1].label_only = True
            return
        title = _text(node)
        if not title:
            return
        if owner is not None and not owner.title:
            owner.title = title
        else:
            self._left -= 1
            out.append(_Entry(title, label_only=True))

    def _own_text(self, node: LexborNode) -> str:
        """The text of an entry without a link: what stands in it before its first list."""
        stack = [node.first_child]
        while stack:
            current = stack.pop()
            if current is None:
                continue
            stack.append(current.next)
            if current.is_text_node:
                title = " ".join((current.text_content or "").split())
                if title:
                    return title[:_MAX_TITLE]
            elif current.is_element_node and current.mem_id not in self._drop:
                if current.tag in {"ul", "ol", "li"} or current.mem_id in self._entries:
                    return ""
                stack.append(current.first_child)
        return ""


def _tidy(entries: list[_Entry]) -> list[_Entry]:
    """Puts lists below the label before them, children of nameless entries to the entry before, and drops empty ones."""
    out: list[_Entry] = []
    label: _Entry | None = None
    for entry in entries:
        entry.children = [child for child in _tidy(entry.children) if not (child.anchor and child.url == entry.url)]
        if entry.label_only:
            label = entry
            out.append(entry)
        elif not entry.title:
            # mdBook: the list of a chapter's sections is an item of its own behind the chapter.
            (out[-1].children if out else out).extend(entry.children)
        elif label is not None:
            label.children.append(entry)
        elif entry.holds():
            out.append(entry)
    return [entry for entry in out if entry.holds()]


def _text(node: LexborNode) -> str:
    return " ".join(node.text(separator=" ").split())[:_MAX_TITLE]


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
    harvest = _Harvest(url, base_url, drop, entries, labels)
    sidebar = [entry.frozen() for box in _sidebars(tree, row, base_url, content) for entry in harvest.tree(box)]
    tabs = _tabs(tree, row, harvest, url)
    return _under_tab(tabs, sidebar, url)


def _sidebars(tree: LexborHTMLParser, row: Generator, base_url: str, content: Content | None) -> list[LexborNode]:
    for selector in row.sidebar:
        found = outermost(tree.css(selector))
        if found:
            return found
    if row.sidebar:
        return []
    return [box for box in outermost(tree.css(_GENERIC)) if _is_sidebar(box, base_url, content)]


def _is_sidebar(box: LexborNode, base_url: str, content: Content | None) -> bool:
    attributes = box.attributes
    name = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    if _GENERIC_NOT.search(name) or _TOC_LABEL.search(attributes.get("aria-label") or ""):
        return False
    if not _is_side(box) and _is_in_content(box, content):
        return False
    for above in (box, *above_of(box)):
        if above.tag in {"header", "footer"} or above.attributes.get("role") == "banner":
            return False
    host = _host(base_url)
    pages = {page_link(link, base_url) for link in box.css("li a[href], details a[href], a[href]")} - {None}
    return len([page for page in pages if page and _host(page) == host]) >= _MIN_LINKS


def _is_side(node: LexborNode) -> bool:
    name = f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}"
    return node.tag == "aside" or "side" in name


def _is_in_content(box: LexborNode, content: Content | None) -> bool:
    """True below a content root, unless a noise box at the side holds it, or the root is the whole body."""
    roots = {root.mem_id for root in content.roots if root.tag != "body"} if content else set()
    for above in above_of(box):
        if content is not None and above.mem_id in content.drop and _is_side(above):
            return False
        if above.mem_id in roots:
            return True
    return False


def _tabs(tree: LexborHTMLParser, row: Generator, harvest: _Harvest, url: str) -> list[NavNode]:
    boxes = outermost(tree.css(row.tabs)) if row.tabs else []
    found = [entry.frozen() for box in boxes for entry in harvest.tree(box)]
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


def _under_tab(tabs: list[NavNode], sidebar: list[NavNode], url: str) -> tuple[NavNode, ...]:
    if not tabs or not sidebar:
        return tuple(sidebar or tabs)
    shown = {urls.key(page) for node in sidebar for page in _pages(node)}
    held = [index for index, tab in enumerate(tabs) if any(urls.key(page) in shown for page in _pages(tab))]
    if len(held) == len(tabs) != 2:
        # One sidebar holds it all. With two tabs it may be one that links to the other part.
        return tuple(sidebar)
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
