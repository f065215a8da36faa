"""A Markdown text, parsed back as GitHub would: HTML, of which the inventory is taken.

What GitHub shows otherwise than as text is dealt with here: the markers of callouts, and formulas between dollars.
"""

import re

import pyromark
from pyromark import Options
from selectolax.lexbor import LexborHTMLParser

from getdocs.read.receipts import marks, notes, tags
from getdocs.read.receipts.inventory import Inventory, squashed
from getdocs.read.receipts.taking import Taker
from getdocs.read.receipts.targets import Targets

_GITHUB = Options.ENABLE_TABLES | Options.ENABLE_STRIKETHROUGH | Options.ENABLE_TASKLISTS | Options.ENABLE_GFM
_CALLOUT = re.compile(r'<blockquote class="markdown-alert-([^"]*)">')
_FORMULA = re.compile(r'<span class="math[^"]*">(.*?)</span>', re.DOTALL)
_RAW = re.compile(r"<[/!?]?[A-Za-z-]")
_RAW_KNOWN = re.compile(r"</?(?:sup|sub|strong|em|del)>|<!-- -->")
"""HTML in Markdown that says nothing of structure, wherever it stands."""


def written(markdown: str, targets: Targets, *, formulas: bool) -> Inventory:
    """What `markdown` says.

    `formulas`: whether dollars may mean formulas: they do where the page has some, and are plain text elsewhere.
    """
    options = _GITHUB | Options.ENABLE_MATH if formulas else _GITHUB
    footnotes = "[^" in markdown
    if footnotes:
        options |= Options.ENABLE_FOOTNOTES
    html = pyromark.html(markdown, options=options)
    if _RAW.search(_RAW_KNOWN.sub("", markdown)):
        # It may be any tag soup: as a browser would read it.
        body = LexborHTMLParser(html).body
        html = tags.readable((body and body.html) or "")
    else:
        html = html.replace("<!-- -->", "")
    if footnotes:
        html = notes.written_out(html)
    taker = Taker(targets)
    inventory = taker.inventory
    if 'class="markdown-alert-' in html:
        for kind in _CALLOUT.findall(html):
            inventory.perhaps(kind)
            inventory.perhaps(f"{kind}s")
        html = _CALLOUT.sub(f"<blockquote>{marks.CALLOUT}", html)
    if formulas:
        html = _FORMULA.sub(lambda formula: _formula(formula, inventory), html)
    taker.take(taker.without_code(html))
    return inventory


def _formula(formula: re.Match[str], inventory: Inventory) -> str:
    inventory.formulas.sure[squashed(tags.text_of(formula[1]))] += 1
    return " "
