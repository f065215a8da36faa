"""Writes a table: as a GitHub table where that can say it, else as HTML.

A GitHub table has one header row, no spans, and one line of inline content in a cell. Knows rows and cells; how the
content of a cell becomes Markdown is handed in.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from getdocs.read import escape as md
from getdocs.read.anchors import with_mark
from getdocs.read.code import code_of, is_aside
from getdocs.read.element import Element
from getdocs.read.inline import gaps_of
from getdocs.read.joining import one_line, trim
from getdocs.read.mathtex import is_math, math_of, take_number
from getdocs.read.media import diagram_text, embedded_url, icon_label, image_of
from getdocs.read.permalinks import is_permalink
from getdocs.read.tree import BLOCKS

Absolute = Callable[[str], str | None]
"""Makes the URL of a link or image absolute; None where it leads nowhere."""

_UNSAYABLE = frozenset("ul ol dl pre table blockquote details figure hr h1 h2 h3 h4 h5 h6".split())
_LAYOUT = frozenset("table h1 h2 h3 h4 h5 h6".split())
# What an HTML table keeps of the elements in its cells, and of their attributes; others are replaced by what they hold.
_KEPT = frozenset("a b blockquote br caption code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i kbd li ol p pre s strong sub sup table tbody td tfoot th thead tr ul".split())  # fmt: skip
_ATTRIBUTES = {"a": ("href", "title"), "td": ("colspan", "rowspan"), "th": ("colspan", "rowspan"), "ol": ("start",)}  # fmt: skip
_EMBEDS = frozenset({"iframe", "video", "audio"})
_VOID = frozenset({"br", "hr"})
_HARD_BREAK = re.compile(r"(?<!\\)((?:\\\\)*)\\\n")
_MAX_SPAN = 1000
_EDGES = re.compile(r"\A +|(?: |<br>)+\Z")
"""What does not show at the edges of a cell."""
_MOST_PADDED = 100_000
"""Cells of a table whose short rows are filled up. In a larger one they may be nearly all there is; a reader fills them up anyway."""
_RULES = {"": "---", "right": "--:", "center": ":-:"}
_ALIGNED = re.compile(r"text-align:\s*([a-z]+)", re.IGNORECASE)
_ALIGNED_BY_CLASS = re.compile(r"(?:^|\s)(?:halign|text)-(right|center)(?:\s|$)")
"""Asciidoctor's classes, and MyST's."""


@dataclass(frozen=True, slots=True)
class _Cell:
    element: Element
    colspan: int
    rowspan: int


def is_layout(table: Element) -> bool:
    """True for a table that only places things: it has a role that says so, holds headings or tables, or is one column."""
    if table.attrs.get("role") in {"presentation", "none"}:
        return True
    rows = list(_rows(table))
    if table.child("thead") is not None or any(cell.element.name == "th" for row in rows for cell in row):
        return False
    if all(len(row) <= 1 for row in rows):
        return True
    return any(cell.element.find(*_LAYOUT) is not None for row in rows for cell in row)


def cells(table: Element) -> Iterator[Element]:
    """The cells of a table, row by row; not those of tables inside."""
    for row in _rows(table):
        for cell in row:
            yield cell.element


def caption_of(table: Element) -> Element | None:
    """The caption of a table, or None."""
    return table.child("caption")


def write_table(table: Element, inline: Callable[[Element], str], absolute: Absolute) -> str:
    """The table without its caption, with no newline at either end; empty where it has no cell with content.

    `inline` gives the Markdown of a cell, blocks set apart by newlines.
    """
    rows = [row for row in _rows(table) if row]
    if not _sayable(table, rows):
        shows = any(cell.element.text().strip() or cell.element.find("a", "img") for row in rows for cell in row)
        return "".join(_html(table, absolute)) if shows else ""
    lines = [[_cell_text(inline(cell.element)) for cell in row] for row in rows]
    if not any(cell.strip() for line in lines for cell in line):
        return ""
    width = max(len(row) for row in rows)
    head = lines.pop(0) if _is_head(rows[0]) else []
    body = rows[1:] if head and len(rows) > 1 else rows
    written = [_line(head, width), _line([_RULES[alignment] for alignment in _alignments(body, width)], width)]
    padded = width if width * len(lines) <= _MOST_PADDED else 0
    written += [_line(line, padded) for line in lines if any(line) or len(lines) == 1]
    return "\n".join(written)


def _rows(table: Element) -> Iterator[list[_Cell]]:
    """Rows in the order shown: a `tfoot` may be written first (HTML 4), but stands last."""
    foot: list[Element] = []
    for part in table.children():
        if part.name == "tr":
            yield _row(part)
        elif part.name == "tfoot":
            foot.append(part)
        elif part.name in {"thead", "tbody"}:
            yield from (_row(row) for row in part.children() if row.name == "tr")
    for part in foot:
        yield from (_row(row) for row in part.children() if row.name == "tr")


def _row(row: Element) -> list[_Cell]:
    return [
        _Cell(cell, _span(cell, "colspan"), _span(cell, "rowspan"))
        for cell in row.children()
        if cell.name in {"td", "th"}
    ]


def _span(cell: Element, name: str) -> int:
    written = cell.attrs.get(name, "").strip()
    return min(int(written), _MAX_SPAN) if written.isascii() and written.isdigit() and int(written) > 0 else 1


def _alignments(rows: list[list[_Cell]], width: int) -> Iterator[str]:
    """Where the text of each column stands, if all of its cells say so and it is not on the left, where it stands anyway."""
    found: list[set[str]] = [set() for _ in range(width)]
    for row in rows:
        for column, cell in zip(found, row, strict=False):
            column.add(_aligned(cell.element))
    return (column.pop() if len(column) == 1 else "" for column in found)


def _aligned(cell: Element) -> str:
    style = _ALIGNED.search(cell.attrs.get("style", "")) or _ALIGNED_BY_CLASS.search(cell.attrs.get("class", ""))
    written = style[1] if style is not None else cell.attrs.get("align", "")
    return written.lower() if written.lower() in _RULES else ""


def _is_head(row: list[_Cell]) -> bool:
    parent = row[0].element.parent
    section = parent.parent if parent is not None else None
    return (section is not None and section.name == "thead") or all(cell.element.name == "th" for cell in row)


def _sayable(table: Element, rows: list[list[_Cell]]) -> bool:
    if table.find(*_UNSAYABLE) is not None:
        return False
    # A row of one heading over the whole width can be said: its other cells are empty.
    spanned = rows[1:] if len(rows[0]) == 1 and rows[0][0].element.name == "th" and rows[0][0].rowspan == 1 else rows
    if any(cell.colspan > 1 or cell.rowspan > 1 for row in spanned for cell in row):
        return False
    head = table.child("thead")
    return head is None or sum(row.name == "tr" for row in head.children()) <= 1


def _cell_text(markdown: str) -> str:
    """One line that a row can hold: block ends and hard breaks become `<br>`, pipes are escaped (also in code)."""
    text = _HARD_BREAK.sub(r"\1<br>", trim(markdown.strip()))
    text = re.sub(r"[ ]*\n[ \n]*", "<br>", text)
    text = re.sub(r"(?:<br>)+$", "", text)
    return text.replace("|", r"\|")


def _line(row: list[str], width: int) -> str:
    padded = [*row, *[""] * (width - len(row))]
    return f"| {' | '.join(padded)} |"


def _html(element: Element, absolute: Absolute) -> Iterator[str]:
    """The element as HTML without a blank line, since that would end the block (CommonMark 4.6)."""
    name = element.name
    if (special := _html_special(element, absolute)) is not None:
        yield special
        return
    kept = name in _KEPT and (name != "a" or absolute(element.attrs.get("href", "").strip()) is not None)
    apart = not kept and name in BLOCKS and _follows_text(element)
    if kept or apart:
        yield f"<{name}{''.join(_html_attributes(element, absolute))}>" if kept else "<div>"
    before, after = ('"', '"') if name == "q" else gaps_of(element) if name == "span" else ("", "")
    yield before
    if name in {"td", "th"}:
        yield _EDGES.sub("", "".join(_html_contents(element, absolute)))
    else:
        yield from _html_contents(element, absolute)
    yield after
    if kept and name not in _VOID:
        yield f"</{name}>"
        if name in {"tr", "thead", "tbody", "caption"}:
            yield "\n"
    elif not kept and name in BLOCKS:
        yield "</div>" if apart else " "


def _html_contents(element: Element, absolute: Absolute) -> Iterator[str]:
    name = element.name
    for child in element.contents:
        if isinstance(child, Element):
            # The caption stands before the table already.
            if child.name not in {"caption", "colgroup"} or name != "table":
                yield from _html(child, absolute)
        elif child.strip() or name not in {"table", "thead", "tbody", "tr", "tfoot"}:
            yield with_mark(escape(md.collapse(child), quote=False), child)


def _follows_text(block: Element) -> bool:
    """Whether text stands right before a block, from which it has to be set apart."""
    beside = block.parent.contents if block.parent is not None else []
    before = (beside[at] for at in range(block.at - 1, -1, -1))
    node = next((node for node in before if not isinstance(node, str) or node.strip()), None)
    return isinstance(node, str) or (node is not None and node.name not in BLOCKS and node.name != "br")


def _html_special(element: Element, absolute: Absolute) -> str | None:
    """The HTML of an element that is more, or less, than what it holds; None of any other."""
    if element.name == "pre":
        return _html_code(element)
    if element.name == "img":
        return _html_image(element, absolute)
    if element.name == "svg":
        return escape(icon_label(element) or diagram_text(element), quote=False)
    if element.name in _EMBEDS and (url := absolute(embedded_url(element))) is not None:
        return f'<a href="{escape(url)}">{escape(element.attrs.get("title") or url, quote=False)}</a>'
    if is_math(element):
        number = take_number(element)
        label = f"{number.text().strip()} " if number is not None else ""
        return escape(f"{label}{one_line(math_of(element))}", quote=False)
    return "" if _is_left_out(element) else None


def _is_left_out(element: Element) -> bool:
    if element.name == "a" and is_permalink(element):
        return True
    # A button that is here is content: those that are none were never copied.
    return is_aside(element) and element.name not in {"br", "button"}


def _html_attributes(element: Element, absolute: Absolute) -> Iterator[str]:
    for key in _ATTRIBUTES.get(element.name, ()):
        value: str | None = element.attrs.get(key, "")
        if value and key == "href":
            value = absolute(value.strip())
        if value:
            yield f' {key}="{escape(md.collapse(value))}"'


def _html_image(element: Element, absolute: Absolute) -> str:
    image = image_of(element)
    alt = escape(md.collapse(image.alt).strip())
    url = absolute(image.url)
    if image.emoji or url is None:
        return alt
    written = f'<img src="{escape(url)}"'
    return f'{written} alt="{alt}">' if alt else f"{written}>"


def _html_code(element: Element) -> str:
    code = code_of(element)
    if not code.text.strip():
        return ""
    language = f' class="language-{escape(code.language)}"' if code.language else ""
    # A newline before a blank line is written as a character reference: a blank line would end the HTML block.
    text = re.sub(r"\n(?=[ \t]*\n)", "&#10;", escape(code.text, quote=False))
    return f"<pre><code{language}>{text}</code></pre>"
