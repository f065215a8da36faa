"""Walks one container of a site's navigation and harvests its entries, nested as the markup nests them.

Which containers hold navigation is decided in `nav`. Works on lexbor's tree and changes nothing in it.
"""

from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from getdocs import urls
from getdocs.model import NavNode
from getdocs.read.links import page_link

MAX_NODES = 20_000
"""Entries taken from one page."""
_MAX_DEPTH = 40
"""Entries within entries; and, times four, elements within elements."""
_MAX_TITLE = 300
_NESTING = frozenset({"li", "details"})
_GLUE = "\u2060"
"""Word joiner: stands for a `wbr`."""
_LABELS = frozenset({"h2", "h3", "h4", "h5", "h6", "summary"})


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


class Harvest:
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

    def tree(self, container: LexborNode) -> tuple[NavNode, ...]:
        """The entries of a container, those that hold neither a page nor anything below them left out. Never raises."""
        found: list[_Entry] = []
        self._below(container, found, None, 0, 0)
        return tuple(entry.frozen() for entry in _tidy(found))

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
        if node.mem_id in self._labels:
            self._label(node, out, owner, depth, steps)
        elif name == "details" and owner is not None and not owner.title and not owner.children:
            # A list item that folds: both are one entry.
            self._below(node, owner.children, owner, depth, steps + 1)
        elif node.mem_id in self._entries or name in _NESTING:
            entry = _Entry()
            self._left -= 1
            self._below(node, entry.children, entry, depth + 1, steps + 1)
            if not entry.title:
                entry.title = self._own_text(node)
            out.append(entry)
        elif name == "a":
            self._link(node, out, owner)
        elif name in _LABELS:
            self._label(node, out, owner, depth, steps)
        else:
            self._below(node, out, owner, depth, steps + 1)

    def _link(self, node: LexborNode, out: list[_Entry], owner: _Entry | None) -> None:
        title = self._text(node)
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
        if not reference and "href" in attributes:
            # Zensical: an empty reference leads to the page itself.
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
        title = self._text(node)
        if not title:
            if node.mem_id in self._labels:
                out.append(_Entry(label_only=True))
            return
        if owner is not None and not owner.title:
            owner.title = title
        else:
            self._left -= 1
            out.append(_Entry(title, label_only=True))

    def _text(self, node: LexborNode) -> str:
        """The text of a link or label, without what is noise in it (badges). A `wbr` divides no word."""
        below = node.css("*")
        if not any(element.mem_id in self._drop or element.tag == "wbr" for element in below):
            return " ".join(node.text(separator=" ").split())[:_MAX_TITLE]
        text = ""
        stack = [node.first_child]
        while stack:
            current = stack.pop()
            if current is None:
                continue
            stack.append(current.next)
            if current.is_text_node:
                text += f" {current.text_content}" if current.text_content else ""
            elif current.tag == "wbr":
                text += _GLUE
            elif current.mem_id not in self._drop:
                stack.append(current.first_child)
        text = " ".join(text.split())
        return text.replace(f"{_GLUE} ", "").replace(_GLUE, "")[:_MAX_TITLE]

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
            # One without a name, a line across, ends what stands below the label before it.
            label = entry if entry.title else None
            out.append(entry)
        elif not entry.title:
            # mdBook: the list of a chapter's sections is an item of its own behind the chapter.
            before = out[-1] if out else None
            (before.children if before else out).extend(
                child for child in entry.children if not (before and child.anchor and child.url == before.url)
            )
        elif entry.holds():
            (label.children if label is not None else out).append(entry)
    return [entry for entry in out if entry.holds()]
