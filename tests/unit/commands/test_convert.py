"""`getdocs convert`: one HTML file as Markdown on stdout."""

import pytest
from typer.testing import CliRunner

from getdocs.cli import app
from getdocs.errors import UsageError

PAGE = '<nav>Menu</nav><main><h1>Title</h1><p>See <a href="next.html">the next</a>.</p><aside>Beside.</aside></main>'


def convert(*args, stdin=None):
    result = CliRunner().invoke(app, ["convert", *map(str, args)], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_a_file_is_printed_as_markdown_with_its_links_made_absolute(file):
    result = convert(file, "--base-url", "https://docs.example/guide/")
    assert result.stdout == "# Title\n\nSee [the next](https://docs.example/guide/next.html).\n\nBeside.\n"
    assert (result.exit_code, result.stderr) == (0, "")


def test_standard_input_is_read_for_a_dash():
    assert convert("-", "--base-url", "https://docs.example/", stdin=PAGE).stdout.startswith("# Title\n")


def test_a_selector_names_the_content(file):
    assert convert(file, "--base-url", "https://docs.example/", "--selector", "aside").stdout == "Beside.\n"


def test_the_page_itself_may_say_where_it_is_from(file):
    file.write_text(f'<link rel="canonical" href="https://docs.example/a/b.html">{PAGE}', encoding="utf-8")
    result = convert(file)
    assert "(https://docs.example/a/next.html)" in result.stdout
    assert result.stderr == ""


def test_without_a_base_absolute_links_stay_and_relative_ones_are_said_to_be_left_out(file):
    file.write_text('<main><p><a href="https://a.example/x">a</a> <a href="b">b</a></p></main>', encoding="utf-8")
    result = convert(file)
    assert result.stdout == "[a](https://a.example/x) b\n"
    assert result.stderr == "relative links and images are left out: --base-url says where the page is from\n"


def test_the_encoding_of_the_file_is_found(file):
    file.write_bytes('<meta charset="latin-1"><main><p>café</p></main>'.encode("latin-1"))
    assert convert(file, "--base-url", "https://docs.example/").stdout == "café\n"


def test_a_file_that_shows_nothing_is_no_success(file):
    file.write_text("<main></main>", encoding="utf-8")
    result = convert(file, "--base-url", "https://docs.example/")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "shows nothing" in result.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["no-such-file.html"], "cannot read no-such-file.html"),
        (["page.html", "--base-url", "guide/"], "--base-url must be an http or https URL, not guide/"),
        (["page.html", "--selector", "]"], "not a CSS selector"),
    ],
)
def test_what_cannot_be_done_is_said(file, monkeypatch, args, words):
    monkeypatch.chdir(file.parent)
    with pytest.raises(UsageError, match=words.replace("]", r"\]")):
        convert(*args)
