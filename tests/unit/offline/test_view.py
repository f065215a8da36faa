"""MkDocs itself builds these sites, in a process of its own."""

import importlib.util
import json
import re

import pytest

from fixtures.saved_crawl import SITE, write_crawl
from getdocs.errors import OutputError, UsageError
from getdocs.model import NavNode
from getdocs.offline.saved import SavedCrawl
from getdocs.offline.view import build as view


def build(crawl):
    return view.build(crawl, tell=[].append)


PAGES = {
    "/": "# Home\n\nSee [the guide](guide/index.md#next-steps), [gone](gone.md), ![pic](_media/p.png).\n\n<script>alert(1)</script>\n",
    "/guide/": "# Guide\n\n## Next steps\n\nBack [home](../index.md).\n\n- a\n  - b\n",
    "/a": "# A\n\n---\ntitle: {{ 7 * 7 }}\n---\n\n!ENV [HOME]\n",
    "/README": "# Read me\n",
    "/templates/x": "# X\n\n[Y](../%252ewell-known/y.md)\n",
    "/.well-known/y": "# Y\n\n[X](../templates/x.md)\n",
}
TITLES = {"/": "</title><script>alert(1)</script>", "/a": "!!python/object:os.system {{ config }} 'a': \"b\"\n- c"}
NAV = (NavNode("Start", f"{SITE}/"), NavNode("Part", None, (NavNode("A: #1 - [x]", f"{SITE}/a"),)))


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    out = tmp_path_factory.mktemp("view") / "it's: a #folder"
    write_crawl(
        out, PAGES, titles=TITLES, nav=NAV, order=["/", "/guide/", "/a", "/README", "/templates/x", "/.well-known/y"]
    )
    (out / "_media").mkdir()
    (out / "_media" / "p.png").write_bytes(b"PNG")
    return out


@pytest.fixture(scope="module")
def site(out):
    return build(SavedCrawl.open(out))


def page(site, path) -> str:
    return (site / path).read_text("utf-8")


def test_every_page_has_a_place(site):
    expected = [
        "index.html",
        "guide/index.html",
        "a.html",
        "README~3f.html",
        "templates_/x.html",
        "%2ewell-known/y.html",
    ]

    assert [path for path in expected if not (site / path).exists()] == []


def test_links_between_files_lead_to_pages_and_places(site):
    assert 'href="guide/index.html#next-steps">the guide</a>' in page(site, "index.html")
    assert '<h2 id="next-steps">' in page(site, "guide/index.html")


def test_links_to_names_that_are_written_otherwise_in_a_site_lead_there(site):
    assert 'href="../%252ewell-known/y.html">Y</a>' in page(site, "templates_/x.html")
    assert 'href="../templates_/x.html">X</a>' in page(site, "%2ewell-known/y.html")


def test_link_to_no_file_leads_nowhere(site):
    assert "<a>gone</a>" in page(site, "index.html")


def test_media_are_shown(site):
    assert '<img src="_media/p.png"' in page(site, "index.html")
    assert (site / "_media" / "p.png").read_bytes() == b"PNG"


def test_lists_are_nested_as_they_are_on_github(site):
    assert "<li>a\n<ul>\n<li>b</li>" in page(site, "guide/index.html")


def test_nothing_of_a_page_is_run(site):
    start = page(site, "index.html")
    assert "alert(1)" not in re.sub(r"\u2039.*?\u203a", "", start).replace("alert(1)\u2039/script\u203a", "")
    assert "<script>alert" not in start


def test_text_of_a_page_is_no_template_and_no_front_matter(site):
    assert "{{ 7 * 7 }}" in page(site, "a.html")


def test_labels_are_those_of_the_navigation_and_the_pages(site):
    text = page(site, "guide/index.html")

    assert "A: #1 - [x]" in text
    assert "More" in text
    assert "Crawl report" in text


def test_next_page_is_that_of_the_reading_order(site):
    assert re.search(
        r'href="\.\./a\.html"[^>]*rel="next"|rel="next" href="\.\./a\.html"', page(site, "guide/index.html")
    )


@pytest.mark.usefixtures("site")
def test_no_file_is_left_that_could_be_taken_for_a_page(out):
    assert sorted(out.rglob("*.md")) == sorted(out / page.path for page in SavedCrawl.open(out).pages)


def test_report_is_part_of_the_site(site):
    assert page(site, "crawl-report.html").startswith("<!doctype html>")


def test_search_knows_the_text_of_the_pages(site):
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))

    assert any("Back" in each["text"] for each in index["docs"])


def test_nothing_names_a_place_on_the_web_to_load_from(site):
    loaded = [
        url
        for file in site.rglob("*.html")
        for url in re.findall(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="([^"]*)"', file.read_text("utf-8"))
    ]

    assert [url for url in loaded if url.startswith(("http", "//"))] == []


def test_site_is_built_once_for_one_state_of_the_crawl(out, site):
    told = []

    assert (view.build(SavedCrawl.open(out), tell=told.append), told) == (site, [])


def test_crawl_without_a_start_page_has_one_that_leads_on(tmp_path):
    write_crawl(tmp_path, {"/docs/first": "# First\n", "/docs/second": "# Second\n"})
    told = []
    site = view.build(SavedCrawl.open(tmp_path), tell=told.append)

    assert told == ["building the site of 2 pages …"]
    assert 'href="docs/first.html"' in page(site, "index.html")


def test_missing_extra_is_named(tmp_path, monkeypatch):
    write_crawl(tmp_path, {"/": "# Home\n"})
    monkeypatch.setattr(importlib.util, "find_spec", dict.fromkeys(["mkdocs", "material"]).__getitem__)

    with pytest.raises(UsageError, match=r"pip install 'getdocs\[view\]'"):
        build(SavedCrawl.open(tmp_path))


def test_failing_build_says_what_mkdocs_says_and_is_tried_again(tmp_path, monkeypatch):
    write_crawl(tmp_path, {"/": "# Home\n"})
    with monkeypatch.context() as broken:
        broken.setattr(view, "_configuration", lambda *_: {"site_name": []})
        with pytest.raises(OutputError, match="site_name"):
            build(SavedCrawl.open(tmp_path))

    assert (build(SavedCrawl.open(tmp_path)) / "index.html").exists()
