"""Once a crawl is over, the Pages whose content is their body are read again without what stands on all of them."""

import asyncio
import json
from pathlib import PurePosixPath

import pytest

from getdocs.config import CrawlConfig
from getdocs.ending import conclude
from getdocs.frontier.store import Frontier
from getdocs.model import Discovered, Saved, Snapshot
from getdocs.read.reader import read_page
from getdocs.repeats import UNDER_WAY, leave_out_repeats
from getdocs.visits.reading import facts_of
from getdocs.write.files import PageWriter, content_hash, taken_apart
from getdocs.write.sources import Sources, sources_path

SITE = "http://docs.test"
WHEN = "2025-05-01T10:00:00+00:00"
NAMES = ("a", "b", "c", "d", "e", "f")
CHROME = "<p>The friendly program</p>"


class Crawled:
    """A state and its folder, as a crawl leaves them before its end."""

    def __init__(self, frontier, out):
        self.frontier, self.out = frontier, out
        PageWriter(out).prepare()

    def save(self, name, body):
        url = f"{SITE}/{name}"
        self.frontier.add([Discovered(url, 0, seed=True)])
        lease = self.frontier.lease(0.0)
        source = Snapshot(url, 200, f"<body>{body}</body>", name, url)
        page = read_page(source)
        PageWriter(self.out).write(page, PurePosixPath(f"{name}.md"), saved_at=WHEN)
        asyncio.run(Sources(sources_path(self.out), warn=pytest.fail).keep(url, source, saved_at=WHEN))
        saved = Saved(f"{name}.md", page.title, 200)
        self.frontier.settle(lease, saved, facts=facts_of(page, saved_at=WHEN))

    def finish(self):
        leave_out_repeats(self.frontier, self.out, None)

    def text(self, name):
        return taken_apart((self.out / f"{name}.md").read_text())[1]

    def facts(self, name):
        return next(row.facts for row in self.frontier.rows() if row.url == f"{SITE}/{name}")


@pytest.fixture
def crawled(tmp_path):
    with Frontier.open(None) as frontier:
        made = Crawled(frontier, tmp_path)
        for name in NAMES:
            made.save(name, f"{CHROME}<h1>Page {name}</h1><p>Of {name}.</p>")
        yield made


def test_files_and_state_say_what_is_left(crawled):
    crawled.finish()
    for name in NAMES:
        assert crawled.text(name) == f"# Page {name}\n\nOf {name}.\n"
        assert crawled.facts(name).content_hash == content_hash(crawled.text(name))
        assert crawled.facts(name).receipt.words.expected == 4
        assert len(crawled.facts(name).chrome.leading) == 1


def test_done_again_nothing_is_written(crawled):
    crawled.finish()
    before = {name: (crawled.out / f"{name}.md").stat().st_mtime_ns for name in NAMES}
    crawled.finish()
    assert {name: (crawled.out / f"{name}.md").stat().st_mtime_ns for name in NAMES} == before


def test_a_page_that_comes_later_is_held_against_the_others(crawled):
    crawled.finish()
    crawled.save("late", f"{CHROME}<p>Late.</p>")
    crawled.finish()
    assert crawled.text("late") == "Late.\n"


def test_what_turns_out_to_repeat_no_more_is_put_back(crawled):
    crawled.finish()
    for name in ("x", "y"):
        crawled.save(name, f"<p>Only {name}.</p>")
    crawled.finish()
    assert crawled.text("a") == "The friendly program\n\n# Page a\n\nOf a.\n"
    assert not crawled.facts("a").chrome


def test_the_same_page_at_another_url_is_found_by_what_it_said_with_its_chrome(crawled):
    whole = crawled.facts("a").content_hash
    crawled.finish()
    assert crawled.facts("a").content_hash != whole
    assert crawled.frontier.find_twin(f"{SITE}/a?again", whole) == f"{SITE}/a"


def test_a_file_that_somebody_has_changed_stays_as_it_is(crawled):
    (crawled.out / "a.md").write_text("Mine.\n")
    (crawled.out / "b.md").unlink()
    crawled.finish()
    assert (crawled.out / "a.md").read_text() == "Mine.\n"
    assert not (crawled.out / "b.md").exists()
    assert not crawled.facts("a").chrome
    assert crawled.text("c") == "# Page c\n\nOf c.\n"


def test_a_file_that_a_kill_has_left_is_made_anew_whatever_it_holds(crawled):
    crawled.frontier.set_meta(UNDER_WAY, json.dumps([f"{SITE}/a"]))
    (crawled.out / "a.md").write_text("# Page a\n\nOf a.\n")
    crawled.finish()
    assert (crawled.out / "a.md").read_text().startswith("---\n")
    assert (crawled.text("a"), crawled.frontier.meta(UNDER_WAY)) == ("# Page a\n\nOf a.\n", "")


@pytest.mark.parametrize(("limit", "begins"), [(0, "The friendly program\n"), (6, "# Page a\n")])
def test_it_waits_for_the_end_of_the_crawl_or_its_limit(crawled, limit, begins):
    crawled.frontier.add([Discovered(f"{SITE}/pending", 1)])
    config = CrawlConfig(seeds=(f"{SITE}/a",), output_dir=crawled.out, limit=limit)
    conclude(crawled.frontier, config, now=0.0, warnings=())
    assert crawled.text("a").startswith(begins)


def test_a_page_whose_source_is_gone_stays_as_it_is(crawled):
    Sources(sources_path(crawled.out), warn=pytest.fail).discard(f"{SITE}/a")
    crawled.finish()
    assert crawled.text("a").startswith("The friendly program\n")
    assert not crawled.facts("a").chrome
    assert crawled.text("b").startswith("# Page b\n")
