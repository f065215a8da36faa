"""Puts back what only the first HTML of a page had: what its scripts have destroyed. Pure; knows no browser.

Scripts type out a terminal, keep twenty rows of a long table, swap the items of a list into tooltips. Block by block the
content of the page as it was sent is looked for in the page as it is shown. What is nowhere on it goes back to its place,
between its old neighbours. What scripts have put something else in the place of stays replaced. In doubt nothing is done.
"""

import re
from dataclasses import replace

from getdocs import urls
from getdocs.model import Snapshot
from getdocs.read.blocks import inside
from getdocs.read.comparison import Comparison
from getdocs.read.gone import bring_back
from getdocs.read.parsed import Parsed, parsed
from getdocs.read.pieces import mend
from getdocs.read.versions import Version

_PROVISIONAL = (
    "[aria-busy=true], [aria-hidden=true], [role=alert], [role=status], [role=progressbar], [role=search], "
    "[class*=skeleton i], [class*=placeholder i], [class*=spinner i], [class*=loading i], [class*=loader i], "
    "[class*=no-js i], [class*=nojs i], [class*=noscript i], [class*=search i], .hidden, .hide, .d-none, .is-hidden, "
    ".invisible, [v-cloak], [x-cloak], [ng-cloak], [v-for], [x-for], [x-text], [ng-repeat], [ng-bind], [data-bind]"
)
"""What stands on a page until its scripts have run, is a pattern for what they make, or hidden by a class that says so."""
_WAITING = re.compile(
    r"\bloading\b.{0,20}$|\bplease wait\b|\bjavascript\b.*\b(?:enable|disable|require|turn|support)"
    r"|\b(?:enable|disable|require|turn|support)\w*\b.*\bjavascript\b|\bbrowser is (?:not supported|out of date|outdated)\b",
    re.IGNORECASE | re.DOTALL,
)
_PATTERN = re.compile(r"\{\{.*\}\}|<%.*%>", re.DOTALL)
_BLANK = 20
"""Words that a page has to have been sent with to be put in the place of nothing at all."""
_MOST_WORK = 1_000_000_000
"""Characters to be searched for the blocks of one page (half a second); with more, the page has been made anew."""


def put_back(snapshot: Snapshot, first: str, *, selector: str | None = None) -> Snapshot:
    """`snapshot` with those blocks of its content that only `first`, the HTML as it was sent, has; `restored` counts them.

    Never raises. The same Snapshot where there is nothing to put back, and for a page with a hash route: what was sent is
    the HTML of all routes. `selector` as in `read_page`.
    """
    url = urls.parse(snapshot.url)
    if url is None or url.route:
        return snapshot
    sent, shown = Version(parsed(first), selector), Version(parsed(snapshot.html), selector)
    if sent.text() == shown.text():
        return snapshot
    sent.take_apart()
    shown.take_apart()
    missing, added = _others(sent, shown), _others(shown, sent)
    if not missing or missing * len(snapshot.html) + added * len(first) > _MOST_WORK:
        return snapshot
    provisional = _provisional(sent)
    if not shown.everything():
        own = [block for number, block in enumerate(sent.blocks) if number not in provisional]
        enough = sum(len(block.words) for block in own) >= _BLANK
        return replace(snapshot, html=first, restored=len(own)) if enough else snapshot
    shown = Version(Parsed(snapshot.html), selector)  # one that may be changed
    shown.take_apart()
    pages = Comparison(sent, shown, provisional)
    mended = mend(pages)
    if pages.is_another_page():
        return snapshot
    pages.place_changed()
    restored = mended + bring_back(pages)
    return replace(snapshot, html=shown.tree.html or "", restored=restored) if restored else snapshot


def _others(version: Version, other: Version) -> int:
    """How many blocks of `version` are not just so in `other`."""
    forms = {(block.key, block.node.tag == "pre") for block in other.blocks}
    return sum((block.key, block.node.tag == "pre") not in forms for block in version.blocks)


def _provisional(sent: Version) -> set[int]:
    """The numbers of the blocks that were there only until the scripts had run."""
    held = inside(sent.blocks)
    found: set[int] = set()
    for node in sent.tree.css(_PROVISIONAL):
        numbers = held.get(node.mem_id, range(0))
        if len(numbers) <= len(sent.blocks) / 2:  # a class of the whole page says what it is about, or how it is set
            found.update(numbers)
    for number, block in enumerate(sent.blocks):
        if _WAITING.search(block.text.strip()) or (block.node.tag != "pre" and _PATTERN.search(block.text)):
            found.add(number)
    return found
