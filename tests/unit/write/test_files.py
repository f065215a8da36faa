import errno
import hashlib
import json
import os
from pathlib import Path, PurePosixPath

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from getdocs.errors import OutputError
from getdocs.model import Page
from getdocs.write.files import PageWriter, content_hash, front_matter

SAVED_AT = "2025-05-01T10:00:00+00:00"
PATH = PurePosixPath("guide/intro.md")


def a_page(**changes) -> Page:
    facts = {"url": "https://docs.example/guide/intro", "title": "Intro", "status": 200, "markdown": "# Intro\n\nText."}
    return Page(**{**facts, "links": (), "nav": (), **changes})


def parsed_front_matter(page: Page) -> dict[str, object]:
    block = front_matter(page, SAVED_AT)
    assert block.startswith("---\n")
    assert block.endswith("\n---\n\n")
    assert block.count("\n---\n") == 1
    return yaml.safe_load(block.split("\n---\n")[0])


def everything_in(folder: Path) -> set[str]:
    return {str(each.relative_to(folder)) for each in folder.rglob("*") if not each.is_dir()}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    PageWriter(folder).prepare()
    return folder


def test_a_page_is_front_matter_and_body_with_one_newline_at_the_end(out):
    PageWriter(out).write(a_page(markdown="\n# Intro\n\nText.\n\n\n"), PATH, saved_at=SAVED_AT)
    assert (out / PATH).read_text() == (
        "---\n"
        'url: "https://docs.example/guide/intro"\n'
        'title: "Intro"\n'
        "status: 200\n"
        'crawled_at: "2025-05-01T10:00:00+00:00"\n'
        "---\n"
        "\n"
        "# Intro\n"
        "\n"
        "Text.\n"
    )


def test_canonical_is_written_where_the_page_declares_it():
    assert (
        parsed_front_matter(a_page(canonical="https://docs.example/latest/"))["canonical"]
        == "https://docs.example/latest/"
    )


def test_credentials_do_not_reach_the_file():
    page = a_page(url="https://user:secret@docs.example/a", canonical="https://user:secret@docs.example/b")
    assert "secret" not in front_matter(page, SAVED_AT)


HOSTILE_TITLES = [
    "quotes \" and ' and \\",
    "colon: space #hash",
    "@at",
    "- dash",
    "{brace: 1}",
    "a\n---\nadmin: true\n",
    "\r\n\u0085\u2028\u2029",
    "c1 \x9b31m and bidi \u202e and nul \x00 and esc \x1b[31m",
    "yes",
    "null",
    "~",
    "1e3",
    "0o14",
    "2025-01-01",
    "",
    " ",
    "\ufeffbom \ufffe \U0001f600 \U000e0041",
    "%YAML 1.2",
    "*alias &anchor !!python/object",
]


@pytest.mark.parametrize("title", HOSTILE_TITLES)
def test_a_hostile_title_is_read_back_exactly_and_adds_no_key(title):
    read = parsed_front_matter(a_page(title=title))
    assert read["title"] == title
    assert set(read) == {"url", "title", "status", "crawled_at"}


@given(st.text(st.characters(codec="utf-8")))
@example("\x85\x9b\u200b\u2066")
def test_any_title_is_read_back_exactly(title):
    assert parsed_front_matter(a_page(title=title))["title"] == title


@given(st.text(st.characters(codec="utf-8")))
def test_a_title_is_the_same_in_json_and_yaml(title):
    line = front_matter(a_page(title=title), SAVED_AT).splitlines()[2]
    assert json.loads(line.removeprefix("title: ")) == title


@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8"), min_size=1))
@example("a\x85---\x85b", "\u2028---\u2029")
def test_no_title_has_a_line_of_its_own_whatever_a_parser_takes_for_a_line_break(title, canonical):
    lines = front_matter(a_page(title=title, canonical=canonical), SAVED_AT).splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "---", "url", "title", "status", "crawled_at", "canonical", "---", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "char", ["\x00", "\x1b", "\x7f", "\x85", "\x9b", "\u2028", "\u2029", "\u202e", "\u2066", "\u200b", "\ufeff"]
)
def test_nothing_invisible_stands_raw_in_the_front_matter(char):
    assert char not in front_matter(a_page(title=f"a{char}b"), SAVED_AT)


def test_a_lone_surrogate_becomes_a_replacement_character(out):
    PageWriter(out).write(a_page(title="a\ud800b", markdown="c\udfffd \ud83d\ude00"), PATH, saved_at=SAVED_AT)
    text = (out / PATH).read_text()
    assert 'title: "a\ufffdb"' in text
    assert text.endswith("c\ufffdd \U0001f600\n")


def test_the_html_is_kept_beside_the_page(out):
    PageWriter(out).write(a_page(), PATH, saved_at=SAVED_AT, html="<p>é</p>")
    assert (out / "guide/intro.html").read_text() == "<p>é</p>"


def test_no_html_is_written_unless_it_is_given(out):
    PageWriter(out).write(a_page(), PATH, saved_at=SAVED_AT)
    assert everything_in(out) == {"guide/intro.md"}


def test_a_removed_page_takes_its_html_with_it(out):
    writer = PageWriter(out)
    writer.write(a_page(), PATH, saved_at=SAVED_AT, html="<p>é</p>")
    writer.remove(PATH)
    assert list(out.iterdir()) == []


def test_the_content_hash_is_that_of_the_body_in_the_file(out):
    page = a_page(markdown="\nText\n\n")
    PageWriter(out).write(page, PATH, saved_at=SAVED_AT)
    body = (out / PATH).read_text().split("\n---\n\n", 1)[1]
    assert content_hash(page.markdown) == hashlib.sha256(body.encode()).hexdigest()


def test_the_content_hash_tells_texts_apart():
    assert content_hash("a") != content_hash("b")


def test_prepare_makes_the_folder_and_leaves_nothing_in_it(tmp_path):
    PageWriter(tmp_path / "a/b").prepare()
    assert list((tmp_path / "a/b").iterdir()) == []


def test_prepare_refuses_a_file(tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(OutputError, match=r"out: it is a file, not a folder"):
        PageWriter(tmp_path / "out").prepare()


def test_prepare_refuses_a_folder_below_a_file(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OutputError, match="a folder on the way is a file or a link"):
        PageWriter(tmp_path / "file/out").prepare()


def test_prepare_refuses_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    def read_only(*_args, **_kwargs):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(OutputError, match="out: Read-only file system"):
        PageWriter(tmp_path / "out").prepare()


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind root")
def test_prepare_refuses_a_folder_without_permission(tmp_path):
    (tmp_path / "out").mkdir(mode=0o500)
    with pytest.raises(OutputError, match="Permission denied"):
        PageWriter(tmp_path / "out").prepare()
