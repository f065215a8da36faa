"""A site whose pages can be edited in a repository: named in the Manifest, or cloned in place of a crawl. The host is on this disk."""

import json
import os
import subprocess

import pytest
from crawls import STATIC
from rendering import alone

import getdocs
from fixtures.site import document
from getdocs.fetch import git

REPOSITORY = "https://github.com/acme/tool"
NAMES = "abcdef"


@pytest.fixture
def edited(server):
    """Six pages in a row, each with a link to edit it."""
    edit = f"{REPOSITORY}/edit/main/docs"
    server.page("/", document("Start", links=(f"{edit}/index.md", "/a")))
    for name, following in zip(NAMES, (*NAMES[1:], ""), strict=True):
        server.page(f"/{name}", document(name, links=(f"{edit}/{name}.md", f"/{following}")))
    return server


@pytest.fixture
def hosted(tmp_path, monkeypatch):
    """What github.com has is on this disk."""
    folder = tmp_path / "github" / "acme" / "tool.git"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Tool, as it was written\n")
    who = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], [*who, "commit", "-qm", "first"]):
        subprocess.run(["git", "-C", folder, *words], check=True, env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull})
    monkeypatch.setattr(git, "HOSTS", {"github.com": f"file://{tmp_path}/github"})
    monkeypatch.setattr(git, "PROTOCOLS", "file")


def test_crawl_names_the_repository_in_the_summary_and_the_manifest(crawl, edited):
    crawled = crawl(edited.url("/"), *STATIC)
    assert crawled.manifest["source"] == {
        "repository": REPOSITORY,
        "branch": "main",
        "folder": "docs",
        "pages": 7,
        "evidence": [
            {"page": edited.url(path), "link": f"{REPOSITORY}/edit/main/docs/{file}.md"}
            for path, file in (("/", "index"), ("/a", "a"), ("/b", "b"))
        ],
    }
    assert f"written in {REPOSITORY}" in crawled.run.lines[-1]


def crawled(url, **settings):
    """On a thread of its own: a browser's loop may run on this one."""
    return alone(lambda: getdocs.acrawl(url, **settings))


@pytest.mark.usefixtures("hosted")
def test_clone_takes_the_place_of_the_crawl(edited, tmp_path):
    out = tmp_path / "out"
    manifest = crawled(edited.url("/"), out=out, source="clone", render="never", delay=0, concurrency=1)

    assert (manifest["page_count"], len(manifest["pending"])) == (2, 1)
    assert (out / manifest["source"]["clone"]["docs"] / "index.md").read_text() == "# Tool, as it was written\n"
    assert json.loads((out / "crawl.json").read_text())["source"] == manifest["source"]


def test_where_the_clone_fails_everything_is_crawled(edited, tmp_path, monkeypatch):
    monkeypatch.setattr(git, "HOSTS", {"github.com": f"file://{tmp_path}/nothing"})
    monkeypatch.setattr(git, "PROTOCOLS", "file")
    manifest = crawled(edited.url("/"), out=tmp_path / "out", source="clone", render="never", delay=0)

    assert (manifest["page_count"], "clone" in manifest["source"]) == (7, False)
    assert any("could not be cloned (git: " in warning for warning in manifest["warnings"])


@pytest.mark.usefixtures("hosted")
def test_crawl_that_starts_over_takes_away_the_clone(edited, tmp_path):
    out = tmp_path / "out"
    crawled(edited.url("/"), out=out, source="clone", render="never", delay=0)
    manifest = crawled(edited.url("/"), out=out, source="off", fresh=True, render="never", delay=0)

    assert ("source" in manifest, (out / "_source").exists(), manifest["page_count"]) == (False, False, 7)
