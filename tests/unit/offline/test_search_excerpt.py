from hypothesis import given
from hypothesis import strategies as st

from getdocs.offline.search.excerpt import Mark, excerpt, plain_text
from getdocs.offline.search.words import terms


def marks(query) -> list[Mark]:
    return [Mark(term) for term in terms(query)]


def marked(text, query, most=200) -> list[str]:
    shown, spots = excerpt(text, marks(query), most)
    return [shown[start:end] for start, end in spots]


def value(text, query) -> float:
    return sum(mark.value(plain_text(text)) for mark in marks(query))


def test_as_typed_is_better_than_its_pieces_and_these_better_than_some_of_them():
    texts = ["x os.path.join", "x os path join", "x join the path os", "x path", "x"]

    assert [value(text, "os.path.join") for text in texts] == [3.0, 2.0, 1.0, 1 / 3, 0.0]


def test_text_that_begins_with_it_is_a_little_better():
    assert value("join(a)", "join") > value("a join", "join")


def test_accents_do_not_count():
    assert value("résumé", "resume") == 3.5


def test_marks_stand_where_the_words_do():
    assert marked("Use useState and State.", "state") == ["State", "State"]


def test_short_word_is_not_marked_inside_others():
    assert marked("a cat at that", "at a") == ["a", "at"]


def test_excerpt_is_cut_around_the_first_mark():
    shown, spots = excerpt("word " * 100 + "needle" + " word" * 100, marks("needle"), 60)

    assert (len(shown) <= 60, shown[0], shown[-1], [shown[a:b] for a, b in spots]) == (True, "…", "…", ["needle"])


def test_excerpt_is_one_line():
    assert excerpt("a\n\n b\tc", [], 50) == ("a b c", ())


@given(
    text=st.text(alphabet="ab c.é\n", max_size=120),
    query=st.text(alphabet="ab .", max_size=8),
    most=st.integers(min_value=10, max_value=40),
)
def test_excerpt_keeps_its_bound_and_marks_inside_it_apart(text, query, most):
    shown, spots = excerpt(text, marks(query), most)

    edges = [edge for spot in spots for edge in spot]
    assert len(shown) <= most
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(shown) for edge in edges)
