"""Where a URL leads: by a status, by a meta refresh, by a script. Every hop is judged anew, and every one is in the trail."""

import pytest
from crawls import NOW, STATIC, documents

from fixtures.misbehave import answer
from fixtures.site import document
from fixtures.timing import too_close


def trail(entry):
    return [hop["status"] for hop in entry["trail"]]


# --- Seeds


def test_a_seed_that_redirects_on_its_host_keeps_the_path_it_was_given_as_scope(server, crawl):
    server.redirect("/docs", "/docs/latest/")
    server.page("/docs/latest/", document("Latest", links=("/docs/guide/", "/blog/")))
    server.page("/docs/guide/", document("Guide"))
    server.page("/blog/", document("Blog"))
    crawled = crawl(server.url("/docs"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/docs/guide/", "/docs/latest/"]
    assert "/blog/" not in server.paths()


def test_a_seed_that_redirects_out_of_its_path_on_its_host_says_so_and_does_not_go_there(server, crawl):
    server.redirect("/docs", "/manual/")
    server.page("/manual/", document("Manual"))
    crawled = crawl(server.url("/docs"), *STATIC)
    assert crawled.run.returncode == 1
    assert documents(server) == ["/docs"]
    assert any("leaves its Scope" in line and "/manual/" in line for line in crawled.run.lines)


def test_a_seed_that_redirects_to_another_host_says_so_and_makes_no_request_there(serve, crawl):
    here, there = serve(), serve()
    there.page("/", document("There"))
    here.redirect("/", there.url("/"))
    crawled = crawl(here.url("/"), *STATIC)
    assert crawled.run.returncode == 1
    assert there.connections == 0
    assert crawled.entry("skipped", "/")["reason"] == "scope"
    assert any(line.startswith("warning") and there.url("/") in line for line in crawled.run.lines)
    assert there.url("/") in crawled.run.lines[-1]


def test_the_warning_about_a_seed_that_leaves_is_in_the_manifest_too(serve, crawl):
    here = serve()
    here.redirect("/", "http://other.example/")
    crawled = crawl(here.url("/"), *STATIC)
    assert ["other.example" in warning for warning in crawled.manifest["warnings"]] == [True]


def test_pages_that_first_lead_to_one_that_sets_a_cookie_and_leads_back_are_saved(server, crawl):
    def behind_welcome(then):
        async def handler(request):
            if "welcome=1" in request.headers.get("Cookie", ""):
                return await then(request)
            return await answer("", 302, headers=(("Location", f"/welcome?to={request.path}"),))(request)

        return handler

    async def welcome(request):
        fields = (("Location", request.query["to"]), ("Set-Cookie", "welcome=1; Path=/"))
        return await answer("", 302, headers=fields)(request)

    server.route("/", behind_welcome(answer(document("Start", links=("/a",)))))
    server.route("/a", behind_welcome(answer(document("A"))))
    server.route("/welcome", welcome)
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/", "/a"]
    assert documents(server) == ["/", "/welcome?to=/", "/", "/a"]


# --- hops by status


@pytest.fixture(scope="module")
def hops(once):
    server = once.serve()
    for path, location, status in (
        ("/moved", "/new", 301),
        ("/moved-too", "/new", 302),
        ("/relative/", "../new", 307),
        ("/chain", "/nobody-links-here", 308),
        ("/nobody-links-here", "/new", 301),
        ("/out", "http://other.example/", 302),
        ("/loop-a", "/loop-b", 302),
        ("/loop-b", "/loop-a", 302),
        ("/self", "/self", 302),
        ("/nowhere", "http://[broken/", 302),
        ("/mail", "mailto:a@b.example", 302),
    ):
        server.redirect(path, location, status)
    for number in range(12):
        server.redirect(f"/long/{number}", f"/long/{number + 1}")
    server.page("/long/12", document("Too far"))
    server.page("/no-location", "", 302)
    server.page("/new", document("New"))
    links = (
        "/moved",
        "/moved-too",
        "/relative/",
        "/chain",
        "/out",
        "/loop-a",
        "/self",
        "/nowhere",
        "/mail",
        "/no-location",
    )
    server.page("/", document("Start", links=(*links, "/long/0")))
    return once.crawl(server.url("/"), *STATIC, "--concurrency", "1"), server


def test_the_page_at_the_end_of_redirects_is_saved_once_under_its_own_url(hops):
    crawled, _ = hops
    assert crawled.paths("pages") == ["/", "/new"]


@pytest.mark.parametrize(
    ("path", "statuses"), [("/moved", [301]), ("/moved-too", [302]), ("/relative/", [307]), ("/chain", [308, 301])]
)
def test_a_redirect_is_recorded_with_its_target_and_the_status_of_each_hop(hops, path, statuses):
    crawled, server = hops
    entry = crawled.entry("redirects", path)
    assert (entry["to"], entry["statuses"]) == (server.url("/new"), statuses)
    assert trail(entry)[:-1] == statuses
    assert entry["trail"][-1]["url"] == server.url("/new")


def test_a_page_to_which_many_urls_redirect_is_asked_for_once(hops):
    crawled, server = hops
    assert len(server.hits(path="/new")) == 1
    assert [trail(crawled.entry("redirects", path))[-1] for path in ("/moved", "/moved-too")] == [200, None]


def test_a_hop_that_leaves_scope_is_skipped_before_it_is_requested(hops):
    crawled, server = hops
    entry = crawled.entry("skipped", "/out")
    assert entry["reason"] == "scope"
    assert [(hop["url"], hop["status"]) for hop in entry["trail"]] == [
        (server.url("/out"), 302),
        ("http://other.example/", None),
    ]


def test_a_loop_is_an_error_that_names_the_trail_it_went_round(hops):
    crawled, server = hops
    entry = crawled.entry("errors", "/loop-a")
    assert entry["reason"] == "redirect_loop"
    assert [hop["url"] for hop in entry["trail"]] == [server.url("/loop-a"), server.url("/loop-b")]
    assert len(server.hits(path="/loop-a")) == 1


def test_a_url_that_redirects_to_itself_is_asked_once(hops):
    crawled, server = hops
    assert crawled.entry("errors", "/self")["reason"] == "redirect_loop"
    assert len(server.hits(path="/self")) == 1


def test_a_chain_without_end_is_given_up_after_ten_hops(hops):
    crawled, server = hops
    entry = crawled.entry("errors", "/long/0")
    assert entry["reason"] == "too_many_redirects"
    assert [path for path in server.paths() if path.startswith("/long/")] == [f"/long/{n}" for n in range(11)]


@pytest.mark.parametrize("path", ["/nowhere", "/no-location"])
def test_a_redirect_that_leads_nowhere_is_an_error(hops, path):
    crawled, _ = hops
    assert crawled.entry("errors", path)["reason"] == "bad_redirect"


def test_a_redirect_to_another_scheme_is_skipped(hops):
    crawled, _ = hops
    assert crawled.entry("skipped", "/mail")["reason"] == "scheme"


def test_with_no_redirects_allowed_a_redirect_is_an_error_with_its_status(server, crawl):
    server.page("/", document("Start", links=("/old",)))
    server.redirect("/old", "/new", 301)
    server.page("/new", document("New"))
    crawled = crawl(server.url("/"), *STATIC, "--max-redirects", "0")
    assert crawled.entry("errors", "/old")["reason"] == "http_301"
    assert "/new" not in server.paths()


def test_with_no_redirects_allowed_what_a_page_loads_is_still_followed_and_each_hop_judged(server, crawl):
    server.robots("User-agent: *\nDisallow: /private/\n")
    scripts = "<p id=o></p><script src=/a.js></script><script src=/b.js></script>"
    server.page("/", document("Start", scripts))
    server.redirect("/a.js", "/made.js")
    server.page("/made.js", "o.textContent = 'made by a script'", content_type="text/javascript")
    server.redirect("/b.js", "/private/b.js")
    crawled = crawl(server.url("/"), *NOW, "--max-redirects", "0")
    assert "made by a script" in crawled.text("/")
    assert crawled.entry("pages", "/")["refused"] == [server.url("/b.js")]


def test_a_redirect_to_another_host_in_scope_is_taken_in_that_hosts_own_time(serve, crawl):
    here, there = serve(), serve()
    here.page("/", document("Start", links=("/a", "/again")))
    here.redirect("/a", there.url("/b"), 301)
    here.redirect("/again", there.url("/b"))
    there.page("/", document("There"))
    there.page("/b", document("B"))
    crawled = crawl(here.url("/"), there.url("/"), "--delay", "0.3", "--render", "never")
    assert [crawled.entry("redirects", path)["to"] for path in ("/a", "/again")] == [there.url("/b")] * 2
    assert crawled.entry("pages", "/b")["url"] == there.url("/b")
    assert len(there.hits(path="/b")) == 1
    assert too_close((*here.hits(), *there.hits()), 0.3) == []


# --- hops that the page takes by itself


@pytest.fixture(scope="module")
def moving(once):
    server = once.serve()
    server.robots("User-agent: *\nDisallow: /secret/\n")
    for path, head in (
        ("/refresh", '<meta http-equiv="refresh" content="0; url=/new">'),
        ("/script", '<script>location.replace("/new")</script>'),
        ("/late", '<script>setTimeout(() => location = "/new", 1000)</script>'),
        ("/both", '<script>location = "/moved"</script>'),
        ("/out", '<script>location = "http://other.example/"</script>'),
        ("/forbidden", '<script>location = "/secret/plan"</script>'),
        ("/round", '<script>location = "/round-again"</script>'),
        ("/round-again", '<meta http-equiv="refresh" content="0; url=/round">'),
        ("/reload", "<script>location.reload()</script>"),
    ):
        server.page(path, document(f"Page {path}", head=head))
    server.redirect("/moved", "/new")
    server.page("/new", document("New"))
    links = ("/refresh", "/script", "/late", "/both", "/out", "/forbidden", "/round", "/reload")
    server.page("/", document("Start", links=links))
    return once.crawl(server.url("/"), *NOW), server


def test_pages_that_go_elsewhere_by_themselves_are_not_saved(moving):
    crawled, _ = moving
    assert crawled.paths("pages") == ["/", "/new"]


@pytest.mark.parametrize(
    ("path", "statuses"), [("/refresh", [0]), ("/script", [0]), ("/late", [0]), ("/both", [0, 302])]
)
def test_a_page_that_goes_elsewhere_is_a_redirect_whose_hop_has_no_status_of_its_own(moving, path, statuses):
    crawled, server = moving
    entry = crawled.entry("redirects", path)
    assert (entry["to"], entry["statuses"]) == (server.url("/new"), statuses)


def test_a_page_that_leaves_scope_by_itself_is_skipped_like_a_redirect(moving):
    crawled, _ = moving
    entry = crawled.entry("skipped", "/out")
    assert entry["reason"] == "scope"
    assert trail(entry) == [200, None]


def test_a_page_that_goes_where_robots_forbids_is_skipped_and_nothing_is_asked(moving):
    crawled, server = moving
    assert crawled.entry("skipped", "/forbidden")["reason"] == "robots"
    assert server.hits(path="/secret/plan") == ()


def test_pages_that_send_each_other_round_are_a_loop(moving):
    crawled, server = moving
    entries = {
        **dict.fromkeys(crawled.paths("redirects"), "redirects"),
        **dict.fromkeys(crawled.paths("errors"), "errors"),
    }
    assert entries["/round"] == "redirects"
    assert crawled.entry("errors", "/round-again")["reason"] == "redirect_loop"
    assert len(server.hits(path="/round")) == 1
    assert len(server.hits(path="/round-again")) == 1


def test_a_page_that_reloads_itself_for_ever_is_a_loop(moving):
    crawled, server = moving
    assert crawled.entry("errors", "/reload")["reason"] == "redirect_loop"
    assert len(server.hits(path="/reload")) == 1


# --- schemes


@pytest.fixture(scope="module")
def flipping(once):
    """A site that moves its start page to https, and goes on linking to http."""
    server = once.serve(tls=True)
    shown = answer(document("Start", links=(server.url("/a", scheme="http"), "/b")))
    moved = answer("", 301, headers=(("Location", server.url("/")),))

    async def start(request):
        return await (shown if request.scheme == "https" else moved)(request)

    server.route("/", start)
    server.page("/a", document("A"))
    server.redirect("/b", server.url("/c", scheme="http"))
    server.page("/c", document("C"))
    crawled = once.crawl(server.url("/", scheme="http"), *STATIC, env={"SSL_CERT_FILE": str(server.ca_file)})
    return crawled, server


def test_a_site_that_moves_its_seed_to_https_is_crawled_on_https(flipping):
    crawled, server = flipping
    assert [page["url"] for page in crawled.manifest["pages"]] == [server.url(path) for path in ("/", "/a", "/c")]


def test_a_site_on_https_is_never_asked_for_a_page_on_http_again(flipping):
    _, server = flipping
    assert [hit.path for hit in server.hits(where=lambda hit: hit.scheme == "http")] == ["/robots.txt", "/"]
