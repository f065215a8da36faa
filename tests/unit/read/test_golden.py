from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from getdocs.model import Snapshot
from getdocs.read.reader import read_page

FOLDER = Path(__file__).parents[3] / "fixtures" / "markdown"
URL = "https://docs.example/v2/guide/page"
PAGE = '<!doctype html><body><nav><a href="/x">Nav</a></nav><main>{}</main></body>'


def cases() -> list[object]:
    """Each file holds blocks: a title, the HTML, the Markdown, each closed by a line with a full stop."""
    found = []
    for file in sorted(FOLDER.glob("*.md")):
        parts = file.read_text(encoding="utf-8").split("\n.\n")
        for title, html, markdown in zip(parts[::3], parts[1::3], parts[2::3], strict=False):
            found.append(pytest.param(html, markdown, id=f"{file.stem}: {title.strip()}"))
    return found


@pytest.mark.parametrize(("html", "markdown"), cases())
def test_content_becomes_the_markdown_of_the_golden_case(html: str, markdown: str) -> None:
    page = read_page(Snapshot(URL, 200, PAGE.format(html), "", URL))
    assert page.markdown.rstrip("\n") == markdown.rstrip("\n")


@pytest.mark.parametrize(("html", "markdown"), cases())
def test_content_never_turns_into_a_code_block(html: str, markdown: str) -> None:
    blocks = [token.type for token in MarkdownIt("commonmark").enable("table").parse(markdown)]
    assert "code_block" not in blocks
    assert "<pre" in html or "fence" not in blocks
