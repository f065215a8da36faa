"""Finds footnotes in the markup of any generator: a place in the text, and the note to it, that lead to each other.

Rewrites the tree: a `span` (marked with REFERENCE) stands for the place, a `div` (marked with NOTE) holds what the note says, both with
their label; the way back is gone. Writes no Markdown. A place without its note, or a note without a place, stays as it is.
"""

import re
from collections.abc import Iterable
from itertools import islice

from getdocs.read.element import Element, Node
from getdocs.read.tree import HEADINGS

REFERENCE, NOTE = "getdocs-footnote-reference", "getdocs-footnote"
"""Classes of the elements that stand for a place and for its note."""
LABEL = "data-label"
"""Attribute with the label of either."""
HINTS = "[class*=footnote], [class*=citation], [class*=endnote], [id*=footnote], [id*=endnote], [id^=fn], [id*=-fn]"
"""What there is on a page that has any."""

_NAMES = re.compile(r"footnote|endnote|citation|(?:^|[\s-])fn(?=[\d:_.-])", re.IGNORECASE)
_NO_NOTE = HEADINGS | frozenset({"section", "article", "main", "body"})
_VERBATIM = frozenset({"pre", "code"})
_HOLDERS = frozenset("td th li dd dt blockquote details".split())
"""No note stands in these: GitHub shows all of them at the end of the page anyway."""
_BRACKETS = "[]() \t\n\r\xa0"
_BLANK = " \t\n\r\xa0"
_BEHIND_LABEL = re.compile(r"^\s*[.:)\]]*\s*")
_UNFIT = re.compile(r"[\s\[\]\\^`<>*_~|&\"]")
_NEAR = 2
"""Elements around a link, or a note, whose name is looked at."""


def tell_footnotes(root: Element) -> None:
    """Rewrites every footnote below `root`. Never raises."""
    elements = [node for node in root.descendants() if isinstance(node, Element)]
    named: dict[str, Element] = {}
    for element in elements:
        if name := element.attrs.get("id"):
            named.setdefault(name, element)
    back = {name: _ways_back(named[name]) for name in dict.fromkeys(map(_place, elements)) if name in named}
    notes: dict[str, list[Element]] = {}
    for link in elements:
        name = _place(link)
        if (ways := back.get(name)) is not None and _is_reference(link, named[name], ways):
            notes.setdefault(name, []).append(link)
    labels: set[str] = set()
    for name in [name for name in named if name in notes]:
        label = _label(notes[name][0].text(), labels)
        body = _body_of(named[name], notes[name], notes[name][0].text().strip(_BRACKETS))
        if not body:
            continue
        labels.add(label)
        for link in notes[name]:
            _replace(_whole(link), Element("span", {"class": REFERENCE, LABEL: label}), [f"[^{label}]"])
        _move(root, named[name], Element("div", {"class": NOTE, LABEL: label}), body)


def _place(link: Element) -> str:
    href = link.attrs.get("href", "") if link.name == "a" else ""
    return href[1:] if href.startswith("#") else ""


def _ways_back(note: Element) -> frozenset[str] | None:
    """Where the links in a note lead; None where the element is no note, by its name and what it holds."""
    names = (_name(element) for element in (note, *islice(note.parents(), _NEAR)))
    if note.name in _NO_NOTE or not any(map(_NAMES.search, names)) or note.find(*HEADINGS) is not None:
        return None
    return frozenset(map(_place, note.find_all("a")))


def _is_reference(link: Element, note: Element, ways: frozenset[str]) -> bool:
    if not link.text().strip(_BRACKETS) or any(above is note or above.name in _VERBATIM for above in link.parents()):
        return False
    return "footnote-definition" in note.attrs.get("class", "") or not ways.isdisjoint(_places_of([link]))


def _name(element: Element) -> str:
    return f"{element.attrs.get('class', '')} {element.attrs.get('id', '')}"


def _places_of(links: Iterable[Element]) -> set[str]:
    """The names of places in the text: of the links, or of what stands around them."""
    around = (element for link in links for element in (link, *islice(link.parents(), _NEAR)))
    return {name for element in around if (name := element.attrs.get("id"))}


def _label(text: str, taken: set[str]) -> str:
    label = text.strip(_BRACKETS)
    label = "" if _UNFIT.search(label) else label
    label, number = label or "-1", 2
    whole = label
    while whole in taken:
        whole = f"{label}-{number}"
        number += 1
    return whole


def _body_of(note: Element, links: list[Element], label: str) -> list[Node]:
    """What a note says, without its label and the ways back; nothing where it says nothing: then it is as it was."""
    body = note
    if note.name == "dt":
        behind = note.parent.contents[note.at + 1 :] if note.parent is not None else []
        following = next((node for node in behind if isinstance(node, Element)), None)
        if following is None or following.name != "dd":
            return []
        body = following
    elif note.name == "table":
        body = (list(note.find_all("td")) or [note])[-1]
    places = _places_of(links)
    back = [link for link in note.find_all("a") if _place(link) in places]
    if not body.text().replace("".join(link.text() for link in back), "").strip(f"{_BRACKETS}.:{label}"):
        return []
    _take_label(body, back, label)
    for link in back:
        if link.parent is not None:
            if isinstance(before := link.previous, str):
                link.parent.contents[link.at - 1] = before.rstrip(_BLANK)
            link.extract()
    for gone in [element for element in body.find_all("span") if "backrefs" in element.attrs.get("class", "")]:
        gone.extract()
    return body.contents


def _take_label(body: Element, back: list[Element], label: str) -> None:
    """Takes away the label that a note begins with, and what stands between the two."""
    taken = False
    for node in list(body.contents):
        if isinstance(node, str):
            if node.strip():
                if taken:
                    body.contents[body.contents.index(node)] = _BEHIND_LABEL.sub("", node)
                return
        elif node in back or (node.name != "p" and node.text().strip(_BRACKETS) in {"", label} and not _shows(node)):
            node.extract()
            taken = True
        else:
            return


def _shows(element: Element) -> bool:
    return element.name in {"img", "pre", "hr"} or element.find("img", "pre") is not None


def _whole(link: Element) -> Element:
    """The link with all that stands around it for nothing but its label: brackets, a superscript."""
    label = link.text().strip(_BRACKETS)
    while (
        (above := link.parent) is not None and above.name in {"sup", "span"} and above.text().strip(_BRACKETS) == label
    ):
        link = above
    return link


def _replace(old: Element, new: Element, contents: list[Node]) -> None:
    for node in contents:
        new.append(node)
    old.insert_before(new)
    old.extract()


def _move(root: Element, note: Element, new: Element, contents: list[Node]) -> None:
    """Puts `new` in the place of a note: before the list that it is an item of, or at the end where none can stand."""
    for node in contents:
        new.append(node)
    place, parent = note, note.parent
    if parent is not None and note.name in {"li", "dt"}:
        place = parent
    if _HOLDERS.isdisjoint(above.name for above in place.parents()) and place.parent is not None:
        place.insert_before(new)
    else:
        root.append(new)
    box = place.parent
    if note.name == "dt" and parent is not None:
        behind = next(node for node in parent.contents[note.at + 1 :] if isinstance(node, Element))
        behind.extract()
    note.extract()
    if place is not note and not any(True for _ in place.children()):
        place.extract()
    if box is not None and box is not root and _NAMES.search(_name(box)):
        for rule in [child for child in box.children() if child.name == "hr"]:
            rule.extract()
