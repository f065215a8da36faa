import json
import os
from pathlib import PurePosixPath

import pytest

from fixtures.saved_crawl import SITE, write_crawl
from getdocs.errors import StateError
from getdocs.offline.saved import SavedCrawl

PAGES = {"/": "# Home\n", "/b": "# B\n", "/a": "# A\n"}


def rewrite(folder, change) -> None:
    file = folder / "crawl.json"
    manifest = json.loads(file.read_bytes())
    change(manifest)
    file.write_text(json.dumps(manifest))


def test_pages_come_in_reading_order(tmp_path):
    write_crawl(tmp_path, PAGES, order=["/b", "/", "/a"])

    assert [page.url for page in SavedCrawl.open(tmp_path).pages] == [f"{SITE}/b", f"{SITE}/", f"{SITE}/a"]


def test_page_says_what_the_manifest_says_of_it(tmp_path):
    write_crawl(tmp_path, PAGES, titles={"/a": "The A"})

    page = SavedCrawl.open(tmp_path).pages[2]

    assert (page.path, page.title, page.status, page.score) == (PurePosixPath("a.md"), "The A", 200, None)


def test_file_is_read_as_it_is_now(tmp_path):
    write_crawl(tmp_path, PAGES)
    crawl = SavedCrawl.open(tmp_path)
    (tmp_path / "a.md").write_text("edited\n")

    assert crawl.read(crawl.pages[2]).body == "edited\n"


def test_file_that_is_gone_reads_as_none(tmp_path):
    write_crawl(tmp_path, PAGES)
    crawl = SavedCrawl.open(tmp_path)
    (tmp_path / "a.md").unlink()

    assert crawl.read(crawl.pages[2]) is None


def test_link_out_of_the_folder_is_not_followed(tmp_path):
    out = tmp_path / "out"
    write_crawl(out, PAGES)
    (tmp_path / "secret").write_text("secret")
    (out / "a.md").unlink()
    (out / "a.md").symlink_to(tmp_path / "secret")
    crawl = SavedCrawl.open(out)

    assert crawl.read(crawl.pages[2]) is None


def test_folder_of_the_crawl_may_itself_be_a_link(tmp_path):
    write_crawl(tmp_path / "real", PAGES)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    crawl = SavedCrawl.open(tmp_path / "link")

    assert crawl.read(crawl.pages[2]).body == "# A\n"


@pytest.mark.parametrize("what", ["a.md", f"{SITE}/a"])
def test_page_is_found_by_path_and_by_url(tmp_path, what):
    write_crawl(tmp_path, PAGES)

    assert SavedCrawl.open(tmp_path).find(what).url == f"{SITE}/a"


def test_page_that_was_not_saved_is_not_found(tmp_path):
    write_crawl(tmp_path, PAGES)

    assert SavedCrawl.open(tmp_path).find("../a.md") is None


def test_folder_without_a_crawl_is_an_error_that_names_the_option(tmp_path):
    with pytest.raises(StateError, match="-o") as raised:
        SavedCrawl.open(tmp_path)
    assert raised.value.exit_code == 4


def test_file_in_place_of_the_folder_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StateError, match="no folder"):
        SavedCrawl.open(tmp_path / "file")


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000])
def test_damaged_manifest_is_an_error_that_says_how_to_get_another(tmp_path, text):
    (tmp_path / "crawl.json").write_bytes(text)
    with pytest.raises(StateError, match="--resume"):
        SavedCrawl.open(tmp_path)


def test_manifest_without_a_key_names_it(tmp_path):
    write_crawl(tmp_path, PAGES)
    rewrite(tmp_path, lambda manifest: manifest.pop("nav"))
    with pytest.raises(StateError, match="lacks nav"):
        SavedCrawl.open(tmp_path)


def test_list_that_an_older_version_did_not_know_is_empty(tmp_path):
    write_crawl(tmp_path, PAGES)
    rewrite(tmp_path, lambda manifest: manifest.pop("requests_by_host"))

    assert SavedCrawl.open(tmp_path).manifest["requests_by_host"] == []


def test_head_of_a_file_is_read_by_itself(tmp_path):
    write_crawl(tmp_path, {"/": "a" * 1_000_000})
    crawl = SavedCrawl.open(tmp_path)

    assert crawl.front(crawl.pages[0]) == crawl.read(crawl.pages[0]).front


@pytest.mark.parametrize("path", ["../a.md", "/etc/passwd", "", "a/../../b.md", "a\0.md", None])
def test_path_out_of_the_folder_is_damage(tmp_path, path):
    write_crawl(tmp_path, PAGES)
    rewrite(tmp_path, lambda manifest: manifest["pages"][0].update(path=path))
    with pytest.raises(StateError, match="damaged"):
        SavedCrawl.open(tmp_path)


def test_reading_order_that_names_no_page_is_damage(tmp_path):
    write_crawl(tmp_path, PAGES)
    rewrite(tmp_path, lambda manifest: manifest["reading_order"].append({"url": "x", "path": "x", "title": "x"}))
    with pytest.raises(StateError, match="damaged"):
        SavedCrawl.open(tmp_path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_manifest_that_may_not_be_read_is_an_error(tmp_path):
    write_crawl(tmp_path, PAGES)
    (tmp_path / "crawl.json").chmod(0)
    with pytest.raises(StateError, match="cannot read"):
        SavedCrawl.open(tmp_path)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda manifest: manifest.update(nav="text"), "nav"),
        (lambda manifest: manifest.update(nav=[1]), r"nav\[0\]"),
        (lambda manifest: manifest.update(finished_at=5), "finished_at"),
        (lambda manifest: manifest.update(counts={}), r"counts\."),
        (lambda manifest: manifest["pages"][0].pop("title"), r"pages\[0\].title"),
    ],
)
def test_manifest_of_another_shape_is_refused_with_the_place_that_differs(tmp_path, change, where):
    write_crawl(tmp_path, PAGES)
    rewrite(tmp_path, change)

    with pytest.raises(StateError, match=f"{where}.* is not what it has to be"):
        SavedCrawl.open(tmp_path)


def test_half_a_character_in_a_title_is_replaced(tmp_path):
    write_crawl(tmp_path, PAGES)
    rewrite(tmp_path, lambda manifest: manifest["pages"][0].update(title="a\ud800b"))

    assert {page.title for page in SavedCrawl.open(tmp_path).pages} >= {"a\ufffdb"}
