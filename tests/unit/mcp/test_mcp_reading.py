import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.saved_crawl import SITE, write_crawl
from getdocs.errors import UsageError
from getdocs.mcp.reading import listing, page_named, piece, section_of
from getdocs.offline.saved import SavedCrawl

LINES = "# Guide\n\nFirst.\n\n## Setup\n\nTurn.\n\n### Knobs\n\nRed.\n\n## Use\n\nLast.".split("\n")


@given(st.lists(st.text(alphabet="ab", max_size=12), min_size=1, max_size=12), st.integers(1, 7))
def test_pieces_put_together_are_the_whole_text(lines, most):
    found, line, column = "", 1, 1
    while True:
        taken = piece(lines, line=line, column=column, most=most)
        assert len(taken.text) <= most
        found += taken.text
        if taken.next is None:
            break
        assert taken.next > (line, column)
        found += "\n" if taken.next[1] == 1 else ""
        line, column = taken.next
    assert found == "\n".join(lines)


def test_line_that_there_is_not_is_refused():
    with pytest.raises(UsageError, match="from 1 to 2, not 3"):
        piece(["a", "b"], line=3)


@pytest.mark.parametrize(
    ("heading", "lines"), [("Setup", (5, 12)), ("## setup", (5, 12)), ("Knobs", (9, 12)), ("Use", (13, 15))]
)
def test_section_ends_where_the_next_of_its_rank_begins(heading, lines):
    assert section_of(LINES, heading) == lines


def test_section_that_there_is_not_is_refused_with_those_that_there_are():
    with pytest.raises(UsageError, match="Guide, Setup, Knobs, Use"):
        section_of(LINES, "Install")


@pytest.fixture
def crawl(tmp_path):
    write_crawl(tmp_path, {"/guide/a": "# A\n", "/b": "# B\n"}, titles={"/b": "B\ttwo\nlines"})
    return SavedCrawl.open(tmp_path)


@pytest.mark.parametrize(
    "name", ["guide/a.md", "./guide/a.md", f"{SITE}/guide/a", f"{SITE}/guide/a/", f"{SITE}/guide/a#place"]
)
def test_page_is_named_by_its_path_or_its_url(crawl, name):
    assert page_named(crawl, name).url == f"{SITE}/guide/a"


@pytest.mark.parametrize("name", ["guide/z.md", f"{SITE}/z", "../crawl.json", ""])
def test_page_that_there_is_not_is_refused(crawl, name):
    with pytest.raises(UsageError, match="list of all"):
        page_named(crawl, name)


def test_list_has_a_line_for_each_page(crawl):
    assert listing(crawl) == ["guide/a.md\tguide/a", "b.md\tB two lines"]
