from dataclasses import FrozenInstanceError

import pytest

from getdocs import __version__
from getdocs.config import PROJECT_URL, CrawlConfig, user_agent
from getdocs.errors import UsageError

SEED = ("https://docs.example/",)


def test_the_identity_names_product_version_and_project():
    assert user_agent() == f"getdocs/{__version__} (+{PROJECT_URL})"


def test_a_contact_is_added_to_the_identity():
    assert user_agent("me@example.org") == f"getdocs/{__version__} (+{PROJECT_URL}; me@example.org)"


def test_a_seed_is_all_that_a_crawl_needs():
    assert CrawlConfig(seeds=SEED).seeds == SEED


def test_the_default_identity_is_the_honest_one():
    assert CrawlConfig(seeds=SEED).user_agent == user_agent()


def test_no_seed_is_an_error():
    with pytest.raises(UsageError, match="no Seed given"):
        CrawlConfig(seeds=())


@pytest.mark.parametrize(
    "seed", ["docs.example", "", "ftp://docs.example/", "mailto:a@b", "file:///etc/passwd", "https://"]
)
def test_a_seed_that_is_no_web_address_is_an_error_that_names_it(seed):
    with pytest.raises(UsageError, match=f"not an http\\(s\\) URL: {seed}"):
        CrawlConfig(seeds=(*SEED, seed))


@pytest.mark.parametrize(
    ("setting", "value", "option"),
    [
        ("limit", -1, "--limit"),
        ("depth", -1, "--depth"),
        ("concurrency", 0, "--concurrency"),
        ("delay", -0.1, "--delay"),
        ("max_redirects", -1, "--max-redirects"),
        ("max_body_size", 0, "--max-body-size"),
        ("timeout", 0, "--timeout"),
        ("timeout", -1, "--timeout"),
    ],
)
def test_a_number_that_makes_no_sense_is_an_error_that_names_its_option(setting, value, option):
    with pytest.raises(UsageError, match=f"{option} must be .*{value}"):
        CrawlConfig(seeds=SEED, **{setting: value})


@pytest.mark.parametrize(
    ("setting", "value"),
    [("limit", 0), ("depth", 0), ("concurrency", 1), ("delay", 0.0), ("max_redirects", 0), ("max_body_size", 1)],
)
def test_the_least_value_is_allowed(setting, value):
    assert getattr(CrawlConfig(seeds=SEED, **{setting: value}), setting) == value


def test_settings_cannot_change_while_a_crawl_runs():
    with pytest.raises(FrozenInstanceError):
        CrawlConfig(seeds=SEED).limit = 5
