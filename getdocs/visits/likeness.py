"""Whether a Page says the same as an earlier one did, its own URL in the place where the other's was.

Pure: words in, a few digests out. Knows nothing of hosts, nor of what likeness means.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from getdocs import urls
from getdocs.model import NavNode, Page
from getdocs.policy import octets

_Words: TypeAlias = tuple[str, ...]
_Piece: TypeAlias = tuple[int, str]
"""Number and SHA-256 of some words in a row."""

_MISSING = "\0"
"""Stands between the text and what is missing: no word."""
_LEAST_OCTETS = 8
"""Octets of text, in UTF-8, beside the echoes of the URL ("not found"). Where there are fewer, the page shows little but
its own name, as does the stub of a page that exists.
"""
_MOST_PIECES = 20
"""Of an answer; more is no not-found page that anybody wrote."""
# What follows the text of a link or image: `](destination "title")`. Relative ones differ from page to page.
_TARGET = re.compile(r'\]\((<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?: "(?:[^"\\\n]|\\.)*")?\)')
# A picture is content, wherever it lies.
_PICTURE = re.compile(r"(?:^|/)([^/?#]{1,200}\.(?:png|jpe?g|gif|svg|webp|avif))(?=[?#>]|$)", re.IGNORECASE)
# What two answers of one page differ in: the time, how long it took, and the number of the request.
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = (
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s)?"
    rf"(?:\d{{1,4}}[-/.]\d{{1,2}}[-/.]\d{{1,4}}|\d{{1,2}}\.?[\s-]{_MONTH},?[\s-]\d{{4}}|{_MONTH}\s\d{{1,2}},?\s\d{{4}})"
)
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\b)?(?:\s?(?:z|utc|gmt)\b)?(?:\s?[+-]\d{2}:?\d{2})?"
_VOLATILE = re.compile(
    rf"(?<![\w.:])(?:(?:{_DATE}(?:t|,?\s(?:at\s)?))?{_CLOCK}(?![\w:])"
    r"|\d+(?:[.,]\d+)?\s?(?:ms|s|secs?|seconds?|milliseconds?)\b"
    r"|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b"
    r"|\d{10,}\b|(?=[a-z]*\d)[\da-z]{16,}\b)"
)
_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"\.\w+$")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a host shows for a URL that does not exist, as far as it has to be known to see it again."""

    title: tuple[_Piece, ...]
    text: tuple[_Piece, ...]
    """Its words, parted where its URL is echoed."""
    originals: frozenset[str]
    """The `urls.key` of each page that it may be a copy of."""

    @classmethod
    def of(cls, page: Page, url: str, token: str) -> "Answer | None":
        """The answer that `page` is, asked for at `url`, which ends in `token`; None where it says too little of its own."""
        echo = _words(token)
        before = _url_words(url)[: -len(echo)]
        title = _parted(_words(page.title), echo, before)
        text = _parted(_text(page), echo, before)
        own = sum(len(word.encode()) for piece in text for word in piece)
        if len(title) + len(text) > _MOST_PIECES or (len(text) > 1 and own < _LEAST_OCTETS):
            return None
        text[-1] += _missing(page)
        names = _words(page.title)
        entries = {entry.url for entry in _entries(page.nav) if entry.url and _words(entry.title) == names}
        originals = frozenset(urls.key(each) for each in (page.canonical, *entries) if each)
        return cls(tuple(map(_piece, title)), tuple(map(_piece, text)), originals)

    @classmethod
    def read(cls, kept: str) -> "Answer":
        """What `written` made."""
        title, text, originals = json.loads(kept)
        return cls(tuple(map(tuple, title)), tuple(map(tuple, text)), frozenset(originals))

    def written(self) -> str:
        """For the crawl's state."""
        return json.dumps([self.title, self.text, sorted(self.originals)])

    def is_shown_by(self, page: Page) -> bool:
        """Whether `page` says the same, with its own URL in place of the one that was asked for. Pure."""
        echoes = _echoes(page.url)
        # The title first: it tells most pages apart, and costs nothing.
        return _fits(_words(page.title), self.title, echoes) and _fits(
            (*_text(page), *_missing(page)), self.text, echoes
        )


def _fits(words: _Words, pieces: tuple[_Piece, ...], echoes: set[_Words]) -> bool:
    """Whether `words` are the `pieces`, with one of the `echoes` between each two."""
    ends = {0}
    for number, (count, digest) in enumerate(pieces):
        if number:
            ends = {end + len(echo) for end in ends for echo in echoes if words[end : end + len(echo)] == echo}
        ends = {end + count for end in ends if _digest(words[end : end + count]) == digest}
    return len(words) in ends


def _words(text: str) -> _Words:
    """The words of a text, as far as two answers of one page must agree in them: no marks, no case, no escapes."""
    plain = octets.unescape(text.encode(errors="replace")).decode(errors="replace").casefold()
    return tuple(_WORD.findall(_VOLATILE.sub(" 0 ", plain)))


def _text(page: Page) -> _Words:
    """The words of the Page; where it has none, what it has instead."""
    return _words(_TARGET.sub(_picture, page.markdown)) or (page.markdown.strip(),)


def _picture(target: re.Match[str]) -> str:
    found = _PICTURE.search(target[1])
    return f"] {found[1]} " if found else "] "


def _missing(page: Page) -> _Words:
    """The parts that did not load: pages that lack different parts may be different pages. Streams come and go."""
    return (_MISSING, *sorted(url for url in page.refused if not url.startswith(("ws:", "wss:"))))


def _parted(words: _Words, echo: _Words, before: _Words) -> list[_Words]:
    """`words` without the echoes of a URL, of which `echo` is the end and `before` what precedes that: the pieces between."""
    pieces: list[_Words] = []
    start = at = 0
    while at < len(words):
        if words[at : at + len(echo)] != echo:
            at += 1
            continue
        piece = words[start:at]
        pieces.append(piece[: len(piece) - _shared_end(piece, before)])
        start = at = at + len(echo)
    return [*pieces, words[start:]]


def _shared_end(left: _Words, right: _Words) -> int:
    """The most words in which both end alike."""
    most = min(len(left), len(right))
    return next((size for size in range(most, 0, -1) if left[-size:] == right[-size:]), 0)


def _url_words(url: str) -> _Words:
    """The words of a URL, its query left out and its route taken for the end of its path."""
    document, _, fragment = url.partition("#")
    return (*_words(document.partition("?")[0]), *_words(fragment.partition("?")[0]))


def _echoes(url: str) -> set[_Words]:
    """What a page may call the URL by which it was asked for: whole, or any end of it, with or without ending and query."""
    path = _url_words(url)
    parsed = urls.parse(url)
    query = parsed.query or parsed.route.partition("?")[2] if parsed else ""
    forms = {path, (*path, *_words(query))}
    if _ENDING.search(url.partition("?")[0]):
        forms.add(path[:-1])
    return {form[start:] for form in forms for start in range(len(form))}


def _entries(nav: Sequence[NavNode]) -> Iterator[NavNode]:
    for node in nav:
        yield node
        yield from _entries(node.children)


def _piece(words: _Words) -> _Piece:
    return len(words), _digest(words)


def _digest(words: _Words) -> str:
    return hashlib.sha256("\n".join(words).encode(errors="replace")).hexdigest()
