"""A crawl that is stopped, killed, taken up again, started over: nothing is lost, nothing saved is asked for twice.

Where a crawl is stopped is never left to chance: a page of the site tells the test that it is being asked for, and answers
when the test lets it.
"""

import re
import signal
from collections import Counter
from contextlib import contextmanager

import psutil
import pytest
from conftest import REAPED_WITHIN
from crawls import LONGEST_WAIT, NOW, STATIC, Gate, Run, documents, examine

from fixtures import misbehave
from fixtures.site import document
from fixtures.sites import sample_truth
from getdocs.visits.crew import GRACE_SECONDS

TRUTH = sample_truth()
HELD = "/operate/deploy.html"
PATIENCE = 30.0
"""Seconds in which a stopped crawl must have ended: its grace, and a browser that is slow to go."""


@contextmanager
def held(run_getdocs, server, path, *args):
    """A running crawl that waits for `path`. What it asks for there is answered when the block is over, at the latest."""
    known = server._handler(path)
    gate = Gate(known)
    server.route(path, gate)
    process = run_getdocs.start("crawl", *args)
    try:
        assert gate.asked.wait(LONGEST_WAIT), f"{path} was not asked for"
        yield process, gate
    finally:
        gate.opened.set()
        server.route(path, known)


def ended(process):
    """The run that `process` was, once it is over."""
    stdout, stderr = process.communicate(timeout=PATIENCE)
    return Run(tuple(process.args), process.returncode, stdout, stderr, 0.0)


def stop(process, *signals):
    for number in signals:
        process.send_signal(number)
    return ended(process)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out"


# --- stopped


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_crawl_writes_its_manifest_with_what_is_pending_and_leaves_no_browser(site, run_getdocs, out, number):
    with held(run_getdocs, site, HELD, site.url("/"), "-o", out, *NOW, "--concurrency", "1") as (process, _):
        stopped = examine(stop(process, number), out)
    assert stopped.run.returncode == 130
    assert stopped.manifest["truncated"]
    assert HELD in stopped.paths("pending")
    assert stopped.manifest["page_count"] > 0
    assert stopped.manifest["counts"]["pending"] > 1
    assert psutil.wait_procs(run_getdocs.processes(), timeout=REAPED_WITHIN)[1] == []


def test_a_stopped_crawl_ends_with_the_line_that_sums_up(site, run_getdocs, out):
    with held(run_getdocs, site, HELD, site.url("/"), "-o", out, *STATIC) as (process, _):
        stopped = examine(stop(process, signal.SIGINT, signal.SIGINT), out)
    assert re.fullmatch(r"\d+ pages? saved, .* pending; nav .*; truncated", stopped.run.lines[-1])


def test_a_page_that_is_under_way_when_the_crawl_is_stopped_may_finish(server, run_getdocs, out):
    server.page("/", document("Start", links=("/a", "/b")))
    server.page("/a", document("A"))
    server.page("/b", document("B"))
    options = (*STATIC, "--concurrency", "1", "--verbose")
    with held(run_getdocs, server, "/a", server.url("/"), "-o", out, *options) as (process, gate):
        process.send_signal(signal.SIGINT)
        gate.opened.set()
        stopped = examine(ended(process), out)
    assert stopped.run.returncode == 130
    assert stopped.paths("pages") == ["/", "/a"]
    assert stopped.paths("pending") == ["/b"]
    assert "/b" not in server.paths()


def test_stopped_twice_a_crawl_does_not_wait_for_what_is_under_way(server, run_getdocs, out):
    server.page("/", document("Start"))
    with held(run_getdocs, server, "/", server.url("/"), "-o", out, *STATIC) as (process, _):
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        process.wait(GRACE_SECONDS - 1)
        stopped = examine(ended(process), out)
    assert stopped.run.returncode == 130
    assert stopped.paths("pending") == ["/"]


# --- taken up again


def killed(site, run_getdocs, out):
    with held(run_getdocs, site, HELD, site.url("/"), "-o", out, *NOW, "--concurrency", "2") as (process, _):
        process.kill()
        process.communicate(timeout=PATIENCE)


def interrupted(site, run_getdocs, out):
    with held(run_getdocs, site, HELD, site.url("/"), "-o", out, *NOW, "--concurrency", "2") as (process, _):
        assert stop(process, signal.SIGINT, signal.SIGINT).returncode == 130


@pytest.mark.parametrize("end", [interrupted, killed])
def test_a_crawl_that_was_ended_goes_on_to_the_same_pages_and_asks_for_none_of_them_twice(site, run_getdocs, out, end):
    end(site, run_getdocs, out)
    saved = {path for path in TRUTH.paths if (out / file_of(path)).exists()}
    before = len(site.hits())
    resumed = examine(run_getdocs("crawl", site.url("/"), "-o", out, *NOW, "--resume"), out)
    assert resumed.run.returncode == 0
    assert resumed.paths("reading_order") == TRUTH.paths
    assert not resumed.manifest["truncated"]
    assert (resumed.manifest["errors"], resumed.paths("skipped")) == ([], list(TRUTH.forbidden))
    assert saved
    assert saved & set(site.paths()[before:]) == set()


def file_of(path):
    """The file of a page of the sample."""
    return f"{path}index.md".lstrip("/") if path.endswith("/") else f"{path}.md".lstrip("/")


def test_no_browser_is_left_of_a_crawl_that_was_killed(site, run_getdocs, out):
    killed(site, run_getdocs, out)
    assert psutil.wait_procs(run_getdocs.processes(), timeout=REAPED_WITHIN)[1] == []


def test_a_crawl_that_is_killed_again_and_again_comes_to_the_same_end(site, run_getdocs, out):
    command = (site.url("/"), "-o", out, *STATIC, "--resume")
    for path in ("/", "/guide/install.html", "/guide/sources/http.html", "/reference/glossary.html"):
        with held(run_getdocs, site, path, *command) as (process, _):
            process.kill()
            process.communicate(timeout=PATIENCE)
    resumed = examine(run_getdocs("crawl", *command), out)
    assert resumed.paths("reading_order") == TRUTH.paths
    assert resumed.manifest["counts"]["pending"] == 0


def test_a_crawl_that_is_complete_can_be_resumed_and_asks_for_nothing(server, run_getdocs, out):
    server.page("/", document("Start"))
    first = examine(run_getdocs("crawl", server.url("/"), "-o", out, *STATIC), out)
    before = server.paths()
    again = examine(run_getdocs("crawl", server.url("/"), "-o", out, *STATIC, "--resume"), out)
    assert server.paths() == before
    assert again.manifest["pages"] == first.manifest["pages"]
    assert again.run.returncode == 0


def test_a_higher_limit_takes_up_what_the_lower_one_left(site, run_getdocs, out):
    command = ("crawl", site.url("/"), "-o", out, *STATIC)
    assert examine(run_getdocs(*command, "--limit", "3"), out).manifest["page_count"] == 3
    assert examine(run_getdocs(*command, "--limit", "5", "--resume"), out).manifest["page_count"] == 5
    assert examine(run_getdocs(*command, "--limit", "0", "--resume"), out).paths("reading_order") == TRUTH.paths
    asked = Counter(documents(site))
    temporary = {path for path, _, status in TRUTH.redirects if status not in (301, 308)}
    assert {path for path, times in asked.items() if times > 1} <= temporary


def test_errors_are_not_tried_again_by_a_resumed_crawl(server, run_getdocs, out):
    server.page("/", document("Start", links=("/missing",)))
    examine(run_getdocs("crawl", server.url("/"), "-o", out, *STATIC), out)
    again = examine(run_getdocs("crawl", server.url("/"), "-o", out, *STATIC, "--resume"), out)
    assert again.paths("errors") == ["/missing"]
    assert server.paths().count("/missing") == 1


def test_resume_on_an_empty_folder_is_a_new_crawl(server, crawl):
    server.page("/", document("Start"))
    assert crawl(server.url("/"), *STATIC, "--resume").paths("pages") == ["/"]


# --- taken up again, and more asked of it


def asked_since(server, before):
    """What was asked of the server since it had been asked `before` things; but for what tells of the site."""
    return documents(server)[before:]


def test_what_failed_is_tried_again_where_that_is_asked_for(server, run_getdocs, out):
    server.page("/", document("Start", links=("/missing", "/gone")))
    command = ("crawl", server.url("/"), "-o", out, *STATIC)
    assert examine(run_getdocs(*command), out).paths("errors") == ["/gone", "/missing"]
    server.page("/missing", document("Here now", links=("/more",)))
    server.page("/more", document("More"))
    before = len(documents(server))
    again = examine(run_getdocs(*command, "--retry-failed"), out)
    assert (again.paths("pages"), again.paths("errors")) == (["/", "/missing", "/more"], ["/gone"])
    assert sorted(asked_since(server, before)) == ["/gone", "/missing", "/more"]


def test_a_sitemap_that_was_not_there_is_asked_for_again_where_what_failed_is_tried_again(server, run_getdocs, out):
    server.page("/", document("Start"))
    command = ("crawl", server.url("/"), "-o", out, *STATIC)
    examine(run_getdocs(*command), out)
    server.page("/sitemap.xml", f"<urlset><url><loc>{server.url('/more')}</loc></url></urlset>")
    server.page("/more", document("More"))
    assert examine(run_getdocs(*command, "--retry-failed"), out).paths("pages") == ["/", "/more"]


@pytest.mark.parametrize("status", [302, 303, 307])
def test_a_temporary_redirect_is_asked_again_by_a_resumed_crawl_and_may_lead_elsewhere(
    server, run_getdocs, out, status
):
    server.page("/", document("Start", links=("/latest",)))
    server.redirect("/latest", "/v1", status)
    server.page("/v1", document("One"))
    command = ("crawl", server.url("/"), "-o", out, *STATIC)
    assert examine(run_getdocs(*command), out).paths("pages") == ["/", "/v1"]
    server.redirect("/latest", "/v2", status)
    server.page("/v2", document("Two"))
    before = len(documents(server))
    again = examine(run_getdocs(*command, "--resume"), out)
    assert again.paths("pages") == ["/", "/v1", "/v2"]
    assert again.entry("redirects", "/latest")["to"] == server.url("/v2")
    assert asked_since(server, before) == ["/latest", "/v2"]


def test_a_temporary_redirect_that_leads_where_it_led_costs_one_request(server, run_getdocs, out):
    server.page("/", document("Start", links=("/latest",)))
    server.redirect("/latest", "/v1", 302)
    server.page("/v1", document("One"))
    command = ("crawl", server.url("/"), "-o", out, *STATIC)
    first = examine(run_getdocs(*command), out)
    before = len(documents(server))
    again = examine(run_getdocs(*command, "--resume"), out)
    assert asked_since(server, before) == ["/latest"]
    assert (again.manifest["pages"], again.paths("redirects")) == (first.manifest["pages"], ["/latest"])


@pytest.mark.parametrize("status", [301, 308])
def test_a_permanent_redirect_is_not_asked_again(server, run_getdocs, out, status):
    server.page("/", document("Start", links=("/old",)))
    server.redirect("/old", "/new", status)
    server.page("/new", document("New"))
    command = ("crawl", server.url("/"), "-o", out, *STATIC)
    examine(run_getdocs(*command), out)
    before = len(documents(server))
    again = examine(run_getdocs(*command, "--resume"), out)
    assert asked_since(server, before) == []
    assert again.paths("redirects") == ["/old"]


# --- taken up again with other settings


@pytest.fixture
def two_parts(server):
    """A guide, and an API that its pages link to. Where the Seed is the guide, the API is out of Scope."""
    server.page("/guide/", document("Guide", links=("/guide/a", "/api/")))
    server.page("/guide/a", document("A", links=("/api/x", "/guide/deep/b")))
    server.page("/guide/deep/b", document("B"))
    server.page("/api/", document("API", links=("/api/x",)))
    server.page("/api/x", document("X"))
    return server


GUIDE = ["/guide/", "/guide/a", "/guide/deep/b"]
API = ["/api/", "/api/x"]


def test_a_wider_scope_by_force_takes_in_what_saved_pages_link_to_and_asks_for_nothing_twice(
    two_parts, run_getdocs, out
):
    command = ("crawl", two_parts.url("/guide/"), "-o", out, *STATIC)
    assert examine(run_getdocs(*command), out).paths("pages") == GUIDE
    before = len(documents(two_parts))
    wider = examine(run_getdocs(*command, "--resume", "--force", "--allow-backward"), out)
    assert wider.paths("pages") == API + GUIDE
    assert sorted(asked_since(two_parts, before)) == API
    (change,) = wider.manifest["changes"]
    assert (change["setting"], change["was"], change["now"]) == ("allow_backward", False, True)
    before = two_parts.paths()
    same = examine(run_getdocs(*command, "--resume", "--allow-backward"), out)
    assert (same.manifest["changes"], two_parts.paths()) == ([change], before)


def test_a_new_seed_by_force_is_crawled_too(two_parts, run_getdocs, out):
    command = ("crawl", two_parts.url("/guide/"), "-o", out, *STATIC)
    examine(run_getdocs(*command), out)
    before = len(documents(two_parts))
    more = examine(run_getdocs(*command, two_parts.url("/api/"), "--resume", "--force"), out)
    assert more.paths("pages") == API + GUIDE
    assert sorted(asked_since(two_parts, before)) == API
    assert more.manifest["seeds"] == [two_parts.url("/guide/"), two_parts.url("/api/")]


def test_a_greater_depth_by_force_takes_in_what_was_too_deep(two_parts, run_getdocs, out):
    command = ("crawl", two_parts.url("/guide/"), "-o", out, *STATIC)
    shallow = examine(run_getdocs(*command, "--depth", "1"), out)
    assert (shallow.paths("pages"), shallow.paths("skipped")) == (["/guide/", "/guide/a"], ["/guide/deep/b"])
    deep = examine(run_getdocs(*command, "--resume", "--force", "--depth", "2"), out)
    assert (deep.paths("pages"), deep.paths("skipped")) == (GUIDE, [])


def test_a_narrower_scope_by_force_removes_no_page_and_skips_what_had_still_to_come(two_parts, run_getdocs, out):
    command = ("crawl", two_parts.url("/guide/"), "-o", out, *STATIC, "--allow-backward", "--concurrency", "1")
    first = examine(run_getdocs(*command, "--limit", "2"), out)
    assert (first.paths("pages"), first.paths("pending")) == (
        ["/guide/", "/guide/a"],
        ["/api/", "/api/x", "/guide/deep/b"],
    )
    narrow = examine(
        run_getdocs(*command, "--resume", "--force", "--exclude-paths", "/guide/a", "--exclude-paths", "/api/*"), out
    )
    assert narrow.paths("pages") == GUIDE
    assert {entry["reason"] for entry in narrow.manifest["skipped"]} == {"scope"}
    assert narrow.paths("skipped") == API
    assert (out / "guide" / "a.md").exists()
    assert not [path for path in documents(two_parts) if path.startswith("/api/")]


def test_force_alone_is_no_way_to_begin(done, run_getdocs, out):
    run = run_getdocs("crawl", done.url("/"), "-o", out, *STATIC, "--force")
    assert run.returncode == 2
    assert "--resume" in run.stderr


# --- refused


@pytest.fixture
def done(server, run_getdocs, out):
    """A finished crawl in `out`, and what its server was asked."""
    server.page("/", document("Start", links=("/a",)))
    server.page("/a", document("A"))
    examine(run_getdocs("crawl", server.url("/"), "-o", out, *STATIC), out)
    return server


def test_a_folder_that_holds_a_crawl_is_not_written_over(done, run_getdocs, out):
    before = (out / "crawl.json").read_bytes(), done.paths()
    run = run_getdocs("crawl", done.url("/"), "-o", out, *STATIC)
    assert run.returncode == 4
    assert ((out / "crawl.json").read_bytes(), done.paths()) == before
    assert all(way in run.stderr for way in ("--resume", "--fresh", "-o"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--depth", "3"), "depth was None, now 3"),
        (("--exclude-paths", "/a"), "exclude_paths was [], now ['/a']"),
        (("--allow-backward",), "allow_backward was False, now True"),
    ],
)
def test_resume_with_other_settings_is_refused_and_shows_the_difference(done, run_getdocs, out, options, said):
    before = done.paths()
    run = run_getdocs("crawl", done.url("/"), "-o", out, *STATIC, "--resume", *options)
    assert run.returncode == 4
    assert said in run.stderr
    assert "--force" in run.stderr
    assert done.paths() == before


def test_resume_with_another_seed_is_refused_and_shows_both(done, run_getdocs, out):
    before = done.paths()
    run = run_getdocs("crawl", done.url("/a"), "-o", out, *STATIC, "--resume")
    assert run.returncode == 4
    assert f"seeds was ['{done.url('/')}'], now ['{done.url('/a')}']" in run.stderr
    assert done.paths() == before


def test_a_crawl_on_a_folder_where_another_is_at_work_is_refused_and_names_its_process(server, run_getdocs, out):
    server.page("/", document("Start"))
    with held(run_getdocs, server, "/", server.url("/"), "-o", out, *STATIC) as (process, gate):
        before = server.paths()
        second = run_getdocs("crawl", server.url("/"), "-o", out, *STATIC, "--resume")
        assert second.returncode == 4
        assert f"process {process.pid}" in second.stderr
        assert server.paths() == before
        gate.opened.set()
        first = examine(ended(process), out)
    assert first.paths("pages") == ["/"]


def test_a_state_that_is_damaged_is_left_as_it_is_and_nothing_is_asked(done, run_getdocs, out):
    state = out / ".getdocs" / "state.sqlite3"
    state.write_bytes(b"no state of anybody" * 100)
    before = done.paths()
    run = run_getdocs("crawl", done.url("/"), "-o", out, *STATIC, "--resume")
    assert run.returncode == 4
    assert str(state) in run.stderr
    assert done.paths() == before
    assert state.read_bytes() == b"no state of anybody" * 100


# --- started over


def test_fresh_replaces_the_crawl_and_removes_the_pages_that_are_gone(done, run_getdocs, out):
    assert (out / "a.md").is_file()
    done.page("/", document("Start again"))
    before = len(documents(done))
    again = examine(run_getdocs("crawl", done.url("/"), "-o", out, *STATIC, "--fresh"), out)
    assert again.paths("pages") == ["/"]
    assert "Start again" in again.text("/")
    assert not (out / "a.md").exists()
    assert documents(done)[before:] == ["/"]


def test_fresh_leaves_what_the_user_has_put_into_the_folder(done, run_getdocs, out):
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    run_getdocs("crawl", done.url("/"), "-o", out, *STATIC, "--fresh")
    assert (out / "notes.txt").read_text("utf-8") == "mine"


def test_fresh_with_another_seed_is_another_crawl(done, run_getdocs, out):
    again = examine(run_getdocs("crawl", done.url("/a"), "-o", out, *STATIC, "--fresh"), out)
    assert again.manifest["seeds"] == [done.url("/a")]
    assert again.paths("pages") == ["/a"]


def test_fresh_on_an_empty_folder_is_a_new_crawl(server, crawl):
    server.page("/", document("Start"))
    assert crawl(server.url("/"), *STATIC, "--fresh").paths("pages") == ["/"]


def test_a_page_that_was_put_off_is_pending_when_the_crawl_is_stopped_and_says_why(server, run_getdocs, out):
    server.page("/", document("Start", links=("/busy", "/held")))
    server.route("/busy", misbehave.answer("busy", 429, headers=(("Retry-After", "3600"),)))
    server.page("/held", document("Held"))
    with held(run_getdocs, server, "/busy", server.url("/"), "-o", out, *STATIC, "--verbose") as (process, gate):
        gate.opened.set()
        for line in process.stderr:
            if line.startswith("put off"):
                break
        stopped = examine(stop(process, signal.SIGINT), out)
    assert re.fullmatch(
        r"rate limited until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00: the host asks for quiet",
        stopped.entry("pending", "/busy")["reason"],
    )
    assert stopped.run.returncode == 130
