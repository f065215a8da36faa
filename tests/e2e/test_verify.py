"""`getdocs verify`: the files of a crawl against what it saw, without one request."""

import re
import shutil

import pytest
from crawls import STATIC

from fixtures.site import document

CONTENT = (
    "<h2>Setup</h2><p>Unpack the archive and run the script.</p><pre><code>run()\n  again()</code></pre>"
    "<ul><li>one</li><li>two</li></ul>"
    '<p><a href="/plain.md#notes">Notes</a> <a href="/plain.md#none">None</a></p>'
)


@pytest.fixture(scope="module")
def crawled(once):
    """Two pages, one of them Markdown, read without the browser."""
    server = once.serve()
    server.page("/", document("Start", CONTENT))
    server.page("/plain.md", "# Plain\n\nText.\n\n## Notes\n", content_type="text/markdown; charset=utf-8")
    found = once.crawl(server.url("/"), *STATIC)
    assert found.manifest["page_count"] == 2
    return found, server


@pytest.fixture
def out(crawled, tmp_path):
    """A copy of the crawl, to be spoilt."""
    return shutil.copytree(crawled[0].out, tmp_path / "copy")


@pytest.fixture
def verify(once):
    return lambda folder, *args: once.run_getdocs("verify", "-o", folder, *args)


def edit(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_what_is_as_it_was_written_is_whole_and_nothing_is_asked(crawled, out, verify):
    asked = len(crawled[1].hits())
    run = verify(out)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("2 pages, 0 below 0.99, 0 more with a flaw\n")
    assert len(crawled[1].hits()) == asked


def test_the_manifest_has_the_receipt_of_each_page_that_was_html(crawled):
    manifest = crawled[0].manifest
    assert manifest["receipts"]["pages"] == manifest["receipts"]["whole"] == 1
    receipts = {page["path"]: page.get("receipt") for page in manifest["pages"]}
    assert receipts["index.md"]["score"] == 1.0
    assert receipts["index.md"]["kinds"]["code"] == [1, 1, 0]
    assert receipts["plain.md.md"] is None


def test_a_file_that_has_lost_code_is_named_with_what_it_lacks(out, verify):
    edit(out / "index.md", "  again()", "again()")
    run = verify(out)
    assert run.returncode == 1
    assert "1 changed since the crawl:\n  index.md" in run.stdout
    assert "code: lacks 1: run() again()" in run.stdout


def test_a_file_that_was_markdown_is_checked_too(out, verify):
    edit(out / "plain.md.md", "Text.", "Other.")
    run = verify(out, "-q")
    assert run.returncode == 1
    assert "words: lacks 1: Text." in run.stdout
    assert "words: adds 1: Other." in run.stdout


def test_a_file_that_is_gone_is_below_any_threshold(out, verify):
    (out / "index.md").unlink()
    run = verify(out, "--threshold", "0.01")
    assert run.returncode == 1
    assert "0%  index.md, missing" in run.stdout


def test_a_flaw_above_the_threshold_is_named_and_no_failure(out, verify):
    edit(out / "index.md", "the archive", "the big archive")
    assert verify(out).returncode == 1
    run = verify(out, "--threshold", "0.5")
    assert run.returncode == 0
    assert "With a flaw, the worst first:" in run.stdout


def test_front_matter_is_no_part_of_what_is_compared(out, verify):
    edit(out / "index.md", 'title: "', 'title: "My ')
    run = verify(out)
    assert run.returncode == 0
    assert "changed" not in run.stdout


def test_line_ends_and_the_mark_of_an_encoding_are_no_part_of_it_either(out, verify):
    for name, mark in (("index.md", b""), ("plain.md.md", b"\xef\xbb\xbf")):
        file = out / name
        file.write_bytes(mark + file.read_bytes().replace(b"\n", b"\r\n"))
    run = verify(out)
    assert run.returncode == 0
    assert "2 changed since the crawl" in run.stdout


def test_a_file_that_a_link_leads_out_of_the_folder_for_is_not_read(out, verify):
    file = out / "index.md"
    other = file.replace(out.with_name("elsewhere"))
    file.symlink_to(other)
    run = verify(out)
    assert run.returncode == 1
    assert "0%  index.md, missing" in run.stdout


def test_a_page_whose_source_is_lost_cannot_be_checked_and_is_named(out, verify):
    shutil.rmtree(out / ".getdocs" / "sources")
    run = verify(out)
    assert run.returncode == 0
    assert "2 cannot be checked: what it was read from is not kept:" in run.stdout


def test_a_folder_without_a_crawl_is_an_error(tmp_path, verify):
    run = verify(tmp_path)
    assert run.returncode == 4
    assert "holds no crawl: name the folder of one with -o" in run.stderr


def test_links_that_the_site_has_broken_are_listed_and_no_failure(out, verify):
    run = verify(out)
    assert run.returncode == 0
    assert "Links between files that lead nowhere: 0\n" in run.stdout
    assert "Broken on the site itself: 1 links\n  index.md: http://" in run.stdout
    assert "/plain.md#none (no_such_place)" in run.stdout


def test_a_link_that_leads_to_no_file_is_named_with_its_line(out, verify):
    edit(out / "index.md", "(plain.md.md#notes)", "(gone.md)")
    run = verify(out, "-q")
    assert run.returncode == 1
    assert re.search(r"index\.md:\d+: gone\.md \(no such file\)", run.stdout)


@pytest.mark.parametrize("other", ["plain.md.md#plain", "index.md", "#setup"])
def test_a_link_that_leads_to_another_place_than_that_of_the_site_is_lacking(out, verify, other):
    edit(out / "index.md", "(plain.md.md#notes)", f"({other})")
    run = verify(out, "-q")
    assert run.returncode == 1
    assert re.search(r"links: lacks 1: \S*plain\.md\.md#notes\n", run.stdout)
    assert "lead nowhere" not in run.stdout
