"""Says which URLs are a trap by their shape alone, and which are capped by count because a site can make more for ever.

Pure: it counts nothing, remembers nothing, and never sees a page. The Frontier keeps the counts; that a site answers
every path alike (soft 404) is told elsewhere.
"""

import re
from itertools import groupby

from getdocs import urls
from getdocs.model import Pattern

MAX_SEGMENTS = 20
"""Segments of a path; as Heritrix has it (TooManyPathSegmentsDecideRule)."""
MAX_IN_A_ROW = 2
"""Times that one to three segments may follow upon themselves; as Heritrix has it (PathologicalPathDecideRule)."""
MAX_REPEATED = 4
"""Segments of a path that stood in it before. Links that mix several folders never repeat in a row, but do repeat."""
MAX_QUERY = 1000
"""Characters."""
MAX_PARAMETERS = 15
MAX_SAME_NAME = 5
"""Values of one parameter: check boxes of a form are honest, `v=1&v=2&v=3&...` grows with every page."""
MAX_SAME_PAIR = 2
NUMBERED = 1000
"""Pages whose paths differ in numbers only, at the least: chapters, RFCs, error codes and versions are honest."""

_SHOWN = 60
# An escaped escape of an escape, or an `&amp;` escaped again: nobody writes either, a page that escapes its own URL does.
_NESTED = re.compile(r"%2525|amp(?:;|%3b)amp(?:;|%3b)", re.IGNORECASE)
# Escapes hold digits that count nothing.
_NUMBER = re.compile(r"(%[0-9a-f]{2})|\d+", re.IGNORECASE)
_CALENDAR = re.compile(
    r"(?<![a-z])(?:cal(?:endars?|endario|endrier)?|kalender|agenda|events?|(?:schedule|year|month|week|day)s?)(?![a-z])",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:[\d._,-]|[wq](?=\d)|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)+(?:\.[a-z]{3,5})?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|2\d)\d\d(?:\d\d){0,2}(?!\d)")
# `doku.php?id=install`, `index.php?title=Install`: the query is what other sites have for a path. A number there may be
# the next of an endless row.
_NAMES_A_PAGE = re.compile(r"(?:title|id|page|topic|article|doc|file|path|chapter|section)=(?!\d*$)", re.IGNORECASE)


def trap(url: str) -> str | None:
    """Why the shape of the URL shows a trap, in few words; None where it shows none. Never raises.

    A hash route is looked at like a path and its query.
    """
    parsed = urls.parse(url)
    if parsed is None:
        return None
    for path, query in _places(parsed):
        why = _endless_path(_segments(path)) or _endless_query(query)
        if why is not None:
            return why
        if _NESTED.search(path) or _NESTED.search(query):
            return "escapes of escapes"
    return None


def pattern(url: str, *, max_variants: int) -> Pattern | None:
    """What the URL shares with others that are capped together; None where nothing caps it. Never raises.

    `max_variants` is how many queries of one path are visited, the numbers in it not counting; so many, too, of the
    dates of one calendar. Of pages whose paths differ in numbers, or that a query names (`?title=Install`), ten times as
    many, and `NUMBERED` at the least. 0: nothing is capped by count.

    Spellings that `urls.key` takes for one page share one pattern, whatever the visitor's parameters are.
    """
    parsed = urls.parse(url)
    if parsed is not None and urls.is_web(parsed) and ("?" in url or ";" in url):
        # What the visitor brings along is no variant. Most URLs have neither query nor parameter, and `key` is dear.
        parsed = urls.parse(urls.key(url), parsed.href)
    if parsed is None or not urls.is_web(parsed) or not max_variants:
        return None
    many = max(NUMBERED, 10 * max_variants)
    places = _places(parsed)
    paths = [path.rstrip("/") for path, _ in places]
    query = "&".join(query for _, query in places if query)
    folded = [_undated(path) for path in paths]
    name = parsed.netloc + "#".join(_NUMBER.sub(_star, path) for path in folded)
    if folded != paths:
        return Pattern(name, max_variants)
    if query:
        named = _NAMES_A_PAGE.match(query) if "&" not in query else None
        return Pattern(f"{name}?{named[0]}*", many) if named else Pattern(f"{name}?*", max_variants)
    return Pattern(name, many) if name != parsed.netloc + "#".join(paths) else None


def _places(url: urls.Url) -> list[tuple[str, str]]:
    """Path and query of the URL, and those of its route where it has one."""
    if not url.route:
        return [(url.path, url.query)]
    path, _, query = url.route.removeprefix("!").partition("?")
    return [(url.path, url.query), (path, query)]


def _segments(path: str) -> list[str]:
    """Without the slash at its end; empty segments within count."""
    return path.removeprefix("/").removesuffix("/").split("/") if path.strip("/") else []


def _endless_path(segments: list[str]) -> str | None:
    if len(segments) > MAX_SEGMENTS:
        return f"more than {MAX_SEGMENTS} segments"
    for size in (1, 2, 3):
        # Where a segment equals the one `size` before it often enough, a sequence of that size has come round again.
        same = [a == b for a, b in zip(segments, segments[size:], strict=False)]
        at = 0
        for equal, run in groupby(same):
            length = len(list(run))
            sequence = segments[at : at + size]
            # Numbered sections (`/1/1/1`) repeat, and mean something.
            if equal and length >= MAX_IN_A_ROW * size and not "".join(sequence).isdigit():
                return f"{_shown('/'.join(sequence))} again and again"
            at += length
    if len(segments) - len(set(segments)) > MAX_REPEATED:
        return f"more than {MAX_REPEATED} segments of the path repeated"
    return None


def _endless_query(query: str) -> str | None:
    if len(query) > MAX_QUERY:
        return f"query of more than {MAX_QUERY} characters"
    pairs = [pair for pair in query.split("&") if pair]
    if len(pairs) > MAX_PARAMETERS:
        return f"more than {MAX_PARAMETERS} parameters"
    names = [pair.partition("=")[0] for pair in pairs]
    for some, most in ((names, MAX_SAME_NAME), (pairs, MAX_SAME_PAIR)):
        for one in dict.fromkeys(some):
            if some.count(one) > most:
                return f"parameter {_shown(one)} more than {most} times"
    return None


def _undated(path: str) -> str:
    """The path, its dates below a calendar folded: day, month and year views are one calendar. Else as it is."""
    segments = path.split("/")
    calendar = next((index for index, segment in enumerate(segments, 1) if _CALENDAR.search(segment)), len(segments))
    dates = [index >= calendar and bool(_DATE.fullmatch(segment)) for index, segment in enumerate(segments)]
    if not any(date and _YEAR.search(segment) for segment, date in zip(segments, dates, strict=True)):
        return path
    parts = ("[date]" if date else segment for segment, date in zip(segments, dates, strict=True))
    return "/".join(part for part, _ in groupby(parts))


def _star(match: re.Match[str]) -> str:
    return match[1] or "*"


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
