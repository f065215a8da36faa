"""The file of a saved Page taken apart: front matter and body. Pure; reads what `write.files` writes, and what an editor has made of it.

Not a YAML parser: a value that is not written as we write it (JSON on one line) is taken as it stands.
"""

import json
from dataclasses import dataclass

_FENCE = "---"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the head of a file says. None: it does not say so, or not as we write it."""

    url: str | None = None
    title: str | None = None
    status: int | None = None
    crawled_at: str | None = None
    """ISO 8601 in UTC."""
    canonical: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A file of a saved Page. `body_line` is the line of the file, counted from 1, at which `body` begins."""

    front: FrontMatter
    body: str
    body_line: int = 1


def parse(text: str) -> Document:
    """The parts of `text`. A file without front matter, or whose front matter never ends, is all body. Never raises."""
    text = text.removeprefix("\ufeff")
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        return Document(FrontMatter(), text)
    end = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() == _FENCE), None)
    if end is None:
        return Document(FrontMatter(), text)
    start = end + 1
    while start < len(lines) - 1 and not lines[start].strip():
        start += 1
    return Document(_front(lines[1:end]), "\n".join(lines[start:]), start + 1)


def _front(lines: list[str]) -> FrontMatter:
    fields: dict[str, str | int] = {}
    for line in lines:
        name, found, value = line.partition(":")
        if found and not name.startswith((" ", "\t", "#")):
            fields[name.strip()] = _value(value.strip())
    status = fields.get("status")
    return FrontMatter(
        url=_text(fields.get("url")),
        title=_text(fields.get("title")),
        status=status if isinstance(status, int) else None,
        crawled_at=_text(fields.get("crawled_at")),
        canonical=_text(fields.get("canonical")),
    )


def _value(literal: str) -> str | int:
    try:
        value = json.loads(literal)
    except ValueError:
        return literal
    return value if isinstance(value, str) or type(value) is int else literal


def _text(value: str | int | None) -> str | None:
    return None if value is None else str(value)
