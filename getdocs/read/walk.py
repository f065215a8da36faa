"""Walks a tree of elements and puts the Markdown of its parts together.

It is markdownify's converter, asked in its own way (`convert_NAME`), on a lighter tree and without what it does about white
space: blocks ask for their distance, see `joining`. Which element becomes what is said by the subclasses.
"""

from collections.abc import Callable
from typing import TypeAlias

from markdownify import MarkdownConverter

from getdocs.read import escape
from getdocs.read.anchors import Marked, with_mark
from getdocs.read.element import Element, Node
from getdocs.read.joining import join, starts_line, trim
from getdocs.read.tree import BLOCKS, HEADINGS

Context: TypeAlias = frozenset[str]
"""Names of the elements around, and pseudo-names: `_inline` where no block may stand, `_cell` where one is a line, `_strong` in what is bold, `_noformat` in code."""

Rule: TypeAlias = Callable[[Element, Context], str]
"""Makes the Markdown of an element from its tree. Where an element has none, markdownify's `convert_NAME` is asked, which
gets the Markdown of what it holds.
"""

_ASKED = HEADINGS | frozenset(
    "a article b blockquote caption dd del div dt em figcaption h0 h7 h8 h9 hr i li p q s section span strong script style sub sup "
    "td th tr".split()
)
"""Elements that markdownify has a `convert_NAME` for, or the subclasses; it has others that are no elements (`convert_soup`)."""


class Walk(MarkdownConverter):
    """The walk. `base_url` is what relative links resolve against."""

    def __init__(self, base_url: str) -> None:
        super().__init__(heading_style="atx", bullets="-")
        self._base_url = base_url
        self._rules: dict[str, Rule] = {}

    def _element(self, node: Element, context: Context) -> str:
        """The Markdown of one element."""
        if "class" in node.attrs and (special := self._special(node, context)) is not None:
            return special
        name = node.name
        rule = self._rules.get(name)
        if rule is not None:
            return rule(node, context)
        text = self._children(node, context)
        if name in _ASKED:
            convert = self.get_conv_fn_cached(name)  # type: ignore[attr-defined]  # not in markdownify's stub
            return str(convert(node, text, context))
        return self._block(text, context) if name in BLOCKS else text

    @staticmethod
    def _text(text: str, previous: Node | None, context: Context) -> str:
        """The Markdown of one text, and of what stands before it in its element."""
        text = escape.collapse(text)
        if "_noformat" in context or text == " ":
            return text
        text = escape.prose(text, in_link="a" in context)
        broken = isinstance(previous, Element) and previous.name == "br"
        escaped = escape.line_start(text, first=not broken)
        return escaped if escaped is text or starts_line(previous) else text

    def _children(self, node: Element, context: Context) -> str:
        inner = context | {node.name}
        if node.name in HEADINGS:
            inner |= {"_inline"}
        parts: list[str] = []
        previous: Node | None = None
        for child in node.contents:
            if isinstance(child, str):
                text = self._text(child, previous, inner)
                parts.append(with_mark(text, child) if isinstance(child, Marked) else text)
            else:
                parts.append(self._element(child, inner))
            if len(parts) > 1 and "_noformat" not in inner:
                parts[-2] = escape.before(parts[-2], parts[-1])
            previous = child
        return join(parts)

    def _special(self, node: Element, context: Context) -> str | None:  # noqa: ARG002 - for subclasses
        """The Markdown of an element that its class, not its name, makes special; None of any other."""
        return None

    @staticmethod
    def _block(text: str, context: Context) -> str:
        text = trim(text.rstrip(" \n\xa0"))  # no blank shows at the end of a block
        if not text:
            return ""
        return f" {text} " if "_inline" in context else f"\n\n{text}\n\n"
