"""What the links to a page have to name, and what has to be put into its file for them. Pure.

A place in a heading has the heading's anchor. Another gets an anchor of its own, `<a id="x"></a>`, under the name that the site
gives it; in Obsidian, which knows none, the heading above it stands for it.
"""

import html
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from getdocs.config import AnchorStyle
from getdocs.model import Anchor
from getdocs.urls import unescaped
from getdocs.write.relink import markup
from getdocs.write.relink.markup import Edit, edited, events, tag
from getdocs.write.relink.slugs import Heading, anchors_of, github_slug, headings
from getdocs.write.relink.spots import Spot, spots
from getdocs.write.relink.tags import tags

_NAMED = re.compile(r"\{[^{}]*#([^\s{}]+)[^{}]*\}\s*$|:id=(\S+)\s*$")
"""What a heading of Markdown may say of its own anchor: `{#name}`, and docsify's `:id=name`."""
_ANCHOR = re.compile(r'<a id="[^"]*"></a>')
_IN_ATTRIBUTE = str.maketrans({char: f"&#{ord(char)};" for char in "|`\n\r\t\\[]$"})
"""What Markdown might make something of, before it knows that it stands in a tag."""


@dataclass(frozen=True, slots=True)
class Landing:
    """What links to one page name. `fragments`: for each name that the site uses the fragment, unescaped; empty: the top."""

    fragments: Mapping[str, str] = field(default_factory=dict)
    edits: tuple[Edit, ...] = ()
    """What puts the anchors into its text."""


def landing(markdown: str, anchors: Sequence[Anchor] | None, wanted: Collection[str], style: AnchorStyle) -> Landing:
    """How the `wanted` names of places on a page can be reached in its file; those that the site does not know are left out.

    `anchors` None: the page was Markdown already, and its places are its headings, and those that its raw HTML names.
    """
    if not wanted:
        return Landing()
    found = headings(markdown)
    named = anchors_of(found, style)
    if anchors is None:
        return Landing(_own_names(markdown, found, named, wanted))
    fragments: dict[str, str] = {}
    own: list[tuple[int, str, str]] = []
    known = {anchor.name: anchor.at for anchor in anchors}
    places = sorted((known[name], each, name) for each in wanted if (name := _known(each, known)) is not None)
    data_at = _Bytes(markdown)
    for (at, each, name), spot in zip(
        places, spots(markdown, found, [data_at(at) for at, _, _ in places]), strict=True
    ):
        if spot is None or at == 0:
            fragments[each] = ""
        elif spot.heading is not None and (anchor := named[spot.heading]):
            fragments[each] = anchor
        elif style is AnchorStyle.OBSIDIAN or spot.heading is not None:
            fragments[each] = _above(found, named, spot)
        else:
            own.append((spot.at, each, name))
    edits = _put_in(markdown, own, frozenset(named), fragments)
    return Landing(fragments, edits)


def names_of(markdown: str, style: AnchorStyle) -> frozenset[str]:
    """What a fragment may call in a file: the anchors of its headings, and the names in its raw HTML."""
    return frozenset((*filter(None, anchors_of(headings(markdown), style)), *_raw_names(markdown)))


def _known(fragment: str, names: Collection[str]) -> str | None:
    """The name that a fragment means (HTML standard, 7.4.6.4): as it is written, else with its escapes undone."""
    if fragment in names:
        return fragment
    return plain if (plain := unescaped(fragment)) in names else None


def _above(found: Sequence[Heading], named: Sequence[str], spot: Spot) -> str:
    """The anchor of the last heading before a spot; empty where there is none."""
    last = spot.heading if spot.heading is not None else None
    above = [
        anchor
        for number, (heading, anchor) in enumerate(zip(found, named, strict=True))
        if anchor and (number <= last if last is not None else heading.start < spot.at)
    ]
    return above[-1] if above else ""


class _Bytes:
    """How many bytes some characters of a text take; asked in ascending order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._chars = self._bytes = 0

    def __call__(self, chars: int) -> int:
        self._bytes += len(self._text[self._chars : chars].encode())
        self._chars = chars
        return self._bytes


def _put_in(
    markdown: str, own: Iterable[tuple[int, str, str]], taken: frozenset[str], fragments: dict[str, str]
) -> tuple[Edit, ...]:
    """The edits that give places anchors of their own. A text that would read otherwise for one of them gets none."""
    ids: dict[str, str] = {}
    edits: list[Edit] = []
    for at, each, name in own:
        if name not in ids:
            ids[name] = next(free for free in _free(name) if free not in taken and free not in ids.values())
            edits.append((at, at, _anchor(ids[name]).encode()))
        fragments[each] = ids[name]
    if not edits or _reads_the_same(markdown, edits):
        return tuple(edits)
    good = [edit for edit in edits if _reads_the_same(markdown, [edit])]
    if not _reads_the_same(markdown, good):
        good = []
    kept = {edit[2] for edit in good}
    for _, each, name in own:
        if _anchor(ids[name]).encode() not in kept:
            fragments[each] = ""
    return tuple(good)


def _free(name: str) -> Iterable[str]:
    yield name
    for number in count(1):
        yield f"{name}-{number}"


def _anchor(name: str) -> str:
    return f'<a id="{html.escape(name).translate(_IN_ATTRIBUTE)}"></a>'


def _reads_the_same(markdown: str, edits: Sequence[Edit]) -> bool:
    put_in = {new.decode() for _, _, new in edits}

    def without(text: str) -> str:
        return _ANCHOR.sub(lambda anchor: "" if anchor[0] in put_in else anchor[0], markup.html(text))

    return without(edited(markdown, edits)) == without(markdown)


def _own_names(
    markdown: str, found: Sequence[Heading], named: Sequence[str], wanted: Collection[str]
) -> dict[str, str]:
    """For a page that was Markdown already: by the anchors that its headings may have, and by the names in its raw HTML."""
    by_name: dict[str, str] = {name: name for name in _raw_names(markdown)}
    for heading, anchor in zip(found, named, strict=True):
        own = _NAMED.search(heading.text)
        plain = _NAMED.sub("", heading.text).strip()
        for name in (own and (own[1] or own[2]), anchor, github_slug(plain)):
            if name:
                by_name.setdefault(name, anchor)
    for style in AnchorStyle:
        for other, anchor in zip(anchors_of(found, style), named, strict=True):
            by_name.setdefault(other, anchor)
    return {each: by_name[name] for each in wanted if (name := _known(each, by_name)) is not None}


def _raw_names(markdown: str) -> Iterable[str]:
    data = markdown.encode()
    for name, value, start, end in events(markdown):
        if name == "InlineHtml" or (name == "Start" and tag(value) == "HtmlBlock"):
            for each in tags(data, start, end):
                yield from each.names()
