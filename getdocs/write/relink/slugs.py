"""What the anchors of headings are called by those who show Markdown: GitHub, MkDocs, Obsidian. Pure.

The rules are those of github-slugger, of the toc extension of Python-Markdown (`slugify`, `unique`), and of Obsidian's links to
headings, which name the heading itself.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from getdocs.config import AnchorStyle
from getdocs.write.relink.markup import events, tag

_NUMBERED = re.compile(r"^(.*)_([0-9]+)$")
_OBSIDIAN_MARKS = re.compile(r"[#^|\[\]:%\\]+")
_SHOWN = frozenset({"Text", "Code", "InlineMath", "DisplayMath"})


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: the bytes from where to where it stands, its level, and the text that it shows."""

    start: int
    end: int
    level: int
    text: str


def headings(markdown: str) -> list[Heading]:
    """The headings of a text, in order."""
    return [found for found in _read(markdown) if found is not None]


def _read(markdown: str) -> Iterator[Heading]:
    shown: list[str] | None = None
    level = images = 0
    for name, value, start, end in events(markdown):
        if name == "Start" and (kind := tag(value)) in {"Heading", "Image"}:
            images += kind == "Image"
            if kind == "Heading":
                shown, level = [], int(str(value[kind]["level"])[-1])
        elif name == "End" and (kind := tag(value)) in {"Heading", "Image"}:
            images -= kind == "Image"
            if kind == "Heading" and shown is not None:
                yield Heading(start, end, level, "".join(shown).strip())
                shown = None
        elif shown is not None and not images and name in _SHOWN:
            shown.append(value)
        elif shown is not None and name in {"SoftBreak", "HardBreak"}:
            shown.append(" ")


def anchors_of(found: Sequence[Heading], style: AnchorStyle) -> list[str]:
    """The anchor of each heading, as it stands behind the `#` of a link, unescaped; empty where it has none."""
    match style:
        case AnchorStyle.GITHUB:
            return _github(found)
        case AnchorStyle.MKDOCS:
            return _mkdocs(found)
        case AnchorStyle.OBSIDIAN:
            return _obsidian(found)


def _github(found: Sequence[Heading]) -> list[str]:
    seen: dict[str, int] = {}
    anchors: list[str] = []
    for heading in found:
        slug = anchor = github_slug(heading.text)
        while anchor in seen:
            seen[slug] += 1
            anchor = f"{slug}-{seen[slug]}"
        seen[anchor] = 0
        anchors.append(anchor if slug else "")
    return anchors


def github_slug(text: str) -> str:
    """The anchor of the first heading of that text: lower case, punctuation away, a hyphen for each blank."""
    return "".join(char for char in text.lower() if _is_word(char)).replace(" ", "-")


def _is_word(char: str) -> bool:
    if char.isascii():
        return char.isalnum() or char in "_- "
    return unicodedata.category(char) in {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"}


def _mkdocs(found: Sequence[Heading]) -> list[str]:
    seen: set[str] = set()
    anchors: list[str] = []
    for heading in found:
        plain = unicodedata.normalize("NFKD", heading.text).encode("ascii", "ignore").decode()
        anchor = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
        while anchor in seen or not anchor:
            numbered = _NUMBERED.match(anchor)
            anchor = f"{numbered[1]}_{int(numbered[2]) + 1}" if numbered else f"{anchor}_1"
        seen.add(anchor)
        anchors.append(anchor)
    return anchors


def _obsidian(found: Sequence[Heading]) -> list[str]:
    """The text of the heading; below that of the heading above it, where another heading has the same."""
    named = [" ".join(_OBSIDIAN_MARKS.sub(" ", heading.text).split()) for heading in found]
    above: list[tuple[int, str]] = []
    seen: set[str] = set()
    anchors: list[str] = []
    for heading, name in zip(found, named, strict=True):
        while above and above[-1][0] >= heading.level:
            above.pop()
        anchors.append(f"{above[-1][1]}#{name}" if name in seen and above else name)
        above.append((heading.level, name))
        seen.add(name)
    return anchors
