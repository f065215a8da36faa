"""Writes what generators build out of elements that say something else: signatures, members and grids out of divs and tables.

Javadoc, Doxygen, rustdoc, pdoc, TypeDoc, DocBook, AsciiDoc and docutils: each class name stands in one table, with what it means.
Which elements are content was decided before.
"""

import re
from collections.abc import Callable, Iterator

from getdocs.read import code, escape, footnotes, tables
from getdocs.read.anchors import text_with_marks, with_mark
from getdocs.read.element import Element
from getdocs.read.inline import Inline, gaps_of
from getdocs.read.joining import HARD_BREAK, indented, join, one_line, quoted, trim
from getdocs.read.tree import BLOCKS, HEADINGS
from getdocs.read.walk import Context

_BLANKS = re.compile(r"\s+")
_BEFORE_CLOSING = re.compile(r"\s+(?=[),;\]])")
_BEHIND_OPENING = re.compile(r"(?<=[(\[])\s+")
_COLUMNS = {"two": 2, "three": 3, "four": 4, "five": 5}
_PDOC_MEMBERS = frozenset({"class", "function", "variable"})
_DIV = frozenset({"div"})
_TABLE = frozenset({"table"})


class Reference(Inline):
    """The rules for inline elements, and those for elements that their class makes something else."""

    def __init__(self, base_url: str) -> None:
        super().__init__(base_url)
        signature = (HEADINGS | _DIV | _TABLE, self._signature)
        layout = (frozenset({"ul"}), self._layout_list)
        footnote = (frozenset({"aside", "div"}), self._footnote)
        self._shapes: dict[str, tuple[frozenset[str], Callable[[Element, Context], str | None]]] = {
            **dict.fromkeys(("member-signature", "type-signature", "package-signature", "module-signature"), signature),
            **dict.fromkeys(
                ("memname", "memtemplate", "funcprototype-table", "code-header", "tsd-signature"), signature
            ),
            **dict.fromkeys(("summary-list", "details-list", "member-list", "blockList", "tsd-signatures"), layout),
            **dict.fromkeys(("footnote", "citation"), footnote),
            "src": (frozenset({"p"}), self._signature),
            "functionHeader": (_DIV, self._signature),
            "method-heading": (_DIV, self._signature),
            "caption": (frozenset({"p"}), self._caption),
            "inline": (_DIV, self._run_in),
            footnotes.REFERENCE: (frozenset({"span"}), self._reference),
            footnotes.NOTE: (_DIV, self._note),
            **{f"{number}-column-{what}": (_DIV, self._grid) for number in _COLUMNS for what in ("summary", "release")},
            "title": (_DIV, self._title),
            "redoc-json": (_DIV, self._json),
            "steps": (_DIV, self._steps),
            "param-head": (_DIV, self._parameter),
            "nextra-card": (frozenset({"a"}), self._card),
            "memberdecls": (_TABLE, self._members),
            "blockquote": (_TABLE, self._quote),
            "quoteblock": (_DIV, self._quote_block),
            "colist": (_DIV, self._callout_list),
            "line-block": (_DIV, self._lines),
            "classifier": (frozenset({"span"}), self._classifier),
            "caret": (frozenset({"i"}), self._caret),
            "tsd-tag": (frozenset({"code"}), self._flag),
            "fa-check-square-o": (frozenset({"i"}), self._done),
            "fa-square-o": (frozenset({"i"}), self._open),
        }
        """What a class says, on which elements."""

    def _shaped(self, node: Element, names: list[str], context: Context) -> str | None:
        """The Markdown of an element that one of its classes makes something else; None of any other."""
        for name in names:
            shape = self._shapes.get(name)
            if shape is not None and node.name in shape[0] and (written := shape[1](node, context)) is not None:
                return written
        if names[:1] == ["attr"] and not _PDOC_MEMBERS.isdisjoint(names):
            return self._signature(node, context)
        return None

    def _title(self, node: Element, context: Context) -> str | None:
        """Doxygen's title of the page: no heading."""
        if node.parent is None or "headertitle" not in code.classes(node.parent):
            return None
        text = one_line(trim(self._children(node, context | {"_inline"})))
        return f"\n\n# {text}\n\n" if text and "_inline" not in context else self._block(text, context)

    def _caption(self, node: Element, context: Context) -> str | None:
        """Haddock's title of the page: no heading."""
        if node.parent is None or node.parent.attrs.get("id") != "module-header":
            return None
        return self._block(f"# {one_line(trim(self._children(node, context | {'_inline'})))}", context)

    # -- signatures

    def _signature(self, node: Element, context: Context) -> str:
        """The declaration of a member: code that keeps its links, on one line, however it was typeset."""
        text = self._code_spans(_declaration(node), context).strip()
        if node.name in HEADINGS and text and "_inline" not in context:
            return f"\n\n{'#' * int(node.name[1])} {text}\n\n"
        return self._block(text, context)

    def _members(self, table: Element, context: Context) -> str:
        """Doxygen's overview of members: a row each for a heading, a template, a declaration, and what it is good for."""
        blocks: list[str] = []
        items: list[list[str]] = []
        template = ""
        for row in table.find_all("tr"):
            cells = [cell for cell in row.children() if cell.name in {"td", "th"}]
            kind = row.attrs.get("class", "").partition(":")[0]
            if not cells or kind == "separator":
                continue
            if "memTemplParams" in code.classes(cells[0]):
                template = self._code_spans(_declaration(cells[0]), context).strip() + " "
            elif kind == "memitem":
                items.append([template + self._code_spans(_declaration(row), context).strip()])
                template = ""
            else:
                text = trim(self._children(cells[-1], context))
                if kind == "memdesc" and items:
                    items[-1].append(text)
                else:
                    blocks += (_listed(items), text)
                    items = []
        blocks.append(_listed(items))
        return self._block("\n\n".join(block for block in blocks if block), context)

    # -- code, tables and lists

    def _card(self, node: Element, context: Context) -> str:
        """Nextra's cards: links side by side that hold nothing but spans."""
        return self._block(self._link(self._children(node, context), node), context)

    def _parameter(self, node: Element, context: Context) -> str:
        """Mintlify's parameters: a name, and beside it what is told of it in pills, on one line."""
        for part in node.find_all("div", "span"):
            if part.attrs.get("data-component-part") == "field-name":
                part.name = "code"
            elif part.name == "span":
                part.append(" ")
        return self._block(one_line(trim(self._children(node, context | {"_inline"}))), context)

    def _steps(self, node: Element, context: Context) -> str:
        """Mintlify's steps: an item each, whose number is drawn, and whose title stands above its text."""
        steps = [child for child in node.children() if "step" in code.classes(child)]
        if not steps:
            return self._block(self._children(node, context), context)
        texts = [trim(self._children(step, context | {"li"})) for step in steps]
        written = "\n\n".join(indented(text, f"{number}. ") for number, text in enumerate(texts, 1))
        return self._block(written, context)

    def _json(self, node: Element, context: Context) -> str:
        """Redoc's samples: nested lists, a line an item, so that they fold."""
        return self._code_block(code.Code("\n".join(_folding(node)).strip(), "json"), context)

    def _code_block(self, block: code.Code, context: Context) -> str:
        if not block.text.strip():
            return ""
        if "_inline" in context:
            return self._block(escape.code_span(" ".join(block.text.split())), context)
        return f"\n\n{escape.fence(block.text, block.language)}\n\n"

    def _grid(self, node: Element, context: Context) -> str:
        """Javadoc's tables: a div for every cell; the class of the grid says how many stand in a row."""
        found = [cell for cell in node.children() if cell.attrs.get("class", "").startswith(("col-", "table-header"))]
        width = next(_COLUMNS[name.partition("-")[0]] for name in code.classes(node) if "-column-" in name)
        table = Element("table")
        for at in range(0, len(found), width):
            row = Element("tr")
            table.append(row)
            for cell in found[at : at + width]:
                made = Element("th" if "table-header" in code.classes(cell) else "td")
                row.append(made)
                for child in cell.contents:
                    made.append(child)
        text = tables.write_table(table, lambda cell: self._children(cell, context | {"_cell"}), self._absolute)
        return self._block(text, context)

    def _table_blocks(self, node: Element, context: Context) -> str:
        texts = (trim(self._children(cell, context)) for cell in tables.cells(node))
        return "\n\n".join(text for text in texts if text.strip())

    def _quote(self, node: Element, context: Context) -> str:
        """DocBook's quotation with its source: a table of three columns, for the margins."""
        text = self._table_blocks(node, context)
        return f"\n\n{quoted(text)}\n\n" if text and "_inline" not in context else self._block(text, context)

    def _quote_block(self, node: Element, context: Context) -> str | None:
        """AsciiDoc's quotation: its text in a div, its source behind it."""
        content = next((child for child in node.children() if "content" in code.classes(child)), None)
        if content is None or "_inline" in context:
            return None
        text = quoted(trim(self._children(content, context)))
        content.extract()
        return self._block(f"{text}\n\n{trim(self._children(node, context))}", context)

    def _callout_list(self, node: Element, context: Context) -> str:
        """AsciiDoc's explanations of the numbers in code: a list, or a table of numbers and texts."""
        table = node.child("table")
        if table is None:
            return self._block(self._children(node, context), context)
        rows = [[cell for cell in row.children() if cell.name == "td"] for row in table.find_all("tr")]
        texts = [trim(self._children(cells[-1], context | {"li"})) for cells in rows if cells]
        written = "\n".join(indented(text, f"{number}. ") for number, text in enumerate(texts, 1))
        return self._block(written, context)

    def _layout_list(self, node: Element, context: Context) -> str:
        """Javadoc's sections: each an item of a list that shows no bullets."""
        return self._block(self._children(node, context), context)

    # -- text

    def _lines(self, node: Element, context: Context) -> str:
        """Docutils' lines of a verse or an address: each ends where the author ended it."""
        texts = [one_line(trim(self._children(line, context | {"_inline"}))) for line in _leaves(node)]
        if "_inline" in context:
            return self._block(" ".join(texts), context)
        verses = "\n".join(texts).strip("\n").split("\n\n")
        return self._block("\n\n".join(HARD_BREAK.join(verse.split("\n")) for verse in verses), context)

    def _footnote(self, node: Element, context: Context) -> str:
        """Docutils' footnotes and citations: the label stands before the text."""
        label = next((child for child in node.children() if "label" in code.classes(child)), None)
        if label is None:
            return self._block(self._children(node, context), context)
        number = trim(self._children(label, context))
        label.extract()
        return self._block(f"{number} {trim(self._children(node, context))}", context)

    @staticmethod
    def _reference(node: Element, _context: Context) -> str | None:
        return f"[^{node.attrs[footnotes.LABEL]}]" if footnotes.LABEL in node.attrs else None

    def _note(self, node: Element, context: Context) -> str | None:
        """A footnote: its further lines stand four blanks further in, as GitHub reads them."""
        if footnotes.LABEL not in node.attrs:
            return None
        first, *others = trim(self._children(node, context)).split("\n")
        lines = [f"[^{node.attrs[footnotes.LABEL]}]: {first}", *(f"    {line}" if line else "" for line in others)]
        return "\n\n" + "\n".join(lines) + "\n\n"

    def _run_in(self, node: Element, context: Context) -> str | None:
        """YARD's texts: they go on in the line where they stand, and so does their first paragraph."""
        if node.attrs["class"] != "inline":
            return None
        first = node.child("p")
        if first is None or first is not next(node.children()):
            return None
        text = one_line(trim(self._children(first, context | {"_inline"})))
        first.extract()
        return join((" ", text, " ", self._children(node, context)))

    def _classifier(self, node: Element, context: Context) -> str:
        """Docutils' type behind a term: the colon comes from the style sheet, or is there in an element of its own."""
        before = node.previous_element()
        colon = "" if before is not None and "classifier-delimiter" in code.classes(before) else ": "
        return f" {colon}{self._children(node, context).strip()}"

    def _flag(self, node: Element, context: Context) -> str:
        """TypeDoc's `Optional` or `Readonly` before a name: the gap comes from the style sheet."""
        return f"{self._code(node, context)} "

    @staticmethod
    def _caret(_node: Element, _context: Context) -> str:
        """AsciiDoc's arrow between a menu and its entry: an icon without text."""
        return "›"

    @staticmethod
    def _done(_node: Element, _context: Context) -> str:
        """AsciiDoc's box with a tick, in a list: an icon without text."""
        return "[x] "

    @staticmethod
    def _open(_node: Element, _context: Context) -> str:
        return "[ ] "


def _listed(items: list[list[str]]) -> str:
    texts = [indented("\n\n".join(text for text in item if text), "- ") for item in items]
    return ("\n\n" if any(len(item) > 1 for item in items) else "\n").join(texts)


def _folding(node: Element, indent: str = "") -> list[str]:
    lines = [""]
    for child in node.contents:
        if isinstance(child, str):
            lines[-1] += child
        elif child.name == "ul":
            for item in child.children():
                first, *rest = _folding(item, f"{indent}  ")
                lines += (f"{indent}  {first}", *rest)
            lines.append(indent)
        elif not code.is_aside(child) and "ellipsis" not in code.classes(child):
            first, *rest = _folding(child, indent)
            lines[-1] += first
            lines += rest
    return lines


def _leaves(block: Element) -> Iterator[Element]:
    for child in block.children():
        if "line-block" in code.classes(child):
            yield from _leaves(child)
        else:
            yield child


def _declaration(node: Element) -> Iterator[tuple[str, Element | None]]:
    """The text in pieces, each with the link that it stands in; no blanks but those that a declaration needs."""
    run = ""
    for text, link in (*_runs(node, in_heading=node.name in HEADINGS), ("", node)):
        if link is None:
            run += text
            continue
        tidy = _BEHIND_OPENING.sub("", _BEFORE_CLOSING.sub("", _BLANKS.sub(" ", run)))
        yield tidy, None
        run = ""
        if link is not node:
            yield text, link


def _runs(node: Element, *, in_heading: bool) -> Iterator[tuple[str, Element | None]]:
    """As `_declaration`, with a blank where blocks meet. A link from a heading to itself is none."""
    for child in node.contents:
        if isinstance(child, str):
            yield with_mark(child, child), None
        elif code.is_aside(child):
            continue
        elif child.name == "a" and child.attrs.get("href"):
            yield text_with_marks(child), None if in_heading and child.attrs["href"].startswith("#") else child
        elif child.name == "br":
            yield " ", None
        elif child.name in BLOCKS:
            yield " ", None
            yield from _runs(child, in_heading=in_heading)
            yield " ", None
        else:
            before, after = gaps_of(child) if child.name == "span" else ("", "")
            yield before, None
            yield from _runs(child, in_heading=in_heading)
            yield after, None
