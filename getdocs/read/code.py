"""Reads a code block: its text byte for byte, and its language, from the markup of any highlighter.

Knows how highlighters split code into lines and where they write the language. Writes no Markdown.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from getdocs.read.anchors import with_mark
from getdocs.read.element import Element, Node
from getdocs.read.tree import BLOCKS

_LINE_CLASSES = frozenset({"line", "token-line", "code-line", "view-line", "ec-line", "react-code-line"})
# What highlighters put beside the code: line numbers, copy buttons, lines that the site itself hides (mdBook).
_ASIDE_CLASSES = frozenset(
    "linenos lineno linenumber linenumbers line-number line-numbers line-numbers-rows linenodiv linenums gutter ln lnt boring "
    "copy copybtn copy-button clipboard hljs-ln-numbers rouge-gutter gl blob-num line-highlight md-clipboard "
    "line-numbers-wrapper react-line-number code-block-line-number listing_lines".split()
)
_ASIDE_TAGS = frozenset({"button", "script", "style", "svg", "template"})
_LANGUAGE_CLASS = re.compile(r"(?:language|lang|highlight-source|highlight|src)-([\w+#.-]+)")
_BRUSH = re.compile(r"\bbrush:\s*([\w+#.-]+)")
_NO_LANGUAGE = frozenset(
    {
        "",
        "none",
        "default",
        "notranslate",
        "source",
        "nohighlight",
        "no-highlight",
        "plain",
        "markup",  # docsify's for none
        "undefined",
        "null",
        "unknown",
    }
)
_LANGUAGE = re.compile(r"[\w+#.-]{1,40}")
# Languages whose name alone is a class (TypeDoc, RDoc): nothing else tells it from a word of the site's own.
_BARE = frozenset(
    "bash c cpp csharp css diff go graphql html http java javascript js json json5 jsonc jsx kotlin less lua markdown md mdx "
    "objc perl php powershell protobuf ps1 py python rb ruby scala scss sh shell shellscript sql svelte swift toml ts tsx "
    "typescript vue xml yaml yml zig".split()
)
_NAMED_AFTER = frozenset({"hljs", "makeup", "sourceCode", "src", "prettyprint"})
_HINT_ANCESTORS = 4
_FILLED_LINE = re.compile(r"^ $", re.MULTILINE)
"""What Nextra writes for an empty line."""
FRAGMENT = "fragment"
"""Doxygen's code: a `div` that holds one for every line; a blank stands in those that are empty."""
_LINES = "data-getdocs-lines"
"""Attribute of a `pre` that was a FRAGMENT."""
_EMPTY_LINE = re.compile(r"^[ \xa0]+$", re.MULTILINE)
_LEADING_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")


@dataclass(frozen=True, slots=True)
class Code:
    """One code block. `language` is as the site writes it, lower case; empty where it names none."""

    text: str
    language: str


def classes(element: Element) -> list[str]:
    """The classes of an element."""
    written = element.attrs.get("class")
    return written.split() if written else []


def name_fragments(root: Element) -> None:
    """Makes a `pre` of every block of code below `root` that is a `div` (FRAGMENT). Never raises."""
    for node in root.find_all("div"):
        if FRAGMENT in classes(node):
            node.name = "pre"
            node.attrs[_LINES] = ""


def code_of(block: Element, around: Element | None = None) -> Code:
    """The code of a `pre` (or of the table that a highlighter wrote in its place); `around` may name the language too.

    Blank lines at both ends and white space at the end are dropped, since markup, not the author, puts them there.
    """
    text = _text(block).replace("\r\n", "\n").replace("\r", "\n")
    if _LINES in block.attrs:
        text = _EMPTY_LINE.sub("", text)
    inner = block.child("code")
    if inner is not None and "nextra-code" in classes(inner):
        text = _FILLED_LINE.sub("", text)
    return Code(
        _LEADING_BLANK_LINES.sub("", text).rstrip(), language_of(block) or (language_of(around) if around else "")
    )


def blocks_of(block: Element) -> list[Element]:
    """The blocks that a `pre` holds: several where each names a language of its own, of which a reader chooses one (Node.js)."""
    inner = [child for child in block.children() if child.name == "code"]
    languages = [_named(element) for element in inner]
    return inner if len(inner) > 1 and all(languages) and len(set(languages)) > 1 else [block]


def language_of(block: Element) -> str:
    """The language that the block, the `code` in it, or one of the four elements around it names."""
    inner = block.find("code")
    pre = block.find("pre")
    around = [element for element in (inner, pre) if element is not None]
    around.append(block)
    for parent in block.parents():
        if len(around) > _HINT_ANCESTORS + 2:
            break
        around.append(parent)
    for element in around:
        language = _named(element)
        if language:
            return language
    return ""


def _named(element: Element) -> str:
    for attribute in ("data-language", "data-lang", "data-code-lang", "language"):
        language = _clean(element.attrs.get(attribute, ""))
        if language:
            return language
    written = element.attrs.get("class", "")
    brush = _BRUSH.search(written)
    if brush:
        return _clean(brush.group(1))
    names = written.split()
    if "language-plaintext" in names and "highlighter-rouge" in names:
        # Jekyll's for none.
        return ""
    known = frozenset(names)
    language = next(filter(None, (_said(name, known) for name in names)), "")
    if language:
        return language
    if element.name in {"pre", "code"}:
        if names and names[0] in {"rust", "mermaid"}:
            return names[0]
        if len(names) == 1 and names[0] in _BARE:
            return names[0]
        for before, name in pairwise(names):
            if before in _NAMED_AFTER and "-" not in name and name not in _NAMED_AFTER:
                return _clean(name)
    return ""


def _said(name: str, names: frozenset[str]) -> str:
    """The language that one of the classes of an element names, by a prefix."""
    match = _LANGUAGE_CLASS.match(name)
    if match is not None:
        return _clean(match.group(1))
    # Slate has one for the tab, and the language alone.
    return _clean(name[4:]) if name.startswith("tab-") and name[4:] in names else ""


def _clean(language: str) -> str:
    language = language.strip().lower().partition("{")[0]
    return language if language not in _NO_LANGUAGE and _LANGUAGE.fullmatch(language) else ""


def is_aside(element: Element) -> bool:
    """True for what stands in a code block beside the code: line numbers, buttons, hidden lines."""
    if element.name == "ol":
        # Google's prettify makes it of the code itself, a line an item.
        return False
    return element.name in _ASIDE_TAGS or not _ASIDE_CLASSES.isdisjoint(classes(element))


def _is_line(element: Element) -> bool:
    if element.name in BLOCKS or "data-line" in element.attrs:
        return True
    names = classes(element)
    # Prism names tokens of a diff "line" too: they are parts of one.
    return "token" not in names and any(name in _LINE_CLASSES for name in names)


class _Lines:
    """Puts text together so that each line element gets one newline, whether or not the markup has one too."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._at_line_start = True
        self._pending = False
        """A line element has ended and no newline has followed yet."""

    def text(self, text: str) -> None:
        if not text:
            return
        if self._pending and not text.startswith(("\n", "\r")):
            self.parts.append("\n")
        self._pending = False
        self.parts.append(text)
        self._at_line_start = text.endswith("\n")

    def open_line(self, *, block: bool) -> None:
        if self._pending or (block and not self._at_line_start):
            self._pending = False
            self.parts.append("\n")
            self._at_line_start = True

    def close_line(self, *, ended: bool) -> None:
        # A line that brought its own newline needs no other.
        self._pending = not ended


def _text(block: Element) -> str:
    lines = _Lines()
    _collect(block, lines)
    return "".join(lines.parts)


def _collect(element: Element, lines: _Lines) -> None:
    """Adds the text in `element` to `lines`, without what stands beside the code."""
    for child in element.contents:
        if isinstance(child, str):
            lines.text(with_mark(child, child))
        elif is_aside(child):
            continue
        elif child.name == "br":
            lines.text("\n")
        elif child.name == "img":
            lines.text(child.attrs.get("alt", ""))
        elif _is_line(child):
            lines.open_line(block=child.name in BLOCKS)
            _collect(child, lines)
            lines.close_line(ended=_last_text(child).endswith("\n"))
        else:
            _collect(child, lines)


def _last_text(element: Element) -> str:
    """What an element ends with: its last text, or a newline for `br`."""
    last: Node = element
    while isinstance(last, Element):
        if last.name == "br":
            return "\n"
        if not last.contents:
            return ""
        last = last.contents[-1]
    return last
