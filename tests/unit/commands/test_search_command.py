import json

import pytest
from typer.testing import CliRunner

from fixtures.saved_crawl import SITE, write_crawl
from getdocs.cli import app

PAGES = {"/guide": "# Guide\n\n## Setup\n\nTurn the red knob.\n", "/b": "# B\n\nText \x1b[31mred\x1b[0m \u202ehere.\n"}


@pytest.fixture
def out(tmp_path):
    write_crawl(tmp_path, PAGES, titles={"/b": "\x1b]0;pwned\x07B"})
    return tmp_path


def run(*args):
    return CliRunner().invoke(app, ["search", *map(str, args)])


def test_hit_is_printed_with_file_line_heading_text_and_url(out):
    assert run("knob", "-o", out).stdout == (
        f"{out}/guide.md:12  Guide > Setup\n    Turn the red knob.\n    {SITE}/guide\n"
    )


@pytest.mark.parametrize("words", [["red", "knob"], ["red knob"], ["Turn", '"red knob"'], ["--", "-knob", "red"]])
def test_words_need_no_quotes_around_them_and_may_follow_two_dashes(out, words):
    assert run("-o", out, *words).stdout.startswith(f"{out}/guide.md:12 ")


def test_nothing_of_a_page_steers_the_terminal(out):
    printed = run("here", "-o", out).stdout

    assert ("\x1b" in printed, "\u202e" in printed, "Text red here." in printed) == (False, False, True)


def test_json_has_one_object_with_all_there_is_to_a_hit(out):
    (result,) = json.loads(run("knob", "--json", "-o", out).stdout)["results"]

    assert {**result, "score": 0} == {
        "file": f"{out}/guide.md",
        "line": 12,
        "url": f"{SITE}/guide",
        "title": "guide",
        "headings": ["Guide", "Setup"],
        "snippet": "Turn the red knob.",
        "score": 0,
    }


def test_nothing_found_is_exit_code_1_with_a_hint(out):
    result = run("knib", "-o", out)

    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "no section has knib; spelled like it: knob\n")


def test_nothing_found_as_json_is_still_an_object(out):
    assert json.loads(run("knib", "--json", "-o", out).stdout) == {
        "query": "knib",
        "every_word": False,
        "unknown": [{"word": "knib", "nearest": ["knob"]}],
        "results": [],
    }


def test_some_of_the_words_is_said(out):
    result = run("knob zebra", "-o", out)

    assert (result.exit_code, result.stderr) == (
        0,
        "no section has zebra\nno section has all of the words; these have some of them\n",
    )


def test_limit_is_passed_on(out):
    assert run("red", "-n", "1", "-o", out).stdout.count(SITE) == 1
