"""`--render auto` gives what `always` gives, with fewer pages through the browser; and Shells are told, never saved.

Every page here tells the server when the browser shows it: its script asks for `/shown?` and the page's own path.
"""

import random
import re
import signal

import pytest
from crawls import LONGEST_WAIT, NOW, Gate, examine
from kills import SEED, at_step, pages_in

from fixtures.misbehave import answer
from fixtures.site import document
from getdocs.visits.auto_family import EVERY, LEARNED

PAGES = 40
AUTO = (*NOW, "--render", "auto", "--no-sitemap")
REPORT = "fetch('/shown?' + location.pathname);"
LATE = (
    f"{REPORT} if (+location.pathname.slice(1) >= 20) document.querySelector('main p').append(' And more by a script.')"
)
LATER = LATE.replace("20", "30")
TABS = f"{REPORT} for (const each of document.querySelectorAll('.late')) each.textContent = 'By a script.'"


def build(server, script=REPORT, text=None):
    """A chain of pages in the order of which they are crawled, with one script for all of them."""
    server.page("/app.js", script, content_type="text/javascript")
    server.page("/shown", "ok", content_type="text/plain", cache_control="no-store")
    for number in range(PAGES):
        server.page(path(number), page(number, text(number) if text else ""))
    return server.url("/")


def path(number):
    return f"/{number or ''}"


def page(number, text=""):
    following = (path(number + 1),) if number + 1 < PAGES else ()
    body = text or f"<p>Text of page {number}.</p>"
    return document(f"Page {number}", body, following, head="<script src=/app.js defer></script>")


def shown(server):
    """The pages that the browser has shown, each as often as it has."""
    return [hit.partition("?")[2] for hit in server.paths() if hit.startswith("/shown")]


def same_as_always(crawl, run_getdocs, url, tmp_path):
    """The crawl with `auto`, held to one with `always`."""
    out = tmp_path / "always"
    always = examine(run_getdocs("crawl", url, *NOW, "--no-sitemap", "-o", out), out)
    before = len(always.manifest["pages"])
    auto = crawl(url, *AUTO)
    assert before == PAGES
    assert pages_in(auto.out) == pages_in(always.out)
    assert auto.paths("pages") == always.paths("pages")
    return auto


def test_most_pages_of_a_static_site_go_without_the_browser_and_nothing_is_lost(crawl, run_getdocs, server, tmp_path):
    url = build(server)
    same_as_always(crawl, run_getdocs, url, tmp_path)
    by_auto = shown(server)[PAGES:]
    assert LEARNED <= len(by_auto) <= LEARNED + PAGES // EVERY + 1


def test_where_pages_begin_to_differ_those_since_the_last_comparison_are_read_again(
    crawl, run_getdocs, server, tmp_path
):
    url = build(server, LATER)
    auto = same_as_always(crawl, run_getdocs, url, tmp_path)
    assert "And more by a script." in auto.text("/30")
    compared = LEARNED + EVERY - 1
    by_auto = set(shown(server)[PAGES:])
    assert by_auto.isdisjoint(path(number) for number in range(LEARNED, compared))
    assert by_auto > {path(number) for number in range(30, PAGES)}


def test_a_page_unlike_the_others_in_what_scripts_ask_for_is_compared_and_it_alone(
    crawl, run_getdocs, server, tmp_path
):
    odd, marked = {17, 23, 31}, {15, 20, 28}
    classes = dict.fromkeys(odd, "late") | dict.fromkeys(marked, "note")
    url = build(
        server,
        TABS,
        lambda number: f"<p class='{classes[number]}'>Text of page {number}.</p>" if number in classes else "",
    )
    auto = same_as_always(crawl, run_getdocs, url, tmp_path)
    assert all("By a script." in auto.text(path(number)) for number in odd)
    by_auto = shown(server)[PAGES:]
    assert {path(number) for number in odd} <= set(by_auto)
    assert len(by_auto) <= LEARNED + len(odd) + PAGES // EVERY + 1


def test_a_page_that_is_empty_without_its_scripts_goes_through_the_browser(crawl, run_getdocs, server, tmp_path):
    script = f"{REPORT} for (const each of document.querySelectorAll('main:empty')) each.innerHTML = '<h1>Made</h1><p>By a script.</p>'"
    url = build(server, script)
    server.page("/9", re.sub("<main>.*</main>", "<main></main>", page(9)))
    auto = same_as_always(crawl, run_getdocs, url, tmp_path)
    assert "By a script." in auto.text("/9")


@pytest.fixture(scope="module")
def late(once):
    """A site whose later pages differ, its server, and what a crawl with `always` makes of it."""
    server = once.serve()
    url = build(server, LATE)
    return url, server, once.crawl(url, *NOW, "--no-sitemap")


@pytest.mark.parametrize("number", [3, 14, 24, PAGES - 1])
def test_a_crawl_that_was_killed_goes_on_to_the_same_end(run_getdocs, late, tmp_path, number):
    url, server, always = late
    gate = Gate(answer(page(number)))
    server.route(path(number), gate)
    out = tmp_path / "out"
    process = run_getdocs.start("crawl", url, *AUTO, "-o", out)
    assert gate.asked.wait(LONGEST_WAIT)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=LONGEST_WAIT)
    gate.opened.set()
    auto = examine(run_getdocs("crawl", url, *AUTO, "-o", out, "--resume"), out)
    assert pages_in(auto.out) == pages_in(always.out)


def test_a_crawl_that_is_killed_at_random_steps_goes_on_to_the_same_end(run_getdocs, late, tmp_path):
    chance = random.Random(SEED)
    url, _, always = late
    out, log = tmp_path / "out", tmp_path / "step"
    command = ("crawl", url, *AUTO, "-o", out, "--resume")
    ends = [run_getdocs(*command, through=at_step(chance.randint(1, 1000), log)).returncode for _ in range(8)]
    auto = examine(run_getdocs(*command), out)
    assert pages_in(auto.out) == pages_in(always.out), f"seed {SEED}"
    assert auto.paths("pages") == always.paths("pages"), f"seed {SEED}"
    assert -signal.SIGKILL in ends, f"seed {SEED}: never killed"


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
