"""How a crawl begins on a folder; and what defines it is kept in its state, whole enough to make the Manifest again."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from getdocs.beginning import (
    CHANGES,
    DEFINING,
    DEFINITION,
    LOOK_AGAIN,
    REACH,
    STARTED_AT,
    Existing,
    begin,
    keep_definition,
    kept_config,
)
from getdocs.config import AnchorStyle, CrawlConfig, FamilyUse, RenderMode, RobotsFor, SitemapUse
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier
from getdocs.model import (
    AssetRow,
    Counts,
    Discovered,
    Failed,
    FailReason,
    Page,
    PageFacts,
    Redirected,
    Saved,
    SavedAsset,
    Skipped,
    SkipReason,
    Snapshot,
)
from getdocs.write.files import PageWriter
from getdocs.write.manifest import build_manifest
from getdocs.write.paths import EXPORTS
from getdocs.write.sources import Sources

UNUSUAL = CrawlConfig(
    seeds=("https://a.test/docs", "https://b.test/"),
    output_dir=Path("elsewhere"),
    depth=3,
    allow_backward=True,
    allow_subdomains=True,
    include_paths=("/docs/*",),
    exclude_paths=("*/old/*",),
    sitemap=SitemapUse.ONLY,
    families=FamilyUse.ALL,
    max_variants=7,
    render=RenderMode.NEVER,
    selector="main",
    ignore_robots=True,
    robots_for=RobotsFor.PAGES,
    accept_status=(404, 410),
    anchors=AnchorStyle.MKDOCS,
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
        config = replace(config, output_dir=self.path)
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
        (tmp_path / "out").mkdir()
        yield Folder(frontier, tmp_path / "out")


SEEDS = [("http://docs.test/", 0, True, ""), ("http://docs.test/guide/", 0, True, "")]


@pytest.mark.parametrize("existing", [Existing.REFUSE, *Existing])
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
    with pytest.raises(StateError, match=rf"other settings; .*--force.*--fresh.*: {setting} was .*, now .*"):
        folder.begin(other, Existing.RESUME)


def test_only_what_differs_is_shown(folder):
    folder.begin()
    with pytest.raises(StateError) as refused:
        folder.begin(replace(USUAL, depth=3), Existing.RESUME)
    assert str(refused.value).endswith("(--fresh): depth was None, now 3")


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


def test_a_crawl_of_a_getdocs_that_knew_fewer_settings_goes_on_with_what_is_now_their_default(folder):
    folder.begin()
    known = json.loads(folder.frontier.meta(DEFINITION))
    for later in ("sitemap", "families", "max_variants", "robots_for", "accept_status"):
        del known[later]
    folder.frontier.set_meta(DEFINITION, json.dumps(known))
    assert kept_config(folder.frontier, USUAL.output_dir) == USUAL
    folder.begin(existing=Existing.RESUME)


# --- tried again


def settle(folder, **outcomes):
    """Enters a URL for each outcome and settles it: `old=Failed(...)` is /old. The Seeds wait."""
    folder.frontier.add(Discovered(f"http://docs.test/{name}", 0, tier=-1) for name in outcomes)
    for name, outcome in outcomes.items():
        lease = folder.frontier.lease(0.0)
        assert lease.url == f"http://docs.test/{name}"
        folder.frontier.settle(lease, outcome)


def waiting(folder):
    return [
        row.url.removeprefix("http://docs.test/")
        for row in folder.frontier.rows()
        if row.outcome is None and not row.seed
    ]


TIMEOUT = Failed(FailReason.TIMEOUT)
SILENT = Skipped(SkipReason.ROBOTS_UNREACHABLE)
FORBIDDEN = Skipped(SkipReason.ROBOTS)
OUTSIDE = Skipped(SkipReason.SCOPE)
DEEP = Skipped(SkipReason.DEPTH)


def test_failures_are_tried_again_where_that_is_asked_for_and_only_then(folder):
    folder.begin()
    settle(folder, failed=TIMEOUT, silent=SILENT, forbidden=FORBIDDEN)
    folder.begin(existing=Existing.RESUME)
    assert waiting(folder) == []
    folder.begin(existing=Existing.RETRY_FAILED)
    assert waiting(folder) == ["failed", "silent"]


@pytest.mark.parametrize(
    ("statuses", "again"), [((302,), True), ((303,), True), ((307,), True), ((301,), False), ((308, 301), False)]
)
def test_a_resumed_crawl_asks_again_what_was_redirected_for_the_time_being(folder, statuses, again):
    folder.begin()
    settle(folder, moved=Redirected("http://docs.test/", statuses))
    folder.begin(existing=Existing.RESUME)
    assert waiting(folder) == (["moved"] if again else [])


# --- other settings by force


@pytest.mark.parametrize("setting", DEFINING)
def test_forced_other_settings_are_kept_and_recorded(folder, setting):
    folder.begin()
    folder.begin(replace(USUAL, **{setting: getattr(UNUSUAL, setting)}), Existing.FORCE, now=LATER)
    assert getattr(kept_config(folder.frontier, Path("out")), setting) == getattr(UNUSUAL, setting)
    (change,) = json.loads(folder.frontier.meta(CHANGES))
    assert (change["at"], change["setting"]) == ("1970-01-01T00:01:00+00:00", setting)
    assert change["was"] != change["now"]
    assert bool(folder.frontier.meta(LOOK_AGAIN)) is (setting in REACH)


def test_changes_add_up_in_their_order(folder):
    folder.begin()
    folder.begin(replace(USUAL, depth=3), Existing.FORCE)
    folder.begin(replace(USUAL, depth=None), Existing.FORCE)
    changes = [(change["was"], change["now"]) for change in json.loads(folder.frontier.meta(CHANGES))]
    assert changes == [(None, 3), (3, None)]


def test_force_without_a_difference_changes_nothing(folder):
    folder.begin()
    settle(folder, deep=DEEP)
    folder.begin(existing=Existing.FORCE)
    assert (folder.frontier.meta(CHANGES), folder.frontier.meta(LOOK_AGAIN), waiting(folder)) == (None, None, [])


def test_new_seeds_enter_by_force(folder):
    folder.begin()
    folder.begin(CrawlConfig(seeds=(*USUAL.seeds, "http://docs.test/api/")), Existing.FORCE)
    assert folder.urls() == [*SEEDS, ("http://docs.test/api/", 0, True, "")]


def test_what_was_left_out_is_looked_at_again_where_the_reach_is_another(folder):
    folder.begin()
    settle(folder, deep=DEEP, outside=OUTSIDE, forbidden=FORBIDDEN, failed=TIMEOUT)
    folder.begin(replace(USUAL, render=RenderMode.NEVER), Existing.FORCE)
    assert waiting(folder) == []
    folder.begin(replace(USUAL, render=RenderMode.NEVER, depth=3), Existing.FORCE)
    assert waiting(folder) == ["deep", "outside"]


def test_traps_are_looked_at_again_only_where_it_is_they_that_are_told_otherwise(folder):
    folder.begin()
    settle(folder, trap=Skipped(SkipReason.TRAP))
    folder.begin(replace(USUAL, depth=3), Existing.FORCE)
    assert waiting(folder) == []
    folder.begin(replace(USUAL, depth=3, max_variants=0), Existing.FORCE)
    assert waiting(folder) == ["trap"]


def test_a_change_that_was_killed_half_way_is_forced_again_and_recorded_once(folder, monkeypatch):
    folder.begin()
    settle(folder, deep=DEEP)
    deeper = replace(USUAL, depth=3)
    monkeypatch.setattr("getdocs.beginning.keep_definition", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        folder.begin(deeper, Existing.FORCE)
    monkeypatch.undo()
    folder.begin(deeper, Existing.FORCE)
    assert len(json.loads(folder.frontier.meta(CHANGES))) == 1
    assert waiting(folder) == ["deep"]


def test_what_a_killed_run_had_still_to_look_at_is_looked_at_by_the_next_without_force(folder):
    folder.begin()
    deeper = replace(USUAL, depth=3)
    folder.begin(deeper, Existing.FORCE)
    settle(folder, deep=DEEP)
    folder.begin(deeper, Existing.RESUME)
    assert waiting(folder) == ["deep"]


def test_narrowing_removes_no_page(folder):
    folder.begin()
    folder.save()
    folder.begin(replace(USUAL, exclude_paths=("/*",)), Existing.FORCE)
    assert folder.files() == ["index.html", "index.md"]
    assert folder.frontier.counts().saved == 1


# --- without a state


def orphan(folder, name="crawl.json", pages=("guide/a.md",)):
    """What a crawl has left whose state is gone."""
    for path in pages:
        folder.writer.write(Page("http://docs.test/a", "A", 200, "Text.", (), ()), PurePosixPath(path), saved_at="then")
    file = folder.path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"pages": [{"path": path} for path in pages]}), encoding="utf-8")


@pytest.mark.parametrize("existing", [Existing.REFUSE, Existing.RESUME, Existing.FORCE])
@pytest.mark.parametrize("left", ["crawl.json", ".getdocs/sources/ab/cdef"])
def test_pages_that_no_state_knows_are_not_written_over_and_the_ways_on_are_said(folder, existing, left):
    orphan(folder, left)
    before = folder.files()
    with pytest.raises(StateError, match=r"whose state \(.getdocs\) is gone: put it back.*--fresh.*-o"):
        folder.begin(existing=existing)
    assert folder.files() == before
    assert folder.urls() == []


def test_starting_over_removes_what_the_crawl_was_exported_to(folder):
    orphan(folder)
    for name in EXPORTS:
        (folder.path / name).write_text("of the crawl before", encoding="utf-8")
    folder.begin(existing=Existing.REPLACE)
    assert folder.files() == []


def test_pages_that_no_state_knows_can_be_replaced(folder):
    orphan(folder)
    folder.begin(existing=Existing.REPLACE)
    assert folder.files() == []
    assert folder.urls() == SEEDS


@pytest.mark.parametrize("paths", [["../mine.md"], ["/mine.md"], ["notes.txt"], [None], "x"])
def test_a_manifest_that_names_other_files_than_pages_removes_none(folder, paths):
    mine = (folder.path.parent / "mine.md", folder.path / "notes.txt")
    for file in mine:
        file.write_text("mine", encoding="utf-8")
    (folder.path / "crawl.json").write_text(json.dumps({"pages": [{"path": path} for path in paths]}), encoding="utf-8")
    folder.begin(existing=Existing.REPLACE)
    assert all(file.exists() for file in mine)


def test_a_replaced_crawl_leaves_none_of_its_assets_whether_the_state_knows_them_or_only_a_manifest(folder):
    paths = ("_media/h.test/a.png", "_media/h.test/b.png")
    for path in paths:
        file = folder.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")
    folder.frontier.keep_asset(AssetRow("http://h.test/a.png", SavedAsset(paths[0], "image/png", 0, "")))
    (folder.path / "crawl.json").write_text(json.dumps({"media": [{"path": paths[1]}]}), encoding="utf-8")
    folder.begin(existing=Existing.REPLACE)
    assert folder.files() == []
    assert not (folder.path / "_media").exists()
    assert folder.frontier.assets() == ()


@pytest.mark.parametrize("path", ["../mine", "/mine", "mine", "_media/../mine", "_media"])
def test_what_a_manifest_or_a_state_calls_an_asset_is_removed_below_the_folder_of_assets_only(folder, path):
    mine = (folder.path.parent / "mine", folder.path / "mine")
    for file in mine:
        file.write_text("mine", encoding="utf-8")
    folder.frontier.keep_asset(AssetRow("http://h.test/a.png", SavedAsset(path, "image/png", 0, "")))
    (folder.path / "crawl.json").write_text(json.dumps({"media": [{"path": path}]}), encoding="utf-8")
    folder.begin(existing=Existing.REPLACE)
    assert all(file.exists() for file in mine)


def test_a_replaced_crawl_leaves_no_manifest_that_names_what_is_gone(folder):
    folder.begin()
    folder.save()
    (folder.path / "crawl.json").write_text("{}", encoding="utf-8")
    folder.begin(existing=Existing.REPLACE)
    assert folder.files() == []
