"""robots.txt files of hostile and broken servers, through the real command line: group T of the shared list.

What a single file means is tested on the shared robots cases, without a crawl (`tests/unit/policy`).
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from crawls import NOW, STATIC, documents, examine, less_origin

from fixtures.misbehave import answer, busy, hang, reset
from fixtures.site import document

PLAIN = "text/plain; charset=utf-8"
PRIVATE = "User-agent: *\nDisallow: /private\n"
MAX_REDIRECTS = 5  # RFC 9309 2.3.1.2


def rules(text):
    return answer(text, content_type=PLAIN)


def to(location):
    return answer("", 302, headers=(("Location", location),))


def by_scheme(http, https):
    async def handler(request):
        return await (https if request.scheme == "https" else http)(request)

    return handler


def chain(server, hops, last):
    """robots.txt redirects `hops` times, the last time to `last`."""
    steps = ["/robots.txt", *(f"/rules/{number}" for number in range(1, hops)), last]
    for step, following in pairwise(steps):
        server.route(step, to(following))


def skipped(crawled, server, path):
    """Why that URL was skipped."""
    (entry,) = [entry for entry in crawled.manifest["skipped"] if entry["url"] == server.url(path)]
    return entry["reason"]


# --- sites that cannot say what they allow


def _503(server):
    server.route("/robots.txt", answer("<!doctype html><h1>Service Unavailable</h1>", 503))


def _429(server):
    server.route("/robots.txt", answer("slow down", 429, PLAIN, (("Retry-After", "2"),)))


def _silence(server):
    server.route("/robots.txt", hang())


def _six_hops(server):
    chain(server, MAX_REDIRECTS + 1, "/rules")
    server.route("/rules", rules(PRIVATE))


def _loop(server):
    chain(server, 2, "/robots.txt")


def _closed_https(server):
    """One page of an http site moves to https, where robots.txt fails; the others stand in a row behind its start page."""
    server.route("/robots.txt", by_scheme(answer("", 404), answer("", 503)))
    server.page("/", document("Start", links=("/moved", "/1")))
    server.route("/moved", to(server.url("/moved", scheme="https")))
    for number in range(1, 4):
        server.page(f"/{number}", document(f"Page {number}", links=(f"/{number + 1}",) if number < 3 else ()))


UNREACHABLE = {
    "T01": (_503, "status 503"),
    "T02-silence": (_silence, "timeout"),
    "T02-reset": (lambda server: server.route("/robots.txt", reset()), "connection"),
    "T03-429": (_429, "status 429"),
    "T04-six": (_six_hops, "more than 5 redirects"),
    "T04-loop": (_loop, "a redirect loop"),
}


@pytest.fixture(scope="module")
def unreachable(once):
    """Crawls of sites that never say yes. Each waits for a quarter of a minute before it gives up: all at once."""

    def crawl(make):
        server = once.serve(tls=True)
        server.page("/", document("Start"))
        make(server)
        patience = ("--timeout", "1") if make is _silence else ()
        seed = server.url("/", scheme="http")
        return once.crawl(seed, *STATIC, *patience, "--ca-file", server.ca_file), server

    with ThreadPoolExecutor(len(UNREACHABLE) + 1) as pool:
        beside = pool.submit(crawl, _closed_https)
        crawls = dict(zip(UNREACHABLE, pool.map(crawl, [make for make, _ in UNREACHABLE.values()]), strict=True))
        return {**crawls, "closed https": beside.result()}


@pytest.mark.parametrize("case", UNREACHABLE)
def test_a_site_that_never_says_yes_is_asked_for_no_page_and_the_crawl_fails(unreachable, case):
    crawled, server = unreachable[case]
    assert crawled.run.returncode == 1
    assert [path for path in documents(server) if not path.startswith("/rules")] == []


@pytest.mark.parametrize("case", UNREACHABLE)
def test_why_a_site_was_left_is_said_on_stderr_and_in_the_manifest(unreachable, case):
    crawled, server = unreachable[case]
    said = f"{server.url('/robots.txt', scheme='http')}: {UNREACHABLE[case][1]}"
    assert crawled.run.lines[0].startswith(f"warning: {said}")
    assert crawled.entry("skipped", "/")["reason"] == "robots_unreachable"
    assert said in crawled.entry("skipped", "/")["detail"]


@pytest.mark.parametrize("case", ["T01", "T03-429"])
def test_a_site_that_cannot_say_is_asked_again_after_growing_pauses(unreachable, case):
    _, server = unreachable[case]
    starts = [hit.time_start for hit in server.hits(path="/robots.txt")]
    pauses = [later - earlier for earlier, later in pairwise(starts)]
    assert [pause >= 2**number for number, pause in enumerate(pauses)] == [True] * 4


def test_t03_a_429_is_left_alone_for_as_long_as_it_asks(unreachable):
    _, server = unreachable["T03-429"]
    first, second, *_ = server.hits(path="/robots.txt")
    assert second.time_start - first.time_start >= 2


def test_t04_the_sixth_redirect_is_not_followed(unreachable):
    _, server = unreachable["T04-six"]
    assert "/rules" not in server.paths()


def test_t01_a_site_that_answers_in_the_end_is_crawled_by_its_rules(server, crawl):
    server.robots(PRIVATE)
    server.route("/robots.txt", busy(1, rules(PRIVATE), retry_after=None))
    server.page("/", document("Start", links=("/private",)))
    crawled = crawl(server.url("/"), *STATIC)
    assert (crawled.paths("pages"), crawled.paths("skipped")) == (["/"], ["/private"])


def test_one_page_that_moves_to_a_scheme_that_never_says_yes_does_not_take_its_site_along(unreachable):
    crawled, _ = unreachable["closed https"]
    assert crawled.paths("pages") == ["/", "/1", "/2", "/3"]
    assert crawled.entry("skipped", "/moved")["reason"] == "robots_unreachable"


# --- sites that have no rules


@pytest.fixture(scope="module")
def without_rules(once):
    """One crawl of several hosts: those whose robots.txt is refused by a 4xx, and one that shows a page in its place."""
    servers = {}
    for status in (404, 410, 401, 403):
        servers[str(status)] = server = once.serve()
        server.robots("User-agent: *\nDisallow: /\n", status)
    servers["html"] = server = once.serve()
    server.page("/robots.txt", document("Docs", "<p>To keep robots out:</p><pre>User-agent: *\nDisallow: /</pre>"))
    for server in servers.values():
        server.page("/", document("Start"))
    return once.crawl(*(server.url("/") for server in servers.values()), *STATIC), servers


@pytest.mark.parametrize("status", ["404", "410", "401", "403"])
def test_t03_where_robots_txt_is_a_4xx_everything_may_be_asked_for(without_rules, status):
    crawled, servers = without_rules
    assert servers[status].url("/") in [page["url"] for page in crawled.manifest["pages"]]


def test_t06_a_page_in_place_of_robots_txt_is_no_rules_and_a_warning(without_rules):
    crawled, servers = without_rules
    assert servers["html"].url("/") in [page["url"] for page in crawled.manifest["pages"]]
    (warning,) = crawled.manifest["warnings"]
    assert warning.startswith(f"{servers['html'].url('/robots.txt')} is HTML")
    assert f"warning: {warning}" in crawled.run.lines


# --- whose rules


@pytest.fixture(scope="module")
def redirected(once):
    """One crawl of five hosts, whose robots.txt stands behind one to five redirects; the last one leads to another host."""
    other = once.serve()
    other.robots("User-agent: *\nDisallow: /private\nDisallow: /other\n")
    servers = [once.serve() for _ in range(MAX_REDIRECTS)]
    for hops, server in enumerate(servers, start=1):
        chain(server, hops, "/rules" if hops < MAX_REDIRECTS else other.url("/robots.txt"))
        server.route("/rules", rules(PRIVATE))
        server.robots_txt = PRIVATE
    for server in (*servers, other):
        server.page("/", document("Start", links=("/private", "/open")))
        server.page("/open", document("Open"))
    return once.crawl(*(server.url("/") for server in (*servers, other)), *STATIC), servers, other


@pytest.mark.parametrize("hops", range(1, MAX_REDIRECTS + 1))
def test_t04_rules_behind_up_to_five_redirects_bind_the_host_first_asked(redirected, hops):
    crawled, servers, _ = redirected
    server = servers[hops - 1]
    assert skipped(crawled, server, "/private") == "robots"
    assert server.url("/open") in [page["url"] for page in crawled.manifest["pages"]]


def test_t04_a_host_that_only_lent_its_rules_is_asked_for_its_own(redirected):
    _, _, other = redirected
    assert len(other.hits(path="/robots.txt")) == 2


@pytest.fixture(scope="module")
def origins(once):
    """Three ports of one host with rules of their own each; on the third, https has other rules than http."""
    allows, forbids, upgrades = once.serve(), once.serve(), once.serve(tls=True)
    forbids.robots(PRIVATE)
    upgrades.robots(PRIVATE)

    start = answer(document("Start", links=("/private",)))
    for server in (allows, forbids):
        server.route("/", start)
        server.page("/private", document("Private"))
    upgrades.route("/robots.txt", by_scheme(rules(""), rules(PRIVATE)))
    upgrades.route("/", by_scheme(to(upgrades.url("/")), start))
    seeds = (allows.url("/"), forbids.url("/"), upgrades.url("/", scheme="http"))
    return once.crawl(*seeds, *STATIC, "--ca-file", upgrades.ca_file), allows, forbids, upgrades


def test_t07_each_scheme_host_and_port_is_asked_for_its_own_rules_once(origins):
    _, *servers = origins
    asked = [(server.port, hit.scheme) for server in servers for hit in server.hits(path="/robots.txt")]
    allows, forbids, upgrades = (server.port for server in servers)
    assert asked == [(allows, "http"), (forbids, "http"), (upgrades, "http"), (upgrades, "https")]


def test_t07_each_origin_is_held_to_its_own_rules(origins):
    crawled, allows, forbids, upgrades = origins
    assert allows.url("/private") in [page["url"] for page in crawled.manifest["pages"]]
    assert {entry["url"] for entry in crawled.manifest["skipped"]} == {
        forbids.url("/private"),
        upgrades.url("/private"),
    }


# --- what the rules say

UNUSUAL = (
    "\ufeffUser-agent: *\rDisallow: /bom\r"
    "User-agent: getdocs\rDisallow: /first\rDisallow: /tie\rAllow: /tie\rDisallow: /a*a$\rDisallow: /esc%2Faped\r\n"
    "\n"
    "User-agent: other\nDisallow: /\n\n"
    "user-agent : GetDocs/1.0\nDisallow: /second # a comment\nDisallow: /müll\nAllow: /second/but\n"
)
FORBIDDEN = ("/first", "/second/x", "/aba", "/esc%2faped", "/m%C3%BCll", "/m%c3%bcll/x")
ALLOWED = ("/bom", "/tie", "/a", "/abab", "/esc/aped", "/second/but", "/third")


@pytest.fixture(scope="module")
def unusual(once):
    server = once.serve()
    server.route("/robots.txt", rules(UNUSUAL))
    # The same in words that the audit's matcher understands too.
    server.robots_txt = "User-agent: *\n" + "".join(f"Disallow: {path}$\n" for path in FORBIDDEN)
    for path in (*FORBIDDEN, *ALLOWED):
        server.page(path, document(f"Page {path}"))
    server.page("/", document("Start", links=(*FORBIDDEN, *ALLOWED)))
    return once.crawl(server.url("/"), *STATIC)


@pytest.mark.parametrize("path", FORBIDDEN)
def test_t08_rules_in_unusual_words_are_obeyed(unusual, path):
    assert unusual.entry("skipped", path)["reason"] == "robots"


@pytest.mark.parametrize("path", ALLOWED)
def test_t08_rules_in_unusual_words_forbid_nothing_else(unusual, path):
    assert path in unusual.paths("pages")


def test_t09_the_name_that_is_sent_is_the_name_that_rules_are_read_for_in_the_browser_too(server, crawl):
    text = "User-agent: Mozilla\nDisallow: /\n\nUser-agent: *\nDisallow: /\n\nUser-agent: getdocs\nDisallow: /no\n"
    server.robots(text)
    script = "<p id=o></p><script>fetch('/yes.txt').then(r => r.text()).then(t => o.textContent = t)</script>"
    server.page("/", document("Start", script, links=("/no",)))
    server.page("/yes.txt", "fetched by a script", content_type=PLAIN)
    crawled = crawl(server.url("/"), *NOW)
    assert "fetched by a script" in crawled.text("/")
    assert crawled.paths("skipped") == ["/no"]
    assert {hit.user_agent.partition("/")[0] for hit in server.hits()} == {"getdocs"}


def test_t10_a_resumed_crawl_obeys_the_robots_txt_of_today(server, run_getdocs, crawl):
    for path in ("/a", "/b", "/c"):
        server.page(path, document(f"Page {path}"))
    server.page("/", document("Start", links=("/a", "/b", "/c")))
    first = crawl(server.url("/"), *STATIC, "--limit", "2")
    asked = documents(server)
    server.route("/robots.txt", rules("User-agent: *\nDisallow: /\n"))
    resumed = examine(run_getdocs("crawl", server.url("/"), *STATIC, "-o", first.out, "--resume"), first.out)
    assert documents(server) == asked
    assert {entry["reason"] for entry in resumed.manifest["skipped"]} == {"robots"}
    assert {less_origin(entry["url"]) for entry in resumed.manifest["skipped"]} == set(first.paths("pending"))
