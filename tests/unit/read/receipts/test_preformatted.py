"""Code whose newlines stand in its text is read at once, with the same result as line by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.read.receipts import preformatted

LINES = st.sampled_from(
    [('span class="line"', "span"), ('div class="line"', "div"), ("div", "div"), ('span data-line=""', "span")]
)
TEXTS = st.sampled_from(["\n", "a", " ", "<br>", "<span>b</span>", "\r\n", "", "\n", "a\n"])
blocks = st.recursive(
    TEXTS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map("".join),
        st.builds(lambda tags, text: f"<{tags[0]}>{text}</{tags[1]}>", LINES, inner),
    ),
)


@given(blocks)
def test_code_is_the_same_whether_or_not_its_lines_are_looked_for(block: str) -> None:
    html = f"<pre>{block}</pre>"
    at_once = preformatted.code_of(html)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(preformatted, "_is_written_out", lambda _html, _lines: False)
        assert preformatted.code_of(html) == at_once


@pytest.mark.parametrize(
    "html",
    [
        '<pre><span class="line">a</span>\n<span class="line">b</span></pre>',
        '<pre><span class="line">a\n</span><span class="line">b</span></pre>',
        '<pre><div class="line">a<br></div><div class="line">b<br></div></pre>',
    ],
)
def test_lines_that_end_in_the_text_are_not_looked_for(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(preformatted, "_BETWEEN_LINES")
    assert preformatted.code_of(html) == "a\nb"
