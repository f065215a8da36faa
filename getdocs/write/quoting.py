"""Text as a string that JSON and YAML both read, with nothing in it that a terminal or an editor would act on. Pure."""

import json
import re

# DEL, C1, format characters (general category Cf), line and paragraph separators, noncharacters. Below 0x20 JSON itself
# escapes; beyond the basic plane JSON and YAML escape differently, and nothing there moves a cursor.
_INVISIBLE = re.compile(
    "[\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
)


def well_formed(text: str) -> str:
    """`text` as UTF-8 can carry it: pairs of surrogates joined, a lone one replaced by U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def quoted(text: str) -> str:
    """`text` in double quotes: one line that every JSON and YAML parser reads back as exactly `well_formed(text)`."""
    return escape_invisible(json.dumps(well_formed(text), ensure_ascii=False))


def json_line(value: object) -> str:
    """`value` as JSON on one line, the line break included: no reader of lines, and no terminal, takes it for anything else."""
    return escape_invisible(well_formed(json.dumps(value, ensure_ascii=False))) + "\n"


def escape_invisible(literal: str) -> str:
    """Writes control, bidirectional and zero-width characters as escapes. `literal` is JSON: they stand in strings only."""
    return _INVISIBLE.sub(lambda match: f"\\u{ord(match[0]):04x}", literal)
