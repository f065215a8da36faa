"""The whole of fetch, from redirects to sockets, against real servers: what was asked of them stands in `hits`.

Cases of the shared list of hostile servers carry their identifiers.
"""

import asyncio
import base64
from dataclasses import replace

import pytest
from aiohttp import web

from getdocs.model import (
    CrawlDelay,
    Deferred,
    Failed,
    FailReason,
    Moved,
    Request,
    RequestKind,
    Response,
    Skipped,
    SkipReason,
)

from .loopback import Names, World, fetcher, html, raw_server, says, site, to

ROBOTS = "/robots.txt"
NO_ROBOTS = "GET /robots.txt"


def robots(text: str) -> web.Response:
    return web.Response(text=text)


def page(url: str) -> Request:
    return Request(url, RequestKind.DOCUMENT)


def visited(answers, path, *, world=None, kind=RequestKind.DOCUMENT, more=(), **options):
    """What comes of one visit to a site (and of `more` paths after it), and what was asked of it but robots.txt."""

    async def run():
        async with site(answers) as server, fetcher(server.origin, world=world, **options) as opened:
            paths = (path, *more)
            fetched = [await opened.fetch(Request(server.origin + each, kind)) for each in paths]
            return fetched, [hit for hit in server.hits if hit != NO_ROBOTS], server

    fetched, hits, server = asyncio.run(run())
    return (fetched if more else fetched[0]), hits, server


def test_a_page_is_fetched_after_its_robots_txt():
    fetched, _, server = visited({"/a": html("<p>hi")}, "/a#x")
    assert isinstance(fetched, Response)
    assert (fetched.status, fetched.body, fetched.url) == (200, b"<p>hi", f"{server.origin}/a#x")
    assert server.hits == ["GET /robots.txt", "GET /a"]


def test_every_request_carries_one_honest_identity():
    _, _, server = visited({"/a": html()}, "/a", user_agent="getdocs/9 (+https://docs.test)")
    agents = [request.headers.getall("User-Agent") for request in server.seen]
    assert agents == [["getdocs/9 (+https://docs.test)"]] * 2


def test_languages_and_codings_are_asked_for_in_the_same_words_every_time():
    _, _, server = visited({"/a": html()}, "/a")
    sent = server.seen[1].headers
    assert (sent["Accept-Language"], sent["Accept-Encoding"]) == ("en", "gzip, deflate, br, zstd")
    assert sent["Accept"].startswith("text/html,")


# Redirects (group R).


def test_r03_a_page_that_sets_a_cookie_and_redirects_to_itself_takes_two_requests():
    def answer(request):
        return html() if request.cookies.get("s") == "1" else to("/p", Set_Cookie="s=1")

    fetched, hits, _ = visited(answer, "/p", ignore_robots=True)
    assert isinstance(fetched, Response)
    assert (fetched.status, hits) == (200, ["GET /p", "GET /p"])


def test_r04_a_redirect_to_itself_is_a_loop():
    fetched, hits, _ = visited({"/p": to("/p")}, "/p")
    assert isinstance(fetched, Failed)
    assert (fetched.reason, hits) == (FailReason.REDIRECT_LOOP, ["GET /p"])


def test_r08_a_hop_that_robots_forbids_is_not_taken():
    answers = {ROBOTS: robots("User-agent: *\nDisallow: /private/"), "/a": to("/private/x"), "/private/x": html()}
    fetched, hits, _ = visited(answers, "/a")
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, hits) == (SkipReason.ROBOTS, ["GET /a"])
    assert "Disallow: /private/" in fetched.detail


def two_hosts(first, second, path, *, world=None):
    """A visit to `first`; both are Seeds, so that both are in Scope and reachable. Returns the hits of both."""

    async def run():
        async with site(second) as b:
            answers = {key: value(b.origin) if callable(value) else value for key, value in first.items()}
            async with site(answers) as a, fetcher(a.origin, b.origin, world=world) as opened:
                return await opened.fetch(page(a.origin + path)), a, b

    return asyncio.run(run())


def test_r10_the_robots_txt_of_the_other_host_decides_about_a_hop_to_it():
    fetched, _, other = two_hosts(
        {"/x": lambda b: to(f"{b}/y")}, {ROBOTS: robots("User-agent: *\nDisallow: /"), "/y": html()}, "/x"
    )
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, other.hits) == (SkipReason.ROBOTS, ["GET /robots.txt"])


def test_r11_a_hop_out_of_scope_does_not_even_ask_for_robots_txt():
    async def run():
        async with (
            site(lambda _: html()) as other,
            site({"/docs/a": to(f"{other.origin}/?next=")}) as server,
            fetcher(f"{server.origin}/docs/") as opened,
        ):
            return await opened.fetch(page(f"{server.origin}/docs/a")), other

    fetched, other = asyncio.run(run())
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, other.hits) == (SkipReason.SCOPE, [])
    assert f"{other.origin}/?next=" in fetched.detail


def test_r12_the_final_url_is_the_one_that_was_asked_for_last():
    fetched, _, server = visited({"/old": to("/new/dir/", 301), "/new/dir/": html()}, "/old")
    assert fetched.url == f"{server.origin}/new/dir/"


@pytest.mark.parametrize("answer", [web.Response(status=302, body=b"<h1>body"), to("")])
def test_r13_a_redirect_without_location_is_a_bad_redirect(answer):
    fetched, _, _ = visited({"/x": answer}, "/x")
    assert isinstance(fetched, Failed)
    assert (fetched.reason, fetched.status) == (FailReason.BAD_REDIRECT, 302)


@pytest.mark.parametrize("status", [300, 305, 306])
def test_r16_statuses_that_are_no_redirects_are_handed_back(status):
    fetched, hits, _ = visited({"/x": to("/other", status)}, "/x")
    assert isinstance(fetched, Response)
    assert (fetched.status, hits) == (status, ["GET /x"])


def test_latin1_in_a_location_comes_back_as_the_same_bytes():
    async def run():
        answer = b"HTTP/1.1 302 Found\r\nLocation: /m\xfcll\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        async with raw_server(says(answer)) as server, fetcher(server.origin, ignore_robots=True) as opened:
            await opened.fetch(page(f"{server.origin}/start"))
            return [head.split(b" ")[1] for head in server.heads]

    assert asyncio.run(run())[:2] == [b"/start", b"/m%FCll"]


# Robots (group T).


def test_t01_a_site_whose_robots_txt_fails_is_asked_for_nothing_else():
    fetched, hits, _ = visited({ROBOTS: web.Response(status=503, text="<html>"), "/a": html()}, "/a")
    assert isinstance(fetched, Deferred)
    assert fetched.final.reason is SkipReason.ROBOTS_UNREACHABLE
    assert hits == []


def test_t02_a_robots_txt_that_never_comes_is_waited_for_only_so_long():
    async def silent(_reader, _writer):
        await asyncio.Event().wait()

    async def run():
        world = World()
        async with raw_server(silent) as server, fetcher(server.origin, world=world, timeout=0.05) as opened:
            return await opened.fetch(page(f"{server.origin}/a")), world.gate

    fetched, gate = asyncio.run(run())
    assert isinstance(fetched, Deferred)
    assert [kind for _, kind in gate.entered] == [RequestKind.ROBOTS]


def test_t07_each_port_has_rules_of_its_own():
    fetched, a, b = two_hosts(
        {ROBOTS: robots("User-agent: *\nDisallow: /other"), "/x": lambda b: to(f"{b}/other")}, {"/other": html()}, "/x"
    )
    assert isinstance(fetched, Response)
    assert a.hits == ["GET /robots.txt", "GET /x"]
    assert b.hits == ["GET /robots.txt", "GET /other"]


def test_t09_the_group_for_our_own_name_decides():
    rules = robots(
        "User-agent: Mozilla\nDisallow: /\n\nUser-agent: *\nDisallow: /\n\nUser-agent: getdocs\nDisallow: /no\n"
    )
    fetched, hits, _ = visited({ROBOTS: rules, "/yes": html(), "/no": html()}, "/yes", more=["/no"])
    assert [type(each) for each in fetched] == [Response, Skipped]
    assert hits == ["GET /yes"]


def test_a_refused_url_is_refused_before_the_cache_is_consulted():
    class Full:
        def get(self, url):
            raise AssertionError(url)

        def put(self, url, entry):
            raise AssertionError(url, entry)

    async def run():
        async with (
            site({ROBOTS: robots("User-agent: *\nDisallow: /")}) as server,
            fetcher(server.origin, storage=Full()) as opened,
        ):
            return await opened.fetch(page(f"{server.origin}/a"))

    assert isinstance(asyncio.run(run()), Skipped)


def test_with_robots_ignored_the_file_is_not_even_asked_for():
    fetched, _, server = visited({ROBOTS: robots("User-agent: *\nDisallow: /"), "/a": html()}, "/a", ignore_robots=True)
    assert isinstance(fetched, Response)
    assert server.hits == ["GET /a"]


def test_crawl_delays_of_every_host_of_the_trail_travel_with_the_response():
    world = World()
    fetched, a, b = two_hosts(
        {ROBOTS: robots("User-agent: *\nCrawl-delay: 2"), "/x": lambda b: to(f"{b}/y")},
        {ROBOTS: robots("User-agent: *\nCrawl-delay: 0.5"), "/y": html()},
        "/x",
        world=world,
    )
    assert isinstance(fetched, Response)
    expected = [(f"127.0.0.1:{a.port}", 2.0), (f"127.0.0.1:{b.port}", 0.5)]
    assert fetched.crawl_delays == tuple(CrawlDelay(host, seconds) for host, seconds in expected)
    assert world.gate.slowed == expected


def test_a_script_from_a_host_that_cannot_be_asked_for_is_refused_like_one_whose_robots_txt_does_not_answer():
    async def run():
        async with fetcher("http://docs.test/", lookup=Names()) as opened:
            return await opened.fetch(Request("https://cdn..test/a.js", RequestKind.SCRIPT))

    fetched = asyncio.run(run())
    assert isinstance(fetched, Skipped)
    assert fetched.reason is SkipReason.ROBOTS_UNREACHABLE
    assert "no address for cdn..test" in fetched.detail


# Politeness (group P).


def test_p01_a_document_that_is_refused_for_now_is_deferred_with_its_host():
    later = web.Response(status=429, headers={"Retry-After": "3"})
    fetched, hits, server = visited({"/p": later}, "/p")
    assert isinstance(fetched, Deferred)
    assert (fetched.host, fetched.seconds) == (f"127.0.0.1:{server.port}", 3.0)
    assert fetched.final.label == "http_429"
    assert hits == ["GET /p"]


def test_p01_the_gate_hears_of_the_quiet_before_it_lets_the_next_request_go():
    world = World()
    heard = []
    leave = world.gate.leave
    world.gate.leave = lambda *args: (heard.append(list(world.gate.quieted)), leave(*args))
    later = web.Response(status=429, headers={"Retry-After": "3"})
    _, _, server = visited({"/p": later}, "/p", world=world, ignore_robots=True)
    assert heard == [[(f"127.0.0.1:{server.port}", 3.0)]]


def test_p01_the_quiet_that_a_script_meets_is_for_the_whole_host():
    world = World()
    later = web.Response(status=503, headers={"Retry-After": "60"})
    visited({"/a.js": later}, "/a.js", kind=RequestKind.SCRIPT, world=world, ignore_robots=True)
    assert [seconds for _, seconds in world.gate.quieted] == [60.0]


def test_p03_nothing_is_asked_of_a_host_that_is_closed_for_long():
    world = World()
    world.gate.closed = 3120.0
    fetched, _, server = visited({"/p": html()}, "/p", world=world, ignore_robots=True)
    assert isinstance(fetched, Deferred)
    assert (fetched.host, fetched.seconds, server.hits) == (f"127.0.0.1:{server.port}", 3120.0, [])
    assert world.gate.left == []


def test_p04_a_503_without_a_word_about_when_is_put_back_after_one_request():
    fetched, hits, _ = visited({"/p": web.Response(status=503)}, "/p")
    assert isinstance(fetched, Deferred)
    assert (fetched.seconds, fetched.final.label, hits) == (1.0, "http_503", ["GET /p"])


def test_the_sitemaps_of_a_site_are_known_once_its_robots_txt_has_been_read():
    async def run():
        listed = {ROBOTS: robots("Sitemap: /map.xml\n"), "/a": html()}
        async with site(listed) as server, fetcher(server.origin) as opened:
            before = opened.sitemaps(server.origin)
            await opened.fetch(page(f"{server.origin}/a"))
            return before, opened.sitemaps(f"{server.origin}/b"), server

    before, after, server = asyncio.run(run())
    assert (before, after) == ((), (f"{server.origin}/map.xml",))
    assert server.hits == ["GET /robots.txt", "GET /a"]


def test_with_robots_ignored_no_sitemaps_are_known():
    async def run():
        async with fetcher("http://docs.test/", ignore_robots=True) as opened:
            return opened.sitemaps("http://docs.test/")

    assert asyncio.run(run()) == ()


def test_a_page_that_is_led_to_another_host_in_scope_is_handed_over_without_asking_that_host_for_robots_txt():
    async def run():
        async with site({}) as b, site({"/x": to(f"{b.origin}/y")}) as a:
            seeds = (a.origin, b.origin)
            async with fetcher(*seeds, hands_over=lambda _url: False) as opened:
                return await opened.fetch(page(f"{a.origin}/x")), b

    fetched, b = asyncio.run(run())
    assert isinstance(fetched, Moved)
    assert (fetched.to, b.hits) == (f"{b.origin}/y", [])


def test_the_gate_is_asked_before_each_request_and_told_after():
    world = World()
    _, _, server = visited({"/a": to("/b"), "/b": html()}, "/a", world=world)
    urls = [f"{server.origin}{path}" for path in (ROBOTS, "/a", "/b")]
    kinds = [RequestKind.ROBOTS, RequestKind.DOCUMENT, RequestKind.DOCUMENT]
    assert world.gate.entered == list(zip(urls, kinds, strict=True))
    assert [(url, status) for url, _, _, status in world.gate.left] == list(zip(urls, [404, 302, 200], strict=True))


def test_the_gate_is_never_asked_for_what_the_cache_has():
    world = World()
    visited({"/a.js": html()}, "/a.js", kind=RequestKind.SCRIPT, more=["/a.js"], world=world)
    assert len(world.gate.entered) == 2


def test_the_gate_hears_of_failures_and_of_every_retry():
    async def run():
        world = World()
        async with (
            raw_server(says(b"garbage\r\n\r\n")) as server,
            fetcher(server.origin, ignore_robots=True, world=world) as opened,
        ):
            return await opened.fetch(page(server.origin)), world, server.heads

    fetched, world, heads = asyncio.run(run())
    assert isinstance(fetched, Failed)
    assert [status for *_, status in world.gate.left] == [None] * 3
    assert len(heads) == len(world.gate.entered) == 3


def test_the_gate_is_told_when_a_request_is_cancelled():
    async def run():
        world, arrived = World(), asyncio.Event()

        async def silent(_reader, _writer):
            arrived.set()
            await asyncio.Event().wait()

        async with (
            raw_server(silent) as server,
            fetcher(server.origin, ignore_robots=True, world=world) as opened,
            asyncio.TaskGroup() as group,
        ):
            fetching = group.create_task(opened.fetch(page(server.origin)))
            await arrived.wait()
            fetching.cancel()
        return world.gate

    gate = asyncio.run(run())
    assert len(gate.entered) == len(gate.left) == 1


# Bodies (group D).


def test_d01_a_declared_10_gb_is_refused_unread():
    async def run():
        answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 10000000000\r\n\r\n"
        async with (
            raw_server(says(answer, close=False)) as server,
            fetcher(server.origin, ignore_robots=True) as opened,
        ):
            return await opened.fetch(page(server.origin)), server.heads

    fetched, heads = asyncio.run(run())
    assert isinstance(fetched, Failed)
    assert (fetched.reason, len(heads)) == (FailReason.TOO_LARGE, 1)


def test_d03_a_server_that_says_nothing_fails_with_a_timeout_in_the_end():
    async def silent(_reader, _writer):
        await asyncio.Event().wait()

    async def run():
        world, options = World(), {"ignore_robots": True, "timeout": 0.05}
        async with raw_server(silent) as server, fetcher(server.origin, world=world, **options) as opened:
            return await opened.fetch(page(server.origin)), world.gate

    fetched, gate = asyncio.run(run())
    assert isinstance(fetched, Failed)
    assert (fetched.reason, len(gate.left)) == (FailReason.TIMEOUT, 3)


@pytest.mark.parametrize("status", [204, 205, 401, 404, 410, 500])
def test_d14_d15_d16_statuses_without_a_body_are_responses(status):
    fetched, _, _ = visited({"/x": web.Response(status=status)}, "/x")
    assert isinstance(fetched, Response)
    assert (fetched.status, fetched.body) == (status, b"")


# Network (group N).


@pytest.mark.parametrize("target", ["http://127.0.0.1:9/", "http://169.254.169.254/latest", "http://10.0.0.1/"])
def test_n01_a_script_that_is_redirected_inside_is_not_asked_for_there(target):
    fetched, hits, _ = visited({"/a.js": to(target)}, "/a.js", kind=RequestKind.SCRIPT, ignore_robots=True)
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, hits) == (SkipReason.PRIVATE_ADDRESS, ["GET /a.js"])


def test_n01_a_private_host_is_not_asked_for_robots_txt_either():
    async def run():
        async with (
            site({}) as inside,
            site({"/a.js": to(f"{inside.origin}/secret")}) as server,
            fetcher(server.origin) as opened,
        ):
            return await opened.fetch(Request(f"{server.origin}/a.js", RequestKind.SCRIPT)), inside.hits

    fetched, hits = asyncio.run(run())
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, hits) == (SkipReason.PRIVATE_ADDRESS, [])


def test_n06_a_seed_on_localhost_is_reached():
    async def run():
        async with site({"/": html()}) as server:
            seed = f"http://localhost:{server.port}/"
            async with fetcher(seed, lookup=Names(localhost=["127.0.0.1"])) as opened:
                return await opened.fetch(page(seed))

    assert isinstance(asyncio.run(run()), Response)


# The user's own steps.


def test_a_step_of_the_users_own_sees_what_goes_out_and_what_comes_back():
    async def stamped(request, proceed):
        fetched = await proceed(replace(request, headers=(*request.headers, ("x-mine", "1"))))
        return replace(fetched, body=b"changed")

    fetched, _, server = visited({"/a": html()}, "/a", middlewares=(stamped,))
    assert isinstance(fetched, Response)
    assert fetched.body == b"changed"
    assert server.seen[1].headers["X-Mine"] == "1"


def test_another_name_is_judged_by_the_rules_for_that_name():
    async def as_acme(request, proceed):
        return await proceed(replace(request, headers=(*request.headers, ("user-agent", "acmebot/2"))))

    rules = robots("User-agent: acmebot\nDisallow: /\n")
    fetched, hits, _ = visited({ROBOTS: rules, "/a": html()}, "/a", middlewares=(as_acme,))
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, hits) == (SkipReason.ROBOTS, [])


def test_the_crawl_delay_for_another_name_is_honoured_from_its_first_request_on():
    async def as_acme(request, proceed):
        return await proceed(replace(request, headers=(*request.headers, ("user-agent", "acmebot/2"))))

    def answer(request):
        if request.path == ROBOTS:
            return robots("User-agent: acmebot\nCrawl-delay: 7\n\nUser-agent: *\nCrawl-delay: 2\n")
        slowed_before.extend(seconds for _, seconds in world.gate.slowed)
        return html()

    world, slowed_before = World(), []
    visited(answer, "/a", middlewares=(as_acme,), world=world)
    assert slowed_before == [2.0, 7.0]


def test_another_url_is_judged_too():
    async def elsewhere(request, proceed):
        return await proceed(replace(request, url=request.url.replace("/a", "/private")))

    rules = robots("User-agent: *\nDisallow: /private\n")
    fetched, hits, _ = visited({ROBOTS: rules, "/private": html()}, "/a", middlewares=(elsewhere,))
    assert isinstance(fetched, Skipped)
    assert hits == []


def test_a_page_cannot_change_who_we_say_we_are():
    async def run():
        async with site({"/x": html()}) as server, fetcher(server.origin, user_agent="getdocs/9") as opened:
            fields = (("user-agent", "Mozilla/5.0"), ("x-requested-with", "fetch"))
            await opened.fetch(Request(f"{server.origin}/x", RequestKind.XHR, headers=fields))
            return server.seen[1].headers

    sent = asyncio.run(run())
    assert (sent["User-Agent"], sent["X-Requested-With"]) == ("getdocs/9", "fetch")


def test_a_post_of_a_page_goes_out_with_its_body():
    async def run():
        bodies = []

        async def answer(request):
            bodies.append(await request.read())
            return html()

        async with site(answer) as server, fetcher(server.origin, ignore_robots=True) as opened:
            fields = (("content-type", "application/json"),)
            await opened.fetch(Request(f"{server.origin}/x", RequestKind.XHR, "POST", fields, b'{"q":1}'))
            return bodies, server

    bodies, server = asyncio.run(run())
    assert bodies == [b'{"q":1}']
    assert server.hits == ["POST /x"]
    assert server.seen[0].headers["Content-Type"] == "application/json"


# The user's secrets (N07, N08, N09): what every request carried, robots.txt included.

SECRETS = {"headers": (("X-Token", "s3cret"),), "cookies": (("sid", "s3cret"),), "auth": "user:s3cret"}
BASIC = f"Basic {base64.b64encode(b'user:s3cret').decode()}"


def carried(request):
    return (request.headers.get("X-Token"), request.headers.get("Cookie"), request.headers.get("Authorization"))


ALL = ("s3cret", "sid=s3cret", BASIC)
NONE = (None, None, None)


def test_secrets_go_with_every_request_to_their_origin_and_survive_a_redirect_on_it():
    _, hits, server = visited({"/a": to("/b"), "/b": html()}, "/a", **SECRETS)
    assert hits == ["GET /a", "GET /b"]
    assert [carried(request) for request in server.seen] == [ALL, ALL, ALL]


@pytest.mark.parametrize("kind", [RequestKind.DOCUMENT, RequestKind.XHR, RequestKind.SCRIPT])
def test_secrets_do_not_follow_a_redirect_to_another_port(kind):
    async def run():
        async with site({"/b": html()}) as other, site({"/a": to(f"{other.origin}/b")}) as server:
            async with fetcher(server.origin, allow_private=True, **SECRETS) as opened:
                await opened.fetch(Request(f"{server.origin}/a", kind))
                await opened.fetch(Request(f"{other.origin}/c", kind))
            return server.seen, other.seen

    own, others = asyncio.run(run())
    assert {carried(request) for request in own} == {ALL}
    assert {carried(request) for request in others} <= {NONE}
    assert bool(others) is (kind is not RequestKind.DOCUMENT)


def test_a_login_in_the_seed_reads_pages_and_shows_in_no_result():
    def answer(request):
        return html() if carried(request)[2] == BASIC else web.Response(status=401)

    async def run():
        async with site(answer) as server:
            seed = server.origin.replace("//", "//user:s3cret@")
            async with fetcher(seed) as opened:
                return await opened.fetch(page(f"{seed}/a")), await opened.fetch(page(f"{server.origin}/b"))

    for fetched in asyncio.run(run()):
        assert isinstance(fetched, Response)
        assert fetched.status == 200
        assert "s3cret" not in repr(fetched)


def test_an_answer_that_secrets_opened_is_kept_once_for_all():
    _, hits, _ = visited({"/a.js": html()}, "/a.js", kind=RequestKind.SCRIPT, more=["/a.js"], **SECRETS)
    assert hits == ["GET /a.js"]


def test_a_step_of_the_users_own_meets_no_secret_and_sends_none_elsewhere():
    met = []

    async def run():
        async with site({"/x": html()}) as other, site({}) as server:

            async def elsewhere(request, proceed):
                met.append(repr(request))
                return await proceed(replace(request, url=f"{other.origin}/x"))

            options = {"middlewares": (elsewhere,), "allow_private": True}
            async with fetcher(server.origin, **options, **SECRETS) as opened:
                await opened.fetch(Request(f"{server.origin}/a", RequestKind.XHR))
            return other.seen

    seen = asyncio.run(run())
    assert [carried(request) for request in seen] == [NONE, NONE]
    assert "s3cret" not in "".join(met)


def test_a_step_of_the_users_own_cannot_name_another_host_to_the_server():
    async def as_other(request, proceed):
        return await proceed(replace(request, headers=(*request.headers, ("Host", "evil.test"))))

    _, _, server = visited({"/a": html()}, "/a", middlewares=(as_other,))
    assert [request.headers.getall("Host") for request in server.seen] == [[f"127.0.0.1:{server.port}"]] * 2
