"""What the doctor found -> words and exit code. No browser: the examination is made up."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from getdocs import cli
from getdocs.render.doctor import Diagnosis

FOUND = {
    "browser": Path("/chromium"),
    "browser_version": "1.2.3.4",
    "playwright_version": "1.0",
    "python_version": "3.11",
    "platform": "Linux",
    "rendered": True,
    "leaks": 0,
}


@pytest.fixture
def examined(monkeypatch):
    """Runs the doctor on a browser that is like FOUND but for what differs."""

    def run(**differs):
        found = Diagnosis(**{**FOUND, **differs})

        async def examine(path):
            assert path == Path("/chromium")
            return found

        monkeypatch.setattr("getdocs.commands.doctor.examine", examine)
        return CliRunner().invoke(cli.app, ["doctor", "--browser", "/chromium"])

    return run


@pytest.mark.parametrize(("differs", "code"), [({}, 0), ({"rendered": False}, 3), ({"leaks": 2}, 3)])
def test_a_browser_that_cannot_be_used_is_an_exit_code(examined, differs, code):
    assert examined(**differs).exit_code == code


@pytest.mark.parametrize(
    ("differs", "said"),
    [({}, "ready to crawl"), ({"rendered": False}, "do not crawl"), ({"leaks": 2}, "2 connections reached")],
)
def test_what_was_found_stands_on_stdout_with_a_verdict(examined, differs, said):
    result = examined(**differs)
    assert said in result.stdout
    assert result.stdout.splitlines()[-1].startswith("verdict")
    assert result.stderr == ""


def test_escape_sequences_in_what_was_found_are_taken_out(examined):
    assert "owned" not in examined(browser_version="1\x1b]0;owned\x07").stdout
