"""What the anchors of headings are called on GitHub, in MkDocs and in Obsidian."""

import pytest

from getdocs.config import AnchorStyle
from getdocs.write.relink.slugs import Heading, anchors_of, headings


def _anchors(markdown: str, style: AnchorStyle) -> list[str]:
    return anchors_of(headings(markdown), style)


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Hello World", "hello-world"),
        ("`shelve` — Python object persistence", "shelve--python-object-persistence"),
        ("What's new?", "whats-new"),
        ("a_b - c", "a_b---c"),
        ("Über *große* Ⅷ文", "über-große-ⅷ文"),
        ("[link](http://h/) & `code()`", "link--code"),
        ("![alt](a.png) image", "image"),
        ("<b>bold</b> &amp; &lt;i&gt;", "bold--i"),
        ("C++", "c"),
        ("e\u0301t\u00e9", "e\u0301t\u00e9"),
        ("a\u00b2 ½", "a-"),
        ("🎉 party", "-party"),
        ("1.2.3", "123"),
        ("???", ""),
    ],
)
def test_github_takes_lower_case_and_hyphens_and_drops_punctuation(heading, anchor):
    assert _anchors(f"## {heading}", AnchorStyle.GITHUB) == [anchor]


def test_github_numbers_what_has_one_name():
    assert _anchors("# A\n# A\n# A 1\n# A\n", AnchorStyle.GITHUB) == ["a", "a-1", "a-1-1", "a-2"]


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Hello World", "hello-world"),
        ("`shelve` — Python object persistence", "shelve-python-object-persistence"),
        ("a_b - c", "a_b-c"),
        ("Über große", "uber-groe"),
        ("文", "_1"),
        ("C++ / C", "c-c"),
    ],
)
def test_mkdocs_folds_to_ascii_and_one_hyphen(heading, anchor):
    assert _anchors(f"## {heading}", AnchorStyle.MKDOCS) == [anchor]


def test_mkdocs_counts_with_an_underscore():
    assert _anchors("# A\n# A\n# A_1\n# A\n", AnchorStyle.MKDOCS) == ["a", "a_1", "a_2", "a_3"]


def test_obsidian_names_the_heading_itself():
    assert _anchors("# What's *new* in `C#`: [a|b]?", AnchorStyle.OBSIDIAN) == ["What's new in C a b ?"]


def test_obsidian_finds_the_second_of_one_name_below_the_one_above_it():
    assert _anchors("# A\n## B\n# C\n## B\n", AnchorStyle.OBSIDIAN) == ["A", "B", "C", "C#B"]


def test_headings_are_found_wherever_they_stand_but_not_in_code():
    markdown = "# A\n\nB\n---\n\n- ## C\n\n> ### D\n\n```\n# E\n```\n\n    # F\n\\# G\n"
    assert [(each.level, each.text) for each in headings(markdown)] == [(1, "A"), (2, "B"), (2, "C"), (3, "D")]


def test_mkdocs_is_asked_itself():
    toc = pytest.importorskip("markdown.extensions.toc", reason="Python-Markdown is not installed")
    found = [Heading(0, 0, 2, text) for text in ("A", "a!", "Ä b", "文", "", "a_1", "A", "x - y", "c_d_e", " z ")]
    used: set[str] = set()
    assert anchors_of(found, AnchorStyle.MKDOCS) == [toc.unique(toc.slugify(each.text, "-"), used) for each in found]
