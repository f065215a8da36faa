import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.write.terminal import printable


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),
        ("\x1b]0;owned\x07title", "title"),
        ("\x1b]8;;http://evil\x1b\\link", "link"),
        ("\x9d0;owned\x9ctitle", "title"),
        ("\x1bcreset", "creset"),
        ("a\x00b\x08c\x7fd", "abcd"),
        ("right \u202eto\u202c left \u2066x\u2069", "right to left x"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("line\nand\r\ntab\tand\u2028next\x85", "line and tab and next "),
        ("lone \ud800", "lone \ufffd"),
        ("Größe 文 😀", "Größe 文 😀"),
    ],
)
def test_nothing_that_a_terminal_acts_on_is_left(hostile, shown):
    assert printable(hostile) == shown


@given(st.text(st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Ll"])))
def test_the_result_is_one_line_that_any_terminal_can_encode(text):
    shown = printable(text)
    assert shown.isprintable()
    assert "\n" not in shown
    shown.encode("utf-8")


@given(st.text())
def test_printable_text_is_printable_again(text):
    assert printable(printable(text)) == printable(text)
