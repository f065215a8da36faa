import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from getdocs.model import Snapshot
from getdocs.read.escape import code_span, destination, fence, prose
from getdocs.read.reader import read_page

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
TRICKY = st.text(alphabet="ab1 *_`~[]()<>!#+-=|\\.:&;x/\"'$^{}\u00e9", max_size=30)


def shown(markdown: str) -> str:
    """The text that a reader of the Markdown sees."""
    inline = [child for token in MARKDOWN.parse(markdown) for child in token.children or []]
    return "".join(child.content if child.type in {"text", "code_inline"} else " " for child in inline)


def page(html: str) -> str:
    return read_page(
        Snapshot("https://docs.example/page", 200, f"<main>{html}</main>", "", "https://docs.example/page")
    ).markdown


def as_html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@settings(max_examples=150, deadline=None)
@given(TRICKY)
def test_text_that_looks_like_markdown_reads_back_as_the_same_text(text: str) -> None:
    markdown = page(f"<p>{as_html(text)}</p>")
    assert shown(markdown).strip(" ") == " ".join(part for part in text.split(" ") if part)
    assert [token.type for token in MARKDOWN.parse(markdown)] in ([], ["paragraph_open", "inline", "paragraph_close"])


@settings(max_examples=150, deadline=None)
@given(st.lists(TRICKY, min_size=1, max_size=4))
def test_text_that_is_split_over_inline_elements_reads_back_as_the_same_text(texts: list[str]) -> None:
    markdown = page("<p>" + "<span></span>".join(f"<span>{as_html(text)}</span>" for text in texts) + "</p>")
    whole = "".join(texts)
    assert shown(markdown).strip(" ") == " ".join(part for part in whole.split(" ") if part)


@settings(max_examples=150, deadline=None)
@given(TRICKY)
def test_inline_code_reads_back_byte_for_byte(text: str) -> None:
    code = " ".join(part for part in text.split(" ") if part)
    tokens = [
        child
        for token in MARKDOWN.parse(page(f"<p>a <code>{as_html(code)}</code> b</p>"))
        for child in token.children or []
    ]
    assert [token.content for token in tokens if token.type == "code_inline"] == ([code] if code else [])


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab `~\n\t<>&*#", max_size=40).map(lambda text: text.strip("\n ")))
def test_a_code_block_reads_back_byte_for_byte(text: str) -> None:
    code = text.rstrip()
    blocks = [
        token.content
        for token in MARKDOWN.parse(page(f"<pre><code>x{as_html(code)}</code></pre>"))
        if token.type == "fence"
    ]
    assert blocks == [f"x{code}\n"]


@settings(max_examples=150, deadline=None)
@given(TRICKY)
def test_a_cell_reads_back_as_the_same_text_and_never_breaks_its_row(text: str) -> None:
    markdown = page(f"<table><tr><th>A</th><th>B</th></tr><tr><td>{as_html(text)}</td><td>end</td></tr></table>")
    cells = [token for token in MARKDOWN.parse(markdown) if token.type == "inline"]
    assert [cell.content for cell in cells][-1] == "end"
    assert len(cells) == 4


@pytest.mark.parametrize(
    "text",
    ["2 * 3 * 4", "snake_case_name", "list[int] is a type", "a - b", "x > y", "50%", "C# and F#", "~/path", "f(x)"],
)
def test_ordinary_text_is_left_readable(text: str) -> None:
    assert prose(text) == text


@pytest.mark.parametrize(
    "url",
    [
        "https://h.example/a(b",
        "https://h.example/a)b(c",
        "https://h.example/w_(x)",
        "https://h.example/?a&copy;b",
        "mailto:a@h.example",
    ],
)
def test_a_destination_reads_back_as_the_same_url(url: str) -> None:
    (inline,) = (token for token in MARKDOWN.parse(f"[x]({destination(url)})") if token.type == "inline")
    assert [child.attrGet("href") for child in inline.children or [] if child.type == "link_open"] == [url]


def test_a_code_span_is_fenced_by_more_backticks_than_it_holds() -> None:
    assert code_span("a``b`c") == "```a``b`c```"


def test_a_fence_is_longer_than_any_fence_inside() -> None:
    assert fence("````\nx\n````", "md").startswith("`````md\n")
