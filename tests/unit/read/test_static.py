import pytest

from getdocs.model import Response
from getdocs.read.static import snapshot_of

URL = "https://docs.example/guide/page"


def response(body: bytes, content_type: str | None = "text/html") -> Response:
    return Response(URL, 200, (("content-type", content_type),) if content_type else (), body)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("<p>é</p>".encode(), "text/html; charset=utf-8"),
        ("<p>é</p>".encode("latin-1"), "text/html; charset=iso-8859-1"),
        (b"\xef\xbb\xbf" + "<p>é</p>".encode(), "text/html; charset=iso-8859-1"),
        ("<p>é</p>".encode("utf-16"), "text/html"),
        ("<meta charset=windows-1251><p>é</p>".encode(), "text/html; charset=utf-8"),
        ("<p>é</p>".encode(), None),
        ("<p>é</p>".encode("cp1252"), None),
    ],
    ids=[
        "header",
        "header-latin",
        "bom-beats-header",
        "utf-16-bom",
        "header-beats-meta",
        "guessed-utf-8",
        "guessed-western",
    ],
)
def test_a_body_is_decoded_as_the_html_standard_says(body: bytes, content_type: str | None) -> None:
    assert "<p>é</p>" in snapshot_of(response(body, content_type)).html


def test_the_meta_charset_counts_where_the_header_names_none() -> None:
    body = "<meta charset=windows-1251><p>привет</p>".encode("cp1251")
    assert "привет" in snapshot_of(response(body)).html


def test_the_title_is_on_one_line() -> None:
    assert snapshot_of(response(b"<title> A\n  &amp; B </title><svg><title>no</title></svg>")).title == "A & B"


def test_the_base_is_the_first_base_element_made_absolute() -> None:
    assert snapshot_of(response(b"<base href=/v3/><base href=/v4/>")).base_url == "https://docs.example/v3/"


@pytest.mark.parametrize("base", [b"", b"<base href='javascript:1'>", b"<base href='http://['>", b"<base target=x>"])
def test_the_base_is_the_url_where_no_usable_one_is_given(base: bytes) -> None:
    assert snapshot_of(response(base)).base_url == URL


def test_bytes_that_are_no_text_do_not_raise() -> None:
    assert snapshot_of(response(bytes(range(256)))).url == URL
