"""`getdocs robots` on a file: verdicts on stdout, and an exit code that a shell can use."""

import pytest
from typer.testing import CliRunner

from getdocs.cli import app
from getdocs.errors import UsageError

RULES = b"""\
User-agent: *
Crawl-delay: 2.5
Disallow: /private   # not for machines
Allow: /private/open

User-agent: Googlebot
Disallow: /

Sitemap: https://h/sitemap.xml
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "robots.txt"
    path.write_bytes(RULES)
    return path


def robots(*args, stdin=None):
    return CliRunner().invoke(app, ["robots", *map(str, args)], input=stdin)


def test_each_url_gets_its_verdict_with_the_line_that_decided(file):
    run = robots(file, "https://h/private/a", "https://h/private/open/b", "https://h/docs/")
    assert run.stdout.splitlines() == [
        "refused\thttps://h/private/a\tline 3: Disallow: /private",
        "allowed\thttps://h/private/open/b\tline 4: Allow: /private/open",
        "allowed\thttps://h/docs/\tno rule",
    ]
    assert run.stderr == ""


@pytest.mark.parametrize(("paths", "code"), [(("/a", "/b"), 0), (("/a", "/private"), 1)])
def test_the_exit_code_says_whether_all_are_allowed(file, paths, code):
    assert robots(file, *paths).exit_code == code


@pytest.mark.parametrize(
    ("agent", "verdict"),
    [
        ("Googlebot", "refused"),
        ("googlebot/2.1", "refused"),
        ("Mozilla/5.0 (compatible; Googlebot/2.1)", "refused"),
        ("getdocs", "allowed"),
    ],
)
def test_the_rules_are_read_for_the_agent_named(file, agent, verdict):
    assert robots(file, "--agent", agent, "/docs/").stdout.startswith(f"{verdict}\t")


def test_crawl_delay_and_sitemaps_are_printed_on_request(file):
    run = robots(file, "-v", "/docs/")
    assert run.stdout.splitlines()[1:] == ["crawl-delay\t2.5", "sitemap\thttps://h/sitemap.xml"]


def test_rules_are_read_from_standard_input():
    run = robots("-", "/private", stdin=RULES)
    assert (run.exit_code, run.stdout) == (1, "refused\t/private\tline 3: Disallow: /private\n")


def test_a_rule_and_a_url_cannot_write_to_the_terminal(tmp_path):
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /a\x1b[31m*\nAllow: /a\nSitemap: \x1b[31m\n")
    assert "\x1b" not in robots(path, "-v", "/a\x1b[31mb").output


@pytest.mark.parametrize("path", ["missing.txt", ""])
def test_a_file_that_cannot_be_read_is_told_apart_from_a_refusal(tmp_path, path):
    run = robots(tmp_path / path, "/a")
    assert isinstance(run.exception, UsageError)
    assert run.stdout == ""


def test_what_is_no_web_url_is_told_apart_from_a_refusal(file):
    run = robots(file, "/a", "mailto:a@b")
    assert isinstance(run.exception, UsageError)
    assert run.stdout == ""


def test_without_a_url_there_is_nothing_to_say(file):
    assert robots(file).exit_code == 2
