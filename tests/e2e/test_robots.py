"""robots.txt, obeyed by everything on every hop, and the one user agent that every request carries.

The fixture server answers what is forbidden with 200, so that a violation shows; each test's log is audited besides.
"""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from crawls import NOW, STATIC, documents

from fixtures import misbehave
from fixtures.site import document
from getdocs.config import user_agent

FORBIDDEN = "User-agent: *\nDisallow: /private/\nAllow: /private/open.js\n"


# --- what is forbidden


@pytest.fixture(scope="module")
def fenced(once):
    """Every way that a page can lead to what is forbidden."""
    server = once.serve()
    server.robots(FORBIDDEN)
    script = """<p id=o>nothing</p><script>
      fetch("/private/data").then(r => r.text()).then(t => o.textContent = t).catch(() => 0);
      const x = new XMLHttpRequest(); x.open("POST", "/private/xhr"); x.send("a");
      new Worker("/private/worker.js");
      import("/private/module.js").catch(() => 0);
      navigator.sendBeacon("/private/beacon");
    </script>"""
    body = """<p id="opened"></p><iframe src="/private/frame"></iframe><script src="/private/closed.js"></script>
      <script src="/private/open.js"></script><script src="/moved.js"></script><link rel="stylesheet" href="/private/style.css">"""
    server.page("/", document("Start", links=("/private/linked", "/goes-there", "/scripted", "/embedding")))
    server.redirect("/goes-there", "/private/redirected")
    server.redirect("/moved.js", "/private/moved.js")
    server.page("/scripted", document("Scripted", script))
    server.page("/embedding", document("Embedding", body))
    server.page("/private/open.js", "opened.textContent = 'allowed'", content_type="text/javascript")
    return once.crawl(server.url("/"), *NOW), server


def test_nothing_forbidden_is_requested_by_anything(fenced):
    _, server = fenced
    assert [path for path in server.paths() if path.startswith("/private/")] == ["/private/open.js"]


def test_a_forbidden_link_is_skipped_with_the_rule_that_decided(fenced):
    crawled, server = fenced
    entry = crawled.entry("skipped", "/private/linked")
    assert (entry["reason"], entry["found_on"]) == ("robots", server.url("/"))
    assert entry["detail"].startswith("Disallow: /private/")


def test_a_redirect_to_what_is_forbidden_is_skipped_with_its_trail(fenced):
    crawled, server = fenced
    entry = crawled.entry("skipped", "/goes-there")
    assert entry["reason"] == "robots"
    assert [(hop["url"], hop["status"]) for hop in entry["trail"]] == [
        (server.url("/goes-there"), 302),
        (server.url("/private/redirected"), None),
    ]


def test_pages_that_need_forbidden_parts_are_saved_without_them_and_say_so(fenced):
    crawled, server = fenced
    refused = crawled.entry("pages", "/scripted")["refused"]
    assert {server.url(f"/private/{name}") for name in ("data", "xhr", "worker.js", "module.js")} == set(refused)
    assert "nothing" in crawled.text("/scripted")


def test_forbidden_frames_and_scripts_are_named_and_an_allowed_one_among_them_is_loaded(fenced):
    crawled, server = fenced
    refused = crawled.entry("pages", "/embedding")["refused"]
    assert {server.url(path) for path in ("/private/frame", "/private/closed.js", "/moved.js")} == set(refused)
    assert "allowed" in crawled.text("/embedding")


def test_a_forbidden_seed_is_not_requested_and_the_last_line_says_why(server, crawl):
    server.robots(FORBIDDEN)
    crawled = crawl(server.url("/private/"), *STATIC)
    assert crawled.run.returncode == 1
    assert server.paths() == ["/robots.txt"]
    assert f"Seed {server.url('/private/')} came to nothing: robots (Disallow: /private/" in crawled.run.lines[-1]


def test_robots_txt_is_asked_for_once(site, crawl):
    crawl(site.url("/"), *STATIC)
    assert site.paths().count("/robots.txt") == 1


# --- sites that have none, or cannot say


@pytest.mark.parametrize("status", [404, 403, 410])
def test_a_site_without_robots_txt_may_be_crawled_whole(server, crawl, status):
    server.robots("User-agent: *\nDisallow: /\n", status)
    server.page("/", document("Start"))
    assert crawl(server.url("/"), *STATIC).paths("pages") == ["/"]


def test_a_robots_txt_behind_a_redirect_is_obeyed(server, crawl):
    server.redirect("/robots.txt", "/rules")
    server.page("/rules", FORBIDDEN, content_type="text/plain")
    server.robots_txt = FORBIDDEN
    server.page("/", document("Start", links=("/private/a",)))
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.entry("skipped", "/private/a")["reason"] == "robots"


@pytest.fixture(scope="module")
def unreachable(once):
    """Crawls that wait for a site to say yes, which takes 15 seconds until they give up: all at once."""

    def crawl(handler):
        server = once.serve()
        server.route("/robots.txt", handler)
        server.page("/", document("Start"))
        return once.crawl(server.url("/"), *STATIC, "--timeout", "1"), server

    handlers = {
        "503": misbehave.answer("busy", 503),
        "429": misbehave.answer("slow down", 429),
        "silence": misbehave.reset(),
    }
    with ThreadPoolExecutor() as pool:
        return dict(zip(handlers, pool.map(crawl, handlers.values()), strict=True))


@pytest.mark.parametrize("how", ["503", "429", "silence"])
def test_a_site_that_cannot_say_what_it_allows_is_asked_for_nothing_else(unreachable, how):
    crawled, server = unreachable[how]
    assert documents(server) == []
    assert crawled.run.returncode == 1


@pytest.mark.parametrize("how", ["503", "429", "silence"])
def test_a_site_that_cannot_say_what_it_allows_is_asked_a_few_times_and_then_left(unreachable, how):
    _, server = unreachable[how]
    assert len(server.hits(path="/robots.txt")) == 5


@pytest.mark.parametrize(("how", "why"), [("503", "status 503"), ("429", "status 429"), ("silence", "connection")])
def test_why_nothing_of_a_site_was_asked_for_is_said_on_stderr_and_in_the_manifest(unreachable, how, why):
    crawled, server = unreachable[how]
    said = f"{server.url('/robots.txt')}: {why}"
    assert said in crawled.run.lines[-1]
    assert crawled.run.lines[0].startswith(f"warning: {said}")
    assert crawled.entry("skipped", "/")["reason"] == "robots_unreachable"
    assert said in crawled.entry("skipped", "/")["detail"]


def test_a_robots_txt_that_answers_at_last_lets_the_crawl_go_on(server, crawl):
    server.route("/robots.txt", misbehave.busy(1, misbehave.answer(FORBIDDEN, content_type="text/plain")))
    server.robots_txt = FORBIDDEN
    server.page("/", document("Start", links=("/private/a",)))
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/"]
    assert crawled.paths("skipped") == ["/private/a"]


# --- robots.txt ignored


@pytest.mark.unaudited("robots.txt is ignored on purpose")
def test_robots_txt_that_is_ignored_is_not_asked_for_and_manifest_and_stderr_say_so(server, crawl):
    server.robots(FORBIDDEN)
    server.page("/", document("Start", links=("/private/a",)))
    crawled = crawl(server.url("/"), *STATIC, "--ignore-robots")
    assert documents(server) == ["/", "/private/a"]
    assert "/robots.txt" not in server.paths()
    assert crawled.paths("pages") == ["/", "/private/a"]
    assert crawled.manifest["ignore_robots"] is True
    assert "robots.txt is not asked for and not obeyed" in crawled.run.lines[0]


# --- the user agent


def test_every_request_carries_the_honest_user_agent_robots_txt_and_scripts_included(serve, crawl):
    server = serve("spa-history")
    crawl(server.url("/"), *NOW, "--limit", "2")
    assert {"/robots.txt", "/app.js"} <= set(server.paths())
    assert {hit.user_agent for hit in server.hits()} == {user_agent()}
    assert re.fullmatch(r"getdocs/\d+\.\d+\.\d+ \(\+https://\S+\)", user_agent())


def test_a_contact_is_added_to_the_user_agent_of_every_request(server, crawl):
    server.page("/", document("Start"))
    crawl(server.url("/"), *STATIC, "--contact", "docs@example.org")
    assert {hit.user_agent for hit in server.hits()} == {user_agent("docs@example.org")}


@pytest.mark.unaudited("the user agent is another one on purpose")
def test_a_user_agent_of_one_s_own_is_sent_and_obeys_the_group_of_its_own_name(server, crawl):
    server.robots(
        "User-agent: docbot\nDisallow: /a\n\nUser-agent: getdocs\nDisallow: /b\n\nUser-agent: *\nDisallow: /\n"
    )
    server.page("/", document("Start", links=("/a", "/b")))
    server.page("/b", document("B"))
    crawled = crawl(server.url("/"), *STATIC, "--user-agent", "docbot/2.0 (+https://example.org)")
    assert crawled.paths("pages") == ["/", "/b"]
    assert crawled.paths("skipped") == ["/a"]
    assert {hit.user_agent for hit in server.hits()} == {"docbot/2.0 (+https://example.org)"}


@pytest.mark.unaudited("the user agent is another one on purpose")
def test_the_browser_carries_the_user_agent_of_one_s_own_too(server, crawl):
    server.page("/", document("Start", "<p id=o></p><script>o.textContent = navigator.userAgent</script>"))
    crawled = crawl(server.url("/"), *NOW, "--user-agent", "docbot/2.0")
    assert "docbot/2.0" in crawled.text("/")
