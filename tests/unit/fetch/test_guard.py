import asyncio
from dataclasses import replace

import pytest

from getdocs.config import CrawlConfig, RobotsFor
from getdocs.fetch.guard import Approval, Guard, Judge, OwnSteps
from getdocs.model import (
    CrawlDelay,
    Deferred,
    Hop,
    Request,
    RequestKind,
    Response,
    Skipped,
    SkipReason,
)
from getdocs.policy.pin import Pins
from getdocs.policy.robots import RobotsTxt
from getdocs.policy.scope import Scope

from .loopback import Time

UNREACHABLE = Skipped(SkipReason.ROBOTS_UNREACHABLE, "503")


class Rules:
    """Stands for the robots.txt of every origin; answers in turn, the last one for ever."""

    def __init__(self, *answers):
        self.answers = [RobotsTxt.parse(each) if isinstance(each, bytes) else each for each in answers]
        self.asked = []
        self.agents = []

    async def rules(self, url, agent):
        self.asked.append(url)
        self.agents.append(agent)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def judge(robots=None, seed="https://h/docs/", time=None, robots_for=RobotsFor.ALL):
    config = CrawlConfig(seeds=(seed,))
    return Judge(
        scope=Scope.of(config),
        pins=Pins(config.seeds),
        robots=robots,
        user_agent="getdocs/1",
        sleep=(time or Time()).sleep,
        robots_for=robots_for,
    )


def judged(url, kind=RequestKind.DOCUMENT, robots=None, **more):
    headers = more.pop("headers", ())
    return asyncio.run(judge(robots, **more).judge(Request(url, kind, headers=headers)))


def test_an_allowed_url_is_approved_as_it_will_be_sent():
    assert judged("https://h/docs/a", robots=Rules(b"")) == Approval("https://h/docs/a", "allowed")


def test_the_scheme_is_pinned_before_anything_is_judged():
    rules = Rules(b"")
    verdict = judged("http://h/docs/a", robots=rules)
    assert isinstance(verdict, Approval)
    assert (verdict.url, rules.asked) == ("https://h/docs/a", ["https://h/docs/a"])


def test_a_url_out_of_scope_is_skipped_without_asking_its_host_for_robots():
    rules = Rules(b"")
    verdict = judged("https://other/x", robots=rules)
    assert isinstance(verdict, Skipped)
    assert verdict.reason is SkipReason.SCOPE
    assert "https://other/x" in verdict.detail
    assert rules.asked == []


def test_a_refusal_names_the_rule_and_its_line():
    verdict = judged("https://h/docs/x", robots=Rules(b"User-agent: *\nDisallow: /docs/\n"))
    assert isinstance(verdict, Skipped)
    assert verdict.reason is SkipReason.ROBOTS
    assert "Disallow: /docs/" in verdict.detail
    assert "line 2" in verdict.detail


def test_rules_are_read_for_the_agent_that_this_request_is_sent_under():
    rules = Rules(b"User-agent: acmebot\nDisallow: /\n")
    as_acme = (("user-agent", "acmebot/2"),)
    assert isinstance(judged("https://h/docs/x", robots=rules), Approval)
    assert isinstance(judged("https://h/docs/x", robots=rules, headers=as_acme), Skipped)


@pytest.mark.parametrize(
    "kind", [RequestKind.IMAGE, RequestKind.FONT, RequestKind.MEDIA, RequestKind.PING, RequestKind.WEB_SOCKET]
)
def test_kinds_that_are_never_sent_are_skipped(kind):
    verdict = judged("https://h/docs/x", kind)
    assert isinstance(verdict, Skipped)
    assert "not loaded" in verdict.detail


@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://crash", "mailto:x@h", "not a url"])
def test_only_web_urls_pass(url):
    verdict = judged(url)
    assert isinstance(verdict, Skipped)
    assert verdict.reason is SkipReason.SCHEME


def test_a_script_passes_robots_but_not_scope():
    rules = Rules(b"User-agent: *\nDisallow: /private/\n")
    assert isinstance(judged("https://cdn/app.js", RequestKind.SCRIPT, rules), Approval)
    assert isinstance(judged("https://cdn/private/app.js", RequestKind.SCRIPT, rules), Skipped)


def test_a_frame_of_another_host_is_refused_without_asking_that_host_for_anything():
    rules = Rules(b"")
    verdict = judged("https://video.example/embed", RequestKind.FRAME, rules)
    assert isinstance(verdict, Skipped)
    assert (verdict.reason, rules.asked) == (SkipReason.SCOPE, [])
    assert isinstance(judged("https://h/elsewhere/demo", RequestKind.FRAME, rules), Approval)


def test_a_crawl_delay_travels_with_the_approval():
    verdict = judged("https://h/docs/x", robots=Rules(b"User-agent: *\nCrawl-delay: 2\n"))
    assert isinstance(verdict, Approval)
    assert verdict.crawl_delays == (CrawlDelay("h", 2.0),)


def test_a_question_mark_that_nothing_follows_is_not_judged_because_it_is_not_sent():
    verdict = judged("https://h/docs/x?#route", robots=Rules(b"User-agent: *\nDisallow: /docs/x$\n"))
    assert isinstance(verdict, Skipped)


@pytest.mark.parametrize(
    ("url", "aim"), [("http://h/docs/x?#route", "https://h/docs/x#route"), ("https://u:p@h/docs/", "https://h/docs/")]
)
def test_where_a_request_would_go_is_told_without_asking_anybody(url, aim):
    rules = Rules(b"User-agent: *\nDisallow: /\n")
    assert judge(rules).aim(Request(url, RequestKind.DOCUMENT)) == aim
    assert rules.asked == []


@pytest.mark.parametrize("url", ["https://other/docs/x", "https://h/elsewhere", "mailto:x@h"])
def test_where_a_request_may_not_go_is_told_without_asking_anybody(url):
    rules = Rules(b"")
    assert isinstance(judge(rules).aim(Request(url, RequestKind.DOCUMENT)), Skipped)
    assert rules.asked == []


# A site that has not said yes.


def deferred(seconds):
    return Deferred("h", seconds, UNREACHABLE)


@pytest.mark.parametrize("kind", [RequestKind.DOCUMENT, RequestKind.SITEMAP])
def test_a_page_or_a_listing_is_put_back(kind):
    assert judged("https://h/docs/x", kind, Rules(deferred(1.0))) == deferred(1.0)


def test_a_part_of_a_page_waits_for_a_short_while():
    time = Time()
    rules = Rules(deferred(1.0), deferred(2.0), b"")
    verdict = judged("https://h/a.js", RequestKind.SCRIPT, rules, time=time)
    assert isinstance(verdict, Approval)
    assert time.slept == [1.0, 2.0]


def test_a_part_of_a_page_is_never_put_back():
    time = Time()
    verdict = judged("https://h/a.js", RequestKind.SCRIPT, Rules(deferred(60.0)), time=time)
    assert isinstance(verdict, Skipped)
    assert verdict.reason is SkipReason.ROBOTS_UNREACHABLE
    assert time.slept == []


# The Guard around a chain.


class Chain:
    def __init__(self):
        self.asked = []

    async def __call__(self, request):
        self.asked.append(request.url)
        return Response(request.url, 200, (), b"")


def guarded(url, robots=None, kind=RequestKind.DOCUMENT):
    chain = Chain()
    fetched = asyncio.run(Guard(judge(robots), chain)(Request(url, kind)))
    return fetched, chain.asked


def test_what_is_refused_never_enters_the_chain():
    fetched, asked = guarded("https://h/docs/x", Rules(b"User-agent: *\nDisallow: /\n"))
    assert isinstance(fetched, Skipped)
    assert asked == []
    assert fetched.trail == (Hop("https://h/docs/x", None, f"robots: {fetched.detail}"),)


def test_what_is_allowed_enters_the_chain_pinned():
    fetched, asked = guarded("http://h/docs/x", Rules(b""))
    assert isinstance(fetched, Response)
    assert asked == ["https://h/docs/x"]
    assert fetched.trail == (Hop("https://h/docs/x", 200, "allowed"),)


# Robots for pages only.

RULES = b"User-agent: *\nDisallow: /\n"


@pytest.mark.parametrize(
    "kind",
    [RequestKind.SCRIPT, RequestKind.STYLESHEET, RequestKind.XHR, RequestKind.WORKER, RequestKind.FRAME],
)
def test_parts_of_a_page_can_be_relieved_of_robots(kind):
    rules = Rules(RULES)
    verdict = judged("https://h/docs/x", kind, rules, robots_for=RobotsFor.PAGES)
    assert isinstance(verdict, Approval)
    assert rules.asked == []


@pytest.mark.parametrize("kind", [RequestKind.DOCUMENT, RequestKind.SITEMAP, RequestKind.ASSET])
def test_what_the_crawl_itself_asks_for_is_never_relieved_of_robots(kind):
    assert isinstance(judged("https://h/docs/x", kind, Rules(RULES), robots_for=RobotsFor.PAGES), Skipped)


# The user's own steps.


def through(step, request, robots=None):
    chain = Requests()
    fetched = asyncio.run(OwnSteps([step], judge(robots))(request, chain))
    return fetched, chain.asked


class Requests:
    def __init__(self):
        self.asked = []

    async def __call__(self, request):
        self.asked.append(request)
        return Response(request.url, 200, (), b"")


def changing(**changes):
    async def step(request, proceed):
        return await proceed(replace(request, **changes))

    return step


PAGE = Request("https://h/docs/a", RequestKind.DOCUMENT)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"url": "https://h/docs/private"}, SkipReason.ROBOTS),
        ({"url": "https://other/docs/"}, SkipReason.SCOPE),
        ({"url": "https://h/elsewhere"}, SkipReason.SCOPE),
        ({"url": "file:///etc/passwd"}, SkipReason.SCHEME),
        ({"url": "https://h/docs/private", "kind": RequestKind.ROBOTS}, SkipReason.ROBOTS),
        ({"url": "https://other/", "kind": RequestKind.ASSET}, SkipReason.SCOPE),
        ({"headers": (("user-agent", "acmebot/2"),)}, SkipReason.ROBOTS),
        ({"headers": (("User-Agent", "acmebot/2"),)}, SkipReason.ROBOTS),
    ],
)
def test_a_request_that_a_step_changed_is_judged_as_it_is_now_and_as_what_it_was_asked_for_as(changes, reason):
    rules = Rules(b"User-agent: acmebot\nDisallow: /\n\nUser-agent: *\nDisallow: /docs/private\n")
    fetched, asked = through(changing(**changes), PAGE, rules)
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, asked) == (reason, [])


def test_a_url_that_a_step_changed_is_pinned_again():
    _, asked = through(changing(url="http://h/docs/b"), PAGE, Rules(b""))
    assert [request.url for request in asked] == ["https://h/docs/b"]


def test_a_step_that_proceeds_twice_is_judged_twice():
    async def both(request, proceed):
        await proceed(replace(request, url="https://h/docs/b"))
        return await proceed(replace(request, url="https://h/docs/private"))

    fetched, asked = through(both, PAGE, Rules(b"User-agent: *\nDisallow: /docs/private\n"))
    assert isinstance(fetched, Skipped)
    assert [request.url for request in asked] == ["https://h/docs/b"]


def test_rules_are_asked_for_in_the_name_that_a_step_gave_the_request():
    rules = Rules(b"")
    through(changing(headers=(("User-Agent", "acmebot/2"),)), PAGE, rules)
    assert rules.agents == ["acmebot/2"]
