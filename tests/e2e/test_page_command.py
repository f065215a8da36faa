"""`getdocs page`: one page on stdout, by the same rules as a crawl, and nothing left behind."""

import signal

import pytest
from crawls import LONGEST_WAIT, Gate

from fixtures.misbehave import answer
from fixtures.site import document

STATIC = ("--render", "never")
SCRIPTED = "<!doctype html><title>T</title><body><div id=app></div><script>app.innerHTML = '<h1>Made</h1><p>By a script.</p>'</script>"


def reason(run):
    """The last line on stderr."""
    return run.lines[-1]


def test_it_prints_the_markdown_of_the_page_and_leaves_no_file(run_getdocs, site, tmp_path):
    run = run_getdocs("page", site.url("/"), *STATIC)
    crawled = run_getdocs("crawl", site.url("/"), *STATIC, "--limit", "1", "--delay", "0", "-o", tmp_path / "out")
    assert (run.returncode, run.stderr, crawled.returncode) == (0, "", 0)
    (file,) = (tmp_path / "out").rglob("*.md")
    assert file.read_text("utf-8").endswith(f"---\n\n{run.stdout}")
    assert run.stdout.startswith("# ")
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_the_page_is_shown_by_the_browser(run_getdocs, server):
    server.page("/", SCRIPTED)
    assert run_getdocs("page", server.url("/")).stdout == "# Made\n\nBy a script.\n"


def test_robots_txt_is_asked_first_and_obeyed(run_getdocs, server):
    server.robots("User-agent: *\nDisallow: /private/")
    run = run_getdocs("page", server.url("/private/a"), *STATIC)
    assert (run.returncode, run.stdout) == (1, "")
    assert "robots: " in reason(run)
    assert server.paths() == ["/robots.txt"]


def test_redirects_are_followed_and_where_they_lead_is_said(run_getdocs, server):
    server.redirect("/old", "/new")
    server.page("/new", document("New", "<p>Text.</p>"))
    run = run_getdocs("page", server.url("/old"), *STATIC)
    assert (run.returncode, run.stderr) == (0, f"this is {server.url('/new')}\n")
    assert "Text." in run.stdout
    assert run_getdocs("page", server.url("/old"), *STATIC, "--quiet").stderr == ""


def test_a_page_that_goes_on_by_itself_is_followed(run_getdocs, server):
    server.page("/old", "<!doctype html><script>location = '/new'</script>")
    server.page("/new", document("New", "<p>Text.</p>"))
    run = run_getdocs("page", server.url("/old"))
    assert (run.returncode, run.stderr) == (0, f"this is {server.url('/new')}\n")
    assert "Text." in run.stdout


def test_another_host_is_not_asked(run_getdocs, serve):
    other = serve(hosts=("127.0.0.2",))
    server = serve()
    server.redirect("/", other.url("/", host="127.0.0.2"))
    run = run_getdocs("page", server.url("/"), *STATIC)
    assert (run.returncode, run.stdout) == (1, "")
    assert "scope: " in reason(run)
    assert other.paths() == []


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/missing", "http_404"),
        ("/manual.pdf", "not a page: application/pdf"),
        ("/empty", "empty: no text on the page"),
        ("/shell", "empty: shell: <div id=app> is empty; --render always has its scripts run"),
        ("/loop", "redirect_loop: "),
    ],
)
def test_what_is_no_page_is_told_on_stderr(run_getdocs, server, path, why):
    server.page("/missing", "gone", 404)
    server.page("/manual.pdf", b"%PDF-1.7", content_type="application/pdf")
    server.page("/empty", "<!doctype html><body></body>")
    server.page("/shell", SCRIPTED)
    server.redirect("/loop", "/loop")
    run = run_getdocs("page", server.url(path), *STATIC)
    assert (run.returncode, run.stdout) == (1, "")
    assert reason(run).startswith(f"getdocs: {server.url(path)}: {why}")


def test_a_host_that_asks_for_quiet_is_waited_for(run_getdocs, server):
    answers = iter([answer("later", 503, headers=(("Retry-After", "1"),)), answer(document("Page"))])

    async def page(request):
        return await next(answers)(request)

    server.route("/", page)
    run = run_getdocs("page", server.url("/"), *STATIC)
    assert run.returncode == 0
    assert "waiting 1 s" in run.stderr


@pytest.mark.parametrize(
    ("args", "code"),
    [(("ftp://h/",), 2), (("http://h/", "--selector", "]["), 2), (("http://h/", "--browser", "/nowhere"), 3)],
)
def test_mistakes_are_told_as_by_a_crawl(run_getdocs, args, code):
    assert run_getdocs("page", *args).returncode == code


def test_a_selector_names_the_content(run_getdocs, server):
    server.page("/", "<!doctype html><main><p>Not this.</p></main><div class=x><p>This.</p></div>")
    assert run_getdocs("page", server.url("/"), *STATIC, "--selector", ".x").stdout == "This.\n"


def test_text_that_is_no_unicode_is_printed_all_the_same(run_getdocs, server):
    server.page("/", "<!doctype html><main><p>Gr\u00fc\u00dfe &#xD800; \u2603</p></main>")
    run = run_getdocs("page", server.url("/"), *STATIC, env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert run.stdout == "Gr\u00fc\u00dfe \ufffd \u2603\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_ends_it_and_its_browser(run_getdocs, server, number):
    gate = Gate(answer(document("Page")))
    server.route("/", gate)
    process = run_getdocs.start("page", server.url("/"))
    assert gate.asked.wait(LONGEST_WAIT)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=LONGEST_WAIT)
    gate.opened.set()
    assert (process.returncode, stdout, stderr) == (130, "", "")
