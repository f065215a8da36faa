"""How a crawl begins on a folder; and what defines it is kept in its state, whole enough to make the Manifest again."""

import asyncio
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from getdocs.beginning import DEFINING, STARTED_AT, Existing, begin, keep_definition, kept_config
from getdocs.config import CrawlConfig, RenderMode, RobotsFor
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier
from getdocs.model import Counts, Discovered, Page, PageFacts, Saved, Snapshot
from getdocs.write.files import PageWriter
from getdocs.write.manifest import build_manifest
from getdocs.write.sources import Sources

UNUSUAL = CrawlConfig(
    seeds=("https://a.test/docs", "https://b.test/"),
    output_dir=Path("elsewhere"),
    depth=3,
    allow_backward=True,
    allow_subdomains=True,
    include_paths=("/docs/*",),
    exclude_paths=("*/old/*",),
    render=RenderMode.NEVER,
    selector="main",
    ignore_robots=True,
    robots_for=RobotsFor.PAGES,
    accept_status=(404, 410),
)


def test_what_defines_a_crawl_comes_back_equal():
    with Frontier.open(None) as frontier:
        keep_definition(frontier, UNUSUAL)
        assert kept_config(frontier, Path("elsewhere")) == UNUSUAL


def test_the_test_above_gives_every_defining_setting_a_value_that_is_not_the_default():
    usual = CrawlConfig(seeds=("https://c.test/",))
    assert [name for name in DEFINING if getattr(usual, name) == getattr(UNUSUAL, name)] == []


def test_a_state_without_a_crawl_has_no_settings():
    with Frontier.open(None) as frontier, pytest.raises(StateError, match="holds no crawl"):
        kept_config(frontier, Path("out"))


class Overheard:
    """A CrawlConfig that notes which of its settings are asked for."""

    def __init__(self):
        self.asked = set()

    def __getattr__(self, name):
        self.asked.add(name)
        return getattr(UNUSUAL, name)


def test_every_setting_that_the_manifest_names_is_kept():
    config = Overheard()
    build_manifest((), Counts(0, 0, 0, 0, 0, 0, 0, 0), (), (), config, started_at="", finished_at="")
    assert config.asked - set(DEFINING) == set()
    assert "seeds" in config.asked


# --- on a folder


USUAL = CrawlConfig(seeds=("http://docs.test/", "http://docs.test/guide/"))
LATER = 60.0


class Folder:
    """An output folder, and the state in it."""

    def __init__(self, frontier, path):
        self.frontier = frontier
        self.path = path
        self.writer = PageWriter(path)
        self.sources = Sources(path / "sources", warn=pytest.fail)

    def begin(self, config=USUAL, existing=Existing.REFUSE, now=0.0):
        begin(self.frontier, self.writer, self.sources, config, existing, now=lambda: now)

    def save(self, url="http://docs.test/", path="index.md"):
        """Saves the first waiting page."""
        lease = self.frontier.lease(0.0)
        assert lease.url == url
        page = Page(url, "Title", 200, "Text.", (), ())
        self.writer.write(page, PurePosixPath(path), saved_at="then", html="<p>Text.")
        self.frontier.settle(lease, Saved(path, "Title", 200), facts=PageFacts("00", "then"))

    def files(self):
        return sorted(str(file.relative_to(self.path)) for file in self.path.rglob("*") if file.is_file())

    def urls(self):
        return [(row.url, row.depth, row.seed, row.found_on) for row in self.frontier.rows()]


@pytest.fixture
def folder(tmp_path):
    with Frontier.open(None) as frontier:
        yield Folder(frontier, tmp_path)


SEEDS = [("http://docs.test/", 0, True, ""), ("http://docs.test/guide/", 0, True, "")]


@pytest.mark.parametrize("existing", list(Existing))
def test_on_an_empty_folder_a_crawl_begins_with_its_seeds_whatever_was_asked(folder, existing):
    folder.begin(existing=existing)
    assert folder.urls() == SEEDS
    assert folder.frontier.meta(STARTED_AT) == "1970-01-01T00:00:00+00:00"


def test_seeds_enter_as_pages_without_anchors_and_each_once(folder):
    folder.begin(CrawlConfig(seeds=("http://docs.test/#part", "HTTP://DOCS.test", "http://docs.test/#/route")))
    assert [url for url, *_ in folder.urls()] == ["http://docs.test/", "http://docs.test/#/route"]


def test_a_folder_that_holds_a_crawl_is_refused_with_the_ways_on(folder):
    folder.begin()
    folder.frontier.lease(0.0)
    with pytest.raises(StateError, match=r"holds a crawl already: .*--resume.*--fresh.*-o"):
        folder.begin(now=LATER)


def test_a_crawl_that_has_not_asked_for_anything_is_in_nobody_s_way(folder):
    folder.begin()
    folder.begin(UNUSUAL, now=LATER)
    assert [url for url, *_ in folder.urls()] == ["https://a.test/docs", "https://b.test/"]
    assert folder.frontier.meta(STARTED_AT) == "1970-01-01T00:01:00+00:00"


def test_a_resumed_crawl_keeps_what_it_has_and_when_it_started(folder):
    folder.begin()
    folder.save()
    folder.begin(existing=Existing.RESUME, now=LATER)
    assert folder.frontier.counts().saved == 1
    assert folder.frontier.meta(STARTED_AT) == "1970-01-01T00:00:00+00:00"
    assert folder.files() == ["index.html", "index.md"]


@pytest.mark.parametrize(
    "same",
    [
        {"seeds": tuple(reversed(USUAL.seeds))},
        {"seeds": ("http://docs.test", "HTTP://docs.test:80/guide/")},
        {"limit": 3, "concurrency": 1, "delay": 0.0, "timeout": 1.0, "keep_html": True, "max_redirects": 0},
    ],
)
def test_a_crawl_may_be_resumed_with_settings_that_do_not_say_which_pages_it_has(folder, same):
    folder.begin()
    folder.begin(replace(USUAL, **same), Existing.RESUME)
    assert folder.urls() == SEEDS


@pytest.mark.parametrize("setting", DEFINING)
def test_a_crawl_is_not_resumed_as_another_one_and_the_difference_is_shown(folder, setting):
    folder.begin()
    other = replace(USUAL, **{setting: getattr(UNUSUAL, setting)})
    with pytest.raises(StateError, match=rf"cannot turn into this one: {setting} was .*, now .*"):
        folder.begin(other, Existing.RESUME)


def test_only_what_differs_is_shown(folder):
    folder.begin()
    with pytest.raises(StateError) as refused:
        folder.begin(replace(USUAL, depth=3), Existing.RESUME)
    assert str(refused.value).endswith("this one: depth was None, now 3")


def test_a_crawl_that_is_replaced_is_forgotten_and_its_pages_and_their_html_are_removed(folder):
    folder.begin()
    folder.save()
    folder.begin(existing=Existing.REPLACE, now=LATER)
    assert folder.urls() == SEEDS
    assert folder.frontier.counts().saved == 0
    assert folder.files() == []
    assert folder.frontier.meta(STARTED_AT) == "1970-01-01T00:01:00+00:00"


async def _kept(sources):
    await sources.keep("http://docs.test/", Snapshot("http://docs.test/", 200, "", "", ""), saved_at="then")


def test_what_pages_were_read_from_is_removed_with_them(folder):
    asyncio.run(_kept(folder.sources))
    folder.begin()
    folder.begin(existing=Existing.REPLACE)
    assert folder.sources.find("http://docs.test/", saved_at="then") is None


def test_a_replaced_crawl_leaves_files_that_are_not_its_own(folder):
    folder.begin()
    folder.save(path="guide/index.md")
    (folder.path / "guide" / "notes.md").write_text("mine", encoding="utf-8")
    folder.begin(existing=Existing.REPLACE)
    assert folder.files() == ["guide/notes.md"]


def test_a_crawl_may_be_replaced_by_another_one(folder):
    folder.begin()
    folder.begin(UNUSUAL, Existing.REPLACE)
    assert [url for url, *_ in folder.urls()] == ["https://a.test/docs", "https://b.test/"]
    folder.begin(UNUSUAL, Existing.RESUME)


def test_a_replacement_that_was_killed_half_way_is_no_crawl_to_go_on_with(folder, monkeypatch):
    folder.begin()
    monkeypatch.setattr(folder.frontier, "clear", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        folder.begin(existing=Existing.REPLACE)
    monkeypatch.undo()
    with pytest.raises(StateError):
        kept_config(folder.frontier, Path("out"))
    folder.begin(existing=Existing.RESUME)
    assert folder.urls() == SEEDS


def test_a_beginning_that_was_cut_short_begins_anew(folder):
    # Killed after the Seeds were entered and before the definition was.
    folder.frontier.add([Discovered("http://docs.test/", 0, seed=True)])
    folder.begin()
    assert folder.urls() == SEEDS
