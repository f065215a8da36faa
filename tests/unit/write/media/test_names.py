"""Where assets stand: one file for each URL, on every file system, and never outside of `_media`."""

import unicodedata
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getdocs.write.media.kinds import kind_of
from getdocs.write.media.names import identity, is_media_path, media_path

PNG = kind_of(b"\x89PNG\r\n\x1a\n")
JPEG = kind_of(b"\xff\xd8\xff\xe0")
ZIP = kind_of(b"PK\x03\x04")
H = "https://h.example"


@pytest.mark.parametrize(
    ("url", "path"),
    [
        (f"{H}/img/a.png", "_media/h.example/img/a.png"),
        (f"{H}/a.png?v=1", "_media/h.example/a.png%3fv=1~.png"),
        (f"{H}/logo", "_media/h.example/logo~.png"),
        (f"{H}/", "_media/h.example/index~.png"),
        (f"{H}/a.jpg", "_media/h.example/a.jpg~.png"),
        (f"{H}/a.png#part", "_media/h.example/a.png"),
        ("https://other.example:8443/img/a.png", "_media/other.example%3a8443/img/a.png"),
        (f"{H}/a.png/b.png", "_media/h.example/a.png~/b.png"),
        (f"{H}/a.html", "_media/h.example/a.html~.png"),
        (f"{H}/con.png", "_media/h.example/%63on.png"),
        (f"{H}/.png", "_media/h.example/%2epng~.png"),
    ],
)
def test_a_name_is_that_of_the_url_and_ends_in_its_type(url, path):
    assert str(media_path(url, PNG)) == path


@pytest.mark.parametrize(
    ("raw", "escaped"), [("a|b.png", "a%7Cb.png"), ("a[1].png", "a%5B1%5D.png"), ("a.png?{x}^", "a.png?%7Bx%7D%5E")]
)
def test_an_asset_is_the_same_in_the_spelling_that_markdown_needs(raw, escaped):
    assert identity(f"{H}/{raw}") == identity(f"{H}/{escaped}")


@pytest.mark.parametrize("name", ["../../x.png", "..%2f..%2fx.png", "%2e%2e/%2e%2e/x.png", "..\\..\\x.png", "a%00.png"])
def test_no_name_leads_out_of_the_folder(name):
    path = media_path(f"{H}/a/{name}", PNG)
    assert path.parts[:2] == ("_media", "h.example")
    assert ".." not in path.parts
    assert is_media_path(str(path))


@pytest.mark.parametrize("path", ["a.png", "_media", "_media/../a", "/_media/a", "_mediax/a", "../_media/a", ""])
def test_what_stands_elsewhere_is_no_path_of_an_asset(path):
    assert not is_media_path(path)


def test_a_name_of_its_type_stays_whatever_else_the_type_may_be_called():
    assert media_path(f"{H}/a.jpeg", JPEG).name == "a.jpeg"
    assert media_path(f"{H}/a.docx", ZIP).name == "a.docx"
    assert media_path(f"{H}/A.JPG", JPEG).name == "A.JPG~1d~.jpg"


def test_scheme_credentials_and_fragment_make_no_other_asset():
    assert identity("http://u:p@h.example/a?x#f") == identity("https://h.example/a?x")
    assert identity("https://h.example/a?x") != identity("https://h.example/a")
    assert identity("data:image/png;base64,AAAA") == ""


segments = st.sampled_from(
    ["a", "A", "a.png", "A.png", "a.PNG", "a.png~", "a~.png", "index", "", "a.jpg", "ä.png", "a%CC%88.png", "%61.png",
     "a.md", "a.html", "con", "a.", "a%3fb.png", "_media", "x" * 300, "a~1.png", ".."]
)  # fmt: skip
addresses = st.builds(
    lambda host, parts, query: f"https://{host}/{'/'.join(parts)}{query}",
    st.sampled_from(["h.example", "x.zip", "h.example:444"]),
    st.lists(segments, min_size=1, max_size=4),
    st.sampled_from(["", "?a.png", "?A", "?a"]),
)


def folded(path):
    return unicodedata.normalize("NFC", str(path).casefold())


@settings(max_examples=400)
@given(addresses, addresses, st.sampled_from([PNG, JPEG]), st.sampled_from([PNG, JPEG]))
def test_two_urls_have_two_paths_and_no_file_is_a_folder(one, other, kind, other_kind):
    first, second = media_path(one, kind), media_path(other, other_kind)
    if identity(one) != identity(other):
        assert folded(first) != folded(second)
    assert not folded(second).startswith(f"{folded(first)}/")
    assert all(len(part.encode()) <= 255 for part in first.parts)


def test_every_pair_of_odd_urls_has_two_paths():
    names = ["a", "a.png", "A.png", "a~.png", "a.png~.png", "", "index", "index~.png", "a?.png", "a%3f.png", "a.png/b"]
    urls = {identity(url): url for url in (f"{H}/{name}" for name in names)}
    paths = [folded(media_path(url, kind)) for url, kind in product(urls.values(), [PNG])]
    assert len(set(paths)) == len(paths) == len(names)
