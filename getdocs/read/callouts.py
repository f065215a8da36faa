"""Recognises callouts (notes, tips, warnings) in the markup of any generator, and splits off their title.

Knows class names. Writes no Markdown.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from getdocs.read.anchors import without_marks
from getdocs.read.code import classes
from getdocs.read.element import Element

# What a site's own word for a callout is in GitHub's five.
_KINDS = {
    "note": "NOTE", "info": "NOTE", "information": "NOTE", "seealso": "NOTE", "abstract": "NOTE", "summary": "NOTE",
    "example": "NOTE", "question": "NOTE", "quote": "NOTE", "todo": "NOTE", "secondary": "NOTE", "primary": "NOTE",
    "tip": "TIP", "hint": "TIP", "success": "TIP", "check": "TIP", "done": "TIP",
    "important": "IMPORTANT", "attention": "WARNING",
    "warning": "WARNING", "warn": "WARNING", "caution": "CAUTION", "danger": "CAUTION", "error": "CAUTION", "bug": "CAUTION",
    "failure": "CAUTION", "fail": "CAUTION", "okay": "TIP", "default": "NOTE",
}  # fmt: skip
_LABELS = {**_KINDS, "see also": "NOTE"}

_UNNAMED = "UNNAMED"

# A class that makes its element a callout, whose kind another class (or the prefix's rest) names.
_MARKERS = frozenset(
    "admonition theme-admonition admonitionblock custom-block starlight-aside markdown-alert callout hint alert "
    "nextra-callout tsd-alert admonition-block gitbook-hint docs-callout book-hint hint-container".split()
)
_PREFIXES = re.compile(
    r"(?:(?:theme-admonition|starlight-aside-|markdown-alert|tsd-alert|callout|hint-|hint|alert|admonition|is|nextra-callout|style)-|callout_)(\w+)$"
)
# Bootstrap's alert colours and GitBook's hint styles are no words of ours: what they stand for.
_BOOTSTRAP = {
    "danger": "CAUTION",
    "warning": "WARNING",
    "success": "TIP",
    "info": "NOTE",
    "primary": "NOTE",
    "secondary": "NOTE",
}
_STATE = re.compile(r"(?:bg|border)-(info|warning|danger|success)(?:-\w+)?")
"""GitBook names no kind, but the states that its colours stand for."""
_YARD = {
    "notetag": "NOTE",
    "todo": "NOTE",
    "abstract": "NOTE",
    "private": "NOTE",
    "api": "NOTE",
    "deprecated": "WARNING",
}
# Nextra names no kind: its colour tells.
_COLOURS = {"green": "TIP", "yellow": "WARNING", "red": "CAUTION", "purple": "IMPORTANT"}
# One class is enough where the element is a DocBook, AsciiDoc or docsify block of that name.
_BARE = frozenset({"note", "tip", "important", "warning", "caution", "warn", "danger"})
_BARE_MARKUP = frozenset({"div", "aside", "p", "blockquote"})
_MARKUP = _BARE_MARKUP | {"details", "section", "table", "dl"}
_TITLES = re.compile(
    r"admonition-title|admonitionHeading|admonition-heading|custom-block-title|starlight-aside__title|\b[\w-]*alert-title"
    r"|callout-title|callout-heading|alert-heading|hint-title|\btitle\b|(?<![\w-])heading(?![\w-])"
)
_TITLED = "-title"
"""Just the Docs: the callout begins with its title."""
_TITLE_DEPTH = 6
_TITLE_TAGS = frozenset({"p", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "strong", "header"})


@dataclass(frozen=True, slots=True)
class Callout:
    """`kind` is one of GitHub's five; `title` the element that holds the callout's own title, if it has one."""

    kind: str
    title: Element | None


def callout_of(element: Element) -> Callout | None:
    """The callout that `element` is, or None."""
    kind = _kind(element)
    if kind is None:
        return None
    icon = next((cell for cell in element.find_all("td") if classes(cell) == ["icon"]), None)
    if icon is not None:
        return _asciidoc_callout(element, kind, icon)
    title = _docbook_title(element) or _title(element)
    if kind == _UNNAMED:
        kind = _LABELS.get(title.text().strip(" :!.\n").lower(), "NOTE") if title is not None else "NOTE"
    return Callout(kind, title)


def body_of(element: Element) -> Element:
    """Where a callout's text is: in the callout, or in the table that AsciiDoc makes of it."""
    inner = list(element.children())
    return inner[0] if len(inner) == 1 and inner[0].name == "table" else element


def says_no_more(kind: str, title: str) -> bool:
    """True where a title only repeats the kind: "Warning" on a warning, or VuePress's "Tips" on a tip."""
    return without_marks(title).strip(" :!.").upper() in {kind, f"{kind}S"}


def _kind(element: Element) -> str | None:
    if element.name not in _MARKUP:
        return None
    names = classes(element)
    if not names or (element.name == "details" and "hide" in names):
        # MyST-NB: cells of code that are folded are named so, to look alike.
        return None
    if element.attrs.get("data-callout-type"):
        return _KINDS.get(element.attrs["data-callout-type"], "NOTE")
    if "nextra-callout" in names:
        return _coloured_kind(names)
    if not _MARKERS.isdisjoint(names):
        return _marked_kind(names, element.attrs.get("role", ""))
    # DocBook and AsciiDoc: <div class="note"><h3 class="title">; docsify: <p class="tip">.
    if element.name in _BARE_MARKUP and len(names) == 1 and names[0].lower() in _BARE:
        return _KINDS[names[0].lower()]
    # Node.js: <div class="api_stability api_stability_0">, of what is deprecated; 1 is experimental, 2 stable, 3 legacy.
    if names[0] == "api_stability":
        return "WARNING" if names[-1][-1] in "01" else "NOTE"
    # YARD: <div class="note todo"><strong>TODO:</strong>.
    if element.name == "div" and len(names) == 2 and names[0] == "note":
        return _YARD.get(names[1])
    # Just the Docs: <blockquote class="note-title"><p>My title</p><p>.
    if element.name == "blockquote" and len(names) == 1 and names[0].endswith(_TITLED):
        return _KINDS.get(names[0].removesuffix(_TITLED))
    # Doxygen: <dl class="section note"><dt>Note</dt><dd>.
    if element.name == "dl":
        return next((_KINDS[name] for name in names if name in _KINDS), None) if "section" in names else None
    # Material: <details class="note">.
    if element.name == "details" and names[0] in _KINDS:
        return _KINDS[names[0]]
    return None


def _coloured_kind(names: list[str]) -> str:
    return next((kind for name in names for colour, kind in _COLOURS.items() if f":bg-{colour}-" in f":{name}"), "NOTE")


def _marked_kind(names: list[str], role: str) -> str | None:
    known = frozenset(names)
    for name in names:
        if "hint" in known and (state := _STATE.fullmatch(name)):
            return _BOOTSTRAP[state[1]]
        match = _PREFIXES.match(name)
        word = match.group(1).lower() if match else name.lower()
        if "alert" in known and match and word in _BOOTSTRAP and "theme-admonition" not in known:
            return _BOOTSTRAP[word]
        if word in _KINDS and name not in _MARKERS:
            return _KINDS[word]
    if "details" in known:
        return None
    if known.isdisjoint({"alert", "callout", "hint", "book-hint"}):
        return _UNNAMED
    return _UNNAMED if role in {"alert", "note"} else None


def _title(element: Element) -> Element | None:
    """The title: the first element that holds anything, where its class or tag says that it is one."""
    if element.name == "dl":
        return element.child("dt")
    if element.name == "blockquote" and element.attrs.get("class", "").endswith(_TITLED):
        return _first_child(element)
    current = element
    for _ in range(_TITLE_DEPTH):
        first = _first_child(current)
        if first is None or first.name not in {*_TITLE_TAGS, "table", "tbody", "tr", "td"}:
            return None
        if _TITLES.search(first.attrs.get("class", "")) or first.name == "summary" or _is_titled(first):
            return first
        if first.name not in {"div", "header", "table", "tbody", "tr", "td"}:
            return None
        current = first
    return None


def _is_titled(element: Element) -> bool:
    """Mintlify names the parts of its components in an attribute; DocFX has a heading that says what kind it is, YARD a `strong`."""
    named = element.attrs.get("data-component-part") == "callout-title"
    if element.name == "strong" and element.parent is not None:
        named = classes(element.parent)[:1] == ["note"] and classes(element.parent)[-1] in _YARD
    return named or (element.name == "h5" and element.text().strip().lower() in _LABELS)


def _docbook_title(element: Element) -> Element | None:
    """DocBook's, with pictures: a cell beside title and text holds one, which is taken out; the `th` behind it is the title."""
    row = element.find("tr")
    picture, title = next(pairwise(row.children()), (None, None)) if row is not None else (None, None)
    if picture is None or title is None or (picture.name, title.name) != ("td", "th"):
        return None
    if "rowspan" not in picture.attrs or picture.text().strip():
        return None
    picture.extract()
    return title


def _asciidoc_callout(element: Element, kind: str, icon: Element) -> Callout:
    """AsciiDoc's: a word or an icon stands in one cell, the text in the other, below the callout's own title."""
    word, picture = icon.find("div", "p"), icon.find("img", "i")
    named = word.text() if word is not None else ""
    if picture is not None:
        named = picture.attrs.get("alt") or picture.attrs.get("title") or ""
    content = next((cell for cell in element.find_all("td") if "content" in classes(cell)), None)
    title = _first_child(content) if content is not None else None
    if title is None or classes(title) != ["title"]:
        title = word
    icon.extract()
    return Callout(_LABELS.get(named.strip(" :!.\n").lower(), "NOTE") if kind == _UNNAMED else kind, title)


def _first_child(element: Element) -> Element | None:
    for child in element.contents:
        if isinstance(child, Element):
            return child
        if child.strip():
            return None
    return None
