"""Footnotes, in what generators write: one place and one note each, by their label; nothing of either is lost."""

import pytest

from getdocs.model import Snapshot
from getdocs.read.reader import read_page
from getdocs.read.receipts.receipt import check_snapshot

URL = "https://docs.example/guide/page"
NOTE = '<li id="fn:1"><p>It smelled.&#160;<a class="footnote-backref" href="#fnref:1">&#8617;</a></p></li>'
PLACE = '<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>'

# Title: the content, and the Markdown of it.
CASES = {
    "Python-Markdown, a note of two paragraphs": (
        f'<p>Oil{PLACE}.</p><div class="footnote"><hr><ol><li id="fn:1"><p>It smelled.</p><p>Badly. <a href="#fnref:1">↩</a></p></li></ol></div>',
        "Oil[^1].\n\n[^1]: It smelled.\n\n    Badly.\n",
    ),
    "docutils before 0.18: a definition list": (
        (
            '<p>Oil <a class="footnote-reference brackets" href="#id2" id="id1">1</a>.</p><dl class="footnote brackets"><dt class="label" id="id2">'
            '<span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>It smelled.</p></dd></dl>'
        ),
        "Oil [^1].\n\n[^1]: It smelled.\n",
    ),
    "docutils long ago: a table": (
        (
            '<p>Oil <a class="footnote-reference" href="#id2" id="id1">[1]</a>.</p><table class="docutils footnote" id="id2"><colgroup><col><col></colgroup>'
            '<tbody><tr><td class="label"><a class="fn-backref" href="#id1">[1]</a></td><td>It smelled.</td></tr></tbody></table>'
        ),
        "Oil [^1].\n\n[^1]: It smelled.\n",
    ),
    "a citation of docutils, by its name, with two ways back": (
        (
            '<p>See <a class="reference internal" href="#lamp90" id="id1"><span>[Lamp90]</span></a> and <a class="reference internal" href="#lamp90" id="id2">'
            '<span>[Lamp90]</span></a>.</p><div class="citation" id="lamp90" role="doc-biblioentry"><span class="label"><span class="fn-bracket">[</span>Lamp90'
            '<span class="fn-bracket">]</span></span><span class="backrefs">(<a role="doc-backlink" href="#id1">1</a>,<a role="doc-backlink" href="#id2">2</a>)'
            "</span><p>Lamps, 1890.</p></div>"
        ),
        "See [^Lamp90] and [^Lamp90].\n\n[^Lamp90]: Lamps, 1890.\n",
    ),
    "mdBook before 0.4.40: no way back": (
        (
            '<p>Oil<sup class="footnote-reference"><a href="#oil">1</a></sup>.</p><div class="footnote-definition" id="oil">'
            '<sup class="footnote-definition-label">1</sup><p>It smelled.</p></div>'
        ),
        "Oil[^1].\n\n[^1]: It smelled.\n",
    ),
    "a place in a cell, a note in a quote": (
        f'<table><tr><th>Oil{PLACE}</th><th>b</th></tr></table><blockquote><p>Quoth.</p><ol class="footnotes">{NOTE}</ol></blockquote><p>End.</p>',
        "| Oil[^1] | b |\n| --- | --- |\n\n> Quoth.\n\nEnd.\n\n[^1]: It smelled.\n",
    ),
    "two notes of one label": (
        f'<p>Oil{PLACE}, gas{PLACE.replace(":1", ":g1")}.</p><ol class="footnotes">{NOTE}{NOTE.replace(":1", ":g1")}</ol>',
        "Oil[^1], gas[^1-2].\n\n[^1]: It smelled.\n\n[^1-2]: It smelled.\n",
    ),
    "a label that Markdown does not allow": (
        f'<p>Oil{PLACE.replace(">1<", ">*<")}.</p><ol class="footnotes">{NOTE}</ol>',
        "Oil[^-1].\n\n[^-1]: It smelled.\n",
    ),
    "a note that no place leads to stays in its list": (
        f'<p>Oil{PLACE}.</p><ol class="footnotes">{NOTE}<li id="fn:2"><p>Unasked. <a href="#fnref:2">↩</a></p></li></ol>',
        "Oil[^1].\n\n[^1]: It smelled.\n\n1. Unasked. [↩](https://docs.example/guide/page#fnref:2)\n",
    ),
    "a place whose note is missing stays a link": (
        f"<p>Oil{PLACE}.</p>",
        "Oil[1](https://docs.example/guide/page#fn:1).\n",
    ),
    "a note that says nothing": (
        f'<p>Oil{PLACE}.</p><ol class="footnotes"><li id="fn:1"><a href="#fnref:1">↩</a></li></ol>',
        "Oil[1](https://docs.example/guide/page#fn:1).\n\n1. [↩](https://docs.example/guide/page#fnref:1)\n",
    ),
    "contents and headings that lead to each other are none": (
        (
            '<div class="contents"><ul><li><a class="reference internal" href="#footnotes" id="id1">Footnotes</a></li></ul></div><section id="footnotes">'
            '<h2><a class="toc-backref" href="#id1">Footnotes</a></h2><p>None.</p></section>'
        ),
        "- [Footnotes](https://docs.example/guide/page#footnotes)\n\n## Footnotes\n\nNone.\n",
    ),
    "text that looks like one": ("<p>As in [^1], or [^2]: so.</p>", "As in \\[^1\\], or \\[^2\\]: so.\n"),
}


def snapshot(content: str) -> Snapshot:
    return Snapshot(URL, 200, f"<main>{content}</main>", "", URL)


@pytest.mark.parametrize(("content", "markdown"), CASES.values(), ids=CASES.keys())
def test_footnotes_are_written_as_github_reads_them(content: str, markdown: str) -> None:
    assert read_page(snapshot(content)).markdown == markdown


@pytest.mark.parametrize(("content", "markdown"), CASES.values(), ids=CASES.keys())
def test_the_receipt_agrees(content: str, markdown: str) -> None:
    found, differences = check_snapshot(snapshot(content), markdown)
    assert found.score == 1.0, differences


@pytest.mark.parametrize(
    "corrupt",
    [
        ("Oil[^1]", "Oil"),
        ("\n[^1]: It smelled.\n", ""),
        ("smelled", "melted"),
        ("Oil[^1]", "Oil[^2]"),
        ("[^1]: It", "1. It"),
    ],
    ids=[
        "the place is lost",
        "the note is lost",
        "the note says something else",
        "the place has no note",
        "the note is none",
    ],
)
def test_the_receipt_tells_when_a_footnote_is_not_kept(corrupt: tuple[str, str]) -> None:
    content = f'<p>Oil{PLACE}.</p><ol class="footnotes">{NOTE}</ol>'
    markdown = read_page(snapshot(content)).markdown
    assert corrupt[0] in markdown
    assert check_snapshot(snapshot(content), markdown.replace(*corrupt))[0].score < 1.0


@pytest.mark.parametrize("name", ["getdocs-footnote", "getdocs-footnote-reference"])
def test_a_page_that_has_names_of_ours_shows_what_it_says(name):
    html = f"<main><div class={name}>One</div><p><span class={name}>two</span></p></main>"
    assert read_page(Snapshot(URL, 200, html, "", URL)).markdown == "One\n\ntwo\n"
