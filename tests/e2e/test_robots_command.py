"""`getdocs robots` on a site: what it asks, what it says of the answer, and an exit code that a shell can use."""

import pytest

RULES = """\
User-agent: *
Disallow: /private

User-agent: Googlebot
Disallow: /
"""


@pytest.fixture
def robots(run_getdocs):
    return lambda *args: run_getdocs("robots", *args)


def test_the_rules_of_a_site_are_asked_for_and_nothing_else(robots, server):
    server.robots(RULES)
    run = robots(server.url("/docs/page"), "/private/a", server.url("/docs/"))
    assert run.stdout.splitlines() == [
        f"refused\t{server.url('/private/a')}\tline 2: Disallow: /private",
        f"allowed\t{server.url('/docs/')}\tno rule",
    ]
    assert run.stderr.splitlines() == [f"{server.url('/robots.txt')}: 200", "these are the rules"]
    assert server.paths() == ["/robots.txt"]


def test_whoever_the_rules_are_read_for_we_say_who_we_are(robots, server):
    server.robots(RULES)
    assert robots(server.url("/"), "--agent", "Googlebot", "/").returncode == 1
    assert [hit.user_agent.partition("/")[0] for hit in server.hits()] == ["getdocs"]


@pytest.mark.parametrize(
    ("status", "verdict", "means"),
    [
        (404, "allowed", "there is no robots.txt, so nothing is refused"),
        (503, "refused", "not a yes"),
    ],
)
def test_what_the_status_means_is_said(robots, server, status, verdict, means):
    server.robots("", status)
    run = robots(server.url("/robots.txt"), "/a")
    assert run.stdout.startswith(verdict)
    first, second = run.stderr.splitlines()
    assert first == f"{server.url('/robots.txt')}: {status}"
    assert second.startswith(means)


def test_a_site_that_does_not_answer_has_not_said_yes(robots, server):
    unused = server.url("/").replace(f":{server.port}", ":9")
    run = robots(unused, "/a")
    assert (run.returncode, run.stdout.partition("\t")[0]) == (1, "refused")
    assert run.stderr.splitlines()[0] == f"{unused}robots.txt: no answer"


def test_redirects_are_followed_and_told(robots, server):
    server.page("/rules", "User-agent: *\nDisallow: /\n", content_type="text/plain")
    server.redirect("/robots.txt", "/rules", 301)
    run = robots(server.url("/"), "/a")
    assert run.returncode == 1
    assert run.stderr.splitlines()[:2] == [f"{server.url('/robots.txt')}: 301", f"{server.url('/rules')}: 200"]


def test_the_rules_of_one_origin_say_nothing_about_another(robots, server):
    run = robots(server.url("/"), "https://elsewhere.example/")
    assert (run.returncode, run.stdout) == (2, "")
    assert "elsewhere.example" in run.stderr


def test_quiet_leaves_the_verdicts(robots, server):
    server.robots(RULES)
    run = robots("-q", server.url("/"), "/private")
    assert (run.stderr, run.returncode) == ("", 1)
    assert run.stdout.startswith("refused\t")
