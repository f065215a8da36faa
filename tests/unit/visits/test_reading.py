"""What becomes of a page whose reading is lost. What is read of pages that are read: `test_visit`, `test_auto`."""

import asyncio

import pytest

from getdocs.config import CrawlConfig, RenderMode
from getdocs.model import Failed, FailReason, Hop, Response, Snapshot
from getdocs.visits.auto import Auto
from getdocs.visits.conversion import traits_of_sent
from getdocs.visits.pool import Loss
from getdocs.visits.reading import Reader, Reading

URL = "http://docs.test/page"
HTML = "<main><h1>Page</h1><p>Text.</p></main>"
SENT = Response(URL, 200, (("content-type", "text/html"),), HTML.encode(), (Hop(URL, 200, "allowed"),))


class Losing:
    """A pool in which functions are lost, but for those named."""

    def __init__(self, loss, *but):
        self._loss = loss
        self._but = but

    async def run(self, _weight, function, *arguments):
        return function(*arguments) if function.__name__ in self._but else self._loss


async def render(response):
    return Snapshot(response.url, 200, HTML, "", response.url)


def read(mode, pool):
    auto = Auto(kept=lambda _name: None, keep=lambda _name, _text: None, put_back=lambda _urls, _keeping: None)
    reader = Reader(
        CrawlConfig(seeds=(URL,), render=mode),
        None if mode is RenderMode.NEVER else render,
        auto if mode is RenderMode.AUTO else None,
        pool=pool,
    )
    return asyncio.run(reader.read(SENT))


@pytest.mark.parametrize("mode", RenderMode)
@pytest.mark.parametrize(
    ("loss", "reason"), [(Loss.DIED, FailReason.RENDER_CRASH), (Loss.SLOW, FailReason.UNRESPONSIVE)]
)
def test_a_page_that_cannot_be_read_is_an_error_that_says_why(mode, loss, reason):
    failed = read(mode, Losing(loss))
    assert (failed.reason, failed.status, failed.trail) == (reason, 200, SENT.trail)
    assert str(loss) in failed.detail


def test_a_page_that_can_be_read_only_as_the_browser_shows_it_is_read_so():
    reading = read(RenderMode.AUTO, Losing(Loss.DIED, traits_of_sent.__name__, "read_shown"))
    assert isinstance(reading, Reading)


def test_a_page_that_can_be_read_only_as_it_was_sent_is_an_error_where_it_was_to_be_shown():
    assert isinstance(read(RenderMode.AUTO, Losing(Loss.DIED, traits_of_sent.__name__, "read_sent")), Failed)
