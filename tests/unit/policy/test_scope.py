from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.config import CrawlConfig
from getdocs.policy.scope import Scope, seed_folder


def scope(*seeds: str, **settings: object) -> Scope:
    return Scope.of(CrawlConfig(seeds=seeds, **settings))


DOCS = scope("https://example.com/docs")


@pytest.mark.parametrize(
    "path", ["/docs", "/docs/", "/docs/a", "/docs/a/b.html?x=1#top", "/docs//a", "/%64ocs/a", "/x/../docs/a"]
)
def test_what_lies_at_or_below_the_seed_is_in_scope(path):
    assert DOCS.refusal(f"https://example.com{path}") is None


@pytest.mark.parametrize(
    "path", ["/", "/docs2", "/docs.html", "/Docs/a", "//docs/a", "/blog/docs/", "/docs%2Fa", "/doc"]
)
def test_what_lies_elsewhere_on_the_host_is_out_of_scope(path):
    assert DOCS.refusal(f"https://example.com{path}") is not None


@pytest.mark.parametrize(
    "path",
    [
        "/docs/../private",
        "/docs/%2e%2e/private",
        "/docs/.%2E/private",
        "/docs/..%2fprivate",
        "/docs/a/..%2F..%2Fprivate",
        "/docs/..%5cprivate",
        "/docs\\..\\private",
        "/docs/%2e%2e%2fprivate",
    ],
)
def test_no_spelling_of_a_dot_segment_leads_out_of_the_folder(path):
    assert DOCS.refusal(f"https://example.com{path}") is not None


def test_http_and_https_of_one_host_are_one():
    assert DOCS.refusal("http://example.com/docs/a") is None


@pytest.mark.parametrize(
    "host", ["evil-example.com", "example.com.evil.org", "www.example.com", "example.com:8443", "example.org"]
)
def test_another_host_is_out_of_scope_and_named(host):
    assert host in (DOCS.refusal(f"https://{host}/docs/a") or "")


@pytest.mark.parametrize(
    "url", ["mailto:me@example.com", "ftp://example.com/docs/a", "javascript:0", "data:,x", "/docs/a", "http://"]
)
def test_only_http_and_https_can_be_in_scope(url):
    assert DOCS.refusal(url) is not None


def test_an_explicit_default_port_is_no_port():
    assert DOCS.refusal("https://example.com:443/docs/a") is None


def test_a_port_of_the_seed_is_part_of_its_host():
    assert scope("http://localhost:8000/").refusal("http://localhost:8001/") == "host localhost:8001 is no Seed's"


def test_a_refusal_names_the_path_and_the_folder():
    assert DOCS.refusal("https://example.com/blog") == "path /blog is not below /docs"


@pytest.mark.parametrize(
    ("seed", "folder"),
    [
        ("https://h/guide/intro.html", "/guide"),
        ("https://h/guide/Intro.HTM", "/guide"),
        ("https://h/index.php?title=x", "/"),
        ("https://h/a/readme.md", "/a"),
        ("https://h/llms.txt", "/"),
        ("https://h/v1.2", "/v1.2"),
        ("https://h/docs/3.11", "/docs/3.11"),
        ("https://h/docs/3.11/", "/docs/3.11"),
        ("https://h/api/node.js", "/api/node.js"),
        ("https://h/guide/intro.html/", "/guide/intro.html"),
        ("https://h/guide/.html", "/guide/.html"),
        ("https://h", "/"),
        ("https://h/docs/", "/docs"),
        ("nonsense", "/"),
    ],
)
def test_a_seed_that_names_a_document_stands_for_its_folder(seed, folder):
    assert seed_folder(seed) == folder


def test_a_seed_at_the_root_takes_in_the_whole_host():
    assert scope("https://example.com").refusal("https://example.com/a/b") is None


def test_each_seed_opens_its_own_folder_on_its_own_host():
    both = scope("https://a.org/x", "https://b.org/y")
    assert [
        both.refusal(f"https://{where}") is None for where in ("a.org/x/1", "b.org/y/1", "a.org/y/1", "b.org/x/1")
    ] == [
        True,
        True,
        False,
        False,
    ]


def test_allow_backward_takes_in_the_whole_host_and_no_other():
    wide = scope("https://example.com/docs/a", allow_backward=True)
    assert wide.refusal("https://example.com/blog") is None
    assert wide.refusal("https://other.example.com/docs/a") is not None


def test_allow_subdomains_takes_in_the_hosts_below_whole():
    assert scope("https://example.com/docs", allow_subdomains=True).refusal("https://api.v2.example.com/any") is None


@pytest.mark.parametrize(
    "url", ["https://evil-example.com/", "https://example.com/blog", "https://api.example.com:8443/", "https://com/"]
)
def test_allow_subdomains_takes_in_nothing_else(url):
    assert scope("https://example.com/docs", allow_subdomains=True).refusal(url) is not None


@pytest.mark.parametrize("url", ["http://1.10.0.0.1/", "http://x.10.0.0.1/", "http://110.0.0.1/"])
def test_an_ip_address_has_no_subdomains(url):
    assert scope("http://10.0.0.1/", allow_subdomains=True).refusal(url) is not None


def test_an_include_must_match_the_whole_path():
    narrowed = scope("https://h/", include_paths=("/docs/*",))
    assert [narrowed.refusal(f"https://h{path}") is None for path in ("/docs/a/b", "/docs", "/x/docs/a")] == [
        True,
        False,
        False,
    ]


def test_a_seed_needs_no_include():
    assert scope("https://h/start", include_paths=("/start/docs/*",)).refusal("https://h/start/") is None


def test_an_exclude_holds_for_a_seed_too():
    assert scope("https://h/start", exclude_paths=("/start*",)).refusal("https://h/start") is not None


def test_an_exclude_wins_over_an_include():
    both = scope("https://h/", include_paths=("/docs/*",), exclude_paths=("*/old/*",))
    assert both.refusal("https://h/docs/old/a") == "path /docs/old/a matches excluded */old/*"


@pytest.mark.parametrize(
    "path", ["/docs/privat%65/x", "/docs/a/..%2Fprivate/x", "/docs/./private/x", "/docs/%70%72ivate%2Fx"]
)
def test_no_spelling_slips_past_an_exclude(path):
    assert scope("https://h/docs", exclude_paths=("/docs/private/*",)).refusal(f"https://h{path}") is not None


def test_no_spelling_slips_in_by_an_include():
    narrowed = scope("https://h/", include_paths=("/docs/*",))
    assert narrowed.refusal("https://h/docs/..%2Fprivate") is not None


@pytest.mark.parametrize(
    ("glob", "path", "matches"),
    [
        ("/a?c", "/abc", True),
        ("/a?c", "/ac", False),
        ("/v[12]/*", "/v2/x", True),
        ("/v[!12]/*", "/v2/x", False),
        ("/A", "/a", False),
        ("/käse/*", "/k%C3%A4se/1", True),
        ("/a b", "/a%20b", True),
        ("/a.c", "/abc", False),
    ],
)
def test_globs_are_matched_on_the_decoded_path(glob, path, matches):
    assert (scope("https://h/", exclude_paths=(glob,)).refusal(f"https://h{path}") is not None) is matches


def test_a_glob_may_name_the_route_of_a_hash_routed_site():
    assert scope("https://h/", exclude_paths=("*#/zh/*",)).refusal("https://h/#/zh/guide") is not None
    assert scope("https://h/", include_paths=("/#/guide*",)).refusal("https://h/#/guide?id=x") is None


def test_an_anchor_is_no_route():
    assert scope("https://h/", exclude_paths=("*#*",)).refusal("https://h/a#top") is None


def test_a_glob_of_many_stars_is_matched_in_bounded_time():
    hard = scope("https://h/", exclude_paths=("*a" * 60 + "b",))
    assert hard.refusal("https://h/" + "a" * 2000) is None


@given(st.text(max_size=20))
def test_whatever_stands_below_the_seed_stays_on_the_host_and_folder(tail):
    url = f"https://example.com/docs/{quote(tail, safe='/%.')}"
    if DOCS.refusal(url) is None:
        assert scope("https://example.com/", include_paths=("/docs", "/docs/*")).refusal(url) is None


@given(st.text(max_size=30))
def test_any_text_gets_an_answer(text):
    refusal = DOCS.refusal(text)
    assert refusal is None or refusal
