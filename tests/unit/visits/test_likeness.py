from hypothesis import given
from hypothesis import strategies as st

from getdocs.model import Page
from getdocs.visits.likeness import Answer

HOST = "http://h.test"
TOKEN = "getdocs-0123456789abcdef"
PROBE = f"{HOST}/docs/{TOKEN}"

WORDS = st.lists(st.text("abcdefghäあ", min_size=1, max_size=9), max_size=12)
SEGMENTS = st.lists(st.from_regex(r"[abcü0129][abc.\-_ü0129:]{0,11}", fullmatch=True), min_size=1, max_size=4)


def page(url, markdown, title="T"):
    return Page(url=url, title=title, status=200, markdown=markdown, links=(), nav=())


def again(answer):
    """As a resumed crawl has it."""
    return Answer.read(answer.written())


@given(st.data(), WORDS, WORDS)
def test_texts_of_other_words_are_never_alike(data, left, right):
    title, other_title = data.draw(WORDS), data.draw(WORDS)
    answer = Answer.of(page(PROBE, " ".join(left), " ".join(title)), PROBE, TOKEN)
    alike = again(answer).is_shown_by(page(f"{HOST}/docs/x", " ".join(right), " ".join(other_title)))
    assert alike == ((left, title) == (right, other_title))


@given(WORDS, WORDS, SEGMENTS, st.sampled_from(["{url}", "{path}", "{last}", "`{path}`", "[x]({url}) / {path}"]))
def test_a_text_that_names_its_url_is_alike_whatever_the_url(before, after, segments, form):
    def shown(path):
        echo = form.format(url=f"{HOST}{path}", path=path, last=path.rpartition("/")[2])
        return page(f"{HOST}{path}", " ".join([*before, "was not found:", echo, "-", *after]))

    path = "/docs/" + "/".join(segments)
    assert again(Answer.of(shown(f"/docs/{TOKEN}"), PROBE, TOKEN)).is_shown_by(shown(path))
