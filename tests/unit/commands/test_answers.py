"""What a program reads on stdout: one object, or a line for each Page, whatever becomes of the crawl. No crawl is made."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from getdocs import cli
from getdocs.errors import OutputError
from getdocs.model import Receipt, SavedPage, Tally
from getdocs.write.jsonl import page_line
from getdocs.write.summary import CrawlStatus, Summary
from getdocs.write.summary import Tally as Tallied

URL = "https://docs.example/"
PAGE = SavedPage("https://h/a", "a.md", "A", 200, 1, "https://h/", "2026-01-01T00:00:00+00:00", "# A\n")


def run(*args):
    return CliRunner().invoke(cli.app, args)


def only_object(result):
    """What stdout holds, which is one line."""
    (line,) = result.stdout.splitlines()
    return json.loads(line)


def test_the_summary_is_one_object_on_stdout_and_its_outcome_is_the_line_on_stderr(end, tmp_path):
    result = end("--summary-json", "-o", str(tmp_path / "out"), saved=3)
    told = only_object(result)
    assert told["outcome"] == result.stderr.splitlines()[0] == "3 pages saved, 0 errors; nav 3/3"
    assert told["status"] == "ok"
    assert told["exit_code"] == result.exit_code == 0
    assert told["coverage"] == {"nav": {"saved": 3, "claimed": 3}}
    assert told["output_dir"] == str(tmp_path / "out")
    assert told["manifest"] == str(tmp_path / "out" / "crawl.json")


@pytest.mark.parametrize(
    ("saved", "interrupted", "status", "code"),
    [(3, False, "ok", 0), (1, False, "incomplete", 5), (1, True, "interrupted", 130), (0, False, "empty", 1)],
)
def test_the_status_goes_with_the_exit_code(end, saved, interrupted, status, code):
    result = end("--summary-json", "--quiet", saved=saved, interrupted=interrupted)
    told = only_object(result)
    assert (told["status"], told["exit_code"], result.exit_code) == (status, code, code)
    assert (told["pages"], told["errors"]) == (saved, 3 - saved)


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ({"truncated": True}, CrawlStatus.TRUNCATED),
        ({"truncated": True, "given_up": (Tallied("quiet", 1),)}, CrawlStatus.INCOMPLETE),
        ({"truncated": True, "interrupted": True}, CrawlStatus.INTERRUPTED),
        ({"pages": 0, "given_up": (Tallied("quiet", 1),)}, CrawlStatus.EMPTY),
    ],
)
def test_of_several_things_that_may_be_said_of_a_crawl_the_status_is_the_worst(facts, status):
    whole = Summary(pages=1, errors=0, skipped=0, redirects=0, duplicates=0, not_pages=0, pending=1, truncated=False)
    assert replace(whole, **facts).status is status


def test_what_an_incomplete_crawl_lacks_and_what_to_do_is_in_the_object(end):
    told = only_object(end("--summary-json", saved=1))
    assert [page["url"] for page in told["missing"]] == [f"{URL}1", f"{URL}2"]
    assert told["alarm"][-1] == "--retry-failed tries again what failed"
    assert told["error_reasons"] == {"redirect_loop": 2}


def test_without_being_asked_stdout_stays_empty(end):
    assert end(saved=3).stdout == ""


@pytest.mark.parametrize(
    ("args", "code", "error", "says"),
    [
        (("ftp://h/",), 2, "UsageError", "ftp://h/"),
        ((URL, "--resume", "--fresh"), 2, "UsageError", "--fresh"),
        ((URL, "--no-such-option"), 2, "UsageError", "--no-such-option"),
        ((URL, "--limit", "many"), 2, "UsageError", "--limit"),
        ((URL, "--browser", "/no/such/browser"), 3, "BrowserError", "/no/such/browser"),
    ],
)
def test_a_crawl_that_cannot_begin_is_an_object_too(tmp_path, args, code, error, says):
    told = only_object(run("crawl", *args, "-o", str(tmp_path / "out"), "--summary-json"))
    assert (told["status"], told["exit_code"], told["error"]) == ("error", code, error)
    assert says in told["outcome"]


def test_the_two_ways_to_answer_exclude_each_other():
    result = run("crawl", URL, "--summary-json", "--format", "jsonl")
    assert "exclude each other" in str(result.exception)


# --- records


def test_a_record_of_a_page_has_its_markdown_and_says_what_it_is():
    assert json.loads(page_line(PAGE)) == {
        "type": "page",
        "url": "https://h/a",
        "path": "a.md",
        "title": "A",
        "status": 200,
        "depth": 1,
        "found_on": "https://h/",
        "saved_at": "2026-01-01T00:00:00+00:00",
        "canonical": None,
        "receipt": None,
        "markdown": "# A\n",
    }


def test_a_record_has_the_receipt_as_the_manifest_has_it():
    page = SavedPage("https://h/", "index.md", "", 200, 0, None, "", "", receipt=Receipt(words=Tally(4, 3, 0)))
    assert json.loads(page_line(page))["receipt"] == {"score": 0.75, "kinds": {"words": [4, 3, 0]}}


@pytest.mark.parametrize("harm", ["\x1b]0;owned\x07", "\x9b2J", "\u202e", "\u2028", "\x85", "\r\n"])
def test_a_record_is_one_line_that_no_terminal_acts_on(harm):
    page = SavedPage(f"https://h/{harm}", "a.md", harm, 200, 0, None, "", harm)
    (line,) = page_line(page).splitlines()
    assert line.isprintable()
    assert json.loads(line)["markdown"] == harm


def test_half_a_character_is_no_record_that_nobody_can_read():
    line = page_line(SavedPage("https://h/", "a.md", "\ud800", 200, 0, None, "", ""))
    assert json.loads(line.encode())["title"] == "\ufffd"


def test_an_error_that_ends_a_crawl_is_raised_all_the_same(end, monkeypatch):
    async def broken(_):
        raise OutputError("cannot write out")

    monkeypatch.setattr("getdocs.commands.running._run", broken)
    result = end("--summary-json", saved=3)
    assert isinstance(result.exception, OutputError)
    assert only_object(result)["exit_code"] == 4
