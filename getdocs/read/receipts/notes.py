"""Footnotes, as both sides are made to say them: `[^label]` for a place in the text, and before the note that belongs to it.

A footnote is a place in the text and a note that lead to each other, of which the name says that it is one. What only leads back, or
counts, is no text. Of a label the (ASCII) letters and digits that it begins with are compared: Markdown allows fewer labels than pages.
"""

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice

from selectolax.lexbor import LexborNode

from getdocs.read.receipts import marks

HINTS = "[class*=footnote], [class*=citation], [class*=endnote], [id*=footnote], [id*=endnote], [id^=fn], [id*=-fn]"
"""What there is on a page that has any."""

_NAMED = re.compile(r"footnote|endnote|citation|(?:^|[\s-])fn(?=[\d:_.-])", re.IGNORECASE)
_HEADINGS = ", ".join(marks.HEADINGS)
_NONE = frozenset({*marks.HEADINGS, "section", "article", "main", "body"})
_AROUND = "[]() \t\n\r\xa0"
_BEHIND = re.compile(r"^\s*[.:)\]]*\s*")
_UNFIT = re.compile(r"[\s\[\]\\^`<>*_~|&\"]")
_WORD = re.compile(r"\w+", re.ASCII)
_WRITTEN_PLACE = re.compile(r'<sup class="footnote-reference"><a href="#([^"]*)">[^<]*</a></sup>')
_WRITTEN_NOTE = re.compile(
    r'<div class="footnote-definition" id="([^"]*)"><sup class="footnote-definition-label">[^<]*</sup>'
)


def written_out(html: str) -> str:
    """The HTML of a Markdown text, with its footnotes as text."""
    html = _WRITTEN_PLACE.sub(lambda place: _sign(unescape(place[1])), html)
    return _WRITTEN_NOTE.sub(lambda note: f"<div>{_sign(unescape(note[1]))}: ", html)


def _sign(label: str) -> str:
    word = _WORD.match(label)
    return f"[^{word[0] if word else ''}]"


def tell(root: LexborNode) -> None:
    """Makes text of the footnotes below `root`. Takes the notes apart."""
    named: dict[str, LexborNode] = {}
    for node in root.css("[id]"):
        named.setdefault(node.attributes.get("id") or "", node)
    ways: dict[str, frozenset[str] | None] = {}
    places: dict[str, list[LexborNode]] = {}
    for link in root.css("a[href^='#']"):
        name = _target(link)
        if name in named:
            if name not in ways:
                ways[name] = _leads_back(named[name])
            if _belongs(link, named[name], ways[name]):
                places.setdefault(name, []).append(link)
    for name, links in places.items():
        label = links[0].text().strip(_AROUND)
        sign = _sign("" if _UNFIT.search(label) else label)
        if _tell_note(named[name], links, label, sign):
            for link in links:
                _outermost(link, label).replace_with(sign)


def _target(link: LexborNode) -> str:
    return (link.attributes.get("href") or "")[1:]


def _leads_back(note: LexborNode) -> frozenset[str] | None:
    """Where links in a note lead; None where it is none."""
    if note.tag in _NONE or not any(_NAMED.search(_name(node)) for node in (note, *islice(_above(note), 2))):
        return None
    if note.css_first(_HEADINGS) is not None:
        return None
    return frozenset(map(_target, note.css("a[href^='#']")))


def _belongs(link: LexborNode, note: LexborNode, ways: frozenset[str] | None) -> bool:
    if ways is None or not link.text().strip(_AROUND):
        return False
    if any(node.mem_id == note.mem_id or node.tag in {"pre", "code"} for node in _above(link)):
        return False
    return "footnote-definition" in (note.attributes.get("class") or "") or not ways.isdisjoint(_ids([link]))


def _ids(links: list[LexborNode]) -> set[str | None]:
    return {node.attributes.get("id") for link in links for node in (link, *islice(_above(link), 2))}


def _tell_note(note: LexborNode, links: list[LexborNode], label: str, sign: str) -> bool:
    """Whether the note says anything: only then it is one."""
    ids = _ids(links)
    ways = [way for way in note.css("a[href^='#']") if _target(way) in ids]
    body = _body_of(note)
    if body is None or not body.text().replace("".join(way.text() for way in ways), "").strip(f"{_AROUND}.:{label}"):
        return False
    if note.tag == "dt":
        _empty(note)
    else:
        _take_label(body, label, {way.mem_id for way in ways})
        for way in [way for way in note.css("a[href^='#']") if _target(way) in ids]:
            way.replace_with(" ")
        for way in body.css("span.backrefs"):
            way.replace_with("")
    if body.first_child is not None:
        body.first_child.insert_before(f"{marks.BREAK}{sign}: ")
    if note.tag in {"li", "table"}:
        note.insert_before(marks.BREAK)
        note.insert_after(marks.BREAK)
    if note.tag == "li":
        note.unwrap()
    return True


def _body_of(note: LexborNode) -> LexborNode | None:
    if note.tag == "table":
        return (note.css("td") or [note])[-1]
    if note.tag != "dt":
        return note
    following = next((node for node in _behind(note) if node.is_element_node), None)
    return following if following is not None and following.tag == "dd" else None


def _empty(node: LexborNode) -> None:
    for child in list(node.iter(include_text=True)):
        child.replace_with("")


def _take_label(body: LexborNode, label: str, ways: set[int]) -> None:
    """Takes away the label that a note begins with, and what stands between the two."""
    taken = False
    for node in list(body.iter(include_text=True)):
        text = node.text_content or "" if node.is_text_node else ""
        if text.strip():
            if taken:
                node.replace_with(_BEHIND.sub("", text))
            return
        if node.is_text_node:
            continue
        is_label = node.tag != "p" and node.text().strip(_AROUND) in {"", label} and node.css_first("img, pre") is None
        if node.mem_id not in ways and not is_label:
            return
        node.replace_with("")
        taken = True


def _outermost(link: LexborNode, label: str) -> LexborNode:
    above = link.parent
    while above is not None and above.tag in {"sup", "span"} and above.text().strip(_AROUND) == label:
        link, above = above, above.parent
    return link


def _name(node: LexborNode) -> str:
    return f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}"


def _above(node: LexborNode) -> Iterator[LexborNode]:
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def _behind(node: LexborNode) -> Iterator[LexborNode]:
    following = node.next
    while following is not None:
        yield following
        following = following.next
