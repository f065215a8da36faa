"""Words, as the search knows them: of a text for the index, and of what a person types as queries for it. Pure.

SQLite's FTS5 cuts text at everything that is no letter or digit. What that loses is put back here: names written together
(`createSlice`), signs that make a word another one (`C++`, `--flag`, `:=`), scripts without blanks between words.
"""

import re
import unicodedata
from dataclasses import dataclass

MOST_TERMS = 64
"""Of one query; what follows is left out."""

FILLERS = frozenset(
    "a an and are as at be by can do does for from how i if in is it its me my not of on or so that the this to use was"
    " we what when where which who why will with you your".split()
)
"""Words of questions that tell nothing where not all words are asked for."""

# Han, Kana, Hangul: each character is taken as a word, and a word as a phrase of them.
_TOGETHER = re.compile(
    "([\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\U00020000-\U0003134f])"
)
_WORD = re.compile(r"[^\W_]")
_NAME = re.compile(r"(?<![A-Za-z0-9])(?:[A-Z]*[a-z0-9]+[A-Z]|[A-Z]{2,}[a-z])[A-Za-z0-9]*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SIGN = r"!#$%&*+\-./:<=>?@\\^|~"
_SIGNED = re.compile(
    rf"(?<![\w-])(?:--?[A-Za-z][\w-]*|[A-Za-z]\w*(?:\+\+|#)(?![\w#])|[{_SIGN}]{{1,3}}(?![^\s`)\],;]))", re.ASCII
)
_QUERY = re.compile(r'"([^"]*)"|([^\s"]+)')


@dataclass(frozen=True, slots=True)
class Term:
    """One word or phrase of a query, as expressions of FTS5."""

    typed: str
    exact: str
    """Finds it as it is written, signs and all."""
    loose: str
    """Finds it by its letters and digits; empty where it has none."""


def folded(text: str) -> str:
    """`text` as the index holds it: compatibility forms and case are one, ideographs stand apart.

    Accents stay: FTS5 (`remove_diacritics`) takes them off both sides itself.
    """
    return _TOGETHER.sub(r" \1 ", unicodedata.normalize("NFKC", text).casefold())


def named(text: str) -> str:
    """A heading or a query as the name of something: without the signs around it that tell a call or code."""
    return " ".join(text.strip(" `()\"'#¶").casefold().split())


def names(text: str) -> str:
    """What the index holds besides the words of `text`: the parts of names written together, and words with their signs."""
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        found[" ".join(_HUMP.split(match[0])).casefold()] = None
    for match in _SIGNED.finditer(text):
        found[_spelled(match[0])] = None
    return " ".join(found)


def terms(query: str) -> tuple[Term, ...]:
    """What a query asks for; its last word may go on. Empty where it has neither word nor sign. Never raises."""
    found: dict[str, Term] = {}
    typed = _QUERY.findall("".join(char if char.isprintable() else " " for char in query))
    for number, (phrase, word) in enumerate(typed, 1):
        term = _phrase(phrase) if phrase else _word(word, last=number == len(typed))
        if term is not None:
            found.setdefault(term.typed, term)
    return tuple(found.values())[:MOST_TERMS]


def _phrase(text: str) -> Term | None:
    if not _WORD.search(text):
        return _word(text.strip(), last=False)
    return Term(text, _quoted(folded(text)), _quoted(folded(text)))


def _word(text: str, *, last: bool) -> Term | None:
    signed = _SIGNED.fullmatch(text.strip("`()[],;'")) if text else None
    loose = ""
    if len(_WORD.findall(text)) > (signed is not None):
        whole = _quoted(folded(text))
        # Both for the last word: what has it whole is better than what only begins with it.
        ways = [whole, f"{whole} *"] if last and len(_WORD.findall(text)) > 1 else [whole]
        if _NAME.search(text):
            ways.append(_quoted(" ".join(_HUMP.split(text)).casefold()))
        loose = f"({' OR '.join(ways)})"
    exact = f"names : {_quoted(_spelled(signed[0]))}" if signed else loose
    return Term(text, exact, loose) if exact else None


def _spelled(text: str) -> str:
    """A word with its signs as one word of letters and digits: `c++` is `cx2bx2b`."""
    return "".join(char if char.isalnum() else f"x{ord(char):x}" for char in text.casefold())


def _quoted(text: str) -> str:
    return '"' + text.replace('"', " ") + '"'
