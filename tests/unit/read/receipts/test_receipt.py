"""What counts as kept, on pages whose Markdown is right: the Receipt is whole. What it counts, kind by kind."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getdocs.model import Receipt, Snapshot, Tally
from getdocs.read.reader import read_page
from getdocs.read.receipts.receipt import check_snapshot, check_text

URL = "https://docs.example/v2/guide/page"

# Title: the content, and Markdown that says all of it.
WHOLE = {
    "a definition list, as items": ("<dl><dt>depth</dt><dd>How deep.</dd></dl>", "- **depth**\n\n  How deep.\n"),
    "a definition list, as paragraphs": ("<dl><dt>depth</dt><dd>How deep.</dd></dl>", "**depth**\n\nHow deep.\n"),
    "a layout table, as paragraphs": (
        '<table role="presentation"><tr><td>One</td><td>Two</td></tr></table>',
        "One\n\nTwo\n",
    ),
    "a table of one column, as a table": ("<table><tr><td>One</td></tr></table>", "| |\n| --- |\n| One |\n"),
    "a callout whose title is its kind": (
        '<div class="admonition note"><p class="admonition-title">Note:</p><p>Mind it.</p></div>',
        "> [!NOTE]\n> Mind it.\n",
    ),
    "a callout with a heading for its title": (
        '<div class="note"><h3 class="title">Careful</h3><p>Mind it.</p></div>',
        "> [!NOTE]\n> **Careful**\n>\n> Mind it.\n",
    ),
    "tabs whose labels scripts have made links to themselves": (
        """<div class=tabbed-set><div class=tabbed-labels><label><a href="#t">C</a></label></div>
        <div class=tabbed-content><div class=tabbed-block><p>Text.</p></div></div></div>""",
        "**C**\n\nText.\n",
    ),
    "a fold with a heading for its label": (
        "<details><summary><h3>More</h3></summary><p>Text.</p></details>",
        "**More**\n\nText.\n",
    ),
    "a permalink in a heading": ('<h2>Usage <a href="#usage">#</a></h2><p>x</p>', "## Usage\n\nx\n"),
    "a heading that links to itself": ('<h2><a href="#usage">Usage</a></h2><p>x</p>', "## Usage\n\nx\n"),
    "a heading that is a sign and links to itself": ('<h2><a href="#plus">+</a></h2><p>x</p>', "## +\n\nx\n"),
    "a heading that is what a permalink shows": ('<h2><a href="#hash">#</a></h2><p>x</p>', "## \\#\n\nx\n"),
    "a heading that is called Link": ('<h2><a href="#link">Link</a></h2><p>x</p>', "## Link\n\nx\n"),
    "an item that begins with a callout": (
        '<ul><li><div class="admonition note"><p class="admonition-title">Note</p><p>Mind it.</p></div></li></ul>',
        "- > [!NOTE]\n  > Mind it.\n",
    ),
    "an item that begins with a callout that has a title": (
        '<ul><li><div class="admonition note"><p class="admonition-title">Look</p><p>Mind it.</p></div></li></ul>',
        "- > [!NOTE]\n  > **Look**\n  >\n  > Mind it.\n",
    ),
    "an item that begins with a definition list": (
        "<ul><li><dl><dt>a</dt><dt>b</dt><dd>Letters.</dd></dl>More.</li></ul>",
        "- - **a**\\\n    **b**\n\n    Letters.\n\n  More.\n",
    ),
    "an item that begins with a definition list whose term is a picture": (
        '<ul><li><dl><dt><img src="a.png" alt="A"></dt><dd>Letter.</dd></dl>More.</li></ul>',
        "- - ![A](https://docs.example/v2/guide/a.png)\n\n    Letter.\n\n  More.\n",
    ),
    "a definition list in another, whose terms are pictures": (
        '<dl><dt><img src="a.png" alt="A"></dt><dd><dl><dt><img src="b.png" alt="B"></dt><dd>Letter.</dd></dl></dd></dl>',
        "- ![A](https://docs.example/v2/guide/a.png)\n\n  - ![B](https://docs.example/v2/guide/b.png)\n\n    Letter.\n",
    ),
    "a picture in a table in a callout": (
        '<div class="note"><p class="title">Look</p><table><tr><td rowspan="2"><img src="i.png" alt="i"></td></tr></table></div>',
        "> [!NOTE]\n> **Look**\n>\n> ![i](https://docs.example/v2/guide/i.png)\n",
    ),
    "an item that begins with a table of blocks": (
        "<ul><li><table><tr><th>a<p>b</p></th><th>c</th></tr></table></li></ul>",
        "- | a<br>b | c |\n  | --- | --- |\n",
    ),
    "a link that shows nothing but quotes": (
        '<p>x <a href="y"><q></q></a></p>',
        'x [""](https://docs.example/v2/guide/y)\n',
    ),
    "an icon with a label": ('<p><svg aria-label="Yes"><title>Yes</title></svg> supported</p>', "Yes supported\n"),
    "an icon without a word": ("<p><svg><path d='M0'/></svg> supported</p>", "supported\n"),
    "an emoji that is a picture": ('<p><img class="emoji" alt="tada" src="t.png"> done</p>', ":tada: done\n"),
    "a picture in its own address": ('<p><img alt="A dot" src="data:image/gif;base64,AA=="></p>', "A dot\n"),
    "a picture that is loaded late": (
        '<p><img alt="A" src="data:image/gif;base64,AA==" data-src="a.png"></p>',
        "![A](https://docs.example/v2/guide/a.png)\n",
    ),
    "a video": (
        '<video src="v.mp4" title="Film">Too old a browser</video>',
        "[Film](https://docs.example/v2/guide/v.mp4)\n",
    ),
    "a link to a script": ('<p><a href="javascript:go()">Go</a></p>', "Go\n"),
    "a link in code": ('<pre><a href="x.html">go</a>()</pre>', "```\ngo()\n```\n"),
    "a row of tabs that stand side by side": (
        '<div role="tablist"><button role="tab">npm</button><button role="tab">yarn</button></div><p>x</p>',
        "**npm**\n\n**yarn**\n\nx\n",
    ),
    "a badge beside a word": (
        '<h2>Usage<span class="VPBadge" type="tip">new</span></h2><p>x</p>',
        "## Usage new\n\nx\n",
    ),
    "a panel that a click has shown": (
        '<div data-getdocs-tab="Windows"><p>Run it.</p></div>',
        "**Windows**\n\nRun it.\n",
    ),
    "a formula whose TeX is kept": (
        '<p>So <span class="katex"><math><annotation encoding="application/x-tex">a_b*c*</annotation></math></span>.</p>',
        "So $a_b*c*$.\n",
    ),
    "a formula in MathML alone": (
        "<p>So <math><msup><mi>x</mi><mn>2</mn></msup></math>.</p>",
        "So $x^{2}$.\n",
    ),
    "dollars that mean money": ("<p>From $5 to $10_000, *not* $x$.</p>", "From $5 to $10_000, \\*not\\* $x$.\n"),
    "two breaks, which part a paragraph": ("<ul><li>One<br><br>Two</li></ul>", "- One\n\n  Two\n"),
    "a table that only HTML can say": (
        "<table><tr><th colspan='2'>Both</th></tr><tr><td>a<ul><li>b</li></ul></td><td><pre>c\n\nd</pre></td></tr></table>",
        "<table>\n<tr><th colspan='2'>Both</th></tr>\n<tr><td>a<ul><li>b</li></ul></td><td><pre>c&#10;\nd</pre></td></tr>\n</table>\n",
    ),
    "an address in another spelling": ('<p><a href="/a|b">x</a></p>', "[x](https://docs.example/a%7Cb)\n"),
    "words that the markup parts": ("<p>in<b>side</b> <i>o</i>ut</p>", "in**side** *o*ut\n"),
}

CODE = {
    "lines that are elements, with no newline": '<span class="line">a</span><span class="line">  b</span>',
    "lines that are elements, with newlines": '<span class="line">a</span>\n<span class="line">  b</span>',
    "lines that are blocks": "<div>a</div><div>  b</div>",
    "lines that a break ends": "a<br>  b<br>",
    "line elements that a break ends": '<span class="token-line">a<br></span><span class="token-line">  b<br></span>',
    "text, and a block": "a<div>  b</div>",
    "line numbers": '<span class="lineno">1</span>a\n<span class="lineno">2</span>  b',
    "a gutter": '<span class="gutter">1\n2\n</span>a\n  b',
    "a blank line before and white space after": "\n\na\n  b\n  \n",
    "carriage returns": "a&#13;\n  b",
}


def receipt(content: str, markdown: str) -> Receipt:
    html = f"<!doctype html><body><nav><a href='/'>Home</a></nav><main>{content}</main></body>"
    return check_snapshot(Snapshot(URL, 200, html, "", URL), markdown)[0]


@pytest.mark.parametrize("name", WHOLE)
def test_it_is_whole_for(name: str) -> None:
    content, markdown = WHOLE[name]
    assert [kind for kind, tally in receipt(content, markdown).tallies() if tally.share < 1.0] == []


@pytest.mark.parametrize("name", CODE)
def test_code_is_read_line_by_line_from(name: str) -> None:
    assert receipt(f"<pre><code>{CODE[name]}</code></pre>", "```\na\n  b\n```\n").code == Tally(1, 1, 0)


def test_an_empty_line_element_is_an_empty_line() -> None:
    lines = '<span class="line">a</span><span class="line"></span><span class="line">b</span>'
    assert receipt(f"<pre>{lines}</pre>", "```\na\n\nb\n```\n").code == Tally(1, 1, 0)


def test_line_numbers_in_a_column_of_their_own_are_no_code() -> None:
    table = "<table><tr><td class='linenos'><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>"
    assert receipt(table, "```\na\nb\n```\n") == Receipt(code=Tally(1, 1, 0))


@pytest.mark.parametrize(
    ("content", "markdown", "kind", "tally"),
    [
        ("<p>one two three</p>", "one two\n", "words", Tally(3, 2, 0)),
        ("<p>one two</p>", "one two three\n", "words", Tally(2, 2, 1)),
        ("<h1>One</h1><h2>Two</h2>", "# One\n\n### Two\n", "headings", Tally(2, 1, 1)),
        ('<h2><a href="#plus">+</a></h2><p>x</p>', "x\n", "headings", Tally(1, 0, 0)),
        ('<h2><a href="#link">Link</a></h2><p>x</p>', "x\n", "headings", Tally(1, 0, 0)),
        (
            '<div class="note"><table><tr><td rowspan="2"><img src="i.png" alt="i"></td></tr></table></div>',
            "x\n",
            "images",
            Tally(1, 0, 0),
        ),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c\n", "items", Tally(3, 3, 0)),
        ("<table><tr><th>a</th><th>b</th></tr></table>", "| a | b |\n| --- | --- |\n", "cells", Tally(2, 2, 0)),
        (
            '<p><a href="x">a</a> <a href="x">b</a></p>',
            "[a](https://docs.example/v2/guide/x) b\n",
            "links",
            Tally(2, 1),
        ),
        ('<p><math alttext="x+y"><mi>x</mi></math></p>', "x+y\n", "formulas", Tally(1, 0, 0)),
        ("<p><math><mi>x</mi><mi>y</mi></math></p>", "$x$\n", "formulas", Tally(1, 0, 1)),
    ],
)
def test_things_are_counted(content: str, markdown: str, kind: str, tally: Tally) -> None:
    assert dict(receipt(content, markdown).tallies())[kind] == tally


def test_what_is_noise_is_not_expected() -> None:
    content = '<p>Text.</p><div class="edit-this-page">Edit this page</div>'
    assert receipt(content, "Text.\n").words == Tally(1, 1, 0)


def test_a_page_without_content_has_an_empty_receipt() -> None:
    assert check_snapshot(Snapshot(URL, 200, "", "", URL), "")[0] == Receipt()


def test_what_is_missing_and_what_is_added_is_said_in_its_order() -> None:
    html = "<main><p>one two three four</p></main>"
    _, (difference,) = check_snapshot(Snapshot(URL, 200, html, "", URL), "one zero three\n")
    assert (difference.kind, difference.missing, difference.added) == ("words", ("two", "four"), ("zero",))


def test_a_page_that_was_markdown_is_compared_with_what_was_sent() -> None:
    sent = "# Title\n\n- one\n- two\n"
    assert check_text(sent, sent, URL)[0].score == 1.0
    assert check_text(sent, "# Title\n\n- one\n", URL)[0].items == Tally(2, 1, 0)


@pytest.mark.parametrize(
    "content",
    [
        "<ul><li>" * 3000 + "x",
        "<table><tr><td>" * 500 + "x",
        "<pre>" * 2000 + "x",
        "<dl><dt>" * 2000 + "x",
        "\ufdd0\ufdd6\ufdda\ufdd3\ufddd\ufdd8x",
        "<p>\x00\ud7ff&#xD800;</p>",
        "<h1><h2><td><li></table></ul>",
        "<svg><a href='x'><text>t</text></a></svg><math><mi></math>",
    ],
    ids=["items", "tables", "pre", "terms", "noncharacters", "controls", "crossed", "foreign"],
)
def test_no_page_is_too_much(content: str) -> None:
    assert 0.0 <= receipt(content, "x\n").score <= 1.0


_TEXT = st.text("abc XYZ*_`[]()<>#&|\\!$~-+.1\n\u00a0é", max_size=30)
_BLOCK = st.tuples(st.sampled_from(["p", "h2", "h4", "pre", "blockquote", "ul", "ol", "table", "div"]), _TEXT)


def _html(block: tuple[str, str]) -> str:
    name, text = block
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    match name:
        case "ul" | "ol":
            return f"<{name}><li>{text}</li><li>last <b>one</b></li></{name}>"
        case "table":
            return f"<table><tr><th>head</th><th>{text}</th></tr><tr><td>{text}</td><td>x</td></tr></table>"
        case "blockquote":
            return f"<blockquote><p>{text}</p></blockquote>"
        case _:
            return f"<{name}>{text}</{name}>"


@settings(max_examples=60, deadline=None)
@given(st.lists(_BLOCK, min_size=1, max_size=5))
def test_what_is_read_of_any_page_is_whole(blocks: list[tuple[str, str]]) -> None:
    snapshot = Snapshot(URL, 200, f"<main><p>Start.</p>{''.join(map(_html, blocks))}</main>", "", URL)
    found, differences = check_snapshot(snapshot, read_page(snapshot).markdown)
    assert found.score == 1.0, differences
