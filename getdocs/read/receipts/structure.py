"""Reads a text with marks in it: which of its pieces are headings, items and cells. Knows no tree."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from getdocs.read.receipts import marks
from getdocs.read.receipts.inventory import Inventory, Key

_LEVELS = {mark: level for level, mark in enumerate(marks.HEADINGS.values(), 1)}
_LABEL_LEVELS = {mark: level for level, mark in enumerate(marks.LABELS.values(), 1)}

_KINDS = ("note", "tip", "important", "warning", "caution")
"""Callouts, as GitHub calls them."""


@dataclass(slots=True)
class _Table:
    """A table that is being read: its rows, as the texts of their cells."""

    layout: bool
    headed: bool = False
    holds_blocks: bool = False
    cell: list[str] | None = None
    rows: list[list[str]] = field(default_factory=list)


class Structure:
    """Reads marks and texts in document order. Whatever order they come in, it never fails: a page may be made to confuse it."""

    def __init__(self, inventory: Inventory, *, layout: bool) -> None:
        self._inventory = inventory
        self._may_be_layout = layout
        self._items: list[Counter[Key] | None] = []
        """For each open item: where it is counted when its first text comes; None once it has.

        Of one that begins with a table nothing is sure: what is a block in a cell, Markdown can only say as a line.
        """
        self._waiting = 0
        """How many of them have not: the innermost."""
        self._tables: list[_Table] = []
        self._heading: tuple[int, Counter[Key]] | None = None
        self._heading_text: list[str] = []
        self._terms: list[str] = []
        self._in_term = False
        self._before_terms = 0
        """Items that were open when terms began: all of these make their first text."""
        self._unnamed = 0
        """Terms without text, as pictures, that have been read: what is said of them may become the first block of an item."""
        self._deals: dict[str, Callable[[str], None]] = {
            marks.ITEM: self._open_item,
            marks.ITEM_END: self._close_item,
            marks.CALLOUT: self._open_callout,
            **dict.fromkeys((*_LEVELS, *_LABEL_LEVELS), self._open_heading),
            marks.HEADING_END: self._close_heading,
            marks.TERM: self._open_term,
            marks.TERM_END: self._close_term,
            marks.DEFINITIONS_END: self._close_terms,
            marks.TABLE: self._open_table,
            marks.LAYOUT: self._open_table,
            marks.TABLE_END: self._close_table,
            marks.ROW: self._open_row,
            marks.CELL: self._open_cell,
            marks.HEAD: self._open_cell,
            marks.CELL_END: self._close_cell,
        }
        """What is done at a mark; nothing at others."""

    def read(self, found: Sequence[str], texts: Sequence[str]) -> None:
        """All of a text: marks, each with the text that stands behind it in its block, with single blanks."""
        listens = False
        for mark, text in zip(found, texts, strict=True):
            if mark != marks.BREAK:
                if (deals := self._deals.get(mark)) is not None:
                    deals(mark)
                listens = True
            if listens and text:
                listens = self._listens()
                if listens:
                    self._text(text.replace(" ", ""))
        self._end()

    def _listens(self) -> bool:
        """Whether the next text is any of its business: most is not."""
        return bool(
            self._heading is not None
            or self._in_term
            or self._unnamed
            or self._waiting
            or (self._tables and self._tables[-1].cell is not None)
        )

    def _text(self, text: str) -> None:
        """A text inside one block, without white space."""
        if self._waiting and self._heading is None:
            self._begin_items(text, self._before_terms if self._in_term else 0)
        if self._tables and (cell := self._tables[-1].cell) is not None:
            cell.append(text)
        if self._heading is not None:
            self._heading_text.append(text)
        if self._in_term:
            self._terms.append(text)
        elif self._unnamed:
            self._inventory.items.may[text] += self._unnamed
            self._unnamed = 0

    def _begin_items(self, text: str, first: int = 0) -> None:
        """Counts the items that begin with `text`, from a number on: several, where one begins with a list."""
        at = len(self._items)
        while at > first and (counter := self._items[at - 1]) is not None:
            at -= 1
            counter[text] += 1
            self._items[at] = None
            self._waiting -= 1

    def _doubt_items(self, *alternatives: str) -> None:
        """What comes next may be the first text of the items that wait for one, and so may be each alternative."""
        items = self._inventory.items.may
        for at in range(len(self._items) - self._waiting, len(self._items)):
            items.update(alternatives)
            self._items[at] = items

    def _open_item(self, _mark: str) -> None:
        self._items.append(self._inventory.items.sure)
        self._waiting += 1

    def _close_item(self, _mark: str) -> None:
        if self._items and self._items.pop() is not None:
            self._waiting -= 1

    def _open_callout(self, _mark: str) -> None:
        # The page may call it what its marker says, which is no text.
        self._doubt_items(*_KINDS)

    def _open_term(self, _mark: str) -> None:
        self._in_term = True
        if not self._terms:
            self._before_terms = len(self._items)

    def _close_term(self, _mark: str) -> None:
        self._in_term = False
        self._unnamed += not self._terms

    def _end(self) -> None:
        """The text is over."""
        self._close_heading()
        self._close_terms()
        while self._tables:
            self._close_table()

    def _open_table(self, mark: str) -> None:
        self._doubt_items()
        if self._tables:
            self._tables[-1].holds_blocks = True
        self._tables.append(_Table(layout=mark == marks.LAYOUT))

    def _open_row(self, _mark: str) -> None:
        if self._tables:
            self._close_cell()
            self._tables[-1].rows.append([])

    def _open_cell(self, mark: str) -> None:
        if self._tables:
            self._close_cell()
            self._tables[-1].cell = []
            self._tables[-1].headed |= mark == marks.HEAD

    def _open_heading(self, mark: str) -> None:
        self._close_heading()
        headings = self._inventory.headings
        if mark in _LEVELS:
            self._heading = (_LEVELS[mark], headings.sure)
        else:
            self._heading = (_LABEL_LEVELS[mark], headings.may)
        if self._tables:
            self._tables[-1].holds_blocks = True

    def _close_heading(self, _mark: str = "") -> None:
        if self._heading is not None and self._heading_text:
            level, counter = self._heading
            text = "".join(self._heading_text)
            counter[str(level), text] += 1
            if self._waiting:
                self._begin_items(text)
        self._heading = None
        self._heading_text = []

    def _close_terms(self, _mark: str = "") -> None:
        """Markdown has no definition lists: terms in a row may become the first block of an item."""
        if self._terms:
            text = "".join(self._terms)
            self._inventory.items.may[text] += 1 + self._unnamed
            self._unnamed = 0
            if self._waiting:
                self._begin_items(text)
        self._terms = []
        self._in_term = False

    def _close_cell(self, _mark: str = "") -> None:
        if not self._tables:
            return
        table = self._tables[-1]
        if table.cell is not None:
            if not table.rows:
                table.rows.append([])
            table.rows[-1].append("".join(table.cell))
        table.cell = None

    def _close_table(self, _mark: str = "") -> None:
        if not self._tables:
            return
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
