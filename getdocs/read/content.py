"""Finds the content root of a page, and marks what is noise in it. Works on lexbor's tree; changes nothing in it that a reader sees."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from getdocs.errors import UsageError
from getdocs.model import NO_CHROME, Chrome
from getdocs.read import left_out
from getdocs.read.edges import Found
from getdocs.read.generators import Generator
from getdocs.read.links import is_anchor
from getdocs.read.nesting import Around, Inside, Said, holders, outermost, texts
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
_GUTTERS = "td:first-child > pre:only-child"
_NOT_COPIED = "[style*='user-select:none'], [style*='user-select: none']"
"""Where line numbers stand in a `pre` whose classes do not say so: Hugo writes styles in their place."""
_CODE_BESIDE = "td + td > pre"
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
    shown_on_demand = _ShownOnDemand()
    drop |= _by_id(node for node in tree.css(_UNSEEN) if not shown_on_demand(node))
    said = texts()
    drop |= _by_id(node for node in tree.css(_EDIT_LINKS) if _is_edit_link(node, said))
    links = Inside(_links_of_text, _links_of_element)
    drop |= _by_id(node for node in tree.css(_TOC) if _leads_nowhere_else(node, links))
    drop |= _by_id(_gutters(tree))
    if row.name == "generic":
        drop |= _by_id(node for node in tree.css(_ASIDES) if _is_mostly_links(node, links))
    for link in tree.css(_PERMALINKS):
        if _is_whole_heading(link, said):
            drop.pop(link.mem_id, None)
    for kept in _all(tree, row.keep):
        drop.pop(kept, None)
    return drop


def _is_whole_heading(link: LexborNode, said: Inside[Said]) -> bool:
    """True for a permalink that stands around the text of its heading (VuePress), not beside it."""
    heading = link.parent
    if heading is None or heading.tag not in HEADINGS:
        return False
    label = said(link)
    return any(letter.isalnum() for letter in label.text) and said(heading).length == label.length


class _ShownOnDemand:
    """True for a closed tab or fold, and for a label that a table's icon stands for: a reader gets to see it."""

    def __init__(self) -> None:
        self._in_fold = Around(lambda above: True if above.tag == "details" else None)
        self._in_cell = Around(lambda above: True if above.tag in {"td", "th"} else None)

    def __call__(self, node: LexborNode) -> bool:
        if node.attributes.get("role") == "tabpanel" or node.attributes.get("hidden") == "until-found":
            return True
        names = node.attributes.get("class") or ""
        if "tab" in names and "table" not in names:
            return True
        unseen_text = "sr-only" in names or "visually" in names or "screen-reader" in names
        return self._in_cell(node) if unseen_text else self._in_fold(node)


def _is_edit_link(node: LexborNode, said: Inside[Said]) -> bool:
    """True for a link that stands alone and says "Edit this page" or the like; in a sentence, or as a heading, it is content."""
    label = said(node)
    if label.length > _MAX_EDIT_LABEL or _EDIT_LABEL.fullmatch(label.text) is None:
        return False
    parent = node.parent
    return parent is None or (parent.tag not in HEADINGS and said(parent).length <= label.length + 2)


@dataclass(frozen=True, slots=True)
class _Links:
    """Links in an element, and how many of them leave the page; letters, and how many of them stand in links."""

    count: int = 0
    leaving: int = 0
    letters: int = 0
    linked: int = 0


def _links_of_text(text: str) -> _Links:
    return _Links(letters=len("".join(text.split())))


def _links_of_element(element: LexborNode, parts: Sequence[_Links]) -> _Links:
    letters = sum(part.letters for part in parts)
    count, leaving, linked = 0, 0, 0
    if element.tag == "a" and "href" in (attributes := element.attributes):
        count, leaving, linked = 1, not is_anchor(attributes["href"] or ""), letters
    for part in parts:
        count += part.count
        leaving += part.leaving
        linked += part.linked
    return _Links(count, leaving, letters, linked)


def _leads_nowhere_else(toc: LexborNode, links: Inside[_Links]) -> bool:
    """True for a table of contents whose links all stay on the page. A heading is none, though its id may say "table of contents"."""
    return toc.tag not in HEADINGS and links(toc).count > 0 and links(toc).leaving == 0


def _is_mostly_links(node: LexborNode, links: Inside[_Links]) -> bool:
    held = links(node)
    return held.count >= _MIN_LINKS and held.linked >= held.letters * _LINKS_ONLY


class _Digits(IntEnum):
    """What a text is made of, but for white space."""

    NOTHING = 0
    ONLY = 1
    MORE = 2


def _digits_of_text(text: str) -> _Digits:
    digits = "".join(text.split())
    return (_Digits.ONLY if digits.isdecimal() else _Digits.MORE) if digits else _Digits.NOTHING


def _digits_of_element(_element: LexborNode, parts: Sequence[_Digits]) -> _Digits:
    return max(parts, default=_Digits.NOTHING)


def _gutters(tree: LexborHTMLParser) -> Iterator[LexborNode]:
    """What holds nothing but line numbers: a piece of the code, or a whole cell, where code stands in the next."""
    digits = Inside(_digits_of_text, _digits_of_element)
    in_code = Around(lambda above: True if above.tag == "pre" else None)
    nodes = (*tree.css(_GUTTERS), *(node for node in tree.css(_NOT_COPIED) if in_code(node)))
    found = [node for node in nodes if digits(node) is _Digits.ONLY]
    yield from (node for node in found if node.tag != "pre")
    numbers = [node for node in found if node.tag == "pre"]
    beside_code = holders(tree.css(_CODE_BESIDE)) if numbers else frozenset()
    for cell in (node.parent for node in numbers):
        if cell is not None and cell.parent is not None and cell.parent.mem_id in beside_code:
            yield cell
