"""What a crawl is called, and what of it is there."""

import json

import pytest

from fixtures.saved_crawl import SITE, write_crawl
from getdocs.offline.export.copy import Copy
from getdocs.offline.saved import SavedCrawl


def opened(folder, pages, manifest=None, **more):
    write_crawl(folder, pages, **more)
    file = folder / "crawl.json"
    file.write_text(json.dumps({**json.loads(file.read_bytes()), **(manifest or {})}))
    return Copy(SavedCrawl.open(folder))


@pytest.mark.parametrize("seed", [f"{SITE}/b", f"{SITE}:443/b", f"{SITE}/old"])
def test_it_is_called_like_the_page_that_the_seed_is_or_led_to(tmp_path, seed):
    redirect = {"from": f"{SITE}/old", "to": f"{SITE}/b", "statuses": [301], "trail": []}
    copy = opened(
        tmp_path, {"/a": "A\n", "/b": "What b is about, in a sentence.\n"}, {"seeds": [seed], "redirects": [redirect]}
    )
    assert (copy.title, copy.summary) == ("b", "What b is about, in a sentence.")


def test_without_the_seed_it_is_called_like_its_first_page(tmp_path):
    assert opened(tmp_path, {"/a": "A\n", "/b": "B\n"}, {"seeds": []}).title == "a"


def test_a_page_without_a_title_leaves_the_host(tmp_path):
    assert opened(tmp_path, {"/a": "A\n"}, titles={"/a": " \x1b[0m"}).title == "docs.example"


def test_what_is_behind_a_link_out_of_the_folder_is_not_there(tmp_path):
    copy = opened(tmp_path / "out", {"/a": "A\n", "/b": "B\n"})
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (tmp_path / "out" / "a.md").unlink()
    (tmp_path / "out" / "a.md").symlink_to(secret)
    (tmp_path / "out" / "x.png").symlink_to(secret)
    assert Copy(copy.crawl).missing == ("a.md",)
    assert copy.file("x.png") is None
    assert copy.file("../secret") is None


def test_the_text_of_a_file_that_goes_meanwhile_is_empty(tmp_path):
    copy = opened(tmp_path, {"/a": "A\n"})
    (tmp_path / "a.md").unlink()
    assert copy.body(copy.pages[0]) == ""
