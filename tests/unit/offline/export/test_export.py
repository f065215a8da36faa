"""All forms of a crawl: written whole, the same each time, with what is there."""

import pytest

from getdocs.errors import OutputError, StateError, UsageError
from getdocs.offline.export.export import Form, export
from getdocs.offline.saved import SavedCrawl
from getdocs.write import paths


def contents(done):
    return {file.name: file.read_bytes() for file in done.files}


def test_each_form_has_its_files_in_the_folder_of_the_crawl(crawl):
    done = export(crawl, list(Form))
    assert done.files == tuple(crawl.output_dir / name for name in ("llms.txt", "llms-full.txt", "single.markdown", "pages.jsonl", "book.epub"))  # fmt: skip
    assert {file.name for file in done.files} == set(paths.EXPORTS)


def test_the_same_crawl_gives_the_same_bytes(crawl):
    first = contents(export(crawl, list(Form)))
    assert contents(export(SavedCrawl.open(crawl.output_dir), list(Form))) == first


def test_a_file_that_is_gone_is_named_and_the_others_are_exported(crawl):
    assert export(crawl, [Form.SINGLE]).missing == ("gone.md",)


def test_a_form_that_is_asked_for_twice_is_written_once(crawl):
    assert len(export(crawl, [Form.JSONL, Form.JSONL]).files) == 1


def test_one_form_can_go_elsewhere(crawl, tmp_path):
    assert export(crawl, [Form.EPUB], tmp_path / "my.epub").files == (tmp_path / "my.epub",)
    assert export(crawl, [Form.LLMS], tmp_path).files == (tmp_path / "llms.txt", tmp_path / "llms-full.txt")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["llms-full.txt", "llms.txt", "my.epub", "out"]


def test_two_forms_do_not_go_to_one_place(crawl, tmp_path):
    with pytest.raises(UsageError, match="one --to"):
        export(crawl, [Form.EPUB, Form.SINGLE], tmp_path / "x")


def test_a_file_does_not_go_where_a_folder_stands(crawl, tmp_path):
    with pytest.raises(UsageError, match="is a folder"):
        export(crawl, [Form.EPUB], tmp_path)


def test_a_folder_that_is_not_there_is_told(crawl, tmp_path):
    with pytest.raises(OutputError, match="cannot write"):
        export(crawl, [Form.EPUB], tmp_path / "no" / "x.epub")


def test_a_crawl_of_which_nothing_is_left_is_told(crawl):
    for page in crawl.pages:
        crawl.file(page).unlink(missing_ok=True)
    with pytest.raises(StateError, match="no Page to export"):
        export(crawl, [Form.SINGLE])


def test_a_failure_leaves_the_file_that_was_there(crawl, monkeypatch):
    file = crawl.output_dir / paths.SINGLE
    file.write_text("before")

    def fail(*_):
        yield "some of it"
        raise RuntimeError("in the middle")

    monkeypatch.setattr("getdocs.offline.export.single.single", fail)
    names = {each.name for each in crawl.output_dir.iterdir()}
    with pytest.raises(RuntimeError):
        export(crawl, [Form.SINGLE])
    assert file.read_text() == "before"
    assert {each.name for each in crawl.output_dir.iterdir()} == names
