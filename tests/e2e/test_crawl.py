"""What a crawl brings home: the sample sites whole, and every kind of answer in the list where it belongs."""

from datetime import UTC, datetime, timedelta

import pytest
from crawls import NOW, STATIC, documents, front_matter, less_origin

from fixtures import misbehave
from fixtures.site import document
from fixtures.sites import NavTruth, sample_truth, truth

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
TRUTH = sample_truth()


@pytest.fixture(scope="module")
def sample(once):
    server = once.serve("sample")
    return once.crawl(server.url("/"), *NOW), server


def shape(nav):
    """A navigation of the Manifest in the form of the truth, less the URLs' origin."""
    return tuple(
        NavTruth(node["title"], node["url"] and less_origin(node["url"]), shape(node["children"])) for node in nav
    )


# --- the sample documentation


def test_every_page_of_the_sample_is_saved_under_its_title(sample):
    crawled, _ = sample
    assert {less_origin(page["url"]): page["title"] for page in crawled.manifest["pages"]} == {
        page.path: page.title for page in TRUTH.pages
    }


def test_a_crawl_of_the_sample_ends_well_and_without_errors(sample):
    crawled, _ = sample
    assert crawled.run.returncode == 0
    assert crawled.manifest["errors"] == []
    assert not crawled.manifest["truncated"]


def test_the_counts_name_everything_that_the_sample_has(sample):
    crawled, _ = sample
    assert crawled.manifest["counts"] == {
        "discovered": len(TRUTH.pages) + 3,
        "saved": len(TRUTH.pages),
        "redirected": 1,
        "duplicate": 0,
        "skipped": 1,
        "not_a_page": 1,
        "failed": 0,
        "pending": 0,
    }


def test_the_nav_is_the_sidebar_of_the_sample(sample):
    crawled, _ = sample
    assert shape(crawled.manifest["nav"]) == TRUTH.nav


def test_every_link_of_the_nav_leads_to_a_file(sample):
    crawled, _ = sample
    nodes = list(crawled.manifest["nav"])
    for node in nodes:
        nodes.extend(node["children"])
    files = {node["path"] for node in nodes if node["url"]}
    assert files == {page["path"] for page in crawled.manifest["pages"]}


def test_the_reading_order_is_the_order_of_the_sample(sample):
    crawled, _ = sample
    assert crawled.paths("reading_order") == TRUTH.paths


def test_the_redirect_of_the_sample_is_recorded_with_its_status(sample):
    crawled, server = sample
    ((source, target, status),) = TRUTH.redirects
    (entry,) = crawled.manifest["redirects"]
    assert (entry["from"], entry["to"], entry["statuses"]) == (server.url(source), server.url(target), [status])
    assert [(hop["url"], hop["status"]) for hop in entry["trail"]] == [
        (server.url(source), status),
        (server.url(target), None),  # it was saved before: nothing was to be found out
    ]


def test_a_download_is_no_page(sample):
    crawled, _ = sample
    ((path, content_type),) = TRUTH.not_pages
    assert crawled.paths("not_pages") == [path]
    assert crawled.entry("not_pages", path)["content_type"] == content_type


def test_what_robots_forbids_is_skipped_and_says_who_links_to_it_and_which_rule_decided(sample):
    crawled, server = sample
    (path,) = TRUTH.forbidden
    assert crawled.paths("skipped") == [path]
    entry = crawled.entry("skipped", path)
    assert entry["reason"] == "robots"
    assert "/private/" in entry["detail"]
    assert less_origin(entry["found_on"]) in TRUTH.paths
    assert server.hits(path=path) == ()


def test_no_document_is_asked_for_twice(sample):
    _, server = sample
    asked = documents(server)
    assert len(asked) == len(set(asked))


def test_images_are_not_asked_for(sample):
    _, server = sample
    assert [path for path in server.paths() if "/img/" in path] == []


def test_hosts_that_pages_only_link_to_are_not_in_the_manifest(sample):
    crawled, server = sample
    pages = crawled.manifest["pages"]
    assert {page["url"].removesuffix(less_origin(page["url"])) for page in pages} == {server.url("")}
    assert "apache.org" not in str(crawled.manifest)


def test_a_page_s_path_mirrors_its_url(sample):
    crawled, _ = sample
    assert crawled.entry("pages", "/guide/sources/")["path"] == "guide/sources/index.md"
    assert crawled.entry("pages", "/")["path"] == "index.md"


def test_the_front_matter_of_each_page_says_what_the_manifest_says(sample):
    crawled, _ = sample
    for page in crawled.manifest["pages"]:
        matter = front_matter(crawled.text(less_origin(page["url"])))
        assert (matter["url"], matter["title"], matter["status"]) == (page["url"], page["title"], 200)


def test_the_front_matter_dates_the_page(sample):
    crawled, _ = sample
    age = datetime.now(UTC) - datetime.fromisoformat(front_matter(crawled.text("/"))["crawled_at"])
    assert timedelta(0) <= age < timedelta(minutes=10)


def test_the_text_of_a_page_is_its_content_without_the_furniture_around_it(sample):
    crawled, _ = sample
    text = crawled.text("/guide/install.html")
    assert "# Install" in text
    assert "PostgreSQL" not in text


def test_nothing_stands_on_stdout_and_the_last_line_on_stderr_sums_up(sample):
    crawled, _ = sample
    assert crawled.run.stdout == ""
    assert crawled.run.lines[-1] == (
        f"{len(TRUTH.pages)} pages saved, 0 errors, 1 skipped (robots 1), 1 redirected, 1 not a page; "
        f"nav {len(TRUTH.pages)}/{len(TRUTH.pages)}, prev/next {len(TRUTH.pages)}/{len(TRUTH.pages)}"
    )


def test_the_manifest_says_what_made_it_when_and_from_which_seeds(sample):
    crawled, server = sample
    manifest = crawled.manifest
    assert manifest["tool"]["name"] == "getdocs"
    assert manifest["seeds"] == [server.url("/")]
    assert datetime.fromisoformat(manifest["started_at"]) <= datetime.fromisoformat(manifest["finished_at"])
    assert "ignore_robots" not in manifest


def test_without_the_browser_the_static_sample_gives_the_same_files(sample, once):
    crawled, server = sample
    other = once.serve("sample")
    unrendered = once.crawl(other.url("/"), *STATIC)
    assert bodies(unrendered, other) == bodies(crawled, server)
    assert shape(unrendered.manifest["nav"]) == TRUTH.nav
    assert unrendered.paths("reading_order") == TRUTH.paths


def bodies(crawled, server):
    return {
        path: crawled.text(path).split("---\n", 2)[2].replace(server.url(""), "") for path in crawled.paths("pages")
    }


def test_without_the_browser_nothing_but_documents_is_asked_for(serve, crawl):
    server = serve("sample")
    crawl(server.url("/"), *STATIC, "--limit", "1")
    assert server.paths() == ["/robots.txt", "/"]


# --- the JavaScript-only documentation


@pytest.fixture(scope="module", params=["spa", "spa-history"])
def scripted(once, request):
    server = once.serve(request.param)
    return once.crawl(server.url("/"), *NOW), truth(request.param), server


def test_every_page_that_only_scripts_make_is_saved_under_its_title(scripted):
    crawled, true, _ = scripted
    assert {
        route(path): page["title"] for path, page in zip(crawled.paths("pages"), crawled.manifest["pages"], strict=True)
    } == {page.path: page.title for page in true.pages}
    assert crawled.manifest["errors"] == []


def test_the_nav_and_reading_order_that_only_scripts_make_are_complete(scripted):
    crawled, true, _ = scripted
    assert [route(path) for path in crawled.paths("reading_order")] == true.paths
    assert [(node.title, len(node.children)) for node in shape(crawled.manifest["nav"])] == [
        (node.title, len(node.children)) for node in true.nav
    ]


def test_the_text_that_a_script_makes_is_in_the_file(scripted):
    crawled, true, _ = scripted
    first = true.pages[1]
    assert f"# {first.title}" in crawled.text(first.path)


def test_a_script_is_asked_for_once_in_a_crawl(scripted):
    _, _, server = scripted
    assert server.paths().count("/app.js") == 1


def route(path):
    """The start view of a hash router is the page without a route."""
    return "/" if path == "/#/" else path


# --- every kind of answer

LARGE = 100_000
TIMES_TRIED = 3


@pytest.fixture(scope="module")
def odd(once):
    """A site of answers that are no pages, or not quite, among pages."""
    server = once.serve()
    links = {
        "/fine": misbehave.answer(document("Fine", links=("/fine?view=print",))),
        "/plain.txt": misbehave.answer("Plain text.\n", content_type="text/plain"),
        "/manual.pdf": misbehave.answer(PDF, content_type="application/pdf"),
        "/feed.xml": misbehave.answer("<rss></rss>", content_type="application/rss+xml"),
        "/saved": misbehave.attachment("../../evil.html"),
        "/empty": misbehave.answer("<!doctype html><title>Nothing</title><body><div id=app></div>"),
        "/nothing": misbehave.answer("", 204),
        "/cut": misbehave.truncate(b"<p>Half of it", declared=500),
        "/large": misbehave.answer(document("Large", "<p>" + "x" * (LARGE + 1))),
        "/bomb": misbehave.bomb(50 * misbehave.MEBIBYTE),
        "/silent": misbehave.hang(),
        "/reset": misbehave.reset(),
        "/failing": misbehave.answer("oops", 500),
        "/recovering": misbehave.busy(1, misbehave.answer(document("Recovered")), 500, retry_after=None),
        "/forbidden": misbehave.answer(document("Forbidden"), 403),
    }
    for path, handler in links.items():
        server.route(path, handler)
    server.page(
        "/", document("Start", links=(*links, "/missing", "#anchor", "mailto:a@b.example", "javascript:void(0)"))
    )
    return once.crawl(server.url("/"), *NOW, "--timeout", "1", "--max-body-size", str(LARGE)), server


def test_pages_among_odd_answers_are_all_saved_and_the_exit_code_says_that_others_are_missing(odd):
    crawled, _ = odd
    assert crawled.run.returncode == 5
    assert crawled.paths("pages") == ["/", "/fine", "/plain.txt", "/recovering"]


@pytest.mark.parametrize(
    ("path", "content_type"),
    [("/manual.pdf", "application/pdf"), ("/feed.xml", "application/rss+xml"), ("/saved", misbehave.HTML)],
)
def test_what_is_no_page_is_listed_with_its_type_and_the_page_that_links_to_it(odd, path, content_type):
    crawled, server = odd
    assert crawled.entry("not_pages", path) == {
        "url": server.url(path),
        "content_type": content_type,
        "found_on": server.url("/"),
    }


@pytest.mark.parametrize(
    ("path", "reason", "status", "asked"),
    [
        ("/missing", "http_404", 404, 1),
        ("/forbidden", "http_403", 403, 1),
        ("/nothing", "http_204", 204, 1),
        ("/empty", "empty", 200, 1),
        ("/large", "too_large", 200, 1),
        ("/bomb", "too_large", 200, 1),
        ("/cut", "truncated", 200, TIMES_TRIED),
        ("/silent", "timeout", None, TIMES_TRIED),
        ("/reset", "connection", None, TIMES_TRIED),
        ("/failing", "http_500", 500, TIMES_TRIED),
    ],
)
def test_what_did_not_work_is_an_error_that_says_why_and_was_tried_as_often_as_it_may_help(
    odd, path, reason, status, asked
):
    crawled, server = odd
    entry = crawled.entry("errors", path)
    assert (entry["reason"], entry["status"]) == (reason, status)
    assert entry["found_on"] == server.url("/")
    assert len(server.hits(path=path)) == asked


def test_errors_are_named_on_stderr_with_the_page_that_links_to_them(odd):
    crawled, server = odd
    (line,) = [line for line in crawled.run.lines if "http_404" in line and line.startswith("error")]
    assert server.url("/missing") in line
    assert f"linked from {server.url('/')}" in line


def test_two_spellings_of_one_page_are_a_page_and_a_duplicate(odd):
    crawled, server = odd
    assert crawled.manifest["duplicates"] == [{"url": server.url("/fine?view=print"), "of": server.url("/fine")}]


def test_anchors_and_other_schemes_are_not_urls_of_the_crawl(odd):
    crawled, _ = odd
    assert "mailto" not in str(crawled.manifest)
    assert "anchor" not in str(crawled.manifest)


def test_an_attachment_is_written_nowhere(odd):
    crawled, _ = odd
    assert list(crawled.out.parent.rglob("*evil*")) == []


# --- options on what is written


def test_keep_html_keeps_what_was_read_beside_the_page(server, crawl):
    server.page("/", document("Start", "<p id=o></p><script>o.textContent = 'made by a script'</script>"))
    crawled = crawl(server.url("/"), *NOW, "--keep-html")
    assert '<p id="o">made by a script</p>' in (crawled.out / "index.html").read_text("utf-8")


def test_without_keep_html_no_html_is_written(sample):
    crawled, _ = sample
    assert list(crawled.out.rglob("*.html")) == []


def test_the_selector_says_what_the_content_is(server, crawl):
    server.page("/", document("Start", "<div class=mine><p>This alone.</p></div><p>Not this.</p>"))
    crawled = crawl(server.url("/"), *STATIC, "--selector", ".mine")
    assert "This alone." in crawled.text("/")
    assert "Not this." not in crawled.text("/")


def test_a_canonical_is_recorded_in_manifest_and_front_matter_and_not_followed(server, crawl):
    server.page("/v1/", document("Old", head='<link rel="canonical" href="/latest/">'))
    crawled = crawl(server.url("/v1/"), *STATIC, "--allow-backward")
    assert crawled.entry("pages", "/v1/")["canonical"] == server.url("/latest/")
    assert front_matter(crawled.text("/v1/"))["canonical"] == server.url("/latest/")
    assert documents(server) == ["/v1/"]


def test_credentials_of_a_seed_are_written_nowhere(server, crawl):
    server.page("/", document("Start", links=("/a",)))
    server.page("/a", document("A"))
    crawled = crawl(server.url("/").replace("//", "//me:secret@"), *STATIC, "--verbose")
    assert crawled.paths("pages") == ["/", "/a"]
    written = [file for file in crawled.out.rglob("*") if file.is_file() and b"secret" in file.read_bytes()]
    assert written == []
    assert "secret" not in crawled.run.stderr
