"""Of the shared list of hostile servers: P07."""

import asyncio

from getdocs.fetch.ration import MAX_REQUESTS, Ration
from getdocs.model import Request, RequestKind, Response, Skipped, SkipReason


class Made:
    """The pages of `urls`, each of which makes `times` requests: what came of them, and what was said."""

    def __init__(self, *urls, times=MAX_REQUESTS):
        self.asked, self.warnings, self.noted = [], [], []
        ration = Ration(self.fetch, on_warning=self.warnings.append, note=self.noted.append)
        self.fetched = [asyncio.run(self.show(ration.of(url), times)) for url in urls]

    async def fetch(self, request):
        self.asked.append(request.url)
        return Response(request.url, 200, (), b"")

    async def show(self, load, times):
        return [await load(Request(f"https://cdn/{number}.js", RequestKind.SCRIPT)) for number in range(times)]


def test_a_page_gets_as_many_requests_as_it_may_make_and_nothing_is_said():
    made = Made("https://h/a")
    assert len(made.asked) == MAX_REQUESTS
    assert made.warnings == []


def test_p07_what_a_page_asks_for_beyond_that_is_refused_and_not_asked():
    made = Made("https://h/a", times=MAX_REQUESTS + 200)
    assert len(made.asked) == MAX_REQUESTS
    last = made.fetched[0][-1]
    assert isinstance(last, Skipped)
    assert last.reason is SkipReason.LIMIT


def test_each_request_that_is_one_too_many_is_told_and_no_other():
    made = Made("https://h/a", times=MAX_REQUESTS + 2)
    assert [(each.url, each.verdict) for each in made.noted] == [
        (f"https://cdn/{MAX_REQUESTS}.js", "limit"),
        (f"https://cdn/{MAX_REQUESTS + 1}.js", "limit"),
    ]


def test_each_page_has_its_own():
    assert len(Made("https://h/a", "https://h/b").asked) == 2 * MAX_REQUESTS


def test_p07_the_first_page_of_each_host_that_asks_for_too_much_is_warned_of():
    made = Made("https://h/a", "https://h/b", "https://g/a", times=MAX_REQUESTS + 2)
    assert [warning.split()[0] for warning in made.warnings] == ["https://h/a", "https://g/a"]
