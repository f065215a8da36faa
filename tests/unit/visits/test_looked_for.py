"""What something new on a page can matter to, by what scripts have asked for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.read.traits import Traits, traits_of
from getdocs.visits.looked_for import ANYTHING, MOST, LookedFor, selectors_of

URL = "https://docs.example/"


def matter(lines, html, harmless=frozenset()):
    """Of a page whose other traits are harmless."""
    return LookedFor(lines).matter(traits_of(html, URL), set(harmless))


def test_what_nobody_asked_for_does_not_matter():
    assert matter(["+.tabs", "#top", "=nav a", "?p"], "<div class=note id=x><ul><li class=y>") == frozenset()


@pytest.mark.parametrize(
    "line",
    [
        "+.note",
        "-.note",
        "=.note",
        ".note",
        "-#here .note",
        "+main > .a, div.b.note::before",
        "-:not(.note)",
        "+li:has(> .note) a",
        "=[class*=NOT i]",
        "=[class~=note]",
        "=[class='a note']",
    ],
)
def test_a_class_matters_to_who_names_it(line):
    assert ".note" in matter([line], "<div class=note>")


@pytest.mark.parametrize("line", ["+.not", "+.notes", "=[class~=not]", "+[id=note]", "+note-box", "+[data-note]"])
def test_a_class_does_not_matter_to_who_names_another_thing(line):
    assert matter([line], "<div class=note>") == frozenset()


def test_a_class_matters_to_who_reads_the_classes_of_such_an_element():
    assert matter(["?p"], "<p class=note>") == {"p.note"}
    assert matter(["?p"], "<div class=note>") == frozenset()
    assert "p.note" in matter(["=p[class]"], "<p class=note>")


@pytest.mark.parametrize("line", [ANYTHING, "+.a:::!"])
def test_everything_matters_where_it_is_not_known_what_was_asked_for(line):
    assert matter([line], "<p class=note>") == {".note", "p.note"}
    assert LookedFor([line]).matter(Traits("", frozenset({".note"})), set()) == {".note"}


def test_nothing_at_all_says_that_nobody_has_listened():
    asked = LookedFor(["+.a"])
    asked.add(())
    assert asked.lines >= {ANYTHING}


def test_more_than_can_be_kept_may_be_anything():
    asked = LookedFor(f"+.a{'x' * number}" for number in range(MOST + 1))
    assert asked.lines == {ANYTHING}


def test_an_element_that_was_asked_for_in_vain_is_new_when_it_is_there():
    assert matter(["-table"], "<table>") == {"table"}
    assert matter(["-ul table"], "<p>") == frozenset()


def test_what_a_script_does_with_an_element_that_it_has_not_found_yet_is_not_known():
    assert matter(["-span"], "<span class=footnote>", {"span"}) == {"span.footnote"}
    assert matter(["-span", "+span"], "<span class=footnote>", {"span"}) == frozenset()
    assert matter(["-fieldset div"], "<div class=note>", {"div"}) == frozenset()
    assert matter(["-fieldset div"], "<fieldset><div class=note>", {"div", "fieldset"}) == {"div.note"}


def test_an_id_matters_to_who_asks_for_it():
    assert matter(["#sidebar"], "<div id=sidebar>", {"div"}) == {"#sidebar"}
    assert matter(["+#sidebar a"], "<div id=other>", {"div"}) == frozenset()


@pytest.mark.parametrize("html", ["<details>", "<p title='x'>", "<my-tabs>", "<p role=tab>"])
def test_what_scripts_may_see_without_asking_matters_always(html):
    assert matter(["+.x"], html, {"@role", "p"})


def test_what_is_harmless_does_not_matter():
    page = traits_of("<p class=note id=x>", URL)
    asked = LookedFor(["+.note", "#x", "?p"])
    harmless = set(asked.of(page))
    assert asked.matter(page, harmless) == frozenset()
    assert "#y" not in asked.of(traits_of("<p id=y>", URL))


def test_numbers_tell_nothing_apart():
    assert matter(["+.cg-17"], "<tr class=cg-3>", {"tr"}) == {".cg-0"}
    assert LookedFor(["+#sizzle1796069377636"]).lines == LookedFor(["+#sizzle1796069400000"]).lines


@given(st.text(alphabet=".#ab*>+~,:()[]='\" \\0is", max_size=30))
def test_any_text_is_a_list_of_selectors_or_none(text):
    made = selectors_of(text)
    assert made is None or 1 <= len(made) <= 1 + text.count(",")


@given(
    st.sampled_from(["", ":is({})", ":not({}) b", "a, {}", "{} > i", "nav {}:first-child"]),
    st.sampled_from(["x", "y-0"]),
)
def test_a_class_is_found_wherever_it_stands_in_a_selector(frame, name):
    made = selectors_of((frame or "{}").format(f".{name}"))
    assert any(name in one.classes for one in made)
