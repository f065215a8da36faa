"""Writes the content of a page as Markdown (CommonMark with GitHub's extensions).

markdownify walks the tree and knows the simple elements; the rules here say the rest. A block comes back with blank lines
around it, an inline element without. What is noise, and where the content is, was decided before.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from bs4 import NavigableString, Tag
from markdownify import MarkdownConverter

from getdocs import urls
from getdocs.read import callouts, code, escape, lists, mathtex, tables, tabs
from getdocs.read.joining import HARD_BREAK, chomp, is_glued, join, one_line, quoted, starts_line, trim
from getdocs.read.media import embedded_url, icon_label, image_of
from getdocs.read.tree import BLOCKS

Context: TypeAlias = frozenset[str]
"""Names of the elements around, and pseudo-names: `_inline` where no block may stand, `_noformat` in code."""

_PARAGRAPHS = re.compile(r"\n{2,}")
_BREAKS = re.compile(r"(?:[ ]*\\\n[ ]*){2,}")
_PASSIVE = frozenset({"mailto", "tel", "http", "https", "ftp", "sms", "xmpp", "irc", "ircs"})
_PERMALINKS = frozenset({"", "#", "¶", "§", "🔗", "link", "\u200b", "permalink", "anchor", "\uf0c1"})
_CODE_TABLE = re.compile(r"highlighttable|rouge-table|hljs-ln|codehilitetable|lntable|processedcode|gutter")
_LEAD = re.compile(r"((?:#{1,6}|[-*]|>|\d+[.)])[ ]+)*")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Converter(MarkdownConverter):
    """Converts one content root. `base_url` is what relative links resolve against. Deterministic; never raises."""

    def __init__(self, base_url: str) -> None:
        super().__init__(heading_style="atx", bullets="-")
        self._base_url = base_url
        self._rules: dict[str, Callable[[Tag, Context], str]] = {
            "pre": self._pre,
            "code": self._code,
            "samp": self._code,
            "tt": self._code,
            "kbd": self._code,
            "table": self._table,
            "ul": self._list,
            "ol": self._list,
            "menu": self._list,
            "dl": self._definitions,
            "img": self._img,
            "svg": self._svg,
            "details": self._details,
            "iframe": self._embed,
            "video": self._embed,
            "audio": self._embed,
            "math": self._math,
            "mjx-container": self._math,
            "input": self._input,
        }

    def to_markdown(self, root: Tag) -> str:
        """The Markdown of all that `root` holds, without blank lines at its ends; one newline at the end where it is not empty."""
        text = trim(self._children(root, frozenset()))
        return f"{text}\n" if text else ""

    # -- the walk

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
        if node.name in _HEADINGS:
            inner |= {"_inline"}
        return join(
            self.process_tag(child, inner) if isinstance(child, Tag) else self.process_text(child, inner)
            for child in node.contents
            if isinstance(child, (Tag, NavigableString))
        )

    def _special(self, node: Tag, context: Context) -> str | None:
        """Elements that their class, not their name, makes special."""
        if "class" not in node.attrs:
            return None
        if mathtex.is_math(node):
            return self._math(node, context)
        names = code.classes(node)
        if tabs.LABEL in names:
            return self._block(f"**{trim(self._children(node, context))}**", context)
        if node.name == "table" and _CODE_TABLE.search(str(node.attrs["class"])):
            return self._code_table(node, context)
        callout = None if "_inline" in context else callouts.callout_of(node)
        return self._callout(node, callout, context) if callout else None

    def _block(self, text: str, context: Context) -> str:
        text = trim(text)
        if not text:
            return ""
        return f" {text} " if "_inline" in context else f"\n\n{text}\n\n"

    # -- text blocks

    def convert_p(self, _el: Tag, text: str, parent_tags: Context) -> str:
        """A paragraph. Two breaks in a row part it in two, as a reader sees it."""
        return self._block(_BREAKS.sub("\n\n", text), parent_tags)

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

    def convert_hN(self, n: int, _el: Tag, text: str, parent_tags: Context) -> str:  # noqa: N802 - markdownify's name
        """A heading, on one line."""
        text = one_line(text)
        if text.endswith("#"):
            text = f"{text[:-1]}\\#"
        if not text or "_inline" in parent_tags or "a" in parent_tags:
            return self._block(text, parent_tags)
        return f"\n\n{'#' * min(max(n, 1), 6)} {text}\n\n"

    def convert_br(self, _el: Tag, _text: str, parent_tags: Context) -> str:
        """A hard break; a blank where there can be none."""
        return " " if "_inline" in parent_tags or "_noformat" in parent_tags else HARD_BREAK

    def convert_hr(self, _el: Tag, _text: str, parent_tags: Context) -> str:
        """A thematic break."""
        return "" if "_inline" in parent_tags else "\n\n---\n\n"

    def convert_blockquote(self, _el: Tag, text: str, parent_tags: Context) -> str:
        """A quote."""
        if "_inline" in parent_tags or not trim(text):
            return self._block(text, parent_tags)
        return f"\n\n{quoted(trim(text))}\n\n"

    def _callout(self, node: Tag, callout: callouts.Callout, context: Context) -> str:
        title = ""
        if callout.title is not None:
            title = one_line(trim(self._children(callout.title, context | {"_inline"})))
            callout.title.extract()
        body = self._table_blocks(node, context) if node.name == "table" else trim(self._children(node, context))
        head = [f"[!{callout.kind}]"]
        if title and not callouts.says_no_more(callout.kind, title):
            head.append(title if title.startswith("**") else f"**{title}**")
        # A title stands in a paragraph of its own: GitHub knows none on the marker's line.
        text = head[0] if len(head) == 1 else f"{head[0]}\n{head[1]}"
        if body:
            text += ("\n\n" if len(head) > 1 else "\n") + body
        return f"\n\n{quoted(text)}\n\n"

    def _details(self, node: Tag, context: Context) -> str:
        summary = node.find("summary", recursive=False)
        label = ""
        if isinstance(summary, Tag):
            label = one_line(trim(self._children(summary, context | {"_inline"})))
            summary.extract()
        body = trim(self._children(node, context))
        if label and not label.startswith("**"):
            label = f"**{label}**"
        return self._block("\n\n".join(part for part in (label, body) if part), context)

    # -- lists

    def _list(self, node: Tag, context: Context) -> str:
        inner = context | {node.name, "li"}
        items = [(item, trim(self._children(item, inner))) for item in lists.items_of(node)]
        text = lists.write_list(node, [(item, text) for item, text in items if text])
        if not text or "_inline" in context:
            return self._block(text, context)
        tight = "li" in context and lists.may_follow_text(node)
        return f"\n{text}\n" if tight else f"\n\n{text}\n\n"

    def _definitions(self, node: Tag, context: Context) -> str:
        inner = context | {"dl", "li"}
        entries: list[tuple[list[str], list[str]]] = []
        for part in lists.definition_parts(node):
            if part.name == "dt":
                if not entries or entries[-1][1]:
                    entries.append(([], []))
                entries[-1][0].append(self._term(part, inner))
            else:
                if not entries:
                    entries.append(([], []))
                entries[-1][1].append(trim(self._children(part, inner)))
        text = lists.write_definitions(entries)
        return self._block(text, context)

    def _term(self, term: Tag, context: Context) -> str:
        if "sig" in code.classes(term):
            return self._code(term, context).strip()
        text = one_line(trim(self._children(term, context | {"_inline"})))
        if not text or "**" in text or text.startswith(("`", "!")):
            return text
        return f"**{text}**"

    def _input(self, node: Tag, _context: Context) -> str:
        if node.attrs.get("type") != "checkbox" or node.find_parent("li") is None:
            return ""
        return "[x] " if "checked" in node.attrs else "[ ] "

    # -- code

    def _pre(self, node: Tag, context: Context) -> str:
        return self._code_block(code.code_of(node), context)

    @staticmethod
    def _code_block(block: code.Code, context: Context) -> str:
        if not block.text.strip():
            return ""
        if "_inline" in context:
            return escape.code_span(" ".join(block.text.split()))
        return f"\n\n{escape.fence(block.text, block.language)}\n\n"

    def _code_table(self, node: Tag, context: Context) -> str:
        """A table whose first column holds line numbers: the code is in the last `pre`, or is the table's rows."""
        blocks = [pre for pre in node.find_all("pre") if isinstance(pre, Tag) and not _in_gutter(pre, node)]
        return self._code_block(code.code_of(blocks[-1] if blocks else node, node), context)

    def _code(self, node: Tag, context: Context) -> str:
        """Inline code: a code span; one for each part where links divide it."""
        if "_noformat" in context:
            return self._children(node, context)
        if node.find("pre") is not None:
            return self._children(node, context)
        pieces: list[str] = []
        run = ""
        for text, link in _code_runs(node):
            if link is None:
                run += text
                continue
            pieces += (
                _spaced_code(run),
                self._link(_spaced_code(text), link) if "a" not in context else _spaced_code(text),
            )
            run = ""
        pieces.append(_spaced_code(run))
        return "".join(pieces)

    # -- tables

    def _table(self, node: Tag, context: Context) -> str:
        caption = tables.caption_of(node)
        label = trim(self._children(caption, context)) if caption else ""
        if "_inline" in context or tables.is_layout(node):
            body = self._table_blocks(node, context)
        else:
            body = tables.write_table(node, lambda cell: self._children(cell, context | {"td"}), self._absolute)
        return self._block("\n\n".join(part for part in (label, body) if part), context)

    def _table_blocks(self, node: Tag, context: Context) -> str:
        texts = (trim(self._children(cell, context)) for cell in tables.cells(node))
        return "\n\n".join(text for text in texts if text)

    # -- inline

    def _emphasis(self, node: Tag, text: str, mark: str, element: str, context: Context) -> str:
        if "_noformat" in context or (mark == "**" and not _HEADINGS.isdisjoint(context)):
            return text
        parts = _PARAGRAPHS.split(text)
        if len(parts) > 1:
            return "\n\n".join(
                self._emphasis(node, part, mark, element, context) if _plain(part) else part for part in parts
            )
        before, inner, after = chomp(text)
        if not inner:
            return text if text.isspace() else ""
        # Closing marks between punctuation and a letter would not close (CommonMark 6.2): HTML says it then.
        if is_glued(node, inner):
            return f"{before}<{element}>{inner}</{element}>{after}"
        return f"{before}{mark}{inner}{mark}{after}"

    def convert_b(self, el: Tag, text: str, parent_tags: Context) -> str:
        """Strong emphasis. None in a heading, which is strong already."""
        return self._emphasis(el, text, "**", "strong", parent_tags)

    convert_strong = convert_b

    def convert_em(self, el: Tag, text: str, parent_tags: Context) -> str:
        """Emphasis."""
        return self._emphasis(el, text, "*", "em", parent_tags)

    convert_i = convert_em

    def convert_del(self, el: Tag, text: str, parent_tags: Context) -> str:
        """Struck-out text."""
        return self._emphasis(el, text, "~~", "del", parent_tags)

    convert_s = convert_del

    def convert_sup(self, _el: Tag, text: str, parent_tags: Context) -> str:
        """A superscript: Markdown has none, so HTML. Around a link alone (a footnote's number) it says nothing."""
        return _tagged("sup", text, parent_tags)

    def convert_sub(self, _el: Tag, text: str, parent_tags: Context) -> str:
        """A subscript, as HTML."""
        return _tagged("sub", text, parent_tags)

    def convert_a(self, el: Tag, text: str, parent_tags: Context) -> str:
        """A link, absolute; its text alone where it leads nowhere, or from a heading to itself."""
        href = str(el.attrs.get("href", "")).strip()
        in_heading = not _HEADINGS.isdisjoint(parent_tags)
        if in_heading and href.startswith("#") and not href.startswith(("#/", "#!/")):
            return "" if el.get_text().strip().lower() in _PERMALINKS else text
        if "a" in parent_tags or "_noformat" in parent_tags:
            return text
        return self._link(text, el)

    def _link(self, text: str, el: Tag) -> str:
        before, inner, after = chomp(text)
        url = self._absolute(str(el.attrs.get("href", "")).strip())
        if url is None or not inner:
            return text
        title = escape.title(str(el.attrs.get("title", "")))
        target = f"]({escape.destination(url)}{title})"
        if "\n\n" not in text.strip("\n"):
            edge = "\n\n" if text.startswith("\n\n") else ""
            return f"{edge}{before}[{inner}{target}{after}{edge}"
        # A link around blocks (a card): Markdown can only link one line of it.
        first, rest = inner.split("\n\n", 1)
        lead = _LEAD.match(first)
        at = lead.end() if lead else 0
        if not _plain(first) or "\n" in first:
            return f"\n\n{inner}\n\n[{escape.prose(url, in_link=True)}{target}\n\n"
        return f"\n\n{first[:at]}[{first[at:]}{target}\n\n{rest}\n\n"

    def _absolute(self, href: str) -> str | None:
        if not href:
            return None
        url = urls.join(self._base_url, href)
        parsed = urls.parse(url) if url else None
        return url if parsed and parsed.scheme in _PASSIVE else None

    def _img(self, node: Tag, context: Context) -> str:
        image = image_of(node)
        alt = escape.prose(escape.collapse(image.alt).strip(), in_link=True)
        if image.emoji:
            return escape.prose(image.alt)
        url = self._absolute(image.url)
        if url is None or "_noformat" in context:
            return alt
        return f"![{alt}]({escape.destination(url)}{escape.title(image.title)})"

    def _svg(self, node: Tag, context: Context) -> str:
        label = icon_label(node)
        return escape.prose(label, in_link="a" in context)

    def _embed(self, node: Tag, context: Context) -> str:
        """A frame, video or sound: a link to it."""
        url = self._absolute(embedded_url(node))
        if url is None:
            return self._children(node, context)
        text = str(node.attrs.get("title", "") or node.attrs.get("aria-label", "")) or url
        link = f"[{escape.prose(escape.collapse(text).strip(), in_link=True)}]({escape.destination(url)})"
        return link if "a" not in context else ""

    def _math(self, node: Tag, context: Context) -> str:
        text = mathtex.math_of(node)
        return one_line(text) if "_inline" in context else text


def _plain(text: str) -> bool:
    """True for text that marks can stand around: no fence, table, quote or HTML block."""
    return not text.lstrip().startswith(("```", "|", ">", "<", "$$"))


def _tagged(name: str, text: str, context: Context) -> str:
    before, inner, after = chomp(text)
    if "_noformat" in context or not inner or inner.startswith("[") or "\n" in inner:
        return text
    return f"{before}<{name}>{inner}</{name}>{after}"


def _spaced_code(text: str) -> str:
    before, inner, after = chomp(escape.collapse(text))
    return f"{before}{escape.code_span(inner)}{after}"


def _code_runs(node: Tag) -> Iterator[tuple[str, Tag | None]]:
    """The text of an element in pieces, each with the link that it stands in."""
    for child in node.contents:
        if isinstance(child, Tag):
            if code.is_aside(child):
                continue
            if child.name == "a" and child.attrs.get("href"):
                yield child.get_text(), child
            elif child.name in {"br", "img"}:
                yield str(child.attrs.get("alt", " ")), None
            else:
                yield from _code_runs(child)
        elif type(child) is NavigableString:
            yield str(child), None


def _in_gutter(pre: Tag, table: Tag) -> bool:
    for parent in pre.parents:
        if parent is table:
            return False
        if code.is_aside(parent):
            return True
    return False
