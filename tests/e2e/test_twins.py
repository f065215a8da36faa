"""Pages that stand on the site a second time, as text: each is saved once, and no text that says more is lost."""

import pytest
from crawls import STATIC

from fixtures.misbehave import answer
from fixtures.site import document

WORDS = "Turn the red knob to the left, then wait until the pump has stopped. It takes a minute or two."


@pytest.fixture(scope="module")
def site(once):
    server = once.serve()
    links = {
        "same": ("/same.md", "/_sources/same.rst.txt"),
        "more": ("/more.md", "/alone.md", "/_sources/alone.rst.txt"),
    }
    server.page("/", document("Start", links=("/same.html", "/more.html")))
    for name, twins in links.items():
        server.page(f"/{name}.html", document(name, f"<p>{WORDS}</p>", links=twins))
    texts = {"/same.md": f"# same\n\n{WORDS}\n", "/more.md": f"# more\n\n{WORDS}\n\nUnplug it before you open it.\n"}
    for path in (*links["same"], *links["more"]):
        server.route(path, answer(texts.get(path, f"# {path}\n"), content_type="text/markdown"))
    return server


@pytest.fixture(scope="module")
def crawled(once, site):
    return once.crawl(site.url("/"), *STATIC)


def test_text_that_says_what_its_page_says_is_a_duplicate(crawled, site):
    assert crawled.entry("duplicates", "/same.md")["of"] == site.url("/same.html")


def test_text_that_says_more_or_belongs_to_no_page_is_a_page(crawled):
    assert crawled.paths("pages") == [
        "/",
        "/_sources/alone.rst.txt",
        "/alone.md",
        "/more.html",
        "/more.md",
        "/same.html",
    ]


def test_source_of_a_saved_page_is_not_asked_for(crawled, site):
    assert crawled.entry("skipped", "/_sources/same.rst.txt")["reason"] == "twin"
    assert "/_sources/same.rst.txt" not in site.paths()
