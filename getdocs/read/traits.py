"""What of a page's HTML its scripts could take hold of, and which scripts these are. Pure; knows nothing of what they do.

Two pages with the same scripts and the same traits look the same to them. The HTML is searched, not parsed: that takes a
tenth of the time, and what is found only has to be the same wherever a template has written the same.
"""

import hashlib
import re
from dataclasses import dataclass

from getdocs import urls

_EDGE = re.compile(r"<(/?)(pre|code|svg|math|script|style|textarea)\b[^<>]*>", re.IGNORECASE)
"""Of what lies between, only the outermost tag counts: highlighted code and drawings are all classes."""
_TAG = re.compile(r"<([a-z][^\s/<>]*)", re.IGNORECASE)
_CLASSES = re.compile(
    r"""<([a-z][^\s/<>]*)[^<>]*?\sclass\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))""", re.IGNORECASE
)
_BODY = re.compile(r"<(?:html|body)\b[^<>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\s([a-z@:_][\w:.@-]*)=["']""", re.IGNORECASE)
_VALUE = re.compile(r"""\s(role|http-equiv)\s*=\s*["']?([\w-]+)""", re.IGNORECASE)
_SCRIPT = re.compile(r"<script\b", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script", re.IGNORECASE)
_SOURCE = re.compile(r"""\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_TYPE = re.compile(r"""\stype\s*=\s*["']?([^\s"'>]*)""", re.IGNORECASE)
_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|\d+')
_ID = re.compile(r"""\sid\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))""", re.IGNORECASE)
ANY_NUMBER = re.compile(r"\d+")
"""In names: what numbers tell apart is all the same."""
_NO_LETTER = re.compile(r"[^a-z]+")
_ENDING = re.compile(r"\.html?$")

# What every text is made of. Scripts that care for it care for it on every page.
_PLAIN = frozenset(
    "html head body title meta link base style script p div span a b i u s q em strong small mark del ins sub sup br wbr hr "
    "h1 h2 h3 h4 h5 h6 ul ol li dl dt dd pre code kbd samp var tt cite dfn abbr blockquote table caption colgroup col thead "
    "tbody tfoot tr th td img figure figcaption header footer main nav section article aside".split()
)


@dataclass(frozen=True, slots=True)
class Traits:
    """`scripts` is a digest of which scripts a page has; `names` are the elements, classes, attributes and roles in it.

    `others` can only matter to scripts that ask for it: elements that every text is made of, ids (`#x`), and which element
    has which class (`div.x`).
    """

    scripts: str
    names: frozenset[str]
    others: frozenset[str] = frozenset()


def traits_of(html: str, url: str) -> Traits:
    """The Traits of the page at `url`. Never raises. Linear in the length of `html`.

    A script in the page counts by its code, without the strings and numbers in it: these differ from page to page. A class
    that spells the path of the page is left out, and numbers in classes are all alike.
    """
    scripts = sorted({_script(piece, url) for piece in _SCRIPT.split(html)[1:]} - {""})
    before, *pieces = _BODY.sub("", _in_the_open(html)).split("<")
    text = "<".join((before, *dict.fromkeys(pieces)))  # half of it: what is looked for nowhere reaches beyond a "<"
    tags = {tag.lower() for tag in set(_TAG.findall(text))}
    names = {tag for tag in tags if tag not in _PLAIN}
    others = tags - names
    names.update(f"@{name.lower()}" for name in set(_ATTRIBUTE.findall(text)))
    names.update(f"{name}={value}".lower() for name, value in set(_VALUE.findall(text)))
    path = _letters(_ENDING.sub("", urls.without_fragment(url).partition("?")[0].partition("://")[2].partition("/")[2]))
    for tag, *found in set(_CLASSES.findall(text)):
        for name in "".join(found).split():
            if not path or _letters(name) != path:
                of_it = f".{ANY_NUMBER.sub('0', name)}"
                names.add(of_it)
                others.add(f"{tag.lower()}{of_it}")
    others.update(f"#{ANY_NUMBER.sub('0', ''.join(found))}" for found in set(_ID.findall(text)))
    return Traits(
        hashlib.blake2b("\n".join(scripts).encode(errors="replace"), digest_size=8).hexdigest(),
        frozenset(names),
        frozenset(others),
    )


def _script(piece: str, url: str) -> str:
    """A script by where it comes from, else by its code; empty for data. `piece` is what follows `<script`."""
    head, _, rest = piece.partition(">")
    kind = _TYPE.search(head)
    if (
        kind
        and kind[1]
        and kind[1].lower() != "module"
        and "ecmascript" not in kind[1]
        and "javascript" not in kind[1].lower()
    ):
        return ""
    source = _SOURCE.search(head)
    if source:
        reference = "".join(part or "" for part in source.groups())
        return (urls.join(url, reference) or reference).partition("?")[0]
    end = _SCRIPT_END.search(rest)
    return f"code {_LITERAL.sub('0', rest[: end.start()] if end else rest)}"


def _in_the_open(html: str) -> str:
    """`html` without what lies inside code, drawings, scripts and styles."""
    pieces: list[str] = []
    inside, start = "", 0
    for edge in _EDGE.finditer(html):
        closes, name = edge[1], edge[2].lower()
        if not inside and not closes:
            pieces.append(html[start : edge.end()])
            inside = name
        elif inside == name and closes:
            inside, start = "", edge.start()
    if not inside:
        pieces.append(html[start:])
    return "".join(pieces)


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text.lower())
