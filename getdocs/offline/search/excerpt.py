"""Where in a text the words of a query stand, and what of it is shown. Pure; goes by the look of words, not by the index."""

import re
import unicodedata

from getdocs.offline.search.words import Term

_PIECE = re.compile(r"[^\W_]+")
_BEGINS = r"(?:(?<![^\W_])|(?-i:(?<=[a-z0-9])(?=[A-Z])))"
"""A word begins here, or a part of a name that is written together."""
_ENDS = r"(?![^\W_])"
_STEM = 4
"""Characters of which a piece may be the beginning of a longer word."""
_MORE = "…"


class Mark:
    """One term of a query, as it may stand in a text."""

    def __init__(self, term: Term) -> None:
        self._typed = plain_text(term.typed).casefold()
        pieces = _PIECE.findall(self._typed)
        together = r"[\W_]{0,3}".join(map(_piece, pieces)) or re.escape(self._typed)
        begins = _BEGINS if self._typed.isascii() else ""  # scripts without blanks have no other beginnings
        self._together = re.compile(begins + together, re.IGNORECASE)
        self._apart = [re.compile(begins + _piece(piece), re.IGNORECASE) for piece in pieces]

    def value(self, plain: str) -> float:
        """How well a `plain_text` answers to it: 3 as it was typed, 2 its pieces together, up to 1 some of them, 0 not at all.

        A text that begins with it answers a little better.
        """
        if found := self._together.search(plain):
            return (3.0 if self._typed in plain.casefold() else 2.0) + (0.0 if found.start() else 0.5)
        some = sum(piece.search(plain) is not None for piece in self._apart)
        return some / len(self._apart) if some else 0.0

    def spots(self, text: str) -> list[tuple[int, int]]:
        """Where it stands in `text`; `text` as it is, accents and all."""
        found = [match.span() for match in self._together.finditer(text)]
        return found or [match.span() for piece in self._apart for match in piece.finditer(text)]


def excerpt(text: str, marks: list[Mark], most: int) -> tuple[str, tuple[tuple[int, int], ...]]:
    """At most `most` characters of `text` on one line, around its first mark, and the marks in it; an ellipsis where cut."""
    flat = " ".join(text.split())
    spots = _apart([spot for mark in marks for spot in mark.spots(flat)])
    start = 0
    if len(flat) > most:
        first = spots[0][0] if spots else 0
        start = 0 if first < most * 2 // 3 else flat.rfind(" ", 0, first - most // 4) + 1
        end = start + most - 2
        flat = (_MORE if start else "") + flat[start:end] + (_MORE if end < len(flat) else "")
        start -= 1 if start else 0
    shown = [(begin - start, end - start) for begin, end in spots if begin >= start and end - start <= len(flat)]
    return flat, tuple(shown)


def _piece(piece: str) -> str:
    return re.escape(piece) + (_ENDS if piece.isascii() and len(piece) < _STEM else "")


def _apart(spots: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """In their order, and none over another."""
    ordered = sorted(spots, key=lambda spot: (spot[0], -spot[1]))
    kept: list[tuple[int, int]] = []
    for begin, end in ordered:
        if not kept or begin >= kept[-1][1]:
            kept.append((begin, end))
    return kept


def plain_text(text: str) -> str:
    """Without accents, compatibility forms as one."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text).replace("ß", "ss")
    return "".join(char for char in apart if not unicodedata.combining(char))
