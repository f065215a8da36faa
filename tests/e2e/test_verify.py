"""`getdocs verify`: the files of a crawl against what it saw, without one request."""

import shutil

import pytest
from crawls import STATIC

from fixtures.site import document

CONTENT = (
    "<h2>Setup</h2><p>Unpack the archive and run the script.</p><pre><code>run()\n  again()</code></pre>"
    "<ul><li>one</li><li>two</li></ul>"
)


@pytest.fixture(scope="module")
def crawled(once):
    """Two pages, one of them Markdown, read without the browser."""
    server = once.serve()
    server.page("/", document("Start", CONTENT, links=("/plain.md",)))
    server.page("/plain.md", "# Plain\n\nText.\n", content_type="text/markdown; charset=utf-8")
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


def test_a_page_whose_source_is_lost_cannot_be_checked_and_is_named(out, verify):
    shutil.rmtree(out / ".getdocs" / "sources")
    run = verify(out)
    assert run.returncode == 0
    assert "2 cannot be checked: what it was read from is not kept:" in run.stdout


def test_a_folder_without_a_crawl_is_an_error(tmp_path, verify):
    run = verify(tmp_path)
    assert run.returncode == 4
    assert "holds no crawl: name the folder of one with -o" in run.stderr
