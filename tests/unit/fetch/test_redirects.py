"""Following redirects, on a scripted chain: what would be asked for stands in `asked`.

Of the shared list of hostile servers: R01, R02, R04, R07, R12, R13, R15, R16, R17, N08, N09.
"""

import asyncio
from dataclasses import dataclass, field

import pytest

from getdocs.config import CrawlConfig
from getdocs.fetch.cookies import Cookies
from getdocs.fetch.guard import Guard, Judge
from getdocs.fetch.redirects import Redirects
from getdocs.model import Deferred, Failed, FailReason, Hop, Moved, Request, RequestKind, Response, Skipped, SkipReason
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope

from .loopback import NOON, Time


@dataclass
class Web:
    """Answers by URL: a Location (302), a status with a Location, or anything fetched; 200 for other URLs."""

    answers: dict[str, object]
    seeds: tuple[str, ...] = ("https://h/",)
    max_redirects: int = 10
    allow_backward: bool = True
    known: tuple[str, ...] | None = None
    """Pages that the Frontier has dealt with; None: nobody is there to hand a page to."""
    asked: list[Request] = field(default_factory=list)
    cookies: Cookies = field(default_factory=lambda: Cookies(lambda: NOON))

    async def chain(self, request):
        self.asked.append(request)
        answer = self.answers.get(request.url.partition("#")[0], 200)
        if callable(answer):
            answer = answer(request)
        match answer:
            case str():
                return Response(request.url, 302, (("location", answer),), b"")
            case (int(status), str(target)):
                return Response(request.url, status, (("location", target),), b"")
            case int():
                return Response(request.url, answer, (), b"")
        return answer

    def redirects(self):
        config = CrawlConfig(seeds=self.seeds, allow_backward=self.allow_backward)
        pins = Pins(config.seeds)
        judge = Judge(scope=Scope.of(config), pins=pins, robots=None, user_agent="getdocs", sleep=Time().sleep)
        guard = Guard(judge, self.chain)
        return Redirects(
            guard,
            judge,
            pins=pins,
            cookies=self.cookies,
            max_redirects=self.max_redirects,
            hands_over=None if self.known is None else self.known.__contains__,
        )

    def fetch(self, url, trail=(), **request):
        wanted = Request(url, request.pop("kind", RequestKind.DOCUMENT), **request)
        return asyncio.run(self.redirects().fetch(wanted, trail))

    @property
    def urls(self):
        return [request.url for request in self.asked]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_followed_with_get_and_its_status_kept_in_the_trail(status):
    web = Web({"https://h/old": (status, "/ok")})
    fetched = web.fetch("https://h/old")
    assert isinstance(fetched, Response)
    assert (fetched.url, [request.method for request in web.asked]) == ("https://h/ok", ["GET", "GET"])
    assert fetched.trail == (Hop("https://h/old", status, "allowed"), Hop("https://h/ok", 200, "allowed"))


def origins(first, *locations, origin=None, kind=RequestKind.XHR):
    """The Origin that each hop carried, from `first` over `locations`."""
    web = Web(dict(zip((first, *locations), locations, strict=False)))
    web.fetch(first, kind=kind, headers=(("origin", origin),) if origin else ())
    assert web.urls == [first, *locations]
    return [dict(request.headers).get("origin") for request in web.asked]


def test_data_of_the_pages_own_origin_says_whose_it_is_when_it_comes_from_another():
    assert origins("https://h/d", "https://h/e", "https://cdn/d") == [None, None, "https://h"]


def test_data_that_comes_back_to_its_own_origin_need_not_say():
    assert origins("https://h/d", "https://h/e") == [None, None]


def test_data_of_another_origin_that_is_led_to_a_third_is_from_nowhere():
    assert origins("https://api/d", "https://api/e", "https://cdn/d", origin="https://h") == [
        "https://h",
        "https://h",
        "null",
    ]


def test_a_script_that_is_led_elsewhere_says_nothing_of_its_page():
    assert origins("https://h/a.js", "https://cdn/a.js", kind=RequestKind.SCRIPT) == [None, None]


def test_a_preflight_is_never_led_elsewhere():
    web = Web({"https://api/d": (302, "https://cdn/d")})
    asks = (("origin", "https://h"), ("access-control-request-method", "PUT"))
    fetched = web.fetch("https://api/d", kind=RequestKind.XHR, method="OPTIONS", headers=asks)
    assert isinstance(fetched, Response)
    assert (fetched.status, web.urls) == (302, ["https://api/d"])


@pytest.mark.parametrize("status", [300, 304, 305, 306])
def test_other_statuses_are_no_redirects(status):
    web = Web({"https://h/x": (status, "/ok")})
    fetched = web.fetch("https://h/x")
    assert isinstance(fetched, Response)
    assert (fetched.status, web.urls) == (status, ["https://h/x"])


def test_location_resolves_on_the_hop_that_sent_it():
    web = Web({"https://h/old": "/new/dir/", "https://h/new/dir/": "page"})
    assert web.fetch("https://h/old").url == "https://h/new/dir/page"


@pytest.mark.parametrize(("location", "expected"), [("/b", "https://h/b#/route"), ("/b#own", "https://h/b#own")])
def test_the_route_of_the_visit_is_carried_along_unless_location_has_its_own(location, expected):
    assert Web({"https://h/a": location}).fetch("https://h/a#/route").url == expected


# Broken redirects.


@pytest.mark.parametrize("location", ["", "  ", "http://[", "http://h:99999/"])
def test_a_location_that_leads_nowhere_is_a_bad_redirect(location):
    fetched = Web({"https://h/x": location}).fetch("https://h/x")
    assert isinstance(fetched, Failed)
    assert (fetched.reason, fetched.status) == (FailReason.BAD_REDIRECT, 302)


def test_a_redirect_without_location_is_a_bad_redirect():
    fetched = Web({"https://h/x": 302}).fetch("https://h/x")
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.BAD_REDIRECT
    assert fetched.trail == (Hop("https://h/x", 302, "allowed"),)


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "chrome://version", "ftp://h/"]
)
def test_a_scheme_other_than_http_is_skipped(location):
    web = Web({"https://h/x": location})
    fetched = web.fetch("https://h/x")
    assert isinstance(fetched, Skipped)
    assert fetched.reason is SkipReason.SCHEME
    assert location in fetched.detail
    assert web.urls == ["https://h/x"]


def test_redirects_that_grow_are_stopped_by_their_length():
    def longer(request):
        return Response(request.url, 302, (("location", request.url + "x" * 2000),), b"")

    web = Web({}, max_redirects=1000)
    web.answers = {f"https://h/g?x{'x' * 2000 * n}": longer for n in range(100)}
    fetched = web.fetch("https://h/g?x")
    assert isinstance(fetched, Failed)
    assert fetched.reason in (FailReason.BAD_REDIRECT, FailReason.TOO_MANY_REDIRECTS)
    assert len(web.asked) <= 5


# Loops and limits.


def test_a_redirect_to_itself_is_a_loop_after_one_request():
    web = Web({"https://h/p": "/p"})
    fetched = web.fetch("https://h/p")
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.REDIRECT_LOOP
    assert web.urls == ["https://h/p"]


def test_a_loop_names_the_trail_it_went_round():
    fetched = Web({"https://h/a": "/b", "https://h/b": "/c", "https://h/c": "/a"}).fetch("https://h/a")
    assert isinstance(fetched, Failed)
    assert [hop.url for hop in fetched.trail] == ["https://h/a", "https://h/b", "https://h/c"]
    assert "https://h/a" in fetched.detail


def test_a_new_fragment_does_not_hide_a_loop():
    web = Web({"https://h/p": "/p#next"})
    assert web.fetch("https://h/p").reason is FailReason.REDIRECT_LOOP


def test_a_url_met_again_with_another_cookie_is_not_yet_a_loop():
    web = Web({})

    def answer(_request):
        if web.cookies.header("https://h/p"):
            return 200
        web.cookies.remember("https://h/p", (("set-cookie", "s=1"),))
        return "/p"

    web.answers["https://h/p"] = answer
    fetched = web.fetch("https://h/p")
    assert isinstance(fetched, Response)
    assert len(web.asked) == 2


def test_a_url_met_again_with_another_cookie_is_asked_of_the_server_and_not_of_what_is_kept():
    web = Web({})

    def welcome(_request):
        web.cookies.remember("https://h/p", (("set-cookie", "s=1"),))
        return "/p"

    web.answers["https://h/welcome"] = welcome
    web.answers["https://h/p"] = lambda _request: "/q" if web.cookies.header("https://h/p") else "/welcome"
    assert isinstance(web.fetch("https://h/p"), Response)
    anew = [dict(request.headers).get("cache-control") for request in web.asked]
    assert list(zip(web.urls, anew, strict=True)) == [
        ("https://h/p", None),
        ("https://h/welcome", None),
        ("https://h/p", "no-cache"),
        ("https://h/q", None),
    ]


def test_as_many_hops_as_allowed_are_followed():
    web = Web({f"https://h/{n}": f"/{n + 1}" for n in range(10)})
    assert web.fetch("https://h/0").url == "https://h/10"


def test_one_hop_more_fails_before_it_is_asked_for():
    web = Web({f"https://h/{n}": f"/{n + 1}" for n in range(11)})
    fetched = web.fetch("https://h/0")
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TOO_MANY_REDIRECTS
    assert (len(fetched.trail), web.urls[-1]) == (11, "https://h/10")


def test_with_no_redirects_allowed_the_3xx_of_a_document_is_handed_back():
    web = Web({"https://h/a": "/b"}, max_redirects=0, known=("https://h/b",))
    fetched = web.fetch("https://h/a")
    assert isinstance(fetched, Response)
    assert (fetched.status, web.urls) == (302, ["https://h/a"])


@pytest.mark.parametrize("limit", [0, 3])
@pytest.mark.parametrize("kind", [RequestKind.SCRIPT, RequestKind.XHR, RequestKind.FRAME, RequestKind.SITEMAP])
def test_what_is_no_document_is_followed_as_far_as_browsers_follow_whatever_the_limit_of_a_visit(kind, limit):
    web = Web({f"https://h/{n}": f"/{n + 1}" for n in range(20)}, max_redirects=limit)
    assert web.fetch("https://h/0", kind=kind).url == "https://h/20"


def test_what_is_no_document_is_followed_no_further_than_browsers_follow():
    web = Web({f"https://h/{n}": f"/{n + 1}" for n in range(30)}, max_redirects=30)
    fetched = web.fetch("https://h/0", kind=RequestKind.SCRIPT)
    assert isinstance(fetched, Failed)
    assert (fetched.reason, web.urls[-1]) == (FailReason.TOO_MANY_REDIRECTS, "https://h/20")


def test_with_no_redirects_allowed_each_hop_of_a_script_is_judged():
    web = Web({"https://h/a.js": "/b.js", "https://h/b.js": "file:///etc/passwd"}, max_redirects=0)
    fetched = web.fetch("https://h/a.js", kind=RequestKind.SCRIPT)
    assert isinstance(fetched, Skipped)
    assert [hop.url for hop in fetched.trail] == ["https://h/a.js", "https://h/b.js", "file:///etc/passwd"]


# Pages that are the Frontier's to deal with.

TWO_HOSTS = ("https://h/", "https://g/")


def test_a_document_that_is_led_to_another_host_in_scope_has_moved_and_nothing_is_asked_there():
    web = Web({"https://h/a": (301, "/b"), "https://h/b": "https://g/c#/route"}, seeds=TWO_HOSTS, known=())
    trail = (Hop("https://h/a", 301, "allowed"), Hop("https://h/b", 302, "allowed"))
    assert web.fetch("https://h/a") == Moved("https://g/c#/route", trail)
    assert web.urls == ["https://h/a", "https://h/b"]


def test_another_port_is_another_host():
    web = Web({"https://h/a": "https://h:8443/a"}, seeds=("https://h/", "https://h:8443/"), known=())
    assert isinstance(web.fetch("https://h/a"), Moved)


def test_a_document_that_is_led_to_a_page_that_is_known_has_moved_and_nothing_more_is_asked():
    web = Web({"https://h/a": "/b#part"}, known=("https://h/b",))
    assert web.fetch("https://h/a") == Moved("https://h/b#part", (Hop("https://h/a", 302, "allowed"),))
    assert web.urls == ["https://h/a"]


def test_a_document_that_is_led_to_a_new_page_of_its_host_is_followed():
    web = Web({"https://h/a": "/b"}, known=("https://h/c",))
    assert web.fetch("https://h/a").url == "https://h/b"


def test_a_page_is_known_by_its_pinned_url_and_its_route():
    web = Web({"https://h/a": "http://h/b"}, known=("https://h/b#/intro",))
    fetched = web.fetch("https://h/a#/intro")
    assert isinstance(fetched, Moved)
    assert fetched.to == "https://h/b#/intro"


def test_where_nobody_takes_pages_over_another_host_is_asked_in_the_same_visit():
    web = Web({"https://h/a": "https://g/b"}, seeds=TWO_HOSTS)
    assert web.fetch("https://h/a").url == "https://g/b"


@pytest.mark.parametrize("kind", [RequestKind.SCRIPT, RequestKind.XHR, RequestKind.SITEMAP])
def test_what_is_no_document_is_never_handed_over(kind):
    web = Web({"https://h/a": "https://g/b", "https://g/b": "/c"}, seeds=TWO_HOSTS, known=("https://g/c",))
    assert web.fetch("https://h/a", kind=kind).url == "https://g/c"


def test_a_hop_out_of_scope_is_skipped_and_not_handed_over():
    web = Web({"https://h/a": "https://other/"}, known=("https://other/",))
    fetched = web.fetch("https://h/a")
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, len(fetched.trail)) == (SkipReason.SCOPE, 2)


def test_a_loop_is_a_loop_though_its_pages_are_known():
    web = Web({"https://h/a": "/b", "https://h/b": "/a"}, known=("https://h/a",))
    fetched = web.fetch("https://h/a")
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.REDIRECT_LOOP


def test_a_loop_over_two_hosts_is_a_loop_for_the_visit_that_comes_to_its_end():
    web = Web({"https://h/a": "https://g/b", "https://g/b": "https://h/a"}, seeds=TWO_HOSTS, known=())
    moved = web.fetch("https://h/a")
    assert isinstance(moved, Moved)
    fetched = web.fetch(moved.to, moved.trail)
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.REDIRECT_LOOP
    assert [hop.url for hop in fetched.trail] == ["https://h/a", "https://g/b"]


def test_the_last_hop_that_is_allowed_is_handed_over_and_the_next_one_fails():
    hops = {f"https://h/{n}": f"/{n + 1}" for n in range(3)} | {"https://h/3": "https://g/"}
    assert isinstance(Web(hops, seeds=TWO_HOSTS, known=(), max_redirects=4).fetch("https://h/0"), Moved)
    fetched = Web(hops, seeds=TWO_HOSTS, known=(), max_redirects=3).fetch("https://h/0")
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TOO_MANY_REDIRECTS


def test_a_page_that_is_asked_for_again_with_its_new_cookie_is_not_handed_over_though_it_is_under_way():
    web = Web({}, known=("https://h/p",))

    def answer(_request):
        if web.cookies.header("https://h/p"):
            return 200
        web.cookies.remember("https://h/p", (("set-cookie", "s=1"),))
        return "/p"

    web.answers["https://h/p"] = answer
    assert isinstance(web.fetch("https://h/p"), Response)


def test_a_host_that_took_a_page_over_is_asked_for_it():
    web = Web({}, seeds=TWO_HOSTS, known=())
    fetched = web.fetch("https://g/b", (Hop("https://h/a", 302, "allowed"),))
    assert isinstance(fetched, Response)
    assert [hop.url for hop in fetched.trail] == ["https://h/a", "https://g/b"]


# Navigations that a page starts itself.


def test_a_hop_that_the_page_started_counts_against_the_limit():
    trail = tuple(Hop(f"https://h/{n}", 200, "the page went on") for n in range(11))
    web = Web({})
    fetched = web.fetch("https://h/next", trail)
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TOO_MANY_REDIRECTS
    assert web.asked == []


def test_p06_pages_that_go_on_by_themselves_for_ever_are_given_up_after_five():
    web, trail = Web({}), ()
    while isinstance(fetched := web.fetch(f"https://h/m?{len(trail)}", trail), Response):
        trail = fetched.trail
    assert isinstance(fetched, Failed)
    assert (fetched.reason, len(web.asked), len(fetched.trail)) == (FailReason.TOO_MANY_REDIRECTS, 5, 5)


def test_redirects_do_not_count_as_hops_that_a_page_made():
    trail = (*(Hop(f"https://h/{n}", 302, "allowed") for n in range(6)), Hop("https://h/6", 200, "the page went on"))
    assert isinstance(Web({}).fetch("https://h/next", trail), Response)


def test_a_page_that_leads_back_to_where_the_visit_was_is_a_loop():
    web = Web({})
    fetched = web.fetch("https://h/a", (Hop("https://h/a", 302, "allowed"), Hop("https://h/b", 200, "allowed")))
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.REDIRECT_LOOP
    assert web.asked == []


def test_a_page_may_lead_back_when_a_cookie_has_come_in_between():
    web = Web({"https://h/p": "/login"})
    redirects = web.redirects()

    async def visit():
        first = await redirects.fetch(Request("https://h/p", RequestKind.DOCUMENT))
        web.cookies.remember("https://h/login", (("set-cookie", "s=1"),))
        web.answers.clear()
        return await redirects.fetch(Request("https://h/p", RequestKind.DOCUMENT), first.trail)

    fetched = asyncio.run(visit())
    assert isinstance(fetched, Response)
    assert [hop.url for hop in fetched.trail] == ["https://h/p", "https://h/login", "https://h/p"]


# Policy on each hop.


def test_a_flip_to_http_is_pinned_before_it_is_asked_for():
    web = Web({"https://h/a": (301, "http://h/a/"), "http://h/a/": (308, "https://h/a")})
    fetched = web.fetch("https://h/a")
    assert isinstance(fetched, Response)
    assert (fetched.url, web.urls) == ("https://h/a/", ["https://h/a", "https://h/a/"])


def test_a_true_loop_behind_a_flip_stops_within_three_requests():
    web = Web({"https://h/b": (301, "http://h/b/"), "https://h/b/": (301, "https://h/b")})
    fetched = web.fetch("https://h/b")
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.REDIRECT_LOOP
    assert len(web.asked) <= 3


def test_an_http_seed_that_upgrades_itself_is_followed_to_https_and_stays_there():
    web = Web({"http://h/": (301, "https://h/")}, seeds=("http://h/",))
    redirects = web.redirects()

    async def run():
        for url in ("http://h/", "http://h/page"):
            await redirects.fetch(Request(url, RequestKind.DOCUMENT))

    asyncio.run(run())
    assert web.urls == ["http://h/", "https://h/", "https://h/page"]


def test_a_hop_out_of_scope_is_not_asked_for_and_names_where_it_led():
    web = Web({"https://h/docs/a": "https://login.other/?next="}, seeds=("https://h/docs/",))
    fetched = web.fetch("https://h/docs/a")
    assert isinstance(fetched, Skipped)
    assert fetched.reason is SkipReason.SCOPE
    assert "https://login.other/?next=" in fetched.detail
    assert [hop.url for hop in fetched.trail] == ["https://h/docs/a", "https://login.other/?next="]
    assert fetched.trail[1].status is None
    assert web.urls == ["https://h/docs/a"]


def test_scope_is_checked_on_the_pinned_url_of_a_hop():
    web = Web({"https://h/docs/a": "http://h/private"}, seeds=("https://h/docs/",), allow_backward=False)
    fetched = web.fetch("https://h/docs/a")
    assert isinstance(fetched, Skipped)
    assert "https://h/private" in fetched.detail


def test_a_part_of_a_page_may_be_redirected_to_another_host():
    web = Web({"https://h/app.js": "https://cdn/app.js"})
    assert web.fetch("https://h/app.js", kind=RequestKind.SCRIPT).url == "https://cdn/app.js"


def test_a_deferred_hop_keeps_the_trail_for_its_final_outcome():
    later = Deferred("h", 3.0, Failed(FailReason.HTTP, 429))
    fetched = Web({"https://h/a": "/b", "https://h/b": later}).fetch("https://h/a")
    assert isinstance(fetched, Deferred)
    assert [hop.url for hop in fetched.final.trail] == ["https://h/a"]


def test_a_failed_hop_is_in_the_trail():
    lost = Failed(FailReason.TIMEOUT, detail="no answer")
    fetched = Web({"https://h/a": "/b", "https://h/b": lost}).fetch("https://h/a")
    assert fetched.trail[1] == Hop("https://h/b", None, "timeout: no answer")


# Methods, bodies, credentials.


@pytest.mark.parametrize(
    ("status", "method", "body", "expected"),
    [
        (303, "POST", b"x", "GET"),
        (303, "PUT", b"", "GET"),
        (303, "HEAD", b"", "HEAD"),
        (301, "POST", b"x", "GET"),
        (302, "POST", b"", "GET"),
        (302, "PUT", b"x", "GET"),
        (302, "DELETE", b"", "DELETE"),
        (301, "HEAD", b"", "HEAD"),
        (307, "POST", b"x", "POST"),
        (308, "PUT", b"x", "PUT"),
    ],
)
def test_methods_change_as_every_client_changes_them(status, method, body, expected):
    web = Web({"https://h/a": (status, "/b")})
    web.fetch("https://h/a", kind=RequestKind.XHR, method=method, body=body, headers=(("content-type", "text/x"),))
    assert web.asked[1].method == expected
    assert web.asked[1].body == (body if expected == method else b"")


def test_a_request_that_became_get_describes_no_body():
    web = Web({"https://h/a": (303, "/b")})
    web.fetch("https://h/a", kind=RequestKind.XHR, method="POST", body=b"x", headers=(("content-type", "text/x"),))
    assert web.asked[1].headers == ()


@pytest.mark.parametrize(
    ("target", "kept"),
    [("/b", True), ("https://other/b", False), ("https://h:8443/b", False), ("https://sub.h/b", False)],
)
def test_credentials_stay_within_their_origin(target, kept):
    web = Web({"https://h/a": target})
    fields = (("authorization", "Basic eA=="), ("cookie", "s=1"))
    web.fetch("https://h/a", kind=RequestKind.SCRIPT, headers=fields)
    assert web.asked[1].headers == (fields if kept else ())


def test_credentials_in_a_location_are_dropped():
    web = Web({"https://h/a": "https://user:secret@h/b"})
    fetched = web.fetch("https://h/a")
    assert web.urls[1] == "https://h/b"
    assert "secret" not in repr(fetched.trail)
