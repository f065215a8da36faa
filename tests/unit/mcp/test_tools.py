"""The tools of the MCP server as functions. Crawls are made by a stand-in."""

import asyncio
from dataclasses import replace

import pytest

from fixtures.saved_crawl import SITE, write_crawl
from getdocs.beginning import Existing
from getdocs.conductor import Result, Status
from getdocs.errors import StateError, UsageError
from getdocs.mcp import tools as module
from getdocs.mcp.reading import PIECE
from getdocs.mcp.tools import Tools
from getdocs.model import Counts

COUNTS = Counts(discovered=3, saved=1, redirected=0, duplicate=0, skipped=0, not_a_page=0, failed=0, pending=2)


@pytest.fixture
def manifest(tmp_path):
    return write_crawl(tmp_path / "docs", {"/": "# Home\n\nThe needle.\n", "/long": "# Long\n\n" + "word " * 10_000})


@pytest.fixture
def tools(tmp_path):
    return Tools(tmp_path)


class Crawls:
    """Stands in for `Crawl`: each one is at work until it is let, or stopped."""

    def __init__(self, manifest):
        self.manifest = manifest
        self.made = []
        self.at_work = self.most_at_work = 0
        self.let, self.begun = asyncio.Event(), asyncio.Event()

    def __call__(self, config, **options):
        self.made.append(_Made(self, config, options))
        return self.made[-1]


class _Made:
    def __init__(self, crawls, config, options):
        self.crawls, self.config, self.options = crawls, config, options
        self.stops = 0
        self.concluded = False

    def stop(self):
        self.stops += 1
        self.crawls.let.set()

    async def run(self):
        self.crawls.at_work += 1
        self.crawls.begun.set()
        self.crawls.most_at_work = max(self.crawls.most_at_work, self.crawls.at_work)
        self.options["observer"].show(Status(COUNTS, "docs.example", ("docs.example: 12 s",)))
        await self.crawls.let.wait()
        await asyncio.sleep(0)
        self.concluded = True
        self.crawls.at_work -= 1
        return Result(self.crawls.manifest, interrupted=self.stops > 0)


@pytest.fixture
def crawls(monkeypatch, manifest):
    made = Crawls(manifest)
    monkeypatch.setattr(module, "Crawl", made)
    monkeypatch.setattr(module, "TOLD_S", 0.0)
    return made


async def nobody(done, words):
    pass


def test_crawl_answers_what_the_summary_says(crawls, tools, tmp_path):
    crawls.let.set()
    answer = asyncio.run(tools.crawl(SITE, "docs", tell=nobody, limit=5))

    assert (answer["status"], answer["pages"], answer["output_dir"]) == ("ok", 2, str(tmp_path / "docs"))
    assert crawls.made[0].config.limit == 5
    assert crawls.made[0].options["existing"] is Existing.REFUSE


def test_crawl_keeps_the_politeness_of_the_command_line_and_refuses_private_addresses(crawls, tools):
    crawls.let.set()
    asyncio.run(tools.crawl(SITE, "docs", tell=nobody))
    config = crawls.made[0].config

    assert (config.delay, config.ignore_robots, config.private_seeds, config.allow_private) == (
        1.0,
        False,
        False,
        False,
    )


def test_crawl_outside_of_the_root_is_not_begun(crawls, tools):
    with pytest.raises(UsageError, match="below"):
        asyncio.run(tools.crawl(SITE, "../elsewhere", tell=nobody))
    assert crawls.made == []


def test_crawl_tells_how_it_stands_in_numbers_that_grow(crawls, tools):
    heard = []

    async def tell(done, words):
        heard.append((done, words))
        observer = crawls.made[0].options["observer"]
        if len(heard) == 1:
            observer.show(Status(replace(COUNTS, saved=2, pending=1), "docs.example"))
        else:
            crawls.let.set()

    asyncio.run(tools.crawl(SITE, "docs", tell=tell))
    assert heard == [
        (1, "1 pages saved, 0 errors, 2 URLs to go; waiting: docs.example: 12 s"),
        (2, "2 pages saved, 0 errors, 1 URLs to go"),
    ]


def test_cancelled_crawl_writes_its_manifest_before_it_ends(crawls, tools):
    async def cancel():
        task = asyncio.create_task(tools.crawl(SITE, "docs", tell=nobody))
        await crawls.begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    assert (crawls.made[0].stops, crawls.made[0].concluded) == (2, True)


def test_second_crawl_waits_for_the_first(crawls, tools):
    async def both():
        pair = [asyncio.create_task(tools.crawl(SITE, name, tell=nobody)) for name in ("a", "b")]
        await crawls.begun.wait()
        crawls.let.set()
        await asyncio.gather(*pair)

    asyncio.run(both())
    assert (len(crawls.made), crawls.most_at_work) == (2, 1)


@pytest.mark.usefixtures("manifest")
def test_what_is_found_can_be_read_where_it_stands(tools):
    (hit,) = tools.search("needle", "docs")["results"]
    assert tools.read(hit["path"], "docs", line=hit["line"])["text"] == "The needle."


@pytest.mark.usefixtures("manifest")
def test_page_is_read_from_where_its_text_begins(tools):
    answer = tools.read(f"{SITE}/", "docs")
    assert (answer["text"], answer["next_line"]) == ("# Home\n\nThe needle.", None)


@pytest.mark.usefixtures("manifest")
def test_long_page_is_read_in_pieces(tools):
    answer = tools.read("long.md", "docs")
    parts = [answer["text"] + "\n"]
    while answer["next_line"]:
        answer = tools.read("long.md", "docs", line=answer["next_line"], column=answer["next_column"])
        parts.append(answer["text"])
        assert len(answer["text"]) <= PIECE
    assert "".join(parts) == "# Long\n\n" + "word " * 10_000


@pytest.mark.usefixtures("manifest")
def test_without_a_page_read_lists_all(tools):
    assert tools.read(None, "docs")["text"] == "index.md\tHome\nlong.md\tlong"


@pytest.mark.parametrize(
    "ask", [lambda it: it.search("a", "no"), lambda it: it.read(None, "no"), lambda it: it.verify("no")]
)
def test_folder_without_a_crawl_is_said_to_hold_none(tools, ask):
    with pytest.raises(StateError, match="holds no crawl"):
        ask(tools)
