import asyncio

import pytest

from getdocs.conductor import Crawl
from getdocs.config import CrawlConfig
from getdocs.errors import UsageError


class Nobody:
    """Hears a crawl and keeps nothing of it."""

    def show(self, status):
        pass

    def warn(self, text):
        pass

    def settled(self, what):
        pass


def test_a_selector_that_is_none_is_refused_before_the_output_folder_is_made(tmp_path):
    config = CrawlConfig(seeds=("http://127.0.0.1:1/",), output_dir=tmp_path / "out", selector="main[")
    with pytest.raises(UsageError, match="main"):
        asyncio.run(Crawl(config, observer=Nobody()).run())
    assert not (tmp_path / "out").exists()
