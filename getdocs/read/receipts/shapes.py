"""What the class of an element says that its name does not: code, headings, rows, items and declarations built out of divs and tables.

Each is a matter of definition, which stands here once, with its reason. Marks are put into the tree for `taking`; class names that
only unmake a table or a button stand here as patterns.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.read.receipts import marks, preformatted, tags

_CODE_DIVS = "div.fragment, div.redoc-json"
CODE = f"pre, {_CODE_DIVS}"
"""Code blocks: Doxygen writes a div for each line, Redoc nested lists that fold."""

LAYOUT_TABLE = re.compile(
    r"admonition|\b(?:footnote|citation|memname|memberdecls|funcprototype-table|blockquote|highlighttable|colist)\b"
    r"|\b(?:note|tip|important|warning|caution)$"
)
"""Tables, by their class or that of their parent, that only place things: a callout and its icon (AsciiDoc), the pieces of a
declaration and an overview of them (Doxygen, DocBook), a quotation between its margins (DocBook), code below its name and beside
its numbers (Pygments), explanations behind their numbers (AsciiDoc)."""

TOGETHER = re.compile(r"\bmodel-box-control\b")
"""Buttons that show no border, so that their words do not stand apart (Swagger UI)."""

_HEADINGS = ", ".join(marks.HEADINGS)
_DECLARATIONS = (
    "table.memname, .memtemplate, table.funcprototype-table, .code-header, .tsd-signature, .member-signature, .type-signature, "
    ".package-signature, .module-signature, .attr.class, .attr.function, .attr.variable, "
    "p.src, div.functionHeader, div.method-heading"
)
_LAYOUT_LISTS = (
    "ul.summary-list > li, ul.details-list > li, ul.member-list > li, ul.blockList > li, ul.tsd-signatures > li"
)
_DOCBOOK_ICONS = (
    ":is(.note, .tip, .important, .warning, .caution) > table tr:first-child > td[rowspan]:first-child:has(+ th) > img"
)
_GRIDS = "div[class*='-column-']"
_ROLED_TABLES = "[role=table]:not(table)"
_PILLS = "[data-component-part=field-info-pill] > span"
_ARROWS = "span.sep:empty"
_GAPS = f"span.classifier, code.tsd-tag, i.caret, {_PILLS}, {_ARROWS}"
_ROLED_TREES = "[role=tree]:not(ul)"
_IN_TERMS = "dt > div"
_CHOICES = "pre:has(> code[class*='language-'] ~ code[class*='language-'])"
_RUN_INS = "div[class=inline]:has(> p:first-child)"
_OUTLINES = "dl:not(:has(> dd > :not(dl)))"
_COLUMNS = {"two": 2, "three": 3, "four": 4, "five": 5}
_GRID = re.compile(r"\b(two|three|four|five)-column-(?:summary|release)\b")

_DECLARED = re.compile(f"{marks.DECLARATION}([^{marks.DECLARATION}{marks.DECLARATION_END}]*){marks.DECLARATION_END}")
_BLANKS = re.compile(rf"(?:\s|{marks.ANY})+")
_INNER = re.compile(r" (?=[),;\]])|(?<=[(\[]) ")

_FILLED_LINE = re.compile(r"^[ \xa0]$", re.MULTILINE)

_MORE = re.compile(r'<(\w+) [^>]*class="(?:[^"]*\s)?ellipsis(?:\s[^"]*)?"[^>]*>[^<]*</\1>')
"""Redoc's sign for what is folded."""


Narrowed: TypeAlias = Callable[[str], str]
"""Gives those of a list of selectors that may match on the page: to look for all of them takes longer than to parse it."""


def tell(root: LexborNode, narrowed: Narrowed) -> None:
    """Marks what is below `root` for what it is."""
    for selector, retell in _SHAPES:
        if (left := narrowed(selector)) and root.css_first(left) is not None:
            retell(root)


def declared(text: str) -> str:
    """`text` with each declaration in it on one line, as its author wrote it.

    They are typeset in cells and lines whose gaps are not in the source: what has been parted by markup is parted by one blank;
    behind an opening bracket, before a closing one, a comma or a semicolon is none.
    """
    return _DECLARED.sub(_on_one_line, text) if marks.DECLARATION in text else text


def _on_one_line(match: re.Match[str]) -> str:
    return _INNER.sub("", _BLANKS.sub(" ", match[1]))


def code_of(html: str) -> str:
    """The code of one of CODE, given as HTML.

    Doxygen and Nextra fill an empty line with a blank, for its height: none is left of it.
    """
    if html.startswith("<div") and "redoc-json" in html[: html.index(">")]:
        return _folding(html)
    code = preformatted.code_of(html)
    if "\n \n" not in code and "\n\xa0\n" not in code:
        return code
    return _FILLED_LINE.sub("", code) if html.startswith("<div") or "nextra-code" in html else code


def _folding(html: str) -> str:
    """The text of Redoc's nested lists as they show: an item is a line, two blanks further in than what holds its list."""
    texts, names = tags.pieces(_MORE.sub("", html))
    depth, lines = 0, texts[0]
    for tag, text in zip(names, texts[1:], strict=True):
        name = tags.name_of(tag) or tag
        if name == "ul":
            depth += 1
        elif name == "/ul":
            depth -= 1
        if name in {"li", "/ul"}:
            lines += "\n" + "  " * depth
        lines += text
    return tags.text_of(lines).strip()


def _declarations(root: LexborNode) -> None:
    for node in root.css(_DECLARATIONS):
        _declares(node, node)


def _declares(first: LexborNode, last: LexborNode) -> None:
    """From the beginning of `first` to the end of `last` is one declaration."""
    if first.first_child is not None:
        first.first_child.insert_before(marks.DECLARATION)
        last.insert_child(marks.DECLARATION_END)


def _members(root: LexborNode) -> None:
    """Doxygen's overview of members: a row for a declaration, with its template in a row before it, is an item."""
    template: LexborNode | None = None
    for row in root.css("table.memberdecls tr"):
        kind = (row.attributes.get("class") or "").partition(":")[0]
        if kind == "memitem" and row.css_first("td.memTemplParams") is not None:
            template = row
        elif kind == "memitem":
            _declares(template or row, row)
            (template or row).insert_before(marks.ITEM)
            row.insert_after(marks.ITEM_END)
            template = None


def _title(root: LexborNode) -> None:
    """The title of the page in Doxygen and Haddock, in the largest letters on it: its first heading."""
    for title in root.css(".headertitle div.title, #module-header > p.caption"):
        _around(title, marks.HEADINGS["h1"], marks.HEADING_END)


def _grids(root: LexborNode) -> None:
    """Javadoc's tables: a div is a cell; the class of all of them says how many are a row."""
    for grid in root.css(_GRIDS):
        columns = _GRID.search(grid.attributes.get("class") or "")
        if columns is None:
            continue
        _around(grid, marks.TABLE, marks.TABLE_END)
        for at, cell in enumerate(_children(grid, "div")):
            head = "table-header" in (cell.attributes.get("class") or "")
            row = marks.ROW if at % _COLUMNS[columns[1]] == 0 else ""
            _around(cell, row + (marks.HEAD if head else marks.CELL), marks.CELL_END)


def _roled_tables(root: LexborNode) -> None:
    """What says by its role alone that it is a table, a row, a cell (GitBook; WAI-ARIA 1.2)."""
    for table in root.css(_ROLED_TABLES):
        _around(table, marks.TABLE, marks.TABLE_END)
    for row in root.css(f"{_ROLED_TABLES} [role=row]"):
        _around(row, marks.ROW, marks.BREAK)
    for cell in root.css(f"{_ROLED_TABLES} [role=row] [role=cell]"):
        _around(cell, marks.CELL, marks.CELL_END)
    for kind in ("columnheader", "rowheader"):
        for head in root.css(f"{_ROLED_TABLES} [role=row] [role={kind}]"):
            _around(head, marks.HEAD, marks.CELL_END)


def _roled_trees(root: LexborNode) -> None:
    """What says by its role that it is a tree of items: a list, each with the group behind it below (Mintlify; WAI-ARIA 1.2)."""
    for item in root.css(f"{_ROLED_TREES} [role=treeitem]"):
        below = item.next
        last = below if below is not None and below.attributes.get("role") == "group" else item
        item.insert_before(marks.ITEM)
        last.insert_after(marks.ITEM_END)


def _callouts(root: LexborNode) -> None:
    """AsciiDoc's and DocBook's callouts: the icon says what kind it is, and is no picture of the content."""
    for icon in root.css(_DOCBOOK_ICONS):
        icon.remove()
    for icon in root.css(".admonitionblock td.icon img, .admonitionblock td.icon i"):
        icon.replace_with(icon.attributes.get("alt") or icon.attributes.get("title") or icon.text())


def _explanations(root: LexborNode) -> None:
    """AsciiDoc's explanations of the numbers in code: a row is an item; its number is drawn, as that of any item."""
    for row in root.css(".colist tr"):
        *numbers, text = _children(row, "td") or [row]
        for number in numbers:
            number.replace_with("")
        _around(text, marks.ITEM, marks.ITEM_END)


def _outlines(root: LexborNode) -> None:
    """A definition list that defines nothing, as DocBook writes contents: links, and lists below them. Its terms are items."""
    for outline in root.css(_OUTLINES):
        terms, below = _children(outline, "dt"), _children(outline, "dd")
        if terms and all(term.css_first("a") for term in terms) and all(map(_holds_a_list_only, below)):
            for term in terms:
                _inside(term, marks.ITEM, marks.ITEM_END)


def _holds_a_list_only(definition: LexborNode) -> bool:
    """Given that it holds no other element."""
    return definition.css_first("dl") is not None and not definition.text(deep=False).strip()


def _layout_lists(root: LexborNode) -> None:
    """Lists without bullets: their items are the sections of a page (Javadoc), or the ways to call something (TypeDoc)."""
    for section in root.css(_LAYOUT_LISTS):
        _around(section, marks.BREAK, marks.BREAK)
        section.unwrap()


def _choices(root: LexborNode) -> None:
    """A `pre` that holds the code in several languages, of which a reader chooses one (Node.js): a block for each."""
    for block in root.css(_CHOICES):
        inner = _children(block, "code")
        if len({code.attributes.get("class") for code in inner}) > 1:
            for code in inner:
                made = LexborHTMLParser(f"<pre>{code.html}</pre>").css_first("pre")
                if made is not None:
                    block.insert_before(made)
            block.remove()


def _run_ins(root: LexborNode) -> None:
    """YARD's texts, which go on in the line where they stand, with their first paragraph."""
    for text in root.css(_RUN_INS):
        for part in (text.css_first("p"), text):
            if part is not None:
                _around(part, " ", " ")
                part.unwrap()


def _terms(root: LexborNode) -> None:
    """Terms that hold what is told of them as well, behind their text: a term ends where the first block begins (YARD)."""
    for block in root.css(_IN_TERMS):
        before = block.prev
        while before is not None and not before.is_element_node and not (before.text_content or "").strip():
            before = before.prev
        if before is not None and before.tag not in marks.BLOCKS:
            block.insert_before(marks.TERM_END + marks.BREAK)


def _steps(root: LexborNode) -> None:
    """Mintlify's steps, which say of themselves that they are items: by their role only."""
    for step in root.css("div.steps > div.step"):
        _around(step, marks.ITEM, marks.ITEM_END)


def _cards(root: LexborNode) -> None:
    """Nextra's links side by side that are boxes: words of two do not touch."""
    for card in root.css("a.nextra-card"):
        _around(card, marks.BREAK, marks.BREAK)


def _badges(root: LexborNode) -> None:
    """A `pre` in a heading, as Swagger UI writes a version: no block of code, but a word that its border sets apart."""
    for heading in root.css(_HEADINGS):
        for badge in heading.css("pre"):
            badge.replace_with(f" {badge.text().strip()} ")


def _gaps(root: LexborNode) -> None:
    """What the style sheet writes: the colon before a type (docutils), the gap behind a tag (TypeDoc), in a pill (Mintlify), an arrow (AsciiDoc, gi-docgen)."""
    for kind in root.css("span.classifier:not(.classifier-delimiter ~ .classifier)"):
        kind.insert_before(" : ")
    for tag in root.css("code.tsd-tag"):
        tag.insert_after(" ")
    for pill in root.css(_PILLS):
        pill.insert_after(" ")
    for arrow in root.css("i.caret"):
        arrow.replace_with("›")
    for arrow in root.css(_ARROWS):
        arrow.replace_with(" ▸ ")


def _around(node: LexborNode, before: str, after: str) -> None:
    node.insert_before(before)
    node.insert_after(after)


def _inside(node: LexborNode, before: str, after: str) -> None:
    if node.first_child is not None:
        node.first_child.insert_before(before)
    node.insert_child(after)


def _children(node: LexborNode, name: str) -> list[LexborNode]:
    return [child for child in node.iter() if child.tag == name]


_SHAPES: tuple[tuple[str, Callable[[LexborNode], None]], ...] = (
    (_DECLARATIONS, _declarations),
    ("table.memberdecls", _members),
    (".headertitle, #module-header", _title),
    (_GRIDS, _grids),
    (_ROLED_TABLES, _roled_tables),
    (_ROLED_TREES, _roled_trees),
    (f".admonitionblock, {_DOCBOOK_ICONS}", _callouts),
    (".colist", _explanations),
    (_OUTLINES, _outlines),
    (_LAYOUT_LISTS, _layout_lists),
    ("div.steps", _steps),
    (_RUN_INS, _run_ins),
    (_CHOICES, _choices),
    (_IN_TERMS, _terms),
    ("a.nextra-card", _cards),
    ("pre.version", _badges),
    (_GAPS, _gaps),
)
ANY = ", ".join((_CODE_DIVS, *(selector for selector, _ in _SHAPES)))
"""What there is where there is any of them."""
