"""What a reader saw in the content of a page, as far as Markdown can say it: the inventory of the page as it was shown.

**What Markdown cannot say, and what is made of it**, is all in here and in `inventory` (definition lists, layout tables):

- a link in a code block, or to a script: no link.
- a picture in the address itself (`data:`): its alternative text may stand there. So may that of an emoji, which is text.
- an svg: its words, title and label may stand there.
- a frame, video or sound: a link to it; its title may stand there.
- a heading that labels a fold, a term or a callout: its text; it may be a heading.
- a permalink in a heading, or a link from it to itself: nothing; it may be a link. So may that of a tab.
- a formula: its TeX.
- what only the class of an element says: `shapes`.
- labels, buttons and badges: words that stand apart, though only their borders say so. A row of labels is no list.
- a panel that was revealed by a click: its label, which stands in an attribute.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import compress
from operator import attrgetter

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs import urls
from getdocs.read.content import Content
from getdocs.read.receipts import marks, shapes
from getdocs.read.receipts.formulas import FORMULAS, Formula, take_out
from getdocs.read.receipts.inventory import Inventory, squashed
from getdocs.read.receipts.preformatted import take_out_beside
from getdocs.read.receipts.taking import Taker
from getdocs.read.receipts.targets import Targets

_EMBEDS = frozenset("iframe frame video audio embed object".split())
_REVEALED = "data-getdocs-tab"
"""Attribute of a panel that render/reveal.js has shown: the label of its tab."""
_BADGES = "span[type], .VPHero .name"
"""What styles alone set apart from the words beside it: Vue's badges, and the name in VitePress's hero."""
_TABS = "[role=tablist]"
_SPECIAL = ", ".join((shapes.ANY, FORMULAS, _BADGES, f"[{_REVEALED}]", _TABS))
"""What most pages have none of: to look for all at once takes as long as to look for two."""
_LABELLED = re.compile(r"admonition|callout|custom-block|alert|\b(?:note|tip|important|warning|caution)\b")
_LABEL_TAGS = frozenset({"summary", "dt"})
_NEAR = 3
"""How far above a heading that stands which it labels."""
_PERMALINK = re.compile(r"\W*(?:link|permalink|anchor)?\W*", re.IGNORECASE)
_MEMORY = attrgetter("mem_id")
_LAYOUT_ROLES = frozenset({"presentation", "none"})


def shown(content: Content, targets: Targets) -> tuple[Inventory, tuple[Formula, ...]]:
    """What `content` shows, and the formulas whose TeX it does not keep. The tree of `content` is left as it is."""
    root = _copy(content)
    taker = _Shown(targets)
    take_out_beside(root)
    special = root.css_first(_SPECIAL) is not None
    if special:
        shapes.tell(root)
    taker.take_code(root)
    unwritten = tuple(taker.take_formulas(root)) if special else ()
    if special:
        _set_apart(root)
        if root.css_first(_TABS) is not None:
            taker.special |= {"li"}
    taker.take(root)
    return taker.inventory, unwritten


def _set_apart(root: LexborNode) -> None:
    for badge in root.css(_BADGES):
        badge.insert_before(" ")
        badge.insert_after(" ")
    for panel in root.css(f"[{_REVEALED}]"):
        panel.insert_before(f"{marks.BREAK}{panel.attributes.get(_REVEALED) or ''}{marks.BREAK}")


def _copy(content: Content) -> LexborNode:
    """The content alone, in a document of its own, without what is noise in it."""
    holder = LexborHTMLParser("<main></main>").css_first("main")
    if holder is None:
        raise AssertionError("a main element was parsed, and is not there")
    noise: list[LexborNode] = []
    for root in content.roots:
        holder.insert_child(root)
        copy = holder.last_child
        if copy is not None and content.drop:
            dropped = map(content.drop.__contains__, map(_MEMORY, root.css("*")))
            noise += compress(copy.css("*"), dropped)
    for node in noise:
        node.replace_with(marks.BREAK if node.tag in marks.BLOCKS else "")
    return holder


class _Shown(Taker):
    """Takes the inventory of a page."""

    may_be_layout = True
    special = frozenset({*marks.HEADINGS, "table"})
    others = frozenset({*_EMBEDS, "svg", "label", "button"})

    def take_code(self, root: LexborNode) -> None:
        """Counts the code blocks, and takes them out."""
        inside: set[int] = set()
        for pre in root.css(shapes.CODE):
            if pre.mem_id in inside:
                continue
            inside |= {inner.mem_id for inner in pre.css(shapes.CODE)}
            if code := shapes.code_of(pre):
                self.inventory.code.sure[code] += 1
            pre.replace_with(marks.BREAK)

    def take_formulas(self, root: LexborNode) -> Iterator[Formula]:
        """Counts the formulas, and takes them out. Gives those whose TeX is not known."""
        for formula in take_out(root):
            if formula.tex is None:
                yield formula
            else:
                self.inventory.formulas.sure[squashed(formula.tex)] += 1

    def _settled(self, text: str) -> str:
        return shapes.declared(text)

    def _other(self, node: LexborNode) -> None:
        if node.tag in {"label", "button"}:
            if shapes.TOGETHER.search(node.attributes.get("class") or ""):
                return
            node.insert_before(" ")
            node.insert_after(" ")
            return
        if node.tag == "svg":
            self.inventory.perhaps(" ".join((node.attributes.get("aria-label") or "", node.text(separator=" "))))
        else:
            self._embed(node)
        node.replace_with("")

    def _embed(self, node: LexborNode) -> None:
        """Counts a frame, video or sound as a link."""
        attributes = node.attributes
        inner = node.css_first("source[src]")
        written = attributes.get("src") or attributes.get("data-src") or (inner and inner.attributes.get("src"))
        url = self.target(written) if written else None
        if url is not None:
            self.inventory.links.sure[url] += 1
            self.inventory.perhaps(attributes.get("title") or attributes.get("aria-label") or url)

    def _around(self, node: LexborNode, name: str) -> tuple[str, str]:
        if name in marks.HEADINGS and _is_label(node):
            return marks.LABELS[name], marks.HEADING_END
        if name == "table" and _places_only(node):
            return marks.LAYOUT, marks.TABLE_END
        if name == "li" and _is_tab(node):
            return marks.BREAK, marks.BREAK
        return marks.AROUND[name]

    def _link_to(self, link: LexborNode, reference: str) -> None:
        """A link from a heading to itself need not be kept; one that says so is no text either. Nor need that of a tab."""
        if "#" not in reference and "id=" not in reference:
            super()._link_to(link, reference)
            return
        heading = next((node for above, node in _above(link) if above in marks.HEADINGS), None)
        if link.attrs.get("role") != "tab" and (heading is None or not self._is_within(heading, reference)):
            super()._link_to(link, reference)
            return
        if (url := self.target(reference)) is not None:
            self.inventory.links.may[url] += 1
        if _PERMALINK.fullmatch(link.text()):
            link.replace_with("")

    def _is_within(self, heading: LexborNode, reference: str) -> bool:
        """Whether a link in a heading leads to a place on this page, or names the heading on it as docsify does: `/page?id=usage`."""
        if reference.startswith("#"):
            return True
        name = heading.attributes.get("id")
        url = self.target(reference)
        if not name or url is None or url.partition("?")[0].partition("#")[0] != self.page:
            return False
        return url.endswith(
            tuple(f"{mark}{form}" for form in (name, urls.in_query(name)) for mark in ("?id=", "&id=", "#"))
        )


def _above(node: LexborNode) -> Iterable[tuple[str, LexborNode]]:
    """The nearest elements around a node, with their names."""
    parent = node.parent
    for _ in range(_NEAR):
        if parent is None:
            return
        yield parent.tag or "", parent
        parent = parent.parent


def _is_label(heading: LexborNode) -> bool:
    return any(
        name in _LABEL_TAGS or _LABELLED.search(f"{above.attributes.get('class')} {above.attributes.get('role')}")
        for name, above in _above(heading)
    )


def _is_tab(item: LexborNode) -> bool:
    parent = item.parent
    return item.attrs.get("role") == "tab" or (parent is not None and parent.attrs.get("role") == "tablist")


def _places_only(table: LexborNode) -> bool:
    parent = table.parent
    names = f"{table.attributes.get('class')} {parent.attributes.get('class') if parent is not None else ''}"
    return table.attributes.get("role") in _LAYOUT_ROLES or shapes.LAYOUT_TABLE.search(names) is not None
