"""What links to a place have to name: the heading, or an anchor that is put there and shows nothing."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getdocs.config import AnchorStyle
from getdocs.model import Anchor
from getdocs.write.relink import markup
from getdocs.write.relink.landing import landing, names_of
from getdocs.write.relink.markup import edited

_HERE = "@"
"""Stands in the texts below before the first letter of what the place names."""
_ANCHOR = re.compile(r'<a id="[^"]*"></a>')


def _landed(marked: str, style: AnchorStyle = AnchorStyle.GITHUB) -> tuple[str, str]:
    """The fragment, and the text with what is put in. `marked` has one place."""
    markdown = marked.replace(_HERE, "")
    found = landing(markdown, (Anchor("x", marked.index(_HERE)),), {"x"}, style)
    return found.fragments["x"], edited(markdown, found.edits)


@pytest.mark.parametrize(
    ("marked", "fragment"),
    [
        ("a\n\n## @Two words\n\nb", "two-words"),
        ("a\n\n## `@code()` and *more*\n\nb", "code-and-more"),
        ("a\n\n@Two\n---\n\nb", "two"),
        ("- a\n\n  ### @Two\n", "two"),
        ("# A\n\n# @A\n", "a-1"),
        ("# ä文\n\n## ä @b\n", "ä-b"),
    ],
)
def test_a_place_in_a_heading_has_the_anchor_of_the_heading(marked, fragment):
    assert _landed(marked) == (fragment, marked.replace(_HERE, ""))


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("a\n\n@two three", 'a\n\n<a id="x"></a>two three'),
        ("ä文 b @two", 'ä文 b <a id="x"></a>two'),
        ("a\n\n**@two** three", 'a\n\n<a id="x"></a>**two** three'),
        ("a [b *@c*](d) e", 'a <a id="x"></a>[b *c*](d) e'),
        ("a ![b](c@.png)", 'a <a id="x"></a>![b](c.png)'),
        ("a `b@c`", 'a <a id="x"></a>`bc`'),
        ("- a\n- @b\n", '- a\n- <a id="x"></a>b\n'),
        ("- `a.@b()`\n\n  c\n", '- <a id="x"></a>`a.b()`\n\n  c\n'),
        ("1. a\n   - [ ] @b\n", '1. a\n   - [ ] <a id="x"></a>b\n'),
        ("> [!NOTE@]\n> b", '> [!NOTE]\n> <a id="x"></a>b'),
        ("| a | b |\n|---|---|\n| c | @d |", '| a | b |\n|---|---|\n| c | <a id="x"></a>d |'),
        ("a\n\n@1\\. b", 'a\n\n<a id="x"></a>1\\. b'),
        ("a &a@mp; b", 'a <a id="x"></a>&amp; b'),
        ("a \\@b", 'a <a id="x"></a>\\b'),
        ("b\n\n<table><tr><td>a</td><td>@c <b>d</b></td></tr>\n</table>",
         'b\n\n<table><tr><td>a</td><td><a id="x"></a>c <b>d</b></td></tr>\n</table>'),
        ('b\n\n<table><tr><td><a href="h">@c</a></td></tr>\n</table>',
         'b\n\n<table><tr><td><a id="x"></a><a href="h">c</a></td></tr>\n</table>'),
        ("b\n\n<table><tr><td><pre><code>@c\n</code></pre></td></tr>\n</table>",
         'b\n\n<table><tr><td><a id="x"></a><pre><code>c\n</code></pre></td></tr>\n</table>'),
        ('a <a href="h">b @c</a> d', 'a <a id="x"></a><a href="h">b c</a> d'),
        ("a:\n\n```\nb\n@c\n```\n", 'a:<a id="x"></a>\n\n```\nb\nc\n```\n'),
        ("- a\n\n      @b\n", '- a<a id="x"></a>\n\n      b\n'),
    ],
)  # fmt: skip
def test_another_place_gets_an_anchor_of_its_own(marked, written):
    assert _landed(marked) == ("x", written)
    assert "x" in names_of(written, AnchorStyle.GITHUB)


def test_a_place_in_code_below_a_heading_is_the_heading():
    assert _landed("# Two\n\n```\na\n@b\n```\n")[0] == "two"


@pytest.mark.parametrize("marked", ["```\na\n@b\n```\n", "@a b"])
def test_a_place_with_nothing_before_it_is_the_top(marked):
    assert _landed(marked) == ("", marked.replace(_HERE, ""))


def test_obsidian_is_led_to_the_heading_above():
    assert _landed("# One\n\na\n\n## Two\n\nb @c\n\n## Three\n", AnchorStyle.OBSIDIAN) == (
        "Two",
        "# One\n\na\n\n## Two\n\nb c\n\n## Three\n",
    )


def test_obsidian_is_led_to_the_top_where_no_heading_is_above():
    assert _landed("a\n\nb @c\n", AnchorStyle.OBSIDIAN)[0] == ""


def test_mkdocs_has_its_own_names():
    assert _landed("# A — b\n\n# @A — b", AnchorStyle.MKDOCS)[0] == "a-b_1"


def test_only_what_is_linked_to_gets_an_anchor():
    anchors = (Anchor("x", 3), Anchor("y", 6))
    assert len(landing("a\n\nb\n\nc", anchors, {"y"}, AnchorStyle.GITHUB).edits) == 1
    assert landing("a\n\nb\n\nc", anchors, set(), AnchorStyle.GITHUB).edits == ()


def test_a_name_that_the_page_does_not_have_has_no_fragment():
    assert landing("# A", (Anchor("x", 2),), {"y"}, AnchorStyle.GITHUB).fragments == {}


def test_a_name_is_known_with_its_escapes_undone():
    found = landing("a\n\nb", (Anchor("ä b", 3),), {"%C3%A4%20b"}, AnchorStyle.GITHUB)
    assert found.fragments == {"%C3%A4%20b": "ä b"}
    assert edited("a\n\nb", found.edits) == 'a\n\n<a id="ä b"></a>b'


@pytest.mark.parametrize("name", ['"><script>', "a|b", "`", "a\nb", "*a*", "[b](c)", "&amp;", "\\"])
def test_a_hostile_name_breaks_nothing(name):
    markdown = "`a`\n\n| a | b |\n|---|---|\n| c | d |"
    found = landing(markdown, (Anchor(name, markdown.index("d")),), {name}, AnchorStyle.GITHUB)
    written = edited(markdown, found.edits)
    assert found.fragments == {name: name}
    assert names_of(written, AnchorStyle.GITHUB) == {name}
    assert _ANCHOR.sub("", markup.html(written)) == markup.html(markdown)


def test_an_anchor_does_not_take_the_name_of_a_heading():
    found = landing("# Use\n\na b", (Anchor("use", 9),), {"use"}, AnchorStyle.GITHUB)
    assert found.fragments == {"use": "use-1"}


def test_many_places_at_one_spot_have_an_anchor_each():
    found = landing("a\n\nb", (Anchor("x", 3), Anchor("y", 3)), {"x", "y"}, AnchorStyle.GITHUB)
    assert edited("a\n\nb", found.edits) == 'a\n\n<a id="x"></a><a id="y"></a>b'


def test_a_page_that_was_markdown_already_has_the_names_of_its_headings_by_any_rule():
    markdown = '# A — b\n\n## C {#own}\n\n## D :id=docsify\n\n<a name="raw"></a>\n'
    wanted = {"a--b", "a-b", "own", "c", "docsify", "raw", "none"}
    assert landing(markdown, None, wanted, AnchorStyle.GITHUB).fragments == {
        "a--b": "a--b",
        "a-b": "a--b",
        "own": "c-own",
        "c": "c-own",
        "docsify": "d-iddocsify",
        "raw": "raw",
    }


@given(st.text(alphabet="ab \n*_`[]()<>#|-&;\\~!1.:", min_size=1, max_size=80), st.data())
@settings(max_examples=500, deadline=None)
def test_whatever_the_text_it_shows_the_same(markdown, data):
    letters = [at for at, char in enumerate(markdown) if char.isalnum()] or [0]
    places = data.draw(st.lists(st.sampled_from(letters), max_size=4))
    anchors = tuple(Anchor(f"n{number}", at) for number, at in enumerate(places))
    found = landing(markdown, anchors, {anchor.name for anchor in anchors}, AnchorStyle.GITHUB)
    written = edited(markdown, found.edits)
    assert _ANCHOR.sub("", markup.html(written)) == markup.html(markdown)
    assert set(filter(None, found.fragments.values())) <= names_of(written, AnchorStyle.GITHUB)
    assert found.fragments.keys() == {anchor.name for anchor in anchors}
