import json

import pytest

from getdocs.beginning import CHANGES
from getdocs.config import CrawlConfig, SitemapUse
from getdocs.ending import TRAFFIC, conclude, conclude_again
from getdocs.errors import OutputError
from getdocs.fetch.noting import Noted
from getdocs.frontier.store import Frontier
from getdocs.model import Claim, Discovered, Family, FamilyKind, Lease, Listing, NavNode, PageFacts, Saved
from getdocs.write.files import PageWriter, content_hash
from getdocs.write.traffic import Traffic


def test_what_an_earlier_run_warned_of_still_stands_in_the_manifest_of_the_last_one(tmp_path):
    config = CrawlConfig(seeds=("http://docs.test/",), output_dir=tmp_path)
    with Frontier.open(None) as frontier:
        conclude(frontier, config, now=0.0, warnings=("certificates are not verified", "both"))
        manifest = conclude(frontier, config, now=1.0, warnings=("both", "new"))
    assert manifest["warnings"] == ["certificates are not verified", "both", "new"]


SITE = "http://docs.test"
NAV = tuple(NavNode(name, f"{SITE}/{name}") for name in ("a", "b"))


def concluded(tmp_path, *, found=("a", "b"), also=(), **settings):
    """The Manifest of a crawl that saved its Seed, whose sidebar has /a and /b, and met what was `found`."""
    config = CrawlConfig(seeds=(f"{SITE}/",), output_dir=tmp_path, **settings)
    with Frontier.open(None) as frontier:
        frontier.add([Discovered(f"{SITE}/", 0, seed=True)])
        lease = frontier.lease(0.0)
        assert isinstance(lease, Lease)
        facts = PageFacts("0" * 64, "2025-05-01T10:00:00+00:00", nav=NAV)
        links = [Discovered(f"{SITE}/{name}", 1, f"{SITE}/") for name in found]
        frontier.settle(lease, Saved("index.md", "Start", 200), facts=facts, found=links)
        for step in also:
            step(frontier)
        first = conclude(frontier, config, now=0.0, warnings=())
        assert conclude_again(frontier, config, now=9.0) == first
    return first


def test_the_navigation_is_held_against_what_was_met(tmp_path):
    nav = concluded(tmp_path, found=("a",))["coverage"]["nav"]
    assert [(entry["url"], entry["reason"]) for entry in nav["missing"]] == [
        (f"{SITE}/a", "pending"),
        (f"{SITE}/b", "not_discovered"),
    ]


def test_a_crawl_of_listings_alone_does_not_follow_the_navigation(tmp_path):
    nav = concluded(tmp_path, found=(), sitemap=SitemapUse.ONLY)["coverage"]["nav"]
    assert [entry["reason"] for entry in nav["missing"]] == ["not_followed"] * 2


def test_listings_and_what_they_name_come_from_the_state(tmp_path):
    def read_sitemap(frontier):
        frontier.add([Discovered(f"{SITE}/sitemap.xml", 0, tier=0, listing=Listing.SITEMAP)])
        frontier.claim([Claim(f"{SITE}/{name}", Listing.SITEMAP, f"{SITE}/sitemap.xml") for name in ("", "c")])
        frontier.claim([Claim("http://elsewhere.test/", Listing.SITEMAP, f"{SITE}/sitemap.xml")])

    manifest = concluded(tmp_path, also=(read_sitemap,))
    assert [entry["url"] for entry in manifest["listings"]] == [f"{SITE}/sitemap.xml"]
    sitemap = manifest["coverage"]["sitemap"]
    assert (sitemap["saved"], [entry["url"] for entry in sitemap["missing"]]) == (1, [f"{SITE}/c"])


def test_families_that_were_left_out_come_from_the_state_and_are_no_claims(tmp_path):
    family = Family(FamilyKind.LOCALE, "b", f"{SITE}/b/")

    def leave_out(frontier):
        frontier.leave_out(family, [f"{SITE}/b/1", f"{SITE}/b/2"])
        frontier.claim([Claim(f"{SITE}/b/1", Listing.LLMS_TXT, f"{SITE}/llms.txt")])

    manifest = concluded(tmp_path, also=(leave_out,))
    assert [(entry["prefix"], entry["urls"]) for entry in manifest["families"]] == [(f"{SITE}/b/", 2)]
    assert "llms_txt" not in manifest["coverage"]


def test_what_resumed_crawls_have_changed_comes_from_the_state(tmp_path):
    changes = [{"at": "2025-05-02T10:00:00+00:00", "setting": "depth", "was": None, "now": 3}]
    manifest = concluded(tmp_path, also=(lambda frontier: frontier.set_meta(CHANGES, json.dumps(changes)),))
    assert manifest["changes"] == changes


@pytest.mark.parametrize(("limit", "reached"), [(0, False), (1, True), (2, False)])
def test_the_limit_is_reached_where_it_left_something_over(tmp_path, limit, reached):
    assert concluded(tmp_path, limit=limit)["limit_reached"] is reached


def test_a_limit_that_left_nothing_over_was_not_reached(tmp_path):
    assert not concluded(tmp_path, found=(), limit=1)["limit_reached"]


def test_a_crawl_that_was_killed_before_its_end_has_a_manifest(tmp_path):
    config = CrawlConfig(seeds=(f"{SITE}/",), output_dir=tmp_path)
    with Frontier.open(None) as frontier:
        manifest = conclude_again(frontier, config, now=0.0)
    assert (manifest["finished_at"], manifest["warnings"]) == ("1970-01-01T00:00:00+00:00", [])


def test_what_was_asked_for_stands_in_every_manifest_of_the_crawl(tmp_path):
    traffic = Traffic()
    traffic.note(Noted("document", "GET", f"{SITE}/", 200, 10, False, "allowed", "", 0.1, 0.0))

    manifest = concluded(tmp_path, also=(lambda frontier: frontier.set_meta(TRAFFIC, traffic.state()),))

    assert [(entry["host"], entry["requests"]) for entry in manifest["requests_by_host"]] == [("docs.test", 1)]


def _with_a_file(frontier, tmp_path):
    """The Seed's Page has a file, whose link the site has broken."""
    PageWriter(tmp_path).prepare()
    head = "---\nurl: x\n---\n\n"
    (tmp_path / "index.md").write_text(f"{head}[me]({SITE}/index.html#none)\n", encoding="utf-8")
    body = f"[me]({SITE}/index.html#none)"
    facts = PageFacts(content_hash(body), "2025-05-01T10:00:00+00:00", nav=NAV, anchors=())
    frontier.revise(f"{SITE}/", Saved("index.md", "Start", 200), facts)


def test_files_are_linked_and_the_links_that_the_site_has_broken_are_listed(tmp_path):
    manifest = concluded(tmp_path, also=(lambda frontier: _with_a_file(frontier, tmp_path),))
    assert (tmp_path / "index.md").read_text(encoding="utf-8").endswith("\n\n[me](index.md)\n")
    broken = {"path": "index.md", "url": f"{SITE}/index.html#none", "reason": "no_such_place"}
    assert manifest["broken_links"] == [broken]


@pytest.mark.parametrize(
    ("settings", "files"),
    [({"llms_txt": True}, ["llms-full.txt", "llms.txt"]), ({"single_file": True}, ["single.markdown"]), ({}, [])],
)
def test_other_forms_are_written_where_they_are_asked_for_once_files_are_linked(tmp_path, settings, files):
    concluded(tmp_path, also=(lambda frontier: _with_a_file(frontier, tmp_path),), **settings)
    written = sorted(file.name for file in tmp_path.iterdir() if file.name not in ("crawl.json", "index.md"))
    assert written == files
    for name in files:
        assert "Start" in (tmp_path / name).read_text(encoding="utf-8")


def test_a_crawl_without_a_page_has_no_other_form(tmp_path):
    config = CrawlConfig(seeds=(f"{SITE}/",), output_dir=tmp_path, llms_txt=True, single_file=True)
    with Frontier.open(None) as frontier:
        conclude(frontier, config, now=0.0, warnings=())
    assert [file.name for file in tmp_path.iterdir()] == ["crawl.json"]


def test_where_a_file_cannot_be_linked_the_manifest_is_written_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr("getdocs.ending.link_files", _fail)
    with pytest.raises(OutputError, match="disk full"):
        concluded(tmp_path, also=(lambda frontier: _with_a_file(frontier, tmp_path),))
    assert json.loads((tmp_path / "crawl.json").read_bytes())["page_count"] == 1


def _fail(*_: object) -> None:
    raise OutputError("disk full")
