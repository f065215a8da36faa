import pytest

from getdocs.model import Page
from getdocs.offline.document import Document, FrontMatter, parse
from getdocs.write.files import front_matter

HOSTILE = ['a: b # "c"', "---", 'quote " and \\', "null", "two\nlines", "\u202egnirts", "🦉", ""]


def a_page(title) -> Page:
    return Page(
        url="https://docs.example/a?b=c",
        title=title,
        status=203,
        markdown="",
        links=(),
        nav=(),
        canonical="https://docs.example/c",
    )


@pytest.mark.parametrize("title", HOSTILE)
def test_front_matter_is_read_back_as_it_was_written(title):
    text = front_matter(a_page(title), "2025-05-01T10:00:00+00:00") + "# Body\n"

    assert parse(text).front == FrontMatter(
        url="https://docs.example/a?b=c",
        title=title,
        status=203,
        crawled_at="2025-05-01T10:00:00+00:00",
        canonical="https://docs.example/c",
    )


def test_body_line_is_the_line_of_the_file_at_which_the_body_begins():
    text = front_matter(a_page("A"), "") + "# Body\n\nText\n"

    document = parse(text)

    assert text.split("\n")[document.body_line - 1] == document.body.split("\n")[0] == "# Body"


def test_values_that_somebody_has_edited_are_taken_as_they_stand():
    assert parse("---\ntitle: My own: title\nstatus: [1]\ntags: [a]\n  nested: b\n---\n\nText\n").front == FrontMatter(
        title="My own: title"
    )


@pytest.mark.parametrize("text", ["", "# A\n\n---\n\nb\n", "---\nurl: x\n", "--- \n"])
def test_file_without_front_matter_is_all_body(text):
    assert parse(text) == Document(FrontMatter(), text, 1)


def test_file_of_front_matter_alone_has_an_empty_body():
    assert parse('---\ntitle: "A"\n---\n').body == ""


def test_front_matter_is_read_behind_the_mark_of_an_encoding():
    assert parse('\ufeff---\r\ntitle: "T"\r\n---\r\n\r\n# Body\r\n').front.title == "T"
