"""A Page becomes a part of a longer text, and shows there what it showed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.exports import headings_of
from getdocs.offline.export.chapter import chapter, closed
from getdocs.write.relink.markup import html


def lowered(markdown, lower=1, mark="p1.", link=lambda _: None):
    return chapter(markdown, mark=mark, lower=lower, link=link, image=lambda _: None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# A *b* #\n", "### A *b* #\n"),
        ("##### A\n", "###### A\n"),
        ("###### A\n", "###### A\n"),
        ("   ## A\n", "   #### A\n"),
        ("> # A\n", "> ### A\n"),
        ("- # A\n", "- ### A\n"),
        ("#\n", "###\n"),
        ("A `b`\n=====\n", "### A `b`\n"),
        ("A\n---\n\ntext\n", "#### A\n\ntext\n"),
        ("A\nb  \nc\n===\n", "### A b c\n"),
        ("A\\\nb\n===\n", "### A b\n"),
        ("> A\n> b\n> ===\n", "> ### A b\n"),
        ("\\# A\n===\n", "### \\# A\n"),
        ("A #\n===\n", "### A \\#\n"),
        ("A [b][]\n===\n\n[b]: c\n", "### A [b][p1.b]\n\n[p1.b]: c\n"),
        ("<h1 id='x'>A</h1>\n", "<h3 id='p1.x'>A</h3>\n"),
        ("text <H2>A</H2>\n", "text <H4>A</H4>\n"),
    ],
)
def test_headings_are_lowered_however_they_are_written(before, after):
    assert lowered(before, 2) == after


@pytest.mark.parametrize(
    "code", ["```\n# A\n\nB\n===\n[^1] [a]: b <h1 id='x'>\n```\n", "    # A\n", "~~~md\n# A\n~~~\n", "`# A [^1]`\n"]
)
def test_code_is_left_as_it_is(code):
    assert lowered(code) == code


def test_labels_of_two_pages_never_meet():
    one = "[a] [a][] [x][a] ![i][a] [^1]\n\n[a]: /one 'T'\n[^1]: one\n"
    other = "[a] [^1]\n"
    text = lowered(one, mark="p1.") + "\n" + lowered(other, mark="p2.")
    assert html(text) == html(lowered(one, mark="p1.")) + html(other)
    assert html(lowered(one)).count('href="/one"') == 3


def test_a_label_that_is_defined_again_does_not_hold_for_the_next_page():
    text = lowered("[a]: /one\n\n[a]: /two\n\n[A]\n") + "\n[a]\n"
    assert html(text) == html("[x]: /one\n\n[A](/one)\n") + html("[a]\n")


def test_a_label_holds_although_it_is_written_in_other_ways():
    assert html(lowered("[x][ThE  label]\n\n[the LABEL]: /a\n")) == '<p><a href="/a">x</a></p>\n'


def test_names_in_raw_html_begin_with_the_mark():
    text = lowered("<a id=\"x\"></a>one <a name=y>two</a>\n\n<div id='z'>three</div>\n")
    assert text == "<a id=\"p1.x\"></a>one <a name=p1.y>two</a>\n\n<div id='p1.z'>three</div>\n"


def test_links_are_changed_in_the_same_go():
    text = lowered("# [a](b.md)\n\n[c]\n\n[c]: b.md\n", link=lambda url: f"#{url}")
    assert text == "## [a](#b.md)\n\n[c][p1.c]\n\n[p1.c]: #b.md\n"


@pytest.mark.parametrize(
    "open_block",
    ["```\ncode", "~~~~\ncode\n~~~", "````md\n```\n", "<!-- a\n\nb", "<pre>\n\nx", "<script>\nx", "<style>\n", "<textarea>\n", "<?php\n\n", "<![CDATA[\n\n", "<!X\n\n", "- a\n  ```\n  b", "> ```\n> b", "[^1]\n\n[^1]: ```\n    a"],
)  # fmt: skip
def test_nothing_that_a_page_leaves_open_swallows_the_next_one(open_block):
    text = closed(f"# One\n\n{open_block}")
    assert headings_of(f"{text}\n# Two\n")[-1] == (1, "Two")
    assert text.startswith(f"# One\n\n{open_block.rstrip()}\n")


def test_what_is_closed_gets_nothing_more():
    assert closed("# A\n\n```\nb\n```\n") == "# A\n\n```\nb\n```\n"


@given(st.lists(st.sampled_from(["# a", "b", "===", "---", "> ", "- ", "[a]", "[a]: b", "[^1]", "[^1]: c", "`", "```", "<h1>", "</h1>", "<a id=x>", "\\", "#", "  ", "\n", "é", "![", "](c)", "<!--"]), max_size=14).map("".join))  # fmt: skip
def test_a_page_of_any_text_keeps_its_headings_and_lets_the_next_one_begin(markdown):
    text = lowered(markdown, 1)
    assert headings_of(f"{text}\n# probe of the next\n")[-1] == (1, "probe of the next")
