"""Options -> CrawlConfig, Manifest -> exit code. No crawl is made: what would make it only notes what it was given."""

from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from getdocs import cli
from getdocs.beginning import Existing
from getdocs.conductor import Result
from getdocs.config import (
    AnchorStyle,
    CrawlConfig,
    FamilyUse,
    RenderMode,
    RobotsFor,
    SitemapUse,
    SourceUse,
    user_agent,
)
from getdocs.errors import UsageError
from getdocs.model import Counts, PageFacts, Row, Saved, Skipped, SkipReason
from getdocs.write.manifest import build_manifest

URL = "https://docs.example/guide/"


@pytest.fixture
def made(monkeypatch):
    """The crawls that were to be made. Each comes to `made.rows`, and is interrupted where the test says so."""
    crawls = Crawls()
    monkeypatch.setattr("getdocs.commands.running.Crawl", crawls.make)
    monkeypatch.delenv("GETDOCS_CHROMIUM", raising=False)
    monkeypatch.delenv("GETDOCS_AUTH", raising=False)
    return crawls


class Crawls:
    def __init__(self):
        self.configs = []
        self.existing = []
        self.rows = [Row(URL, 0, "", True, 1, Saved("guide/index.md", "Guide", 200), facts=PageFacts("00", ""))]
        self.interrupted = False
        self.raises = None

    def make(self, config, *, observer, existing, **_):
        self.configs.append(config)
        self.existing.append(existing)
        self.observer = observer
        return self

    def stop(self):
        self.interrupted = True

    async def run(self):
        if self.raises:
            raise self.raises
        saved = [row.url for row in self.rows if isinstance(row.outcome, Saved)]
        skipped = len(self.rows) - len(saved)
        counts = Counts(len(self.rows), len(saved), 0, 0, skipped, 0, 0, 0)
        manifest = build_manifest(self.rows, counts, (), tuple(saved), self.configs[-1], started_at="", finished_at="")
        return Result(manifest, self.interrupted)


def run(*args):
    return CliRunner().invoke(cli.app, args)


def config_of(made, *args):
    result = run("crawl", *args)
    assert result.exit_code == 0, result.output
    return made.configs[-1]


# --- options


def test_a_url_alone_makes_the_crawl_that_the_settings_have_as_defaults(made):
    assert config_of(made, URL) == CrawlConfig(seeds=(URL,))
    assert made.existing == [Existing.REFUSE]


OPTIONS = [
    (("--output-dir", "there"), "output_dir", Path("there")),
    (("-o", "there"), "output_dir", Path("there")),
    (("--limit", "0"), "limit", 0),
    (("--depth", "0"), "depth", 0),
    (("--source", "clone"), "source", SourceUse.CLONE),
    (("--allow-backward",), "allow_backward", True),
    (("--allow-subdomains",), "allow_subdomains", True),
    (("--include-paths", "/a*", "--include-paths", "/b"), "include_paths", ("/a*", "/b")),
    (("--exclude-paths", "/a*", "--exclude-paths", "/b"), "exclude_paths", ("/a*", "/b")),
    (("--families", "all"), "families", FamilyUse.ALL),
    (("--no-sitemap",), "sitemap", SitemapUse.NEVER),
    (("--sitemap-only",), "sitemap", SitemapUse.ONLY),
    (("--max-variants", "0"), "max_variants", 0),
    (("--accept-status", "404", "--accept-status", "410"), "accept_status", (404, 410)),
    (("--concurrency", "2"), "concurrency", 2),
    (("--delay", "0.5"), "delay", 0.5),
    (("--user-agent", "docbot/1"), "user_agent", "docbot/1"),
    (("--contact", "me@example.org"), "user_agent", user_agent("me@example.org")),
    (("--ignore-robots",), "ignore_robots", True),
    (("--robots-for", "pages"), "robots_for", RobotsFor.PAGES),
    (("--max-redirects", "0"), "max_redirects", 0),
    (("--timeout", "1.5"), "timeout", 1.5),
    (("--render-timeout", "1.5"), "render_timeout", 1.5),
    (("--max-body-size", "1"), "max_body_size", 1),
    (("-H", "X-Key: a:b", "--header", "Y:c"), "headers", (("X-Key", "a:b"), ("Y", "c"))),
    (("--cookie", "a=b=c"), "cookies", (("a", "b=c"),)),
    (("--auth", "me:secret"), "auth", "me:secret"),
    (("--proxy", "socks5://127.0.0.1:1080"), "proxy", "socks5://127.0.0.1:1080"),
    (("--ca-file", "ca.pem"), "ca_file", Path("ca.pem")),
    (("--insecure-tls",), "insecure_tls", True),
    (("--allow-private",), "allow_private", True),
    (("--render", "never"), "render", RenderMode.NEVER),
    (("--selector", "main > p"), "selector", "main > p"),
    (("--browser", "/chromium"), "browser", Path("/chromium")),
    (("--keep-html",), "keep_html", True),
    (("--anchors", "mkdocs"), "anchors", AnchorStyle.MKDOCS),
    (("--download-media",), "download_media", True),
    (("--media-max-size", "1"), "media_max_size", 1),
    (("--llms-txt",), "llms_txt", True),
    (("--single-file",), "single_file", True),
]


@pytest.mark.parametrize(("args", "setting", "value"), OPTIONS)
def test_an_option_sets_its_setting_and_no_other(made, args, setting, value):
    assert config_of(made, URL, *args) == CrawlConfig(seeds=(URL,), **{setting: value})


def test_every_setting_can_be_given_on_the_command_line():
    # Seeds, their logins and a saved login have tests of their own; a person has chosen the Seeds of a command line.
    elsewhere = {"seeds", "logins", "storage_state", "private_seeds"}
    assert {setting for _, setting, _ in OPTIONS} | elsewhere == {field.name for field in fields(CrawlConfig)}


@pytest.mark.parametrize(
    ("name", "value", "setting"), [("GETDOCS_CHROMIUM", "/chromium", "browser"), ("GETDOCS_AUTH", "me:pw", "auth")]
)
def test_a_setting_comes_from_the_environment_where_no_option_gives_it(made, monkeypatch, name, value, setting):
    monkeypatch.setenv(name, value)
    assert str(getattr(config_of(made, URL), setting)) == value


def test_a_saved_login_is_read_from_its_file(made, tmp_path):
    file = tmp_path / "login.json"
    file.write_text('{"cookies": [], "origins": []}', encoding="utf-8")
    assert config_of(made, URL, "--storage-state", str(file)).storage_state is not None


@pytest.mark.parametrize(
    ("args", "existing"),
    [
        ((), Existing.REFUSE),
        (("--resume",), Existing.RESUME),
        (("--fresh",), Existing.REPLACE),
        (("--retry-failed",), Existing.RETRY_FAILED),
        (("--resume", "--retry-failed"), Existing.RESUME | Existing.RETRY_FAILED),
        (("--resume", "--force"), Existing.RESUME | Existing.FORCE),
    ],
)
def test_what_to_do_with_an_earlier_crawl_is_an_option(made, args, existing):
    config_of(made, URL, *args)
    assert made.existing == [existing]


# --- Seeds


def test_seeds_of_the_command_line_come_before_those_of_the_file(made, tmp_path):
    file = tmp_path / "seeds.txt"
    file.write_text("https://b.example/\n", encoding="utf-8")
    assert config_of(made, "https://a.example/", "-f", str(file)).seeds == ("https://a.example/", "https://b.example/")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_comments_blank_lines_spaces_and_a_byte_order_mark_of_a_seeds_file_are_ignored(made, tmp_path, newline):
    file = tmp_path / "seeds.txt"
    lines = ["\ufeff# ours", "", "  https://a.example/#part  ", "\t", "#https://no.example/", "https://b.example/"]
    file.write_bytes(newline.join(lines).encode())
    assert config_of(made, "--seeds-file", str(file)).seeds == ("https://a.example/#part", "https://b.example/")


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00bad\x80"])
def test_a_seeds_file_that_cannot_be_read_is_a_usage_error_that_names_it(tmp_path, content):
    file = tmp_path / "seeds.txt"
    if content is not None:
        file.write_bytes(content)
    result = run("crawl", "-f", str(file))
    assert isinstance(result.exception, UsageError)
    assert str(file) in str(result.exception)


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--resume", "--fresh"),
        ("--quiet", "--verbose"),
        ("--user-agent", "a", "--contact", "b"),
        ("-H", "no colon"),
        ("--cookie", "no equals sign"),
    ],
)
def test_options_that_make_no_crawl_are_a_usage_error_and_no_crawl_is_made(made, args):
    seeds = () if not args else (URL,)
    assert isinstance(run("crawl", *seeds, *args).exception, UsageError)
    assert made.configs == []


@pytest.mark.usefixtures("made")
def test_a_secret_that_cannot_be_read_is_not_quoted():
    result = run("crawl", URL, "-H", "Authorization Bearer secret")
    assert "secret" not in str(result.exception)


# --- how it ends


def nothing_saved():
    return [Row(URL, 0, "", True, 1, Skipped(SkipReason.ROBOTS, "Disallow: /"))]


@pytest.mark.usefixtures("made")
def test_a_crawl_that_saved_something_ends_with_0_and_is_summed_up_on_stderr():
    result = run("crawl", URL)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.splitlines()[-1] == "1 page saved, 0 errors"


def test_a_crawl_that_saved_nothing_ends_with_1_and_says_why(made):
    made.rows = nothing_saved()
    result = run("crawl", URL)
    assert result.exit_code == 1
    assert f"Seed {URL} came to nothing: robots (Disallow: /)" in result.stderr


def test_an_interrupted_crawl_ends_with_130_whatever_it_saved(made):
    made.interrupted = True
    assert run("crawl", URL).exit_code == 130
    made.rows = nothing_saved()
    assert run("crawl", URL).exit_code == 130


@pytest.mark.usefixtures("made")
def test_quiet_leaves_out_the_summary():
    assert run("crawl", URL, "--quiet").stderr == ""


def test_a_bug_is_not_taken_for_an_error_of_the_user(made):
    made.raises = AssertionError("the counts do not add up")
    assert isinstance(run("crawl", URL).exception, AssertionError)
