"""What a `pre` shows, line by line: its text as CSS lays it out, without what stands beside the code.

Highlighters make lines of their elements by CSS, which is not looked at here: where such elements follow each other with no
newline between them, each is a line.
"""

import re

from getdocs.read.receipts import tags
from getdocs.read.receipts.marks import BLOCKS

BESIDE = (
    ".linenos, .lineno, .linenodiv, .linenums, .gutter, .line-number, .line-numbers:not(:has(code)), .line-numbers-rows, "
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
    texts, names = tags.pieces(_ICON.sub("", html) if "<svg" in html else html)
    around = {tag: _around(tag) for tag in set(names) if tag[:1] != "/"}
    if all(marks == _NOTHING for marks in around.values()):
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
