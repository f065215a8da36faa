"""Links between the files of a saved crawl that lead nowhere are found, with file and line, and no other."""

from dataclasses import replace

import pytest

from fixtures.saved_crawl import FACTS, write_crawl
from getdocs.config import AnchorStyle
from getdocs.model import Receipt
from getdocs.offline.links import NO_FILE, NO_PLACE, DeadLink, dead_links
from getdocs.offline.saved import SavedCrawl


def _dead(folder, pages, style=AnchorStyle.GITHUB):
    write_crawl(folder, pages, facts=dict.fromkeys(pages, replace(FACTS, receipt=Receipt())))
    return list(dead_links(SavedCrawl.open(folder), style))


def test_a_link_to_a_file_that_is_not_there_is_named_with_its_line(tmp_path):
    (dead,) = _dead(tmp_path, {"/a": "A\n\n[b](b.md) and\n[c](x/c.md#d)\n", "/b": "[a](a.md)\n"})
    lines = (tmp_path / "a.md").read_text().split("\n")
    assert dead == DeadLink("a.md", lines.index("[c](x/c.md#d)") + 1, "x/c.md#d", NO_FILE)


def test_a_link_to_a_place_that_is_not_there_is_named(tmp_path):
    pages = {"/a": "[b](b.md#one) [b](b.md#two) [b](b.md#three) [me](#four)\n", "/b": "# One\n\n<a id='two'></a>x\n"}
    assert [(each.link, each.reason) for each in _dead(tmp_path, pages)] == [
        ("b.md#three", NO_PLACE),
        ("#four", NO_PLACE),
    ]


@pytest.mark.parametrize(
    ("style", "fragment"),
    [(AnchorStyle.GITHUB, "a--b"), (AnchorStyle.MKDOCS, "a-b"), (AnchorStyle.OBSIDIAN, "A%20—%20b")],
)
def test_the_places_are_those_of_the_style(tmp_path, style, fragment):
    pages = {"/a": f"[b](#{fragment})\n\n# A — b\n"}
    assert _dead(tmp_path, pages, style) == []
    assert [len(_dead(tmp_path, pages, other)) for other in AnchorStyle if other is not style] == [1, 1]


@pytest.mark.parametrize("link", ["https://elsewhere.example/x.md", "mailto:a@b.example", "/x.md", "../x.md"])
def test_what_leads_out_of_the_folder_is_not_looked_for(tmp_path, link):
    assert _dead(tmp_path, {"/a": f"[b]({link})\n"}) == []


def test_a_link_to_another_file_of_the_folder_is_good(tmp_path):
    (tmp_path / "_media").mkdir(parents=True)
    (tmp_path / "_media" / "a b.pdf").touch()
    assert [each.link for each in _dead(tmp_path, {"/a": "[b](_media/a%20b.pdf) [c](_media/c.pdf)\n"})] == [
        "_media/c.pdf"
    ]


def test_what_stands_in_code_is_no_link(tmp_path):
    assert _dead(tmp_path, {"/a": "`[b](b.md)`\n\n```\n[b](b.md)\n```\n"}) == []


def test_what_only_looks_like_a_link_in_text_that_was_no_markdown_is_none(tmp_path):
    write_crawl(tmp_path, {"/a.txt": "call[0](x)\n", "/b.md": "[c](c.md)\n"})
    assert [each.path for each in dead_links(SavedCrawl.open(tmp_path), AnchorStyle.GITHUB)] == ["b.md.md"]
