"""What lies beside the Scope, by the place that would take it in."""

import pytest

from getdocs.config import CrawlConfig
from getdocs.visits import outside
from getdocs.visits.outside import Outside


def places(*found, seeds=("https://docs.example.org/guide/intro",)):
    return {place.prefix: urls for place, urls in Outside(CrawlConfig(seeds=seeds)).new(found).items()}


@pytest.mark.parametrize(
    ("url", "prefix"),
    [
        ("https://docs.example.org/guide/usage", "https://docs.example.org/guide/"),
        ("https://docs.example.org/guide", "https://docs.example.org/guide/"),
        ("https://docs.example.org/blog/one", "https://docs.example.org/"),
        ("https://www.example.org/guide/", "https://www.example.org/"),
        ("https://example.org/guide/", "https://example.org/"),
        ("https://de.docs.example.org/", "https://de.docs.example.org/"),
    ],
)
def test_what_is_near_a_seed_has_the_smallest_place_that_would_take_it_in(url, prefix):
    assert places(url) == {prefix: [url]}


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/example/docs",
        "https://docs.example.org:8443/guide/",
        "https://docs.example.com/guide/",
        "mailto:docs@example.org",
        "https://docs.example.org/guide/intro/kept-out-by-a-glob",
    ],
)
def test_what_is_far_away_or_kept_out_by_a_glob_is_no_matter(url):
    assert places(url) == {}


def test_neighbours_by_address_are_no_relatives():
    assert places("http://10.0.0.2/", seeds=("http://10.0.0.1/",)) == {}


def test_each_url_is_told_once():
    found = Outside(CrawlConfig(seeds=("https://h/a/",)))
    assert list(found.new(["https://h/b", "https://h/b"]).values()) == [["https://h/b"]]
    assert found.new(["https://h/b"]) == {}


def test_no_more_urls_are_told_apart_than_say_something(monkeypatch):
    monkeypatch.setattr(outside, "MOST", 2)
    assert places(*(f"https://h/b/{number}" for number in range(5)), seeds=("https://h/a/",)) == {
        "https://h/": ["https://h/b/0", "https://h/b/1"]
    }
