"""What a sitemap names: pages, and further sitemaps. Pure: bytes in, URLs out.

XML sitemaps and their indexes, RSS, Atom and plain text (https://www.sitemaps.org/protocol.html), gzipped or not. It
knows nothing of Scope, and follows nothing: the children of an index are for the caller to ask for.

The parser is lxml's, with a target: it builds no tree (memory does not grow with the file), loads no DTD and no external
entity, bounds the expansion of internal ones, and goes on after most mistakes. The standard library's expat stops at the
first, which in sitemaps is often an ampersand on line two.
"""

import io
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from getdocs import urls
from getdocs.read.links import MAX_URL
from getdocs.read.packing import as_utf8, unpack

MAX_ENTRIES = 200_000
"""Of one file. The protocol allows 50,000; a site that ignores that is read a good way further."""

_MAX_NESTING = 1000
_MAX_REPAIRS = 1_000_000
_CHUNK = 64 * 1024
_PROLOGUE = 4096
_ROOTS = frozenset({"urlset", "sitemapindex", "rss", "rdf", "feed"})
# An ampersand that begins no reference, and what must be stepped over because ampersands mean nothing in it.
_BARE_AMPERSAND = re.compile(
    rb"(<!\[CDATA\[.*?(?:\]\]>|\Z))|&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class SitemapContents:
    """What one file names."""

    pages: tuple[str, ...] = ()
    """Absolute http(s) URLs, in document order, each once; anchors dropped, hash routes kept."""
    sitemaps: tuple[str, ...] = ()
    """The children of an index, likewise."""
    detail: str = ""
    """Why it was not read, or not whole; empty where it was."""


def read_sitemap(body: bytes, url: str, content_type: str | None) -> SitemapContents:
    """What the sitemap at `url` names. `content_type` is the field as sent: it matters only for the encoding. Never raises.

    Of a damaged file, what can be read; of something else (an error page), nothing, and `detail` says so.
    """
    body, damage = unpack(body)
    text = as_utf8(body, content_type).lstrip()
    contents = _read(text, url)
    if not (contents.pages or contents.sitemaps) and (declared := text.find(b"<?xml", 1, _PROLOGUE)) > 0:
        # Notices of the server's own software stand before the declaration, where nothing may stand.
        contents = _read(text[declared:], url)
    return SitemapContents(contents.pages, contents.sitemaps, damage or contents.detail)


def listed_url(reference: str, base: str | None = None) -> str | None:
    """The page or file that a listing at `base` names; None where the reference is no http(s) URL, or too long for one.

    Without a `base` it must be absolute.
    """
    reference = reference.strip()
    # The replacement character stands for bytes that could not be decoded: whatever was meant, it is not that.
    if not reference or len(reference) > MAX_URL or "\ufffd" in reference:
        return None
    parsed = urls.parse(reference, base)
    if parsed is None or not urls.is_web(parsed) or len(parsed.href) > MAX_URL:
        return None
    # Nothing else is ever dropped, and a file may name 200,000.
    return urls.page_url(parsed.href) if any(mark in parsed.href for mark in "#?@") else parsed.href


def _read(text: bytes, url: str) -> SitemapContents:
    if not text:
        return SitemapContents(detail="it is empty")
    return _from_xml(text, url) if text.startswith(b"<") else _from_lines(text)


def _from_lines(text: bytes) -> SitemapContents:
    """Of plain text: each line that is an absolute URL and nothing else. Prose names no pages."""
    lines = io.TextIOWrapper(io.BytesIO(text), "utf-8", errors="replace")
    # What has blanks in it is prose.
    entries = (_Entry(line if len(line.split(maxsplit=1)) == 1 else "") for line in lines if not line.isspace())
    contents = _resolved(tuple(itertools.islice(entries, MAX_ENTRIES + 1)), None, "")
    return contents if contents.pages else SitemapContents(detail="it is no sitemap: neither XML nor a list of URLs")


def _from_xml(text: bytes, url: str) -> SitemapContents:
    reader, mistake = _parsed(text)
    if not reader.is_sitemap:
        return SitemapContents(detail=f"it is no sitemap: {_called(reader.root, text)}")
    if mistake:
        # The parser leaves a bare ampersand out, with the name that follows: what is left is another URL.
        repaired = _BARE_AMPERSAND.sub(_escaped, text, count=_MAX_REPAIRS)
        if repaired != text:
            reader, mistake = _parsed(repaired)
    damage = mistake and f"it is no well-formed XML ({mistake}): only what could be read was taken"
    return _resolved(reader.entries, url, reader.stopped or damage)


def _resolved(entries: Sequence["_Entry"], base: str | None, damage: str) -> SitemapContents:
    """The URLs of the entries, each once; `damage` is what was wrong with the file as such."""
    pages: dict[str, None] = {}
    sitemaps: dict[str, None] = {}
    invalid = 0
    for entry in entries[:MAX_ENTRIES]:
        url = listed_url(entry.reference, base)
        if url is None:
            invalid += 1
        else:
            (sitemaps if entry.is_sitemap else pages)[url] = None
    if len(entries) > MAX_ENTRIES:
        damage = f"it has more than {MAX_ENTRIES:,} entries: the rest was not read"
    elif invalid and not damage:
        damage = f"{invalid:,} of its entries are no http(s) URL"
    return SitemapContents(tuple(pages), tuple(sitemaps), damage)


def _parsed(text: bytes) -> tuple["_Reader", str]:
    """What is read of the XML, and the first mistake in it; empty where it has none."""
    reader = _Reader()
    parser = etree.XMLParser(
        target=reader, encoding="utf-8", recover=True, resolve_entities=False, no_network=True, huge_tree=False
    )
    view = memoryview(text)
    for at in range(0, len(text), _CHUNK):
        if reader.stopped or (reader.root and not reader.is_sitemap):
            break
        parser.feed(bytes(view[at : at + _CHUNK]))
    parser.close()
    mistake = next(iter(parser.feed_error_log.filter_from_fatals()), None)
    return reader, f"line {mistake.line}: {' '.join(mistake.message[:200].split())}" if mistake else ""


def _escaped(match: re.Match[bytes]) -> bytes:
    return match[1] or b"&amp;"


def _called(root: str, text: bytes) -> str:
    if root == "html" or text[:_PROLOGUE].lower().startswith(b"<!doctype html"):
        return "it is an HTML page"
    return f"its root element is <{root[:40]}>" if root else "it has no root element"


@dataclass(frozen=True, slots=True)
class _Entry:
    reference: str
    """As written."""
    is_sitemap: bool = False


class _Reader:
    """The parser's target. Goes by local names, as the namespace is often wrong or missing, and by the parent's.

    `loc` of an image or a video is no page, and the `link` of an XHTML alternate is the same page in another language.
    """

    def __init__(self) -> None:
        self.root = ""
        self.entries: list[_Entry] = []
        self.stopped = ""
        """Why no more is read."""
        self._open: list[tuple[str, str]] = []
        self._text: list[str] | None = None
        """The pieces of the entry that is being read; None outside of one."""
        self._length = 0
        self._linked = False

    @property
    def is_sitemap(self) -> bool:
        return self.root in _ROOTS

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        space, _, name = tag.rpartition("}")
        name = name.lower()
        parent_space, parent = self._open[-1] if self._open else ("", "")
        if not self.root:
            self.root = name
        self._open.append((space, name))
        if len(self._open) > _MAX_NESTING:
            self.stopped = self.stopped or "its elements are nested too deep: the rest was not read"
        if name == "entry":
            self._linked = False
        self._text = None
        if space not in ("", parent_space):
            return
        if (parent, name) in (("url", "loc"), ("sitemap", "loc"), ("item", "link")):
            self._text, self._length = [], 0
        elif (parent, name) == ("entry", "link") and attributes.get("rel", "alternate") == "alternate":
            # One page for each entry: further alternates are other formats and languages of it.
            if not self._linked and (href := attributes.get("href")):
                self._take(parent, href)
            self._linked = True

    def data(self, text: str) -> None:
        if self._text is not None and self._length <= MAX_URL:
            self._text.append(text)
            self._length += len(text)

    def end(self, _tag: str) -> None:
        if self._text is not None and (reference := "".join(self._text).strip()):
            self._take(self._open[-2][1], reference)
        self._text = None
        if self._open:
            self._open.pop()

    def close(self) -> None:
        """Asked for by the parser's protocol."""

    def _take(self, parent: str, reference: str) -> None:
        if not self.stopped:
            self.entries.append(_Entry(reference, is_sitemap=parent == "sitemap"))
        if len(self.entries) > MAX_ENTRIES:
            self.stopped = "it has too many entries"
