"""May this request be made, and where does it go: pin, then Scope, then robots. It wraps the chain, cache included.

Robots comes last, because asking another host for its robots.txt is already a visit. Which checks a kind passes stands in
`policy.kinds`. The decision (`Judge`) is apart from acting on it (`Guard`), so that it can be taken again further in.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from getdocs import urls
from getdocs.config import RobotsFor
from getdocs.fetch import user_agent
from getdocs.fetch.chain import Answered, Handler, Middleware, chain
from getdocs.fetch.noting import Note, noted
from getdocs.fetch.robots import Robots
from getdocs.model import (
    CrawlDelay,
    Deferred,
    Failed,
    Hop,
    Request,
    RequestKind,
    Response,
    Skipped,
    SkipReason,
)
from getdocs.policy.kinds import CHECKS
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope

PATIENCE = 4.0
"""Seconds that a part of a page waits for a robots.txt that did not answer at first; a page is put back instead."""


@dataclass(frozen=True, slots=True)
class Approval:
    """The request may be made, of `url`."""

    url: str
    verdict: str
    crawl_delays: tuple[CrawlDelay, ...] = ()


class Judge:
    """Takes the decision. `robots` is None where the user chose to ignore robots.txt: then none is read.

    `note` hears of each request that it has not approved of.
    """

    def __init__(
        self,
        *,
        scope: Scope,
        pins: Pins,
        robots: Robots | None,
        user_agent: str,
        sleep: Callable[[float], Awaitable[None]],
        robots_for: RobotsFor = RobotsFor.ALL,
        note: Note | None = None,
    ) -> None:
        self._scope = scope
        self._pins = pins
        self._robots = robots
        self._user_agent = user_agent
        self._sleep = sleep
        self._spares_parts = robots_for is RobotsFor.PAGES
        self._note = note

    def address(self, url: str, kind: RequestKind) -> str:
        """The URL that is judged and sent: pinned, without credentials, without a question mark that nothing follows."""
        parsed = urls.parse(url)
        if parsed is None or not urls.is_web(parsed):
            return url
        base, mark, fragment = urls.without_credentials(url).partition("#")
        clean = (base if parsed.query else base.removesuffix("?")) + mark + fragment
        return self._pins.apply(clean) if CHECKS[kind].pin else clean

    def aim(self, request: Request) -> str | Skipped:
        """The URL that `request` would be sent to, as far as that can be said without asking anybody: pin and Scope."""
        checks = CHECKS[request.kind]
        parsed = urls.parse(request.url)
        if parsed is None or not urls.is_web(parsed):
            return Skipped(SkipReason.SCHEME, f"not an http(s) URL: {request.url}")
        if not checks.sent:
            return Skipped(SkipReason.SCHEME, f"{request.kind}: not loaded")
        url = self.address(request.url, request.kind)
        if checks.scope and (refusal := self._scope.refusal(url)) is not None:
            return Skipped(SkipReason.SCOPE, f"{url}: {refusal}")
        if checks.host and (refusal := self._scope.host_refusal(url)) is not None:
            return Skipped(SkipReason.SCOPE, f"{url}: {refusal}")
        return url

    async def judge(self, request: Request) -> Approval | Skipped | Failed | Deferred:
        """The verdict on `request`. May read the robots.txt of its origin; nothing else is asked for."""
        verdict = await self._judge(request)
        if self._note is not None and not isinstance(verdict, Approval):
            self._note(noted(replace(request, url=self.address(request.url, request.kind)), verdict))
        return verdict

    async def _judge(self, request: Request) -> Approval | Skipped | Failed | Deferred:
        url, checks = self.aim(request), CHECKS[request.kind]
        if isinstance(url, Skipped):
            return url
        if not checks.robots or self._robots is None or (checks.part and self._spares_parts):
            return Approval(url, "allowed")
        return await self._by_robots(self._robots, replace(request, url=url))

    async def _by_robots(self, robots: Robots, request: Request) -> Approval | Skipped | Failed | Deferred:
        agent = user_agent.of(request, self._user_agent)
        rules = await robots.rules(request.url, agent)
        while isinstance(rules, Deferred) and not CHECKS[request.kind].put_back:
            if rules.seconds > PATIENCE:
                return Skipped(SkipReason.ROBOTS_UNREACHABLE, rules.final.detail)
            await self._sleep(rules.seconds)
            rules = await robots.rules(request.url, agent)
        if isinstance(rules, Skipped | Failed | Deferred):
            return rules
        verdict = rules.allows(request.url, agent)
        if not verdict.allowed:
            return Skipped(SkipReason.ROBOTS, f"{verdict.rule} (line {verdict.line} of robots.txt)")
        parsed, delay = urls.parse(request.url), rules.crawl_delay(agent)
        delays = (CrawlDelay(parsed.netloc, delay),) if parsed and delay else ()
        return Approval(request.url, "allowed", delays)


class Guard:
    """Lets a request into `chain` when `judge` approves of it, and notes the Hop. One request: a 3xx is handed back.

    `note` hears of each answer out of the cache.
    """

    def __init__(self, judge: Judge, chain: Handler, note: Note | None = None) -> None:
        self._judge = judge
        self._chain = chain
        self._note = note

    async def __call__(self, request: Request) -> Answered:
        """What came of the request, with the one Hop that it was as its trail."""
        verdict = await self._judge.judge(request)
        if isinstance(verdict, Deferred):
            return verdict
        if isinstance(verdict, Skipped | Failed):
            url = self._judge.address(request.url, request.kind)
            return replace(verdict, trail=(Hop(url, None, f"{verdict.reason}: {verdict.detail}"),))
        fetched = await self._chain(replace(request, url=verdict.url))
        if isinstance(fetched, Response):
            if self._note is not None and fetched.from_cache:
                self._note(noted(replace(request, url=verdict.url), fetched))
            hop = Hop(verdict.url, fetched.status, verdict.verdict)
            return replace(fetched, trail=(hop,), crawl_delays=verdict.crawl_delays)
        if isinstance(fetched, Deferred):
            return fetched
        hop = Hop(verdict.url, None, f"{fetched.reason}: {fetched.detail}")
        return replace(fetched, trail=(hop,))


class OwnSteps:
    """The user's own steps of the chain, as one. What they let through is judged again, so that none gets round the Guard.

    The Crawl-delay of a changed request goes to the Gate, which honours it; the Response names that of the request as asked.
    """

    def __init__(self, steps: Sequence[Middleware], judge: Judge) -> None:
        self._steps = steps
        self._judge = judge

    async def __call__(self, request: Request, proceed: Handler) -> Answered:
        """What the steps make of `request`."""

        async def judged(changed: Request) -> Answered:
            # Another kind would pass other checks, and a name in capitals would hide a field from them.
            fields = tuple((name.lower(), value) for name, value in changed.headers)
            changed = replace(changed, kind=request.kind, headers=fields)
            verdict = await self._judge.judge(changed)
            if isinstance(verdict, Approval):
                return await proceed(replace(changed, url=verdict.url))
            return verdict

        return await chain(self._steps, judged)(request)
