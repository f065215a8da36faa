"""Pages that the real generators wrote, as they send them: see fixtures/generators/README.md for the format."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from getdocs import urls
from getdocs.model import NavNode, Page, Response
from getdocs.read.generators import recognise
from getdocs.read.reader import read_page
from getdocs.read.static import decode, snapshot_of

FOLDER = Path(__file__).parents[3] / "fixtures" / "generators"


@dataclass(frozen=True)
class Case:
    folder: Path
    name: str
    truth: dict[str, Any]

    @property
    def wanted(self) -> dict[str, Any]:
        return self.truth["pages"][self.name]

    def url(self, href: str | None) -> str | None:
        return None if href is None else urls.join(self.truth["base"], href)

    def response(self) -> Response:
        """As a server sends it that says nothing of the encoding."""
        body = (self.folder / f"{self.name}.html").read_bytes()
        return Response(self.url(self.wanted["url"]) or "", 200, (("content-type", "text/html"),), body)

    def page(self) -> Page:
        return read_page(snapshot_of(self.response()))

    def outline(self, nodes: list[dict[str, Any]], level: int = 0) -> list[str]:
        """One indented line an entry: a difference then reads like the tree."""
        lines = []
        for node in nodes:
            lines.append(f"{'  ' * level}{node['title']} <{self.url(node.get('url'))}>")
            lines += self.outline(node.get("children", []), level + 1)
        return lines


def outline_of(nodes: tuple[NavNode, ...], level: int = 0) -> list[str]:
    lines = []
    for node in nodes:
        lines.append(f"{'  ' * level}{node.title} <{node.url}>")
        lines += outline_of(node.children, level + 1)
    return lines


def cases() -> list[Any]:
    truths = {file: json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*/truth.json"))}
    return [
        pytest.param(Case(file.parent, name, truth), id=f"{file.parent.name}/{name}")
        for file, truth in truths.items()
        for name in truth["pages"]
    ]


@pytest.mark.parametrize("case", cases())
def test_the_generator_of_a_page_is_recognised(case: Case) -> None:
    assert recognise(LexborHTMLParser(decode(case.response()))).name == case.truth["generator"]


@pytest.mark.parametrize("case", cases())
def test_a_page_becomes_the_markdown_that_its_author_meant(case: Case) -> None:
    wanted = (case.folder / f"{case.name}.md").read_text(encoding="utf-8")
    assert case.page().markdown.splitlines() == wanted.splitlines()


@pytest.mark.parametrize("case", cases())
def test_the_receipt_of_a_page_misses_nothing(case: Case) -> None:
    receipt = case.page().receipt
    assert (receipt.score, receipt.words.added) == (1, 0)


@pytest.mark.parametrize("case", cases())
def test_the_navigation_of_a_page_is_the_tree_of_its_site(case: Case) -> None:
    assert outline_of(case.page().nav) == case.outline(case.wanted.get("nav", case.truth.get("nav", [])))


@pytest.mark.parametrize("case", cases())
def test_the_title_and_the_neighbours_of_a_page_are_found(case: Case) -> None:
    page = case.page()
    wanted = case.wanted
    assert (page.title, page.previous, page.next) == (
        wanted["title"],
        case.url(wanted.get("previous")),
        case.url(wanted.get("next")),
    )


def test_every_page_of_the_folder_is_a_case() -> None:
    pages = {f"{file.parent.name}/{file.stem}" for file in FOLDER.glob("*/*.html")}
    assert {case.id for case in cases()} == pages


def test_every_generator_has_three_pages_or_more() -> None:
    few = [folder.name for folder in FOLDER.iterdir() if folder.is_dir() and 0 < len(list(folder.glob("*.html"))) < 3]
    assert few == []
