"""A Markdown text, parsed back as GitHub would: HTML, of which the inventory is taken.

What GitHub shows otherwise than as text is dealt with here: the markers of callouts, and formulas between dollars.
"""

import pyromark
from pyromark import Options
from selectolax.lexbor import LexborHTMLParser

from getdocs.read.receipts.inventory import Inventory, squashed
from getdocs.read.receipts.marks import BREAK
from getdocs.read.receipts.preformatted import trimmed
from getdocs.read.receipts.taking import Taker
from getdocs.read.receipts.targets import Targets

_GITHUB = Options.ENABLE_TABLES | Options.ENABLE_STRIKETHROUGH | Options.ENABLE_TASKLISTS | Options.ENABLE_GFM
_CALLOUT = "[!"
_CALLOUT_CLASS = "markdown-alert-"


def written(markdown: str, targets: Targets, *, formulas: bool) -> Inventory:
    """What `markdown` says.

    `formulas`: whether dollars may mean formulas: they do where the page has some, and are plain text elsewhere.
    """
    options = _GITHUB | Options.ENABLE_MATH if formulas else _GITHUB
    tree = LexborHTMLParser(pyromark.html(markdown, options=options))
    taker = Taker(targets)
    inventory = taker.inventory
    body = tree.body
    if body is None:
        return inventory
    if _CALLOUT in markdown:
        for callout in body.css(f"blockquote[class^={_CALLOUT_CLASS}]"):
            inventory.perhaps((callout.attributes.get("class") or "").removeprefix(_CALLOUT_CLASS))
    if formulas:
        for formula in body.css("span.math"):
            inventory.formulas.sure[squashed(formula.text())] += 1
            formula.replace_with(" ")
    for pre in body.css("pre"):
        inventory.code.sure[trimmed(pre.text())] += 1
        pre.replace_with(BREAK)
    taker.take(body)
    return inventory
