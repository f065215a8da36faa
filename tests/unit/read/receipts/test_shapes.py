"""What the class of an element makes of it, each shape alone, and how it ends on markup that is not what a generator writes."""

import pytest

from getdocs.model import Receipt, Snapshot, Tally
from getdocs.read.receipts.receipt import check_snapshot

URL = "https://docs.example/v2/page?version=2"


def receipt(content: str, markdown: str) -> Receipt:
    return check_snapshot(Snapshot(URL, 200, f"<!doctype html><main>{content}</main>", "", URL), markdown)[0]


@pytest.mark.parametrize(
    "reference",
    [
        "/v2/page?id=usage",
        "/v2/page?version=2&id=usage",
        "https://docs.example/v2/page?id=usage",
        "page#usage",
        "#usage",
    ],
)
def test_a_link_from_a_heading_to_itself_need_not_be_kept(reference: str) -> None:
    assert receipt(f'<h2 id="usage"><a href="{reference}">Usage</a></h2>', "## Usage\n").links == Tally(0, 0, 0)


def test_a_heading_is_named_as_a_query_spells_it() -> None:
    content = '<h2 id="größe"><a href="/v2/page?id=gr%C3%B6%C3%9Fe">Größe</a></h2>'
    assert receipt(content, "## Größe\n").links == Tally(0, 0, 0)


@pytest.mark.parametrize("reference", ["/v2/other?id=usage", "/v2/page?id=other", "/v2/page?grid=usage", "usage"])
def test_a_link_from_a_heading_to_anything_else_is_kept(reference: str) -> None:
    assert receipt(f'<h2 id="usage"><a href="{reference}">Usage</a></h2>', "## Usage\n").links == Tally(1, 0, 0)


def test_the_same_link_outside_a_heading_is_kept() -> None:
    content = '<h2 id="usage">Usage</h2><p><a href="/v2/page?id=usage">above</a></p>'
    assert receipt(content, "## Usage\n\nabove\n").links == Tally(1, 0, 0)


def test_the_link_of_a_tab_need_not_be_kept() -> None:
    assert receipt('<p><a role="tab" href="#panel">npm</a></p>', "npm\n").links == Tally(0, 0, 0)


def test_noise_in_code_leaves_nothing() -> None:
    content = '<pre><div class="copybtn">Copy</div><code>a\n  b</code></pre>'
    assert receipt(content, "```\na\n  b\n```\n").code == Tally(1, 1, 0)


def test_a_blank_fills_no_line_but_where_a_generator_puts_it() -> None:
    assert receipt("<pre><code>a\n \nb</code></pre>", "```\na\n \nb\n```\n").code == Tally(1, 1, 0)
    assert receipt("<pre><code class='nextra-code'>a\n \nb</code></pre>", "```\na\n\nb\n```\n").code == Tally(1, 1, 0)


def test_a_colon_that_the_page_has_itself_is_not_doubled() -> None:
    written = "<dl><dt>Period <span class='classifier-delimiter'>:</span> <span class='classifier'>int</span></dt><dd>x</dd></dl>"
    drawn = "<dl><dt>Period<span class='classifier'>int</span></dt><dd>x</dd></dl>"
    for content in (written, drawn):
        assert receipt(content, "**Period : int**\n\nx\n").words == Tally(4, 4, 0)


def test_a_definition_list_with_definitions_is_no_outline() -> None:
    content = "<dl><dt><a href='a'>A</a></dt><dd>What it is.</dd></dl>"
    assert receipt(content, "**[A](https://docs.example/v2/a)**\n\nWhat it is.\n").score == 1.0


def test_a_list_in_a_list_without_bullets_has_items() -> None:
    content = "<ul class='details-list'><li><p>All</p><ul><li>one</li></ul></li></ul>"
    assert receipt(content, "All\n\n- one\n").items == Tally(1, 1, 0)


def test_lists_in_a_sample_are_further_in_each() -> None:
    sample = "<ul><li>a: {<ul><li>b: 1</li></ul>},</li><li>c: <span class='ellipsis'>…</span>[]</li></ul>"
    content = f"<div class='redoc-json'><code>{{{sample}}}</code></div>"
    assert receipt(content, "```json\n{\n  a: {\n    b: 1\n  },\n  c: []\n}\n```\n").code == Tally(1, 1, 0)


@pytest.mark.parametrize(
    "content",
    [
        "<table class='memberdecls'><tr class='memitem:a'><td class='memTemplParams'>template</td></tr></table>",
        "<table class='memname'></table>",
        "<div class='three-column-summary'>text<div>a</div></div>",
        "<div class='six-column-summary'><div>a</div></div>",
        "<div class='colist'><table><tr></tr></table></div>",
        "<div class='attr function'>" * 500 + "x",
        "<div class='fragment'><pre>" * 500 + "x",
        "<div class='redoc-json'><ul><li>" * 500 + "x",
        "<ul class='blockList'><li>" * 500 + "x",
        "<dl><dt><a>x</a><dd>" * 500,
        "\ufddex<table class='memname'><tr><td>\ufddf</td></tr></table>\ufddf",
    ],
    ids=[
        "template",
        "empty",
        "text",
        "six",
        "colist",
        "nested",
        "code",
        "sample",
        "sections",
        "outlines",
        "noncharacters",
    ],
)
def test_no_markup_is_too_much(content: str) -> None:
    assert 0.0 <= receipt(content, "x\n").score <= 1.0
