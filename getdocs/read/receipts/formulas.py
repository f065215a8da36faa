"""The formulas of a page, as their authors wrote them: the TeX that KaTeX, MathJax, MathML or Sphinx has kept, if any.

MathML that keeps none has many spellings in TeX: of it only the letters and digits are looked for, in their order.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

FORMULAS = "math, mjx-container, .katex, .MathJax, .math, .arithmatex, .book-katex, script[type^='math/tex']"
_DELIMITED = re.compile(r"\s*(?:\\\(|\\\[|\$\$?)(.*?)(?:\\\)|\\\]|\$\$?)\s*", re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class Formula:
    """`tex` as written, None where the page does not keep it; `plain`: its letters and digits, in order."""

    tex: str | None
    plain: str


def take_out(root: LexborNode, formulas: str = FORMULAS) -> Iterator[Formula]:
    """The formulas below `root`, which are taken out of it: what matches one of `formulas`."""
    taken: set[int] = set()
    for node in root.css(formulas):
        if node.mem_id in taken:
            continue
        formula = _formula(node)
        if formula is None:
            continue
        taken |= {inner.mem_id for inner in node.css("*")}
        node.replace_with(" ")
        if formula.tex is None or formula.tex.strip():
            yield formula


def _formula(node: LexborNode) -> Formula | None:
    """None where it is none: `math` is also the class of a paragraph about mathematics."""
    number = node.css_first(".eqno")
    if number is not None:
        node.insert_before(f" {number.text()} ")
        number.remove()
    text = node.text()
    plain = "".join(_PLAIN.findall(text))
    if node.tag == "script":
        return Formula(text, plain)
    for note in node.css("annotation"):
        if "tex" in (note.attributes.get("encoding") or "").lower():
            return Formula(note.text(), plain)
    formula = node if node.tag == "math" else node.css_first("math")
    if formula is not None and (written := formula.attributes.get("alttext")):
        return Formula(written, plain)
    if (delimited := _DELIMITED.fullmatch(text)) is not None:
        return Formula(delimited[1], plain)
    return Formula(None, plain) if formula is not None or node.tag == "mjx-container" else None


def says(tex: str, formula: Formula) -> bool:
    """Whether `tex` may be `formula`, whose own TeX is not known: its letters and digits occur in it, in order."""
    at = -1
    for char in formula.plain:
        at = tex.find(char, at + 1)
        if at < 0:
            return False
    return True
