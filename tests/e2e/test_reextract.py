"""`getdocs reextract`: the Pages made anew from what the crawl kept, without one request."""

import json

import pytest
from crawls import NOW, STATIC, documents, front_matter, tree

from fixtures.site import document

MARKDOWN = "# Plain\n\nText that is *Markdown* already: [a](/a).\n"


@pytest.fixture
def reextract(run_getdocs):
    return lambda out, *args: run_getdocs("reextract", "-o", out, *args)


@pytest.fixture
def small(server, crawl):
    """Two pages, one of them Markdown, read without the browser."""
    links = ("/plain.md", "/missing")
    server.page("/", document("Start", "<h2>Section</h2><p>Text.</p><aside>Beside it.</aside>", links=links))
    server.page("/plain.md", MARKDOWN, content_type="text/markdown; charset=utf-8")
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.manifest["page_count"] == 2
    return crawled


def source_files(out):
    return sorted(file for file in (out / ".getdocs" / "sources").rglob("*") if file.is_file())


# --- the sample documentation


def test_the_sample_comes_out_byte_for_byte_without_one_request(site, crawl, reextract):
    crawled = crawl(site.url("/"), *NOW)
    before, asked = tree(crawled.out), len(site.hits())
    run = reextract(crawled.out)
    assert (run.returncode, run.stdout) == (0, "")
    assert run.lines == [f"{crawled.manifest['page_count']} pages read again, 0 changed"]
    assert tree(crawled.out) == before
    assert len(site.hits()) == asked


def test_no_browser_is_needed(small, reextract):
    run = reextract(small.out, "-q")
    assert (run.returncode, run.stderr) == (0, "")
    assert reextract(small.out, "--browser", "x").returncode == 2


# --- what is made anew


def test_files_that_were_changed_or_lost_are_made_as_they_were(small, reextract):
    before = tree(small.out)
    (small.out / "index.md").unlink()
    (small.out / "plain.md.md").write_text("not what the site says")
    (small.out / "crawl.json").unlink()
    reextract(small.out)
    assert tree(small.out) == before


def test_another_selector_makes_other_pages_at_the_same_paths(small, reextract):
    before = tree(small.out)
    run = reextract(small.out, "--selector", "aside")
    after = tree(small.out)
    assert run.lines == ["changed index.md", "2 pages read again, 1 changed"]
    assert after.keys() == before.keys()
    # The Manifest has the Page's Receipt.
    assert sorted(path for path in after if after[path] != before[path]) == ["crawl.json", "index.md"]
    assert "Beside it." in after["index.md"].decode()
    assert (
        front_matter(after["index.md"].decode())["crawled_at"]
        == front_matter(before["index.md"].decode())["crawled_at"]
    )


def test_titles_in_the_manifest_are_those_of_the_pages_as_they_are_now(small, reextract):
    reextract(small.out, "--selector", "h2")
    manifest = json.loads((small.out / "crawl.json").read_text("utf-8"))
    titles = {page["path"]: page["title"] for page in manifest["pages"]}
    page = (small.out / "index.md").read_text("utf-8")
    assert titles["index.md"] == front_matter(page)["title"]


def test_the_selector_is_kept_until_another_one_is_given(small, reextract):
    before = tree(small.out)
    reextract(small.out, "--selector", "aside")
    changed = tree(small.out)
    reextract(small.out)
    assert tree(small.out) == changed
    reextract(small.out, "--selector", "")
    assert tree(small.out) == before


def test_a_resumed_crawl_with_the_old_selector_is_not_mixed_with_pages_of_the_new_one(
    small, reextract, run_getdocs, server
):
    reextract(small.out, "--selector", "aside")
    run = run_getdocs("crawl", server.url("/"), "--resume", "-o", small.out, *STATIC)
    assert run.returncode == 4
    assert "selector was 'aside', now None" in run.stderr


def test_what_became_of_other_urls_stands(small, reextract):
    reextract(small.out, "--selector", "aside")
    manifest = json.loads((small.out / "crawl.json").read_text("utf-8"))
    assert manifest["counts"] == small.manifest["counts"]
    assert manifest["errors"] == small.manifest["errors"]
    assert manifest["finished_at"] == small.manifest["finished_at"]


# --- what cannot be made anew


def test_a_page_without_its_source_stays_and_is_named(small, reextract):
    before = tree(small.out)
    for file in source_files(small.out):
        if b"plain.md" in file.read_bytes():
            file.unlink()
    run = reextract(small.out, "--selector", "aside")
    assert run.returncode == 1
    assert "warning: plain.md.md stays as it is" in run.lines[0]
    assert run.lines[-1] == "1 pages read again, 1 changed, 1 left as they were"
    assert tree(small.out)["plain.md.md"] == before["plain.md.md"]


def test_a_damaged_source_is_none(small, reextract):
    before = tree(small.out)
    for file in source_files(small.out):
        file.write_bytes(file.read_bytes()[:-3])
    assert reextract(small.out).returncode == 1
    assert tree(small.out) == before


def test_starting_over_forgets_what_the_pages_of_the_earlier_crawl_were_read_from(small, run_getdocs, server):
    assert len(source_files(small.out)) == 2
    server.page("/", document("Alone"))
    run_getdocs("crawl", server.url("/"), "--fresh", "-o", small.out, *STATIC)
    assert len(source_files(small.out)) == 1


def test_nothing_is_kept_of_a_duplicate(server, crawl):
    server.page("/", document("Start", links=("/a", "/a?again=1")))
    server.page("/a", document("A"))
    crawled = crawl(server.url("/"), *STATIC)
    assert len(crawled.manifest["duplicates"]) == 1
    assert len(source_files(crawled.out)) == 2


def test_a_folder_without_a_crawl_is_an_error_and_stays_as_it_is(reextract, tmp_path):
    (tmp_path / "empty").mkdir()
    run = reextract(tmp_path / "empty")
    assert run.returncode == 4
    assert "holds no crawl" in run.stderr
    assert list((tmp_path / "empty").iterdir()) == []


# --- the cache


def test_a_new_crawl_of_the_same_folder_asks_whether_what_it_knows_still_holds(server, crawl, run_getdocs):
    def validated(path, body):
        server.page(path, body, etag='"1"')

    validated("/", document("Start", links=("/a",)))
    validated("/a", document("A"))
    crawled = crawl(server.url("/"), *STATIC)
    before = tree(crawled.out)
    asked = len(server.hits())
    assert before
    run = run_getdocs("crawl", server.url("/"), "--fresh", "-o", crawled.out, *STATIC)
    assert run.returncode == 0
    conditions = {hit.path: dict(hit.headers).get("if-none-match") for hit in server.hits()[asked:]}
    assert {path: conditions.get(path) for path in ("/robots.txt", "/", "/a")} == {
        "/robots.txt": None,
        "/": '"1"',
        "/a": '"1"',
    }


def test_a_page_that_has_changed_since_is_not_taken_from_the_cache(server, crawl, run_getdocs):
    server.page("/", document("Before"), etag='"1"', last_modified="Mon, 05 Jan 2026 10:00:00 GMT")
    out = crawl(server.url("/"), *STATIC).out
    server.page("/", document("After"), etag='"2"', last_modified="Tue, 06 Jan 2026 10:00:00 GMT")
    run_getdocs("crawl", server.url("/"), "--fresh", "-o", out, *STATIC)
    assert "# After" in (out / "index.md").read_text("utf-8")


def test_a_cache_that_cannot_be_written_costs_a_warning_and_nothing_else(server, run_getdocs, tmp_path):
    server.page("/", document("Start", links=("/a",)))
    server.page("/a", document("A"))
    out = tmp_path / "out"
    (out / ".getdocs").mkdir(parents=True)
    (out / ".getdocs" / "cache").write_text("in the way")
    run = run_getdocs("crawl", server.url("/"), "-o", out, *STATIC)
    assert run.returncode == 0
    assert json.loads((out / "crawl.json").read_text("utf-8"))["page_count"] == 2
    assert len([line for line in run.lines if line.startswith("warning: the cache")]) == 1
    assert documents(server) == ["/", "/a"]
