import asyncio
import json

import pytest

from getdocs.model import NavNode, Page
from getdocs.visits.soft404 import DEAD_ENDS, SoftNotFound

HOST = "http://h.test"
TOKEN = "getdocs-0123456789abcdef"
LOST = "# Page not found\n\nNothing is here. [Start](http://h.test/docs/)\n"


def page(url, markdown, title="T", **fields):
    return Page(url=url, title=title, status=200, markdown=markdown, links=(), nav=fields.pop("nav", ()), **fields)


class Hosts:
    """What hosts show for a URL; a crawl's state; and what was asked and said."""

    def __init__(self, shown, state=None):
        self.asked = []
        self.begun = asyncio.Event()
        self.warnings = []
        self.state = {} if state is None else state
        self._shown = shown

    async def show(self, url):
        self.asked.append(url)
        self.begun.set()
        await asyncio.sleep(0)
        return self._shown(url)

    def guard(self, token=TOKEN, folder="/docs"):
        return SoftNotFound(
            show=self.show,
            kept=self.state.get,
            keep=self.state.__setitem__,
            warn=self.warnings.append,
            token=lambda: token,
            folder_of=lambda _url: folder,
        )


def catch_all(markdown=LOST, **fields):
    """A host that shows the same page for every unknown URL."""
    return Hosts(lambda url: page(url, markdown, **fields))


def judged(hosts, *pages, exempt=False):
    """For each page, whether it is taken for what an impossible URL shows."""

    async def work():
        guard = hosts.guard()
        return [await guard.stands_for(each, exempt=exempt) is not None for each in pages]

    return asyncio.run(work())


def echoing(template):
    """A host whose not-found page echoes its URL, and the page that it shows for `url`."""

    def shown(url):
        path = url.removeprefix(HOST)
        return page(url, template.format(url=url, path=path, last=path.rstrip("/").rpartition("/")[2]))

    return shown


# --- one probe


def test_twenty_pages_at_once_cost_one_probe():
    hosts = catch_all()

    async def work():
        guard = hosts.guard()
        pages = [page(f"{HOST}/docs/{n}", f"# Page {n}\n") for n in range(20)]
        return await asyncio.gather(*(guard.stands_for(each, exempt=False) for each in pages))

    assert asyncio.run(work()) == [None] * 20
    assert hosts.asked == [f"{HOST}/docs/{TOKEN}"]


def test_each_host_is_asked_for_itself():
    hosts = catch_all()
    judged(hosts, page(f"{HOST}/docs/a", LOST), page("http://other.test/docs/a", LOST))
    assert hosts.asked == [f"{HOST}/docs/{TOKEN}", f"http://other.test/docs/{TOKEN}"]


def test_a_route_is_probed_on_its_own_document_besides_the_paths_of_the_host():
    hosts = catch_all()
    judged(hosts, page(f"{HOST}/docs/#/a", LOST), page(f"{HOST}/docs/#/b", LOST), page(f"{HOST}/docs/a", LOST))
    assert hosts.asked == [f"{HOST}/docs/#/{TOKEN}", f"{HOST}/docs/{TOKEN}"]


def test_the_probe_of_a_hashbang_application_is_a_hashbang():
    hosts = catch_all()
    judged(hosts, page(f"{HOST}/app#!/a", LOST))
    assert hosts.asked == [f"{HOST}/app#!/{TOKEN}"]


def test_an_exempt_page_is_one_and_costs_no_probe():
    hosts = catch_all()
    assert judged(hosts, page(f"{HOST}/docs/a", LOST), exempt=True) == [False]
    assert hosts.asked == []


def test_a_resumed_crawl_does_not_ask_again():
    first = catch_all()
    judged(first, page(f"{HOST}/docs/a", LOST))
    second = Hosts(lambda url: pytest.fail(f"asked for {url}"), first.state)
    assert judged(second, page(f"{HOST}/docs/b", LOST), page(f"{HOST}/docs/c", "# C\n")) == [True, False]


def test_a_resumed_crawl_does_not_ask_again_a_host_that_answers_404():
    first = Hosts(lambda _url: None)
    judged(first, page(f"{HOST}/docs/a", LOST))
    second = catch_all()
    second.state = first.state
    assert judged(second, page(f"{HOST}/docs/b", LOST)) == [False]
    assert second.asked == []


def test_a_probe_that_is_interrupted_is_made_again():
    hosts = catch_all()

    async def work():
        guard = hosts.guard()
        cut = asyncio.ensure_future(guard.stands_for(page(f"{HOST}/docs/a", LOST), exempt=False))
        await hosts.begun.wait()
        cut.cancel()
        await asyncio.wait([cut])
        return await guard.stands_for(page(f"{HOST}/docs/b", LOST), exempt=False)

    assert asyncio.run(work()) is not None
    assert len(hosts.asked) == 2


# --- what is taken for it


def test_a_server_that_answers_every_path_with_one_page_gets_none_of_them_saved():
    def fake(url):
        body = f"# Welcome\n\nRead [more]({url}/more/) or go [up]({url}/../).\n"
        return page(url, body)

    real = page(f"{HOST}/docs/real", "# Real\n\nText.\n")
    fakes = [fake(f"{HOST}/docs/{'more/' * depth}") for depth in range(1, 5)]
    assert judged(Hosts(fake), real, *fakes) == [False, True, True, True, True]


def test_the_warning_is_given_once_per_host_and_names_host_and_page():
    hosts = catch_all()
    judged(hosts, page(f"{HOST}/docs/a", LOST), page(f"{HOST}/docs/b", LOST), page(f"{HOST}/docs/#/c", LOST))
    (warning,) = hosts.warnings
    assert "h.test" in warning
    assert f"{HOST}/docs/a" in warning


def test_the_not_found_view_of_a_hash_router_is_no_page():
    view = "# 404 - Not found\n"
    hosts = catch_all(view, title="404 - Not found")
    lost = page(f"{HOST}/docs/#/lost", view, title="404 - Not found")
    assert judged(hosts, lost, page(f"{HOST}/docs/#/guide", "# Guide\n", title="Guide")) == [True, False]


@pytest.mark.parametrize(
    "template",
    [
        "# Not found\n\nThe page {url} does not exist.\n",
        "# Not found\n\nThe requested URL `{path}` was not found on this server.\n",
        "# {last} was not found\n\n{path} is no page of this documentation, and {last} never was.\n",
        "[Home]({url}) / {path}\n\nThis page does not exist yet.\n",
        "Cannot GET {path}\n",
        "We have looked for {path}.md everywhere.\n",
    ],
)
@pytest.mark.parametrize(
    "url",
    [
        f"{HOST}/docs/lost",
        f"{HOST}/docs/a/b-c/",
        f"{HOST}/docs/%C3%BCber%20uns",
        f"{HOST}/docs/2024-05-01T10:20/page",
        f"{HOST}/docs/the/page",
        f"{HOST}/docs/docs/docs",
        f"{HOST}/docs/old.html",
    ],
)
def test_a_not_found_page_may_name_its_url(template, url):
    shown = echoing(template)
    assert judged(Hosts(shown), shown(url)) == [True]


def test_a_not_found_page_may_name_its_url_decoded_and_in_its_title():
    def shown(url, name="getdocs 0123456789ABCDEF"):
        return page(url, f"There is no page called {name} in this wiki.\n", title=f"{name} - Wiki")

    assert judged(Hosts(shown), shown(f"{HOST}/docs/%C3%9Cber_uns", "Über uns")) == [True]


def test_a_breadcrumb_of_the_path_does_not_make_it_another_page():
    def shown(url):
        crumbs = " » ".join(part.title() for part in url.removeprefix(HOST).split("/") if part)
        return page(url, f"Home » {crumbs}\n\nThis page does not exist.\n")

    assert judged(Hosts(shown), shown(f"{HOST}/docs/a/b/c")) == [True]


def test_a_not_found_page_may_name_the_query_too():
    def shown(url):
        return page(url, f"Nothing was found at {url.removeprefix(HOST)}, sorry.\n")

    assert judged(Hosts(shown), shown(f"{HOST}/docs/a?page=2")) == [True]


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("at 10:20:30", "at 11:05:09"),
        ("at 9:05 PM", "at 10:07 AM"),
        ("on Mon, 06 Oct 2025 23:59:59 GMT", "on Tue, 07 Oct 2025 00:00:01 GMT"),
        ("on Mon Oct 06 2025 23:59:59 GMT+0200", "on Tue Oct 07 2025 00:00:01 GMT+0200"),
        ("on 2025-10-06T23:59:59.123Z", "on 2025-10-07T00:00:01.9Z"),
        ("on 10/6/2025, 11:59:59 PM", "on 10/7/2025, 12:00:01 AM"),
        ("in 0.0123 seconds", "in 0.2 seconds"),
        ("in 3 ms", "in 12 ms"),
        ("for request 3f2b8c1e-0a4d-4e8f-9b7a-1c2d3e4f5a6b", "for request 00000000-1a4d-4e8f-9b7a-1c2d3e4f5a6c"),
        ("under Ray ID: 7d2f1c9e8b4a1c2d", "under Ray ID: 8e2f1c9e8b4a1c2f"),
        ("under id 4442587FB7D0A2F9", "under id 5552587FB7D0A2F0"),
        ("at 1759795199123", "at 1759795200456"),
    ],
)
def test_the_time_and_the_number_of_the_request_do_not_make_it_another_page(then, now):
    hosts = catch_all(f"Not found. Answered {then}.\n")
    assert judged(hosts, page(f"{HOST}/docs/a", f"Not found. Answered {now}.\n")) == [True]


def test_streams_that_were_refused_do_not_make_it_another_page():
    hosts = catch_all(refused=("wss://h.test/live?t=1",))
    assert judged(hosts, page(f"{HOST}/docs/a", LOST, refused=("wss://h.test/live?t=2",))) == [True]


# --- what is not


@pytest.mark.parametrize(
    "markdown",
    [
        "# Page not found\n\nNothing is here.\n",
        "# Page not found\n\nNothing is here. [Start](http://h.test/docs/) again\n",
        "# Page found\n\nNothing is here. [Start](http://h.test/docs/)\n",
        "",
    ],
)
def test_a_page_that_says_anything_else_is_a_page(markdown):
    assert judged(catch_all(), page(f"{HOST}/docs/a", markdown)) == [False]


def test_a_page_of_the_same_text_with_another_title_is_a_page():
    assert judged(catch_all(), page(f"{HOST}/docs/a", LOST, title="Error pages")) == [False]


def test_an_application_whose_every_path_is_one_shell_loses_no_route():
    texts = {f"{HOST}/docs/{name}": f"# {name}\n\nAbout {name}.\n" for name in ("install", "use", "extend")}
    hosts = Hosts(lambda url: page(url, texts.get(url, LOST)))
    assert judged(hosts, *(page(url, text) for url, text in texts.items())) == [False] * 3


def test_stubs_that_say_no_more_than_their_own_name_are_pages():
    def shown(url):
        name = url.rpartition("/")[2]
        return page(url, f"# {name}\n\nSee: {name}\n", title=name)

    assert judged(Hosts(shown), *(shown(f"{HOST}/docs/{name}") for name in ("install", "use"))) == [False, False]


def test_pages_of_pictures_are_told_apart_by_them():
    hosts = catch_all("![](http://h.test/docs/img/lost.png)\n")
    found, lost = "![](http://h.test/docs/img/plan.png)\n", "![](http://h.test/docs/a/img/lost.png)\n"
    assert judged(hosts, page(f"{HOST}/docs/a", found), page(f"{HOST}/docs/b", lost)) == [False, True]


def test_pages_without_a_word_are_told_apart_by_their_marks():
    assert judged(catch_all("…\n"), page(f"{HOST}/docs/a", "→\n"), page(f"{HOST}/docs/b", "…\n")) == [False, True]


def test_words_of_other_scripts_are_not_taken_for_numbers_of_requests():
    hosts = catch_all("お探しのページは2025年に移動したか削除された可能性があります\n")
    other = page(f"{HOST}/docs/a", "この章では2025年版の設定方法とその使い方を順番に説明していきます\n")
    assert judged(hosts, other) == [False]


def test_dates_alone_tell_pages_apart():
    hosts = catch_all("# Notes of 2025-10-06\n\nNothing was decided.\n")
    assert judged(hosts, page(f"{HOST}/docs/a", "# Notes of 2025-10-07\n\nNothing was decided.\n")) == [False]


def test_pages_that_lack_different_parts_are_not_compared():
    hosts = catch_all("Loading failed.\n", refused=(f"{HOST}/api/{TOKEN}",))
    lacking = page(f"{HOST}/docs/a", "Loading failed.\n", refused=(f"{HOST}/api/a",))
    assert judged(hosts, lacking) == [False]


def test_where_the_probe_shows_no_page_every_page_is_its_own():
    hosts = Hosts(lambda _url: None)
    assert judged(hosts, page(f"{HOST}/docs/a", LOST), page(f"{HOST}/docs/b", LOST)) == [False, False]
    assert len(hosts.asked) == 1
    assert hosts.warnings == []


@pytest.mark.parametrize(
    "url",
    [
        f"{HOST}/",
        f"{HOST}/index.html",
        f"{HOST}/docs",
        f"{HOST}/docs/",
        f"{HOST}/docs/index.html",
        f"{HOST}/docs/#/",
        f"{HOST}/docs/app#/",
    ],
)
def test_a_catch_all_to_the_start_page_does_not_cost_the_start_page(url):
    home = "# Welcome\n\nRead the guide.\n"
    assert judged(catch_all(home), page(url, home), page(f"{HOST}/docs/lost", home)) == [False, True]


@pytest.mark.parametrize("folder", ["/docs/v2", f"{HOST}/docs/v2/", "/"])
def test_the_folder_of_the_seed_is_a_path_or_a_url(folder):
    hosts = catch_all()

    async def work():
        guard = hosts.guard(folder=folder)
        await guard.stands_for(page(f"{HOST}/docs/v2/a", LOST), exempt=False)

    asyncio.run(work())
    assert hosts.asked == [f"{HOST}/{TOKEN}" if folder == "/" else f"{HOST}/docs/v2/{TOKEN}"]


def test_the_page_that_a_catch_all_calls_canonical_is_a_page():
    hosts = catch_all("# Guide\n", canonical=f"{HOST}/docs/guide/")
    guide, other = page(f"{HOST}/docs/guide", "# Guide\n"), page(f"{HOST}/docs/lost", "# Guide\n")
    assert judged(hosts, guide, other) == [False, True]


def test_the_page_whose_entry_in_the_nav_has_the_title_that_a_catch_all_shows_is_a_page():
    nav = (
        NavNode("Docs", None, (NavNode("Guide", f"{HOST}/docs/guide/"), NavNode("Dead end", f"{HOST}/docs/dead-end/"))),
    )
    hosts = catch_all("# Guide\n", title="Guide", nav=nav)
    pages = [page(f"{HOST}/docs/{name}", "# Guide\n", title="Guide") for name in ("guide/", "dead-end/")]
    assert judged(hosts, *pages) == [False, True]


def test_a_page_of_a_thousand_echoes_is_not_compared():
    shown = echoing("{last} is missing, quite missing. " * 1000)
    assert judged(Hosts(shown), shown(f"{HOST}/docs/b")) == [False]


# --- hosts that redirect what does not exist


def test_where_a_host_sends_what_does_not_exist_is_kept_and_pages_are_pages():
    hosts = Hosts(lambda _url: f"{HOST}/")
    assert judged(hosts, page(f"{HOST}/docs/a", LOST)) == [False]
    assert json.loads(hosts.state[DEAD_ENDS]) == [f"{HOST}/"]
    assert hosts.warnings == []


def test_a_page_for_what_does_not_exist_that_says_where_one_came_from_is_known_again():
    hosts = Hosts(lambda url: page(f"{HOST}/oops?from={url.removeprefix(HOST)}", LOST))
    assert judged(hosts, page(f"{HOST}/oops?from=/docs/a", LOST), page(f"{HOST}/docs/b", "Other.")) == [True, False]
    assert json.loads(hosts.state[DEAD_ENDS]) == [f"{HOST}/oops"]


def test_a_host_that_answers_for_itself_sends_nobody_anywhere():
    hosts = catch_all()
    judged(hosts, page(f"{HOST}/docs/a", "Text that is on no other page."))
    assert DEAD_ENDS not in hosts.state
