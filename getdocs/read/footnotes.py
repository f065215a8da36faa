"""Finds footnotes in the markup of any generator: a place in the text, and the note to it, that lead to each other.

Rewrites the tree: a `span` (marked with REFERENCE) stands for the place, a `div` (marked with NOTE) holds what the note says, both with
their label; the way back is gone. Writes no Markdown. A place without its note, or a note without a place, stays as it is.
"""

import re
from collections.abc import Iterable
from itertools import islice

from getdocs.read.element import Changes, Element, Node
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
    labels = _Labels()
    moves = _Moves(root)
    for name in [name for name in named if name in notes]:
        text = notes[name][0].text()
        label = labels.free(text)
        body = moves.body_of(named[name], notes[name], text.strip(_BRACKETS))
        if not body:
            continue
        labels.take(label)
        for link in notes[name]:
            reference = Element("span", {"class": REFERENCE, LABEL: label})
            reference.append(f"[^{label}]")
            _whole(link).replace_with(reference)
        moves.move(named[name], Element("div", {"class": NOTE, LABEL: label}), body)
    moves.make()


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


class _Labels:
    """The labels of a page: each is there once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}
        """Of a label that is taken: the least number that may make another of it."""

    def free(self, text: str) -> str:
        """The label that `text` says, or one made of it."""
        label = text.strip(_BRACKETS)
        label = "" if _UNFIT.search(label) else label
        label = label or "-1"
        if label not in self._taken:
            return label
        number = self._numbers.get(label, 2)
        while f"{label}-{number}" in self._taken:
            number += 1
        self._numbers[label] = number
        return f"{label}-{number}"

    def take(self, label: str) -> None:
        """It is free no more."""
        self._taken.add(label)


def _take_label(body: Element, back: set[int], label: str, changes: Changes) -> None:
    """Takes away the label that a note begins with, and what stands between the two. `back` are ways back, by their `id`."""
    taken = False
    for at, node in enumerate(body.contents):
        if isinstance(node, str):
            if node.strip():
                if taken:
                    body.contents[at] = _BEHIND_LABEL.sub("", node)
                return
        elif id(node) in back or (
            node.name != "p" and node.text().strip(_BRACKETS) in {"", label} and not _shows(node)
        ):
            changes.take_out(node)
            taken = True
        else:
            return


def _shows(element: Element) -> bool:
    return element.name in {"img", "pre", "hr"} or element.find("img", "pre") is not None


def _whole(link: Element) -> Element:
    """The link with all that stands around it for nothing but its label: brackets, a superscript."""
    label = link.text().strip(_BRACKETS)
    while (above := link.parent) is not None and above.name in {"sup", "span"} and above.says_only(label, _BRACKETS):
        link = above
    return link


class _Moves:
    """Puts what stands for a note in its place: before the list that it is an item of, or at the end where none can stand."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._changes = Changes()
        self._lists: dict[int, Element] = {}
        """Those that notes were items of."""
        self._boxes: dict[int, Element] = {}
        """Those that notes, or their lists, stand in."""

    def body_of(self, note: Element, links: list[Element], label: str) -> list[Node]:
        """What a note says, without its label and the ways back; nothing where it says nothing: then it is as it was."""
        body = note
        if note.name == "dt":
            definition = self._definition_of(note)
            if definition is None:
                return []
            body = definition
        elif note.name == "table":
            body = (list(note.find_all("td")) or [note])[-1]
        places = _places_of(links)
        back = [link for link in note.find_all("a") if _place(link) in places]
        if not body.text().replace("".join(link.text() for link in back), "").strip(f"{_BRACKETS}.:{label}"):
            return []
        changes = Changes()
        _take_label(body, {id(link) for link in back}, label, changes)
        for link in back:
            if link.parent is not None and not changes.takes_out(link):
                if isinstance(before := link.previous, str):
                    link.parent.contents[link.at - 1] = before.rstrip(_BLANK)
                changes.take_out(link)
        for gone in body.find_all("span"):
            if "backrefs" in gone.attrs.get("class", ""):
                changes.take_out(gone)
        changes.make()
        return body.contents

    def _definition_of(self, term: Element) -> Element | None:
        """The `dd` right behind a term, or None."""
        beside = term.parent.contents if term.parent is not None else []
        elements = (node for at in range(term.at + 1, len(beside)) if isinstance(node := beside[at], Element))
        following = next(elements, None)
        return following if following is not None and following.name == "dd" else None

    def move(self, note: Element, new: Element, contents: list[Node]) -> None:
        """`new`, with these contents, is to stand for `note`."""
        for node in contents:
            new.append(node)
        place, parent = note, note.parent
        if parent is not None and note.name in {"li", "dt"}:
            place = parent
        if _HOLDERS.isdisjoint(above.name for above in place.parents()) and place.parent is not None:
            self._changes.put_before(place, new)
        else:
            self._root.append(new)
        if note.name == "dt" and (definition := self._definition_of(note)) is not None:
            self._changes.take_out(definition)
        self._changes.take_out(note)
        if place is not note:
            self._lists[id(place)] = place
        if (box := place.parent) is not None and box is not self._root and _NAMES.search(_name(box)):
            self._boxes[id(box)] = box

    def make(self) -> None:
        """Makes the moves, and takes away lists that are empty now, and the lines across that stood before notes."""
        self._changes.make()
        for place in self._lists.values():
            if not any(True for _ in place.children()):
                self._changes.take_out(place)
        for box in self._boxes.values():
            for rule in box.children():
                if rule.name == "hr":
                    self._changes.take_out(rule)
        self._changes.make()
