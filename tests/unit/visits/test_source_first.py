import asyncio
import json

import pytest
import yaml

from getdocs.config import SourceUse
from getdocs.fetch.git import Cloned
from getdocs.visits.source_first import SourceFirst
from getdocs.write.source import source_entry

REPOSITORY = "https://github.com/acme/tool"


class Crawl:
    """What a crawl hands in, and what it hears."""

    def __init__(self, output_dir, use, cloned=None):
        self.meta, self.said, self.asked = {}, [], []
        self.cloned = cloned or Cloned(commit="c0ffee")
        self.is_stopped = False
        self.let = asyncio.Event()
        self.let.set()
        self.source = SourceFirst(
            use,
            output_dir,
            kept=self.meta.get,
            keep=self.meta.__setitem__,
            clone=self.clone,
            stopped=lambda: self.is_stopped,
            warn=self.said.append,
        )

    async def clone(self, repository, branch, into):
        self.asked.append((repository, branch))
        await self.let.wait()
        if not self.cloned.why:
            (into / "docs").mkdir(parents=True)
        return self.cloned

    def see_two_pages(self):
        for name in "ab":
            self.source.notice(f"https://d.example/{name}", (f"{REPOSITORY}/edit/main/docs/{name}.md",))


def taken(crawl):
    async def ask():
        return await asyncio.gather(crawl.source.taken(), crawl.source.taken())

    return asyncio.run(ask())


def test_auto_finds_the_repository_and_clones_nothing(tmp_path):
    crawl = Crawl(tmp_path, SourceUse.AUTO)
    crawl.see_two_pages()
    assert (taken(crawl), crawl.asked) == ([False, False], [])
    assert source_entry(crawl.meta.get)["repository"] == REPOSITORY


def test_off_looks_for_nothing(tmp_path):
    crawl = Crawl(tmp_path, SourceUse.OFF)
    crawl.see_two_pages()
    assert crawl.meta == {}


def test_clone_is_tried_once_and_ends_the_crawl_for_all_workers(tmp_path):
    crawl = Crawl(tmp_path, SourceUse.CLONE)
    crawl.see_two_pages()
    assert (taken(crawl), crawl.asked) == ([True, True], [(REPOSITORY, "main")])
    assert source_entry(crawl.meta.get)["clone"] == {
        "path": "_source/tool",
        "docs": "_source/tool/docs",
        "commit": "c0ffee",
    }


def test_clone_comes_with_a_configuration_for_mkdocs(tmp_path):
    crawl = Crawl(tmp_path, SourceUse.CLONE)
    crawl.see_two_pages()
    taken(crawl)
    settings = yaml.safe_load((tmp_path / "_source" / "mkdocs.yml").read_text())
    assert (tmp_path / "_source" / settings["docs_dir"]).is_dir()
    assert settings["repo_url"] == REPOSITORY


def test_nothing_is_cloned_before_two_pages_agree(tmp_path):
    crawl = Crawl(tmp_path, SourceUse.CLONE)
    crawl.source.notice("https://d.example/a", (f"{REPOSITORY}/edit/main/docs/a.md",))
    assert (taken(crawl), crawl.asked) == ([False, False], [])


def test_where_cloning_fails_the_crawl_goes_on_and_says_why(tmp_path):
    crawl = Crawl(tmp_path, SourceUse.CLONE, Cloned(why="git: no such repository"))
    crawl.see_two_pages()
    assert taken(crawl) == [False, False]
    assert crawl.said == [
        f"--source clone: {REPOSITORY} could not be cloned (git: no such repository); the site is crawled instead"
    ]
    assert "clone" not in source_entry(crawl.meta.get)


def test_clone_without_the_folder_of_the_pages_is_none(tmp_path):
    crawl = Crawl(tmp_path, SourceUse.CLONE)
    for name in "ab":
        crawl.source.notice(f"https://d.example/{name}", (f"{REPOSITORY}/edit/main/elsewhere/{name}.md",))
    assert taken(crawl) == [False, False]
    assert "has no folder elsewhere" in crawl.said[0]
    assert not (tmp_path / "_source" / "tool").exists()


def test_whoever_stops_the_crawl_waits_for_no_clone(tmp_path):
    async def ask():
        crawl = Crawl(tmp_path, SourceUse.CLONE)
        crawl.let.clear()
        crawl.see_two_pages()
        crawl.is_stopped = True
        answer = await crawl.source.taken()
        await crawl.source.give_up()
        return answer, crawl.meta

    answer, meta = asyncio.run(ask())
    assert (answer, set(meta)) == (False, {"repositories"})


@pytest.mark.parametrize(("use", "said"), [(SourceUse.CLONE, 1), (SourceUse.AUTO, 0)])
def test_where_no_repository_shows_and_a_clone_was_wanted_that_is_said(tmp_path, use, said):
    crawl = Crawl(tmp_path, use)
    crawl.source.end()
    assert len(crawl.said) == said


def test_login_in_evidence_is_not_said():
    meta = {
        "repositories": json.dumps(
            [
                {
                    "url": REPOSITORY,
                    "branch": "m",
                    "folder": "",
                    "pages": 2,
                    "evidence": [["https://me:pw@d.example/a", REPOSITORY]],
                }
            ]
        )
    }
    assert source_entry(meta.get)["evidence"][0]["page"] == "https://d.example/a"
