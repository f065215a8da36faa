"""Finds the TeX of a formula: the source that KaTeX, MathJax or Sphinx left in the page, else MathML written as TeX.

Writes no Markdown beyond the dollar signs.
"""

import re

from getdocs.read import escape
from getdocs.read.code import classes
from getdocs.read.element import Element

_DELIMITED = re.compile(r"\A\s*(\\\(|\\\[|\$\$?)(.*?)(\\\)|\\\]|\$\$?)\s*\Z", re.DOTALL)
_TEX_ENCODINGS = frozenset({"application/x-tex", "application/x-latex", "tex", "latex"})
_OPERATORS = {
    "−": "-", "×": r"\times", "⋅": r"\cdot", "·": r"\cdot", "±": r"\pm", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx",
    "→": r"\to", "⇒": r"\Rightarrow", "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∞": r"\infty", "∂": r"\partial",
    "∇": r"\nabla", "∈": r"\in", "∉": r"\notin", "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap",
    "∀": r"\forall", "∃": r"\exists", "…": r"\dots", "⋯": r"\cdots", "∘": r"\circ", "⟨": r"\langle", "⟩": r"\rangle",
    "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "_": r"\_", "\u2061": "", "\u2062": "", "\u2063": "",
}  # fmt: skip
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi "
    "chi psi omega"
).split()
_LETTERS = {chr(0x3B1 + index): f"\\{name}" for index, name in enumerate(_GREEK)} | {
    chr(0x391 + index): f"\\{name.capitalize()}"
    for index, name in enumerate(_GREEK)
    if name in {"gamma", "delta", "theta", "lambda", "xi", "pi", "sigma", "upsilon", "phi", "psi", "omega"}
}
_ACCENTS = {
    "¯": "bar",
    "‾": "overline",
    "^": "hat",
    "~": "tilde",
    "→": "vec",
    "˙": "dot",
    "ˆ": "hat",
    "˜": "tilde",
    "_": "underline",
}
_FUNCTIONS = frozenset("sin cos tan log ln exp lim max min sup inf det dim gcd arg deg ker sinh cosh tanh Pr".split())


def is_math(element: Element) -> bool:
    """True for the outermost element of a formula."""
    if element.name in {"math", "mjx-container"}:
        return True
    if element.name not in {"span", "div"}:
        return False
    names = classes(element)
    return not {"katex", "katex-display", "MathJax_Display"}.isdisjoint(names) or (
        not {"math", "arithmatex", "book-katex"}.isdisjoint(names)
        and _DELIMITED.match(_without_number(element)) is not None
    )


def take_number(element: Element) -> Element | None:
    """The number of a formula (Sphinx), which stands in it, taken out of it; None where it has none."""
    number = _number(element)
    if number is not None:
        number.extract()
    return number


def _number(element: Element) -> Element | None:
    return next((child for child in element.children() if "eqno" in classes(child)), None)


def _without_number(element: Element) -> str:
    text, number = element.text(), _number(element)
    return text.replace(number.text(), "", 1) if number is not None else text


def math_of(element: Element) -> str:
    """The formula as `$tex$` or, where it stands on its own, `$$tex$$` in a paragraph; empty where nothing is found."""
    text = element.text()
    delimited = _DELIMITED.match(text) if element.name in {"span", "div"} else None
    tex = _source(element)
    display = _is_display(element)
    if tex is None and delimited:
        tex = delimited.group(2)
        display = display or delimited.group(1) in {r"\[", "$$"}
    if tex is None:
        formula = element if element.name == "math" else element.find("math")
        tex = _tex(formula) if formula is not None else text
    tex = tex.strip()
    if not tex:
        return ""
    if display:
        lines = [_continued(line) for line in tex.split("\n") if line.strip()]
        return "\n\n" + (f"$${tex}$$" if len(lines) == 1 else "\n".join(("$$", *lines, "$$"))) + "\n\n"
    return f"${' '.join(tex.split())}$"


def _continued(line: str) -> str:
    """A line of a formula, indented where Markdown would begin a list or a heading with it: so it goes on (CommonMark 4.8)."""
    text = line.lstrip(" ")
    return f"    {text}" if escape.line_start(text) != text else line


def _source(element: Element) -> str | None:
    for annotation in element.find_all("annotation"):
        if annotation.attrs.get("encoding", "").lower() in _TEX_ENCODINGS:
            return annotation.text()
    formula = element if element.name == "math" else element.find("math")
    return (formula.attrs.get("alttext") or None) if formula is not None else None


def _is_display(element: Element) -> bool:
    if not {"katex-display", "MathJax_Display"}.isdisjoint(classes(element)):
        return True
    if element.attrs.get("display") in {"block", "true"}:
        return True
    formula = element.find("math")
    return formula is not None and formula.attrs.get("display") == "block"


def _children(element: Element) -> list[Element]:
    return [child for child in element.children() if not child.name.startswith("annotation")]


def _group(tex: str) -> str:
    return tex if len(tex) == 1 or re.fullmatch(r"\\[A-Za-z]+", tex) else f"{{{tex}}}"


def _tex(element: Element) -> str:
    """MathML (presentation, 3.0) as TeX. Elements it does not know are replaced by what they hold."""
    name = element.name
    if name in {"mi", "mn", "mo", "mtext", "ms"}:
        return _token(element)
    parts = [_tex(child) for child in _children(element)]
    if name == "mfrac" and len(parts) == 2:
        return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
    if name == "msqrt":
        return rf"\sqrt{{{_joined(parts)}}}"
    if name == "mroot" and len(parts) == 2:
        return rf"\sqrt[{parts[1]}]{{{parts[0]}}}"
    if name in _SCRIPTS and len(parts) == len(_SCRIPTS[name]) + 1:
        return _scripted(name, parts)
    if name == "mtable":
        rows = r" \\ ".join(parts)
        return rf"\begin{{matrix}}{rows}\end{{matrix}}"
    if name == "mtr":
        return " & ".join(parts)
    if name == "mfenced":
        return f"({', '.join(parts)})"
    if name == "mspace":
        return _SPACES.get(str(element.attrs.get("width", "")), " ")
    return _joined(parts) if parts or not element.contents else _loose(element)


_SPACES = {"1em": r"\quad ", "2em": r"\qquad "}
_SCRIPTS = {"msup": "^", "msub": "_", "msubsup": "_^", "mover": "^", "munder": "_", "munderover": "_^"}


def _scripted(name: str, parts: list[str]) -> str:
    base, *scripts = parts
    if name in {"mover", "munder"} and scripts[0] in _ACCENTS:
        return rf"\{_ACCENTS[scripts[0]]}{{{base}}}"
    return _group(base) + "".join(
        f"{mark}{_group(script)}" for mark, script in zip(_SCRIPTS[name], scripts, strict=True)
    )


def _token(element: Element) -> str:
    text = " ".join(element.text().split())
    if element.name in {"mtext", "ms"}:
        return rf"\text{{{text}}}" if text else " "
    if element.name == "mi" and len(text) > 1:
        return f"\\{text}" if text in _FUNCTIONS else rf"\mathrm{{{text}}}"
    return "".join(_OPERATORS.get(char, _LETTERS.get(char, char)) for char in text)


def _loose(element: Element) -> str:
    return "".join(child for child in element.contents if isinstance(child, str)).strip()


def _joined(parts: list[str]) -> str:
    """The parts side by side, with a blank where a command would run into a letter."""
    out = ""
    for part in parts:
        if out and part and part[0].isalnum() and re.search(r"\\[A-Za-z]+$", out):
            out += " "
        out += part
    return out
