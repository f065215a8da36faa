"""`--render auto` gives what `always` gives, with fewer pages through the browser; and Shells are told, never saved.

A crawl with `auto` that is killed: `test_auto_killed`.
"""

import re

import pytest
from auto_site import AUTO, LATE, LATER, PAGES, REPORT, TABS, build, page, path
from crawls import NOW
from kills import pages_in

from fixtures.site import document
from getdocs.visits.auto_family import EVERY, LEARNED

ODD, MARKED = {17, 23, 31}, {15, 20, 28}
CLASSES = dict.fromkeys(ODD, "late") | dict.fromkeys(MARKED, "note")
MADE = f"{REPORT} for (const each of document.querySelectorAll('main:empty')) each.innerHTML = '<h1>Made</h1><p>By a script.</p>'"


def classed(number):
    """The text of a page that has a class, where others have none."""
    return f"<p class='{CLASSES[number]}'>Text of page {number}.</p>" if number in CLASSES else ""


SITES = {"static": (REPORT,), "late": (LATER,), "odd": (TABS, classed), "empty": (MADE,)}


@pytest.fixture(scope="module")
def both(once):
    """Four sites in one crawl with `always`, and in one with `auto` thereafter: these, and the server of each site."""
    servers = {name: once.serve() for name in SITES}
    seeds = [build(servers[name], *site) for name, site in SITES.items()]
    servers["empty"].page("/9", re.sub("<main>.*</main>", "<main></main>", page(9)))
    always = once.crawl(*seeds, *NOW, "--no-sitemap")
    assert always.manifest["page_count"] == PAGES * len(SITES)
    return always, once.crawl(*seeds, *AUTO), servers


def shown_by_auto(server):
    """The pages that the browser has shown in the second crawl, each as often as it has: in the first it has shown all."""
    return [hit.partition("?")[2] for hit in server.paths() if hit.startswith("/shown")][PAGES:]


def text(crawled, server, number):
    """The file of one page of one site."""
    (entry,) = [entry for entry in crawled.manifest["pages"] if entry["url"] == server.url(path(number))]
    return (crawled.out / entry["path"]).read_text("utf-8")


def test_auto_gives_what_always_gives(both):
    always, auto, _ = both
    assert pages_in(auto.out) == pages_in(always.out)
    assert [page["url"] for page in auto.manifest["pages"]] == [page["url"] for page in always.manifest["pages"]]


def test_most_pages_of_a_static_site_go_without_the_browser_and_nothing_is_lost(both):
    by_auto = shown_by_auto(both[2]["static"])
    assert LEARNED <= len(by_auto) <= LEARNED + PAGES // EVERY + 1


def test_where_pages_begin_to_differ_those_since_the_last_comparison_are_read_again(both):
    _, auto, servers = both
    assert "And more by a script." in text(auto, servers["late"], 30)
    compared = LEARNED + EVERY - 1
    by_auto = set(shown_by_auto(servers["late"]))
    assert by_auto.isdisjoint(path(number) for number in range(LEARNED, compared))
    assert by_auto > {path(number) for number in range(30, PAGES)}


def test_a_page_unlike_the_others_in_what_scripts_ask_for_is_compared_and_it_alone(both):
    _, auto, servers = both
    assert all("By a script." in text(auto, servers["odd"], number) for number in ODD)
    by_auto = shown_by_auto(servers["odd"])
    assert {path(number) for number in ODD} <= set(by_auto)
    assert len(by_auto) <= LEARNED + len(ODD) + PAGES // EVERY + 1


def test_a_page_that_is_empty_without_its_scripts_goes_through_the_browser(both):
    _, auto, servers = both
    assert "By a script." in text(auto, servers["empty"], 9)


def test_a_limit_is_kept_to_the_page(crawl, server):
    crawled = crawl(build(server, LATE), *AUTO, "--limit", "25")
    assert crawled.manifest["page_count"] == 25
    assert "And more by a script." in crawled.text("/24")


def test_without_a_browser_nothing_is_asked_for(run_getdocs, server, tmp_path):
    run = run_getdocs("crawl", server.url("/"), *AUTO, "-o", tmp_path / "out", "--browser", tmp_path / "none")
    assert run.returncode == 3
    assert server.paths() == []


# Shells.

FILL = "<script src=/fill.js></script>"
FRAME = f"<!doctype html><title>Docs</title><body><header>Docs</header><div id=app>Loading...</div>{FILL}"


def build_shells(server, script):
    server.page("/fill.js", script, content_type="text/javascript")
    for each in ("/", "/a", "/b"):
        server.page(each, FRAME.replace("</header>", "<a href=/a>A</a> <a href=/b>B</a></header>"))
    return server.url("/")


def test_without_a_browser_shells_are_listed_and_not_saved_and_a_browser_can_be_brought_later(crawl, server):
    url = build_shells(server, "app.innerHTML = `<main><h1>Page ${location.pathname}</h1><p>By a script.</p></main>`")
    crawled = crawl(url, *NOW, "--render", "never")
    assert crawled.run.returncode == 1
    assert crawled.paths("shells") == ["/", "/a", "/b"]
    assert [entry["rendered"] for entry in crawled.manifest["shells"]] == [False] * 3
    assert "3 shells (no script has run: --render always)" in crawled.run.stderr
    again = crawl(url, *NOW, "--render", "always", "--resume", "--force")
    assert (again.run.returncode, again.paths("pages"), again.manifest["shells"]) == (0, ["/", "/a", "/b"], [])


@pytest.mark.parametrize("mode", ["always", "auto"])
def test_what_its_scripts_have_left_empty_is_a_shell(crawl, server, mode):
    crawled = crawl(build_shells(server, "throw Error('broken')"), *NOW, "--render", mode)
    assert crawled.run.returncode == 1
    assert crawled.paths("shells") == ["/", "/a", "/b"]
    assert {entry["reason"] for entry in crawled.manifest["errors"]} == {"empty"}


def test_a_crawl_of_more_shells_than_pages_is_incomplete(crawl, server):
    url = build_shells(server, "")
    server.page("/", document("Start", "<p><a href=/a>A</a> <a href=/b>B</a></p>"))
    crawled = crawl(url, *NOW, "--render", "never")
    assert (crawled.run.returncode, crawled.paths("pages"), crawled.paths("shells")) == (5, ["/"], ["/a", "/b"])
