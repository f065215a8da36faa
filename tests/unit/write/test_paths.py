import random
import unicodedata
from pathlib import PurePosixPath

import pytest

from getdocs import urls
from getdocs.write.paths import EXPORTS, MAX_NAME, MAX_PATH, html_path, page_path

HOME = "docs.example"
DEVICES = {"con", "prn", "aux", "nul"} | {f"{port}{digit}" for port in ("com", "lpt") for digit in range(10)}


def path(rest: str) -> str:
    return str(page_path(f"https://{HOME}{rest}", HOME))


def collision_key(name: str) -> str:
    """What a file system that ignores case and normalisation compares."""
    return unicodedata.normalize("NFC", name).casefold()


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("", "index.md"),
        ("/", "index.md"),
        ("/guide/intro", "guide/intro.md"),
        ("/guide/", "guide/index.md"),
        ("/guide/intro/", "guide/intro/index.md"),
        ("/library/os.html", "library/os.html.md"),
        ("/library/index.html", "library/index.html.md"),
        ("/notes.md", "notes.md.md"),
        ("/a?x=1", "a%3fx=1.md"),
        ("/?page=2", "index%3fpage=2.md"),
        ("/a%20b/caf%C3%A9", "a b/café.md"),
        ("/a#part", "a.md"),
        ("/@scope/pkg@1.2", "@scope/pkg@1.2.md"),
    ],
)
def test_ordinary_urls_keep_their_path(rest, expected):
    assert path(rest) == expected


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("/#/", "index.md"),
        ("/#/guide/x", "_routes/guide/x.md"),
        ("/docs/#/guide/", "docs/_routes/guide/index.md"),
        ("/docs#/guide", "docs~routes/guide.md"),
        ("/index.html#!/guide?v=2", "index.html~routes!/guide%3fv=2.md"),
        ("/#/guide?id=heading", "_routes/guide.md"),
        ("/#/../../etc/passwd", "_routes/etc/passwd.md"),
    ],
)
def test_hash_routes_stand_in_a_folder_of_their_own(rest, expected):
    assert path(rest) == expected


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("/README", "README~3f.md"),
        ("/java/util/ArrayList.html", "java/util/ArrayList.html~21.md"),
        ("/Guide/x", "Guide~1/x.md"),
        ("/a/index", "a/index~.md"),
        ("/a//b", "a/~/b.md"),
        ("/_routes/x", "_routes~/x.md"),
        ("/crawl.json/x", "crawl.json~/x.md"),
        ("/x/crawl.json/x", "x/crawl.json/x.md"),
        ("/_media/x", "_media~/x.md"),
        ("/_hosts/x", "_hosts~/x.md"),
        ("/a.md/b", "a.md~/b.md"),
        ("/a.html/b", "a.html~/b.md"),
        ("/.getdocs/state", "%2egetdocs/state.md"),
        ("/Guide~1", "Guide%7e1~1.md"),
    ],
)
def test_a_name_that_would_be_misread_is_marked(rest, expected):
    assert path(rest) == expected


@pytest.mark.parametrize(
    ("rest", "start"),
    [
        ("/a/..%2f..%2f..%2fetc%2fcron.d%2fx", "a/%2e.%2f..%2f..%2fetc%2fcron.d%2fx~"),
        ("/%2e%2e/%2e%2e/x", "x.md"),
        ("/%5c..%5c..%5cw", "%5c..%5c..%5cw~"),
        ("/C:%5Cx", "C%3a%5cx~1.md"),
        ("/a%00b", "a%00b.md"),
        ("/a%0Ab", "a%0ab.md"),
        ("/a%1Bb", "a%1bb.md"),
        ("/a%C2%9Bb", "a%c2%9bb.md"),
        ("/a%E2%80%AEb", "a%e2%80%aeb.md"),
        ("/a%FFb", "a%ffb.md"),
        ("/CON", "%43ON~18.md"),
        ("/aux.html", "%61ux.html.md"),
        ("/nul/x", "%6eul/x.md"),
        ("/com1", "%63om1.md"),
        ("/x.", "x%2e.md"),
        ("/x./y", "x%2e/y.md"),
        ("/x%20", "x%20.md"),
        ("/a:b", "a%3ab.md"),
    ],
)
def test_hostile_names_of_group_f_are_harmless(rest, start):
    assert path(rest).startswith(start)


def test_every_spelling_of_one_stem_has_its_own_file():
    rests = [
        "/a",
        "/a/",
        "/a.html",
        "/a.md",
        "/a/index.html",
        "/a/index",
        "/a?x=1",
        "/a/b",
        "/A",
        "/a//",
        "/%61",
        "/?B",
        "/index?B",
    ]
    assert len({collision_key(path(rest)) for rest in rests}) == len(rests)


def test_letters_that_differ_only_in_normalisation_have_two_files():
    assert collision_key(path("/%C3%A9")) != collision_key(path("/e%CC%81"))


def test_two_spellings_of_one_escape_have_two_files():
    assert collision_key(path("/caf%C3%A9")) != collision_key(path("/caf%c3%a9"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/stra%C3%9Fe", "/strasse"),  # sharp s
        ("/%CF%82", "/%CF%83"),  # final sigma
        ("/%E2%84%AA", "/K"),  # Kelvin sign
        ("/%C7%84", "/%C7%85"),  # capital and title case of one letter
        ("/%E1%8E%A0", "/%EA%AD%B0"),  # Cherokee folds to its capitals
    ],
)
def test_letters_that_casefold_into_others_have_their_own_file(one, other):
    assert collision_key(path(one)) != collision_key(path(other))


def test_letters_with_one_capital_have_two_files_where_capitals_are_compared():
    assert path("/%C4%B1").upper() != path("/i").upper()


def test_capitals_too_far_on_to_be_counted_are_covered_by_a_digest():
    assert len(path("/" + "a" * 70 + "B").removesuffix(".md").partition("~")[2]) == 16


def test_scheme_and_credentials_do_not_count():
    assert page_path("http://user:pw@docs.example/a", HOME) == page_path("https://docs.example/a", HOME)


@pytest.mark.parametrize(
    ("url", "home", "expected"),
    [
        ("https://api.example/a", HOME, "_hosts/api.example/a.md"),
        ("https://docs.example:8080/a", HOME, "_hosts/docs.example%3a8080/a.md"),
        ("https://docs.example/a", None, "docs.example/a.md"),
        ("http://[::1]:9200/", None, "[%3a%3a1]%3a9200/index.md"),
        ("http://crawl.json/", None, "crawl.json~/index.md"),
        ("http://con/", None, "%63on/index.md"),
        ("http://_media/a", None, "_media~/a.md"),
    ],
)
def test_a_host_that_is_not_home_has_a_folder(url, home, expected):
    assert str(page_path(url, home)) == expected


def test_a_long_segment_is_cut_and_told_from_its_neighbour():
    first, second = path("/" + "x" * 300 + "1"), path("/" + "x" * 300 + "2")
    assert first[:200] == second[:200]
    assert first != second


def test_a_long_segment_is_cut_between_letters():
    name = path("/" + "%E6%96%87" * 120)
    assert name.startswith("文" * 70)
    assert len(name.encode()) <= 255


def test_a_deep_path_keeps_its_first_folders():
    deep = path("/" + "/".join(["b" * 50] * 30))
    assert deep.startswith("b" * 50 + "/" + "b" * 50 + "/")
    assert len(deep.encode()) <= MAX_PATH


def test_what_is_no_web_page_has_no_path():
    with pytest.raises(ValueError, match="mailto"):
        page_path("mailto:a@b", HOME)


def test_the_html_stands_beside_its_page():
    assert html_path(PurePosixPath("a/b.html.md")) == PurePosixPath("a/b.html.html")


_PIECES = (
    *"abAB019-_.~%:;,@!$&'()*+=[] |\\?#/",
    *".. . %2e %2E %2f %2F %5C %00 %25 %7E %7e %zz %C3%A9 %c3%a9 e%CC%81 %C3%89 %C3%9F ss SS %E1%BA%9E".split(),
    *"%CF%82 %CF%83 %CE%A3 %C4%B0 %C4%B1 i I %E2%84%AA k K %EF%AC%81 fi %FF %C3 %A9 %ED%A0%80 %E2%80%AE".split(),
    *"%41 %61 index index.html Index con CON aux.html nul. com1 README crawl.json .getdocs _hosts _media".split(),
    *"_routes _routes! a.md a.html a~1 a~ ~ ~routes 文 é %F0%9F%98%80 %CD%85 %E1%BE%B3 %C2%A0 %20 \u202e".split(),
    *"%C7%84 %C7%85 %C5%BF %E1%8E%A0 %EA%AD%B0 %DF%BF".split(),
    "x" * 250,
    "%E6%96%87" * 90,
)


def _segment(rng: random.Random) -> str:
    return "".join(rng.choice(_PIECES) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 4))))


def _generated(rng: random.Random) -> str:
    host = rng.choice([HOME, HOME, HOME, HOME.upper(), f"{HOME}:8080", "api.example", "crawl.json", "_hosts", "[::1]"])
    depth = 30 if rng.random() < 0.01 else rng.choice((0, 1, 1, 1, 2, 2, 3))
    url = f"{rng.choice(('http', 'https'))}://{host}/" + "/".join(_segment(rng) for _ in range(depth))
    if rng.random() < 0.3:
        url += "?" + _segment(rng)
    if rng.random() < 0.3:
        url += rng.choice(("#/", "#!/", "#")) + "/".join(_segment(rng) for _ in range(rng.choice((1, 2, 3))))
    return url


def _variant(url: str, rng: random.Random) -> str:
    """A near neighbour: the kind of URL that a careless rule gives the same path."""
    at = rng.randrange(url.index("/", 8), len(url))
    return rng.choice(
        [
            url + "/",
            url + "index",
            url + ".html",
            url + ".md",
            url + "?",
            url + "~1",
            url[:at] + url[at:].swapcase(),
            url[:at] + f"%{ord(url[at]) & 0xFF:02X}" + url[at + 1 :],
            url[:at] + rng.choice(_PIECES) + url[at:],
            unicodedata.normalize("NFD", url),
        ]
    )


def _exact(url: str) -> str | None:
    """The whole of a URL that counts for its path; None where it is none."""
    parsed = urls.parse(urls.page_url(url))
    if parsed is None or not urls.is_web(parsed):
        return None
    # A router's start view is what the URL shows without it.
    route = "" if parsed.route in {"/", "!/"} else parsed.route
    return f"{parsed.netloc}{parsed.path}{parsed.search}#{route}"


@pytest.fixture(scope="module")
def generated() -> dict[str, str]:
    """100,000 distinct URLs, by what counts of them."""
    rng = random.Random(7)
    found: dict[str, str] = {}
    while len(found) < 100_000:
        url = _generated(rng)
        for candidate in (url, _variant(url, rng), _variant(url, rng)):
            exact = _exact(candidate)
            if exact is not None:
                found.setdefault(exact, candidate)
    return found


@pytest.fixture(scope="module")
def paths(generated: dict[str, str]) -> list[PurePosixPath]:
    return [page_path(url, HOME) for url in generated.values()]


def test_no_two_urls_share_a_path_on_any_file_system(paths):
    assert len({collision_key(str(each)) for each in paths}) == len(paths)


def test_no_page_or_its_html_stands_where_a_folder_must(paths):
    files = {collision_key(str(each)) for each in paths} | {collision_key(str(html_path(each))) for each in paths}
    folders = {collision_key(str(folder)) for each in paths for folder in each.parents}
    assert files.isdisjoint(folders)


def test_every_path_is_inside_the_folder_and_clear_of_our_own_files(paths):
    for each in paths:
        assert not each.is_absolute()
        assert not any(part.startswith(".") for part in each.parts)
        assert each.suffix == ".md"
        assert each.parts[0].casefold() not in {"crawl.json", "_media", *EXPORTS}


@pytest.mark.parametrize("name", EXPORTS)
@pytest.mark.parametrize("below", ["", "/", "/a", "?a", "#/a"])
@pytest.mark.parametrize("home", [HOME, None])
def test_no_page_is_in_the_way_of_what_a_crawl_is_exported_to(name, below, home):
    for url in (f"https://{HOME}/{name}{below}", f"https://{HOME}/{name.upper()}{below}", f"https://{name}/x"):
        path = page_path(url, home)
        assert name not in [str(each).casefold() for each in (path, *path.parents, html_path(path))]


def test_every_name_is_allowed_on_every_file_system(paths):
    for name in {part for each in paths for part in each.parts}:
        assert len(name.encode()) <= 255
        assert name == unicodedata.normalize("NFC", name)
        assert not set(name) & set('<>:"/\\|?*')
        assert name.isprintable()
        assert not name.endswith((".", " "))
        assert not name.startswith(" ")
        assert name.split(".")[0].rstrip().casefold() not in DEVICES


def test_every_path_leaves_room_for_the_output_folder(paths):
    assert max(len(str(each).encode()) for each in paths) <= MAX_PATH
    assert max(len(part.encode()) for each in paths for part in each.parts) <= MAX_NAME + len("~routes!")


def test_the_order_of_urls_does_not_matter(generated, paths):
    last = list(generated.values())[-10_000:]
    assert [page_path(url, HOME) for url in reversed(last)] == paths[:-10_001:-1]
