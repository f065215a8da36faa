"""Where links and images lead: found however they are written, never in code, and put somewhere else without another change."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getdocs.write.relink import markup
from getdocs.write.relink.destinations import destinations, rewritten

_WHERE = re.compile(r"""(?<= )(?:href|src)=(?:"[^"]*"|'[^']*'|[^\s>]*)""")


def _changed(markdown: str, new: str = "new.md") -> str:
    return rewritten(markdown, link=lambda _: new, image=lambda _: "image.png")


def _urls(markdown: str) -> list[str]:
    return [each.url for each in sorted(destinations(markdown), key=lambda each: each.start)]


@pytest.mark.parametrize(
    ("markdown", "changed"),
    [
        ("a [b](http://h/c) d", "a [b](new.md) d"),
        ("ä [b](http://h/c) d [e](x)", "ä [b](new.md) d [e](new.md)"),
        ('[b](http://h/c "a title")', '[b](new.md "a title")'),
        ("[b](http://h/c 'a title')", "[b](new.md 'a title')"),
        ("[b](<http://h/c d>)", "[b](new.md)"),
        ("[b](http://h/a(b)c)", "[b](new.md)"),
        (r"[b](http://h/a\)c)", "[b](new.md)"),
        ("[b](http://h/?a&amp;b)", "[b](new.md)"),
        ("[b](\n  http://h/c\n  'title')", "[b](\n  new.md\n  'title')"),
        ("[`](x)`](http://h/c)", "[`](x)`](new.md)"),
        (r"[a\]b](http://h/c)", r"[a\]b](new.md)"),
        ("[a **b** *c*](http://h/c)", "[a **b** *c*](new.md)"),
        ("![b](http://h/c.png)", "![b](image.png)"),
        ('![](http://h/c.png "t")', '![](image.png "t")'),
        ("[![b](http://h/c.png)](http://h/c)", "[![b](image.png)](new.md)"),
        ("[](http://h/c)", "[](new.md)"),
        ("a[^1]<http://h/c>", 'a[^1]<a href="new.md">http://h/c</a>'),
        ("<http://h/c_d>", r"[http://h/c_d](new.md)"),
        ("[a][b]\n\n[b]: http://h/c 'title'", "[a][b]\n\n[b]: new.md 'title'"),
        ("[B][]\n\n[b]: <http://h/c d>", "[B][]\n\n[b]: new.md"),
        ("![a][b]\n\n[b]: http://h/c.png", "![a][b]\n\n[b]: image.png"),
        ("> [a][b]\n>\n> [b]: http://h/c", "> [a][b]\n>\n> [b]: new.md"),
        ('a <a href="http://h/c?d&amp;e">b</a>', 'a <a href="new.md">b</a>'),
        ("a <a class=x href=http://h/c>b</a>", "a <a class=x href=new.md>b</a>"),
        ('<table><tr><td><a title="href=x" href="http://h/c">b</a>\n<img alt="" src="d.png"></td></tr></table>',
         '<table><tr><td><a title="href=x" href="new.md">b</a>\n<img alt="" src="image.png"></td></tr></table>'),
        ("| a |\n|---|\n| [b](http://h/c) |", "| a |\n|---|\n| [b](new.md) |"),
        ("- a\n  - [b](http://h/c)\n    > [d](e)", "- a\n  - [b](new.md)\n    > [d](new.md)"),
    ],
)  # fmt: skip
def test_a_destination_is_replaced_and_nothing_else(markdown, changed):
    assert _changed(markdown) == changed


@pytest.mark.parametrize(
    "markdown",
    [
        "`[a](b)`",
        "```\n[a](b)\n<http://h/c>\n```",
        "    [a](b)",
        "- a\n\n  ~~~md\n  [a](b)\n  ~~~",
        r"\[a](b)",
        "[a] (b)",
        "[a]()",
        "<!-- <a href='b'>c</a> -->",
        "a <b href='c'>d</b>",
        "<a@b.example>",
        "[^1]: [a",
    ],
)
def test_what_is_no_link_stays(markdown):
    assert _changed(markdown) == markdown


def test_a_footnote_is_no_definition_of_a_link():
    assert _changed("a[^1]\n\n[^1]: [b](http://h/c)") == "a[^1]\n\n[^1]: [b](new.md)"


def test_a_destination_is_told_as_its_reader_understands_it():
    assert _urls(r"[a](b\(c&amp;d) [e](<f g>) <a href='h&amp;i'>j</a>") == ["b(c&d", "f g", "h&i"]


def test_what_is_left_alone_stays_byte_for_byte():
    markdown = "[a]( <b>  'c' ) <http://h/>\n\n[d]:   e\n"
    assert rewritten(markdown, link=lambda _: None, image=lambda _: None) == markdown


@pytest.mark.parametrize("new", ["a(b.md", "a b.md", "ä.md", "a&amp;b.md", "#a|b", ""])
@pytest.mark.parametrize("markdown", ["[a](b)", "<http://h/b>", "[a][c]\n\n[c]: b", "x <a href='b'>a</a>"])
def test_whatever_is_put_there_is_read_back(markdown, new):
    escaped = new.replace("|", "%7C")
    assert _urls(_changed(markdown, new)) == ([escaped] if new else []) or (_urls(_changed(markdown, new)) == [new])


def test_an_image_and_a_link_of_one_definition_are_a_link():
    assert _changed("![a][c] [b][c]\n\n[c]: d") == "![a][c] [b][c]\n\n[c]: new.md"


@given(st.text(alphabet="[]()<>!`\"'ab :#|&;=/\n-*_~^\\", max_size=60))
@settings(max_examples=500, deadline=None)
def test_any_text_shows_the_same_but_for_where_its_links_lead(markdown):
    changed = _WHERE.sub("", markup.html(_changed(markdown)))
    assert changed == _WHERE.sub("", markup.html(markdown))


def test_many_links_take_time_in_line_with_their_number():
    markdown = "[a](b) " * 20_000 + "[" * 5_000 + "](" * 5_000
    assert len(destinations(markdown)) == 20_000


def test_what_the_parser_makes_of_the_text_is_what_is_changed():
    assert '<a href="new.md">b</a>' in markup.html(_changed("[b](http://h/c)"))
