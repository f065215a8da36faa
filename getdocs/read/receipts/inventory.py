"""What stands in a tree, by kind: the words, marks, code blocks, headings, cells, items, links, images and formulas.

One pass over the text of the tree, with marks in it for its structure. Used alike for a page and for its Markdown, once what is
special to them has been dealt with; it knows neither generators nor Markdown.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from selectolax.lexbor import LexborNode

from getdocs import urls
from getdocs.read.receipts import marks

Key = str | tuple[str, str]
"""What makes two things the same: the text without white space, for most of them; see Inventory."""

_TARGETS_KEPT = 4096
_WORD = re.compile(r"\w+")
_MARKS = re.compile(r"[^\w\s\u200b-\u200d\u2060\ufeff\ufe0e\ufe0f]+")
_CODES = re.compile(rf"({marks.ANY})")
_TWO_LINES = re.compile(rf"{marks.LINE}[ \t\r\n\f]*{marks.LINE}[ \t\r\n\f{marks.LINE}]*")
_ODD_IN_URL = re.compile(r"[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]")
_NOWHERE = frozenset({"javascript", "vbscript", "data", "blob", "about", "filesystem"})
_EMOJI = re.compile(r"emoji", re.IGNORECASE)
_SOURCES = ("src", "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url")
_LEVELS = {mark: level for level, mark in enumerate(marks.HEADINGS.values(), 1)}
_LABEL_LEVELS = {mark: level for level, mark in enumerate(marks.LABELS.values(), 1)}


@dataclass(slots=True)
class Things:
    """Things of one kind, and how often: `sure` ones stand there; `may` ones may stand on the other side without being added to it."""

    sure: Counter[Key] = field(default_factory=Counter)
    may: Counter[Key] = field(default_factory=Counter)


@dataclass(slots=True)
class Inventory:
    """Everything of one tree. Texts are compared without white space, words and code aside."""

    words: Things = field(default_factory=Things)
    """Runs of letters and digits, outside code blocks."""
    marks: Things = field(default_factory=Things)
    """Every other character that shows: punctuation, symbols. A mark too few is where text has become markup."""
    code: Things = field(default_factory=Things)
    """Code blocks, byte for byte; white space at the end and blank lines before do not count."""
    headings: Things = field(default_factory=Things)
    """Level and text."""
    cells: Things = field(default_factory=Things)
    """The text of a cell, and that of the one before it in its row: a cell has a place. Empty ones do not count."""
    items: Things = field(default_factory=Things)
    """The first block of text of a list item."""
    links: Things = field(default_factory=Things)
    """Targets, absolute, of links that show something."""
    images: Things = field(default_factory=Things)
    """Address, absolute, and alternative text."""
    formulas: Things = field(default_factory=Things)
    """TeX."""

    text: str = ""
    """All text outside code blocks, with one blank for white space and where a block begins or ends."""

    def tokens(self) -> tuple[list[str], str]:
        """The words of the text, in order, and its marks."""
        return _WORD.findall(self.text), "".join(_MARKS.findall(self.text))

    def count(self) -> None:
        """Counts the words and marks of the text."""
        words, others = self.tokens()
        self.words.sure, self.marks.sure = Counter(words), Counter(others)

    def perhaps(self, text: str) -> None:
        """Counts the words, whatever their case, and the marks of `text`, which may stand on the other side."""
        self.words.may.update(_WORD.findall(text.casefold()))
        self.marks.may.update("".join(_MARKS.findall(text)))


def squashed(text: str) -> str:
    """`text` without white space."""
    return "".join(text.split())


@lru_cache(_TARGETS_KEPT)
def target(base_url: str, reference: str) -> str | None:
    """The absolute URL, in one spelling; None where it leads nowhere that a document can link to."""
    url = urls.join(base_url, reference.strip())
    if url is None or url.partition(":")[0] in _NOWHERE:
        return None
    return _ODD_IN_URL.sub(_escaped, url) if _ODD_IN_URL.search(url) else url


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))


def take(
    root: LexborNode,
    base_url: str,
    inventory: Inventory,
    around: Mapping[int, tuple[str, str]] | None = None,
    *,
    layout: bool = False,
) -> None:
    """Counts everything below `root` but code blocks and formulas, which are to be taken out before. It marks up the tree.

    `around`: the marks of an element, by its `mem_id`, where they are not those of its name. `layout`: whether a table may
    be one that only places things, by what it holds.
    """
    for node in root.css("*"):
        name = node.tag
        if name in marks.AROUND:
            before, after = (around and around.get(node.mem_id)) or marks.AROUND[name]
            node.insert_before(before)
            if after:
                node.insert_after(after)
        elif name == "a":
            _take_link(node, base_url, inventory)
        elif name == "img":
            _take_image(node, base_url, inventory)
    text = root.text()
    if marks.LINE in text:
        text = _TWO_LINES.sub(marks.BREAK, text).replace(marks.LINE, "\n")
    pieces = [marks.BREAK, *_CODES.split(text)]
    texts = pieces[1::2]
    inventory.text = " ".join(" ".join(texts).split())
    reader = _Structure(inventory, layout=layout)
    for mark, words in zip(pieces[::2], texts, strict=True):
        if mark != marks.BREAK:
            reader.mark(mark)
        if words and not words.isspace():
            reader.text(words)
    reader.end()


def _take_link(link: LexborNode, base_url: str, inventory: Inventory) -> None:
    """Counts a link that shows text or an image."""
    reference = link.attributes.get("href")
    if (
        reference
        and (link.text().strip(" \t\r\n\f\u200b") or link.css_first("img") is not None)
        and (url := target(base_url, reference)) is not None
    ):
        inventory.links.sure[url] += 1


def _take_image(image: LexborNode, base_url: str, inventory: Inventory) -> None:
    """Counts an image. One that is nowhere else, or is an emoji, is what its alternative text says."""
    attributes = image.attributes
    alt = attributes.get("alt") or ""
    written = _source_of(image)
    url = target(base_url, written) if written else None
    if url is None or (alt and _EMOJI.search(attributes.get("class") or "")):
        inventory.perhaps(alt if not alt.isascii() else f":{alt}:")
    else:
        inventory.images.sure[url, squashed(alt)] += 1


def _source_of(image: LexborNode) -> str:
    """Where an image is loaded from: its `src`, unless that only holds the place until a script has put another one there."""
    attributes = image.attributes
    written = [attributes.get(name) or "" for name in _SOURCES]
    sets = [attributes.get("srcset") or "", attributes.get("data-srcset") or ""]
    if (picture := image.parent) is not None and picture.tag == "picture":
        sets += [source.attributes.get("srcset") or "" for source in picture.css("source")]
    written += [words[0].rstrip(",") for candidates in sets if (words := candidates.split())]
    return next((url for url in written if url.strip() and not url.strip().lower().startswith("data:")), "")


@dataclass(slots=True)
class _Table:
    """A table that is being read: its rows, as the texts of their cells."""

    layout: bool
    headed: bool = False
    holds_blocks: bool = False
    cell: list[str] | None = None
    rows: list[list[str]] = field(default_factory=list)


class _Structure:
    """Reads marks and texts in document order. Whatever order they come in, it never fails: a page may be made to confuse it."""

    def __init__(self, inventory: Inventory, *, layout: bool) -> None:
        self._inventory = inventory
        self._may_be_layout = layout
        self._waiting: list[bool] = []
        """For each open item: whether its first text has yet to come."""
        self._tables: list[_Table] = []
        self._heading: tuple[int, Counter[Key]] | None = None
        self._heading_text: list[str] = []
        self._terms: list[str] = []
        self._in_term = False

    def text(self, text: str) -> None:
        """A text inside one block."""
        waiting = bool(self._waiting) and self._waiting[-1]
        cell = self._tables[-1].cell if self._tables else None
        if not waiting and cell is None and self._heading is None and not self._in_term:
            return
        text = squashed(text)
        if waiting:
            self._waiting[-1] = False
            self._inventory.items.sure[text] += 1
        if cell is not None:
            cell.append(text)
        if self._heading is not None:
            self._heading_text.append(text)
        if self._in_term:
            self._terms.append(text)

    def mark(self, mark: str) -> None:
        """A mark."""
        if mark == marks.ITEM:
            self._waiting.append(True)
        elif mark == marks.ITEM_END:
            if self._waiting:
                self._waiting.pop()
        elif mark in _LEVELS or mark in _LABEL_LEVELS:
            self._open_heading(mark)
        elif mark == marks.HEADING_END:
            self._close_heading()
        elif mark in {marks.TERM, marks.TERM_END}:
            self._in_term = mark == marks.TERM
        elif mark == marks.DEFINITIONS_END:
            self._close_terms()
        else:
            self._table_mark(mark)

    def end(self) -> None:
        """The text is over."""
        self._close_heading()
        self._close_terms()
        while self._tables:
            self._close_table()

    def _table_mark(self, mark: str) -> None:
        if mark in {marks.TABLE, marks.LAYOUT}:
            if self._tables:
                self._tables[-1].holds_blocks = True
            self._tables.append(_Table(layout=mark == marks.LAYOUT))
        elif not self._tables:
            return
        elif mark == marks.TABLE_END:
            self._close_table()
        elif mark == marks.ROW:
            self._close_cell()
            self._tables[-1].rows.append([])
        elif mark in {marks.CELL, marks.HEAD}:
            self._close_cell()
            self._tables[-1].cell = []
            self._tables[-1].headed |= mark == marks.HEAD
        elif mark == marks.CELL_END:
            self._close_cell()

    def _open_heading(self, mark: str) -> None:
        self._close_heading()
        headings = self._inventory.headings
        if mark in _LEVELS:
            self._heading = (_LEVELS[mark], headings.sure)
        else:
            self._heading = (_LABEL_LEVELS[mark], headings.may)
        if self._tables:
            self._tables[-1].holds_blocks = True

    def _close_heading(self) -> None:
        if self._heading is not None and self._heading_text:
            level, counter = self._heading
            counter[str(level), "".join(self._heading_text)] += 1
        self._heading = None
        self._heading_text = []

    def _close_terms(self) -> None:
        """Markdown has no definition lists: terms in a row may become the first block of an item."""
        if self._terms:
            self._inventory.items.may["".join(self._terms)] += 1
        self._terms = []
        self._in_term = False

    def _close_cell(self) -> None:
        table = self._tables[-1]
        if table.cell is not None:
            if not table.rows:
                table.rows.append([])
            table.rows[-1].append("".join(table.cell))
        table.cell = None

    def _close_table(self) -> None:
        self._close_cell()
        table = self._tables.pop()
        places_only = table.layout or (
            self._may_be_layout
            and not table.headed
            and (table.holds_blocks or all(len(row) <= 1 for row in table.rows))
        )
        cells = self._inventory.cells.may if places_only else self._inventory.cells.sure
        for row in table.rows:
            before = ""
            for cell in row:
                if cell:
                    cells[before, cell] += 1
                    before = cell
