import json
from pathlib import PurePosixPath

import pytest

from getdocs.offline.saved import SavedPage
from getdocs.offline.view.nav import label, navigation


def a_page(path, title="T") -> SavedPage:
    return SavedPage(f"https://h/{path}", PurePosixPath(path), title, 200, None)


def entry(title, path=None, *children):
    return {"title": title, "url": None, "path": path, "children": list(children)}


PAGES = [a_page("index.md", "Home"), a_page("a.md", "A"), a_page("b.md", "B")]


def test_navigation_is_that_of_the_site():
    nav = [entry("Start", "index.md"), entry("Guide", None, entry("First", "a.md"), entry("Second", "b.md"))]

    assert navigation(nav, PAGES) == [{"Start": "index.md"}, {"Guide": [{"First": "a.md"}, {"Second": "b.md"}]}]


def test_page_with_pages_below_it_is_the_first_of_its_section():
    assert navigation([entry("Guide", "a.md", entry("B", "b.md"))], PAGES[1:]) == [
        {"Guide": [{"Guide": "a.md"}, {"B": "b.md"}]}
    ]


def test_pages_that_the_site_does_not_name_come_in_reading_order_at_the_end():
    assert navigation([entry("B", "b.md")], PAGES) == [{"B": "b.md"}, {"More": [{"Home": "index.md"}, {"A": "a.md"}]}]


def test_site_without_navigation_has_its_pages_in_reading_order():
    assert navigation([], PAGES) == [{"Home": "index.md"}, {"A": "a.md"}, {"B": "b.md"}]


def test_many_pages_are_put_into_sections_by_folder():
    pages = [a_page("top.md", "Top"), *(a_page(f"{folder}/{n}.md", f"{n}") for n in range(15) for folder in "xy")]

    assert [next(iter(each)) for each in navigation([], pages)] == ["Top", "x", "y"]


def test_page_stands_once_where_it_is_named_first():
    assert navigation([entry("One", "a.md"), entry("Two", "a.md")], PAGES[1:2]) == [{"One": "a.md"}]


def test_label_of_what_was_not_saved_is_left_out_with_nothing_below_it():
    assert navigation([entry("Gone"), entry("A", "a.md")], PAGES[1:2]) == [{"A": "a.md"}]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('Vec<T> & "x"', "Vec\u2039T\u203a &amp; &quot;x&quot;"),
        ("</title><script>", "\u2039/title\u203a\u2039script\u203a"),
        ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
        ("a\nb\u202e", "a b"),
        ("  ", "…"),
    ],
)
def test_label_is_safe_as_html(text, shown):
    assert label(text) == shown


@pytest.mark.parametrize("char", ["x", '"', "'", "&", "\\", "<", "\u202e'"])
def test_label_is_no_longer_than_a_key_of_yaml_may_be(char):
    assert len(json.dumps(label(char * 5000))) <= 1024
