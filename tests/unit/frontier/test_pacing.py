import asyncio
import random
from itertools import pairwise

import pytest

from getdocs.frontier.pacing import ASSET_SHARE, DOCUMENTS, LONGEST_QUIET, SHARES, Pacer
from getdocs.model import RequestKind

from .fake_time import FakeTime

DOCUMENT, SCRIPT, XHR = RequestKind.DOCUMENT, RequestKind.SCRIPT, RequestKind.XHR
H = "https://h/"


class Site:
    """Sends requests through a Pacer and writes down when each was on the wire."""

    def __init__(self, *, delay=1.0, concurrency=4):
        self.time = FakeTime()
        self.start = self.time.now
        self.warnings: list[str] = []
        self.log: list[tuple[float, float, str, RequestKind]] = []
        self.pacer = Pacer(
            delay=delay,
            concurrency=concurrency,
            clock=self.time.clock,
            sleep=self.time.sleep,
            warn=self.warnings.append,
        )

    @property
    def now(self):
        return self.time.now - self.start

    async def send(self, url=H, kind=DOCUMENT, *, takes=0.0, status=200):
        await self.pacer.enter(url, kind)
        began = self.now
        try:
            if takes:
                await self.time.sleep(takes)
        finally:
            self.pacer.leave(url, kind, self.now - began, status)
            self.log.append((began, self.now, url, kind))

    async def together(self, *requests):
        async with asyncio.TaskGroup() as group:
            for request in requests:
                group.create_task(request)

    def run(self, *requests):
        self.time.run(self.together(*requests))

    @property
    def starts(self):
        return [round(began, 6) for began, *_ in sorted(self.log)]

    @property
    def pauses(self):
        log = sorted(self.log)
        return [round(after[0] - before[1], 6) for before, after in pairwise(log)]

    def most_open(self):
        events = sorted([(began, 1) for began, *_ in self.log] + [(ended, -1) for _, ended, *_ in self.log])
        running = most = 0
        for _, step in events:
            running += step
            most = max(most, running)
        return most


async def one_after_another(*requests):
    for request in requests:
        await request


def test_the_first_request_goes_at_once():
    site = Site()
    site.run(site.send())
    assert site.starts == [0.0]


def test_documents_are_a_delay_apart_from_the_end_of_one_to_the_start_of_the_next():
    site = Site(delay=1.0)
    site.run(*(site.send(takes=0.5) for _ in range(3)))
    assert site.pauses == [1.0, 1.0]


@pytest.mark.parametrize("kind", sorted(DOCUMENTS))
def test_each_kind_of_document_waits_for_the_one_before(kind):
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(), site.send(kind=kind)))
    assert site.starts == [0.0, 1.0]


def test_the_delay_counts_from_the_end_of_the_robots_fetch():
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(kind=RequestKind.ROBOTS, takes=0.8), site.send()))
    assert site.starts == [0.0, 1.8]


def test_assets_are_a_share_of_the_delay_apart_and_one_at_a_time():
    site = Site(delay=1.0)
    site.run(*(site.send(kind=RequestKind.ASSET, takes=0.5) for _ in range(3)))
    assert site.pauses == [ASSET_SHARE, ASSET_SHARE]


def test_a_document_behind_an_asset_waits_for_the_whole_delay():
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(kind=RequestKind.ASSET), site.send()))
    assert site.starts == [0.0, 1.0]


def test_a_crawl_delay_holds_for_assets_in_full():
    site = Site(delay=1.0)
    site.pacer.slow("h", 3.0)
    site.run(*(site.send(kind=RequestKind.ASSET) for _ in range(3)))
    assert site.starts == [0.0, 3.0, 6.0]


@pytest.mark.parametrize("kind", sorted(set(RequestKind) - set(SHARES)))
def test_no_subresource_waits_for_our_own_delay(kind):
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(), site.send(kind=kind)))
    assert site.starts == [0.0, 0.0]


def test_a_document_that_waits_does_not_hold_up_the_subresources_behind_it():
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(), site.together(site.send(), site.send(kind=SCRIPT))))
    assert [(began, kind) for began, _, _, kind in site.log] == [(0.0, DOCUMENT), (0.0, SCRIPT), (1.0, DOCUMENT)]


def test_hosts_do_not_wait_for_each_other():
    site = Site(delay=1.0)
    site.run(*(site.send(f"https://{host}/") for host in ("a", "b", "a:8080")))
    assert site.starts == [0.0, 0.0, 0.0]


def test_http_and_https_of_one_host_share_its_pace():
    site = Site(delay=1.0)
    site.run(site.send("https://h/"), site.send("http://h/"))
    assert site.starts == [0.0, 1.0]


def test_documents_of_one_host_go_in_the_order_in_which_they_came():
    site = Site(delay=1.0)
    site.run(*(site.send(f"https://h/{n}") for n in range(5)))
    assert [url for _, _, url, _ in site.log] == [f"https://h/{n}" for n in range(5)]


def test_no_more_requests_are_open_to_a_host_than_allowed():
    site = Site(delay=0.0, concurrency=3)
    site.run(*(site.send(kind=kind, takes=1.0) for kind in (DOCUMENT, SCRIPT, XHR) * 5))
    assert site.most_open() == 3
    assert site.starts[-1] == 4.0


def test_without_a_delay_nothing_but_the_number_open_holds_documents_back():
    site = Site(delay=0.0, concurrency=2)
    site.run(*(site.send(takes=1.0) for _ in range(4)))
    assert site.starts == [0.0, 0.0, 1.0, 1.0]


def test_a_stream_of_subresources_does_not_starve_a_document():
    site = Site(delay=0.0, concurrency=1)
    site.run(site.send(kind=SCRIPT, takes=1.0), site.send(), *(site.send(kind=SCRIPT, takes=1.0) for _ in range(5)))
    assert sorted(site.log)[1][3] is DOCUMENT


# The site's own Crawl-delay


def test_a_crawl_delay_stands_between_all_requests():
    site = Site(delay=0.0)
    site.pacer.slow("h", 2.0)
    site.run(*(site.send(kind=kind, takes=0.5) for kind in (DOCUMENT, SCRIPT, XHR, DOCUMENT, SCRIPT)))
    assert site.pauses == [2.0] * 4


def test_a_crawl_delay_counts_from_the_end_of_the_robots_fetch_that_named_it():
    site = Site(delay=0.0)

    async def visit():
        await site.send(kind=RequestKind.ROBOTS, takes=0.3)
        site.pacer.slow("h", 2.0)
        await site.send()

    site.run(visit())
    assert site.starts == [0.0, 2.3]


@pytest.mark.parametrize(("own", "asked", "between"), [(3.0, 2.0, 3.0), (1.0, 2.0, 2.0)])
def test_between_documents_the_larger_of_the_two_delays_stands(own, asked, between):
    site = Site(delay=own)
    site.pacer.slow("h", asked)
    site.run(site.send(), site.send())
    assert site.starts == [0.0, between]


def test_a_crawl_delay_of_one_host_leaves_others_alone():
    site = Site(delay=0.0)
    site.pacer.slow("h", 2.0)
    site.run(site.send("https://other/"), site.send("https://other/"))
    assert site.starts == [0.0, 0.0]


def test_an_absurd_crawl_delay_is_capped_with_one_warning():
    site = Site(delay=0.0)
    site.pacer.slow("h", 86_400.0)
    site.pacer.slow("h", 86_400.0)
    site.run(site.send(), site.send())
    assert site.starts == [0.0, 60.0]
    assert site.warnings == ["h: Crawl-delay of 86400 s is capped at 60 s"]


@pytest.mark.parametrize("seconds", [0.0, -5.0, float("nan")])
def test_a_senseless_crawl_delay_is_none(seconds):
    site = Site(delay=0.0)
    site.pacer.slow("h", seconds)
    site.run(site.send(), site.send())
    assert site.starts == [0.0, 0.0]


def test_an_early_document_is_not_starved_by_subresources_under_a_crawl_delay():
    site = Site(delay=0.0)
    site.pacer.slow("h", 1.0)
    site.run(site.send(kind=SCRIPT), site.send(), *(site.send(kind=SCRIPT) for _ in range(5)))
    assert sorted(site.log)[1][3] is DOCUMENT


def test_who_came_first_goes_first_even_if_it_began_to_count_later():
    site = Site(delay=0.0)
    site.pacer.slow("h", 1.0)
    site.pacer.quiet("h", 5.0)

    async def visit():
        async with asyncio.TaskGroup() as group:
            ahead = group.create_task(site.send("https://h/gives-up"))
            group.create_task(site.send("https://h/first"))
            group.create_task(site.send("https://h/second", SCRIPT))
            await site.time.sleep(3.0)
            ahead.cancel()

    site.run(visit())
    assert [url for _, _, url, _ in site.log] == ["https://h/first", "https://h/second"]


# Retry-After


def test_nothing_at_all_goes_to_a_quiet_host():
    site = Site(delay=0.0)
    site.pacer.quiet("h", 12.0)
    site.run(site.send(), site.send(kind=SCRIPT))
    assert site.starts == [12.0, 12.0]


def test_a_host_that_becomes_quiet_stops_those_who_already_wait():
    site = Site(delay=1.0)

    async def visit():
        await site.send()
        async with asyncio.TaskGroup() as group:
            group.create_task(site.send())
            await site.time.sleep(0.5)
            site.pacer.quiet("h", 30.0)

    site.run(visit())
    assert site.starts == [0.0, 30.5]


def test_a_shorter_quiet_does_not_end_a_longer_one():
    site = Site(delay=0.0)
    site.pacer.quiet("h", 12.0)
    site.pacer.quiet("h", 3.0)
    site.run(site.send())
    assert site.starts == [12.0]


@pytest.mark.parametrize("kind", [DOCUMENT, SCRIPT])
def test_who_would_have_to_wait_too_long_for_a_quiet_host_is_handed_back_and_has_taken_nothing(kind):
    site = Site(delay=0.0)
    site.pacer.quiet("h", 3120.0)
    assert site.time.run(site.pacer.enter(H, kind)) == 3120.0
    assert site.pacer.due_in("h") == 3120.0


def test_as_long_as_requests_wait_at_most_is_waited_for():
    site = Site(delay=0.0)
    site.pacer.quiet("h", LONGEST_QUIET)
    assert site.time.run(site.pacer.enter(H, DOCUMENT)) == 0.0
    assert site.now == LONGEST_QUIET


def test_a_host_that_becomes_quiet_for_long_sends_back_those_who_already_wait():
    site = Site(delay=0.0, concurrency=1)

    async def visit():
        await site.pacer.enter(H, DOCUMENT)
        async with asyncio.TaskGroup() as group:
            waiting = [group.create_task(site.pacer.enter(H, kind)) for kind in (DOCUMENT, SCRIPT, SCRIPT, XHR)]
            await site.time.sleep(1.0)
            site.pacer.quiet("h", 3120.0)
            site.pacer.leave(H, DOCUMENT, 1.0, 429)
        return [task.result() for task in waiting]

    assert site.time.run(visit()) == [3120.0] * 4
    assert site.now == 1.0


def test_a_host_that_is_quiet_for_long_sends_nobody_of_another_host_back():
    site = Site(delay=0.0)
    site.pacer.quiet("h", 3120.0)
    assert site.time.run(site.pacer.enter("https://other/", DOCUMENT)) == 0.0


# The adaptive delay


def test_a_slow_host_gets_longer_rests():
    site = Site(delay=1.0)
    site.run(*(site.send(takes=9.0) for _ in range(8)))
    assert site.pauses == sorted(site.pauses)
    assert 1.0 < site.pauses[0] < site.pauses[-1] < 9.0


def test_a_host_that_recovers_is_asked_at_the_floor_again_and_never_faster():
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(takes=9.0), *(site.send(takes=0.01) for _ in range(30))))
    assert site.pauses[0] > 1.0
    assert site.pauses[-1] == 1.0
    assert min(site.pauses) == 1.0


@pytest.mark.parametrize("status", [429, 503])
def test_an_overloaded_host_gets_twice_the_rest_each_time(status):
    site = Site(delay=1.0)
    site.run(*(site.send(status=status) for _ in range(4)))
    assert site.pauses == [2.0, 4.0, 8.0]


def test_the_rest_of_an_overloaded_host_is_bounded():
    site = Site(delay=1.0)
    site.run(*(site.send(status=503) for _ in range(10)))
    assert site.pauses[-1] == 60.0


@pytest.mark.parametrize("status", [404, 500, None])
def test_a_fast_error_does_not_make_us_faster(status):
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(takes=9.0), *(site.send(status=status) for _ in range(3))))
    assert len(set(site.pauses)) == 1


def test_a_slow_subresource_says_nothing_about_the_rest_between_documents():
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(kind=XHR, takes=50.0), site.send(), site.send()))
    assert site.pauses[-1] == 1.0


def test_a_floor_above_the_bound_of_the_adaptive_delay_holds():
    site = Site(delay=90.0)
    site.run(site.send(status=503), site.send())
    assert site.pauses == [90.0]


def test_without_a_delay_of_our_own_errors_add_none():
    site = Site(delay=0.0)
    site.run(one_after_another(*(site.send(status=503, takes=5.0) for _ in range(3))))
    assert site.pauses == [0.0, 0.0]


# Cancellation


@pytest.mark.parametrize("kind", [DOCUMENT, SCRIPT])
def test_one_who_gives_up_waiting_leaves_the_queue_and_nobody_waits_for_it(kind):
    site = Site(delay=1.0, concurrency=1)

    async def visit():
        async with asyncio.TaskGroup() as group:
            group.create_task(site.send(takes=5.0))
            given_up = [group.create_task(site.send(kind=kind)) for _ in range(2)]
            group.create_task(site.send("https://h/last"))
            await site.time.sleep(1.0)
            for task in given_up:
                task.cancel()

    site.run(visit())
    assert len(site.log) == 2
    assert site.pauses == [2.0]


def test_one_who_gives_up_in_the_moment_it_is_woken_passes_the_turn_on():
    site = Site(delay=0.0, concurrency=1)

    async def visit():
        await site.pacer.enter(H, DOCUMENT)
        async with asyncio.TaskGroup() as group:
            given_up = group.create_task(site.send("https://h/given-up"))
            group.create_task(site.send("https://h/next"))
            await asyncio.sleep(0)
            site.pacer.leave(H, DOCUMENT, 0.0, 200)
            given_up.cancel()

    site.run(visit())
    assert [url for _, _, url, _ in site.log] == ["https://h/next"]


@pytest.mark.parametrize("seed", range(30))
def test_no_slot_is_lost_and_no_rule_broken_under_random_traffic(seed):
    choose = random.Random(seed)
    delay, crawl_delay = choose.choice([0.0, 1.0]), choose.choice([0.0, 0.0, 2.0])
    site = Site(delay=delay, concurrency=choose.choice([1, 2, 3]))
    site.pacer.slow("h", crawl_delay)

    async def visit():
        async with asyncio.TaskGroup() as group:
            for _ in range(40):
                kind = choose.choice([DOCUMENT, SCRIPT, XHR])
                task = group.create_task(site.send(kind=kind, takes=choose.choice([0.0, 0.3, 2.0])))
                await site.time.sleep(choose.choice([0.0, 0.1, 1.5]))
                if choose.random() < 0.3:
                    task.cancel()
        await site.together(*(site.send(kind=SCRIPT) for _ in range(3)))

    site.run(visit())
    documents = sorted(entry for entry in site.log if entry[3] is DOCUMENT)
    gaps = [after[0] - before[1] for before, after in pairwise(documents)]
    assert min(site.pauses, default=crawl_delay) >= crawl_delay or not crawl_delay
    assert not delay or min(gaps, default=delay) >= delay - 1e-6


# What the Frontier and the display ask


def test_an_unknown_host_is_due():
    assert Site().pacer.due_in("h") == 0.0


def test_a_host_is_due_after_its_rest():
    site = Site(delay=1.0)
    site.run(one_after_another(site.send(), site.time.sleep(0.25)))
    assert site.pacer.due_in("h") == 0.75


def test_a_host_whose_document_is_under_way_is_not_due_before_a_whole_rest():
    site = Site(delay=1.0)

    async def visit():
        await site.pacer.enter(H, DOCUMENT)
        await site.time.sleep(5.0)

    site.run(visit())
    assert site.pacer.due_in("h") == 1.0


def test_a_host_is_due_behind_the_documents_that_queue_already():
    site = Site(delay=1.0)
    seen = []

    async def visit():
        await site.send()
        async with asyncio.TaskGroup() as group:
            for _ in range(2):
                group.create_task(site.send())
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            seen.append(site.pacer.due_in("h"))

    site.run(visit())
    assert seen == [3.0]


def test_a_quiet_host_is_due_when_its_time_is_over():
    site = Site(delay=1.0)
    site.pacer.quiet("h", 12.0)
    assert site.pacer.due_in("h") == 12.0


@pytest.mark.parametrize(("own", "asked", "spacing"), [(3.0, 2.0, 3.0), (1.0, 2.0, 2.0), (0.0, 0.0, 0.0)])
def test_the_spacing_is_the_larger_of_the_two_delays(own, asked, spacing):
    site = Site(delay=own)
    site.pacer.slow("h", asked)
    assert site.pacer.spacing("h") == spacing


def test_the_display_says_how_long_a_host_is_quiet_and_why():
    site = Site()
    site.pacer.quiet("h", 11.5)
    assert site.pacer.waiting() == ("h waiting 12 s: Retry-After",)


def test_the_display_names_a_crawl_delay():
    site = Site()
    site.pacer.slow("h", 20.0)
    site.run(site.send())
    assert site.pacer.waiting() == ("h waiting 20 s: Crawl-delay",)


def test_the_display_names_a_host_that_is_slow():
    site = Site()
    site.run(site.send(status=503))
    assert site.pacer.waiting() == ("h waiting 2 s: slow host",)


def test_the_display_says_nothing_of_the_plain_delay():
    site = Site()
    site.run(site.send())
    assert site.pacer.waiting() == ()


def test_the_display_names_every_host_that_is_left_alone_the_longest_wait_first():
    site = Site()
    site.pacer.quiet("a", 5.0)
    site.pacer.quiet("b", 50.0)
    assert site.pacer.waiting() == ("b waiting 50 s: Retry-After", "a waiting 5 s: Retry-After")
