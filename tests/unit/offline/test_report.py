import re
from html.parser import HTMLParser

import pytest

from fixtures.saved_crawl import SITE, write_crawl, write_eventful_crawl
from getdocs.offline.report.report import report
from getdocs.offline.saved import SavedCrawl

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Tree(HTMLParser):
    """Elements, attributes and text; fails where an element is closed that is not open."""

    def __init__(self, text):
        super().__init__()
        self.open, self.names, self.attributes, self.said = [], set(), [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.said.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", " ".join(self.said))


@pytest.fixture(scope="module")
def eventful(tmp_path_factory):
    folder = tmp_path_factory.mktemp("eventful")
    write_eventful_crawl(folder)
    return Tree(report(SavedCrawl.open(folder)))


def test_nothing_of_the_crawl_becomes_markup(eventful):
    assert not eventful.names & {"script", "img", "iframe", "object", "embed", "form"}
    assert "<script>alert(1)</script>" in eventful.text
    assert not [name for _, name, _ in eventful.attributes if name.startswith("on")]


def test_nothing_is_loaded_from_anywhere(eventful):
    loaded = [
        (tag, value) for tag, name, value in eventful.attributes if name == "src" or (tag, name) == ("link", "href")
    ]

    assert loaded == [("link", "data:,")]


def test_links_lead_to_the_web_or_to_a_part_of_the_report(eventful):
    ids = {value for _, name, value in eventful.attributes if name == "id"}
    links = {value for tag, name, value in eventful.attributes if (tag, name) == ("a", "href")}

    assert {link for link in links if not link.startswith("https://")} == {f"#{name}" for name in ids}


@pytest.mark.parametrize(
    "words",
    [
        "Incomplete",
        "Missing are 14 of 75 pages in the site's navigation".lower(),
        "--retry-failed tries again what failed",
        "61 of 102 URLs met",
        "81.3% 61 of 75 pages",
        "Navigation: 14 missing",
        "Lost <b>page</b> 13 https://docs.example/lost/13",
        "not discovered",
        "Failed 16 15.7%",
        "HTTP 404",
        "3 hops",
        "80.00%",
        "cdn.docs.example",
        "6 URLs led to another page",
        "Refused on purpose: 11",
        "Not a page: 3",
        "Pending: 4",
        "Disallow: /private (line 3 of robots.txt)",
        "robots.txt is not obeyed for what pages load",
    ],
)
def test_report_says(eventful, words):
    assert words in eventful.text


def test_crawl_without_events_has_a_short_report(tmp_path):
    write_crawl(tmp_path, {"/": "# Home\n"})
    tree = Tree(report(SavedCrawl.open(tmp_path)))

    assert "Complete" in tree.text
    assert {value for _, name, value in tree.attributes if name == "id"} == {"coverage", "outcomes", "time"}


def test_crawl_of_nothing_has_a_report(tmp_path):
    write_crawl(tmp_path, {})

    assert "Nothing saved" in Tree(report(SavedCrawl.open(tmp_path))).text


def test_file_that_is_gone_does_no_harm(tmp_path):
    write_crawl(tmp_path, {"/": "# Home\n"})
    (tmp_path / "index.md").unlink()

    assert SITE in Tree(report(SavedCrawl.open(tmp_path))).text
