"""How hard a server is pressed, as the server's own clock measures it: pauses between requests, requests open at once.

Every pause is counted by getdocs from the end of one request to the start of the next, and seen by the server from start to
start: what it sees can only be longer. So the numbers are compared without any tolerance.
"""

import pytest
from crawls import NOW

from fixtures import misbehave
from fixtures.site import document

CONCURRENCY = 2


def scripted(title, links=()):
    """A page that needs three scripts of its own."""
    scripts = "".join(f'<script src="/{title}-{number}.js"></script>' for number in range(3))
    return document(title, f"<p>Text.</p>{scripts}", links)


def is_document(hit):
    return not hit.path.endswith(".js")


def site_of(server, pages, wait):
    paths = [f"/p{number}" for number in range(pages)]
    for path in paths:
        server.route(path, misbehave.slow(wait, misbehave.answer(scripted(path.strip("/")))))
        for number in range(3):
            script = misbehave.answer("let a = 1;", content_type="text/javascript")
            server.route(f"{path}-{number}.js", misbehave.slow(wait, script))
    server.page("/", document("Start", links=tuple(paths)))
    return server


# --- pauses


@pytest.fixture(scope="module")
def delayed(once):
    server = site_of(once.serve(hosts=("127.0.0.1", "127.0.0.2")), 3, wait=0.0)
    crawled = once.crawl(server.url("/"), server.url("/", host="127.0.0.2"), "--delay", "0.5")
    assert crawled.manifest["page_count"] == 8
    return crawled, server


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2"])
def test_no_two_documents_of_one_host_are_closer_than_the_delay(delayed, host):
    _, server = delayed
    assert server.closest(lambda hit: is_document(hit) and hit.host.startswith(host)) >= 0.5


def test_robots_txt_counts_as_the_first_document(delayed):
    _, server = delayed
    first, second = server.hits(host="127.0.0.1", where=is_document)[:2]
    assert (first.path, second.path) == ("/robots.txt", "/")
    assert second.time_start - first.time_start >= 0.5


def test_the_pause_of_one_host_does_not_hold_up_another(delayed):
    _, server = delayed
    assert server.closest(is_document) < 0.5


def test_the_delay_is_not_for_the_scripts_of_a_page(delayed):
    _, server = delayed
    assert server.closest(lambda hit: hit.host.startswith("127.0.0.1")) < 0.5


@pytest.fixture(scope="module")
def asked_for_delay(once):
    server = site_of(once.serve(), 2, wait=0.0)
    server.robots("User-agent: *\nCrawl-delay: 0.4\n")
    crawled = once.crawl(server.url("/"), *NOW)
    assert crawled.manifest["page_count"] == 3
    return server


def test_a_crawl_delay_stands_between_any_two_requests_scripts_included(asked_for_delay):
    assert len(asked_for_delay.hits(where=lambda hit: not is_document(hit))) == 2 * 3
    assert asked_for_delay.closest() >= 0.4


def test_under_a_crawl_delay_one_request_is_open_at_a_time(asked_for_delay):
    assert asked_for_delay.max_open() == 1


# --- requests open at once


@pytest.fixture(scope="module")
def pressed(once):
    server = site_of(once.serve(), 6, wait=0.2)
    crawled = once.crawl(server.url("/"), *NOW, "--concurrency", str(CONCURRENCY))
    assert crawled.manifest["page_count"] == 7
    return server


def test_never_more_requests_are_open_than_the_concurrency_scripts_included(pressed):
    assert pressed.max_open() == CONCURRENCY


def test_with_a_delay_documents_come_one_at_a_time(delayed):
    _, server = delayed
    assert server.max_open(lambda hit: is_document(hit) and hit.host.startswith("127.0.0.1")) == 1


# --- hosts that ask for quiet


@pytest.fixture(scope="module", params=[429, 503])
def quieted(once, request):
    """`/a` asks for a second of quiet, once; it is the first link that is followed."""
    server = once.serve()
    server.page("/", document("Start", links=("/a", "/b", "/c")))
    server.route("/a", misbehave.busy(1, misbehave.answer(document("A")), request.param, retry_after="1"))
    server.page("/b", document("B"))
    server.page("/c", document("C"))
    crawled = once.crawl(server.url("/"), *NOW, "--render", "never", "--concurrency", "1", "--verbose")
    return crawled, server


def test_a_page_that_was_put_off_is_saved_in_the_end(quieted):
    crawled, server = quieted
    assert crawled.paths("pages") == ["/", "/a", "/b", "/c"]
    assert len(server.hits(path="/a")) == 2


def test_the_whole_host_is_quiet_for_as_long_as_it_asked(quieted):
    _, server = quieted
    hits = server.hits()
    asked = next(index for index, hit in enumerate(hits) if hit.path == "/a")
    assert len(hits) > asked + 1
    assert hits[asked + 1].time_start - hits[asked].time_end >= 1


def test_a_page_that_was_put_off_is_named(quieted):
    crawled, server = quieted
    assert f"put off: {server.url('/a')}" in crawled.run.lines


def test_a_host_that_asks_for_quiet_does_not_quiet_another(serve, crawl):
    server = serve(hosts=("127.0.0.1", "127.0.0.2"))
    server.route("/", misbehave.busy(1, misbehave.answer(document("Start")), 429, retry_after="2"))
    server.page("/quick/", document("Quick", links=("/quick/a", "/quick/b")))
    server.page("/quick/a", document("A"))
    server.page("/quick/b", document("B"))
    crawled = crawl(server.url("/"), server.url("/quick/", host="127.0.0.2"), *NOW, "--render", "never")
    assert crawled.manifest["page_count"] == 4
    refused, answered = server.hits(host="127.0.0.1", path="/")
    assert any(refused.time_end < hit.time_start < answered.time_start for hit in server.hits(host="127.0.0.2"))


def test_a_subresource_that_asks_for_a_little_quiet_is_waited_for(server, crawl):
    script = misbehave.answer("o.textContent = 'made by a script'", content_type="text/javascript")
    server.route("/app.js", misbehave.busy(1, script, 429, retry_after="1"))
    server.page("/", document("Start", "<p id=o></p><script src=/app.js></script>"))
    crawled = crawl(server.url("/"), *NOW)
    assert "made by a script" in crawled.text("/")
    first, second = server.hits(path="/app.js")
    assert second.time_start - first.time_end >= 1


def test_one_request_after_the_other_asks_for_each_document_once(delayed):
    _, server = delayed
    asked = [(hit.host, hit.path) for hit in server.hits()]
    assert len(asked) == len(set(asked))
    assert [path for _, path in asked].count("/robots.txt") == 2
