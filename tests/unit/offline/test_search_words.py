import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.offline.search.words import MOST_TERMS, folded, named, names, terms


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("createSlice", "create slice"),
        ("HTTPServer", "http server"),
        ("getURLFor", "get url for"),
        ("iPhone 4GBit", "i phone 4 g bit"),
        ("plain snake_case UPPER", ""),
        ("C++", "cx2bx2b"),
        ("in C# here", "cx23"),
        ("use --dry-run, or -n", "x2dx2ddryx2drun x2dn"),
        ("a := b", "x3ax3d"),
        ("a - b", "x2d"),
        ("`**`", "x2ax2a"),
        ("well-known e-mail", ""),
        ("C++ C++", "cx2bx2b"),
    ],
)
def test_names_are_what_letters_and_digits_alone_do_not_say(text, found):
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "form"),
    [("STRASSE straße", "strasse strasse"), ("\uff21\uff30\uff29", "api"), ("ﬁle", "file"), ("漢字x", "漢 字 x")],
)
def test_folding_makes_forms_one_and_sets_ideographs_apart(text, form):
    assert folded(text).split() == form.split()


@pytest.mark.parametrize(("text", "name"), [("`open()`", "open"), ("List.Sort(", "list.sort"), ("# A  b ¶", "a b")])
def test_name_is_free_of_the_signs_around_it(text, name):
    assert named(text) == name


def test_words_and_phrases_are_told_apart():
    assert [term.typed for term in terms('os.path.join "a phrase" --flag')] == ["os.path.join", "a phrase", "--flag"]


def test_last_word_may_go_on_and_the_others_may_not():
    first, last = terms("foo bar")

    assert ("*" in first.loose, "*" in last.loose) == (False, True)


def test_phrase_ends_as_it_is_typed():
    assert "*" not in terms('"foo bar"')[0].loose


def test_same_word_counts_once():
    assert len(terms("a b a")) == 2


def test_very_long_query_is_cut():
    assert len(terms(" ".join(f"w{number}" for number in range(1000)))) == MOST_TERMS


@pytest.mark.parametrize("query", ["", "   ", '""', "\0", "(", "«»", '"', "()"])
def test_query_without_word_or_sign_asks_for_nothing(query):
    assert terms(query) == ()


@pytest.fixture(scope="module")
def database():
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE words USING fts5(title, names)")
    yield database
    database.close()


SYNTAX = [
    '"',
    "AND",
    "OR",
    "NOT",
    "NEAR(",
    "title:",
    "*",
    "^",
    "{",
    "}",
    "(",
    ")",
    "+",
    "-",
    "--",
    "';",
    "C++",
    "é",
    " ",
]


@given(query=st.one_of(st.text(max_size=30), st.lists(st.sampled_from(SYNTAX), max_size=8).map("".join)))
def test_no_query_is_a_syntax_error(database, query):
    found = terms(query)
    for ways in ([term.exact for term in found], [term.loose for term in found if term.loose]):
        for between in (" AND ", " OR "):
            if ways:
                database.execute("SELECT 1 FROM words WHERE words MATCH ?", (between.join(ways),)).fetchall()
