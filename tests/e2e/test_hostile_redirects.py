"""Redirects that no site should send, through the real command line: group R of the shared list of hostile servers.

R01 and R02 (schemes that flip) are in test_scheme_pinning. One crawl meets most of the others at once: each of them is a link
on its start page.
"""

import pytest
from crawls import LISTS, NOW, STATIC, documents

from fixtures.misbehave import answer, raw
from fixtures.site import document

STATUSES = (301, 302, 303, 307, 308)
NO_REDIRECTS = (300, 304, 305, 306)
SCHEMES = ("file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "chrome://version")
LONGER = "x" * 200


def to(location, status=302, body="", **headers):
    fields = (("Location", location), *((name.replace("_", "-"), value) for name, value in headers.items()))
    return answer(body, status, headers=fields)


def trail(entry):
    return [(hop["url"], hop["status"]) for hop in entry["trail"]]


async def with_cookie(request):
    """A page for whoever has the cookie; a redirect to itself, with the cookie, for everybody else."""
    shown = "s=1" in request.headers.get("Cookie", "")
    return await (answer(document("Let in")) if shown else to("/cookie", Set_Cookie="s=1; Path=/cookie"))(request)


async def longer(request):
    return await to(request.raw_path + LONGER)(request)


@pytest.fixture(scope="module")
def met(once):
    """The crawl, the server that it was of, and one that it must never ask."""
    server, other = once.serve(), once.serve()
    other.page("/", document("Elsewhere"))
    server.robots("User-agent: *\nDisallow: /private/\n")
    handlers = {
        "/cookie": with_cookie,
        "/self": to("/self"),
        "/to-private": to("/private/x"),
        "/parts": answer(document("Parts", '<p>Words.</p><script src="/moved.js"></script>')),
        "/away": to(other.url("/?next=")),
        "/old": to("/new/dir/", 301),
        "/older": to("/plain/dir/", 301),
        "/no-location": answer("<h1>body</h1>", 302),
        "/empty-location": raw(
            b"HTTP/1.1 302 Found\r\nLocation:\r\nContent-Type: text/html\r\nContent-Length: 13\r\nConnection: close\r\n\r\n"
            b"<h1>body</h1>"
        ),
        **{f"/scheme/{number}": to(location) for number, location in enumerate(SCHEMES)},
        **{f"/no-redirect/{status}": to(other.url("/"), status, document("Body")) for status in NO_REDIRECTS},
        "/no-redirect/304": answer("", 304),
        **{f"/by/{status}": to(f"/ok/{status}", status) for status in STATUSES},
    }
    for path, handler in handlers.items():
        server.route(path, handler)
    server.route("/grows", longer)
    for status in STATUSES:
        server.page(f"/ok/{status}", document(f"By {status}"))
    server.redirect("/moved.js", "/private/moved.js")
    server.page("/new/dir/", document("New", '<p><a href="x">further</a></p>', head='<base href="/other/">'))
    server.page("/plain/dir/", document("Plain", '<p><a href="y">further</a></p>'))
    server.page("/other/x", document("Other"))
    server.page("/plain/dir/y", document("Beside"))
    server.page("/", document("Start", links=(*handlers, "/grows?x")))
    return once.crawl(server.url("/"), *NOW), server, other


def test_r03_a_page_that_sets_a_cookie_and_redirects_to_itself_is_saved_after_two_requests(met):
    crawled, server, _ = met
    assert "Let in" in crawled.text("/cookie")
    assert len(server.hits(path="/cookie")) == 2


def test_r04_a_page_that_always_redirects_to_itself_is_a_loop_after_one_request(met):
    crawled, server, _ = met
    assert crawled.entry("errors", "/self")["reason"] == "redirect_loop"
    assert len(server.hits(path="/self")) == 1


def test_r07_a_redirect_that_grows_with_every_hop_ends_at_the_limit_and_is_one_url_of_the_crawl(met):
    crawled, server, _ = met
    assert crawled.entry("errors", "/grows?x")["reason"] == "too_many_redirects"
    assert len([path for path in server.paths() if path.startswith("/grows?x")]) == 11
    assert [path for name in LISTS for path in crawled.paths(name) if "grows" in path] == ["/grows?x"]


def test_r07_a_redirect_that_grows_beyond_what_servers_take_is_given_up_before_the_limit(server, crawl):
    async def fast(request):
        return await to(request.raw_path + LONGER * 15)(request)

    server.route("/", fast)
    crawled = crawl(server.url("/?x"), *STATIC, "--max-redirects", "1000")
    assert crawled.entry("errors", "/?x")["reason"] == "bad_redirect"
    assert len(documents(server)) < 5


def test_r08_a_redirect_to_what_robots_forbids_is_not_followed(met):
    crawled, server, _ = met
    entry = crawled.entry("skipped", "/to-private")
    assert entry["reason"] == "robots"
    assert trail(entry) == [(server.url("/to-private"), 302), (server.url("/private/x"), None)]
    assert server.hits(path="/private/x") == ()


def test_r09_the_browser_does_not_follow_a_redirect_of_a_script_to_what_robots_forbids(met):
    crawled, server, _ = met
    assert crawled.entry("pages", "/parts")["refused"] == [server.url("/moved.js")]
    assert len(server.hits(path="/moved.js")) == 1
    assert server.hits(path="/private/moved.js") == ()


def test_r10_the_robots_txt_of_the_other_host_decides_about_a_redirect_to_it(serve, crawl):
    here, there = serve(), serve()
    there.robots("User-agent: *\nDisallow: /\n")
    here.page("/", document("Start", links=("/x",)))
    here.redirect("/x", there.url("/y"))
    crawled = crawl(here.url("/"), there.url("/docs/"), "--allow-backward", *STATIC)
    assert crawled.entry("redirects", "/x")["to"] == there.url("/y")
    assert crawled.entry("skipped", "/y")["reason"] == "robots"
    assert there.paths() == ["/robots.txt"]


def test_r11_a_redirect_to_a_login_on_another_host_is_skipped_and_names_both_urls(met):
    crawled, server, other = met
    entry = crawled.entry("skipped", "/away")
    assert entry["reason"] == "scope"
    assert trail(entry) == [(server.url("/away"), 302), (other.url("/?next="), None)]


def test_r12_links_resolve_against_the_base_of_the_page_at_the_end_of_the_redirect(met):
    crawled, server, _ = met
    assert crawled.entry("pages", "/other/x")["found_on"] == server.url("/new/dir/")
    assert "/new/dir/x" not in server.paths()


def test_r12_without_a_base_links_resolve_against_the_url_at_the_end_of_the_redirect(met):
    crawled, server, _ = met
    assert crawled.entry("pages", "/plain/dir/y")["found_on"] == server.url("/plain/dir/")
    assert "/y" not in server.paths()


@pytest.mark.parametrize("path", ["/no-location", "/empty-location"])
def test_r13_a_redirect_without_a_location_is_an_error_whatever_its_body(met, path):
    crawled, _, _ = met
    entry = crawled.entry("errors", path)
    assert (entry["reason"], entry["status"]) == ("bad_redirect", 302)


@pytest.mark.parametrize(("number", "location"), tuple(enumerate(SCHEMES)))
def test_r15_a_redirect_to_another_scheme_than_http_is_skipped(met, number, location):
    crawled, _, _ = met
    entry = crawled.entry("skipped", f"/scheme/{number}")
    assert entry["reason"] == "scheme"
    assert location in entry["detail"]


def test_r15_no_redirect_makes_the_crawler_read_a_local_file(met):
    crawled, _, _ = met
    written = [file for file in crawled.out.rglob("*") if file.is_file()]
    assert [file for file in written if b"root:" in file.read_bytes()] == []


@pytest.mark.parametrize("status", NO_REDIRECTS)
def test_r16_a_status_that_is_no_redirect_is_an_error_with_that_status(met, status):
    crawled, server, _ = met
    path = f"/no-redirect/{status}"
    assert crawled.entry("errors", path)["reason"] == f"http_{status}"
    assert len(server.hits(path=path)) == 1


def test_r11_r16_the_other_host_is_never_asked_for_anything_not_even_as_a_proxy(met):
    _, _, other = met
    assert other.connections == 0


@pytest.mark.parametrize("status", STATUSES)
def test_r17_every_redirect_is_followed_with_get_and_recorded_with_its_status(met, status):
    crawled, server, _ = met
    entry = crawled.entry("redirects", f"/by/{status}")
    assert (entry["to"], entry["statuses"]) == (server.url(f"/ok/{status}"), [status])
    assert [hit.method for hit in server.hits(path=f"/ok/{status}")] == ["GET"]


def test_of_all_that_is_met_only_pages_are_saved_and_nothing_stays_open(met):
    crawled, _, _ = met
    assert sorted(crawled.paths("pages")) == sorted(
        [
            "/",
            "/cookie",
            "/parts",
            "/new/dir/",
            "/plain/dir/",
            "/other/x",
            "/plain/dir/y",
            *(f"/ok/{n}" for n in STATUSES),
        ]
    )
    assert crawled.manifest["pending"] == []
