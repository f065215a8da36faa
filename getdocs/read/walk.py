"""Walks a tree of elements and puts the Markdown of its parts together.

The hooks of markdownify, without what it does about white space: blocks ask for their distance, see `joining`. Which
element becomes what is said by the subclasses.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from bs4.element import NavigableString, Tag
from markdownify import MarkdownConverter

from getdocs.read import escape
from getdocs.read.joining import join, starts_line, trim
from getdocs.read.tree import BLOCKS

Context: TypeAlias = frozenset[str]
"""Names of the elements around, and pseudo-names: `_inline` where no block may stand, `_noformat` in code."""

Rule: TypeAlias = Callable[[Tag, Context], str]
"""Makes the Markdown of an element from its tree. Where an element has none, markdownify's `convert_NAME` is asked, which
gets the Markdown of its children."""

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Walk(MarkdownConverter):
    """The walk. `base_url` is what relative links resolve against."""

    def __init__(self, base_url: str) -> None:
        super().__init__(heading_style="atx", bullets="-")
        self._base_url = base_url
        self._rules: dict[str, Rule] = {}

    def process_tag(self, node: Tag, parent_tags: Iterable[str] | None = None) -> str:
        """The Markdown of one element (markdownify's hook)."""
        context = frozenset(parent_tags or ())
        special = self._special(node, context)
        if special is not None:
            return special
        rule = self._rules.get(node.name)
        if rule is not None:
            return rule(node, context)
        text = self._children(node, context)
        convert = self.get_conv_fn_cached(node.name)  # type: ignore[attr-defined]  # not in markdownify's stub
        if convert is not None:
            return str(convert(node, text, context))
        return self._block(text, context) if node.name in BLOCKS else text

    def process_text(self, el: NavigableString, parent_tags: Iterable[str] | None = None) -> str:
        """The Markdown of one text (markdownify's hook)."""
        if type(el) is not NavigableString:
            return ""
        context = frozenset(parent_tags or ())
        text = escape.collapse(str(el))
        if "_noformat" in context or text == " ":
            return text
        text = escape.prose(text, in_link="a" in context)
        return escape.line_start(text) if starts_line(el) else text

    def _children(self, node: Tag, context: Context) -> str:
        inner = context | {node.name}
        if node.name in HEADINGS:
            inner |= {"_inline"}
        return join(
            self.process_tag(child, inner) if isinstance(child, Tag) else self.process_text(child, inner)
            for child in node.contents
            if isinstance(child, (Tag, NavigableString))
        )

    def _special(self, node: Tag, context: Context) -> str | None:  # noqa: ARG002 - for subclasses
        """The Markdown of an element that its class, not its name, makes special; None of any other."""
        return None

    @staticmethod
    def _block(text: str, context: Context) -> str:
        text = trim(text)
        if not text:
            return ""
        return f" {text} " if "_inline" in context else f"\n\n{text}\n\n"
