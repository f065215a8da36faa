"""How links between files are written, and that they mean what they were made for."""

import posixpath
import random
from urllib.parse import unquote, urljoin

import pytest

from getdocs.write.paths import page_path
from getdocs.write.relink.relative import meant, written


@pytest.mark.parametrize(
    ("start", "to", "fragment", "link"),
    [
        ("a.md", "b.md", "", "b.md"),
        ("a.md", "b.md", "c", "b.md#c"),
        ("a.md", "a.md", "c", "#c"),
        ("x/a.md", "x/a.md", "", "a.md"),
        ("x/a.md", "b.md", "", "../b.md"),
        ("a.md", "x/b.md", "", "x/b.md"),
        ("x/y/a.md", "x/z/b.md", "", "../z/b.md"),
        ("x/a.md", "x.md/b.md", "", "../x.md/b.md"),
        ("a.md", "a b (c).md", "", "a%20b%20%28c%29.md"),
        ("a.md", "a%2fb%23~1.md", "", "a%252fb%2523~1.md"),
        ("a.md", "ä/文.md", "", "%C3%A4/%E6%96%87.md"),
        ("a.md", "b&amp;c.md", "", "b%26amp%3Bc.md"),
        ("a.md", "b.md", "über (x)", "b.md#über%20%28x%29"),
        ("a.md", "b.md", "a|b<c>", "b.md#a%7Cb%3Cc%3E"),
        ("a.md", "b.md", "dt#x", "b.md#dt#x"),
    ],
)
def test_a_link_is_relative_and_escaped(start, to, fragment, link):
    assert written(start, to, fragment) == link


@pytest.mark.parametrize("link", ["http://h/a", "mailto:a@b", "//h/a", "/a", "../../a.md", "..", ""])
def test_what_is_no_link_to_a_file_of_the_folder_means_none(link):
    assert meant("x/a.md", link) is None


@pytest.mark.parametrize(
    ("link", "place"),
    [
        ("#b", ("x/a.md", "b")),
        ("b.md?c#d", ("x/b.md", "d")),
        ("../b.md", ("b.md", "")),
        ("./b.md#%C3%A4", ("x/b.md", "ä")),
    ],
)
def test_a_relative_link_means_a_file_and_a_place(link, place):
    assert meant("x/a.md", link) == place


_PIECES = "a B é 文 %20 %28 %29 %25 %23 %3f & ; ' \" ~ + = @ , ! $ * [ ] { } ^ ` | %2f %5c %C3%A9 .".split()


def test_whoever_joins_and_unquotes_finds_the_file_whatever_the_url():
    rng = random.Random(3)
    paths = []
    for _ in range(2000):
        segments = ["".join(rng.choice(_PIECES) for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(1, 4))]
        paths.append(str(page_path("https://docs.example/" + "/".join(segments), "docs.example")))
    for start, to in zip(paths, reversed(paths), strict=True):
        link = written(start, to)
        assert meant(start, link) == (to, "")
        # As a browser does it, with the folder at the root of a site.
        base = "file:///out/" + "/".join(map(_quoted, start.split("/")))
        assert unquote(urljoin(base, link)).removeprefix("file:///out/") == to
        # As MkDocs does it.
        assert posixpath.normpath(posixpath.join(posixpath.dirname(start), unquote(link))) == to


def _quoted(segment: str) -> str:
    return "".join(f"%{byte:02X}" for byte in segment.encode())


def test_any_fragment_comes_back():
    rng = random.Random(4)
    for _ in range(2000):
        fragment = "".join(
            chr(rng.choice((rng.randint(32, 126), rng.randint(160, 0x2FF), rng.randint(0x4E00, 0x4EFF))))
            for _ in range(8)
        )
        assert meant("a.md", written("a.md", "b.md", fragment)) == ("b.md", fragment)
