"""What stands at both edges of a page, block by block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from getdocs.read.edges import MOST, Kind, blocks_at, digest_of, edges_of, kind_of


def blocks(html, *, backwards=False):
    """The texts of the blocks, from the top or from the bottom."""
    tree = LexborHTMLParser(html)
    return [" ".join("".join(block.texts).split()) for block in blocks_at(tree.body, {}, backwards=backwards)]


def edges(html):
    return edges_of(LexborHTMLParser(html).body, {})


def mark(html):
    (only,) = edges(html).leading
    return only


def test_a_block_is_a_line_as_a_reader_sees_it():
    html = "one <b>two</b><p>three<br>four<ul><li>five<li>six</ul><table><tr><td>seven<td>eight</table><div><div></div>nine</div>"
    assert blocks(html) == ["one two", "three", "four", "five", "six", "seven", "eight", "nine"]


def test_what_shows_nothing_is_no_block():
    assert blocks("<p> &nbsp; <br><br><td></td><!-- x --><div></div>") == []


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ('<a href="/a">A</a> | <a href="/b">B</a>', Kind.LINKS),
        ('<a href="/a">Abc</a> | now', Kind.LINKS),
        ("<img src=a.gif alt=Logo>", Kind.LINKS),
        ('See <a href="/a">this</a> for more of it.', Kind.TEXT),
        ('<a href="#up">Section</a>', Kind.TEXT),
        ("<h2>Name</h2>", Kind.LABEL),
        ('<h2><a href="#toc">Name</a></h2>', Kind.LABEL),
        ("<b>Na</b><strong>me</strong>", Kind.LABEL),
        ("<b>Note</b> this.", Kind.TEXT),
        ("Options:", Kind.LABEL),
        ("<table><tr><th>Name</th></tr></table>", Kind.LABEL),
        ("<hr>", Kind.RULE),
        ("<pre>code</pre>", Kind.CODE),
        ("<iframe src=a></iframe>", Kind.CODE),
    ],
)
def test_what_a_block_is(html, kind):
    assert kind_of(mark(html)) is kind


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('<a href="a.html">Run it</a>', "<b>Run  it</b>"),
        ('<a href="a.html">Run</a>', "<td>&raquo; [run]</td>"),
        ('Of <a href="../terms.html">terms</a> that apply.', 'Of <a href="/x/terms.html#a">terms</a> that apply.'),
        ('<img src="../a/logo.gif">', '<a href="/"><img src="logo.gif"></a>'),
    ],
)
def test_blocks_that_show_the_same(one, other):
    assert digest_of(mark(one)) == digest_of(mark(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Version 1", "Version 2"),
        ("|", "&raquo;"),
        ('All of it is told <a href="a.html">here</a>.', 'All of it is told <a href="b.html">here</a>.'),
        ("<img src=a.gif>", "<img src=b.gif>"),
        ("<img src=a.gif alt=a>", "<img src=a.gif alt=b>"),
        ("<hr>", "<pre>code</pre>"),
    ],
)
def test_blocks_that_do_not(one, other):
    assert digest_of(mark(one)) != digest_of(mark(other))


def test_noise_is_not_there():
    tree = LexborHTMLParser("<p>one</p><p id=x>two</p>")
    noise = {node.mem_id: node for node in tree.css("#x")}
    assert len(edges_of(tree.body, noise).leading) == 1


def test_a_long_page_is_looked_at_at_its_edges():
    page = edges("".join(f"<p>{at}" for at in range(1000)))
    assert (len(page.leading), len(page.trailing)) == (MOST, MOST)
    assert page.trailing[0] == mark("<p>999")


def test_any_depth_and_any_number_of_texts_in_one_block_take_no_time():
    deep = "<b>a" * 20_000
    long = "a <tt>b</tt>" * 20_000
    assert [len(edges(html).leading) for html in (deep, long)] == [1, 1]


TAGS = st.sampled_from("p div b a i td li h2 table tr ul center font br hr img pre span".split())
TREES = st.recursive(
    st.sampled_from(["one ", "two", " ", "<br>", "<hr>", "<img src=a alt=b>", "<a href=x>three</a>", "<pre>c</pre>"]),
    lambda inner: st.builds(lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", TAGS, st.lists(inner, max_size=4)),
    max_leaves=25,
)


@given(TREES)
def test_from_the_bottom_up_a_page_has_the_same_blocks_as_from_the_top_down(html):
    page = edges(html)
    assert page.trailing == tuple(reversed(page.leading))
