from dataclasses import FrozenInstanceError, replace

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
    "seed", ["docs.example", "", "ftp://docs.example/", "mailto:a", "file:///etc/passwd", "https://"]
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
        ("concurrency", 257, "--concurrency"),
        ("delay", -0.1, "--delay"),
        ("max_redirects", -1, "--max-redirects"),
        ("max_body_size", 0, "--max-body-size"),
        ("timeout", 0, "--timeout"),
        ("timeout", -1, "--timeout"),
        ("render_timeout", 0, "--render-timeout"),
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


# Access: what is secret is never quoted.

SECRET = "s3cret"


@pytest.mark.parametrize(
    "seed",
    [
        f"ftp://user:{SECRET}@docs.example/",
        f"https://user:{SECRET}/x@docs.example/",
        f"user:{SECRET}@docs.example/",
        f"https://user:{SECRET}@x@",
    ],
)
def test_a_password_in_a_seed_that_is_no_web_address_is_not_quoted(seed):
    with pytest.raises(UsageError, match=r"not an http\(s\) URL") as error:
        CrawlConfig(seeds=(seed,))
    assert SECRET not in str(error.value)


def test_a_login_is_taken_off_its_seed():
    config = CrawlConfig(seeds=("https://user:pa%3Ass@docs.example/a", *SEED))
    assert config.seeds == ("https://docs.example/a", *SEED)
    assert config.logins == (("https://docs.example/a", "user:pa%3Ass"),)


def test_a_login_stays_when_another_setting_changes():
    config = replace(CrawlConfig(seeds=("https://user:pw@docs.example/",)), limit=5)
    assert config.logins == (("https://docs.example/", "user:pw"),)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"headers": (("a b", SECRET),)}, "--header number 1 has no usable name"),
        ({"headers": (("X-A", "1"), ("", SECRET))}, "--header number 2 has no usable name"),
        ({"headers": (("Host", SECRET),)}, "--header cannot set Host"),
        ({"headers": (("COOKIE", SECRET),)}, "use --cookie"),
        ({"headers": (("User-Agent", SECRET),)}, "use --user-agent"),
        ({"headers": (("X-A", f"{SECRET}\r\nHost: evil"),)}, "--header X-A: the value cannot be sent"),
        ({"headers": (("X-A", f"{SECRET}\udcff"),)}, "--header X-A: the value cannot be sent"),
        ({"cookies": (("", SECRET),)}, "--cookie number 1 cannot be sent"),
        ({"cookies": (("a", f"{SECRET}; b=2"),)}, "--cookie number 1 cannot be sent"),
        ({"cookies": (("a", f"{SECRET}\n"),)}, "--cookie number 1 cannot be sent"),
        ({"auth": SECRET}, "--auth must be user:password"),
        ({"auth": f"a:{SECRET}\n"}, "--auth must be user:password"),
        ({"auth": f"a:{SECRET}", "headers": (("authorization", "Bearer x"),)}, "exclude each other"),
        ({"proxy": f"ftp://u:{SECRET}@h:1"}, "--proxy must be a URL like http://host:port"),
        ({"proxy": f"u:{SECRET}@h:1"}, "--proxy must be a URL like"),
    ],
)
def test_access_that_cannot_work_is_an_error_that_quotes_no_secret(settings, why):
    with pytest.raises(UsageError, match=why) as error:
        CrawlConfig(seeds=SEED, **settings)
    assert SECRET not in str(error.value)


@pytest.mark.parametrize("scheme", ["http", "https", "socks5", "socks5h"])
def test_a_proxy_is_one_of_the_kinds_that_can_be_spoken_to(scheme):
    assert CrawlConfig(seeds=SEED, proxy=f"{scheme}://127.0.0.1:1080").proxy


@pytest.mark.parametrize("status", [200, 299, 600, 0, -1])
def test_a_status_that_is_a_page_anyway_or_no_status_cannot_be_accepted(status):
    with pytest.raises(UsageError, match=f"--accept-status must be between 300 and 599, not {status}"):
        CrawlConfig(seeds=SEED, accept_status=(404, status))


# The identity is a header field.

UNSENDABLE = ["me\r\nHost: evil", "me\n", "me\x00", "me\x7f", "me\udcff"]


@pytest.mark.parametrize("value", UNSENDABLE)
def test_a_user_agent_that_cannot_be_sent_is_an_error_from_the_start(value):
    with pytest.raises(UsageError, match="--user-agent holds a character that cannot be sent"):
        CrawlConfig(seeds=SEED, user_agent=value)


@pytest.mark.parametrize("value", UNSENDABLE)
def test_a_contact_that_cannot_be_sent_is_an_error_that_names_its_option(value):
    with pytest.raises(UsageError, match="--contact holds a character that cannot be sent"):
        user_agent(value)


@pytest.mark.parametrize("value", ["", " ", "\t"])
def test_an_identity_that_says_nothing_is_an_error(value):
    with pytest.raises(UsageError, match="--user-agent must not be empty"):
        CrawlConfig(seeds=SEED, user_agent=value)
    with pytest.raises(UsageError, match="--contact must not be empty"):
        user_agent(value)


def test_an_identity_need_not_be_ascii():
    assert CrawlConfig(seeds=SEED, user_agent="Bücher/1 (+https://bücher.example)").user_agent.startswith("Bücher")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize(
    ("setting", "option"),
    [("delay", "--delay"), ("timeout", "--timeout"), ("render_timeout", "--render-timeout")],
)
def test_a_number_of_seconds_is_finite(setting, option, value):
    with pytest.raises(UsageError, match=f"{option} must be .*{value}"):
        CrawlConfig(seeds=SEED, **{setting: value})


@pytest.mark.parametrize(
    ("seed", "says"),
    [
        (
            "docs.example.com/guide",
            "not an http(s) URL: docs.example.com/guide: did you mean https://docs.example.com/guide?",
        ),
        ("ftp://h/", "not an http(s) URL: ftp://h/ (it has to begin with https:// or http://)"),
        ("out", "not an http(s) URL: out (it has to begin with https:// or http://)"),
        (
            "me:secret@docs.example.com",
            "not an http(s) URL: ...@docs.example.com (it has to begin with https:// or http://)",
        ),
    ],
)
def test_a_seed_that_is_no_url_is_named_with_what_to_write_instead(seed, says):
    with pytest.raises(UsageError) as raised:
        CrawlConfig(seeds=(seed,))
    assert str(raised.value) == says
