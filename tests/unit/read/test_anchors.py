"""Where the places stand that links name: found, and nothing of the Markdown is another for it."""

import re
from pathlib import Path

import pytest

from getdocs.model import Page, Snapshot
from getdocs.read.reader import read_page

GOLDEN = sorted((Path(__file__).parents[3] / "fixtures" / "markdown").glob("*.md"))
_TAG = re.compile(
    r"<(p|h[1-6]|li|td|th|tr|dt|dd|div|span|a|b|strong|em|code|pre|table|section|ul|ol|blockquote|img|details|summary)\b(?![^>]*\sid=)"
)


def _page(html: str) -> Page:
    return read_page(Snapshot("https://docs.example/a", 200, html, "", "https://docs.example/a"))


def _at(html: str, name: str) -> str:
    """What the Markdown says from the place of that name on."""
    page = _page(f"<main>{html}</main>")
    assert page.anchors is not None
    return next(page.markdown[anchor.at :] for anchor in page.anchors if anchor.name == name).rstrip("\n")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<p>one</p><h2 id="x">Two</h2>', "Two"),
        ('<p>one</p><section id="x"><h2>Two</h2></section>', "Two"),
        ('<p>one</p><a id="x"></a><h2>Two</h2>', "Two"),
        ('<p>one</p><a name="x"></a><h2>Two</h2>', "Two"),
        ('<p>one</p><h2><a id="x"></a>Two</h2>', "Two"),
        ('<p>one</p><h2><a id="x" class="headerlink" href="#x">¶</a>Two</h2>', "Two"),
        ('<p>one</p><p id="x">“Two”</p>', "Two”"),
        ("<p>one</p><p id='x'>1. two</p>", "1\\. two"),
        ('<p>one <b id="x">two</b> three</p>', "two** three"),
        ('<ul><li>one</li><li id="x">two</li></ul>', "two"),
        ('<dl><dt class="sig" id="x">two()</dt><dd>three</dd></dl>', "two()`\n\n  three"),
        ('<dl><dt class="sig" id="x"><a href="t">two</a> f()</dt><dd>three</dd></dl>', "two`](https://docs.example/t) `f()`\n\n  three"),
        ('<p>one <code id="x"><a href="t">two</a></code></p>', "two`](https://docs.example/t)"),
        ('<table><tr><th>a</th></tr><tr id="x"><td>two</td></tr></table>', "two |"),
        ('<table><tr><td>a</td><td>b</td></tr><tr><td><ul><li id="x">two</li></ul></td></tr></table>', "two</li></ul></td></tr>\n</tbody>\n</table>"),
        ('<p>one</p><pre>two\n<a id="x"></a>three</pre>', "three\n```"),
        ('<p>one</p><img id="x" src="a.png" alt="">', "g)"),
        ('<p>one</p><div class="warning admonition" id="x"><p class="admonition-title">Warning</p><p>two</p></div>', "G]\n> two"),
    ],
)  # fmt: skip
def test_a_place_is_found_where_its_text_begins(html, text):
    assert _at(html, "x") == text


def test_a_place_without_text_of_its_own_is_where_the_next_text_is():
    assert _at('<p>one</p><span id="x"></span><p>—</p><p>two</p>', "x") == "two"


def test_a_place_of_which_nothing_was_written_is_where_the_one_before_it_is():
    assert _at('<p id="y">one</p><p>two</p><math id="x"><mi>z</mi></math>', "x").startswith("one")


def test_of_two_places_with_one_name_the_first_counts():
    assert _at('<p>zero</p><p id="x">one</p><p id="x">two</p>', "x").startswith("one")


def test_a_place_out_of_the_content_is_the_top():
    page = _page('<nav id="x">menu</nav><main><p>one</p></main>')
    assert page.anchors is not None
    assert [(anchor.name, anchor.at) for anchor in page.anchors] == [("x", 0)]


def test_letters_of_marks_that_a_page_uses_itself_stay():
    html = '<p id="x">\ua0ff\ua100\ua100\ua100 one</p><p id="y">\u157f two</p>'
    assert _page(f"<main>{html}</main>").markdown == "\ua0ff\ua100\ua100\ua100 one\n\n\u157f two\n"
    assert _at(html, "y") == "\u157f two"


def golden() -> list[object]:
    """The HTML of each golden case."""
    found = []
    for file in GOLDEN:
        parts = file.read_text(encoding="utf-8").split("\n.\n")
        for title, html in zip(parts[::3], parts[1::3], strict=False):
            found.append(pytest.param(html, id=f"{file.stem}: {title.strip()}"))
    return found


@pytest.mark.parametrize("html", golden())
def test_the_markdown_is_the_same_however_many_places_have_names(html):
    numbers = iter(range(10**6))
    named = _TAG.sub(lambda tag: f'{tag[0]} id="n{next(numbers)}"', f"<main>{html}</main>")
    assert _page(named).markdown == _page(f"<main>{html}</main>").markdown
