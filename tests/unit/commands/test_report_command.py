import os

import pytest
from typer.testing import CliRunner

from fixtures.saved_crawl import write_crawl
from getdocs.cli import app
from getdocs.errors import OutputError


@pytest.fixture
def out(tmp_path):
    write_crawl(tmp_path / "out", {"/": "# Home\n"})
    return tmp_path / "out"


def test_report_goes_where_no_page_does_and_its_path_is_printed(out):
    result = CliRunner().invoke(app, ["report", "-o", str(out)])

    assert (result.exit_code, result.stdout) == (0, f"{out}/.getdocs/report.html\n")
    assert (out / ".getdocs" / "report.html").read_text().startswith("<!doctype html>")


def test_report_goes_to_the_file_that_is_named(out, tmp_path):
    CliRunner().invoke(app, ["report", "-o", str(out), "--html", str(tmp_path / "r.html")])

    assert (tmp_path / "r.html").exists()


def test_report_does_not_replace_a_pipe(out, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    result = CliRunner().invoke(app, ["report", "-o", str(out), "--html", str(tmp_path / "pipe")])

    assert (type(result.exception), (tmp_path / "pipe").is_fifo()) == (OutputError, True)
