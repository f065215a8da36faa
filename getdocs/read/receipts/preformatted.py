"""What a `pre` shows, line by line: its text as CSS lays it out, without what stands beside the code.

Highlighters make lines of their elements by CSS, which is not looked at here: where such elements follow each other with no
newline between them, each is a line.
"""

import re
from functools import lru_cache

from getdocs.read.receipts import tags
from getdocs.read.receipts.marks import BLOCKS

BESIDE = (
    ".linenos, .lineno, .linenodiv, .linenums:not(ol, pre), .gutter, .line-number, .line-numbers:not(:has(code)), .line-numbers-rows, "
    ".ln, .lnt, .linenumber, .react-line-number, .hljs-ln-numbers, .blob-num, .rouge-gutter, .lntd:not(:last-child), .line-numbers-wrapper"
)
"""Line numbers beside code. Icons are none of it either."""

_ICON = re.compile(r"<svg[\s>].*?</svg>", re.DOTALL)
_LINE_CLASS = re.compile(r"(?:^|\s)(?:token-|code-|view-|ec-|react-code-)?line(?:\s|$)")

# Noncharacters: a line element and its end, a block and its end.
_LINE, _LINE_END, _BLOCK, _BLOCK_END = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"
_BETWEEN_LINES = re.compile(r"(?<![\n\ufdd1\ufdd3])[\ufdd1\ufdd3]+[ \t]*(?=[\ufdd0\ufdd2])")
_BLOCK_AFTER_TEXT = re.compile(r"(?<=[^\n\ufdd0-\ufdd3])\ufdd2")
_TEXT_AFTER_BLOCK = re.compile(r"\ufdd3(?=[^\r\n\ufdd0-\ufdd3])")
_NOTHING = ("", "")
_LEFT = re.compile(r"[\ufdd0-\ufdd3]")


def code_of(html: str) -> str:
    """The code that the readable HTML of a block shows, trimmed: it is the markup that puts white space at its ends.

    Where noise has been taken out of it, a mark is left, as everywhere: it is no code.
    """
    if "<svg" in html:
        html = _ICON.sub("", html)
    html = html.replace("<br>", "\n")
    texts, names = tags.pieces(html)
    around = {tag: _around(tag) for tag in set(names) if tag[:1] != "/"}
    telling = [tag for tag, put in around.items() if put != _NOTHING]
    if not telling or _is_written_out(html, telling):
        return plain("".join(texts))
    parts: list[str] = [texts[0]]
    ends: list[str] = []
    for tag, text in zip(names, texts[1:], strict=True):
        if tag[:1] == "/":
            before = ends.pop() if ends else ""
        else:
            before, after = around[tag]
            if after is not None:
                ends.append(after)
        parts += (before, text)
    text = "".join(parts)
    text = _BETWEEN_LINES.sub("\n", text)
    text = _BLOCK_AFTER_TEXT.sub("\n", text)
    return plain(_TEXT_AFTER_BLOCK.sub("\n", text))


def _is_written_out(html: str, lines: list[str]) -> bool:
    """Whether a block of code whose lines these tags begin, all spans or all divs, has its newlines in its text: none is left to find.

    So it is where each line begins behind a newline, or behind a line that ends with one, and no text follows a div.
    """
    name = tags.name_of(lines[0])
    if name not in {"span", "div"} or any(tags.name_of(tag) != name for tag in lines):
        return False
    begun, end = [f"<{tag}>" for tag in lines], f"</{name}>"
    apart = sum(map(html.count, begun)) - sum(html.count(f"\n{tag}") + html.count(f"\n{end}{tag}") for tag in begun)
    before = html[: min(map(html.index, begun))]
    if apart > 1 or (apart == 1 and before.endswith(("\n", f"\n{end}"))):
        return False
    if name == "span":
        return True
    apart = html.count(end) - html.count(f"{end}\n") - sum(html.count(f"{end}{tag}") for tag in begun)
    _, _, behind = html.rpartition(end)
    return tags.without_tags(before) == "" and (apart == 0 or (apart == 1 and tags.without_tags(behind) == ""))


@lru_cache(1024)
def _around(tag: str) -> tuple[str, str | None]:
    """What is put before and after an element; nothing after one that has no end tag."""
    name = tags.name_of(tag)
    if name == "br":
        return "\n", None
    if name == "img":
        return tags.escaped(tags.attributes_of(tag).get("alt", "")), None
    if name in BLOCKS and name != "pre":
        before, after = _BLOCK, _BLOCK_END
    elif _is_line(tag):
        before, after = _LINE, _LINE_END
    else:
        before, after = _NOTHING
    return before, (None if name in tags.VOID else after)


def plain(html: str) -> str:
    """The code that a text without tags stands for."""
    text = tags.text_of(html)
    return trimmed(_LEFT.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def trimmed(code: str) -> str:
    """`code` without white space at its end and blank lines before it."""
    code = code.rstrip()
    first = len(code) - len(code.lstrip())
    return code[code.rfind("\n", 0, first) + 1 :]


def _is_line(tag: str) -> bool:
    if "line" not in tag:
        return False
    attributes = tags.attributes_of(tag)
    return "data-line" in attributes or _LINE_CLASS.search(attributes.get("class", "")) is not None
