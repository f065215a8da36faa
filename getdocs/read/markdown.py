"""Writes the content of a page as Markdown (CommonMark with GitHub's extensions): the rules for blocks.

markdownify knows the simple elements; the rules here and in `inline` say the rest. A block comes back with blank lines around it. What is noise, and where the content is,
was decided before.
"""

import re

from getdocs.read import callouts, code, escape, lists, mathtex, tables, tabs
from getdocs.read.anchors import marks_of
from getdocs.read.element import Element
from getdocs.read.joining import HARD_BREAK, indented, join, one_line, quoted, trim
from getdocs.read.reference import Reference
from getdocs.read.tree import BREAK, HEADINGS
from getdocs.read.walk import Context

_CODE_TABLE = re.compile(r"highlighttable|rouge-table|hljs-ln|codehilitetable|lntable|processedcode|listing_frame")


class Converter(Reference):
    """Converts one content root. `base_url` is what relative links resolve against. Deterministic; never raises."""

    def __init__(self, base_url: str) -> None:
        super().__init__(base_url)
        self._rules |= {
            "pre": self._pre,
            "table": self._table,
            "ul": self._list,
            "ol": self._list,
            "menu": self._list,
            "dl": self._definitions,
            "details": self._details,
            "input": self._input,
            "br": self._br,
            BREAK: self._break,
        }

    def to_markdown(self, root: Element) -> str:
        """The Markdown of all that `root` holds, without blank lines at its ends; one newline at the end where it is not empty."""
        text = trim(self._children(root, frozenset()))
        return f"{text}\n" if text else ""

    def _special(self, node: Element, context: Context) -> str | None:
        """Elements that their class, not their name, makes special."""
        if mathtex.is_math(node):
            number = mathtex.take_number(node)
            label = self._block(self._children(number, context), context) if number is not None else ""
            return join((label, self._math(node, context)))
        names = code.classes(node)
        if tabs.LABEL in names:
            return self._block(f"**{escape.in_marks(trim(self._children(node, context)))}**", context)
        if node.name == "table" and _CODE_TABLE.search(node.attrs["class"]):
            return self._code_table(node, context)
        # A cell of a table has no room for a block of its own.
        callout = callouts.callout_of(node) if {"_inline", "_cell"}.isdisjoint(context) else None
        return self._callout(node, callout, context) if callout else self._shaped(node, names, context)

    # -- text blocks

    def convert_p(self, _el: Element, text: str, parent_tags: Context) -> str:
        """A paragraph."""
        return self._block(text, parent_tags)

    convert_div = convert_p
    convert_section = convert_p
    convert_article = convert_p
    convert_figcaption = convert_p
    convert_dt = convert_p
    convert_dd = convert_p
    convert_li = convert_p
    convert_td = convert_p
    convert_th = convert_p
    convert_tr = convert_p
    convert_caption = convert_p

    def convert_hN(self, n: int, _el: Element, text: str, parent_tags: Context) -> str:  # noqa: N802 - markdownify's name
        """A heading, on one line. No element has a level past 6 or below 1, but authors write them."""
        text = one_line(text)
        if text.endswith("#") and not text.endswith("\\#"):
            text = f"{text[:-1]}\\#"
        if not text or "_inline" in parent_tags:
            return self._block(text, parent_tags)
        return f"\n\n{'#' * min(max(n, 1), 6)} {text}\n\n"

    @staticmethod
    def _br(_node: Element, context: Context) -> str:
        """A hard break; a blank where there can be none. A label may have several paragraphs, though each on one line."""
        in_line = "_inline" in context and "_strong" not in context
        return " " if in_line or "_noformat" in context else HARD_BREAK

    @staticmethod
    def _break(_node: Element, context: Context) -> str:
        return " " if "_inline" in context or "_noformat" in context else "\n\n"

    def convert_hr(self, _el: Element, _text: str, parent_tags: Context) -> str:
        """A thematic break; of underscores in a list, since others would be one with the bullet before them."""
        return "" if "_inline" in parent_tags else f"\n\n{'___' if 'li' in parent_tags else '---'}\n\n"

    def convert_blockquote(self, _el: Element, text: str, parent_tags: Context) -> str:
        """A quote."""
        if "_inline" in parent_tags or not trim(text):
            return self._block(text, parent_tags)
        return f"\n\n{quoted(trim(text))}\n\n"

    def _callout(self, node: Element, callout: callouts.Callout, context: Context) -> str:
        inner = callouts.body_of(node)
        title = ""
        if callout.title is not None:
            title = self._label(callout.title, context)
            callout.title.extract()
        body = self._table_blocks(inner, context) if inner.name == "table" else trim(self._children(inner, context))
        head = [f"[!{callout.kind}]"]
        if title and callouts.says_no_more(callout.kind, title.strip("*")):
            # A place that begins at the title begins at the marker then.
            head = [f"[!{callout.kind}{marks_of(title)}]"]
        elif title:
            head.append(title)
        # A title stands in a paragraph of its own: GitHub knows none on the marker's line.
        text = head[0] if len(head) == 1 else f"{head[0]}\n{head[1]}"
        if body:
            # A list that does not begin with 1 would not end the paragraph of the marker (CommonMark 5.3).
            text += ("\n\n" if len(head) > 1 or body[0].isdigit() else "\n") + body
        return f"\n\n{quoted(text)}\n\n"

    def _label(self, node: Element, context: Context) -> str:
        """What stands in bold above a block, each paragraph on one line: strong already, so that nothing in it is."""
        parts = trim(self._children(node, context | {"_inline", "_strong"})).split("\n\n")
        return "\n\n".join(f"**{escape.in_marks(text)}**" for part in parts if (text := one_line(trim(part))))

    def _details(self, node: Element, context: Context) -> str:
        summary = node.child("summary")
        label = ""
        if summary is not None:
            headed = summary.find(*HEADINGS) is not None
            label = trim(self._children(summary, context)) if headed else self._label(summary, context)
            summary.extract()
        body = trim(self._children(node, context))
        return self._block("\n\n".join(part for part in (label, body) if part), context)

    # -- lists

    def _list(self, node: Element, context: Context) -> str:
        inner = context | {node.name, "li"}
        items = [(item, self._item(item, inner)) for item in lists.items_of(node)]
        text = lists.write_list(node, [(item, text) for item, text in items if text])
        if not text or "_inline" in context:
            return self._block(text, context)
        tight = "li" in context and lists.may_follow_text(node)
        # Without a blank line behind it, a text would go on with the last item (CommonMark 5.2, laziness).
        return f"\n{text}\n\n" if tight else f"\n\n{text}\n\n"

    def _item(self, item: lists.Item, context: Context) -> str:
        strays = (self._element(stray, context | {item.element.name}) for stray in item.strays)
        return trim(join((self._children(item.element, context), *strays)))

    def _definitions(self, node: Element, context: Context) -> str:
        inner = context | {"dl", "li"}
        if lists.is_outline(node):
            return self._outline(node, inner)
        entries: list[tuple[list[str], list[str]]] = []
        for part in lists.definition_parts(node):
            if part.name == "dt" and not lists.begins_with_list(part):
                told = lists.blocks_of_term(part)
                if term := self._term(part, inner):
                    if not entries or entries[-1][1]:
                        entries.append(([], []))
                    entries[-1][0].append(term)
                if told is not None:
                    entries[-1][1].append(trim(self._children(told, inner)))
            else:
                if not entries:
                    entries.append(([], []))
                entries[-1][1].append(trim(self._children(part, inner)))
        text = lists.write_definitions(entries)
        return self._block(text, context)

    def _outline(self, node: Element, context: Context) -> str:
        items: list[str] = []
        for part in lists.definition_parts(node):
            text = trim(self._children(part, context))
            if part.name == "dt" or not items:
                items.append(text)
            else:
                items[-1] += f"\n{text}" if text.startswith("- ") else f"\n\n{text}"
        return f"\n\n{chr(10).join(indented(item, '- ') for item in items)}\n\n"

    def _term(self, term: Element, context: Context) -> str:
        if "sig" in code.classes(term):
            return self._code(term, context).strip()
        if term.find("pre") is not None:
            return trim(self._children(term, context))
        text = one_line(trim(self._children(term, context | {"_inline"})))
        if not text or "**" in text or text.startswith(("`", "!")):
            return text
        return f"**{escape.in_marks(text)}**"

    def _input(self, node: Element, _context: Context) -> str:
        if node.attrs.get("type") != "checkbox" or all(parent.name != "li" for parent in node.parents()):
            return ""
        return "[x] " if "checked" in node.attrs else "[ ] "

    # -- code

    def _pre(self, node: Element, context: Context) -> str:
        return join(self._code_block(code.code_of(block), context) for block in code.blocks_of(node))

    def _code_table(self, node: Element, context: Context) -> str:
        """A table whose first column holds line numbers: the code is in the last `pre`, or is the table's rows."""
        blocks = [pre for pre in node.find_all("pre") if not _in_gutter(pre, node)]
        label = next((cell for cell in node.find_all("th") if "filename" in code.classes(cell)), None)
        name = self._block(self._children(label, context), context) if label is not None else ""
        if label is not None:
            label.extract()
        return join((name, self._code_block(code.code_of(blocks[-1] if blocks else node, node), context)))

    # -- tables

    def _table(self, node: Element, context: Context) -> str:
        caption = tables.caption_of(node)
        label = trim(self._children(caption, context)) if caption else ""
        if "_inline" in context or tables.is_layout(node):
            body = self._table_blocks(node, context)
        else:
            body = tables.write_table(node, lambda cell: self._children(cell, context | {"_cell"}), self._absolute)
        return self._block("\n\n".join(part for part in (label, body) if part), context)


def _in_gutter(pre: Element, table: Element) -> bool:
    for parent in pre.parents():
        if parent is table:
            return False
        if code.is_aside(parent):
            return True
    return False
