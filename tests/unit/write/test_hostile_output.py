"""Output group F of the hostile cases, on a real disk: names that break out or collide, titles, a reader in between.

What a single name becomes is in `test_paths`, what a terminal gets in `test_terminal` and tests/e2e/test_cli.py (F11).
"""

import json
import threading
from itertools import permutations
from pathlib import Path, PurePosixPath

import pytest
import yaml

from getdocs.model import Page
from getdocs.write.files import PageWriter, taken_apart
from getdocs.write.paths import page_path
from getdocs.write.terminal import printable

SITE = "https://docs.example"
CASES = Path(__file__).parents[4] / "shared" / "cases" / "hostile.jsonl"
URLS = {
    "F01": ["/a/..%2f..%2f..%2fetc%2fcron.d%2fx", "/%2e%2e/%2e%2e/x", "/..%2f..%2fx", "/a/%2E%2E%2Fx"],
    "F02": ["/%5c..%5c..%5cw", "/C:%5cx", "/..%5cx"],
    "F03": ["/a%00b", "/a%0ab", "/a%1b"],
    "F04": ["/CON", "/aux.html", "/nul", "/x.", "/a:b", "/x%20", "/x"],
    "F05": ["/" + "x" * 300, "/" + "x" * 301, "/" + "%E6%96%87" * 120, "/" + "/".join(["y" * 200] * 30)],
    "F06": ["/Guide", "/guide", "/GUIDE", "/caf%C3%A9", "/cafe%CC%81"],
    "F07": ["/a", "/a/", "/a.html", "/a.md", "/a/index.html", "/a?x=1"],
    "F08": ["/a", "/a/b", "/a/b/c", "/a.md/b"],
}
ELSEWHERE = {"F11": "test_terminal", "F13": "images come with --download-media"}
TITLES = ['say "a": b #c', "@a", "- a", "{a", "a\n---\nadmin: true", "\x9b31m", "\u202egnp.exe", "", "a: b"]


def _saved(folder: Path, rests: list[str]) -> dict[str, str]:
    """What the folder holds when these pages were saved in this order: the body that is URL of each, by path."""
    writer = PageWriter(folder)
    writer.prepare()
    for rest in rests:
        page = Page(f"{SITE}{rest}", "T", 200, rest, (), ())
        writer.write(page, page_path(page.url, "docs.example"), saved_at="2026-01-01T00:00:00+00:00")
    files = [file for file in folder.rglob("*") if not file.is_dir()]
    return {str(file.relative_to(folder)): taken_apart(file.read_text())[1].rstrip("\n") for file in files}


@pytest.mark.parametrize("case", URLS)
def test_every_page_has_a_file_of_its_own_inside_the_folder_in_any_order(tmp_path, case):
    orders = list(permutations(URLS[case]))
    orders = orders[:: max(1, len(orders) // 8)]
    found = [_saved(tmp_path / str(number) / "deep" / "out", list(order)) for number, order in enumerate(orders)]
    assert sorted(found[0].values()) == sorted(URLS[case])
    assert all(each == found[0] for each in found)
    outside = [file for number in range(len(orders)) for file in (tmp_path / str(number)).rglob("*") if file.is_file()]
    assert all(file.relative_to(tmp_path).parts[1:3] == ("deep", "out") for file in outside)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_comes_back_exactly_and_brings_no_key_f09(tmp_path, title):
    page = Page(f"{SITE}/a", title, 200, "a", (), ())
    PageWriter(tmp_path).write(page, PurePosixPath("a.md"), saved_at="2026-01-01T00:00:00+00:00")
    head, _ = taken_apart((tmp_path / "a.md").read_bytes().decode())
    read = yaml.safe_load(head.strip().removesuffix("---"))
    assert read == {"url": f"{SITE}/a", "title": title, "status": 200, "crawled_at": "2026-01-01T00:00:00+00:00"}


@pytest.mark.parametrize("hostile", ["\x1b]0;owned\x07", "\x9b2J", "\u202e", "a\x1b[31mb"])
def test_nothing_of_a_site_moves_the_cursor_f11(hostile):
    assert printable(f"https://docs.example/{hostile}").isascii()
    assert printable(hostile).isprintable()


def test_a_reader_sees_the_old_file_or_the_new_one_f14(tmp_path):
    writer = PageWriter(tmp_path)
    bodies = [letter * 200_000 for letter in "ab"]

    def write(body: str) -> None:
        page = Page(f"{SITE}/a", "T", 200, body, (), ())
        writer.write(page, PurePosixPath("a.md"), saved_at="2026-01-01T00:00:00+00:00")

    write(bodies[0])
    done = threading.Event()

    def rewrite() -> None:
        for number in range(40):
            write(bodies[number % 2])
        done.set()

    thread = threading.Thread(target=rewrite)
    thread.start()
    seen = set()
    while not done.is_set():
        seen.add(taken_apart((tmp_path / "a.md").read_text())[1].rstrip("\n"))
    thread.join()
    assert seen <= set(bodies)
    assert [file.name for file in tmp_path.iterdir()] == ["a.md"]


def test_every_case_of_the_group_is_tested():
    if not CASES.exists():
        pytest.skip("the hostile cases are not here")
    ids = [case["id"] for line in CASES.read_text().splitlines() if (case := json.loads(line))["group"] == "output"]
    assert set(ids) == {*URLS, *ELSEWHERE, "F09", "F14"}
