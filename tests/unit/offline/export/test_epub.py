"""The documentation as a book that readers open: whole, well-formed, inert."""

import re
import zipfile
from io import BytesIO

import pytest
from lxml import etree

from fixtures.exports import faults_of_book
from fixtures.saved_crawl import SITE, write_crawl
from getdocs.model import NavNode
from getdocs.offline.export.copy import Copy
from getdocs.offline.export.epub import write
from getdocs.offline.saved import SavedCrawl

XHTML = {"h": "http://www.w3.org/1999/xhtml"}


def book_of(crawl):
    stream = BytesIO()
    write(Copy(crawl), stream)
    return stream.getvalue()


def read(data, name):
    return zipfile.ZipFile(BytesIO(data)).read(f"EPUB/{name}").decode()


def page_of(folder, markdown, **more):
    """The first page of a book of one page."""
    write_crawl(folder, {"/a": markdown}, **more)
    data = book_of(SavedCrawl.open(folder))
    assert faults_of_book(data) == []
    return read(data, "page-1.xhtml")


def test_it_is_whole_and_every_link_leads_somewhere(crawl):
    assert faults_of_book(book_of(crawl)) == []


def test_the_package_names_it_and_when_the_crawl_ended(crawl):
    package = read(book_of(crawl), "package.opf")
    assert "<dc:title>Demo</dc:title>" in package
    assert f"<dc:source>{SITE}/</dc:source>" in package
    assert "<dc:description>Demo is a tool that does things.</dc:description>" in package
    assert '<meta property="dcterms:modified">2025-05-01T10:01:00Z</meta>' in package
    assert re.findall(r'idref="([^"]+)"', package) == [f"page-{number}.xhtml" for number in range(1, 6)]


def test_the_navigation_is_that_of_the_site(crawl):
    nav = etree.fromstring(read(book_of(crawl), "nav.xhtml").encode())
    assert nav.xpath("//h:nav//*[self::h:a or self::h:span]/text()", namespaces=XHTML) == [
        "Demo", "Guide", "Install", "Usage", "Reference", "API", "Extra",
    ]  # fmt: skip
    assert nav.xpath("//h:nav/h:ol/h:li/h:ol/h:li/h:a/@href", namespaces=XHTML) == [
        "page-2.xhtml", "page-3.xhtml", "page-4.xhtml",
    ]  # fmt: skip


def test_links_lead_to_places_in_the_book_or_to_the_web(crawl):
    page = read(book_of(crawl), "page-2.xhtml")
    assert re.findall(r'<a href="([^"]+)"', page)[:3] == ["page-4.xhtml#demo.run", "page-1.xhtml", "page-3.xhtml#usage"]
    assert f'<a href="{SITE}/gone"' in read(book_of(crawl), "page-3.xhtml")


def test_an_image_that_was_saved_is_in_it_and_another_is_a_link(crawl):
    data = book_of(crawl)
    page = read(data, "page-5.xhtml")
    assert '<img src="image-1.png" alt="pic"/>' in page
    assert '<a class="getdocs-away" href="https://far.example/x.png">far</a>' in page
    assert '<item id="image-1.png" href="image-1.png" media-type="image/png"/>' in read(data, "package.opf")


def test_links_made_for_another_reader_find_their_places(tmp_path):
    page = page_of(tmp_path, "# A\n\n[o](#A%20—%20b)\n\n## A — b\n")
    assert re.findall(r'href="(#[^"]*|page-1.xhtml#[^"]*)"', page) == ["page-1.xhtml#a--b"]


def test_code_keeps_its_bytes_and_its_language(tmp_path):
    page = page_of(tmp_path, "# A\n\n```python\nif a < b & c:\n\tpass\n```\n")
    code = etree.fromstring(page.encode()).find(".//{*}pre")
    assert "".join(code.itertext()) == "if a < b & c:\n\tpass\n"
    assert code.find(".//{*}span").get("class") == "language-python"


def test_tables_tasks_footnotes_and_notes_are_shown(tmp_path):
    page = page_of(
        tmp_path, "# A\n\n| a |\n|---|\n| b |\n\n- [x] done\n\nfoot[^1]\n\n[^1]: note\n\n> [!NOTE]\n> said\n"
    )
    for part in (
        "<td>b</td>",
        '<input type="checkbox" disabled="" checked=""/>',
        'href="page-1.xhtml#1"',
        '<p class="admonition-title">Note</p>',
    ):
        assert part in page  # fmt: skip


def test_a_page_without_a_title_of_its_own_gets_one(tmp_path):
    assert "<h1>Its &lt;title&gt;</h1>" in page_of(tmp_path, "## Sub\n", titles={"/a": "Its <title>"})


HOSTILE = [
    "<script>alert(1)</script><style>*{}</style>x",
    '<a href="javascript:alert(1)" onclick="x()">x</a><img src="data:text/html,x" onerror="x()">',
    "<iframe src=x></iframe><object data=x></object><form action=x><input type=text><button>b</button></form>",
    "<svg onload=x><script>1</script></svg><math><mi>x</mi></math>",
    "<p>open <b>and <i>never</b> closed",
    "</div></body></html><p>after the end",
    "\x01 \x0b \x0c \ufffe \uffff &#0; &#x1f; &nbsp; &notanentity;",
    "<![CDATA[ x ]]> <?php x ?> <!DOCTYPE x [<!ENTITY a 'b'>]> &a;",
    '<a id="dup">1</a><a id="dup">2</a><a id="a b">3</a><a id=\'"&lt;\'>4</a>',
    "<ul>text<p>x</p></ul><dl><dd>d</dl><li>stray</li><dt>stray</dt>",
    "<table><tr><td colspan=0 align=left>a</table><h2><div>x</div></h2><details>text<summary>late</summary></details>",
    "<p onclick=x style='a' class=b lang='?' dir=up>x</p><o:p xmlns:o='x'>y</o:p><x-y>z</x-y><a:b c:d='e'>f</a:b>",
    "[a](http://x.example/#a#b%zz) [b](<http://x.example/a b>) [c](http://[::1) ![d](../../../etc/passwd)",
    "> " * 400 + "deep",
    "<div>" * 400 + "deep",
]


@pytest.mark.parametrize("markdown", HOSTILE)
def test_whatever_a_page_holds_its_document_is_well_formed_and_does_nothing(tmp_path, markdown):
    page = page_of(tmp_path, f"# A\n\n{markdown}\n")
    assert not re.search(r"<script|<style|<iframe|<form|<svg|javascript:|\son\w+=|\sstyle=", page)


def test_titles_of_others_are_text(tmp_path):
    title = '</title><script>alert(1)</script> & " \x1b[31m \u202e \ud800'
    write_crawl(tmp_path, {"/a": "x\n"}, titles={"/a": title}, nav=(NavNode(title, f"{SITE}/a"),))
    data = book_of(SavedCrawl.open(tmp_path))
    assert faults_of_book(data) == []
    assert all("<script" not in read(data, name) for name in ("nav.xhtml", "package.opf", "page-1.xhtml"))
