"""Finds the content root of a page, and marks what is noise in it. Works on lexbor's tree; changes nothing in it that a reader sees."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from getdocs.errors import UsageError
from getdocs.model import NO_CHROME, Chrome
from getdocs.read import left_out
from getdocs.read.edges import Found
from getdocs.read.generators import Generator
from getdocs.read.links import is_anchor
from getdocs.read.tree import HEADINGS

_INVISIBLE = "script, style, template, noscript, noframes, link, meta, title:not(svg title), base, dialog, datalist, [role=dialog], [role=search], [role=tooltip]"
_CONTROLS = "button:not([role=tab]):not(li [role=checkbox]):not(:is(h1, h2, h3, h4, h5, h6) > button), select, textarea, input:not([type=checkbox]), [role=button]:not(summary), [role=menu]"
_PERMALINKS = (
    ".headerlink, .headerLink, .header-anchor, .hash-link, .anchorjs-link, .heading-anchor, .sl-anchor-link, .anchor-link, .octicon-link, "
    ".heading-link, .permalink, a.anchor[aria-hidden], :is(h1, h2, h3, h4, h5, h6) a.anchor[aria-hidden], "
    ":is(h1, h2, h3, h4, h5, h6) a[aria-label^='Permalink'], :is(h1, h2, h3, h4, h5, h6) a[aria-hidden]"
)
_FURNITURE = (
    ".edit-this-page, .edit-page, .edit-page-link, .editlink, .edit-link, .edit_page, .theme-edit-this-page, .edit-on-github, "
    ".breadcrumbs, .breadcrumb, [aria-label=breadcrumb], [aria-label=Breadcrumb], [aria-label=breadcrumbs], "
    "[aria-label=Breadcrumbs], .pagination-nav, .pagination-links, .prev-next, .skip-link, .skip-to-content, .copybtn, "
    ".copy-button, .copybutton, .clipboard-button, [class*=language-] > span.lang, .line-numbers-wrapper, .feedback-widget, .page-feedback, .table-of-contents-nav, .on-this-page, .page-toc, "
    ".cookie-banner, .cookie-consent, .cookieconsent, .cc-window, #cookie-banner, #cookie-consent, #onetrust-consent-sdk, "
    "#onetrust-banner-sdk, #CybotCookiebotDialog, .md-consent"
)
# A nav is never content; but docutils writes a local table of contents as one, which a reader sees as part of the text.
_NAVIGATION = "nav:not(.contents), [role=navigation]:not(.contents)"
_UNSEEN = "[hidden], [style*='display:none'], [style*='display: none'], .sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text"
_TOC = "#toc, .toc, #table-of-contents, .table-of-contents, .toctree-wrapper[hidden]"
_GUTTERS = "td:first-child > pre:only-child, pre [style*='user-select:none'], pre [style*='user-select: none']"
"""Where line numbers stand whose classes do not say so: Hugo writes styles in their place."""
_NUMBERS = re.compile(r"\s*\d[\d\s]*")
_EDIT_LINKS = "a[href*=edit], a[href*='/blob/'], a[href*='/tree/'], a[href*='/_sources/'], a[href*='/issues/new']"
_EDIT_LABEL = re.compile(
    r"\W*(edit|improve|suggest|view|show|report|open)\b.*\b(pages?|source|edits?|github|gitlab|issue|changes?|doc\w*)\W*",
    re.IGNORECASE | re.DOTALL,
)
_MAX_EDIT_LABEL = 60
_BODY_CHROME = (
    "nav, [role=navigation], [role=banner], [role=contentinfo], body > header, body > footer, body > div > header, "
    "body > div > footer, body > aside, body > div > aside, #sidebar, .sidebar, .sidenav, .navbar, .footer, #footer, "
    "#navigation, .navigation, .site-header, .site-footer, .skip-link"
)
_ASIDES = "aside, [class*=sidebar], [class*=sidenav]"
_MIN_LINKS = 3
_LINKS_ONLY = 0.7
"""Share of its text that a box beside the content may have in links before it is taken for navigation."""


@dataclass(frozen=True, slots=True)
class Content:
    """The elements that hold the content, in document order, and what is noise on the page, in it or elsewhere."""

    roots: tuple[LexborNode, ...]
    noise: Found
    bare: Found | None = None
    """What is noise by its name alone, where nothing says where the content is and it is the body; else None."""

    @property
    def drop(self) -> frozenset[int]:
        """The `mem_id` of the noise."""
        return frozenset(self.noise)


def check_selector(selector: str) -> None:
    """Raises UsageError where `selector` is no CSS selector that can be looked for."""
    try:
        LexborHTMLParser("<p></p>").css(selector)
    except SelectolaxError as error:
        raise UsageError(
            f"not a CSS selector: {selector} (--selector takes what a style sheet does: 'main article')"
        ) from error


def candidates(
    tree: LexborHTMLParser, row: Generator, selector: str | None, chrome: Chrome = NO_CHROME
) -> Iterator[Content]:
    """Content roots, best first; each has text. The last is the whole body, with nothing but the unseen left out.

    A `selector` that matches comes first, with all its matches; one that does not is passed over. `chrome` is left out of the
    body, where that is the content because nothing says what is.
    """
    drop = _noise(tree, row)
    if selector is not None:
        with suppress(SelectolaxError):
            # As it is written, whatever is wrong with it.
            yield from _filled(LexborHTMLParser.css(tree, selector), drop)
    for alternative in row.content:
        yield from _filled(_single(tree, alternative), drop)
    body = tree.body or tree.css_first("frameset")
    if body is None:
        return
    bare = drop | _all(tree, _BODY_CHROME)
    noise = bare | left_out.elements_of(tree, body, bare, chrome) if chrome else bare
    yield from (replace(found, bare=bare) for found in _filled([body], noise))
    yield from _filled([body], _invisible(tree))


def _single(tree: LexborHTMLParser, selector: str) -> list[LexborNode]:
    """The matches; none where a bare element name matches several unrelated ones (a list of articles is no article)."""
    found = outermost(tree.css(selector))
    return [] if selector == "article" and len(found) > 1 else found


def _filled(nodes: list[LexborNode], drop: Found) -> Iterator[Content]:
    roots = tuple(node for node in outermost(nodes) if node.mem_id not in drop)
    if roots and any(_has_content(root) for root in roots):
        yield Content(roots, drop)


def _has_content(node: LexborNode) -> bool:
    return bool(node.text().strip()) or node.css_first("img, svg, iframe, frame, video") is not None


def outermost(nodes: list[LexborNode]) -> list[LexborNode]:
    """The nodes that no other of them holds, each once (lexbor gives a node for each selector that matches it)."""
    distinct = _by_id(nodes)
    return [node for node in distinct.values() if not any(above.mem_id in distinct for above in above_of(node))]


def above_of(node: LexborNode) -> Iterator[LexborNode]:
    """The elements around a node, from the inside out."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def _all(tree: LexborHTMLParser, selector: str) -> Found:
    return _by_id(tree.css(selector)) if selector else {}


def _by_id(nodes: Iterable[LexborNode]) -> Found:
    return {node.mem_id: node for node in nodes}


def _invisible(tree: LexborHTMLParser) -> Found:
    # MathJax 2 keeps its TeX in a script.
    kept = _all(tree, "script[type^='math/tex']")
    return {key: node for key, node in _all(tree, _INVISIBLE).items() if key not in kept}


def _noise(tree: LexborHTMLParser, row: Generator) -> Found:
    drop = _invisible(tree)
    drop |= _all(tree, ", ".join(filter(None, (_CONTROLS, _PERMALINKS, _FURNITURE, _NAVIGATION, row.noise))))
    drop |= _by_id(node for node in tree.css(_UNSEEN) if not _is_shown_on_demand(node))
    around = _Around()
    drop |= _by_id(node for node in tree.css(_EDIT_LINKS) if _is_edit_link(node, around))
    drop |= _by_id(node for node in tree.css(_TOC) if _leads_nowhere_else(node))
    drop |= _by_id(_gutters(tree))
    if row.name == "generic":
        drop |= _by_id(node for node in tree.css(_ASIDES) if _is_mostly_links(node))
    for link in tree.css(_PERMALINKS):
        if _is_whole_heading(link, around):
            drop.pop(link.mem_id, None)
    for kept in _all(tree, row.keep):
        drop.pop(kept, None)
    return drop


class _Around:
    """The texts of the elements around links, each taken once: any number of links may stand in one."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def text(self, element: LexborNode) -> str:
        """Stripped."""
        if element.mem_id not in self._texts:
            self._texts[element.mem_id] = element.text().strip()
        return self._texts[element.mem_id]


def _is_whole_heading(link: LexborNode, around: _Around) -> bool:
    """True for a permalink that stands around the text of its heading (VuePress), not beside it."""
    heading = link.parent
    if heading is None or heading.tag not in HEADINGS:
        return False
    text = link.text().strip()
    return any(letter.isalnum() for letter in text) and around.text(heading) == text


def _is_shown_on_demand(node: LexborNode) -> bool:
    """True for a closed tab or fold, and for a label that a table's icon stands for: a reader gets to see it."""
    if node.attributes.get("role") == "tabpanel" or node.attributes.get("hidden") == "until-found":
        return True
    names = node.attributes.get("class") or ""
    if "tab" in names and "table" not in names:
        return True
    unseen_text = "sr-only" in names or "visually" in names or "screen-reader" in names
    for above in above_of(node):
        if (above.tag == "details" and not unseen_text) or (unseen_text and above.tag in {"td", "th"}):
            return True
    return False


def _is_edit_link(node: LexborNode, around: _Around) -> bool:
    """True for a link that stands alone and says "Edit this page" or the like; in a sentence, or as a heading, it is content."""
    label = node.text().strip()
    parent = node.parent
    if parent is not None and parent.tag in HEADINGS:
        return False
    alone = parent is None or len(around.text(parent)) <= len(label) + 2
    return alone and len(label) <= _MAX_EDIT_LABEL and _EDIT_LABEL.fullmatch(label) is not None


def _leads_nowhere_else(toc: LexborNode) -> bool:
    """True for a table of contents whose links all stay on the page. A heading is none, though its id may say "table of contents"."""
    if toc.tag in HEADINGS:
        return False
    links = [link.attributes.get("href") or "" for link in toc.css("a[href]")]
    return bool(links) and all(map(is_anchor, links))


def _gutters(tree: LexborHTMLParser) -> Iterator[LexborNode]:
    """What holds nothing but line numbers: a piece of the code, or a whole cell, where code stands in the next."""
    for numbers in tree.css(_GUTTERS):
        cell = numbers.parent
        if not _NUMBERS.fullmatch(numbers.text()) or cell is None:
            continue
        if numbers.tag != "pre":
            yield numbers
        elif cell.parent is not None and cell.parent.css_first("td + td > pre") is not None:
            yield cell


def _is_mostly_links(node: LexborNode) -> bool:
    links = node.css("a[href]")
    whole = len("".join(node.text().split()))
    linked = sum(len("".join(link.text().split())) for link in links)
    return len(links) >= _MIN_LINKS and linked >= whole * _LINKS_ONLY
