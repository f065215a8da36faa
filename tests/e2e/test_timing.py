"""When a server was asked, by its own clock: pauses that it asked for, pauses that the user asked for, requests open at once.

getdocs counts every pause from the end of one request to the start of the next. What the server measures between the same
two moments can only be longer, so nothing here is compared with a tolerance. Of the shared list of hostile servers: P01 to
P07.
"""

import signal
import time
from email.utils import formatdate

import pytest
from crawls import LONGEST_WAIT, NOW, Run, examine

from fixtures import misbehave
from fixtures.site import document
from fixtures.timing import not_left_alone, pauses, too_close, too_many_open
from getdocs.fetch.ration import MAX_REQUESTS

WORKERS = ("--concurrency", "8")
PLAIN = "text/plain; charset=utf-8"
SCRIPT = "text/javascript"


def by_host(answers):
    """A handler that answers by the host that was asked: `answers` by the last number of its address."""

    async def handler(request):
        return await answers[request.host.partition(":")[0].rpartition(".")[2]](request)

    return handler


def address(number):
    return f"127.0.0.{number}"


def is_document(hit):
    return not hit.path.endswith(".js")


# --- P05: the Crawl-delay that a site asks for

DELAYS = {"1": "2", "2": "0.5", "3": "abc"}


@pytest.fixture(scope="module")
def asked_for_delays(once):
    server = once.serve(hosts=tuple(map(address, DELAYS)))
    rules = {
        number: misbehave.answer(f"User-agent: *\nCrawl-delay: {delay}\n", content_type=PLAIN)
        for number, delay in DELAYS.items()
    }
    server.route("/robots.txt", by_host(rules))
    server.page("/", document("Start", "<p>Text.</p><script src=/a.js></script>", links=("/b",)))
    server.page("/b", document("B"))
    server.page("/a.js", "let a = 1;", content_type=SCRIPT)
    seeds = [server.url("/", host=address(number)) for number in DELAYS]
    crawled = once.crawl(*seeds, *NOW, *WORKERS, "--no-sitemap")
    assert crawled.manifest["page_count"] == 6
    return server


@pytest.mark.parametrize(("number", "seconds"), [("1", 2), ("2", 0.5)])
def test_p05_a_crawl_delay_stands_between_all_requests_of_eight_workers(asked_for_delays, number, seconds):
    hits = asked_for_delays.hits(host=address(number))
    assert {"/robots.txt", "/", "/a.js", "/b"} <= {hit.path for hit in hits}
    assert too_close(hits, seconds) == []


@pytest.mark.parametrize("number", ["1", "2"])
def test_p05_under_a_crawl_delay_eight_workers_have_one_request_open(asked_for_delays, number):
    assert too_many_open(asked_for_delays.hits(host=address(number)), 1) == []


def test_p05_a_crawl_delay_that_is_no_number_is_none(asked_for_delays):
    assert min(pauses(asked_for_delays.hits(host=address("3")))) < 0.5


def test_p05_a_crawl_delay_of_a_day_is_capped_with_a_warning_and_waited_for(server, run_getdocs, tmp_path):
    server.robots("User-agent: *\nCrawl-delay: 86400\n")
    server.page("/", document("Start"))
    out = tmp_path / "out"
    process = run_getdocs.start("crawl", server.url("/"), "-o", out, *NOW, *WORKERS, "--render", "never")
    warning = next((line for line in process.stderr if "Crawl-delay of 86400 s is capped at 60 s" in line), "")
    for number in (signal.SIGINT, signal.SIGTERM):  # two, as it waits for its minute
        process.send_signal(number)
    stdout, stderr = process.communicate(timeout=LONGEST_WAIT)
    stopped = examine(Run(tuple(process.args), process.returncode, stdout, stderr, 0.0), out)
    assert warning.startswith("warning")
    assert (stopped.run.returncode, stopped.paths("pending"), server.paths()) == (130, ["/"], ["/robots.txt"])


# --- P01 to P04: hosts that ask for quiet


def dated(seconds, zone=" GMT"):
    """What a Retry-After names as a date: so many seconds from now, rounded up."""
    return formatdate(int(time.time()) + 1 + seconds, usegmt=True).removesuffix(" GMT") + zone


QUIET = {
    "1": ("in seconds", lambda: "2", 1),
    "2": ("as a date", lambda: dated(2), 1),
    "3": ("as a date without a zone", lambda: dated(2, zone=""), 1),
    "4": ("as a date gone by", lambda: dated(-60), 2),
    "5": ("as a negative number", lambda: "-5", 2),
    "6": ("as a word", lambda: "abc", 2),
    "7": ("without a word", lambda: None, 2),
}
"""How a host asks for quiet, the field of that moment, and how often it does so before it answers."""
LONG, NEVER = "8", "9"
"""A host that asks for most of an hour, and one that never answers and never says when it will."""


def busy(times, retry_after, then, status):
    """`status` with the Retry-After of the moment, so many times; then the other answer."""
    left = times

    async def handler(request):
        nonlocal left
        if left == 0:
            return await then(request)
        left -= 1
        value = retry_after()
        headers = (("Retry-After", value),) if value is not None else ()
        return await misbehave.answer("busy", status, PLAIN, headers)(request)

    return handler


def pages_of(number):
    """The Seeds of one host. Where pauses are to grow, nothing else may be answered in between."""
    return ["/a"] if number in QUIET and QUIET[number][2] == 2 else ["/a", "/b", "/c"]


@pytest.fixture(scope="module")
def quieted(once):
    hosts = [*QUIET, LONG, NEVER]
    server = once.serve(hosts=tuple(map(address, hosts)))
    page = misbehave.answer(document("A"))
    answers = {
        number: busy(times, retry_after, page, 429 if number == "1" else 503)
        for number, (_, retry_after, times) in QUIET.items()
    }
    answers[LONG] = misbehave.answer("busy", 429, PLAIN, (("Retry-After", "3120"),))
    answers[NEVER] = misbehave.answer("busy", 503, PLAIN)
    server.route("/a", by_host(answers))
    never = misbehave.answer("busy", 503, PLAIN)
    others = dict.fromkeys(QUIET, misbehave.answer(document("B"))) | {LONG: page, NEVER: never}
    for path in ("/b", "/c"):
        server.route(path, by_host(others))
    seeds = [server.url(path, host=address(number)) for number in hosts for path in pages_of(number)]
    crawled = once.crawl(*seeds, *NOW, *WORKERS, "--render", "never", "--no-sitemap")
    return crawled, server


def outcomes(crawled, server, number, name):
    """The paths of one host in one list of the Manifest."""
    origin = server.url("", host=address(number))
    return sorted(entry["url"].removeprefix(origin) for entry in crawled.manifest[name] if origin in entry["url"])


@pytest.mark.parametrize("number", QUIET, ids=[how for how, _, _ in QUIET.values()])
def test_p01_p02_a_page_whose_host_asks_for_quiet_is_saved_in_the_end(quieted, number):
    crawled, server = quieted
    assert outcomes(crawled, server, number, "pages") == pages_of(number)
    assert len(server.hits(host=address(number), path="/a")) == 1 + QUIET[number][2]


@pytest.mark.parametrize("number", ["1", "2", "3", LONG])
def test_p01_p02_the_whole_host_has_the_quiet_that_it_asked_for_in_either_form(quieted, number):
    _, server = quieted
    hits = server.hits(host=address(number))
    assert any(hit.quiet and hit.quiet >= 2 for hit in hits)
    assert not_left_alone(hits) == []


@pytest.mark.parametrize("number", ["4", "5", "6", "7"])
def test_p02_quiet_without_a_usable_time_falls_back_to_pauses_that_grow(quieted, number):
    _, server = quieted
    first, second, third = server.hits(host=address(number), path="/a")
    assert second.time_start - first.time_end >= 1
    assert third.time_start - second.time_end >= 2


def test_p03_a_host_that_asks_for_most_of_an_hour_is_left_alone_and_its_pages_are_pending(quieted):
    crawled, server = quieted
    asked = server.hits(host=address(LONG), path="/a")
    saved = outcomes(crawled, server, LONG, "pages")
    assert len(asked) == 1
    assert sorted([*outcomes(crawled, server, LONG, "pending"), *saved]) == ["/a", "/b", "/c"]
    assert "/a" not in saved


def test_p03_when_the_rest_will_be_possible_is_said(quieted):
    crawled, server = quieted
    url = server.url("/a", host=address(LONG))
    (reason,) = [entry["reason"] for entry in crawled.manifest["pending"] if entry["url"] == url]
    assert reason.startswith("rate limited until 20")


def test_p04_a_host_that_answers_everything_with_503_is_asked_after_growing_pauses_and_then_left_alone(quieted):
    _, server = quieted
    refused = server.hits(host=address(NEVER), where=lambda hit: hit.path != "/robots.txt")
    # Its three pages come together after each pause.
    long = [pause for pause in pauses(refused) if pause > 0.5]
    assert 3 <= len(long) <= 5
    assert all(pause >= 2**number for number, pause in enumerate(long))


def test_p04_the_pages_of_a_host_that_is_left_alone_are_pending_and_not_errors(quieted):
    crawled, server = quieted
    assert outcomes(crawled, server, NEVER, "pending") == ["/a", "/b", "/c"]
    assert outcomes(crawled, server, NEVER, "errors") == []


def test_a_crawl_that_left_a_host_alone_is_incomplete_by_its_exit_code(quieted):
    crawled, _ = quieted
    assert crawled.run.returncode == 5


# --- how many at once, and P07: a page that asks for too much


@pytest.fixture(scope="module")
def pressed(once):
    """Pages with scripts of their own, and `/greedy`, which asks for 500 pictures, scripts and data each."""
    server = once.serve()
    paths = tuple(f"/p{number}" for number in range(8))
    for path in paths:
        scripts = "".join(f'<script src="{path}-{number}.js"></script>' for number in range(4))
        server.route(path, misbehave.slow(0.1, misbehave.answer(document(path, f"<p>Text.</p>{scripts}"))))
        for number in range(4):
            server.route(f"{path}-{number}.js", misbehave.slow(0.1, misbehave.answer("let a;", content_type=SCRIPT)))
    images = "".join(f'<img src="/greedy/{number}.png" alt="Picture {number}">' for number in range(500))
    asks = """<script>
    for (let n = 0; n < 500; n++) {
        document.head.append(Object.assign(document.createElement("script"), {src: `/greedy/${n}.js`}));
        fetch(`/greedy/${n}.json`);
    }</script>"""
    server.page("/greedy", document("Greedy", f"<p>Text.</p>{images}{asks}"))
    server.page("/", document("Start", links=(*paths, "/greedy")))
    crawled = once.crawl(server.url("/"), *NOW, *WORKERS, "--no-sitemap")
    assert crawled.manifest["page_count"] == 10
    return crawled, server


def test_eight_workers_without_a_delay_never_have_more_than_eight_requests_open_scripts_included(pressed):
    _, server = pressed
    assert too_many_open(server.hits(), 8) == []


def test_eight_workers_without_a_delay_do_have_several_requests_open(pressed):
    _, server = pressed
    assert server.max_open() > 4


def greed(hit):
    return hit.path.startswith("/greedy/")


def test_p07_no_picture_is_asked_for(pressed):
    _, server = pressed
    assert server.hits(where=lambda hit: hit.path.endswith(".png")) == ()


def test_p07_the_requests_of_a_page_are_bounded(pressed):
    _, server = pressed
    assert 0 < len(server.hits(where=greed)) <= MAX_REQUESTS < 500


def test_p07_a_page_whose_requests_were_cut_off_is_warned_of(pressed):
    crawled, server = pressed
    assert any(server.url("/greedy") in warning and "requests" in warning for warning in crawled.manifest["warnings"])


# --- the delay that the user asks for, and P06: pages that never stop going elsewhere


def onward(head):
    """A page that goes on by itself, each time to a URL that was never seen before."""
    steps = 0

    async def handler(request):
        nonlocal steps
        steps += 1
        return await misbehave.answer(document("On", head=head % steps))(request)

    return handler


@pytest.fixture(scope="module")
def delayed(once):
    """Pages, sitemaps, a redirect of two hops, and `/m` and `/j`, which go on by themselves for ever."""
    server = once.serve()
    server.robots(f"User-agent: *\nDisallow: /private\nSitemap: {server.url('/maps.xml')}\n")
    index = f"<sitemapindex><sitemap><loc>{server.url('/map.xml')}</loc></sitemap></sitemapindex>"
    server.page("/maps.xml", index, content_type="application/xml")
    listed = f"<urlset><url><loc>{server.url('/listed')}</loc></url></urlset>"
    server.page("/map.xml", listed, content_type="application/xml")
    for path in ("/", "/new", "/listed"):
        scripts = "".join(f'<script src="{path}-{number}.js"></script>' for number in range(3))
        server.page(path, document(path, f"<p>Text of {path}.</p>{scripts}", links=("/old", "/new", "/m", "/j")))
        for number in range(3):
            server.page(f"{path}-{number}.js", "let a;", content_type=SCRIPT)
    server.redirect("/old", "/older")
    server.redirect("/older", "/end")
    server.page("/end", document("End"))
    server.route("/m", onward('<meta http-equiv="refresh" content="0; url=/m?%d">'))
    server.route("/j", onward('<script>location.replace("/j?%d")</script>'))
    return once.crawl(server.url("/"), "--delay", "0.3", *WORKERS), server


def test_documents_of_eight_workers_are_a_delay_apart_navigations_of_pages_included(delayed):
    _, server = delayed
    assert too_close(server.hits(), 0.3, is_document) == []


def test_robots_txt_and_sitemaps_and_each_hop_of_a_redirect_count_as_documents(delayed):
    _, server = delayed
    counted = {hit.path for hit in server.hits(where=is_document)}
    assert {"/robots.txt", "/maps.xml", "/map.xml", "/", "/old", "/older", "/end"} <= counted


def test_the_scripts_of_a_page_come_in_its_turn(delayed):
    _, server = delayed
    assert too_close(server.hits(), 0.3) != []


@pytest.mark.parametrize("path", ["/m", "/j"])
def test_p06_a_page_that_goes_on_for_ever_by_itself_is_asked_for_a_handful_of_times(delayed, path):
    _, server = delayed
    assert len(server.hits(path=path)) == 5


@pytest.mark.parametrize("path", ["/m", "/j"])
def test_p06_a_page_that_goes_on_for_ever_by_itself_is_an_error(delayed, path):
    crawled, _ = delayed
    (failed,) = [entry for entry in crawled.manifest["errors"] if path in entry["url"]]
    assert failed["reason"] == "too_many_redirects"
    assert len(failed["trail"]) == 5


def test_p06_no_page_that_went_on_by_itself_is_saved(delayed):
    crawled, _ = delayed
    assert sorted(crawled.paths("pages")) == ["/", "/end", "/listed", "/new"]
