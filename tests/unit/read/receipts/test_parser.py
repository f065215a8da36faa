"""The parser that judges Markdown is held to another one: both read the golden cases, and whole pages, alike."""

from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

from getdocs.read.receipts.inventory import Inventory
from getdocs.read.receipts.tags import readable
from getdocs.read.receipts.taking import Taker
from getdocs.read.receipts.targets import Targets
from getdocs.read.receipts.written import written

FOLDER = Path(__file__).parents[4] / "fixtures" / "markdown"
URL = "https://docs.example/v2/guide/page"
OTHER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def judged_by_the_other(markdown: str) -> Inventory:
    taker = Taker(Targets(URL))
    body = LexborHTMLParser(OTHER.render(markdown)).body
    assert body is not None
    assert body.html is not None
    taker.take(taker.without_code(readable(body.html)))
    return taker.inventory


def cases() -> list[object]:
    found = []
    for file in sorted(FOLDER.glob("*.md")):
        parts = file.read_text(encoding="utf-8").split("\n.\n")
        for title, markdown in zip(parts[::3], parts[2::3], strict=False):
            if (
                "[!" not in markdown and "- [" not in markdown
            ):  # callouts and tasks: GitHub's, which the other one has not
                found.append(pytest.param(markdown, id=f"{file.stem}: {title.strip()}"))
    return found


@pytest.mark.parametrize("markdown", cases())
def test_two_parsers_find_the_same_in(markdown: str) -> None:
    ours, others = written(markdown, Targets(URL), formulas=False), judged_by_the_other(markdown)
    assert ours == others
