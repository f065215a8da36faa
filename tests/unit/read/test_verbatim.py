from getdocs.model import Page, Response
from getdocs.read.verbatim import verbatim_page


def read(text: str, url: str = "https://docs.example/guide/intro.md") -> Page:
    return verbatim_page(Response(url, 200, (("content-type", "text/markdown; charset=utf-8"),), text.encode()))


def test_the_body_is_kept_word_for_word() -> None:
    text = "Intro\n=====\n\n*  odd   spacing\n\n```\n# code\n```\n"
    assert read(text).markdown == text


def test_the_title_is_the_first_heading() -> None:
    assert read("text\n\n## Second *x* ##\n\n# Later\n").title == "Second *x*"
    assert read("Top\n===\n\n# Later\n").title == "Top"


def test_a_comment_in_code_is_no_title() -> None:
    assert read("```sh\n# comment\n```\n\n# Title\n").title == "Title"


def test_the_title_is_the_last_segment_of_the_path_where_there_is_no_heading() -> None:
    assert read("plain text", "https://docs.example/a/read%20me.txt").title == "read me.txt"


def test_links_are_made_absolute_and_images_and_code_are_none() -> None:
    text = "[a](b.md#x) ![i](i.png) [c](<d e.md>) `[no](no.md)` [r][1] <https://h.example/auto>\n\n[1]: /ref.md 'T'\n\n~~~\n[no](no2.md)\n~~~\n[w](w_(x).md)"
    assert read(text).links == (
        "https://docs.example/guide/b.md",
        "https://docs.example/guide/d%20e.md",
        "https://h.example/auto",
        "https://docs.example/ref.md",
        "https://docs.example/guide/w_(x).md",
    )


def test_a_hundred_thousand_brackets_take_no_time() -> None:
    assert read("[" * 100_000 + "](" * 50_000).links == ()
