"""What defines a crawl is kept in its state, whole enough to make the Manifest again."""

from pathlib import Path

import pytest

from getdocs.beginning import DEFINING, keep_definition, kept_config
from getdocs.config import CrawlConfig, RenderMode, RobotsFor
from getdocs.errors import StateError
from getdocs.frontier.store import Frontier
from getdocs.model import Counts
from getdocs.write.manifest import build_manifest

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
