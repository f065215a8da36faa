"""Reads the robots.txt of each origin, once a day. What the rules mean is `policy`'s to say.

It goes by the bare wire: no cache (what a site permits has to be current), no chain. An answer that is not a yes is never
kept: it is asked for again after growing pauses while the URLs wait, and in the end the origin is given up (RFC 9309
2.3.1: 4xx means nothing to obey; 5xx, 429 and silence mean that nobody may crawl).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from getdocs import urls
from getdocs.fetch import content, location, quiet
from getdocs.fetch.backoff import Backoff
from getdocs.fetch.core import MAX_URL_LENGTH
from getdocs.fetch.flights import Flights
from getdocs.fetch.wire import Wire
from getdocs.model import Deferred, Failed, FailReason, Gate, Request, RequestKind, Response, Skipped, SkipReason
from getdocs.policy.robots import RobotsTxt

MAX_BYTES = 500 * 1024
"""Of one robots.txt, decompressed (the least that RFC 9309 2.5 demands); what follows is not read."""

MAX_REDIRECTS = 5
"""RFC 9309 2.3.1.2."""

MAX_FAILURES = 5
"""In a row; after that the origin is given up for this crawl."""

MAX_SITEMAPS = 100
"""Of one robots.txt: sites that split their sitemaps up do it by an index."""

MAX_AGE = 24 * 3600.0
"""Seconds that rules are gone by (RFC 9309 2.4); after that the site is asked again what it allows."""


@dataclass(slots=True)
class _Known:
    rules: RobotsTxt
    read_at: float
    delay: float = 0.0
    """Seconds of Crawl-delay that the Gate has been told: the largest of the agents that asked under these rules."""


@dataclass(frozen=True, slots=True)
class _NoAnswer:
    """The site has not said yes. `asked`: seconds of quiet that it wants."""

    why: str
    asked: float | None = None


class Robots:
    """The rules by origin. `clock` gives seconds that never run backwards, `now` the time of day (aware)."""

    def __init__(
        self,
        wire: Wire,
        gate: Gate,
        *,
        user_agent: str,
        on_warning: Callable[[str], None],
        clock: Callable[[], float],
        now: Callable[[], datetime],
    ) -> None:
        self._wire = wire
        self._gate = gate
        self._user_agent = user_agent
        self._on_warning = on_warning
        self._clock = clock
        self._now = now
        self._failures = Backoff(clock)
        self._known: dict[str, _Known] = {}
        self._asking: Flights[_Known | Skipped | Failed | Deferred] = Flights()

    async def rules(self, url: str, agent: str | None = None) -> RobotsTxt | Skipped | Failed | Deferred:
        """The rules that bind `url` (absolute http or https). `agent`: whom it is about to be asked as, where not as us.

        The Gate, which knows no agents, hears of the largest Crawl-delay among those who ask. Deferred while its origin has not said yes; Skipped where it is given up, or stands at a private address; Failed
        where it cannot prove who it is: no waiting mends that.
        """
        parsed = urls.parse(url)
        if parsed is None or not urls.is_web(parsed):
            return Skipped(SkipReason.SCHEME, url)
        known = self._known.get(parsed.origin)
        if known is None or self._clock() - known.read_at >= MAX_AGE:
            answer, _ = await self._asking.share(parsed.origin, lambda: self._ask(parsed))
            if not isinstance(answer, _Known):
                return answer
            known = answer
        if agent is not None:
            self._slow(parsed, known, agent)
        return known.rules

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """The Sitemap lines that bind the origin of `url`: absolute http(s), each once, in order, 100 at the most.

        From what has been read already: nothing is asked for. The record is that of sitemaps.org; relative values, which
        it does not know, are resolved on the file.
        """
        parsed = urls.parse(url)
        known = self._known.get(parsed.origin) if parsed else None
        if parsed is None or known is None:
            return ()
        found: dict[str, None] = {}
        for written in known.rules.sitemaps:
            named = urls.parse(written, f"{parsed.origin}/robots.txt")
            if named is not None and urls.is_web(named) and len(named.href) <= MAX_URL_LENGTH:
                found[urls.without_credentials(urls.without_fragment(named.href))] = None
            if len(found) == MAX_SITEMAPS:
                break
        return tuple(found)

    def _slow(self, parsed: urls.Url, known: _Known, agent: str) -> None:
        delay = known.rules.crawl_delay(agent) or 0.0
        if delay > known.delay:
            known.delay = delay
            self._gate.slow(parsed.netloc, delay)

    async def _ask(self, parsed: urls.Url) -> _Known | Skipped | Failed | Deferred:
        origin = parsed.origin
        unreachable = Skipped(
            SkipReason.ROBOTS_UNREACHABLE,
            f"{origin}/robots.txt has not answered, so nothing of this site may be asked for",
        )
        if self._failures.streak(origin) >= MAX_FAILURES:
            return unreachable
        if (left := self._failures.remaining(origin)) > 0:
            return Deferred(parsed.netloc, left, unreachable)
        answer = await self._read(f"{origin}/robots.txt")
        if isinstance(answer, Skipped | Failed):
            return answer
        if isinstance(answer, _NoAnswer):
            if self._failures.streak(origin) == 0:
                self._on_warning(
                    f"{origin}/robots.txt: {answer.why}; nothing of this site is asked for until it answers"
                )
            pause = self._failures.failed(origin, answer.asked)
            return Deferred(parsed.netloc, pause, Skipped(unreachable.reason, f"{origin}/robots.txt: {answer.why}"))
        self._failures.answered(origin)
        known = self._known[origin] = _Known(answer, self._clock())
        self._slow(parsed, known, self._user_agent)
        return known

    async def _read(self, first: str) -> RobotsTxt | Skipped | Failed | _NoAnswer:
        """Follows the redirects of `first`, across hosts; the rules found bind the origin first asked."""
        url = first
        asked: list[str] = []
        while url not in asked:
            if len(asked) > MAX_REDIRECTS:
                return _NoAnswer(f"more than {MAX_REDIRECTS} redirects")
            asked.append(url)
            # One byte more than is wanted, so that the parser can tell a file that was cut.
            request = Request(url, RequestKind.ROBOTS, headers=(("user-agent", self._user_agent),))
            response = await self._wire.send_prefix(request, MAX_BYTES + 1)
            if isinstance(response, Deferred):
                return _NoAnswer(quiet.DETAIL, response.seconds)
            if not isinstance(response, Response):
                if len(asked) == 1 and (isinstance(response, Skipped) or response.reason is FailReason.TLS):
                    return response
                return _NoAnswer(f"{response.reason}: {response.detail}" if response.detail else str(response.reason))
            if response.status not in location.STATUSES:
                return self._judged(first, response)
            target = location.of(response)
            if target is None:
                return _NoAnswer(f"a {response.status} without a usable Location")
            url = _not_downgraded(url, target)
        return _NoAnswer(f"a redirect loop over {url}")

    def _judged(self, first: str, response: Response) -> RobotsTxt | _NoAnswer:
        if 400 <= response.status < 500 and response.status != 429:
            return RobotsTxt.parse(b"")
        if not 200 <= response.status < 300:
            asked = quiet.seconds(response, self._now())
            return _NoAnswer(f"status {response.status}", asked)
        rules = RobotsTxt.parse(response.body)
        # Only what both the server and the body call HTML is no robots.txt: mislabelled rules are rules.
        if not rules.is_html or content.media_type(response) not in content.HTML_TYPES:
            return rules
        self._on_warning(f"{first} is HTML, not a robots.txt: taken for a site without rules")
        return RobotsTxt.parse(b"")


def _not_downgraded(url: str, target: str) -> str:
    """The target of a redirect, but on https where it would leave https on one host: as for pages, that is never done."""
    source, aim = urls.parse(url), urls.parse(target)
    if source is None or aim is None or source.netloc != aim.netloc or (source.scheme, aim.scheme) != ("https", "http"):
        return target
    return urls.with_scheme(target, "https")
