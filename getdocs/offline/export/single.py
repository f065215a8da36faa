"""The whole documentation as one Markdown file: a table of contents, then every Page in Reading Order below its place in it.

Links between Pages lead to places in the file, by the anchors that GitHub makes of its headings and by names of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from getdocs.config import AnchorStyle
from getdocs.offline.export.chapter import DEEPEST, chapter
from getdocs.offline.export.copy import Copy, one_line
from getdocs.offline.export.links import Files
from getdocs.offline.export.outline import Entry, outline
from getdocs.offline.export.places import Places, places
from getdocs.offline.saved import SavedPage
from getdocs.read import escape
from getdocs.write.relink.relative import meant, written
from getdocs.write.relink.slugs import Heading, anchors_of, headings

_CONTENTS = "Contents"
_HERE = "."


@dataclass(frozen=True, slots=True)
class _Part:
    """One entry of the outline, as it stands in the file. `mark` begins what is its own there."""

    entry: Entry
    mark: str
    level: int
    heading: str
    """That goes before its text; empty where the Page begins with its own."""
    places: Places
    anchors: tuple[str, ...] = ()
    """Of its headings, the added one left out."""
    top: str = ""
    """The anchor that stands for all of it."""


def single(copy: Copy, folder: Path) -> Iterator[str]:
    """The text of the file, piece by piece, for a place in `folder`."""
    parts = _anchored(copy, _parts(copy))
    files = Files(copy, folder)
    by_path = {str(part.entry.page.path): part for part in parts if part.entry.page is not None}
    yield _opening(copy)
    yield from _contents(parts)
    below_label = False
    for part in parts:
        yield "\n" if below_label or part.entry.page is None else "\n---\n\n"
        below_label = part.entry.page is None
        if part.top.startswith(part.mark):
            yield f'<a id="{part.top}"></a>\n\n'
        if part.heading:
            yield f"{part.heading}\n"
        if part.entry.page is not None:
            yield "\n" if part.heading else ""
            yield _text(copy, part.entry.page, part, by_path, files)


def _opening(copy: Copy) -> str:
    summary = f"\n> {escape.line_start(escape.prose(copy.summary))}\n" if copy.summary else ""
    return f"# {escape.prose(copy.title)}\n{summary}\n## {_CONTENTS}\n\n"


def _parts(copy: Copy) -> Iterator[_Part]:
    for number, entry in enumerate(outline(copy.crawl.manifest["nav"], copy.pages).entries, 1):
        level = min(DEEPEST, 2 + entry.depth)
        found = places(copy.body(entry.page)) if entry.page is not None else places("")
        title = one_line(entry.page.title) or entry.title if entry.page is not None else entry.title
        heading = "" if found.has_title else f"{'#' * level} {escape.prose(title)}"
        yield _Part(entry, f"p{number}.", level, heading, found)


def _anchored(copy: Copy, parts: Iterator[_Part]) -> list[_Part]:
    """The anchors of all headings of the file, in its order, equal ones counted over all of it."""
    every = list(parts)
    ours = [headings(part.heading) for part in every]
    texts = [heading.text for heading in headings(_opening(copy))]
    for part, own in zip(every, ours, strict=True):
        texts += [*(heading.text for heading in own), *part.places.texts]
    anchors = iter(anchors_of([Heading(0, 0, 1, text) for text in texts], AnchorStyle.GITHUB))
    for _ in headings(_opening(copy)):
        next(anchors)
    anchored: list[_Part] = []
    for part, own in zip(every, ours, strict=True):
        added = [next(anchors) for _ in own]
        its = tuple(next(anchors) for _ in part.places.texts)
        top = (added or [*its, ""])[0] or f"{part.mark}top"
        anchored.append(_Part(part.entry, part.mark, part.level, part.heading, part.places, its, top))
    return anchored


def _contents(parts: list[_Part]) -> Iterator[str]:
    depth = -1
    for part in parts:
        depth = min(part.entry.depth, depth + 1)
        title = escape.prose(part.entry.title, in_link=True)
        yield f"{'  ' * depth}- [{title}]({written(_HERE, _HERE, part.top)})\n"


def _text(copy: Copy, page: SavedPage, part: _Part, by_path: dict[str, _Part], files: Files) -> str:

    def link(reference: str) -> str | None:
        found = meant(str(page.path), reference)
        if found is not None and (target := by_path.get(found[0])) is not None:
            return written(_HERE, _HERE, _anchor(target, found[1]))
        return files.there(page, reference)

    return chapter(
        copy.body(page),
        mark=part.mark,
        lower=part.level - 1,
        link=link,
        image=lambda reference: files.there(page, reference),
    )


def _anchor(part: _Part, fragment: str) -> str:
    if fragment in part.places.names:
        return part.mark + fragment
    number = part.places.headings.get(fragment)
    return (part.anchors[number] if number is not None else "") or part.top
