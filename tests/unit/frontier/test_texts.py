"""What linking keeps in the state: the places of a Page, its body as it was read, the hashes of what was put in its place."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from getdocs.errors import StateError
from getdocs.frontier.store import Frontier
from getdocs.model import Anchor, Discovered, Lease, PageFacts, PageFile, PageText, Saved, Skipped, SkipReason

URL = "https://docs.example/a"
ANCHORS = (Anchor("one", 0), Anchor("zwei \u00e4", 17))
FACTS = PageFacts(content_hash="c0", saved_at="2026-01-01T00:00:00+00:00", anchors=ANCHORS)
SAVED = Saved("a.md", "A", 200)


@pytest.fixture
def frontier() -> Iterator[Frontier]:
    with Frontier.open(None) as opened:
        yield opened


def _save(frontier: Frontier, url: str = URL, facts: PageFacts = FACTS, path: str = "a.md") -> PageFile:
    frontier.add([Discovered(url, depth=0)])
    lease = frontier.lease(0.0)
    assert isinstance(lease, Lease)
    frontier.settle(lease, replace(SAVED, path=path), facts=facts)
    return next(file for file in frontier.files() if file.url == url)


def test_a_file_is_named_with_the_hash_of_what_was_read(frontier):
    file = _save(frontier)
    assert (file.url, file.path, file.content_hash, file.written) == (URL, "a.md", "c0", ())


def test_what_is_no_page_has_no_file(frontier):
    _save(frontier)
    frontier.add([Discovered("https://docs.example/b", depth=0)])
    lease = frontier.lease(0.0)
    assert isinstance(lease, Lease)
    frontier.settle(lease, Skipped(SkipReason.ROBOTS))
    assert [file.url for file in frontier.files()] == [URL]


@pytest.mark.parametrize("anchors", [ANCHORS, (), None])
def test_the_places_of_a_page_come_back_equal(frontier, anchors):
    file = _save(frontier, facts=replace(FACTS, anchors=anchors))
    assert frontier.kept_text(file) == PageText(None, anchors)


def test_the_body_that_was_read_is_kept_once_and_the_hashes_are_the_latest(frontier):
    file = _save(frontier)
    frontier.keep_texts([(replace(file, written=("c1",)), "body \u00e4\n")])
    frontier.keep_texts([(replace(file, written=("c2", "c1")), "something else")])
    assert frontier.kept_text(file).markdown == "body \u00e4\n"
    assert next(frontier.files()).written == ("c2", "c1")


def test_a_page_that_is_read_again_begins_anew(frontier):
    file = _save(frontier)
    frontier.keep_texts([(replace(file, written=("c1",)), "body")])
    frontier.revise(URL, SAVED, replace(FACTS, content_hash="c9", anchors=()))
    assert frontier.kept_text(file) == PageText(None, ())
    assert next(frontier.files()) == replace(file, content_hash="c9")


def test_all_files_are_named_however_many_there_are(frontier):
    for number in range(501):
        frontier.add([Discovered(f"https://docs.example/{number}", depth=0)])
        lease = frontier.lease(float(number))
        assert isinstance(lease, Lease)
        frontier.settle(lease, Saved(f"{number}.md", "", 200), facts=FACTS)
    assert [file.path for file in frontier.files()] == [f"{number}.md" for number in range(501)]


def test_a_damaged_body_is_said_to_be_damaged(frontier):
    file = _save(frontier)
    with frontier._database.transaction() as db:
        db.execute("UPDATE pages SET original = x'00'")
    with pytest.raises(StateError, match="damaged"):
        frontier.kept_text(file)
