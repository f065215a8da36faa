from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.offline.view.places import place

PARTS = st.sampled_from(["a", "templates", "templates_", "404", "404_", "crawl-report", "index"])
PATHS = st.lists(PARTS, min_size=1, max_size=3).map(lambda parts: PurePosixPath("/".join(parts) + ".md"))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a/index.md", "a/index.md"),
        ("templates/a.md", "templates_/a.md"),
        ("a/templates/b.md", "a/templates/b.md"),
        ("404.md", "404_.md"),
        ("crawl-report.md", "crawl-report_.md"),
    ],
)
def test_name_that_is_taken_gets_an_underscore(path, found):
    assert place(PurePosixPath(path)) == PurePosixPath(found)


@given(PATHS, PATHS)
def test_no_two_pages_have_one_place(one, other):
    assert (place(one) == place(other)) == (one == other)
