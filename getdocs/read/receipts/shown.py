"""What a reader saw in the content of a page, as far as Markdown can say it: the inventory of the page as it was shown.

**What Markdown cannot say, and what is made of it**, is all in here and in `inventory` (definition lists, layout tables):

- a link in a code block, or to a script: no link.
- a picture in the address itself (`data:`): its alternative text may stand there. So may that of an emoji, which is text.
- an svg: its words, title and label may stand there.
- a frame, video or sound: a link to it; its title may stand there.
- a heading that labels a fold, a term or a callout: its text; it may be a heading.
- a permalink in a heading: nothing; it may be a link.
- a formula: its TeX.
- the row of labels of a set of tabs: words, not items of a list; nor do they run together. A panel that was revealed has its label in an attribute.
"""

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.read.content import Content
from getdocs.read.receipts import marks
from getdocs.read.receipts.formulas import Formula, take_out
from getdocs.read.receipts.inventory import Inventory, squashed, take, target
from getdocs.read.receipts.preformatted import BESIDE, code_of

_EMBEDS = "iframe, frame, video, audio, embed, object"
_REVEALED = "data-getdocs-tab"
"""Attribute of a panel that render/reveal.js has shown: the label of its tab."""
_LABELLED = "summary, dt, [class*=admonition], [class*=callout], .custom-block, [role=alert], .note, .tip, .important, .warning, .caution"
_HEADINGS = "h1, h2, h3, h4, h5, h6"
_PERMALINKS = ", ".join(f"h{level} a[href^='#']" for level in range(1, 7))
_PERMALINK = re.compile(r"\W*(?:link|permalink|anchor)?\W*", re.IGNORECASE)
_TABS = "[role=tablist] li, li[role=tab]"
_TAB_LABELS = "[role=tab], .tabs > label, .tabbed-labels > label"


def shown(content: Content, base_url: str) -> tuple[Inventory, tuple[Formula, ...]]:
    """What `content` shows, and the formulas whose TeX it does not keep. The tree of `content` is left as it is."""
    root = _copy(content)
    inventory = Inventory()
    unwritten = _formulas(root, inventory)
    _take_pictures(root, base_url, inventory)
    for node in root.css(BESIDE):
        node.replace_with("")
    _take_code(root, inventory)
    around = _labels(root, base_url, inventory)
    take(root, base_url, inventory, around, layout=True)
    return inventory, unwritten


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
            pairs = zip(root.css("*"), copy.css("*"), strict=True)
            noise += [twin for node, twin in pairs if node.mem_id in content.drop]
    for node in noise:
        node.replace_with(marks.BREAK if node.tag in marks.BLOCKS else "")
    return holder


def _formulas(root: LexborNode, inventory: Inventory) -> tuple[Formula, ...]:
    unwritten: list[Formula] = []
    for formula in take_out(root):
        if formula.tex is None:
            unwritten.append(formula)
        else:
            inventory.formulas.sure[squashed(formula.tex)] += 1
    return tuple(unwritten)


def _take_pictures(root: LexborNode, base_url: str, inventory: Inventory) -> None:
    """What is drawn or played rather than written."""
    for node in root.css("svg"):
        inventory.perhaps(" ".join((node.attributes.get("aria-label") or "", node.text(separator=" "))))
        node.replace_with("")
    for node in root.css(_EMBEDS):
        attributes = node.attributes
        inner = node.css_first("source[src]")
        written = attributes.get("src") or attributes.get("data-src") or (inner and inner.attributes.get("src"))
        url = target(base_url, written) if written else None
        if url is not None:
            inventory.links.sure[url] += 1
            inventory.perhaps(attributes.get("title") or attributes.get("aria-label") or url)
        node.replace_with("")


def _take_code(root: LexborNode, inventory: Inventory) -> None:
    inside: set[int] = set()
    for pre in root.css("pre"):
        if pre.mem_id in inside:
            continue
        inside |= {inner.mem_id for inner in pre.css("pre")}
        if code := code_of(pre):
            inventory.code.sure[code] += 1
        pre.replace_with(marks.BREAK)


def _labels(root: LexborNode, base_url: str, inventory: Inventory) -> dict[int, tuple[str, str]]:
    """Deals with what labels something else; the marks of what is no heading or item for that."""
    around: dict[int, tuple[str, str]] = {}
    for panel in root.css(f"[{_REVEALED}]"):
        panel.insert_before(f"{marks.BREAK}{panel.attributes.get(_REVEALED) or ''}{marks.BREAK}")
    for link in root.css(_PERMALINKS):
        if (url := target(base_url, link.attributes.get("href") or "")) is not None:
            inventory.links.may[url] += 1
        if _PERMALINK.fullmatch(link.text()):
            link.replace_with("")
        else:
            link.unwrap()
    for label in root.css(_LABELLED):
        for heading in label.css(_HEADINGS):
            around[heading.mem_id] = (marks.LABELS[heading.tag or ""], marks.HEADING_END)
    for label in root.css(_TAB_LABELS):
        label.insert_before(" ")
    for item in root.css(_TABS):
        around[item.mem_id] = (marks.BREAK, marks.BREAK)
    for table in root.css("table[role=presentation], table[role=none], .admonitionblock > table, table.admonition"):
        around[table.mem_id] = (marks.LAYOUT, marks.TABLE_END)
    return around
