import asyncio
from pathlib import Path

import pytest

from getdocs.model import Page, Receipt
from getdocs.visits.twins import Twins, says_nothing_new

H = "https://h"
SAVED = "# Guide\n\nTurn the [red knob](knob.md) to the left, then wait.\n\n```sh\nmake  install\n```\n"


@pytest.mark.parametrize(
    "text",
    [
        SAVED,
        "---\ntitle: x\n---\n# Guide\r\n\r\nTurn the red knob to the left, then wait.\r\n",
        "Guide\n=====\n\nTurn the *red* [knob](https://elsewhere.example/knob-page) to the left, then wait.\n\n~~~\nmake install\n~~~\n",
    ],
)
def test_text_of_the_same_words_says_nothing_new(text):
    assert says_nothing_new(text, SAVED)


@pytest.mark.parametrize(
    "text",
    [
        SAVED + "\nNever do that while the pump runs.\n",
        SAVED.replace("make  install", "make uninstall"),
        "Another page.",
        "",
        "knob knob knob",
    ],
)
def test_text_that_says_more_is_a_page_of_its_own(text):
    assert not says_nothing_new(text, SAVED)


@pytest.fixture
def twins(tmp_path):
    (tmp_path / "guide.md").write_text(f"---\nurl: x\n---\n\n{SAVED}")
    return Twins(
        tmp_path,
        "h",
        spelling_of=lambda url: url if url == f"{H}/guide" else None,
        is_saved={f"{H}/guide"}.__contains__,
    )


def text_at(twins, url, markdown=SAVED, receipt=None):
    return asyncio.run(twins.page_of(url, Page(url, "", 200, markdown, (), (), receipt=receipt)))


def test_text_is_that_of_the_saved_page_called_alike(twins):
    assert text_at(twins, f"{H}/guide.md") == f"{H}/guide"


@pytest.mark.parametrize(
    ("url", "fields"),
    [
        (f"{H}/other.md", {}),
        (f"{H}/guide.md", {"markdown": SAVED + "More that nobody else says.\n"}),
        (f"{H}/guide.md", {"receipt": Receipt()}),
    ],
    ids=["no such page", "it says more", "it was a page of HTML"],
)
def test_other_pages_are_pages_of_their_own(twins, url, fields):
    assert text_at(twins, url, **fields) is None


def test_page_whose_file_is_gone_has_no_twin(twins, tmp_path):
    Path(tmp_path / "guide.md").unlink()
    assert text_at(twins, f"{H}/guide.md") is None


def test_page_that_is_not_saved_has_no_twin(tmp_path):
    (tmp_path / "guide.md").write_text(SAVED)
    unsaved = Twins(tmp_path, "h", spelling_of=lambda url: url, is_saved=lambda _: False)
    assert text_at(unsaved, f"{H}/guide.md") is None
