"""Asks one origin for its robots.txt exactly as a crawl would, and tells what came back. Asks for nothing else."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from getdocs.config import CrawlConfig
from getdocs.fetch.addresses import AddressRule
from getdocs.fetch.core import Core, Exchanged
from getdocs.fetch.network import Network
from getdocs.fetch.robots import Robots
from getdocs.fetch.wire import Wire
from getdocs.model import Deferred, Request, RequestKind, Response
from getdocs.policy.robots import RobotsTxt


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What an origin says of its robots.txt."""

    rules: RobotsTxt | None
    """None where it has not said yes: then a crawl asks for nothing of it."""
    asked: tuple[tuple[str, int | None], ...]
    """Each URL asked, in order, and the status that came back; None where nothing did."""
    said: tuple[str, ...]
    """What there is to say about the answer beyond its rules."""


async def inquire(config: CrawlConfig) -> Inquiry:
    """Asks the origin of the one Seed of `config`, under its own user agent, whoever the rules are then read for.

    Raises UsageError where the network settings cannot be used.
    """
    (url,) = config.seeds
    network = Network.of(config)
    said: list[str] = []
    core = Core(
        timeout=config.timeout,
        max_body=config.max_body_size,
        addresses=AddressRule.of_crawl(config),
        tls=network.tls,
        proxies=network.proxies,
    )
    async with core:
        wire = _Overheard(core)
        robots = Robots(
            wire,
            _OpenGate(),
            user_agent=config.user_agent,
            on_warning=said.append,
            clock=time.monotonic,
            now=_time_of_day,
        )
        rules = await robots.rules(url)
    if isinstance(rules, RobotsTxt):
        return Inquiry(rules, tuple(wire.asked), tuple(said))
    final = rules.final if isinstance(rules, Deferred) else rules
    return Inquiry(None, tuple(wire.asked), (final.detail,))


def _time_of_day() -> datetime:
    return datetime.now(UTC)


class _Overheard(Wire):
    """A wire that notes what goes over it."""

    def __init__(self, core: Core) -> None:
        super().__init__(core, _OpenGate(), clock=time.monotonic, now=_time_of_day, dress=lambda request: request)
        self.asked: list[tuple[str, int | None]] = []

    async def send_prefix(self, request: Request, size: int) -> Exchanged | Deferred:
        exchanged = await super().send_prefix(request, size)
        self.asked.append((request.url, exchanged.status if isinstance(exchanged, Response) else None))
        return exchanged


class _OpenGate:
    """Lets everything through: it is one file, asked for once."""

    async def enter(self, url: str, kind: RequestKind) -> float:  # noqa: ARG002 - as a Gate is asked
        """At once."""
        return 0.0

    def leave(self, url: str, kind: RequestKind, seconds: float, status: int | None) -> None:
        """Nothing to learn from it."""

    def quiet(self, host: str, seconds: float) -> None:
        """Nothing follows that could wait."""

    def slow(self, host: str, seconds: float) -> None:
        """Nothing follows that could be slower."""
