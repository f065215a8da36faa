"""What a text says first."""

import pytest

from getdocs.offline.export.summaries import first_paragraph

PROSE = "This is what the page is about."


@pytest.mark.parametrize(
    "before",
    ["", "# Title\n\n", "![a badge of the build](x.svg)\n\n", "[one two three four five six](x)\n\n", "> a quote that is long enough here\n\n",
     "- an item that is long enough here\n\n", "```\ncode that is long enough to be some\n```\n\n", "**Hint**\n\n", "Source code: Lib/abc.py\n\n",
     "| a table that has a head |\n|---|\n| cell |\n\n", "***\n\n", "<p>raw text that is long enough here</p>\n\n"],
)  # fmt: skip
def test_it_is_the_first_paragraph_of_prose(before):
    assert first_paragraph(f"{before}{PROSE}\n\nAnd more of it follows after that.\n") == PROSE


def test_it_is_plain_text_on_one_line():
    assert first_paragraph("A *b* `c_d` [e](f)\nand ![g](h) \u202e&amp; \x1b[31mi.\n") == "A b c_d e and g & i."


def test_a_long_one_ends_with_a_sentence():
    assert first_paragraph(f"{PROSE} {PROSE} {'and so on ' * 30}") == f"{PROSE} {PROSE}"


def test_one_long_sentence_ends_with_a_word():
    text = first_paragraph("word " * 100)
    assert text.endswith("word…")
    assert len(text) <= 201


def test_a_text_without_prose_has_none():
    assert first_paragraph("# Title\n\n- a\n- b\n") == ""
