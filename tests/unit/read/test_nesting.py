"""What is found once for each element is what a search from each would find."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from getdocs.read.nesting import Around, Inside, above_of, holders, outermost, texts

TAGS = st.sampled_from("div span b i section".split())
TREES = st.recursive(
    st.sampled_from(["one ", " two", "\n", " ", "", "a\xa0 b", "<!-- c -->", "<br>", "three" * 100]),
    lambda inner: st.builds(lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", TAGS, st.lists(inner, max_size=4)),
    max_leaves=25,
)


@given(TREES)
def test_the_outermost_are_those_that_no_other_holds_each_once(html):
    tree = LexborHTMLParser(html)
    nodes = tree.css("b, i, i")
    known = {node.mem_id for node in nodes}
    expected = {node.mem_id for node in nodes if not any(above.mem_id in known for above in above_of(node))}
    found = [node.mem_id for node in outermost(nodes)]
    assert (set(found), len(found)) == (expected, len(expected))


@given(TREES)
def test_what_holds_elements_is_what_stands_around_them(html):
    nodes = LexborHTMLParser(html).css("b")
    assert holders(nodes) == {above.mem_id for node in nodes for above in above_of(node)}


@given(TREES)
def test_what_an_element_says_is_its_text(html):
    said = texts()
    for node in LexborHTMLParser(html).css("*"):
        text = node.text()
        told = said(node)
        assert told.length == len(text.strip())
        assert told.text.split() == text.strip()[: len(told.text)].split()


@given(TREES)
def test_the_nearest_that_says_something_decides(html):
    def says(node):
        return {"b": True, "i": False}.get(node.tag)

    around = Around(says)
    for node in LexborHTMLParser(html).css("*"):
        answers = [answer for above in above_of(node) if (answer := says(above)) is not None]
        assert around(node) is (answers[0] if answers else False)


@pytest.mark.parametrize("html", ["<b>x" * 300, "<b>x</b>" * 300], ids=["one in the other", "side by side"])
def test_each_element_and_text_is_asked_once(html):
    asked: Counter[int] = Counter()
    pieces = 0

    def of_text(_text):
        nonlocal pieces
        pieces += 1

    def of_element(node, _parts):
        asked[node.mem_id] += 1

    inside = Inside(of_text, of_element)
    around = Around(lambda node: asked.update([-node.mem_id]))
    for node in reversed(LexborHTMLParser(html).css("*")):
        inside(node)
        around(node)
    assert pieces == 300
    assert set(asked.values()) == {1}
