"""The links of an llms.txt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.read import llms_txt
from getdocs.read.llms_txt import read_llms_txt

H = "https://docs.test"
AT = f"{H}/docs/llms.txt"


def read(text):
    return read_llms_txt(text, AT)


def test_the_links_of_all_sections_come_in_order_each_once():
    text = f"""# Widgets

> All about [widgets]({H}/widgets).

Mind the [limits]({H}/limits).

## Docs

- [Start]({H}/docs/start.md): how to begin
- [Start again]({H}/docs/start.md)
- [API](<{H}/docs/api.md> "The API")

## Optional

- [History]({H}/docs/history)
"""
    paths = ("/widgets", "/limits", "/docs/start.md", "/docs/api.md", "/docs/history")
    assert read(text) == tuple(f"{H}{path}" for path in paths)


@pytest.mark.parametrize(
    ("link", "path"),
    [
        ("[a](/a)", "/a"),
        ("[a](a.md)", "/docs/a.md"),
        ("[a](//docs.test/a)", "/a"),
        ("[a](/a#part)", "/a"),
        ("[a](#/route)", "/docs/llms.txt#/route"),
        ("[a][1]\n\n[1]: /a", "/a"),
        ("<https://docs.test/a>", "/a"),
        ("[`a`](/a)", "/a"),
        ("[a](/a?b=1&amp;c=2&d)", "/a?b=1&c=2&d"),
        ("[a](/50%zz)", "/50%zz"),
        ("[a](</a b>)", "/a%20b"),
        ("[![icon](/i.png)](/a)", "/a"),
        ("| page |\n|---|\n| [a](/a) |", "/a"),
    ],
)
def test_a_link_becomes_an_absolute_url(link, path):
    assert read(f"# Docs\n\n{link}\n") == (f"{H}{path}",)


@pytest.mark.parametrize(
    "text",
    [
        "`[a](/a)`",
        "```\n[a](/a)\n```",
        "![image](/i.png)",
        "[part](#part)",
        f"[this file]({AT}#top)",
        "[mail](mailto:a@docs.test)",
        "[script](javascript:alert(1))",
        f"[long](/{'a' * 5000})",
        "[a]",
        "",
    ],
)
def test_what_leads_to_no_other_page_is_no_link(text):
    assert read(f"# Docs\n\n{text}\n") == ()


@pytest.mark.parametrize(
    "start",
    [
        "<!doctype html>",
        "<!DOCTYPE html>\n<html>",
        "\n<html lang=en>",
        "\ufeff<!-- build 7 -->\n<!-- x --><HTML>",
        "<head>",
    ],
)
def test_an_html_page_names_nothing(start):
    assert read(f"{start}\n<body>\n\n[a](/a)\n\n</body>") == ()


def test_markdown_that_begins_with_a_comment_is_read():
    assert read("\ufeff<!-- generated -->\n\n# Docs\n\n- [a](/a)\n") == (f"{H}/a",)


def test_what_lies_beyond_the_bound_is_not_read(monkeypatch):
    monkeypatch.setattr(llms_txt, "MAX_CHARS", 20)
    assert read("- [a](/a)\n- [b](/b)\n- [c](/c)\n") == (f"{H}/a", f"{H}/b")


@pytest.mark.parametrize("unit", ["[", "![", "[a](", "[a][", "<", "`", "*a_", "> ", "- ", "[a]: b\n", "<!--"])
def test_a_hundred_kilobytes_of_anything_are_read_in_one_go(unit):
    assert read("[a](/a)\n\n" + unit * (100_000 // len(unit)))[:1] == (f"{H}/a",)


@given(
    st.lists(
        st.sampled_from(["[a]", "(/b)", "(<", ">", "](", "`", "\n", "- ", "#", "&amp;", "\0", "http://[", "\ud800"])
    ).map("".join)
)
def test_whatever_comes_is_answered_with_web_urls(text):
    assert all(link.startswith("https://docs.test/") for link in read(text) if "http://" not in text)


@pytest.mark.parametrize("name", ["llms-full.txt", "llms.txt", "llms-small.txt"])
def test_the_whole_documentation_in_one_file_is_no_page(name):
    assert read_llms_txt(f"- [all](/docs/{name})\n- [a](/docs/a)\n", "https://h/llms.txt") == ("https://h/docs/a",)
