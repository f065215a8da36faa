"""The tree that is converted: what stands where, also when something is taken out or put in."""

import pytest

from getdocs.read.element import Element


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


def test_what_is_put_before_an_element_stands_between_it_and_the_one_before(root):
    first, second = root.children()
    second.insert_before(label := Element("i"))
    assert (label.previous, label.next, second.previous) == (" ", second, label)
    assert label.parent is root
    assert first.next == " "


def test_the_parents_of_an_element_come_from_the_inside_out(root):
    assert names(root.find("b").parents()) == ["p", "div"]
