"""A crawl that came to what a test says, as the command line sees it."""

import pytest
from typer.testing import CliRunner

from getdocs import cli
from getdocs.conductor import Result
from getdocs.model import Counts, Failed, FailReason, NavNode, PageFacts, Row, Saved
from getdocs.write.manifest import build_manifest

URL = "https://docs.example/"


@pytest.fixture
def end(monkeypatch):
    """Runs the command line on a crawl whose sidebar has three pages, of which it saved so many."""

    def ended(*args, saved, interrupted=False):
        rows = [
            Row(f"{URL}{number}", 1, URL, False, 1, Saved(f"{number}.md", "", 200), facts=PageFacts("00", ""))
            for number in range(saved)
        ]
        rows += [
            Row(f"{URL}{number}", 1, URL, False, 1, Failed(FailReason.REDIRECT_LOOP)) for number in range(saved, 3)
        ]
        nav = tuple(NavNode(f"Page {number}", f"{URL}{number}") for number in range(3))

        class Ended:
            def __init__(self, config, **_):
                self._config = config

            async def run(self):
                counts = Counts(3, saved, 0, 0, 0, 0, 3 - saved, 0)
                order = tuple(row.url for row in rows[:saved])
                manifest = build_manifest(rows, counts, nav, order, self._config, started_at="", finished_at="")
                return Result(manifest, interrupted)

            def stop(self):
                raise NotImplementedError

        monkeypatch.setattr("getdocs.commands.running.Crawl", Ended)
        return CliRunner().invoke(cli.app, ["crawl", URL, *args])

    return ended
