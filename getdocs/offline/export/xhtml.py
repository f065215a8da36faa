"""HTML that is safe to show as well-formed XHTML that EPUB's validator takes: elements where they may stand, values that they may have. Pure.

What a page shows stays; a block in a place where none may be is shown as one by the style sheet.
"""

import re
from collections.abc import Callable
from html import escape

from lxml import etree

_VOID = re.compile(r"<((?:br|col|hr|img|input|wbr)\b(?: [a-z-]+=\"[^\"]*\")*)>")
"""As `rendering` writes them: text and values have no angle brackets of their own."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_BLOCK = "block"
"""The class of what is a block and must not be called one."""

_BLOCKS = frozenset(
    "blockquote caption col colgroup dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table"
    " tbody td tfoot th thead tr ul".split()
)
_PHRASING = frozenset(
    "abbr b bdi bdo cite code dfn del em i ins kbd mark q rp rt ruby s samp small span strong sub sup u var".split()
)
_LINES = frozenset("h1 h2 h3 h4 h5 h6 p pre summary".split())
"""Blocks that hold phrases only."""
_PARENTS = {
    "li": ("ul", "ol"),
    "dt": ("dl",),
    "dd": ("dl",),
    "figcaption": ("figure",),
    "summary": ("details",),
    "rt": ("ruby",),
    "rp": ("ruby",),
}
_NOT_WITHIN = {"a": ("a", "input", "details"), "dfn": ("dfn",)}
"""What may not be part of an element, however deep."""
_PARTS = {"caption": 0, "colgroup": 1, "thead": 2, "tbody": 3, "tfoot": 4}
_Check = Callable[[str], bool]


def _any(_value: str) -> bool:
    return True


def _number(value: str) -> bool:
    return _NUMBER.fullmatch(value) is not None


_GLOBAL: dict[str, _Check] = {
    "id": lambda value: bool(value) and not re.search(r"\s", value),
    "title": _any,
    "class": _any,
    "lang": lambda value: _LANGUAGE.fullmatch(value) is not None,
    "dir": lambda value: value in ("ltr", "rtl", "auto"),
}
_OWN: dict[str, dict[str, _Check]] = {
    "a": {"href": _any},
    "img": {"src": _any, "alt": _any, "width": _number, "height": _number},
    "td": {"colspan": _number, "rowspan": _number},
    "th": {
        "colspan": _number,
        "rowspan": _number,
        "scope": lambda value: value in ("row", "col", "rowgroup", "colgroup"),
    },
    "ol": {"start": _number, "reversed": _any},
    "input": {"type": _any, "disabled": _any, "checked": _any},
    "details": {"open": _any},
}
_RENAMED = {"time": "span", "center": "div"}


def tree(html: str) -> etree._Element:
    """What `rendering.shown` gives, as the content of an element `body`. Raises ValueError where it nests too deeply."""
    text = _VOID.sub(r"<\1/>", _NOT_XML.sub("\ufffd", html))
    try:
        # Within the limits of a reader's own parser.
        (body,) = etree.fromstring(f"<html><body>{text}</body></html>", etree.XMLParser(resolve_entities=False))
    except etree.XMLSyntaxError as error:
        raise ValueError(f"not well-formed: {error}") from error
    _tidy(body)
    return body


def text_only(text: str) -> etree._Element:
    """Any text, as it is, in an element `body`."""
    body = etree.Element("body")
    etree.SubElement(body, "pre").text = _NOT_XML.sub("\ufffd", text)
    return body


def characters(text: str) -> str:
    """Text as XML has it, in an element or an attribute."""
    return escape(_NOT_XML.sub("\ufffd", text))


def ids(body: etree._Element) -> frozenset[str]:
    """What a fragment may name."""
    return frozenset(str(each.get("id")) for each in body.iter() if each.get("id"))


def _tidy(body: etree._Element) -> None:
    every = [each for each in body.iter() if each is not body]
    for each in every:
        _keep_good_values(each)
    for each in every:
        _rename_misplaced(each)
    for each in every:
        _give_children_their_place(each)
    # Inner ones first: what becomes of them decides about those around them.
    for each in reversed(every):
        if each.tag in _PHRASING and _holds_block(each):
            each.tag = "div"
        elif each.tag in _LINES:
            _as_phrases(each)


def _keep_good_values(element: etree._Element) -> None:
    element.tag = _RENAMED.get(element.tag, element.tag)
    own = _OWN.get(element.tag, {})
    for name, value in element.attrib.items():
        check = own.get(name) or _GLOBAL.get(name)
        if check is None or not check(value):
            del element.attrib[name]
    if element.tag == "bdo" and "dir" not in element.attrib:
        element.tag = "span"
    if "lang" in element.attrib:
        element.set("{http://www.w3.org/XML/1998/namespace}lang", element.attrib["lang"])


def _rename_misplaced(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None and parent.tag not in _PARENTS.get(element.tag, (parent.tag,)):
        element.tag = "div"
    not_within = _NOT_WITHIN.get(element.tag)
    if not_within is not None and any(inner.tag in not_within for inner in element.iterdescendants()):
        element.tag = "span"
        element.attrib.pop("href", None)


def _give_children_their_place(parent: etree._Element) -> None:
    match parent.tag:
        case "ul" | "ol":
            _only(parent, ("li",))
        case "dl":
            _only(parent, ("dt", "dd"))
            _pair(parent)
        case "details":
            _summarise(parent)
        case "table":
            _sort(parent)


def _only(parent: etree._Element, wanted: tuple[str, ...]) -> None:
    """What a list must not hold gets an item of its own."""
    if (parent.text or "").strip():
        item = etree.Element(wanted[-1])
        item.text, parent.text = parent.text, None
        parent.insert(0, item)
    for child in list(parent):
        item = child
        if child.tag not in wanted:
            item = etree.Element(wanted[-1])
            parent.replace(child, item)
            item.append(child)
            item.tail, child.tail = child.tail, None
        if (item.tail or "").strip():
            rest = etree.SubElement(item, "span")
            rest.text, item.tail = item.tail, None


def _pair(parent: etree._Element) -> None:
    """A list of terms begins with one, and ends with what is said of it."""
    if len(parent) and parent[0].tag == "dd":
        parent.insert(0, etree.Element("dt"))
    if len(parent) and parent[-1].tag == "dt":
        etree.SubElement(parent, "dd")


def _summarise(parent: etree._Element) -> None:
    """Details begin with one summary."""
    found = [child for child in parent if child.tag == "summary"]
    for extra in found[1:]:
        extra.tag = "div"
    if not found:
        found = [etree.Element("summary")]
        found[0].text = "…"
    summary = found[0]
    before = parent.text or ""
    parent.text = None
    if summary is not next(iter(parent), None):
        if (above := summary.getprevious()) is not None:
            above.tail = (above.tail or "") + (summary.tail or "")
            summary.tail = None
        parent.insert(0, summary)
    summary.tail = before + (summary.tail or "")


def _sort(table: etree._Element) -> None:
    """A table has a caption, columns, a head, bodies and a foot, in this order."""
    for name, other in (("caption", ""), ("thead", "tbody"), ("tfoot", "tbody")):
        first, *others = [child for child in table if child.tag == name] or [None]
        for extra in others:
            extra.tag = other or "span"
            if first is not None and not other:
                first.append(extra)
    table[:] = sorted(table, key=lambda child: _PARTS.get(child.tag, _PARTS["tbody"]))


def _holds_block(element: etree._Element) -> bool:
    return any(each.tag in _BLOCKS for each in element.iterdescendants())


def _as_phrases(line: etree._Element) -> None:
    for each in line.iterdescendants():
        if each.tag in _BLOCKS:
            each.tag = "span"
            for name in set(each.attrib) - {"id", "title", "lang"}:
                del each.attrib[name]
            each.set("class", _BLOCK)
