import pytest

from getdocs.policy.twins import MARKDOWN, is_source_of, pages_of

H = "https://h"


@pytest.mark.parametrize(
    ("url", "pages"),
    [
        (f"{H}/guide.md", (f"{H}/guide", f"{H}/guide.html")),
        (f"{H}/guide.html.md", (f"{H}/guide.html", f"{H}/guide.html.html")),
        (f"{H}/guide/index.md", (f"{H}/guide/index", f"{H}/guide/index.html", f"{H}/guide")),
        (f"{H}/guide.txt", (f"{H}/guide", f"{H}/guide.html")),
        (f"{H}/guide.MD?raw=1", (f"{H}/guide", f"{H}/guide.html")),
        (f"{H}/guide", ()),
        (f"{H}/guide.html", ()),
        ("no url", ()),
    ],
)
def test_text_may_be_that_of_pages_called_alike(url, pages):
    assert pages_of(url) == pages


def test_only_markdown_is_looked_at_where_only_that_is_wanted():
    assert (pages_of(f"{H}/a.txt", MARKDOWN), pages_of(f"{H}/a.md", MARKDOWN)) == ((), (f"{H}/a", f"{H}/a.html"))


@pytest.mark.parametrize(
    ("url", "shown_at"),
    [
        ("/_sources/guide.rst.txt", "/guide.html"),
        ("/_sources/guide.txt", "/guide.html"),
        ("/en/latest/_sources/a/b.md.txt", "/en/latest/a/b.html"),
        ("/en/_sources/a/b.rst.txt", "/en/a/b/"),
        ("/_sources/index.rst.txt", "/"),
        ("/_sources/a.b.rst.txt", "/a.b.html"),
    ],
)
def test_source_of_sphinx_belongs_to_its_page(url, shown_at):
    assert is_source_of(H + url, H + shown_at)


@pytest.mark.parametrize(
    ("url", "shown_at"),
    [
        ("/_sources/other.rst.txt", "/guide.html"),
        ("/_sources/guide.rst.txt", "/en/guide.html"),
        ("/sources/guide.rst.txt", "/guide.html"),
        ("/_sources/guide.rst", "/guide.html"),
        ("/guide.md", "/guide"),
        ("//other/_sources/guide.rst.txt", "/guide.html"),
    ],
)
def test_other_texts_are_no_sources_of_sphinx(url, shown_at):
    assert not is_source_of("https:" + url if url.startswith("//") else H + url, H + shown_at)
