"""A Page out of a resource that is Markdown or plain text already: kept as it is, word for word."""

import re

from getdocs import urls
from getdocs.model import Page, Response
from getdocs.read.links import MAX_URL, is_anchor
from getdocs.read.static import decode

_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(\S.*)$", re.MULTILINE)
_SETEXT = re.compile(r"^(?P<title>[^\s>#|`-].*)\n=+[ \t]*$", re.MULTILINE)
_FENCED = re.compile(r"^( {0,3})(`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}\2[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_LONG_LINE = 10_000
"""Characters of a line in which code spans are no longer looked for: that takes time with the square of its length."""
_CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_INLINE = re.compile(
    r"(?<!\!)\[(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*\]\(\s*(?:<([^<>\n]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))(?=\s|\))"
)
_REFERENCE = re.compile(r"^ {0,3}\[[^\]\n]+\]:\s*<?([^\s>]+)", re.MULTILINE)
_ESCAPED = re.compile(rb"%([0-9A-Fa-f]{2})")
_AUTOLINK = re.compile(r"<(https?://[^\s<>]+)>", re.IGNORECASE)


def verbatim_page(response: Response) -> Page:
    """The body, decoded, as the Page's Markdown. Its title is the first heading, else the last segment of the path.

    Links are those of inline links, reference definitions and autolinks, outside code; images are none. Never raises.
    """
    text = decode(response).replace("\r\n", "\n").lstrip("\ufeff")
    lines = _FENCED.sub("", text).split("\n")
    prose = "\n".join(_CODE_SPAN.sub("", line) if len(line) < _LONG_LINE else line for line in lines)
    return Page(
        url=response.url,
        title=_title(prose, response.url),
        status=response.status,
        markdown=text,
        links=_links(prose, response.url),
        nav=(),
    )


def _title(prose: str, url: str) -> str:
    atx, setext = _HEADING.search(prose), _SETEXT.search(prose)
    if setext is not None and (atx is None or setext.start() < atx.start()):
        return setext.group("title").strip()
    if atx is not None:
        return atx.group(1).strip().rstrip("#").strip()
    parsed = urls.parse(url)
    segments = [segment for segment in (parsed.path if parsed else "").split("/") if segment]
    return _unquoted(segments[-1]) if segments else url


def _unquoted(segment: str) -> str:
    raw = _ESCAPED.sub(lambda match: bytes.fromhex(match.group(1).decode()), segment.encode())
    return raw.decode("utf-8", "replace")


def _links(prose: str, url: str) -> tuple[str, ...]:
    found: list[tuple[int, str]] = [
        (match.start(), match.group(match.lastindex or 0))
        for pattern in (_INLINE, _REFERENCE, _AUTOLINK)
        for match in pattern.finditer(prose)
    ]
    links: dict[str, None] = {}
    for _, reference in sorted(found):
        if not reference or len(reference) > MAX_URL or is_anchor(reference):
            continue
        parsed = urls.parse(reference, url)
        if parsed is not None and urls.is_web(parsed):
            links[urls.page_url(parsed.href)] = None
    return tuple(links)
