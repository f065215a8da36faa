"""Text of others, made safe to print. Pure; it knows nothing of consoles, colours or widths."""

import re
import unicodedata

# CSI and OSC sequences (ECMA-48 5.4, 8.3.89), in their 7-bit and 8-bit forms, removed whole so that no debris is left.
_SEQUENCE = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?")
_SPACE = re.compile(r"[\t\n\x0b\x0c\r\x85\u2028\u2029]+")
_HARMFUL = frozenset(["Cc", "Cf", "Cs"])


def printable(text: str) -> str:
    """`text` on one line, without anything a terminal acts on: escape sequences, controls, bidirectional marks.

    Line breaks and tabs become one space; what UTF-8 cannot carry becomes U+FFFD. Markup of a console library is left
    alone: print the result as plain text.
    """
    flat = _SPACE.sub(" ", _SEQUENCE.sub("", text))
    if flat.isascii() and flat.isprintable():
        return flat
    return "".join(_shown(char) for char in flat)


def _shown(char: str) -> str:
    category = unicodedata.category(char)
    if category not in _HARMFUL:
        return char
    return "\ufffd" if category == "Cs" else ""
