"""What saved Pages link to is looked at again once other settings decide about it: without a request, and whole or still due."""

import asyncio

import pytest

from getdocs.beginning import LOOK_AGAIN
from getdocs.frontier.store import Frontier
from getdocs.looking_again import look_again
from getdocs.model import Discovered, PageFacts, Saved, Snapshot
from getdocs.write.sources import Sources

START, OTHER = "http://docs.test/", "http://docs.test/other"


class World:
    """A state with two saved Pages, each of which links to one more, and what their sources are kept in."""

    def __init__(self, frontier, sources):
        self.frontier = frontier
        self.sources = sources
        self.warnings = []
        self.stops_after = 100
        for depth, url in enumerate((START, OTHER)):
            frontier.add([Discovered(url, depth, seed=not depth)])
            html = f"<main><h1>T</h1><p>Text</p><a href='/from{depth}'>more</a></main>"
            asyncio.run(sources.keep(url, Snapshot(url, 200, html, "T", url), saved_at="then"))
            frontier.settle(frontier.lease(0.0), Saved(f"{depth}.md", "T", 200), facts=PageFacts(str(depth), "then"))
        self.known = [row.url for row in frontier.rows()]

    def found(self, page, lease):
        yield tuple(Discovered(link, lease.depth + 1, lease.url) for link in page.links)

    def stopped(self):
        self.stops_after -= 1
        return self.stops_after < 0

    def look(self):
        asyncio.run(
            look_again(
                self.frontier,
                self.sources,
                selector=None,
                found=self.found,
                listings=lambda url: [Discovered(f"{url}?listing", 0)],
                stopped=self.stopped,
                warn=self.warnings.append,
            )
        )

    def new(self):
        return [(row.url, row.depth, row.found_on) for row in self.frontier.rows() if row.url not in self.known]


@pytest.fixture
def world(tmp_path):
    with Frontier.open(None) as frontier:
        made = World(frontier, Sources(tmp_path / "sources", warn=pytest.fail))
        frontier.set_meta(LOOK_AGAIN, "links")
        yield made


def test_each_link_enters_as_if_its_page_had_just_been_visited(world):
    world.look()
    assert [row for row in world.new() if "from" in row[0]] == [
        ("http://docs.test/from0", 1, START),
        ("http://docs.test/from1", 2, OTHER),
    ]


def test_the_listings_of_each_page_s_host_enter_too(world):
    world.look()
    assert (f"{START}?listing", 0, "") in world.new()


def test_it_is_done_once(world):
    world.look()
    assert not world.frontier.meta(LOOK_AGAIN)
    before = world.new()
    world.frontier.add([])
    world.look()
    assert world.new() == before


def test_where_nothing_has_changed_nothing_is_looked_at(world):
    world.frontier.set_meta(LOOK_AGAIN, "")
    world.look()
    assert world.new() == []


def test_stopped_half_way_it_is_still_due(world):
    world.stops_after = 1
    world.look()
    assert world.frontier.meta(LOOK_AGAIN)
    assert [url for url, *_ in world.new()] == [f"{START}?listing", "http://docs.test/from0"]


def test_pages_that_cannot_be_read_again_are_counted_in_a_warning(world):
    world.sources.discard(OTHER)
    world.look()
    assert [url for url, *_ in world.new() if "from" in url] == ["http://docs.test/from0"]
    assert len(world.warnings) == 1
    assert "1 saved pages" in world.warnings[0]
