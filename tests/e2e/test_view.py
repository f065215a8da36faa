"""The local site of a hostile crawl, as a browser shows it. A written tree, no crawl."""

import threading

import pytest
from playwright.sync_api import expect

from fixtures.saved_crawl import write_crawl
from getdocs.offline.saved import SavedCrawl
from getdocs.offline.view.build import build
from getdocs.offline.view.server import ViewServer
from getdocs.render.find import find_chromium

pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods:pytest.PytestRemovedIn10Warning"  # pytest-base-url has one
)

HOSTILE = """# Home <img src=x onerror="window.pwned=1">

<script>window.pwned = 1</script><svg onload="window.pwned=1"></svg><iframe srcdoc="<script>parent.pwned=1</script>"></iframe>
<a href="javascript:window.pwned=1" id="trap">trap</a> <a href="#x" onclick="window.pwned=1" id="click">click</a>
![seen](https://tracker.example/pixel.png)

[Next page](next.md#a-place)
"""
PAGES = {"/": HOSTILE, "/next": "# Next\n\n" + "Words.\n\n" * 80 + "## A place\n\nThe needle is here.\n"}
TITLES = {"/": "</title><script>window.pwned=1</script>", "/next": "<img src=x onerror=window.pwned=1>"}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, "executable_path": str(find_chromium(None)), "args": ["--no-sandbox"]}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("view")
    write_crawl(folder, PAGES, titles=TITLES)
    with ViewServer(build(SavedCrawl.open(folder), tell=[].append), 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


@pytest.fixture
def shown(page, site):
    """The start page, what it asked for and what it complained of."""
    asked, said = [], []
    page.on("request", lambda each: asked.append(each.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(site)
    return page, asked, said


def test_nothing_of_a_page_runs_and_nothing_is_asked_for_elsewhere(shown, site):
    page, asked, said = shown
    page.locator("#trap").click()
    page.locator("#click").click()
    assert page.evaluate("window.pwned === undefined")
    assert [url for url in asked if not url.startswith(site)] == []
    assert said == []


def test_link_between_files_leads_to_the_place_on_the_other_page(shown):
    page, _, _ = shown
    page.get_by_role("link", name="Next page").click()
    page.wait_for_url("**/next.html#a-place")
    expect(page.locator("#a-place")).to_be_in_viewport()
    assert page.evaluate("scrollY") > 0


def test_search_finds_words_of_a_page(shown):
    page, _, said = shown
    page.locator("input[name=query]").click()
    page.locator(".md-search-result__meta", has_text="Type to start searching").wait_for()  # its index is there
    page.keyboard.type("needle")
    page.locator(".md-search-result__item", has_text="The needle is here").first.wait_for()
    assert said == []
