"""Reads a robots.txt by RFC 9309, on bytes, and answers for one URL and one user agent.

It fetches nothing, keeps nothing beyond the file, and does not decide what the absence of a file means. Which rule
wins is in `robots_match`; why neither is a library: docs/adr/0003.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from operator import itemgetter
from typing import TypeAlias

from getdocs import urls
from getdocs.policy.agent import product_token
from getdocs.policy.robots_match import Patterns

LIMIT = 500 * 1024
"""Bytes of a robots.txt that are read: RFC 9309 2.5 asks for this much at least."""
_SHOWN = 200
"""Bytes of a rule that a Verdict repeats: a rule may be as long as the file."""

# A record is a line, found by the line feed before it. Field names and their misspellings, a name that goes on after
# the known part, and a missing colon between exactly two words are read as Google's parser reads them. White space is
# space, tab, vertical tab and form feed.
_START = rb"\n[ \t\v\f]*"
_COLON = rb"[^\n#:]*:[ \t\v\f]*"
_NO_COLON = rb"[^ \t\n#:]*[ \t]+[\v\f]*(?=[^\s#:][^ \t\n#:]*[ \t\v\f]*(?:[\n#]|\Z))"
_TOKEN = rb"(\*(?=[\s#]|\Z)|[a-z_-]*)"
_AGENT = re.compile(
    _START + rb"(?:user[- ]?agent" + _COLON + rb"|user-?agent" + _NO_COLON + rb")" + _TOKEN, re.IGNORECASE
)
_VALUE = rb"(?:" + _COLON + rb"|" + _NO_COLON + rb")([^\n#]*)"
_ALLOW = re.compile(_START + rb"allow" + _VALUE, re.IGNORECASE)
_DISALLOW = re.compile(_START + rb"di(?:ss?all?ow|sallaw|asllow)" + _VALUE, re.IGNORECASE)
_RULE = re.compile(_ALLOW.pattern + rb"|" + _DISALLOW.pattern, re.IGNORECASE)
_DELAY = re.compile(_START + rb"crawl[- ]?delay[ \t\v\f]*:?([^\n#]*)", re.IGNORECASE)
_RULE_OR_DELAY = re.compile(_RULE.pattern + rb"|" + _DELAY.pattern, re.IGNORECASE)
_DELAY_GROUP = _RULE_OR_DELAY.groups
_SITEMAP = re.compile(_START + rb"site-?maps?(?:[ \t\v\f]*:|[ \t]+(?=https?://))([^\n#]*)", re.IGNORECASE)
_SECONDS = re.compile(rb"[0-9]{1,9}(?:\.[0-9]*)?|\.[0-9]+")
_HTML = re.compile(
    rb"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)

_Span: TypeAlias = tuple[int, int]
_Block: TypeAlias = tuple[tuple[bytes, ...], _Span, bool]
"""Agents named in succession, in lower case; where that begins, and where what stands below them ends; whether it ends a
group: a rule is among it, or nothing follows. Plain tuples, as there may be tens of thousands."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of one agent, and where in the text they stand."""

    spans: tuple[_Span, ...]
    allow: Patterns
    disallow: Patterns


@dataclass(frozen=True, slots=True)
class Verdict:
    """May the URL be asked for? True in a boolean context where it may."""

    allowed: bool
    rule: str = ""
    """The line that decided, as written, less white space and comment (200 bytes at most); empty where none did."""
    line: int = 0
    """Its number, from 1; 0 where no line decided."""

    def __bool__(self) -> bool:
        return self.allowed


class RobotsTxt:
    """One robots.txt. Made by `parse`; knows no agent until it is asked about one."""

    __slots__ = ("_blocks", "_delays", "_groups", "_rules", "_text", "is_html", "sitemaps")

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._blocks = tuple(_blocks(text))
        self._groups = tuple(_groups(self._blocks)) if not all(map(itemgetter(2), self._blocks)) else self._blocks
        self._delays: dict[bytes, float | None] = {}
        self._rules: dict[bytes, _Rules] = {}
        self.sitemaps: tuple[str, ...] = tuple(
            dict.fromkeys(found.decode(errors="replace") for raw in _SITEMAP.findall(text) if (found := raw.strip()))
        )
        """Sitemap values in the order of the file, each once, as written: mostly, but not always, absolute URLs."""
        self.is_html: bool = _HTML.match(text[:2048]) is not None
        """True where the body is an HTML page. Lines in it that read as records count (RFC 9309 2.3.1.5); whoever knows
        that the server also calls it HTML takes `parse(b"")` in its place, and warns."""

    @classmethod
    def parse(cls, body: bytes) -> "RobotsTxt":
        """Reads the first 500 KiB of any bytes, a last line cut off by that limit not among them. Never raises."""
        text = _decoded(body[:LIMIT]).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if len(body) > LIMIT and body[LIMIT : LIMIT + 1] not in b"\r\n":
            text = text[: text.rfind(b"\n") + 1]
        # What follows a NUL is not read, as in Google's parser: the wider reading of a rule.
        return cls(b"\n" + text.replace(b"\0", b"#") + b"\n")

    def allows(self, url: str, user_agent: str) -> Verdict:
        """Whether a request for `url` may be sent under `user_agent`, the full User-Agent field of that request.

        The URL is taken as it would be sent: resolved by the WHATWG rules, less its fragment. One that cannot be parsed
        is refused. Only its path and query count; that these are the rules of its origin is for the caller to know.
        """
        parsed = urls.parse(url, "http://robots.invalid/")
        if parsed is None or not urls.is_web(parsed):
            return Verdict(allowed=False)
        path = urls.without_fragment(parsed.href).split("/", 3)[3]
        if path == "robots.txt":
            return Verdict(allowed=True)
        rules = self._rules_for(user_agent)
        allow, disallow = (patterns.most_specific(b"/" + path.encode()) for patterns in (rules.allow, rules.disallow))
        if max(allow, disallow)[0] == 0:
            return Verdict(allowed=True)
        if allow[0] >= disallow[0]:
            return self._verdict(_ALLOW, rules.spans, allow[1], allowed=True)
        return self._verdict(_DISALLOW, rules.spans, disallow[1], allowed=False)

    def crawl_delay(self, user_agent: str) -> float | None:
        """Seconds that the site asks `user_agent` to leave between requests; None where it asks for nothing usable.

        The record is no part of RFC 9309. It holds for the agents named directly above it, and only those of the agent's
        own groups are read; of several the largest holds. Anything but a plain decimal number is ignored.
        """
        token = self._token(user_agent)
        if token not in self._delays:
            values = map(bytes.strip, self._found(_DELAY, _spans(self._blocks, token)))
            seconds = (float(value) for value in values if _SECONDS.fullmatch(value))
            self._delays[token] = max(seconds, default=None)
        return self._delays[token]

    def _token(self, user_agent: str) -> bytes:
        """What the groups that apply are named: the agent's product token, else a star."""
        token = product_token(user_agent).encode()
        return token if token and any(token in agents for agents, _, _ in self._blocks) else b"*"

    def _rules_for(self, user_agent: str) -> _Rules:
        token = self._token(user_agent)
        if token not in self._rules:
            spans = _spans(self._groups, token)
            allow, disallow = (list(map(bytes.strip, self._found(kind, spans))) for kind in (_ALLOW, _DISALLOW))
            self._rules[token] = _Rules(spans, Patterns(allow, wide=False), Patterns(disallow, wide=True))
        return self._rules[token]

    def _found(self, record: re.Pattern[bytes], spans: Iterable[_Span]) -> Iterator[bytes]:
        return chain.from_iterable(record.findall(self._text, *span) for span in spans)

    def _verdict(self, record: re.Pattern[bytes], spans: Iterable[_Span], index: int, *, allowed: bool) -> Verdict:
        """The verdict by the record of that index: its line is looked up only now, as reading them all costs as much."""
        records = chain.from_iterable(record.finditer(self._text, *span) for span in spans)
        start = next(islice(records, index, None)).start() + 1
        written = self._text[start : self._text.find(b"\n", start)].partition(b"#")[0].strip()
        return Verdict(allowed, written[:_SHOWN].decode(errors="replace"), self._text.count(b"\n", 0, start))


def _decoded(body: bytes) -> bytes:
    """The bytes of a UTF-8 file less its mark, whole or partial. What begins as UTF-16 is transcoded (RFC 9309 2.2.2 may)."""
    for mark, codec, high in ((b"\xff\xfe", "utf-16-le", 3), (b"\xfe\xff", "utf-16-be", 2)):
        # The mark alone is no proof: bytes of any kind may stand on the first line of a readable file.
        if body.startswith(mark) and not any(body[high:10:2]):
            return body[2:].decode(codec, errors="replace").encode()
    for mark in (b"\xef\xbb\xbf", b"\xef\xbb", b"\xef"):
        if body.startswith(mark):
            return body[len(mark) :]
    return body


def _blocks(text: bytes) -> Iterator[_Block]:
    """The blocks of a file: names in succession, until a rule or a Crawl-delay stands between two of them.

    Nothing else ends one: no empty line, no comment, no other record (RFC 9309 2.2.4).
    """
    agents: list[bytes] = []
    first = below = 0
    for match in _AGENT.finditer(text):
        if agents and (ended := _RULE_OR_DELAY.search(text, below, match.start())):
            ruled = ended.lastindex != _DELAY_GROUP or bool(_RULE.search(text, ended.end(), match.start()))
            yield tuple(agents), (first, match.start()), ruled
            agents, first = [], match.start()
        elif not agents:
            first = match.start()
        agents.append(match[1].lower())
        below = match.end()
    if agents:
        yield tuple(agents), (first, len(text)), True


def _groups(blocks: Iterable[_Block]) -> Iterator[_Block]:
    """What RFC 9309 calls groups: there a Crawl-delay, which it does not know, ends none."""
    agents: list[bytes] = []
    first = -1
    for named, (start, end), ruled in blocks:
        agents += named
        first = start if first < 0 else first
        if ruled:
            yield tuple(agents), (first, end), True
            agents, first = [], -1


def _spans(groups: Iterable[_Block], token: bytes) -> tuple[_Span, ...]:
    """Where the groups of that name stand; those that follow each other are one span."""
    spans: list[_Span] = []
    for agents, (start, end), _ in groups:
        if token in agents:
            follows = bool(spans) and spans[-1][1] == start
            spans.append((spans.pop()[0] if follows else start, end))
    return tuple(spans)
