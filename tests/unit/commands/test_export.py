"""`getdocs export`, without a crawl."""

import os

import pytest
from typer.testing import CliRunner

from fixtures.saved_crawl import write_crawl
from getdocs.cli import app
from getdocs.errors import OutputError


def run(*args):
    return CliRunner().invoke(app, ["export", *map(str, args)])


@pytest.fixture
def folder(tmp_path):
    write_crawl(tmp_path / "out", {"/": "# Home\n", "/b": "# B\n"})
    return tmp_path / "out"


def test_it_prints_the_files_that_it_has_written(folder):
    result = run("-o", folder, "--to", "jsonl", "--to", "llms")
    assert result.exit_code == 0
    assert result.stdout == "".join(f"{folder / name}\n" for name in ("pages.jsonl", "llms.txt", "llms-full.txt"))


def test_a_page_whose_file_is_gone_is_named_and_makes_the_exit_code_1(folder):
    (folder / "b.md").unlink()
    result = run("-o", folder, "--to", "single")
    assert result.exit_code == 1
    assert result.stdout == f"{folder / 'single.markdown'}\n"
    assert f"{folder / 'b.md'} cannot be read" in result.stderr


def test_the_file_can_be_named(folder, tmp_path):
    assert run("-o", folder, "--to", "epub", "--output", tmp_path / "b.epub").stdout == f"{tmp_path / 'b.epub'}\n"


def test_a_dash_is_no_file(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("-o", folder, "--to", "jsonl", "--output", "-")
    assert (str(result.exception), sorted(tmp_path.iterdir())) == (
        "--output names a file: an export is not written to stdout",
        [folder],
    )


def test_a_form_has_to_be_said(folder):
    assert run("-o", folder).exit_code == 2


def test_a_pipe_is_not_replaced_by_a_file(folder, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    result = run("-o", folder, "--to", "jsonl", "--output", tmp_path / "pipe")
    assert (type(result.exception), (tmp_path / "pipe").is_fifo()) == (OutputError, True)
