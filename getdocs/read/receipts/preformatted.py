"""What a `pre` shows, line by line: its text as CSS lays it out, without what stands beside the code.

Highlighters make lines of their elements by CSS, which is not looked at here: where such elements follow each other with no
newline between them, each is a line. It takes the element apart.
"""

import re

from selectolax.lexbor import LexborNode

from getdocs.read.receipts.marks import BLOCKS

BESIDE = (
    "pre button, pre script, pre style, pre svg, pre template, pre .linenos, pre .lineno, pre .linenodiv, pre .linenums, "
    "pre .gutter, pre .line-number, pre .line-numbers:not(:has(code)), pre .line-numbers-rows, pre .ln, pre .lnt, "
    "pre .linenumber, pre .react-line-number, pre .copy, pre .copybtn, pre .copy-button, pre .clipboard, pre .md-clipboard, "
    ".hljs-ln-numbers, .blob-num, td.linenos, td.gutter, td.rouge-gutter, td.lntd:not(:last-child), .line-numbers-wrapper"
)
"""Line numbers and buttons beside code."""

_LINED = ", ".join((*sorted(BLOCKS), "[data-line]", "[class*=line]"))
_LINE_CLASS = re.compile(r"(?:^|\s)(?:token-|code-|view-|ec-|react-code-)?line(?:\s|$)")

# Noncharacters: a line element and its end, a block and its end.
_LINE, _LINE_END, _BLOCK, _BLOCK_END = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"
_BETWEEN_LINES = re.compile(r"(?<![\n\ufdd1\ufdd3])[\ufdd1\ufdd3]+[ \t]*(?=[\ufdd0\ufdd2])")
_BLOCK_AFTER_TEXT = re.compile(r"(?<=[^\n\ufdd0-\ufdd3])\ufdd2")
_TEXT_AFTER_BLOCK = re.compile(r"\ufdd3(?=[^\r\n\ufdd0-\ufdd3])")
_LEFT = re.compile(r"[\ufdd0-\ufdd3]")


def code_of(pre: LexborNode) -> str:
    """The code, without white space at its end and blank lines before it: the markup puts them there, not the author."""
    for node in pre.css("br, img"):
        node.replace_with("\n" if node.tag == "br" else node.attributes.get("alt") or "")
    lined = False
    for node in pre.css(_LINED):
        block = node.tag in BLOCKS
        if node.mem_id != pre.mem_id and (block or _is_line(node)):
            node.insert_before(_BLOCK if block else _LINE)
            node.insert_after(_BLOCK_END if block else _LINE_END)
            lined = True
    text = pre.text().replace("\r\n", "\n").replace("\r", "\n")
    if lined:
        text = _BETWEEN_LINES.sub("\n", text)
        text = _BLOCK_AFTER_TEXT.sub("\n", text)
        text = _LEFT.sub("", _TEXT_AFTER_BLOCK.sub("\n", text))
    return trimmed(text)


def trimmed(code: str) -> str:
    """`code` without white space at its end and blank lines before it."""
    code = code.rstrip()
    first = len(code) - len(code.lstrip())
    return code[code.rfind("\n", 0, first) + 1 :]


def _is_line(node: LexborNode) -> bool:
    attributes = node.attributes
    return "data-line" in attributes or _LINE_CLASS.search(attributes.get("class") or "") is not None
