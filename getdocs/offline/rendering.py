"""A Page's Markdown as HTML that is safe to show: what GitHub would show of it, without anything that acts or loads. Pure.

The HTML is written anew from a list of what is allowed; what is not on it is left out, its text is kept.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.config import AnchorStyle
from getdocs.write.relink import markup
from getdocs.write.relink.slugs import anchors_of, headings

_KEPT = frozenset(
    "a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4"
    " h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td"
    " tfoot th thead time tr u ul var wbr".split()
)
_DROPPED = frozenset(
    "applet audio base embed frame frameset head iframe link math meta noembed noframes noscript object param plaintext script"
    " select source style svg template textarea title track video xmp".split()
)
_VOID = frozenset("br col hr img input wbr".split())
_ATTRIBUTES = frozenset(
    "abbr align alt colspan datetime dir headers height lang open reversed rowspan scope start title width".split()
)
_HEADING = re.compile(r"h[1-6]")
_LANGUAGE = re.compile(r"language-([\w+#.-]+)")
_HARMLESS = re.compile(r"https?://|mailto:|[^:]*(?:[/?#]|$)")
"""A URL of the web, or one that has no scheme."""
_ALERT = "markdown-alert-"
_ADMONITIONS = {"note": "note", "tip": "tip", "important": "info", "warning": "warning", "caution": "danger"}
_WEB = ("https://", "http://", "mailto:")

Target = Callable[[str], str | None]
"""Takes where a link or image of the Page leads; gives what stands there instead, None where it is to lead nowhere."""
Highlight = Callable[[str, str], str | None]
"""Takes code and the name of its language; gives it as HTML of `span` elements, None where it does not know that language."""


@dataclass(frozen=True, slots=True)
class ShownHeading:
    """A heading of a Page, with the id that links name."""

    level: int
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A Page as HTML. `ids` are all that a fragment may name."""

    html: str
    headings: tuple[ShownHeading, ...]
    ids: frozenset[str]


def shown(markdown: str, *, link: Target, image: Target, highlight: Highlight) -> Shown:
    """What a reader sees of `markdown`. Images that `image` refuses become links. Never raises."""
    text = markdown.encode("utf-8", "replace").decode()
    found = headings(text)
    named = zip(found, *(anchors_of(found, style) for style in (AnchorStyle.GITHUB, AnchorStyle.MKDOCS)), strict=True)
    writer = _Writer(link, image, highlight, [(each.text, github, mkdocs) for each, github, mkdocs in named])
    body = LexborHTMLParser(markup.html(text)).body
    if body is not None:
        writer.write(body)
    return Shown("".join(writer.pieces), tuple(writer.headings), frozenset(writer.ids))


class _Writer:
    def __init__(self, link: Target, image: Target, highlight: Highlight, named: list[tuple[str, str, str]]) -> None:
        self.pieces: list[str] = []
        self.headings: list[ShownHeading] = []
        self.ids: set[str] = set()
        self._link = link
        self._image = image
        self._highlight = highlight
        self._named = named
        self._at = 0

    def write(self, body: LexborNode) -> None:
        """Everything in `body`. Keeps a stack of its own: pages nest deeper than Python calls."""
        stack: list[LexborNode | str] = list(reversed(list(_children(body))))
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                self.pieces.append(node)
            elif node.tag == "-text":
                self.pieces.append(escape(node.text_content or "", quote=False))
            elif node.tag == "pre" and self._is_code(node):
                self._code(node)
            elif node.tag == "img":
                self._picture(node)
            elif node.tag in _KEPT:
                opening, closing = self._tags(node)
                self.pieces.append(opening)
                stack.append(closing)
                stack.extend(reversed(list(_children(node))))
            elif node.tag is not None and node.tag not in _DROPPED and not node.tag.startswith(("-", "!", "_")):
                stack.extend(reversed(list(_children(node))))

    def _tags(self, node: LexborNode) -> tuple[str, str]:
        name, given = str(node.tag), node.attributes
        kind = (given.get("class") or "").partition(" ")[0]
        if name == "blockquote" and kind.startswith(_ALERT):
            word = kind.removeprefix(_ALERT)
            title = escape(word.capitalize())
            return (
                f'<div class="admonition {_ADMONITIONS.get(word, "note")}">\n<p class="admonition-title">{title}</p>',
                "</div>",
            )
        before = ""
        attributes = {key: value or "" for key, value in given.items() if key in _ATTRIBUTES}
        if _HEADING.fullmatch(name):
            before = self._heading(int(name[1]), node, attributes)
        elif given.get("id"):
            self._take_id(str(given["id"]), attributes)
        if name == "a":
            self._anchor(given, attributes)
        elif name == "input":
            if given.get("type") != "checkbox":
                return "", ""
            attributes = {"type": "checkbox", "disabled": "", **({"checked": ""} if "checked" in given else {})}
        written = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
        return f"<{name}{written}>{before}", "" if name in _VOID else f"</{name}>"

    def _heading(self, level: int, node: LexborNode, attributes: dict[str, str]) -> str:
        """Names the heading as GitHub does; what comes before its text has the name that MkDocs would give it."""
        text, github, mkdocs = self._named[self._at] if self._at < len(self._named) else (node.text(), "", "")
        if text.split() != node.text().split():
            # Of raw HTML: no heading of Markdown, and without an anchor but its own.
            if node.attributes.get("id"):
                self._take_id(str(node.attributes["id"]), attributes)
            return ""
        self._at += 1
        if github:
            self._take_id(github, attributes)
            self.headings.append(ShownHeading(level, github, text))
        if not mkdocs or mkdocs in self.ids:
            return ""
        self.ids.add(mkdocs)
        return f'<span id="{escape(mkdocs)}"></span>'

    def _take_id(self, name: str, attributes: dict[str, str]) -> None:
        # What begins so is of the frame around the page.
        if name not in self.ids and not name.startswith("__"):
            self.ids.add(name)
            attributes["id"] = name

    def _anchor(self, given: dict[str, str | None], attributes: dict[str, str]) -> None:
        if given.get("name") and "id" not in attributes:
            self._take_id(str(given["name"]), attributes)
        href = given.get("href")
        target = self._link(href) if href else None
        if target is not None and _HARMLESS.match(target):
            attributes["href"] = target
            if target.startswith(_WEB):
                attributes["rel"] = "noreferrer noopener"

    def _picture(self, node: LexborNode) -> None:
        given = node.attributes
        source, words = given.get("src") or "", given.get("alt") or ""
        here = self._image(source) if source else None
        if here is None:
            label = escape(words or source)
            away = source if source.startswith(_WEB) and not _is_in_link(node) else None
            self.pieces.append(
                f'<a class="getdocs-away" href="{escape(away)}" rel="noreferrer noopener">{label}</a>'
                if away
                else f'<span class="getdocs-away">{label}</span>'
            )
            return
        attributes: dict[str, str] = {"src": here, "alt": words}
        attributes |= {key: given[key] or "" for key in ("width", "height", "title") if key in given}
        self.pieces.append(
            "<img" + "".join(f' {key}="{escape(value)}"' for key, value in attributes.items()) + ' loading="lazy">'
        )

    def _is_code(self, node: LexborNode) -> bool:
        children = list(_children(node))
        return len(children) == 1 and children[0].tag == "code"

    def _code(self, node: LexborNode) -> None:
        (code,) = _children(node)
        text = code.text()
        language = _LANGUAGE.search(code.attributes.get("class") or "")
        colours = self._highlight(text, language[1]) if language else None
        self.pieces.append(
            f'<div class="highlight"><pre><code>{escape(text, quote=False) if colours is None else colours}</code></pre></div>'
        )


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _is_in_link(node: LexborNode) -> bool:
    at = node.parent
    while at is not None:
        if at.tag == "a":
            return True
        at = at.parent
    return False
