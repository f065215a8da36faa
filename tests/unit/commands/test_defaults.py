"""Defaults of options from a file and the environment. No crawl is made: what would make it only notes what it was given."""

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from getdocs import cli
from getdocs.commands import defaults
from getdocs.commands.crawl import crawl
from getdocs.commands.settings import settings_of
from getdocs.config import CrawlConfig, RenderMode
from getdocs.errors import OutputError, UsageError

URL = "https://docs.example/"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("GETDOCS_CHROMIUM", "GETDOCS_AUTH"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def made(monkeypatch):
    """What crawls were to be made with, and how they were to be told."""
    asked = []

    def run(config, existing, *, telling, answers):
        asked.append((config, existing, telling, answers))
        return 0

    monkeypatch.setattr("getdocs.commands.crawl.run", run)
    return asked


def run(*args, **environment):
    return CliRunner().invoke(cli.app, ["crawl", *args], env=environment)


def config_of(made, *args, **environment):
    result = run(*args, **environment)
    assert result.exit_code == 0, result.output or result.exception
    return made[-1][0]


def settings_file(text, name="getdocs.toml"):
    Path(name).write_text(text, encoding="utf-8")


# --- where they come from


def test_a_file_in_the_current_folder_sets_defaults(made):
    settings_file('seeds = ["https://docs.example/"]\nlimit = 7\nrender = "never"\ninclude-paths = ["/a*"]\n')
    expected = CrawlConfig(seeds=(URL,), limit=7, render=RenderMode.NEVER, include_paths=("/a*",))
    assert config_of(made) == expected


def test_another_file_can_be_named_and_then_the_one_that_is_here_does_not_count(made):
    settings_file("limit = 7\ndepth = 7\n")
    settings_file("limit = 8\n", "other.toml")
    assert config_of(made, URL, "--config", "other.toml") == CrawlConfig(seeds=(URL,), limit=8)
    assert config_of(made, URL, GETDOCS_CONFIG="other.toml") == CrawlConfig(seeds=(URL,), limit=8)


def test_the_environment_goes_before_the_file_and_the_command_line_before_both(made):
    settings_file("limit = 7\ndepth = 7\ndelay = 7\n")
    found = config_of(made, URL, "--limit", "9", GETDOCS_LIMIT="8", GETDOCS_DEPTH="8")
    assert (found.limit, found.depth, found.delay) == (9, 8, 7.0)


def test_a_list_in_the_environment_has_one_on_each_line(made):
    found = config_of(made, URL, GETDOCS_HEADER="X-A: b c\nX-D: e", GETDOCS_ACCEPT_STATUS="404\n410\n")
    assert found.headers == (("X-A", "b c"), ("X-D", "e"))
    assert found.accept_status == (404, 410)


@pytest.mark.parametrize(("text", "value"), [("1", True), ("true", True), ("ON", True), ("0", False), ("no", False)])
def test_a_flag_in_the_environment_is_a_word(made, text, value):
    settings_file("keep-html = true\n")
    assert config_of(made, URL, GETDOCS_KEEP_HTML=text).keep_html is value


def test_an_empty_variable_says_nothing(made):
    assert config_of(made, URL, GETDOCS_LIMIT="").limit == 1000


def test_secrets_may_stand_in_the_file_and_the_environment(made):
    settings_file('auth = "me:secret"\ncookie = ["a=b"]\n')
    found = config_of(made, URL, GETDOCS_HEADER="X-Key: k")
    assert (found.auth, found.cookies, found.headers) == ("me:secret", (("a", "b"),), (("X-Key", "k"),))


def test_a_key_may_be_written_with_underscores(made):
    settings_file("keep_html = true\n")
    assert config_of(made, URL).keep_html


def test_it_is_said_which_file_counts_and_what_it_sets(made):
    settings_file("limit = 7\ndelay = 2\n")
    assert run(URL).stderr == "settings of getdocs.toml: limit, delay\n"
    assert run(URL, "--quiet").stderr == ""
    assert len(made) == 2


def test_without_a_file_nothing_is_said(made):
    assert run(URL).stderr == ""
    assert made[-1][0] == CrawlConfig(seeds=(URL,))


# --- what contradicts each other


@pytest.mark.parametrize(
    ("file", "args"),
    [
        ("verbose = true", ("--quiet",)),
        ("sitemap-only = true", ("--no-sitemap",)),
        ('contact = "me@example.org"', ("--user-agent", "docbot/1")),
        ("resume = true\nforce = true", ("--fresh",)),
        ('format = "jsonl"', ("--summary-json",)),
    ],
)
def test_what_the_command_line_says_is_not_contradicted_by_the_file(made, file, args):
    settings_file(file)
    assert run(URL, *args).exit_code == 0, run(URL, *args).exception
    assert made


def test_what_the_environment_says_is_not_contradicted_by_the_file(made):
    settings_file("sitemap-only = true")
    assert config_of(made, URL, GETDOCS_NO_SITEMAP="1").sitemap == "never"


def test_a_contradiction_within_the_file_is_one():
    settings_file("quiet = true\nverbose = true\n")
    assert "exclude each other" in str(run(URL).exception)


# --- mistakes


MISTAKES = [
    ("limt = 5", "getdocs.toml: limt is no setting: did you mean limit?"),
    ("keep_htm = true", "getdocs.toml: keep_htm is no setting: did you mean keep-html?"),
    ("colour = 1", "getdocs.toml: colour is no setting"),
    ('limit = "many"', "getdocs.toml: limit must be a whole number, not 'many'"),
    ("limit = true", "getdocs.toml: limit must be a whole number, not True"),
    ("limit = 1.5", "getdocs.toml: limit must be a whole number, not 1.5"),
    ("limit = -1", "getdocs.toml: limit must be at least 0, not -1"),
    ('delay = "1"', "getdocs.toml: delay must be a number, not '1'"),
    ('quiet = "yes"', "getdocs.toml: quiet must be true or false, not 'yes'"),
    ("selector = 1", "getdocs.toml: selector must be a text, not 1"),
    ('include-paths = "/a"', "getdocs.toml: include-paths must be a list, each a text, not '/a'"),
    ('accept-status = ["404"]', "getdocs.toml: accept-status must be a list, each a whole number, not '404'"),
    ('render = "sometimes"', "getdocs.toml: render must be one of always, auto, never, not 'sometimes'"),
    ("keep-html = true\nkeep_html = false", "getdocs.toml: keep-html is set twice"),
    ("[crawl]\nlimit = 1", "getdocs.toml: crawl is no setting"),
]


@pytest.mark.parametrize(("text", "says"), MISTAKES)
def test_a_mistake_in_the_file_names_the_file_and_the_key(text, says):
    settings_file(text)
    result = run(URL)
    assert isinstance(result.exception, UsageError)
    assert str(result.exception) == says


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("GETDOCS_DEALY", "5", "GETDOCS_DEALY is no setting: did you mean GETDOCS_DELAY?"),
        ("GETDOCS_LIMIT", "many", "GETDOCS_LIMIT must be a whole number, not 'many'"),
        ("GETDOCS_QUIET", "perhaps", "GETDOCS_QUIET must be true or false, not 'perhaps'"),
        ("GETDOCS_RENDER", "x", "GETDOCS_RENDER must be one of always, auto, never, not 'x'"),
    ],
)
def test_a_mistake_in_the_environment_names_the_variable(name, text, says):
    assert str(run(URL, **{name: text}).exception) == says


def test_a_variable_that_is_like_no_setting_is_somebody_elses(made):
    assert config_of(made, URL, GETDOCS_SOMETHING_ELSE="x") == CrawlConfig(seeds=(URL,))


@pytest.mark.parametrize("text", ['auth = ["me:secret"]', "header = [1, 'secret']", 'header = "secret"'])
def test_a_secret_of_the_wrong_type_is_not_quoted(text):
    settings_file(text)
    assert "must be" in str(run(URL).exception)
    assert "secret" not in str(run(URL).exception)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"limit = x\n", r"getdocs\.toml is not TOML: .*line 1"),
        (b"a = " + b"[" * 20_000, r"getdocs\.toml is not TOML: .*recursion"),
        (b"\xff\xfe", r"getdocs\.toml is not TOML: .*decode"),
        (None, r"cannot read the settings file no\.toml: No such file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(content, says):
    if content is not None:
        Path("getdocs.toml").write_bytes(content)
    assert re.search(says, str(run(URL, *([] if content is not None else ["--config", "no.toml"])).exception))


# --- every option


@pytest.mark.parametrize("content", [b"\xef\xbb\xbflimit = 7\n", b"limit = 7\r\n"])
def test_a_file_may_be_what_editors_of_windows_write(made, content):
    Path("getdocs.toml").write_bytes(content)
    assert config_of(made, URL).limit == 7


def test_every_option_of_the_command_is_a_setting_but_the_one_that_names_the_file():
    parameters = set(crawl.__annotations__) - {"return", "ctx", "config_file"}
    assert {setting.parameter for setting in settings_of(crawl)} == parameters


# --- getdocs init


def init(*args):
    return CliRunner().invoke(cli.app, ["init", *args])


def test_init_writes_every_setting_with_its_meaning_behind_a_mark():
    assert init().exit_code == 0
    text = Path("getdocs.toml").read_text("utf-8")
    assert tomllib.loads(text) == {}
    for setting in settings_of(crawl):
        assert f"\n#: {setting.key} = " in text
        assert setting.help in text


def test_what_init_writes_without_the_marks_is_a_file_of_settings_that_is_understood():
    init()
    text = Path("getdocs.toml").read_text("utf-8").replace("#: ", "")
    settings_file(text, "all.toml")
    found = defaults.find(crawl, Path("all.toml"), {})
    assert set(found.keys) == {setting.key for setting in settings_of(crawl)}


def test_the_defaults_that_init_writes_are_those_of_the_command(made):
    init()
    text = Path("getdocs.toml").read_text("utf-8").replace("#: ", "")
    given = {setting.key for setting in settings_of(crawl) if setting.default is not None}
    lines = [line for line in text.splitlines() if line.partition(" = ")[0] in given]
    settings_file("\n".join(lines))
    assert config_of(made, URL) == CrawlConfig(seeds=(URL,))


def test_init_does_not_write_over_a_file_that_is_there():
    settings_file("limit = 7\n")
    result = init()
    assert isinstance(result.exception, UsageError)
    assert "getdocs.toml is there already: --force writes over it" in str(result.exception)
    assert Path("getdocs.toml").read_text("utf-8") == "limit = 7\n"


def test_init_writes_over_it_where_that_is_wanted():
    settings_file("limit = 7\n")
    assert init("--force").exit_code == 0
    assert tomllib.loads(Path("getdocs.toml").read_text("utf-8")) == {}


def test_init_writes_where_it_is_told_and_names_a_file_that_it_cannot_write():
    assert init("mine.toml").stderr == "wrote mine.toml\n"
    assert Path("mine.toml").exists()
    result = init("no-folder/mine.toml")
    assert isinstance(result.exception, OutputError)
    assert "cannot write no-folder/mine.toml: No such file or directory" in str(result.exception)
