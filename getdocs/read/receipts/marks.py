"""Characters put into a tree to mark where its elements begin and end, so that one pass over its text tells its structure.

They are Unicode's noncharacters (23.7), which no text may hold. A page that holds them all the same gets a wrong Receipt,
never an error.
"""

BREAK = "\ufdd0"
"""Where a block begins or ends."""
LINE = "\ufdd1"
"""A forced line break."""
ITEM, ITEM_END = "\ufdd2", "\ufdd3"
TABLE, LAYOUT, TABLE_END = "\ufdd4", "\ufdd5", "\ufdd6"
"""A table, one that only places things, and the end of either."""
ROW = "\ufdd7"
CELL, HEAD, CELL_END = "\ufdd8", "\ufdd9", "\ufdda"
"""A cell, one that heads a row or column, and the end of either."""
TERM, TERM_END = "\ufddb", "\ufddc"
HEADING_END = "\ufddd"
HEADINGS = {"h1": "\ufde0", "h2": "\ufde1", "h3": "\ufde2", "h4": "\ufde3", "h5": "\ufde4", "h6": "\ufde5"}
LABELS = {"h1": "\ufde8", "h2": "\ufde9", "h3": "\ufdea", "h4": "\ufdeb", "h5": "\ufdec", "h6": "\ufded"}
"""A heading that stands for the label of something, and need not be one in Markdown."""
DEFINITIONS_END = "\ufdee"
CALLOUT = "\ufde6"
"""Where a callout of Markdown begins: its kind is no text of it."""
DECLARATION, DECLARATION_END = "\ufdde", "\ufddf"
"""Around what is one line, however it was typeset."""

ANY = "[\ufdd0-\ufdef]"

BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre search section "
    "summary table tbody td tfoot th thead tr ul".split()
)
"""Elements that are lines of their own: `display` block, list-item or a part of a table (HTML standard, 15.3)."""

AROUND = {
    **dict.fromkeys(BLOCKS, (BREAK, BREAK)),
    **{name: (mark, HEADING_END) for name, mark in HEADINGS.items()},
    "li": (ITEM, ITEM_END),
    "table": (TABLE, TABLE_END),
    "tr": (ROW, BREAK),
    "td": (CELL, CELL_END),
    "th": (HEAD, CELL_END),
    "dt": (TERM, TERM_END),
    "dd": (DEFINITIONS_END, BREAK),
    "dl": (BREAK, DEFINITIONS_END),
    "br": (LINE, ""),
    "q": ('"', '"'),  # style sheets of browsers quote it
}
"""What is put before and after an element, by its name."""
