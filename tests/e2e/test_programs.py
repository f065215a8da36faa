"""What programs read of a crawl: records and the summary on stdout, the log of requests; and a shell that completes commands."""

import json
import signal
import subprocess
import sys
from collections import Counter

import pytest
from crawls import LONGEST_WAIT, NOW, STATIC, Gate, less_origin

from fixtures.site import document
from getdocs.write.jsonl import PageRecord


@pytest.fixture(scope="module")
def told(once, tmp_path_factory):
    """A crawl that prints records and logs its requests, through the browser: the run, its server, its folder, its log."""
    folder = tmp_path_factory.mktemp("told")
    server = once.serve()
    server.robots("User-agent: *\nDisallow: /private\n")
    script = '<script src="/site.js"></script><img src="/logo.png">'
    server.page("/", document("Start", script, links=("/a", "/b", "/old", "/private", "/missing")))
    server.page("/a", document("A", script))
    server.page("/b", document("Größe \u202e", script))
    server.redirect("/old", "/a")
    server.page("/site.js", b"1", content_type="text/javascript")
    run = once.run_getdocs(
        "crawl", server.url("/"), "-o", folder / "out", *NOW, "--format", "jsonl", "--log-file", folder / "log"
    )
    assert run.returncode == 0, run.stderr
    return run, server, folder / "out", folder / "log"


def records(run):
    return [json.loads(line) for line in run.stdout.splitlines()]


def requests(log):
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def test_each_page_is_a_record_and_the_manifest_is_the_last(told):
    run, _, out, _ = told
    *pages, last = records(run)
    assert last == {"type": "manifest", **json.loads((out / "crawl.json").read_text("utf-8"))}
    assert sorted(page["path"] for page in pages) == sorted(page["path"] for page in last["pages"])
    assert all(page.keys() == PageRecord.__annotations__.keys() for page in pages)


def test_a_record_has_the_markdown_that_stands_in_the_file(told):
    run, _, out, _ = told
    # This one has no links, which in the file lead to files.
    (record,) = [each for each in records(run) if each.get("path") == "a.md"]
    assert (out / "a.md").read_text("utf-8").endswith(f"---\n\n{record['markdown'].strip()}\n")


def test_nothing_on_stdout_is_acted_on_by_a_terminal(told):
    run, *_ = told
    assert {char for char in run.stdout if not char.isprintable()} == {"\n"}


def test_what_the_log_says_was_sent_is_what_the_server_has_got(told):
    _, server, _, log = told
    sent = Counter(
        (line["method"], less_origin(line["url"]), line["status"])
        for line in requests(log)
        if line["status"] is not None and not line["from_cache"]
    )
    assert sent == Counter((hit.method, hit.path, hit.status) for hit in server.hits())


def test_the_log_names_what_was_refused_and_what_the_cache_has_answered(told):
    *_, log = told
    lines = requests(log)
    assert [line["detail"] for line in lines if line["verdict"] == "robots"] == [
        "Disallow: /private (line 2 of robots.txt)"
    ]
    assert any(line["from_cache"] and less_origin(line["url"]) == "/site.js" for line in lines)
    assert not any(less_origin(line["url"]) == "/logo.png" for line in lines)


def test_the_summary_is_the_only_thing_on_stdout_and_says_what_stderr_says(server, run_getdocs, tmp_path):
    server.page("/", document("Start", links=("/missing",)))
    run = run_getdocs("crawl", server.url("/"), "-o", tmp_path / "out", *STATIC, "--summary-json")
    (line,) = run.stdout.splitlines()
    told = json.loads(line)
    assert told["outcome"] == run.lines[-1]
    assert (told["status"], told["pages"], told["errors"]) == ("ok", 1, 1)
    assert json.loads((tmp_path / "out" / "crawl.json").read_text("utf-8"))["page_count"] == 1
    assert told["manifest"] == str(tmp_path / "out" / "crawl.json")


def test_a_reader_that_goes_away_ends_the_crawl_in_good_order(server, run_getdocs, tmp_path):
    server.page("/", document("Start", links=tuple(f"/{number}" for number in range(200))))
    for number in range(200):
        server.page(f"/{number}", document(f"Page {number}"))
    args = ("crawl", server.url("/"), "-o", tmp_path / "out", *STATIC, "--format", "jsonl")
    with run_getdocs.start(*args) as process:
        assert json.loads(process.stdout.readline())["type"] == "page"
        process.stdout.close()
        stderr = process.stderr.read()
    assert process.returncode == 130
    assert "warning: nobody reads stdout any more: the crawl stops" in stderr.splitlines()
    assert "Traceback" not in stderr
    manifest = json.loads((tmp_path / "out" / "crawl.json").read_text("utf-8"))
    assert manifest["truncated"]
    assert manifest["pending"]


def test_a_crawl_that_is_killed_leaves_whole_lines_in_its_log(server, run_getdocs, tmp_path):
    gate = Gate(server._handler("/a"))
    server.page("/", document("Start", links=("/a",)))
    server.route("/a", gate)
    args = ("crawl", server.url("/"), "-o", tmp_path / "out", *STATIC, "--log-file", tmp_path / "log")
    try:
        with run_getdocs.start(*args) as process:
            assert gate.asked.wait(LONGEST_WAIT)
            process.send_signal(signal.SIGKILL)
            process.communicate()
    finally:
        gate.opened.set()
    assert "/" in [less_origin(line["url"]) for line in requests(tmp_path / "log")]


def test_an_interrupted_crawl_says_so_in_its_summary(server, run_getdocs, tmp_path):
    gate = Gate(server._handler("/a"))
    server.page("/", document("Start", links=("/a",)))
    server.route("/a", gate)
    args = ("crawl", server.url("/"), "-o", tmp_path / "out", *STATIC, "--summary-json")
    with run_getdocs.start(*args) as process:
        assert gate.asked.wait(LONGEST_WAIT)
        process.send_signal(signal.SIGINT)
        gate.opened.set()
        stdout, _ = process.communicate()
    assert (json.loads(stdout)["status"], process.returncode) == ("interrupted", 130)


IN_PYTHON = """
import asyncio, contextlib, sys
import getdocs

url, out = sys.argv[1:]
how = {"out": out, "delay": 0, "render": "never"}

async def first():
    async with contextlib.aclosing(getdocs.stream(url, **how)) as pages:
        async for page in pages:
            print(page.path)
            break

async def hasty():
    async with asyncio.timeout(2):
        await getdocs.acrawl(url + "slow", **how, fresh=True)

asyncio.run(first())
print(getdocs.crawl(url, **how, resume=True)["page_count"])
with contextlib.suppress(TimeoutError):
    asyncio.run(hasty())
"""


def test_python_has_pages_as_they_are_saved_goes_on_later_and_gives_up_in_good_order(server, tmp_path):
    server.page("/", document("Start", links=("/a", "/b")))
    server.page("/a", document("A"))
    server.page("/b", document("B"))
    gate = Gate(server._handler("/slow"))
    server.route("/slow", gate)
    command = [sys.executable, "-c", IN_PYTHON, server.url("/"), str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_WAIT)
    gate.opened.set()
    assert (done.stdout.splitlines(), done.stderr) == (["index.md", "3"], "")
    manifest = json.loads((tmp_path / "out" / "crawl.json").read_text("utf-8"))
    assert [less_origin(pending["url"]) for pending in manifest["pending"]] == ["/slow"]


def test_a_shell_is_told_how_a_command_goes_on(run_getdocs):
    env = {"_GETDOCS_COMPLETE": "complete_bash", "COMP_WORDS": "getdocs crawl --render ", "COMP_CWORD": "3"}
    assert run_getdocs(env=env).stdout.split() == ["always", "auto", "never"]
