"""llms.txt (llmstxt.org): the Pages of a crawl as a list, by the sections of the site's navigation; llms-full.txt: all of their text."""

import re
from collections.abc import Iterator
from pathlib import Path

from getdocs.offline.export.copy import Copy, one_line
from getdocs.offline.export.links import Files, rebased
from getdocs.offline.export.outline import Way, outline
from getdocs.offline.export.summaries import first_paragraph
from getdocs.read import escape

_TOP = "Docs"
"""The section of Pages that stand in no section of the navigation."""
_MORE = "More"
"""That of Pages which the navigation does not name."""
_RULE = re.compile(r"^=+", re.MULTILINE)
_SHORTEST_RULE = 80


def index(copy: Copy, folder: Path) -> Iterator[str]:
    """The text of llms.txt, piece by piece, for a file in `folder`."""
    files = Files(copy, folder)
    yield _head(copy)
    for title, lines in _sections(copy, files).items():
        yield f"\n## {escape.prose(title)}\n\n" + "".join(lines)


def full(copy: Copy, folder: Path) -> Iterator[str]:
    """The text of llms-full.txt, piece by piece: before each Page stands a line of equals signs as no Page has one."""
    files = Files(copy, folder)
    yield _head(copy)
    longest = max((len(rule) for page in copy.pages for rule in _RULE.findall(copy.body(page))), default=0)
    rule = "=" * max(_SHORTEST_RULE, longest + 1)
    for page in copy.pages:
        title = one_line(page.title) or str(page.path)
        yield f"\n{rule}\nTitle: {title}\nURL: {page.url}\nFile: {files.link(str(page.path))}\n\n"
        yield rebased(copy.body(page), page, files)


def _head(copy: Copy) -> str:
    summary = f"\n> {escape.line_start(escape.prose(copy.summary))}\n" if copy.summary else ""
    return f"# {escape.prose(copy.title)}\n{summary}"


def _sections(copy: Copy, files: Files) -> dict[str, list[str]]:
    """The lines of each section, in Reading Order both."""
    order = outline(copy.crawl.manifest["nav"], copy.pages)
    ways = [entry.way for entry in order.entries if entry.way]
    # A navigation that is one branch has its sections below that.
    length = 2 if len({way[:1] for way in ways}) == 1 and len(ways) > 1 else 1
    with_pages_below = {way[:length] for way in ways if len(way) > length}
    sections: dict[tuple[Way, str], list[str]] = {}
    for entry in order.entries:
        if entry.page is None:
            continue
        above = entry.way[:length]
        title = order.titles.get(above, "") if above in with_pages_below else ""
        key = (above, title) if title else ((), _TOP if entry.way or not ways else _MORE)
        link = f"[{escape.prose(entry.title, in_link=True)}]({escape.destination(files.link(str(entry.page.path)))})"
        summary = escape.prose(first_paragraph(copy.body(entry.page)))
        sections.setdefault(key, []).append(f"- {link}{': ' + summary if summary else ''}\n")
    merged: dict[str, list[str]] = {}
    for (_, title), lines in sections.items():
        merged.setdefault(title, []).extend(lines)
    return merged
