"""What a reader saw in the content of a page, as far as Markdown can say it: the inventory of the page as it was shown.

**What Markdown cannot say, and what is made of it**, is all in here and in `inventory` (definition lists, layout tables):

- a link in a code block, or to a script: no link.
- a picture in the address itself (`data:`): its alternative text may stand there. So may that of an emoji, which is text.
- an svg: its words, title and label may stand there.
- a frame, video or sound: a link to it; its title may stand there.
- a heading that labels a fold, a term or a callout: its text; it may be a heading.
- a permalink in a heading, or a link from it to itself: nothing; it may be a link. So may that of a tab.
- a formula: its TeX. A footnote: `notes`.
- what only the class of an element says: `shapes`.
- labels, buttons and badges: words that stand apart, though only their borders say so. A row of labels is no list.
- a panel that was revealed by a click: its label, which stands in an attribute.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs import urls
from getdocs.read.content import Content
from getdocs.read.document import Document
from getdocs.read.receipts import marks, notes, shapes, tags
from getdocs.read.receipts.formulas import FORMULAS, Formula, take_out
from getdocs.read.receipts.inventory import Inventory, squashed
from getdocs.read.receipts.preformatted import BESIDE
from getdocs.read.receipts.shapes import Narrowed
from getdocs.read.receipts.taking import Special, Taker
from getdocs.read.receipts.targets import Targets

_EMBEDS = frozenset("iframe frame video audio embed object".split())
_REVEALED = "data-getdocs-tab"
"""Attribute of a panel that render/reveal.js has shown: the label of its tab."""
_CLICKS = frozenset({"toggle hidden content", "show hidden content", "toggle content", "toggle details"})
"""What a button says that names the click, and not what it opens."""
_TOLD = "span.signature-attributes, span.attribute-access-type"
"""What styles alone set apart from the name before it: what JSDoc and RDoc tell of it."""
_BADGES = f"span[type], .VPHero .name, .api_metadata > span, {_TOLD}"
"""What styles alone set apart from the words beside it: Vue's badges, and the name in VitePress's hero."""
_TABS = "a[role=tab], li[role=tab], [role=tablist] > li, .tabbed-labels a[href]"
_SPECIAL = ", ".join((shapes.ANY, notes.HINTS, FORMULAS, _BADGES, f"[{_REVEALED}]"))
_NOTED = ", ".join((*marks.HEADINGS, "table"))
_OWN, _PERMANENT = "own", "permanent"
"""Notes: a link from a heading to itself, or of a tab; one that shows nothing but that it is one."""
_LABELLED = re.compile(
    r"admonition|callout|custom-block|alert|\b(?:hint|note|tip|important|warning|caution)\b", re.IGNORECASE
)
_LABEL_TAGS = frozenset({"summary", "dt"})
_NEAR = 3
"""How far above a heading that stands which it labels."""
_ICONS = r"[\s\u200b\ufe0e\ufe0f\ue000-\uf8ff]*"
"""Letters of fonts of pictures, and what takes no room."""
_SIGN = re.compile(f"{_ICONS}(?:[#¶§🔗]?|link|permalink|anchor){_ICONS}", re.IGNORECASE)
"""What a link shows that says no more than that it leads to its own heading."""
_LAYOUT_ROLES = frozenset({"presentation", "none"})


def shown(content: Content, targets: Targets) -> tuple[Inventory, tuple[Formula, ...]]:
    """What `content` shows, and the formulas whose TeX it does not keep. The tree of `content` is left as it is."""
    taker = _Shown(targets)
    document = content.roots[0].parser
    narrowed = document.narrowed if isinstance(document, Document) else _whole
    unwritten: tuple[Formula, ...] = ()
    if _is_plain(content, narrowed):
        html = taker.html_of(content.roots, content.noise.values(), narrowed)
    else:
        root = _copy(content, narrowed)
        shapes.tell(root, narrowed)
        if (hints := narrowed(notes.HINTS)) and root.css_first(hints) is not None:
            notes.tell(root)
        taker.take_code(root, narrowed)
        if formulas := narrowed(FORMULAS):
            unwritten = tuple(taker.take_formulas(root, formulas))
        _set_apart(root, narrowed)
        html = taker.html_of((root,), (), narrowed)
    taker.take(taker.without_code(html))
    return taker.inventory, unwritten


def _is_plain(content: Content, narrowed: Narrowed) -> bool:
    """Whether all is what the names of its elements say: so it is on most pages."""
    special = narrowed(_SPECIAL)
    return not any(root.css_first(special) is not None for root in content.roots)


def _whole(query: str) -> str:
    return query


def _matches(root: LexborNode, query: str) -> list[LexborNode]:
    return root.css(query) if query else []


@contextmanager
def _noted(notes: Iterable[tuple[LexborNode, str]]) -> Iterator[None]:
    """Notes what is said of elements in their tags, for as long as it lasts. The last note of an element holds."""
    noted = {node.mem_id: (node, note) for node, note in notes}
    try:
        for node, note in noted.values():
            node.attrs[tags.NOTE] = note
        yield
    finally:
        for node, _ in noted.values():
            del node.attrs[tags.NOTE]


def _set_apart(root: LexborNode, narrowed: Narrowed) -> None:
    for badge in _matches(root, narrowed(_BADGES)):
        badge.insert_before(" ")
        if not badge.css_matches(_TOLD):
            badge.insert_after(" ")
    for panel in _matches(root, narrowed(f"[{_REVEALED}]")):
        label = panel.attributes.get(_REVEALED) or ""
        if label.lower() not in _CLICKS:
            panel.insert_before(f"{marks.BREAK}{label}{marks.BREAK}")


def _copy(content: Content, narrowed: Narrowed) -> LexborNode:
    """The content alone, in a document of its own, without what is noise in it."""
    holder = LexborHTMLParser("<main></main>").css_first("main")
    if holder is None:
        raise AssertionError("a main element was parsed, and is not there")
    with _noted((node, tags.NOISE) for node in content.noise.values()):
        for root in content.roots:
            holder.insert_child(root)
    for node in holder.css(f"[{tags.NOTE}]"):
        node.replace_with(marks.BREAK if node.tag in marks.BLOCKS else "")
    for node in _matches(holder, narrowed(BESIDE)):
        node.replace_with("")
    return holder


class _Shown(Taker):
    """Takes the inventory of a page."""

    may_be_layout = True

    def __init__(self, targets: Targets) -> None:
        super().__init__(targets)
        self._special |= {"svg": self._picture, "label": self._box, "button": self._box}
        self._special |= dict.fromkeys(_EMBEDS, self._embed)
        self._known |= {"/label": " ", "/button": " "}

    def html_of(self, roots: Sequence[LexborNode], noise: Iterable[LexborNode], narrowed: Narrowed) -> str:
        """The HTML of `roots`, without noise; what stands around an element and says what it is, noted in its tag."""
        told = [told for root in roots for told in self._notes(root, narrowed)]
        with _noted((*told, *((node, tags.NOISE) for node in noise))):
            html = "".join(root.html or "" for root in roots)
        if "<!--" in html or any(root.css_first(tags.UNREADABLE) is not None for root in roots):
            html = tags.readable(html)
        return tags.without_gone(html)

    def _notes(self, root: LexborNode, narrowed: Narrowed) -> Iterator[tuple[LexborNode, str]]:
        for node in root.css(_NOTED):
            if node.tag != "table":
                if _is_label(node):
                    yield node, marks.LABELS[node.tag or ""]
                yield from self._own_links(node.css("a[href]"))
            elif _places_only(node):
                yield node, marks.LAYOUT
        if tabs := narrowed(_TABS):
            yield from ((node, marks.BREAK) for node in root.css(tabs) if node.tag == "li")
            yield from self._own_links(root.css("a[href][role=tab], .tabbed-labels > label > a[href]"))
        if beside := narrowed(BESIDE):
            yield from ((node, tags.GONE) for node in root.css(beside))

    def take_code(self, root: LexborNode, narrowed: Narrowed) -> None:
        """Counts the code blocks, and takes them out."""
        inside: set[int] = set()
        code_blocks = narrowed(shapes.CODE)
        for pre in root.css(code_blocks):
            if pre.mem_id in inside:
                continue
            inside |= {inner.mem_id for inner in pre.css(code_blocks)}
            if code := shapes.code_of(tags.readable(pre.html or "")):
                self.inventory.code.sure[code] += 1
            pre.replace_with(marks.BREAK)

    def _code_of(self, pre: str) -> str | None:
        return shapes.code_of(pre) or None

    def take_formulas(self, root: LexborNode, formulas: str) -> Iterator[Formula]:
        """Counts the formulas, and takes them out. Gives those whose TeX is not known."""
        for formula in take_out(root, formulas):
            if formula.tex is None:
                yield formula
            else:
                self.inventory.formulas.sure[squashed(formula.tex)] += 1

    def _settled(self, text: str) -> str:
        return shapes.declared(text)

    def _special_of(self, tag: str, name: str) -> Special | None:
        if tags.NOTE not in tag:
            return self._special.get(name)
        return self._own if tags.note_of(tag) in {_OWN, _PERMANENT} else self._noted

    def _noted(self, at: int) -> str:
        note = tags.note_of(self._tags[at])
        if note == marks.BREAK:
            self._marks[self._end_of(at)] = marks.BREAK
        return note

    def _box(self, at: int) -> str:
        """A label or button stands apart, unless it shows no border."""
        if shapes.TOGETHER.search(tags.attributes_of(self._tags[at]).get("class", "")):
            self._marks[self._end_of(at)] = ""
            return ""
        return " "

    def _picture(self, at: int) -> str:
        """The words of an svg may stand on the other side."""
        label = tags.attributes_of(self._tags[at]).get("aria-label", "")
        self.inventory.perhaps(" ".join((label, tags.text_of(" ".join(self._take_out(at))))))
        return ""

    def _embed(self, at: int) -> str:
        """Counts a frame, video or sound as a link."""
        attributes = tags.attributes_of(self._tags[at])
        written = attributes.get("src") or attributes.get("data-src")
        for number in range(at + 1, self._end_of(at)):
            if not written and tags.name_of(self._tags[number]) == "source":
                written = tags.attributes_of(self._tags[number]).get("src")
        self._take_out(at)
        url = self.target(written) if written else None
        if url is not None:
            self.inventory.links.sure[url] += 1
            self.inventory.perhaps(attributes.get("title") or attributes.get("aria-label") or url)
        return ""

    def _own(self, at: int) -> str:
        """Counts a link that may be kept."""
        tag = self._tags[at]
        if (url := self.target(tags.attributes_of(tag)["href"])) is not None:
            self.inventory.links.may[url] += 1
        if tags.note_of(tag) == _PERMANENT:
            self._take_out(at)
        return ""

    def _own_links(self, links: Iterable[LexborNode]) -> Iterator[tuple[LexborNode, str]]:
        """A link from a heading to itself need not be kept; one that says so is no text either. Nor need that of a tab."""
        for link in links:
            reference = link.attributes.get("href") or ""
            if "#" not in reference and "id=" not in reference:
                continue
            heading = next((node for above, node in _above(link) if above in marks.HEADINGS), None)
            tab = link.attributes.get("role") == "tab" or (link.parent is not None and link.parent.tag == "label")
            if not tab and (heading is None or not self._is_within(heading, reference)):
                continue
            yield link, _PERMANENT if _is_sign(link, heading) else _OWN

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


def _is_sign(link: LexborNode, heading: LexborNode | None) -> bool:
    """Whether a link shows a sign that is not all that its heading shows: a heading may be called `#`, or Link."""
    text = link.text()
    if not _SIGN.fullmatch(text):
        return False
    return (
        heading is None
        or re.fullmatch(_ICONS, text) is not None
        or heading.text().strip() != text.strip()
        or heading.css_first("img, svg") is not None
    )


def _is_label(heading: LexborNode) -> bool:
    return any(
        name in _LABEL_TAGS or _LABELLED.search(f"{above.attributes.get('class')} {above.attributes.get('role')}")
        for name, above in _above(heading)
    )


def _places_only(table: LexborNode) -> bool:
    parent = table.parent
    names = f"{table.attributes.get('class')} {parent.attributes.get('class') if parent is not None else ''}"
    return table.attributes.get("role") in _LAYOUT_ROLES or shapes.LAYOUT_TABLE.search(names) is not None
