"""Store and pacer at work together, with workers as a crawl has them and a clock that jumps."""

import asyncio

from getdocs.frontier.pacing import Pacer
from getdocs.frontier.store import Frontier, Wait
from getdocs.model import Discovered, Failed, FailReason, Lease, RequestKind

from .fake_time import FakeTime

SECONDS_PER_ANSWER = 0.2


class Crawl:
    def __init__(self, frontier, *, workers, delay=1.0):
        self.frontier, self.workers = frontier, workers
        self.time = FakeTime()
        self.start = self.time.now
        self.pacer = Pacer(
            delay=delay, concurrency=4, clock=self.time.clock, sleep=self.time.sleep, warn=lambda _: None
        )
        self.requests: list[tuple[float, str]] = []
        self.on_the_wire_late: list[str] = []

    async def work(self):
        while True:
            match self.frontier.lease(self.time.now, pace=self.pacer):
                case Lease() as lease:
                    await self.visit(lease)
                case Wait(seconds):
                    await self.time.sleep(0.1 if seconds is None else max(seconds, 0.001))
                case _:
                    return

    async def visit(self, lease):
        leased_at = self.time.now
        await self.pacer.enter(lease.url, RequestKind.DOCUMENT)
        if self.time.now > leased_at + 0.01:
            self.on_the_wire_late.append(lease.url)
        self.requests.append((self.time.now - self.start, lease.url))
        await self.time.sleep(SECONDS_PER_ANSWER)
        self.pacer.leave(lease.url, RequestKind.DOCUMENT, SECONDS_PER_ANSWER, 200)
        self.frontier.settle(lease, Failed(FailReason.EMPTY))

    async def all_workers(self):
        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers):
                group.create_task(self.work())

    def run(self):
        self.time.run(self.all_workers())
        return self

    def times(self, host):
        return [at for at, url in self.requests if f"//{host}/" in url]


def crawl(*urls, workers=4, slow=None, delay=1.0):
    with Frontier.open(None) as frontier:
        frontier.add(Discovered(url, 1) for url in urls)
        running = Crawl(frontier, workers=workers, delay=delay)
        for host, seconds in (slow or {}).items():
            running.pacer.slow(host, seconds)
        return running.run()


def test_no_worker_sits_on_a_lease_of_a_host_that_rests():
    urls = [f"https://{host}/{page}" for page in range(5) for host in ("x", "y", "z")]
    assert crawl(*urls, workers=2).on_the_wire_late == []


def test_a_host_with_a_long_crawl_delay_does_not_slow_down_another():
    slow, fast = [f"https://slow/{n}" for n in range(5)], [f"https://fast/{n}" for n in range(10)]
    times = crawl(*slow, *fast, slow={"slow": 50.0}, workers=1).times("fast")
    assert times[-1] < 10 * (1.0 + 2 * SECONDS_PER_ANSWER)


def test_one_host_is_kept_as_busy_as_its_delay_allows():
    times = crawl(*(f"https://h/{n}" for n in range(10))).times("h")
    assert times[-1] < 9 * (1.0 + SECONDS_PER_ANSWER) + 0.1


def test_without_a_delay_all_workers_are_at_work_on_one_host():
    times = crawl(*(f"https://h/{n}" for n in range(8)), delay=0.0).times("h")
    assert times[3] == 0.0
    assert times[-1] < 2 * SECONDS_PER_ANSWER
