"""The tree that is converted: what stands where, also when something is taken out or put in."""

import pytest

from getdocs.read.element import Changes, Element


@pytest.fixture
def root():
    """`<div>One<p>two<b>three</b></p> <p class="x">four</p></div>`"""
    root, first, bold, second = Element("div"), Element("p"), Element("b"), Element("p", {"class": "x"})
    root.append("One")
    root.append(first)
    root.append(" ")
    root.append(second)
    first.append("two")
    first.append(bold)
    bold.append("three")
    second.append("four")
    return root


def names(nodes):
    return [node if isinstance(node, str) else node.name for node in nodes]


def test_descendants_come_in_document_order(root):
    assert names(root.descendants()) == ["One", "p", "two", "b", "three", " ", "p", "four"]


def test_the_text_of_an_element_is_all_that_it_holds(root):
    assert root.text("|") == "One|two|three| |four"


def test_elements_are_found_by_name_at_any_depth(root):
    assert names(root.find_all("b", "p")) == ["p", "b", "p"]
    assert root.find("b").text() == "three"
    assert root.find("i") is None


def test_only_elements_right_below_are_children(root):
    assert names(root.children()) == ["p", "p"]
    assert root.child("b") is None


def test_an_element_knows_what_stands_beside_it(root):
    first, second = root.children()
    assert (first.previous, first.next) == ("One", " ")
    assert (second.previous, second.next) == (" ", None)
    assert (root.previous, root.next) == (None, None)


def test_only_white_space_may_stand_between_an_element_and_the_one_before(root):
    first, second = root.children()
    assert second.previous_element() is first
    assert first.previous_element() is None


def test_what_is_taken_out_leaves_its_neighbours_beside_each_other(root):
    first, second = root.children()
    first.extract()
    assert (first.parent, first.next) == (None, None)
    assert root.text() == "One four"
    assert second.previous == " "
    second.extract()
    assert names(root.contents) == ["One", " "]


def test_what_takes_the_place_of_an_element_has_its_neighbours(root):
    first, second = root.children()
    first.replace_with(label := Element("i"))
    assert (label.previous, label.next, label.parent) == ("One", " ", root)
    assert (first.parent, first.next) == (None, None)
    assert second.at == 3


def test_changes_are_made_all_at_once_and_leave_every_element_where_it_knows_it_is(root):
    first, second = root.children()
    changes = Changes()
    changes.put_before(second, label := Element("i"))
    changes.put_before(second, other := Element("u"))
    changes.take_out(first)
    assert changes.takes_out(first)
    assert names(root.contents) == ["One", "p", " ", "p"]
    changes.make()
    assert names(root.contents) == ["One", " ", "i", "u", "p"]
    assert (label.previous, label.next, other.next, second.previous) == (" ", other, second, other)
    assert (label.parent, first.parent) == (root, None)
    changes.make()
    assert names(root.contents) == ["One", " ", "i", "u", "p"]


@pytest.mark.parametrize(
    ("pieces", "only"),
    [("ab", True), (" a|b ", True), ("| |a| |b| | |", False), ("ab|c", False), ("a", False), (" ", False)],
)
def test_an_element_says_only_a_text_where_nothing_but_blanks_is_beside_it(pieces, only):
    element = Element("p")
    for piece in pieces.split("|"):
        element.append(inner := Element("b"))
        inner.append(piece)
    assert element.says_only("ab", " ") is only


def test_the_parents_of_an_element_come_from_the_inside_out(root):
    assert names(root.find("b").parents()) == ["p", "div"]
