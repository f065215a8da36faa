"""Pages in Reading Order below the headings of the navigation."""

from pathlib import PurePosixPath

from getdocs.offline.export.outline import DEEPEST, outline
from getdocs.offline.saved import SavedPage


def page(name):
    return SavedPage(f"https://docs.example/{name}", PurePosixPath(f"{name}.md"), name.upper(), 200, None)


def nav(title, *below, path=None):
    return {"title": title, "url": None, "path": path and f"{path}.md", "children": list(below)}


def shown(entries, *names):
    return [(entry.depth, entry.title, entry.page is None) for entry in outline(entries, map(page, names)).entries]


def test_a_label_stands_before_the_first_page_below_it():
    entries = [nav("A", path="a"), nav("Guide", nav("B", path="b"), nav("C", path="c"))]
    assert shown(entries, "a", "b", "c") == [(0, "A", False), (0, "Guide", True), (1, "B", False), (1, "C", False)]


def test_the_reading_order_goes_before_that_of_the_navigation_and_a_label_is_said_again():
    entries = [nav("Guide", nav("B", path="b"), nav("C", path="c")), nav("A", path="a")]
    assert [title for _, title, _ in shown(entries, "c", "a", "b")] == ["Guide", "C", "A", "Guide", "B"]


def test_a_page_with_pages_below_it_is_no_label():
    entries = [nav("A", nav("B", path="b"), path="a")]
    assert shown(entries, "a", "b") == [(0, "A", False), (1, "B", False)]


def test_an_entry_whose_page_is_not_there_is_a_label():
    entries = [nav("A", nav("B", path="b"), path="a")]
    assert shown(entries, "b") == [(0, "A", True), (1, "B", False)]


def test_a_page_that_the_navigation_does_not_name_stands_at_the_top_under_its_own_title():
    assert shown([nav("A", path="a")], "a", "z") == [(0, "A", False), (0, "Z", False)]


def test_a_page_stands_once_where_it_is_named_first():
    entries = [nav("One", path="a"), nav("Again", nav("Two", path="a"))]
    assert shown(entries, "a") == [(0, "One", False)]


def test_what_is_nested_beyond_all_measure_stands_at_the_deepest_level():
    entry = nav("A", path="a")
    for number in range(99):
        entry = nav(str(number), entry)
    assert [depth for depth, _, _ in shown([entry], "a")] == [*range(DEEPEST), DEEPEST]


def test_a_title_cannot_be_more_than_a_line():
    assert shown([nav("a\n# b\x1b[31m", path="a")], "a") == [(0, "a # b", False)]
