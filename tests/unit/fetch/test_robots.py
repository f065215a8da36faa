"""Reading robots.txt, against a scripted wire. Of the shared list of hostile servers: T01, T03, T04, T06, T07, T10."""

import asyncio

import pytest

from getdocs.fetch.robots import MAX_AGE, MAX_BYTES, MAX_FAILURES, Robots
from getdocs.model import Deferred, Failed, FailReason, Response, Skipped, SkipReason
from getdocs.policy.robots import RobotsTxt

from .loopback import NOON, OpenGate, Time

RULES = b"User-agent: *\nDisallow: /private/\n"


class Wire:
    """Answers by URL. `asked` is every URL that was requested."""

    def __init__(self, answers):
        self.answers = answers
        self.asked = []
        self.requests = []

    async def send_prefix(self, request, size):
        self.asked.append(request.url)
        self.requests.append(request)
        await asyncio.sleep(0)
        unknown = 404 if request.url.startswith("http") else Skipped(SkipReason.SCHEME, request.url)
        answer = self.answers.get(request.url, unknown)
        answer = answer.pop(0) if isinstance(answer, list) else answer
        if isinstance(answer, int):
            answer = Response(request.url, answer, (), b"")
        elif isinstance(answer, bytes):
            answer = Response(request.url, 200, (("content-type", "text/plain"),), answer[:size])
        elif isinstance(answer, str):
            answer = Response(request.url, 302, (("location", answer),), b"")
        elif isinstance(answer, tuple):
            status, body, *fields = answer
            answer = Response(request.url, status, tuple(fields), body)
        return answer


class Reading:
    def __init__(self, **answers):
        self.wire = Wire({f"https://{host}/robots.txt": answer for host, answer in answers.items()})
        self.gate, self.time, self.warnings = OpenGate(), Time(), []
        self.robots = Robots(
            self.wire,
            self.gate,
            user_agent="getdocs/1",
            on_warning=self.warnings.append,
            clock=self.time,
            now=lambda: NOON,
        )

    def __call__(self, url="https://h/page", agent=None):
        return asyncio.run(self.robots.rules(url, agent))


def allows(rules, url):
    assert isinstance(rules, RobotsTxt)
    return bool(rules.allows(url, "getdocs/1"))


def test_the_rules_are_those_of_the_file():
    rules = Reading(h=RULES)()
    assert not allows(rules, "https://h/private/x")
    assert allows(rules, "https://h/x")


def test_the_file_is_read_once_for_all_pages_of_a_day():
    read = Reading(h=RULES)
    read("https://h/a")
    read.time.seconds += MAX_AGE - 1
    read("https://h/b")
    assert read.wire.asked == ["https://h/robots.txt"]


# What it says of sitemaps.


def sitemaps(body, url="https://h/page"):
    read = Reading(h=body)
    read()
    asked = list(read.wire.asked)
    found = read.robots.sitemaps(url)
    assert read.wire.asked == asked
    return found


def test_the_sitemaps_of_an_origin_are_those_of_its_file_in_order_and_each_once():
    body = b"Sitemap: https://h/b.xml\nUser-agent: *\nDisallow: /\nSitemap: https://cdn/a.xml\nSitemap: https://H/b.xml#x\n"
    assert sitemaps(body) == ("https://h/b.xml", "https://cdn/a.xml")


def test_a_relative_sitemap_is_resolved_on_the_file():
    assert sitemaps(b"Sitemap: /a/map.xml\nSitemap: b.xml\n") == ("https://h/a/map.xml", "https://h/b.xml")


@pytest.mark.parametrize("value", [b"ftp://h/a.xml", b"file:///etc/passwd", b"http://[", b"https://h/" + b"a" * 9000])
def test_what_is_no_web_address_is_no_sitemap(value):
    assert sitemaps(b"Sitemap: " + value + b"\n") == ()


def test_the_password_of_a_sitemap_is_not_taken_over():
    assert sitemaps(b"Sitemap: https://user:secret@h/a.xml\n") == ("https://h/a.xml",)


def test_of_thousands_of_sitemaps_a_hundred_count():
    assert len(sitemaps(b"".join(b"Sitemap: /%d.xml\n" % n for n in range(5000)))) == 100


@pytest.mark.parametrize("url", ["https://g/page", "http://h/page", "nonsense"])
def test_of_an_origin_that_was_not_asked_no_sitemaps_are_known(url):
    assert sitemaps(b"Sitemap: /a.xml\n", url) == ()


def test_of_an_origin_that_has_not_said_yes_no_sitemaps_are_known():
    assert sitemaps((503, b"Sitemap: /a.xml\n")) == ()


def test_a_host_that_is_closed_for_long_has_not_said_yes():
    closed = Deferred("h", 3120.0, Failed(FailReason.HTTP, 429))
    answer = Reading(h=closed)()
    assert isinstance(answer, Deferred)
    assert answer.seconds == 3120.0


def test_t10_rules_of_yesterday_are_not_gone_by():
    read = Reading(h=[b"", RULES])
    assert allows(read(), "https://h/private/x")
    read.time.seconds += MAX_AGE
    assert not allows(read(), "https://h/private/x")


def test_t10_a_site_that_does_not_answer_for_today_has_said_yes_for_yesterday_only():
    read = Reading(h=[b"", 503])
    read()
    read.time.seconds += MAX_AGE
    assert isinstance(read(), Deferred)


def test_it_is_asked_for_under_our_own_name():
    read = Reading(h=RULES)
    read()
    assert read.wire.requests[0].headers == (("user-agent", "getdocs/1"),)


def test_concurrent_askers_share_one_reading():
    read = Reading(h=RULES)

    async def run():
        async with asyncio.TaskGroup() as group:
            for number in range(5):
                group.create_task(read.robots.rules(f"https://h/{number}"))

    asyncio.run(run())
    assert len(read.wire.asked) == 1


def test_scheme_host_and_port_each_make_an_origin_of_its_own():
    read = Reading()
    for url in ("https://h/", "http://h/", "http://h:8001/", "http://h:8002/", "https://other/"):
        read(url)
    assert len(set(read.wire.asked)) == 5


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
def test_a_site_that_has_no_robots_txt_has_nothing_to_obey(status):
    assert allows(Reading(h=status)(), "https://h/private/x")


@pytest.mark.parametrize(
    "answer",
    [
        500,
        503,
        429,
        300,
        304,
        Failed(FailReason.TIMEOUT),
        Failed(FailReason.CONNECTION),
        Failed(FailReason.TRUNCATED, 200),
        "/robots.txt",
        "mailto:x@h",
        "",
        (503, b"<!doctype html><title>Down", ("content-type", "text/html")),
    ],
)
def test_a_site_that_could_not_answer_has_not_said_yes(answer):
    deferred = Reading(h=answer)()
    assert isinstance(deferred, Deferred)
    assert (deferred.host, deferred.seconds) == ("h", 1.0)
    assert deferred.final.reason is SkipReason.ROBOTS_UNREACHABLE


def test_a_failure_is_not_kept():
    read = Reading(h=[503, RULES])
    read.time.seconds += read().seconds
    assert allows(read(), "https://h/x")
    assert len(read.wire.asked) == 2


def test_pauses_grow_and_the_origin_is_given_up_in_the_end():
    read = Reading(h=503)
    pauses = []
    while isinstance(answer := read(), Deferred):
        pauses.append(answer.seconds)
        read.time.seconds += answer.seconds
    assert pauses == [1, 2, 4, 8, 16]
    assert isinstance(answer, Skipped)
    assert answer.reason is SkipReason.ROBOTS_UNREACHABLE
    assert len(read.wire.asked) == MAX_FAILURES


def test_nobody_asks_again_within_the_pause():
    read = Reading(h=503)
    read()
    read.time.seconds += 0.25
    deferred = read("https://h/other")
    assert isinstance(deferred, Deferred)
    assert (deferred.seconds, len(read.wire.asked)) == (0.75, 1)


@pytest.mark.parametrize("status", [429, 503])
def test_a_longer_quiet_that_the_site_asks_for_is_honoured(status):
    deferred = Reading(h=(status, b"", ("retry-after", "3120")))()
    assert isinstance(deferred, Deferred)
    assert deferred.seconds == 3120.0


def test_a_site_at_a_private_address_is_skipped_as_that():
    private = Skipped(SkipReason.PRIVATE_ADDRESS, "10.0.0.1")
    assert Reading(h=private)() == private


# Redirects.


def chain(length):
    hops = [f"https://h{n}/robots.txt" for n in range(1, length + 1)]
    answers = dict(zip(["h", *(f"h{n}" for n in range(1, length))], hops, strict=True))
    return Reading(**answers, **{f"h{length}": RULES})


@pytest.mark.parametrize("hops", [1, 5])
def test_up_to_five_redirects_are_followed_across_hosts_and_bind_the_first_origin(hops):
    read = chain(hops)
    assert not allows(read(), "https://h/private/x")
    assert len(read.wire.asked) == hops + 1


def test_the_sixth_redirect_is_not_followed_and_no_yes():
    read = chain(6)
    assert isinstance(read(), Deferred)
    assert len(read.wire.asked) == 6
    assert "more than 5 redirects" in read.warnings[0]


def test_the_rules_of_a_redirect_target_do_not_become_its_hosts():
    read = chain(1)
    read()
    read("https://h1/x")
    assert read.wire.asked.count("https://h1/robots.txt") == 2


def test_a_redirect_never_leaves_https_on_one_host():
    read = Reading(h="http://h/rules.txt")
    read()
    assert read.wire.asked == ["https://h/robots.txt", "https://h/rules.txt"]


# What is in the file.


def test_a_page_in_place_of_the_rules_is_no_rules_and_a_warning():
    body = b"<!doctype html><pre>\nUser-agent: *\nDisallow: /\n</pre>"
    read = Reading(h=(200, body, ("content-type", "text/html; charset=utf-8")))
    assert allows(read(), "https://h/x")
    assert "is HTML" in read.warnings[0]


def test_rules_that_are_only_labelled_html_are_rules():
    read = Reading(h=(200, RULES, ("content-type", "text/html")))
    assert not allows(read(), "https://h/private/x")


def test_the_first_500_kib_count_and_the_rest_is_no_failure():
    late = b"User-agent: *\nDisallow: /early\n" + b"#" * MAX_BYTES + b"\nDisallow: /late\n"
    rules = Reading(h=late)()
    assert not allows(rules, "https://h/early")
    assert allows(rules, "https://h/late")


def test_a_crawl_delay_is_told_to_the_gate_at_once():
    read = Reading(h=b"User-agent: getdocs\nCrawl-delay: 2.5\n")
    read("https://h/x")
    assert read.gate.slowed == [("h", 2.5)]


DELAYS = (
    b"User-agent: getdocs\nCrawl-delay: 2\n\nUser-agent: hasty\nCrawl-delay: 1\n\nUser-agent: calm\nCrawl-delay: 9\n"
)


@pytest.mark.parametrize(
    ("agents", "slowed"),
    [
        (["calm/1"], [("h", 2.0), ("h", 9.0)]),
        (["hasty/1"], [("h", 2.0)]),
        (["calm/1", "hasty/1", "calm/1", "getdocs/1"], [("h", 2.0), ("h", 9.0)]),
        (["unnamed/1"], [("h", 2.0)]),
    ],
)
def test_the_gate_hears_of_the_largest_crawl_delay_among_the_agents_that_ask(agents, slowed):
    read = Reading(h=DELAYS)
    for agent in agents:
        read("https://h/x", agent)
    assert read.gate.slowed == slowed


def test_the_crawl_delay_of_another_agent_is_told_again_with_the_rules_of_the_next_day():
    read = Reading(h=DELAYS)
    read("https://h/x", "calm/1")
    read.time.seconds += MAX_AGE
    read("https://h/x", "calm/1")
    assert read.gate.slowed == [("h", 2.0), ("h", 9.0)] * 2


def test_without_a_crawl_delay_the_gate_hears_nothing():
    read = Reading(h=RULES)
    read()
    assert read.gate.slowed == []


def test_a_site_that_cannot_prove_who_it_is_is_a_failure_at_once():
    failed = Failed(FailReason.TLS, detail="the certificate is not trusted")
    reading = Reading(h=failed)
    assert reading() == failed
    assert (reading.wire.asked, reading.warnings) == (["https://h/robots.txt"], [])
