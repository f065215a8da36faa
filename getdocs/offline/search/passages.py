"""What a search can find: the sections of a text, those of references cut where the next function is described. Pure."""

import re
from collections.abc import Iterator

from getdocs.offline.sections import Section, sections

_KEYWORDS = (
    "abstract|abstractmethod|async|awaitable|class|classmethod|const|coroutine|def|enum|exception|final|fn|func|function"
    "|interface|method|new|property|pub|public|static|staticmethod|struct|type"
)
_NAME = r"[A-Za-z_$][\w$.:]*"
_SIGNATURE = re.compile(
    rf"(?:(?:{_KEYWORDS}) )*({_NAME}) ?\(.*\)(?: ?(?:->|→|:) ?.+)?|(?:class|enum|exception|interface|struct|type) ({_NAME})"
)
_LONGEST = 1000
"""Characters of a signature; a longer line is none."""


def passages(markdown: str) -> Iterator[Section]:
    """The sections of `sections`; a signature that stands on a line of its own begins another one, and is its heading."""
    for section in sections(markdown):
        yield from _cut(section)


def _cut(section: Section) -> Iterator[Section]:
    headings, begin, described = section.headings, 0, False
    for number, line in enumerate(section.lines):
        name = None if section.quoting[number] else _described(line)
        if name and described:
            yield _part(section, headings, begin, number)
            headings, begin = (*section.headings, name), number
        elif name and not begin:
            headings = (*section.headings, name)
        # Several signatures in a row are forms of one call, and described together.
        described = not name if line else described
    yield _part(section, headings, begin, len(section.lines))


def _described(line: str) -> str | None:
    found = _SIGNATURE.fullmatch(line.rstrip()) if len(line) <= _LONGEST else None
    return found[1] or found[2] if found else None


def _part(section: Section, headings: tuple[str, ...], begin: int, end: int) -> Section:
    return Section(headings, section.line + begin, section.lines[begin:end], section.quoting[begin:end])
