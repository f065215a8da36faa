"""What a `pre` shows, line by line: its text as CSS lays it out, without what stands beside the code.

Highlighters make lines of their elements by CSS, which is not looked at here: where such elements follow each other with no
newline between them, each is a line. It takes the element apart.
"""

import re

from selectolax.lexbor import LexborNode

from getdocs.read.receipts.marks import BLOCKS

_SOME_BESIDE = "[class*=line], [class*=gutter], .ln, .lnt, .lntd, .blob-num, .hljs-ln-numbers, pre svg"
"""What there is where there is any of the others: looking for all of them takes longer than parsing the page."""
_BESIDE = (
    "pre svg, .linenos, .lineno, .linenodiv, .linenums, .gutter, .line-number, .line-numbers:not(:has(code)), .line-numbers-rows, "
    ".ln, .lnt, .linenumber, .react-line-number, .hljs-ln-numbers, .blob-num, .rouge-gutter, .lntd:not(:last-child), .line-numbers-wrapper"
)
"""Line numbers and icons beside code."""

_LINED = "br, img, [class*=line], [data-line], div, p, li, tr, dd, dt"
_LINE_CLASS = re.compile(r"(?:^|\s)(?:token-|code-|view-|ec-|react-code-)?line(?:\s|$)")

# Noncharacters: a line element and its end, a block and its end.
_LINE, _LINE_END, _BLOCK, _BLOCK_END = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"
_BETWEEN_LINES = re.compile(r"(?<![\n\ufdd1\ufdd3])[\ufdd1\ufdd3]+[ \t]*(?=[\ufdd0\ufdd2])")
_BLOCK_AFTER_TEXT = re.compile(r"(?<=[^\n\ufdd0-\ufdd3])\ufdd2")
_TEXT_AFTER_BLOCK = re.compile(r"\ufdd3(?=[^\r\n\ufdd0-\ufdd3])")
_LEFT = re.compile(r"[\ufdd0-\ufdd3]")


def take_out_beside(root: LexborNode) -> None:
    """Takes out what stands beside code below `root`."""
    if root.css_first(_SOME_BESIDE) is not None:
        for node in root.css(_BESIDE):
            node.replace_with("")


def code_of(pre: LexborNode) -> str:
    """The code, without white space at its end and blank lines before it: the markup puts them there, not the author.

    Where noise has been taken out of it, a mark is left, as everywhere: it is no code.
    """
    lined = pre.css_first(_LINED) is not None
    if lined:
        for node in pre.css("*"):
            _mark_lines(node, pre)
    text = pre.text().replace("\r\n", "\n").replace("\r", "\n")
    if lined:
        text = _BETWEEN_LINES.sub("\n", text)
        text = _BLOCK_AFTER_TEXT.sub("\n", text)
        text = _TEXT_AFTER_BLOCK.sub("\n", text)
    return trimmed(_LEFT.sub("", text))


def _mark_lines(node: LexborNode, pre: LexborNode) -> None:
    if node.tag == "br":
        node.replace_with("\n")
    elif node.tag == "img":
        node.replace_with(node.attributes.get("alt") or "")
    elif node.tag in BLOCKS and node.mem_id != pre.mem_id:
        node.insert_before(_BLOCK)
        node.insert_after(_BLOCK_END)
    elif _is_line(node):
        node.insert_before(_LINE)
        node.insert_after(_LINE_END)


def trimmed(code: str) -> str:
    """`code` without white space at its end and blank lines before it."""
    code = code.rstrip()
    first = len(code) - len(code.lstrip())
    return code[code.rfind("\n", 0, first) + 1 :]


def _is_line(node: LexborNode) -> bool:
    attributes = node.attributes
    return "data-line" in attributes or _LINE_CLASS.search(attributes.get("class") or "") is not None
