"""What a person at the command line meets: exit codes, what is said where, and what hostile sites may not do to a terminal."""

import json
import os
import pty

import pytest
from crawls import STATIC, front_matter

from fixtures import misbehave
from fixtures.site import document
from getdocs import __version__

TITLE = "\x1b]0;owned\x07\x1b[2J\x1b[31mRed\u202e"


# --- exit codes


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("crawl",), "no Seed given"),
        (("crawl", "docs.example"), "not an http(s) URL: docs.example: did you mean https://docs.example/?"),
        (("crawl", "http://h/", "--resume", "--fresh"), "--resume and --fresh exclude each other"),
        (("crawl", "http://h/", "--quiet", "--verbose"), "--quiet and --verbose exclude each other"),
        (("crawl", "http://h/", "--user-agent", "a", "--contact", "b"), "--contact"),
        (("crawl", "http://h/", "--limit", "-1"), "--limit"),
        (("crawl", "http://h/", "--timeout", "0"), "--timeout must be more than 0"),
        (("crawl", "http://h/", "--render", "sometimes"), "--render"),
        (("crawl", "http://h/", "--no-such-option"), "--no-such-option"),
        (("crawl", "-f", "missing.txt"), "missing.txt"),
    ],
)
def test_options_that_make_no_crawl_end_with_2_say_why_and_write_nothing(run_getdocs, tmp_path, args, said):
    run = run_getdocs(*args)
    assert run.returncode == 2
    assert said in run.stderr
    assert run.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_bad_seed_among_good_ones_ends_the_crawl_before_it_begins(server, run_getdocs):
    run = run_getdocs("crawl", server.url("/"), "ftp://h/", *STATIC)
    assert (run.returncode, server.connections) == (2, 0)
    assert run.lines == ["getdocs: not an http(s) URL: ftp://h/ (it has to begin with https:// or http://)"]


@pytest.mark.parametrize("how", ["option", "environment"])
def test_a_missing_browser_is_one_line_that_says_what_to_do_before_any_request(server, run_getdocs, tmp_path, how):
    missing = str(tmp_path / "no-such-browser")
    run = (
        run_getdocs("crawl", server.url("/"), "--browser", missing)
        if how == "option"
        else run_getdocs("crawl", server.url("/"), env={"GETDOCS_CHROMIUM": missing})
    )
    assert run.returncode == 3
    assert len(run.lines) == 1
    assert missing in run.lines[0]
    assert "name the Chromium executable" in run.lines[0]
    assert server.connections == 0


def test_a_browser_that_does_not_start_is_one_line_before_any_request(server, run_getdocs):
    run = run_getdocs("crawl", server.url("/"), "--browser", "/bin/false")
    assert run.returncode == 3
    assert len(run.lines) == 1
    assert run.lines[0].startswith("getdocs: /bin/false does not start")
    assert server.connections == 0


def test_after_a_browser_that_did_not_start_the_same_folder_can_be_crawled_into(server, run_getdocs, crawl, tmp_path):
    server.page("/", document("Start"))
    assert run_getdocs("crawl", server.url("/"), "-o", tmp_path / "out", "--browser", "/bin/false").returncode == 3
    assert crawl(server.url("/"), *STATIC).paths("pages") == ["/"]


def test_without_the_browser_a_missing_one_does_no_harm(server, crawl, tmp_path):
    server.page("/", document("Start"))
    assert crawl(server.url("/"), *STATIC, "--browser", tmp_path / "no-such-browser").run.returncode == 0


def test_an_output_folder_that_is_a_file_is_one_line_before_any_request(server, run_getdocs, tmp_path):
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    run = run_getdocs("crawl", server.url("/"), "-o", tmp_path / "out")
    assert run.returncode == 4
    assert len(run.lines) == 1
    assert f"cannot write {tmp_path / 'out'}: it is a file, not a folder" in run.lines[0]
    assert server.connections == 0
    assert (tmp_path / "out").read_text("utf-8") == "a file"


def test_a_page_that_cannot_be_written_ends_the_crawl_and_the_manifest_says_how_far_it_came(
    server, run_getdocs, tmp_path
):
    server.page("/", document("Start", links=("/a",)))
    server.page("/a", document("A"))
    (tmp_path / "out" / "a.md").mkdir(parents=True)
    run = run_getdocs("crawl", server.url("/"), "-o", tmp_path / "out", *STATIC)
    assert run.returncode == 4
    assert f"cannot write {tmp_path / 'out' / 'a.md'}: a folder stands in its place" in run.lines[-1]
    known = json.loads((tmp_path / "out" / "crawl.json").read_text("utf-8"))
    assert [page["url"] for page in known["pages"]] == [server.url("/")]
    assert [pending["url"] for pending in known["pending"]] == [server.url("/a")]
    assert known["truncated"]


def test_a_crawl_that_saves_nothing_ends_with_1_and_names_the_seed_and_the_reason(server, crawl):
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.run.returncode == 1
    assert crawled.run.lines[-1].endswith(f"Seed {server.url('/')} came to nothing: http_404")


def test_a_seed_that_comes_to_nothing_is_named_though_others_do_not(server, crawl):
    server.page("/a", document("A"))
    crawled = crawl(server.url("/a"), server.url("/b"), *STATIC)
    assert crawled.run.returncode == 5
    assert f"INCOMPLETE: the Seed {server.url('/b')} came to nothing: http_404" in crawled.run.lines


def test_a_server_that_is_not_there_ends_with_1_and_says_so(serve, crawl):
    with_nobody = serve()
    with_nobody.__exit__()
    crawled = crawl(with_nobody.url("/"), *STATIC, "--ignore-robots")
    assert crawled.run.returncode == 1
    assert crawled.entry("errors", "/")["reason"] == "connection"


# --- what is said


def test_help_names_each_option_with_its_default_in_panels(run_getdocs):
    run = run_getdocs("crawl", "--help", env={"COLUMNS": "160"})
    assert run.returncode == 0
    assert all(panel in run.stdout for panel in ("What to crawl", "Limits", "Politeness", "Rendering", "Output"))
    assert all(default in run.stdout for default in ("[default: 1000]", "[default: always]", "[default: out]"))


def test_the_version_is_printed(run_getdocs):
    run = run_getdocs("--version")
    assert (run.returncode, run.stdout) == (0, f"getdocs {__version__}\n")


@pytest.fixture
def mixed(server):
    """One URL of each Outcome."""
    server.robots("User-agent: *\nDisallow: /private\n")
    server.page("/", document("Start", links=("/fine", "/missing", "/private", "/old", "/manual.pdf")))
    server.page("/fine", document("Fine", links=("/fine?again",)))
    server.redirect("/old", "/fine")
    server.page("/manual.pdf", b"%PDF-1.7", content_type="application/pdf")
    return server


def test_in_a_pipe_each_page_and_error_is_one_plain_line_and_the_last_one_sums_up(mixed, crawl):
    crawled = crawl(mixed.url("/"), *STATIC)
    *lines, last = crawled.run.lines
    assert sorted(lines) == [
        f"error http_404: {mixed.url('/missing')} (linked from {mixed.url('/')})",
        "saved fine.md",
        "saved index.md",
    ]
    assert last == (
        "2 pages saved, 1 error (http_404 1), 1 skipped (robots 1), 1 redirected, 1 duplicate, 1 not a page; nav 2/4"
    )


def test_verbose_names_every_url_and_its_outcome(mixed, crawl):
    lines = crawl(mixed.url("/"), *STATIC, "--verbose").run.lines
    for said in (
        "saved fine.md",
        f"error http_404: {mixed.url('/missing')}",
        f"skipped robots: {mixed.url('/private')}: Disallow: /private",
        f"redirected {mixed.url('/old')} -> {mixed.url('/fine')}",
        f"duplicate {mixed.url('/fine?again')} = {mixed.url('/fine')}",
        f"not a page (application/pdf): {mixed.url('/manual.pdf')}",
    ):
        assert any(line.startswith(said) for line in lines), said


def test_quiet_leaves_errors_alone(mixed, crawl):
    lines = crawl(mixed.url("/"), *STATIC, "--quiet").run.lines
    assert lines == [f"error http_404: {mixed.url('/missing')} (linked from {mixed.url('/')})"]


def test_quiet_says_nothing_where_nothing_is_wrong(server, crawl):
    server.page("/", document("Start"))
    assert crawl(server.url("/"), *STATIC, "--quiet").run.stderr == ""


@pytest.mark.unaudited("robots.txt is ignored on purpose")
def test_quiet_leaves_warnings(server, crawl):
    server.page("/", document("Start"))
    crawled = crawl(server.url("/"), *STATIC, "--quiet", "--ignore-robots")
    assert [line.partition(":")[0] for line in crawled.run.lines] == ["warning"]


# --- a terminal


def on_a_terminal(run_getdocs, *args):
    """What a terminal of 200 columns is sent, and the exit code."""
    ours, theirs = pty.openpty()
    env = {"TERM": "xterm-256color", "COLUMNS": "200", "LINES": "50"}
    with run_getdocs.start(*args, env=env, stderr=theirs) as process:
        os.close(theirs)
        sent = bytearray()
        while piece := _read(ours):
            sent += piece
        os.close(ours)
    return sent.decode("utf-8"), process.returncode


def _read(terminal):
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux says that the other side is closed
        return b""


def test_on_a_terminal_a_live_display_counts_pages_and_the_last_line_sums_up(site, run_getdocs, tmp_path):
    sent, code = on_a_terminal(run_getdocs, "crawl", site.url("/"), "-o", tmp_path / "out", *STATIC)
    assert code == 0
    assert " pages  " in sent
    assert f"127.0.0.1:{site.port}" in sent
    assert "saved index.md" not in sent
    assert "22 pages saved, 0 errors" in sent.splitlines()[-1]


# --- hostile text


@pytest.fixture
def hostile(server):
    """Escape sequences wherever a site can put text that ends up before a person."""
    rule = "/\x1b]0;owned\x07\x1b[31m"
    server.page("/robots.txt", f"User-agent: *\nDisallow: {rule}\n".encode(), content_type="text/plain")
    forbidden = "/%1B]0;owned%07%1B[31mred"
    download = b"HTTP/1.1 200 OK\r\nContent-Type: application/zip; \x9b31mred\r\nContent-Length: 1\r\n\r\nx"
    server.route("/download", misbehave.raw(download))
    server.redirect("/away", "http://other.example/\x9b31mred")
    server.page("/", document(TITLE, links=(forbidden, "/download", "/away", "/missing\x1b[31m")))
    return server


def test_escape_sequences_of_a_site_never_reach_stderr(hostile, crawl):
    crawled = crawl(hostile.url("/"), *STATIC, "--verbose")
    assert {char for char in crawled.run.stderr if not char.isprintable()} == {"\n"}
    assert "skipped robots" in crawled.run.stderr
    assert "not a page" in crawled.run.stderr
    assert "http_404" in crawled.run.stderr


def test_escape_sequences_of_a_site_never_reach_the_terminal(hostile, run_getdocs, tmp_path):
    sent, code = on_a_terminal(run_getdocs, "crawl", hostile.url("/"), "-o", tmp_path / "out", *STATIC, "--verbose")
    assert code == 0
    assert "\x1b]" not in sent
    assert "\x9b" not in sent
    assert "\x1b[2J" not in sent


def test_escape_sequences_of_a_site_never_reach_manifest_or_front_matter_raw(hostile, crawl):
    crawled = crawl(hostile.url("/"), *STATIC)
    manifest = (crawled.out / "crawl.json").read_text("utf-8")
    head = crawled.text("/").split("---\n")[1]
    assert not {"\x1b", "\x9b", "\u202e", "\x07"} & set(manifest + head)
    assert front_matter(crawled.text("/"))["title"] == crawled.entry("pages", "/")["title"]
    assert "owned" in head


# --- doctor


def test_the_doctor_says_that_this_machine_can_crawl(run_getdocs, chromium):
    run = run_getdocs("doctor")
    assert run.returncode == 0
    assert str(chromium) in run.stdout
    assert run.stdout.splitlines()[-1] == "verdict     ready to crawl"
    assert run.stderr == ""


def test_the_doctor_without_a_browser_says_in_one_line_what_to_do(run_getdocs, tmp_path):
    run = run_getdocs("doctor", "--browser", tmp_path / "no-such-browser")
    assert run.returncode == 3
    assert len(run.lines) == 1
    assert run.stdout == ""
