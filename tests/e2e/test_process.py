"""What the machine does to a crawl: signals, full and read-only disks, lost and damaged states, browsers that die.

Each ends with an exit code and a line that says what to do; what was saved stays good, and the crawl can be taken up again.
More of signals, of two crawls on one folder and of other settings: `test_stop_and_resume`. Kills: `test_kill`.
"""

import json
import os
import shutil
import signal
import sqlite3
from contextlib import suppress

import psutil
import pytest
from conftest import REAPED_WITHIN
from crawls import LISTS, LONGEST_WAIT, NOW, STATIC, Gate, documents, examine
from disks import small_disk

from fixtures.misbehave import answer
from fixtures.site import document
from getdocs.frontier import schema
from getdocs.render.browser import RESTARTS

DISK, BROWSER = 4, 3
"""Exit codes."""
PATIENCE = 30.0


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


def manifest_in(out):
    """The Manifest of a crawl that an error has ended, held to what is true of every one."""
    manifest = json.loads((out / "crawl.json").read_text("utf-8"))
    counts = dict(manifest["counts"])
    assert counts.pop("discovered") == sum(counts.values()) == sum(len(manifest[name]) for name in LISTS)
    return manifest


def held(server, path):
    """`path` of the server answers only when it is let."""
    gate = Gate(server._handler(path))
    server.route(path, gate)
    return gate


def said(run, *parts):
    """The one line that an error is."""
    assert "Traceback" not in run.stderr
    (line,) = [line for line in run.lines if line.startswith("getdocs: ")]
    assert all(part in line for part in parts), line
    return line


# --- X01, X02: signals (and see test_stop_and_resume)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_crawl_in_the_background_of_a_script_where_sigint_is_ignored_stops_all_the_same(
    site, run_getdocs, out, number
):
    gate = held(site, "/operate/deploy.html")
    ignoring = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
    process = run_getdocs.start("crawl", site.url("/"), "-o", out, *NOW, "--concurrency", "1", through=ignoring)
    assert gate.asked.wait(LONGEST_WAIT)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=PATIENCE)
    gate.opened.set()
    assert process.returncode == 130
    assert "truncated" in stderr.splitlines()[-1]
    assert manifest_in(out)["counts"]["pending"] > 1
    assert psutil.wait_procs(run_getdocs.processes(), timeout=REAPED_WITHIN)[1] == []


# --- X04: no room left


@pytest.fixture
def disk(out):
    with small_disk(out) as mounted:
        yield mounted


def filled_at(gate, disk, run_getdocs, *args, leave=0):
    """The run of a crawl whose disk is full from the moment that the gate is asked for."""
    with run_getdocs.start(*args, through=disk.through) as process:
        try:
            assert gate.asked.wait(LONGEST_WAIT)
            disk.fill(leave)
        finally:
            gate.opened.set()
        stdout, stderr = process.communicate(timeout=PATIENCE)
    assert stdout == ""
    return process.returncode, stderr


def test_a_disk_that_is_full_when_a_page_is_written_ends_the_crawl_and_leaves_what_is_there_intact(
    server, run_getdocs, out, disk
):
    server.page("/", document("Start", links=("/a",)))
    server.page("/a", document("A", f"<p>{'text ' * 60_000}</p>"))
    gate = held(server, "/a")
    command = ("crawl", server.url("/"), "-o", out, *STATIC, "--no-sitemap")
    # Room for the state and for what is kept compressed.
    code, stderr = filled_at(gate, disk, run_getdocs, *command, leave=200_000)
    assert code == DISK
    assert "Traceback" not in stderr
    assert f"getdocs: cannot write {out / 'a.md'}: No space left on device. Put that right" in stderr
    assert sorted(file.name for file in disk.out.glob("*.md")) == ["index.md"]
    assert "This is the text of the page called Start." in (disk.out / "index.md").read_text("utf-8")
    disk.clear()
    resumed = examine(run_getdocs(*command, "--resume", through=disk.through), disk.out)
    assert resumed.paths("pages") == ["/", "/a"]
    assert documents(server).count("/") == 1


def test_a_disk_that_is_full_when_an_outcome_is_written_ends_the_crawl_and_the_state_is_as_it_was(
    server, run_getdocs, out, disk
):
    server.page("/", document("Start", links=("/gone", *(f"/{number}" for number in range(20)))))
    gate = held(server, "/gone")
    command = ("crawl", server.url("/"), "-o", out, *STATIC)
    code, stderr = filled_at(gate, disk, run_getdocs, *command)
    assert code == DISK
    assert "Traceback" not in stderr
    assert "state.sqlite3 cannot be written: the disk is full" in stderr
    assert "--resume" in stderr
    disk.clear()
    resumed = examine(run_getdocs(*command, "--resume", through=disk.through), disk.out)
    assert resumed.paths("pages") == ["/"]
    assert len(resumed.manifest["errors"]) == 21


def test_a_disk_that_is_full_when_the_manifest_is_written_leaves_the_old_one(server, run_getdocs, out, disk):
    forbidden = tuple(f"/private/{number}-{'x' * 80}" for number in range(600))
    server.robots("User-agent: *\nDisallow: /private/\n")
    server.page("/", document("Start", links=("/last",)))
    server.page("/last", document("Last", links=(*forbidden, "/gone")))
    command = ("crawl", server.url("/"), "-o", out, *STATIC, "--concurrency", "1")
    examine(run_getdocs(*command, "--limit", "1", through=disk.through), disk.out)
    before = (disk.out / "crawl.json").read_bytes()
    gate = held(server, "/gone")
    code, stderr = filled_at(gate, disk, run_getdocs, *command, "--resume", leave=100_000)
    assert code == DISK
    assert "Traceback" not in stderr
    assert f"getdocs: cannot write {out / 'crawl.json'}: No space left on device. Put that right" in stderr
    assert (disk.out / "crawl.json").read_bytes() == before
    disk.clear()
    resumed = examine(run_getdocs(*command, "--resume", through=disk.through), disk.out)
    assert resumed.manifest["counts"]["skipped"] == 600


def test_a_disk_that_is_full_from_the_start_is_one_line_before_any_request(server, run_getdocs, out, disk):
    disk.fill()
    run = run_getdocs("crawl", server.url("/"), "-o", out, *STATIC, through=disk.through)
    assert (run.returncode, server.connections) == (DISK, 0)
    said(run, str(out), "-o")


# --- X05: nowhere to write (a file: see test_cli)


def test_a_read_only_output_folder_is_one_line_before_any_request(server, run_getdocs, out):
    with small_disk(out, options="ro") as disk:
        run = run_getdocs("crawl", server.url("/"), "-o", out, *STATIC, through=disk.through)
    assert (run.returncode, server.connections) == (DISK, 0)
    said(run, f"cannot write {out}: Read-only file system", "-o")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write into every folder")
def test_an_output_folder_of_somebody_else_is_one_line_before_any_request(server, run_getdocs, out):
    out.mkdir(mode=0o500)
    run = run_getdocs("crawl", server.url("/"), "-o", out, *STATIC)
    assert (run.returncode, server.connections) == (DISK, 0)
    said(run, f"cannot write {out}: Permission denied", "-o")


# --- X06: two crawls on one folder (and see test_stop_and_resume)


def test_the_lock_of_a_dead_process_is_taken_over(server, run_getdocs, out):
    server.page("/", document("Start"))
    gate = held(server, "/")
    command = ("crawl", server.url("/"), "-o", out, *STATIC, "--resume")
    with run_getdocs.start(*command) as process:
        assert gate.asked.wait(LONGEST_WAIT)
        process.kill()
    gate.opened.set()
    assert (out / ".getdocs" / "state.sqlite3.lock").read_text() == f"{process.pid}\n"
    assert examine(run_getdocs(*command), out).paths("pages") == ["/"]


# --- X08: a state that cannot be used


@pytest.fixture(scope="module")
def finished(once):
    """A crawl that has come to its limit, and its server."""
    server = once.serve()
    server.page("/", document("Start", links=tuple(f"/{number}" for number in range(40))))
    for number in range(40):
        server.page(f"/{number}", document(f"Page {number}"))
    return once.crawl(server.url("/"), *STATIC, "--limit", "20"), server


@pytest.fixture
def done(finished, out):
    """A copy of that crawl in `out`, and its server."""
    crawled, server = finished
    shutil.copytree(crawled.out, out)
    return server


def truncated(state):
    state.write_bytes(state.read_bytes()[:4096])


def scrambled(state):
    state.write_bytes(bytes(range(256)) * (state.stat().st_size // 256))


def scrambled_inside(state):
    data = state.read_bytes()
    state.write_bytes(data[:4096] + bytes(range(256)) * 64 + data[4096 + 256 * 64 :])


def emptied(state):
    state.write_bytes(b"")


def of_a_newer_getdocs(state):
    with sqlite3.connect(state) as db:
        db.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    db.close()


def tree_of(out):
    return {str(file.relative_to(out)): file.read_bytes() for file in out.rglob("*") if file.is_file()}


@pytest.mark.parametrize("harm", [truncated, scrambled, scrambled_inside, emptied, of_a_newer_getdocs])
@pytest.mark.parametrize("options", [("--resume",), ("--retry-failed",), ("--fresh",), ()])
def test_a_state_that_cannot_be_used_is_refused_and_nothing_is_touched_or_asked_for(
    done, run_getdocs, out, harm, options
):
    harm(out / ".getdocs" / "state.sqlite3")
    before = tree_of(out), done.connections
    run = run_getdocs("crawl", done.url("/"), "-o", out, *STATIC, *options)
    assert run.returncode == DISK
    said(run, "state.sqlite3", "left as it is", "-o", "move it away")
    assert {**tree_of(out), ".getdocs/state.sqlite3.lock": b""} == {**before[0], ".getdocs/state.sqlite3.lock": b""}
    assert done.connections == before[1]


@pytest.mark.parametrize("options", [(), ("--resume",)])
@pytest.mark.parametrize("gone", ["state.sqlite3", ""])
def test_pages_whose_state_is_gone_are_not_written_over(done, run_getdocs, out, options, gone):
    lost = out / ".getdocs" / gone
    if lost.is_dir():
        shutil.rmtree(lost)
    else:
        lost.unlink()
    pages = {name: data for name, data in tree_of(out).items() if not name.startswith(".getdocs")}
    before = done.connections
    for _ in range(2):
        run = run_getdocs("crawl", done.url("/"), "-o", out, *STATIC, *options)
        assert run.returncode == DISK
        said(run, str(out), "state", "is gone", "--fresh", "-o")
    assert {name: data for name, data in tree_of(out).items() if not name.startswith(".getdocs")} == pages
    assert done.connections == before


@pytest.mark.usefixtures("done")
def test_pages_whose_state_is_gone_are_replaced_where_that_is_asked_for(server, run_getdocs, out):
    shutil.rmtree(out / ".getdocs")
    server.page("/", document("Start anew"))
    again = examine(run_getdocs("crawl", server.url("/"), "-o", out, *STATIC, "--fresh"), out)
    assert again.paths("pages") == ["/"]


def test_a_state_of_the_first_schema_is_migrated_and_the_crawl_goes_on(server, run_getdocs, out):
    server.page("/", document("Start", links=("/a",)))
    server.page("/a", document("A"))
    state = out / ".getdocs" / "state.sqlite3"
    state.parent.mkdir(parents=True)
    db = sqlite3.connect(state, isolation_level=None)
    schema.migrate(db, schema.MIGRATIONS[:1])
    settings = {"seeds": [server.url("/")], "depth": None, "allow_backward": False, "allow_subdomains": False,
                "include_paths": [], "exclude_paths": [], "render": "never", "selector": None, "ignore_robots": False}  # fmt: skip
    db.execute("INSERT INTO meta VALUES ('definition', ?), ('started_at', 'then')", (json.dumps(settings),))
    db.execute("INSERT INTO hosts (name, head_tier, head_id) VALUES (?, 0, 1)", (f"127.0.0.1:{server.port}",))
    db.execute(
        "INSERT INTO urls (url, key, host_id, depth, seed, found_on, state) VALUES (?, x'00', 1, 0, 1, '', 'waiting')",
        (server.url("/"),),
    )
    db.close()
    resumed = examine(run_getdocs("crawl", server.url("/"), "-o", out, *STATIC, "--resume"), out)
    assert resumed.paths("pages") == ["/", "/a"]
    assert resumed.manifest["started_at"] == "then"


# --- X09: no browser (absent, and one that does not start: see test_cli)


def test_a_browser_that_is_not_executable_is_one_line_with_the_fix_before_any_request(server, run_getdocs, tmp_path):
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\n")
    run = run_getdocs("crawl", server.url("/"), "--browser", browser)
    assert (run.returncode, server.connections) == (BROWSER, 0)
    assert len(run.lines) == 1
    said(run, f"chmod +x {browser}")


# --- X10: a browser that dies


def kill_browser(run_getdocs):
    """Ends the Chromium of that command line, as a crash of it would."""
    for process in run_getdocs.processes():
        with suppress(psutil.NoSuchProcess):
            command = process.cmdline()
            if any("--remote-debugging" in part for part in command) and not any("--type=" in part for part in command):
                process.kill()


# Data that is not to be kept: what the crawl has fetched once it does not ask for again, as it would a script.
LOADER = """<script>fetch("/%s.js").then(answer => answer.text()).then(eval)</script>"""


def scripted(server, pages, during):
    """A site whose pages each have a script of their own; `during(page)` is called when it is asked for."""
    server.page("/", document("Start", links=tuple(f"/{page}" for page in pages)))
    for page in pages:
        server.page(f"/{page}", document(page, f"<p id=o></p>{LOADER % page}"))
        script = answer(
            f"o.textContent = 'by the script of {page}'", 200, "text/javascript", (("Cache-Control", "no-store"),)
        )

        async def handler(request, page=page, script=script):
            during(page)
            return await script(request)

        server.route(f"/{page}.js", handler)


def test_a_browser_that_dies_every_fifth_page_ends_the_crawl_with_3_and_what_is_left_is_pending(
    server, run_getdocs, out
):
    asked = []

    def during(page):
        asked.append(page)
        if dying and len(asked) % 5 == 0:
            kill_browser(run_getdocs)

    dying = True
    scripted(server, [f"page{number}" for number in range(60)], during)
    command = ("crawl", server.url("/"), "-o", out, *NOW, "--concurrency", "2")
    run = run_getdocs(*command)
    assert run.returncode == BROWSER
    said(run, f"died {RESTARTS + 1} times", "--browser PATH", "--resume")
    manifest = manifest_in(out)
    assert manifest["truncated"]
    assert manifest["counts"]["saved"] > RESTARTS * 2
    assert manifest["counts"]["pending"] > 10
    assert manifest["errors"] == []
    assert psutil.wait_procs(run_getdocs.processes(), timeout=REAPED_WITHIN)[1] == []
    dying = False
    resumed = examine(run_getdocs(*command, "--resume"), out)
    assert resumed.manifest["counts"]["saved"] == 61


def test_a_page_that_kills_the_browser_is_an_error_and_costs_no_other_page(server, run_getdocs, out):
    pages = [f"page{number}" for number in range(8)]
    scripted(server, pages, lambda page: kill_browser(run_getdocs) if page == "page3" else None)
    crawled = examine(run_getdocs("crawl", server.url("/"), "-o", out, *NOW), out)
    assert crawled.paths("errors") == ["/page3"]
    assert crawled.entry("errors", "/page3")["reason"] == "render_crash"
    assert sorted(crawled.paths("pages")) == sorted(["/", *(f"/{page}" for page in pages if page != "page3")])
    assert all(f"by the script of {page}" in crawled.text(f"/{page}") for page in pages if page != "page3")
