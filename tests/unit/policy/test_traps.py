import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.policy.traps import MAX_PARAMETERS, MAX_QUERY, MAX_SEGMENTS, NUMBERED, pattern, trap

HOST = "https://docs.example"
LAB = Path.home() / ".cache" / "getdocs-lab" / "sites"

WORDS = st.sampled_from(["a", "b", "api", "2024", "01", "v2", "calendar", "may-2024", "%E4%B8%AD", "", "x=1", "a;v=1"])
URLS = st.one_of(
    st.text(max_size=60),
    st.builds("https://docs.example/{}".format, st.text(max_size=60)),
    st.builds(
        lambda path, query, route: f"{HOST}/{'/'.join(path)}?{'&'.join(query)}#/{'/'.join(route)}",
        st.lists(WORDS, max_size=24),
        st.lists(WORDS, max_size=18),
        st.lists(WORDS, max_size=8),
    ),
)


def most(url: str, variants: int = 100) -> int | None:
    shared = pattern(url, max_variants=variants)
    return shared.most if shared else None


def name(url: str) -> str | None:
    shared = pattern(url, max_variants=100)
    return shared.name if shared else None


@pytest.mark.parametrize(
    "path",
    [
        "/a/a/a/",
        "/docs/a/a/a/page.html",
        "/infra/www/infra/www/infra/www/common/",
        "/a/b/c/a/b/c/a/b/c",
        "/x/a/b/a/b/a/b/y",
        "/index.php/index.php/index.php",
        "/a////b",
        "/#/a/a/a",
        "/#!/guide/a/b/a/b/a/b",
    ],
)
def test_what_follows_upon_itself_twice_is_a_trap(path):
    assert trap(HOST + path) is not None


@pytest.mark.parametrize(
    "path",
    [
        "/a/a/",
        "/apidocs/com/example/com/example/Foo.html",
        "/serde/latest/serde/ser/index.html",
        "/src/std/up/up/backtrace/src/backtrace/mod.rs.html",
        "/docs/api/v1/docs/api/v1/index.html",
        "/alloc/alloc/fn.alloc.html",
        "/2010/10/10/",
        "/statutes/1/1/1/1",
        "/api/apis/api.html",
        "/a/a/#/a/a",
        "/guide/#top",
        "/",
        "",
    ],
)
def test_a_path_that_repeats_itself_as_honest_ones_do_is_no_trap(path):
    assert trap(HOST + path) is None


def test_a_path_that_mixes_its_folders_without_a_row_is_a_trap_before_long():
    words = [""]
    visited = 0
    while words:
        words = [f"{word}{letter}/" for word in words for letter in "ab" if trap(f"{HOST}/{word}{letter}/") is None]
        visited += len(words)
    assert visited < 150


def test_the_number_of_segments_is_bounded():
    path = "".join(f"/s{number}" for number in range(MAX_SEGMENTS))
    assert trap(f"{HOST}{path}/") is None
    assert trap(f"{HOST}{path}/more") == f"more than {MAX_SEGMENTS} segments"
    assert trap(f"{HOST}/#{path}/more") == f"more than {MAX_SEGMENTS} segments"


@pytest.mark.parametrize(
    "query",
    [
        "q=" + "x" * MAX_QUERY,
        "&".join(f"p{number}=1" for number in range(MAX_PARAMETERS + 1)),
        "v=1&v=2&v=3&v=4&v=5&v=6",
        "a=1&b=2&a=1&b=2&a=1&b=2",
        "amp%25253Bp=3&p=2",
        "next=%25252Fa",
        "amp;amp;p=2",
    ],
)
def test_a_query_that_can_only_have_grown_is_a_trap(query):
    assert trap(f"{HOST}/list?{query}") is not None
    assert trap(f"{HOST}/#/list?{query}") is not None


@pytest.mark.parametrize(
    "query",
    [
        "",
        "&&&&",
        "title=Main_Page",
        "q=" + "x" * (MAX_QUERY - 2),
        "&".join(f"p{number}=1" for number in range(MAX_PARAMETERS)),
        "tag=a&tag=b&tag=c&tag=d&tag=e",
        "next=%2Fa%3Fb%3Dc%252Fd",
        "a=1&amp;b=2",
        "champ=camp;amplitude",
    ],
)
def test_a_query_such_as_forms_and_viewers_write_is_no_trap(query):
    assert trap(f"{HOST}/list?{query}") is None


def test_the_reason_stays_short_whatever_the_url():
    assert len(trap(f"{HOST}{('/' + 'a' * 900) * 3}") or "") < 100


@pytest.mark.parametrize(
    "path",
    ["", "/", "/guide/install", "/%E4%B8%AD%E6%96%87", "/#/guide/install", "/guide#step-2", "/?utm_source=x&gclid=1"],
)
def test_a_url_without_query_and_numbers_is_not_capped(path):
    assert pattern(HOST + path, max_variants=100) is None


@pytest.mark.parametrize("url", ["mailto:a1@b.example", "http://[", "", "/relative/1?x=2", "javascript:1"])
def test_what_is_no_web_page_is_not_capped(url):
    assert pattern(url, max_variants=100) is None


def test_all_queries_of_one_path_are_capped_together():
    urls = [f"{HOST}/list?{query}" for query in ("sort=a", "sort=b&dir=up", "tags=a,b,c", "page=2", "start", "id=7")]
    assert {(name(url), most(url)) for url in urls} == {("docs.example/list?*", 100)}


@pytest.mark.parametrize("other", ["/lists?a=1", "/list/x?a=1", "/#/list?a=1"])
def test_queries_of_another_path_or_route_are_counted_apart(other):
    assert name(HOST + other) != name(f"{HOST}/list?a=1")


def test_hosts_and_ports_are_counted_apart():
    assert len({name(f"https://{host}/list?a=1") for host in ("a.example", "b.example", "a.example:8443")}) == 3


def test_numbers_in_the_path_do_not_multiply_the_queries():
    assert len({name(f"{HOST}/cal/{year}?m={month}") for year in range(2000, 2100) for month in range(1, 13)}) == 1
    assert most(f"{HOST}/cal/5?m=1") == most(f"{HOST}/cal/2024?m=1") == 100


def test_what_the_visitor_brings_along_is_no_variant():
    assert name(f"{HOST}/ref/17.html?utm_source=nav&sid=8a7") == name(f"{HOST}/ref/17.html")


@pytest.mark.parametrize("query", ["title=Install", "id=wiki:install", "page=intro", "topic=a/b.html", "id=KB0012"])
def test_a_query_that_names_a_page_counts_like_a_path_with_numbers(query):
    assert most(f"{HOST}/doku.php?{query}") == NUMBERED


@pytest.mark.parametrize("query", ["title=Install&action=edit", "id=start&do=media", "page=2", "id=", "title"])
def test_a_query_that_does_more_or_counts_on_is_a_variant(query):
    assert most(f"{HOST}/doku.php?{query}") == 100


@pytest.mark.parametrize("path", ["/rfc/rfc{}", "/ref/{}.html", "/3.{}/library/os", "/2024/{}/", "/#/chapter-{}"])
def test_paths_that_differ_in_numbers_only_share_a_wide_cap(path):
    assert len({name(HOST + path.format(number)) for number in range(1000)}) == 1
    assert most(HOST + path.format(7)) == NUMBERED


def test_posts_of_a_dated_blog_are_not_counted_together():
    assert name(f"{HOST}/2024/01/02/hello/") != name(f"{HOST}/2024/01/03/goodbye/")


def test_digits_of_escapes_tell_pages_apart():
    assert name(f"{HOST}/%E4%B8%AD/1") != name(f"{HOST}/%E5%B9%B3/1")


@pytest.mark.parametrize(
    "path",
    [
        "/calendar/2024",
        "/calendar/2024/",
        "/calendar/2024/01/02",
        "/calendar/01/2024",
        "/calendar/2024-01",
        "/calendar/2024-01.html",
        "/calendar/20240102",
        "/calendar/2024/w05",
        "/calendar/may-2024",
        "/calendar/2024/January",
        "/calendar/2024/01?view=list",
    ],
)
def test_all_dates_of_one_calendar_are_capped_together_and_tightly(path):
    assert (name(HOST + path), most(HOST + path)) == ("docs.example/calendar/[date]", 100)


@pytest.mark.parametrize(
    "path", ["/events/month/2024-05", "/team/week/2024/07", "/days/2024/05", "/#/calendar/2024/01", "/kalender/2024"]
)
def test_calendars_go_by_several_names(path):
    assert most(HOST + path) == 100


@pytest.mark.parametrize(
    "path", ["/calendar/17.html", "/events/4711", "/release-notes/2024-01-02", "/archive/2024/01", "/calendars/api-v2"]
)
def test_numbers_that_are_no_dates_and_dates_outside_a_calendar_have_the_wide_cap(path):
    assert most(HOST + path) == NUMBERED


def test_a_page_named_below_a_date_is_counted_by_its_name():
    assert name(f"{HOST}/events/2024/05/picnic") != name(f"{HOST}/events/2024/05/concert")


def test_without_a_limit_of_variants_nothing_is_capped():
    for path in ("/list?a=1", "/calendar/2024/01", "/rfc/rfc1"):
        assert most(HOST + path, 0) is None


def test_the_wide_cap_rises_with_the_variants_and_never_falls_below_its_floor():
    assert [most(f"{HOST}/rfc/rfc1", variants) for variants in (1, 100, 2000)] == [NUMBERED, NUMBERED, 20000]


@given(URLS)
def test_no_text_makes_it_raise_and_equal_text_has_equal_answers(url):
    assert trap(url) == trap(url)
    assert pattern(url, max_variants=7) == pattern(url, max_variants=7)


@given(URLS, st.sampled_from(["a", "a/b", "a/b/c"]))
def test_no_path_can_go_on_repeating_itself(url, loop):
    assert trap(f"{HOST}/{url.partition('?')[0].partition('#')[0]}/{loop}/{loop}/{loop}/") is not None


@given(st.lists(st.integers(min_value=0), min_size=1, max_size=6), st.lists(st.integers(min_value=0), min_size=6))
def test_other_numbers_in_the_same_places_make_the_same_pattern(some, others):
    first, second = ("".join(f"/p-{number}" for number in numbers[: len(some)]) for numbers in (some, others))
    assert name(HOST + first) == name(HOST + second)


@pytest.mark.parametrize(
    "site",
    [
        "docsify",
        "docsify-history",
        "git-doc",
        "httpx",
        "python-doc",
        "redoc",
        "redux-toolkit",
        "rust-book",
        "vitepress",
    ],
)
def test_no_page_of_an_honest_documentation_is_kept_out(site):
    facts = LAB / site / "site.json"
    if not facts.is_file():
        pytest.skip(f"{site} is not built in {LAB}")
    told = json.loads(facts.read_text())
    urls = [HOST + page["path"] for kind in ("pages", "aux") for page in told[kind]]
    assert [url for url in urls if trap(url)] == []
    shared = [found for url in urls if (found := pattern(url, max_variants=100)) is not None]
    counts = Counter(found.name for found in shared)
    assert [found.name for found in shared if counts[found.name] > found.most] == []
