"""Bodies that no server should send, through the real command line: group D of the shared list of hostile servers.

Without D17, which is no matter of bodies: pages that a server makes up for every URL. Most of the others are links on the
start page of one site, crawled once with the browser and once without it.
"""

import threading
from contextlib import contextmanager, suppress

import psutil
import pytest
from crawls import NOW, STATIC

from fixtures import misbehave
from fixtures.misbehave import MEBIBYTE, answer, raw
from fixtures.server import FixtureServer
from fixtures.site import document

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
NO_CONTENT = (204, 205)
WITHOUT_BODY = (404, 410, 500)
RUSSIAN, JAPANESE, GERMAN = "Привет, мир", "日本語の文書", "Grüße, „so“ € 5"
LARGE = 2 * MEBIBYTE
TIMES_TRIED = 3


def html(text, head=""):
    return f"<!doctype html><html><head>{head}<title>T</title></head><body><main><h1>T</h1><p>{text}</p></main></body></html>"


CHARSETS = {
    "header-alone": (html(RUSSIAN).encode("cp1251"), "text/html; charset=windows-1251", RUSSIAN),
    "header-against-meta": (
        html(RUSSIAN, "<meta charset=utf-8>").encode("cp1251"), "text/html; charset=windows-1251", RUSSIAN,
    ),
    "utf-16-bom": (html(JAPANESE).encode("utf-16"), "text/html", JAPANESE),
    "utf-16-bom-against-header": (b"\xfe\xff" + html(GERMAN).encode("utf-16-be"), "text/html; charset=utf-8", GERMAN),
    "utf-8-bom-against-header": (html(GERMAN).encode("utf-8-sig"), "text/html; charset=iso-8859-1", GERMAN),
    "meta-alone": (html(JAPANESE, "<meta charset=shift_jis>").encode("shift_jis"), "text/html", JAPANESE),
    "http-equiv": (
        html(JAPANESE, '<meta http-equiv=content-type content="text/html; charset=euc-jp">').encode("euc-jp"), "text/html",
        JAPANESE,
    ),
    "latin-1-is-windows-1252": (html(GERMAN).encode("cp1252"), "text/html; charset=iso-8859-1", GERMAN),
}  # fmt: skip


def nested(depth):
    return document("Nested", "<div>" * depth + "<p>The words at the bottom.</p>" + "</div>" * depth)


ODD = {
    "/declared": misbehave.huge(),  # D01
    "/dribble": misbehave.dribble(),  # D02
    "/silent": misbehave.hang(),  # D03
    "/bomb/gzip": misbehave.bomb(),  # D04
    "/bomb/br": misbehave.bomb(coding="br"),
    **{f"/charset/{name}": answer(body, 200, kind) for name, (body, kind, _) in CHARSETS.items()},  # D06
    "/untyped": misbehave.untyped(document("Untyped").encode()),  # D07
    "/nosniff": raw(
        b"HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        + document("Nosniff").encode()
    ),
    "/manual": answer(PDF, 200, "application/pdf", (("Content-Disposition", "inline"),)),  # D08
    "/evil": misbehave.attachment("../../evil.md"),  # D09
    "/zero": answer(""),  # D13
    "/script-alone": answer("<!doctype html><script>const a = 1</script>"),
    **{f"/status/{status}": answer("", status) for status in (*NO_CONTENT, *WITHOUT_BODY)},  # D14, D15
    "/login": answer("", 401, headers=(("WWW-Authenticate", 'Basic realm="docs"'),)),  # D16
    "/nested/400": answer(nested(400)),  # D18
    "/nested/5000": answer(nested(5000)),
}


@contextmanager
def memory(started):
    """The most memory that the processes of a command line take together while the block runs: `[bytes]`, afterwards."""
    peak, over = [0], threading.Event()

    def watch():
        while not over.wait(0.05):
            total = 0
            for process in started.processes():
                with suppress(psutil.NoSuchProcess):
                    total += process.memory_info().rss
            peak[0] = max(peak[0], total)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()


@pytest.fixture(scope="module", params=["always", "never"])
def odd(once, request):
    server = once.serve()
    for path, handler in ODD.items():
        server.route(path, handler)
    server.page("/", document("Start", links=tuple(ODD)))
    options = (*NOW, "--render", request.param, "--timeout", "2", "--max-body-size", str(LARGE))
    return once.crawl(server.url("/"), *options), server


def failed(odd, path):
    """Reason and status of that error, and how often the URL was asked for."""
    crawled, server = odd
    entry = crawled.entry("errors", path)
    return entry["reason"], entry["status"], len(server.hits(path=path))


def test_d01_a_body_that_declares_ten_gigabytes_is_refused_on_its_word(odd):
    assert failed(odd, "/declared") == ("too_large", 200, 1)


def test_d02_a_body_that_never_ends_is_cut_off_and_not_saved_in_part(odd):
    assert failed(odd, "/dribble") == ("timeout", None, TIMES_TRIED)


def test_d03_a_server_that_says_nothing_is_a_timeout(odd):
    assert failed(odd, "/silent") == ("timeout", None, TIMES_TRIED)


@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_d04_a_bomb_is_too_large(odd, coding):
    assert failed(odd, f"/bomb/{coding}") == ("too_large", 200, 1)


@pytest.mark.parametrize("name", CHARSETS)
def test_d06_text_is_what_its_author_wrote_whatever_its_charset(odd, name):
    crawled, _ = odd
    assert CHARSETS[name][2] in crawled.text(f"/charset/{name}")


def test_d07_html_without_a_type_is_a_page(odd):
    crawled, _ = odd
    assert "the page called Untyped" in crawled.text("/untyped")


def test_d07_html_without_a_type_is_no_page_where_the_server_forbids_to_guess(odd):
    crawled, _ = odd
    assert crawled.entry("not_pages", "/nosniff")["content_type"] == "unknown"


def test_d08_a_pdf_is_no_page_and_says_who_links_to_it(odd):
    crawled, server = odd
    entry = crawled.entry("not_pages", "/manual")
    assert (entry["content_type"], entry["found_on"]) == ("application/pdf", server.url("/"))


def test_d09_an_attachment_is_no_page_and_is_written_nowhere(odd):
    crawled, _ = odd
    assert "/evil" in crawled.paths("not_pages")
    assert list(crawled.out.parent.rglob("*evil*")) == []


@pytest.mark.parametrize("path", ["/zero", "/script-alone"])
def test_d13_a_page_without_words_is_an_error(odd, path):
    assert failed(odd, path) == ("empty", 200, 1)


@pytest.mark.parametrize("status", NO_CONTENT)
def test_d14_a_status_that_carries_no_page_is_an_error_with_that_status(odd, status):
    assert failed(odd, f"/status/{status}") == (f"http_{status}", status, 1)


@pytest.mark.parametrize(("status", "asked"), [(404, 1), (410, 1), (500, TIMES_TRIED)])
def test_d15_an_error_without_a_body_keeps_its_status(odd, status, asked):
    assert failed(odd, f"/status/{status}") == (f"http_{status}", status, asked)


@pytest.mark.parametrize("status", [429, 503])
def test_d15_a_host_that_asks_for_quiet_without_a_body_is_left_alone_for_as_long(server, crawl, status):
    server.page("/", document("Start", links=("/busy",)))
    server.route("/busy", misbehave.busy(1, answer(document("Busy")), status, retry_after="1"))
    crawled = crawl(server.url("/"), *STATIC)
    first, second = server.hits(path="/busy")
    assert crawled.paths("pages") == ["/", "/busy"]
    assert second.time_start - first.time_start >= 1


def test_d16_a_page_that_wants_a_login_is_an_error_asked_for_once(odd):
    assert failed(odd, "/login") == ("http_401", 401, 1)


@pytest.mark.parametrize("depth", [400, 5000])
def test_d18_a_page_with_very_deep_nesting_is_saved_with_its_words(odd, depth):
    crawled, _ = odd
    assert "The words at the bottom." in crawled.text(f"/nested/{depth}")


def test_of_all_that_is_odd_only_pages_are_saved(odd):
    crawled, _ = odd
    charsets = [f"/charset/{name}" for name in CHARSETS]
    assert sorted(crawled.paths("pages")) == sorted(["/", "/untyped", "/nested/400", "/nested/5000", *charsets])


def test_d04_bombs_cost_no_more_memory_than_the_limit_of_a_body_allows(once):
    """Bombs in the page and in its script; in all of the crawl's processes, the browser's included."""
    server = once.serve()
    server.page("/plain", document("Plain", "<p>Words.</p><script src=/fine.js></script>"))
    server.page("/fine.js", "1", content_type="text/javascript")
    server.route("/bomb", misbehave.bomb())
    server.route("/bomb.js", misbehave.bomb(coding="br"))
    server.page("/bombed", document("Bombed", "<p>Words.</p><script src=/bomb.js></script>"))
    server.page("/start", document("Start", links=("/bomb", "/bombed")))
    with memory(once.run_getdocs) as usual:
        once.crawl(server.url("/plain"), *NOW)
    with memory(once.run_getdocs) as bombed:
        crawled = once.crawl(server.url("/start"), *NOW, "--allow-backward")
    assert crawled.entry("errors", "/bomb")["reason"] == "too_large"
    assert crawled.entry("pages", "/bombed")["refused"] == [server.url("/bomb.js")]
    # The limit is 50 MiB: two bodies at once, each of which may be held twice while it grows, and some slack.
    assert usual[0] > 0
    assert bombed[0] - usual[0] < 256 * MEBIBYTE


def test_d19_a_script_that_builds_a_million_paragraphs_is_too_large_and_ends(server, crawl):
    script = f"<script>document.body.innerHTML = '<p>{'x' * 30}</p>'.repeat(1000000)</script>"
    server.page("/", document("Start", links=("/million",)))
    server.page("/million", document("Million", script))
    crawled = crawl(server.url("/"), *NOW)
    assert crawled.paths("pages") == ["/"]
    # Which of them comes first, the limit of its size, of its time or of its memory, is a matter of the machine.
    assert crawled.entry("errors", "/million")["reason"] in ("too_large", "unresponsive", "render_crash")


def test_d20_a_host_that_cannot_be_reached_is_an_error_and_no_page_of_the_browser_s_own(crawl):
    with FixtureServer() as gone:
        closed = gone.url("/")
    crawled = crawl(closed, "http://nowhere.invalid/", *NOW, "--ignore-robots")
    assert crawled.run.returncode == 1
    assert [(entry["url"], entry["reason"]) for entry in crawled.manifest["errors"]] == [
        (closed, "connection"),
        ("http://nowhere.invalid/", "connection"),
    ]
    assert [file for file in crawled.out.rglob("*") if file.is_file() and b"net::ERR_" in file.read_bytes()] == []
