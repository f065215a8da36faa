"""Says what is inline: emphasis, links, images, code spans, formulas. What stands beside an element decides its marks."""

import re
from collections.abc import Iterable, Iterator

from getdocs import urls
from getdocs.read import code, escape, mathtex
from getdocs.read.anchors import text_with_marks, with_mark
from getdocs.read.element import Element
from getdocs.read.joining import HARD_BREAK, chomp, is_glued, join, one_line
from getdocs.read.links import is_anchor
from getdocs.read.media import diagram_text, embedded_url, icon_label, image_of
from getdocs.read.permalinks import is_permalink
from getdocs.read.tree import HEADINGS, MARK
from getdocs.read.walk import Context, Walk

_PARAGRAPHS = re.compile(r"\n{2,}")
_BLOCK = re.compile(r"\s*(?:`{3,}[^`\n]*(?:\n|$)|\||>|\$\$|<(?!(?:em|strong|del|sup|sub)>))")
_WITHIN = {"**": HEADINGS | {"_strong", "b", "strong"}, "*": {"em", "i"}, "~~": {"del", "s"}}
"""Where a mark says nothing: what it says holds there already."""
_MARKED = frozenset({"_strong", "dt", "b", "strong", "em", "i", "del", "s"})
"""In which there are marks around others."""
_PASSIVE = frozenset({"mailto", "tel", "http", "https", "ftp", "sms", "xmpp", "irc", "ircs"})
_TOLD = frozenset({"signature-attributes", "attribute-access-type"})
_LEAD = re.compile(r"((?:#{1,6}|[-*]|>|\d+[.)])[ ]+)*")


class Inline(Walk):
    """The walk, and the rules for inline elements."""

    def __init__(self, base_url: str) -> None:
        super().__init__(base_url)
        self._rules |= {
            "code": self._code,
            "samp": self._code,
            "tt": self._code,
            "kbd": self._code,
            "img": self._img,
            "svg": self._svg,
            "iframe": self._embed,
            "frame": self._frame,
            "video": self._embed,
            "audio": self._embed,
            "math": self._math,
            "mjx-container": self._math,
        }

    def _emphasis(self, node: Element, text: str, mark: str, element: str, context: Context) -> str:
        if "_noformat" in context or not _WITHIN[mark].isdisjoint(context):
            return text
        parts = _PARAGRAPHS.split(text)
        if len(parts) > 1:
            return "\n\n".join(
                self._emphasis(node, part, mark, element, context) if _plain(part) else part for part in parts
            )
        before, inner, after = chomp(text)
        if not inner:
            return before
        if inner.isspace():
            return text
        # Closing marks between punctuation and a letter would not close (CommonMark 6.2): HTML says it then.
        nested = not _MARKED.isdisjoint(context)
        if is_glued(node, text, nested=nested) or (mark == "~~" and "~" in {inner[0], inner[-1]}):
            return f"{before}<{element}>{inner}</{element}>{after}"
        return f"{before}{mark}{escape.in_marks(inner)}{mark}{after}"

    def convert_b(self, el: Element, text: str, parent_tags: Context) -> str:
        """Strong emphasis. None in a heading, which is strong already."""
        return self._emphasis(el, text, "**", "strong", parent_tags)

    convert_strong = convert_b

    def convert_em(self, el: Element, text: str, parent_tags: Context) -> str:
        """Emphasis."""
        return self._emphasis(el, text, "*", "em", parent_tags)

    convert_i = convert_em

    def convert_del(self, el: Element, text: str, parent_tags: Context) -> str:
        """Struck-out text."""
        return self._emphasis(el, text, "~~", "del", parent_tags)

    convert_s = convert_del

    def convert_sup(self, _el: Element, text: str, parent_tags: Context) -> str:
        """A superscript: Markdown has none, so HTML. Around a link alone (a footnote's number) it says nothing."""
        return _tagged("sup", text, parent_tags)

    def convert_sub(self, _el: Element, text: str, parent_tags: Context) -> str:
        """A subscript, as HTML."""
        return _tagged("sub", text, parent_tags)

    def convert_q(self, _el: Element, text: str, _parent_tags: Context) -> str:
        """A quotation in its line."""
        return join(('"', text, '"'))

    def convert_span(self, el: Element, text: str, parent_tags: Context) -> str:
        """Text; with a gap around it where a reader sees one."""
        if el.attrs.get("data-as") == "p":
            return self._block(text, parent_tags)
        before, after = gaps_of(el)
        return f"{before}{text.strip()}{after}" if before and "_noformat" not in parent_tags else text

    def convert_a(self, el: Element, text: str, parent_tags: Context) -> str:
        """A link, absolute; its text alone where it leads nowhere, or from a heading to itself."""
        href = el.attrs.get("href", "").strip()
        in_heading = not HEADINGS.isdisjoint(parent_tags)
        if in_heading and is_anchor(href):
            return "" if is_permalink(el) else text
        if "a" in parent_tags or "_noformat" in parent_tags or (in_heading and self._names_its_heading(el, href)):
            return text
        return self._link(text, el)

    def _names_its_heading(self, link: Element, href: str) -> bool:
        """True for a heading's link to itself, as docsify writes it: `?id=` and the heading's id; Swagger UI has `#/` and its tag."""
        heading = next((parent for parent in link.parents() if parent.name in HEADINGS), None)
        if heading is None:
            return False
        name, tag = heading.attrs.get("id", ""), heading.attrs.get("data-tag", "")
        if tag and href in {f"#/{tag}", f"#/{urls.in_query(tag)}"}:
            return True
        ends = tuple(f"{mark}{form}" for form in {name, urls.in_query(name)} for mark in ("#", "?id=", "&id="))
        return bool(name) and href.endswith(ends) and self._is_here(href)

    def _is_here(self, href: str) -> bool:
        """Whether a link stays on its page, query and fragment apart; a hash route says no more than its end does."""
        url, page = urls.parse(href, self._base_url), urls.parse(self._base_url)
        return url is not None and page is not None and (url.origin, url.path) == (page.origin, page.path)

    def _link(self, text: str, node: Element) -> str:
        before, inner, after = chomp(text)
        url = self._absolute(node.attrs.get("href", "").strip())
        if url is None or not inner:
            return text
        title = escape.title(node.attrs.get("title", ""))
        target = f"]({escape.destination(url)}{title})"
        if not text.startswith("\n\n") and "\n\n" not in inner:
            return f"{before}[{inner}{target}{after}"
        # A link around blocks (a card): Markdown can only link one line of it.
        first, _, rest = inner.partition("\n\n")
        if not _plain(first) or "\n" in first.replace(HARD_BREAK, ""):
            return f"\n\n{inner}\n\n[{escape.prose(url, in_link=True)}{target}\n\n"
        lead = _LEAD.match(first)
        at = lead.end() if lead else 0
        linked = f"{first[:at]}[{first[at:]}{target}"
        return f"{before}{linked}\n\n{rest}{after}" if rest else f"{before}{linked}{after}"

    def _absolute(self, href: str) -> str | None:
        if not href:
            return None
        url = urls.parse(href, self._base_url)
        return url.href if url and url.scheme in _PASSIVE else None

    def _img(self, node: Element, context: Context) -> str:
        image = image_of(node)
        alt = escape.prose(escape.collapse(image.alt).strip(), in_link=True)
        if image.emoji:
            return escape.prose(image.alt)
        url = self._absolute(image.url)
        if url is None or "_noformat" in context:
            return alt
        return f"![{alt}]({escape.destination(url)}{escape.title(image.title)}{node.attrs.get(MARK, '')})"

    def _svg(self, node: Element, context: Context) -> str:
        """An icon is its label; a diagram the words in it."""
        return escape.prose(icon_label(node) or diagram_text(node), in_link="a" in context)

    def _embed(self, node: Element, context: Context) -> str:
        """A frame, video or sound: a link to it."""
        url = self._absolute(embedded_url(node))
        if url is None:
            return self._children(node, context)
        text = node.attrs.get("title") or node.attrs.get("aria-label") or url
        link = f"[{escape.prose(escape.collapse(text).strip(), in_link=True)}]({escape.destination(url)})"
        return link if "a" not in context else ""

    def _frame(self, node: Element, context: Context) -> str:
        """A part of a frameset: a link to what it shows, which is a page of its own."""
        return self._block(self._embed(node, context), context)

    def _math(self, node: Element, context: Context) -> str:
        text = mathtex.math_of(node)
        return one_line(text) if "_inline" in context else text

    def _code(self, node: Element, context: Context) -> str:
        """Inline code: a code span; one for each part where links divide it."""
        if "_noformat" in context:
            return self._children(node, context)
        if node.find("pre") is not None:
            return self._children(node, context)
        return self._code_spans(_code_runs(node), context)

    def _code_spans(self, runs: Iterable[tuple[str, Element | None]], context: Context) -> str:
        """Pieces of code, each with the link that it stands in, if any: a code span for each part that links divide."""
        pieces: list[str] = []
        run = ""
        for text, link in runs:
            if link is None or self._absolute(link.attrs.get("href", "").strip()) is None:
                run += text
                continue
            pieces += (
                _spaced_code(run),
                self._link(_spaced_code(text), link) if "a" not in context else _spaced_code(text),
            )
            run = ""
        pieces.append(_spaced_code(run))
        return "".join(pieces)


def gaps_of(span: Element) -> tuple[str, str]:
    """What a reader sees before and behind it, and the style sheet makes: gaps, or gi-docgen's arrow between two names.

    A `type` is what a badge component leaves on it, `clip` VitePress's hero on its name; JSDoc and RDoc set apart what they tell
    of a name, Node.js what it tells side by side.
    """
    names = code.classes(span)
    if "type" in span.attrs or "clip" in names or (span.parent and "api_metadata" in code.classes(span.parent)):
        return " ", " "
    if names == ["sep"] and not span.contents:
        return " ▸", " "
    return ("", "") if _TOLD.isdisjoint(names) else (" ", "")


def _plain(text: str) -> bool:
    """True for text that marks can stand around: no fence, table, quote or HTML block."""
    return not _BLOCK.match(text)


def _tagged(name: str, text: str, context: Context) -> str:
    before, inner, after = chomp(text)
    if "_noformat" in context or not inner or inner.startswith("[") or "\n" in inner:
        return text
    return f"{before}<{name}>{inner}</{name}>{after}"


def _spaced_code(text: str) -> str:
    # A declaration is full of blanks that shall not break; whoever looks for it types plain ones.
    code = escape.collapse(text).replace("\xa0", " ")
    inner = code.strip(" \n")
    if not inner:
        return " " if code else ""
    return f"{code[0] if code[0] == ' ' else ''}{escape.code_span(inner)}{code[-1] if code[-1] == ' ' else ''}"


def _code_runs(node: Element) -> Iterator[tuple[str, Element | None]]:
    """The text of an element in pieces, each with the link that it stands in."""
    for child in node.contents:
        if isinstance(child, Element):
            if code.is_aside(child):
                continue
            if child.name == "a" and child.attrs.get("href"):
                yield text_with_marks(child), child
            elif child.name in {"br", "img"}:
                yield child.attrs.get("alt", " "), None
            else:
                yield from _code_runs(child)
        else:
            yield with_mark(child, child), None
