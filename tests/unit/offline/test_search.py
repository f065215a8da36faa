import sqlite3

import pytest

from fixtures.saved_crawl import write_crawl
from getdocs.errors import UsageError
from getdocs.offline.saved import SavedCrawl
from getdocs.offline.search.index import SearchIndex
from getdocs.offline.search.search import search

PAGES = {
    "/": "# Welcome\n\nThis is the home of the tool. A résumé of Straße and 漢字の本.\n",
    "/install": "# Install\n\nRun it.\n\n## From source\n\nClone, then `make --dry-run`.\n\n```sh\npip install tool\n```\n",
    "/api": "# API\n\nText.\n\n`os.path.join(path, *paths)`\n\nJoins paths.\n\n`useState()`\n\nA hook.\n",
    "/langs": "# Languages\n\nBindings for C++ and C.\n\n## In C\n\nOnly C here, and c again.\n",
    "/other": "# Other\n\nMentions os.path.join and installing in passing, with a [link](https://hidden.example/needle).\n",
}


@pytest.fixture
def out(tmp_path):
    write_crawl(tmp_path, PAGES)
    return tmp_path


def places(out, query, **options) -> list[str]:
    return [f"{hit.page.path}:{hit.line}" for hit in search(SavedCrawl.open(out), query, **options).hits]


def line(out, place) -> str:
    path, _, number = place.rpartition(":")
    return (out / path).read_text().split("\n")[int(number) - 1]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("home", "This is the home of the tool. A résumé of Straße and 漢字の本."),
        ("resume", "This is the home of the tool. A résumé of Straße and 漢字の本."),
        ("strasse", "This is the home of the tool. A résumé of Straße and 漢字の本."),
        ("漢字", "This is the home of the tool. A résumé of Straße and 漢字の本."),
        ("--dry-run", "Clone, then `make --dry-run`."),
        ("pip install", "pip install tool"),
        ('"pip install"', "pip install tool"),
        ("os.path.join", "`os.path.join(path, *paths)`"),
        ("os.path.join(", "`os.path.join(path, *paths)`"),
        ("useState", "`useState()`"),
        ("usestate", "`useState()`"),
        ("use_state", "`useState()`"),
        ("C++", "Bindings for C++ and C."),
        ("bind", "Bindings for C++ and C."),
    ],
)
def test_best_hit_names_the_line_of_the_file_that_has_it(out, query, found):
    assert line(out, places(out, query)[0]) == found


def test_part_of_a_name_finds_it(out):
    assert [line(out, place) for place in places(out, "state")] == ["`useState()`"]


def test_heading_is_better_than_a_mention(out):
    assert [place.split(":")[0] for place in places(out, "install")] == ["install.md", "install.md", "other.md"]


def test_hit_has_the_way_to_its_section(out):
    hit = search(SavedCrawl.open(out), "dry-run").hits[0]

    assert (hit.headings, hit.snippet) == (("Install", "From source"), "Clone, then make --dry-run.")


def test_words_of_a_phrase_stand_together(out):
    assert places(out, '"tool the"') == []


def test_target_of_a_link_is_not_text(out):
    assert places(out, "needle") == []


def test_limit_is_kept(out):
    assert len(places(out, "a", limit=2)) <= 2 == len(places(out, "c", limit=2))


def test_where_no_section_has_all_words_those_with_some_are_found(out):
    found = search(SavedCrawl.open(out), "how do I clone the hook")

    assert (found.every_word, {str(hit.page.path) for hit in found.hits}) == (False, {"install.md", "api.md"})


def test_unknown_word_is_told_with_words_like_it(out):
    found = search(SavedCrawl.open(out), "instal1")

    assert [(each.word, each.nearest[0]) for each in found.unknown] == [("instal1", "install")]


def test_nothing_to_search_for_is_an_error(out):
    with pytest.raises(UsageError, match="nothing to search for"):
        places(out, "(")


def test_index_is_used_again_while_nothing_changes(out):
    places(out, "home")
    made = (out / ".getdocs" / "search.db").stat().st_ino
    places(out, "install")

    assert (out / ".getdocs" / "search.db").stat().st_ino == made


def test_changed_file_is_found_as_it_is_now(out):
    places(out, "home")
    (out / "other.md").write_text("# Other\n\nzebra\n")

    assert places(out, "zebra") == ["other.md:3"]


def test_removed_file_is_found_no_more(out):
    (out / "other.md").unlink()

    assert places(out, "mentions") == []


def test_new_crawl_is_found(out):
    places(out, "home")
    write_crawl(out, {**PAGES, "/new": "# Zebra\n"})

    assert places(out, "zebra") == ["new.md:8"]


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 4096])
def test_damaged_index_is_made_anew(out, damage):
    places(out, "home")
    (out / ".getdocs" / "search.db").write_bytes(damage)

    assert places(out, "home")


def test_index_of_another_shape_is_made_anew(out):
    (out / ".getdocs").mkdir()
    with sqlite3.connect(out / ".getdocs" / "search.db") as other:
        other.execute("CREATE TABLE made_from (fingerprint)")
    other.close()

    assert places(out, "home")


def test_nothing_but_the_index_is_left(out):
    places(out, "home")

    assert [file.name for file in (out / ".getdocs").iterdir()] == ["search.db"]


def test_folder_that_cannot_be_written_is_searched_all_the_same(out):
    (out / ".getdocs").write_text("a file in its place")

    assert places(out, "home")


def test_best_of_equals_comes_in_reading_order(tmp_path):
    write_crawl(
        tmp_path, {f"/{name}": "# Same\n\nword\n" for name in "cab"}, titles=dict.fromkeys(["/c", "/a", "/b"], "T")
    )

    with SearchIndex.open(SavedCrawl.open(tmp_path)) as index:
        assert [row.page for row in index.ranked('"word"', 5, name="word")] == [0, 1, 2]


def test_index_that_turns_out_to_be_damaged_is_made_anew(out):
    assert places(out, "home")
    file = out / ".getdocs" / "search.db"
    data = file.read_bytes()
    file.write_bytes(data[:8192] + b"\xa5" * (len(data) - 8192))

    assert places(out, "home")


@pytest.mark.parametrize("query", ["home \udcff", "\ud800home", "home\0"])
def test_what_is_no_character_of_a_query_is_not_asked_for(out, query):
    assert search(SavedCrawl.open(out), query).hits


def test_limit_may_be_any_number(out):
    assert places(out, "home", limit=10**30)


def test_what_was_typed_is_repeated_in_part_where_it_is_long(out):
    (unknown,) = search(SavedCrawl.open(out), "x" * 10_000).unknown

    assert unknown.word == "x" * 80 + "…"
