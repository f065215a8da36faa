"""Sites that flip between https and http, for real: one port answers both, so that a request on the wrong scheme shows.

Each of the fifteen user stories of scheme pinning has a test that bears its number; R01 and R02 are of the shared list
of hostile servers. Assets are not downloaded yet: what story 15 asks is held where it is decided, in `policy.kinds`.
"""

import asyncio
import re

import pytest
from crawls import NOW, STATIC, documents, examine, less_origin

from fixtures.misbehave import answer
from fixtures.site import document
from getdocs.config import CrawlConfig
from getdocs.fetch.guard import Judge
from getdocs.model import RequestKind
from getdocs.policy.kinds import CHECKS
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope

BASE = "/R1Lite/docs/2025/"
LOST = (
    "r1lite_openbox", "quick_start", "controller", "demo", "get_sdk", "ros2_com", "launch_ex", "teleop", "calibration",
    "FAQ",
)  # fmt: skip
"""Linked to without their slash: each link leads into the loop."""
SIDEBAR = ("", *LOST[:5], "r1lite_driver/", *LOST[5:8], "r1lite_motion_control/", *LOST[8:])
"""The sidebar as the site's authors wrote it, from BASE on."""
PAGES = [BASE + name.rstrip("/") + "/" * bool(name) for name in SIDEBAR]
LOOP = "loop"

UNPINNED = """from getdocs.policy.pin import Pins
Pins.apply = lambda self, url: url
"""


def by_scheme(*, http, https):
    async def handler(request):
        return await (https if request.scheme == "https" else http)(request)

    return handler


def to(location, status):
    return answer("", status, headers=(("Location", location),))


def flip(server, name, page):
    """https-no-slash 301 -> http-slash 308 -> https-no-slash; the page is at https-slash alone."""
    bare, slash = BASE + name, f"{BASE}{name}/"
    server.route(bare, to(server.url(slash, scheme="http"), 301))
    server.route(slash, by_scheme(http=to(server.url(bare, scheme="https"), 308), https=page))


def robot_docs(server):
    """Thirteen pages, each with the sidebar and a link to the next one; ten of the links lead into the loop."""
    for number, name in enumerate(SIDEBAR):
        following = SIDEBAR[number + 1] if number + 1 < len(SIDEBAR) else None
        head = f'<link rel="next" href="{BASE}{following}">' if following else ""
        page = answer(document(name.strip("/") or "R1 Lite", links=tuple(BASE + link for link in SIDEBAR), head=head))
        if name in LOST:
            flip(server, name, page)
        else:
            server.route(BASE + name, page)
    return server


def trust(server):
    return ("--ca-file", server.ca_file)


def on_http(server):
    """What was asked for in plain http, robots.txt included."""
    return [hit.path for hit in server.hits(where=lambda hit: hit.scheme == "http")]


def trail(entry):
    return [(hop["url"], hop["status"]) for hop in entry["trail"]]


@pytest.fixture
def tls(serve):
    """A site on both schemes, with nothing on it yet."""
    return serve(tls=True)


@pytest.fixture(scope="module")
def unpinned(tmp_path_factory):
    """What makes the real command line run without pinning: Python imports `sitecustomize` before anything else."""
    folder = tmp_path_factory.mktemp("unpinned")
    (folder / "sitecustomize.py").write_text(UNPINNED, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


# --- the site that lost ten of its thirteen pages


@pytest.fixture(scope="module")
def recovered(once):
    server = robot_docs(once.serve(tls=True))
    return once.crawl(server.url(BASE), *NOW, *trust(server)), server


def test_story_01_every_page_of_a_site_whose_redirects_flip_schemes_is_saved(recovered):
    """Story 1."""
    crawled, _ = recovered
    assert crawled.run.returncode == 0
    assert crawled.manifest["errors"] == []
    assert crawled.manifest["page_count"] == 13
    assert sorted(crawled.paths("pages")) == sorted(PAGES)


@pytest.mark.parametrize("name", LOST)
def test_story_02_every_page_that_the_loop_used_to_hide_has_its_file(recovered, name):
    """Story 2."""
    crawled, _ = recovered
    assert f"the page called {name}" in crawled.text(f"{BASE}{name}/")


def test_story_03_a_page_that_works_only_with_another_scheme_and_slash_than_its_link_is_found_under_its_own_url(
    recovered,
):
    """Story 3; R01: one request a hop, and none in plain http."""
    crawled, server = recovered
    entry = crawled.entry("redirects", f"{BASE}teleop")
    assert (entry["to"], entry["statuses"]) == (server.url(f"{BASE}teleop/"), [301])
    assert trail(entry) == [(server.url(f"{BASE}teleop"), 301), (server.url(f"{BASE}teleop/"), 200)]
    assert [path for path in server.paths() if "teleop" in path] == [f"{BASE}teleop", f"{BASE}teleop/"]


def test_story_04_a_seed_on_https_keeps_the_whole_crawl_on_https(recovered):
    """Story 4."""
    _, server = recovered
    assert on_http(server) == []


def test_story_05_a_true_loop_behind_the_flip_ends_and_is_told_with_its_trail(tls, crawl):
    """Story 5; R02: three requests at the most."""
    bare, slash = BASE + LOOP, f"{BASE}{LOOP}/"
    tls.route(bare, to(tls.url(slash, scheme="http"), 301))
    tls.route(slash, to(tls.url(bare), 301))
    tls.page(BASE, document("Start", links=(bare,)))
    crawled = crawl(tls.url(BASE), *STATIC, *trust(tls))
    assert crawled.run.returncode == 0
    assert crawled.entry("errors", bare)["reason"] == "redirect_loop"
    assert trail(crawled.entry("errors", bare)) == [(tls.url(bare), 301), (tls.url(slash), 301)]
    assert documents(tls) == [BASE, bare, slash]
    assert on_http(tls) == []


def test_story_05_a_seed_that_is_a_true_loop_ends_the_crawl_with_a_manifest_and_an_exit_code_of_failure(tls, crawl):
    """Story 5, where nothing else is there to be saved."""
    tls.route(BASE, to(tls.url(BASE, scheme="http"), 301))
    crawled = crawl(tls.url(BASE), *STATIC, *trust(tls))
    assert crawled.run.returncode == 1
    assert crawled.entry("errors", BASE)["reason"] == "redirect_loop"
    assert "redirect_loop" in crawled.run.lines[-1]
    assert documents(tls) == [BASE]


def test_story_06_what_pinning_cannot_recover_is_reported_and_never_dropped(tls, crawl):
    """Story 6."""
    gone = f"{BASE}gone"
    flip(tls, "found", answer(document("Found")))
    tls.route(gone, to(tls.url(f"{gone}/", scheme="http"), 301))
    tls.page(BASE, document("Start", links=(f"{BASE}found", gone)))
    crawled = crawl(tls.url(BASE), *STATIC, *trust(tls))
    assert crawled.paths("pages") == [BASE, f"{BASE}found/"]
    assert crawled.paths("errors") == [f"{gone}/"]
    assert trail(crawled.entry("errors", f"{gone}/")) == [(tls.url(gone), 301), (tls.url(f"{gone}/"), 404)]
    assert any(line.startswith("error") and tls.url(f"{gone}/") in line for line in crawled.run.lines)


def test_story_09_nav_and_reading_order_hold_all_thirteen_pages_in_the_order_of_the_sidebar(recovered):
    """Story 9."""
    crawled, _ = recovered
    assert crawled.paths("reading_order") == PAGES
    assert [less_origin(node["url"]).rstrip("/") for node in crawled.manifest["nav"]] == [
        (BASE + name).rstrip("/") for name in SIDEBAR
    ]
    files = {page["path"]: less_origin(page["url"]) for page in crawled.manifest["pages"]}
    assert [files[node["path"]] for node in crawled.manifest["nav"]] == PAGES


@pytest.fixture(scope="module")
def resumed(once):
    """A crawl that ends at its limit before any page behind the loop is asked for, and the one that goes on with it."""
    server = robot_docs(once.serve(tls=True))
    first = once.crawl(server.url(BASE), *STATIC, *trust(server), "--limit", "1")
    pending = first.paths("pending")
    again = once.run_getdocs("crawl", server.url(BASE), *STATIC, *trust(server), "-o", first.out, "--resume")
    return pending, examine(again, first.out), server


def test_story_10_a_resumed_crawl_recovers_what_an_earlier_run_left_in_the_loop(resumed):
    """Story 10."""
    pending, crawled, server = resumed
    assert {BASE + name for name in LOST} <= set(pending)
    assert sorted(crawled.paths("pages")) == sorted(PAGES)
    assert crawled.manifest["errors"] == []
    assert on_http(server) == []


def test_story_11_without_pinning_the_same_site_loses_the_ten_pages(once, unpinned):
    """Story 11: what the tests of this file guard against, so that they are known to notice it."""
    server = robot_docs(once.serve(tls=True))
    crawled = once.crawl(server.url(BASE), *STATIC, *trust(server), env=unpinned)
    assert crawled.manifest["page_count"] == 3
    assert {entry["reason"] for entry in crawled.manifest["errors"]} == {"redirect_loop"}
    assert on_http(server) != []


def test_story_12_a_flip_in_the_middle_of_a_chain_of_redirects_is_one_hop_of_it(tls, crawl):
    """Story 12: pinning acts on what the redirect layer asks for next, whatever came before and comes after."""
    tls.redirect("/oldest", "/older", 302)
    tls.redirect("/older", tls.url("/old/", scheme="http"), 301)
    tls.route("/old/", by_scheme(http=to(tls.url("/older"), 308), https=to("/now/", 307)))
    tls.page("/now/", document("Now"))
    tls.page("/", document("Start", links=("/oldest",)))
    crawled = crawl(tls.url("/"), *STATIC, *trust(tls))
    entry = crawled.entry("redirects", "/oldest")
    assert (entry["to"], entry["statuses"]) == (tls.url("/now/"), [302, 301, 307])
    assert documents(tls) == ["/", "/oldest", "/older", "/old/", "/now/"]
    assert on_http(tls) == []


# --- healthy sites


def tree(crawled):
    """Every file of the crawl, less when it was made and how long answers took; the state is no part of what is written."""
    moment = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+:\d]*|(?<=_s\": )[\d.e-]+")
    files = (file for file in crawled.out.rglob("*") if file.is_file() and ".getdocs" not in file.parts)
    return {str(file.relative_to(crawled.out)): moment.sub(b"then", file.read_bytes()) for file in files}


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_story_07_on_a_healthy_site_the_files_are_byte_for_byte_those_of_a_crawl_without_pinning(
    once, unpinned, scheme
):
    """Story 7."""
    server = once.serve("sample", tls=True)
    options = (server.url("/", scheme=scheme), *STATIC, *trust(server), "--concurrency", "1")
    pinned, plain = once.crawl(*options), once.crawl(*options, env=unpinned)
    assert tree(pinned) == tree(plain)
    assert len(tree(pinned)) > 20
    assert {hit.scheme for hit in server.hits()} == {scheme}


# --- Seeds, hosts, Scope


@pytest.fixture(scope="module")
def upgrading(once):
    """A site that answers every request in plain http with a redirect to https, crawled from a Seed on http, in two runs."""
    server = once.serve(tls=True)
    for path in ("/robots.txt", "/", *(f"/{number}" for number in range(4))):
        page = answer("User-agent: *\nDisallow: /private\n", content_type="text/plain")
        if path != "/robots.txt":
            page = answer(
                document(f"Page {path}", links=tuple(f"http://127.0.0.1:{server.port}/{n}" for n in range(4)))
            )
        server.route(path, by_scheme(http=to(server.url(path), 301), https=page))
    seed = server.url("/", scheme="http")
    first = once.crawl(seed, *STATIC, *trust(server), "--limit", "2")
    before = on_http(server)
    again = once.run_getdocs("crawl", seed, *STATIC, *trust(server), "-o", first.out, "--resume")
    return before, examine(again, first.out), server


def test_a_seed_on_http_of_a_site_that_upgrades_everything_gets_all_its_pages(upgrading):
    _, crawled, server = upgrading
    assert sorted(page["url"] for page in crawled.manifest["pages"]) == [
        server.url(path) for path in ("/", *(f"/{number}" for number in range(4)))
    ]


def test_after_its_seed_an_upgraded_site_is_not_asked_in_plain_http(upgrading):
    before, _, _ = upgrading
    assert before == ["/robots.txt", "/"]


def test_a_resumed_crawl_of_an_upgraded_site_asks_for_nothing_in_plain_http(upgrading):
    before, _, server = upgrading
    assert on_http(server) == before


@pytest.fixture(scope="module")
def unserved(once):
    """The way to see the fault on a server that speaks http alone: redirects to an https that nobody serves."""
    server = once.serve()
    secure = f"https://127.0.0.1:{server.port}"
    server.page("/", document("Start", links=("/looped", "/same", "/plain")))
    server.redirect("/looped", f"{secure}/looped/", 301)
    server.page("/looped/", document("Looped"))
    server.redirect("/same", f"{secure}/same", 301)
    server.redirect("/plain", "/plain/", 301)
    server.page("/plain/", document("Plain"))
    return once.crawl(server.url("/"), *STATIC), server


def test_a_page_of_an_http_site_that_flips_to_an_https_that_nobody_serves_is_recovered(unserved):
    crawled, _ = unserved
    assert crawled.run.returncode == 0
    assert sorted(crawled.paths("pages")) == ["/", "/looped/", "/plain/"]


def test_a_page_that_can_only_be_on_an_https_that_nobody_serves_is_an_error_that_says_so(unserved):
    crawled, server = unserved
    entry = crawled.entry("errors", "/same")
    assert (entry["reason"], len(server.hits(path="/same"))) == ("tls", 1)
    assert [url for url, _ in trail(entry)] == [server.url("/same"), server.url("/same", scheme="https")]


def test_story_08_two_hosts_with_seeds_of_two_schemes_each_stay_on_their_own(serve, crawl):
    """Story 8."""
    server = serve(hosts=("127.0.0.1", "127.0.0.2"), tls=True)
    secure, plain = server.url("/"), server.url("/", host="127.0.0.2", scheme="http")
    wrong = (server.url("/a", scheme="http"), server.url("/a", host="127.0.0.2", scheme="https"))
    server.page("/", document("Start", links=wrong))
    server.page("/a", document("A", links=("/b",)))
    server.redirect("/b", "/b/")
    server.page("/b/", document("B"))
    crawled = crawl(secure, plain, *STATIC, *trust(server))
    assert crawled.manifest["page_count"] == 6
    assert {(hit.host.partition(":")[0], hit.scheme) for hit in server.hits()} == {
        ("127.0.0.1", "https"),
        ("127.0.0.2", "http"),
    }


def test_story_13_a_redirect_to_another_host_of_the_crawl_goes_there_on_the_scheme_that_it_names(serve, crawl):
    """Story 13."""
    server = serve(hosts=("127.0.0.1", "127.0.0.2"), tls=True)
    there = server.url("/there", host="127.0.0.2", scheme="http")
    server.page("/", document("Start", links=("/away",)))
    server.redirect("/away", there)
    server.page("/there", document("There"))
    crawled = crawl(server.url("/"), server.url("/", host="127.0.0.2", scheme="http"), *STATIC, *trust(server))
    (entry,) = [each for each in crawled.manifest["redirects"] if each["from"] == server.url("/away")]
    assert entry["to"] == there
    assert there in [page["url"] for page in crawled.manifest["pages"]]


def test_a_redirect_to_a_host_that_no_seed_names_is_dropped_under_the_scheme_that_it_names(serve, crawl):
    server = serve(hosts=("127.0.0.1", "127.0.0.2"), tls=True)
    there = server.url("/there", host="127.0.0.2", scheme="http")
    server.page("/", document("Start", links=("/away",)))
    server.redirect("/away", there)
    crawled = crawl(server.url("/"), *STATIC, *trust(server))
    entry = crawled.entry("skipped", "/away")
    assert entry["reason"] == "scope"
    assert trail(entry) == [(server.url("/away"), 302), (there, None)]
    assert server.hits(host="127.0.0.2") == ()


def test_a_subdomain_in_scope_keeps_the_scheme_that_a_redirect_names(serve, crawl):
    """`--limit 1` ends the crawl before the subdomain is asked for: whether its name resolves differs from machine to machine."""
    server = serve(tls=True)
    below = f"http://docs.localhost:{server.port}/below"
    server.page("/", document("Start", links=(below,)))
    crawled = crawl(server.url("/", host="localhost"), *STATIC, *trust(server), "--allow-subdomains", "--limit", "1")
    assert [entry["url"] for entry in crawled.manifest["pending"]] == [below]


def test_story_14_scope_decides_about_the_pinned_url_so_that_a_flip_smuggles_nothing_in(tls, crawl):
    """Story 14."""
    tls.page("/docs/", document("Start", links=("/docs/out", "/docs/in")))
    tls.redirect("/docs/out", tls.url("/private/", scheme="http"), 301)
    tls.redirect("/docs/in", tls.url("/docs/in/", scheme="http"), 301)
    tls.page("/docs/in/", document("In"))
    tls.page("/private/", document("Private"))
    crawled = crawl(tls.url("/docs/"), *STATIC, *trust(tls))
    assert crawled.paths("pages") == ["/docs/", "/docs/in/"]
    entry = crawled.entry("skipped", "/docs/out")
    assert entry["reason"] == "scope"
    assert trail(entry)[-1] == (tls.url("/private/"), None)
    assert sorted(documents(tls)) == ["/docs/", "/docs/in", "/docs/in/", "/docs/out"]


def test_story_15_an_asset_keeps_the_scheme_that_its_page_gave_it():
    """Story 15. Assets are not downloaded yet; this is the decision that they will pass."""
    config = CrawlConfig(seeds=("https://docs.example/",))
    judge = Judge(
        scope=Scope.of(config), pins=Pins(config.seeds), robots=None, user_agent="getdocs", sleep=asyncio.sleep
    )
    picture = "http://docs.example/picture.png"
    assert not CHECKS[RequestKind.ASSET].scope
    assert judge.address(picture, RequestKind.ASSET) == picture
    assert judge.address(picture, RequestKind.DOCUMENT) == "https://docs.example/picture.png"
