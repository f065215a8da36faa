"""The places of a file that links name: its headings, by whichever rule the links were made, and the names in its raw HTML. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from getdocs.config import AnchorStyle
from getdocs.write.relink.markup import events, tag
from getdocs.write.relink.slugs import anchors_of, headings
from getdocs.write.relink.tags import tags


@dataclass(frozen=True, slots=True)
class Places:
    """`texts` are those of its headings; `headings` names them by their numbers; `names` stand in raw HTML."""

    texts: tuple[str, ...]
    headings: Mapping[str, int]
    names: frozenset[str]
    has_title: bool
    """Whether its first heading is of the first level."""


def places(markdown: str) -> Places:
    """Those of a file. Its links have been made for one reader (`--anchors`): what that calls a place, no other calls otherwise."""
    found = headings(markdown)
    numbers: dict[str, int] = {}
    for style in AnchorStyle:
        for number, name in enumerate(anchors_of(found, style)):
            if name:
                numbers.setdefault(name, number)
    return Places(
        tuple(heading.text for heading in found),
        numbers,
        frozenset(_raw_names(markdown)),
        bool(found) and found[0].level == 1,
    )


def _raw_names(markdown: str) -> list[str]:
    data = markdown.encode()
    return [
        name
        for what, value, start, end in events(markdown)
        if what == "InlineHtml" or (what == "Start" and tag(value) == "HtmlBlock")
        for each in tags(data, start, end)
        for name in each.names()
    ]
