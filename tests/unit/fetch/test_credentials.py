"""Who gets what of the user's secrets. Of the shared list of hostile servers: N07, N08, N09."""

import base64

import pytest

from getdocs import urls
from getdocs.config import CrawlConfig
from getdocs.fetch.cookies import Cookies
from getdocs.fetch.credentials import Credentials
from getdocs.model import Request, RequestKind, StorageState, StoredCookie

from .loopback import NOON

BASIC = "Basic " + base64.b64encode(b"user:pa:ss").decode()
TOKEN = {"headers": (("X-Token", "s3cret"),)}
ELSEWHERE = [
    "https://other/docs/",
    "https://sub.h/docs/",
    "https://h.evil/docs/",
    "https://evil-h/docs/",
    "https://h:8443/docs/",
    "http://h/docs/",
    "http://h:443/docs/",
]


def sent(url, *seeds, fields=(), **options):
    credentials = Credentials(CrawlConfig(seeds=seeds or ("https://h/docs/",), **options))
    return credentials.on(Request(url, RequestKind.XHR, headers=fields)).headers


def cookie(url, *seeds, **options):
    credentials = Credentials(CrawlConfig(seeds=seeds or ("https://h/docs/",), **options))
    return Cookies(lambda: NOON, credentials.cookies).header(url)


def test_a_field_goes_to_the_origin_of_a_seed_whatever_the_path():
    assert sent("https://h/other", **TOKEN) == (("x-token", "s3cret"),)


@pytest.mark.parametrize("url", ELSEWHERE)
def test_n07_a_field_goes_nowhere_else(url):
    assert sent(url, **TOKEN) == ()


@pytest.mark.parametrize("url", ELSEWHERE)
def test_n08_a_cookie_goes_nowhere_else(url):
    assert cookie(url, cookies=(("sid", "s3cret"),)) == ""


@pytest.mark.parametrize("url", ELSEWHERE)
def test_a_login_goes_nowhere_else(url):
    assert sent(url, auth="user:pa:ss") == ()


def test_a_login_is_sent_before_it_is_asked_for():
    assert sent("https://h/", auth="user:pa:ss") == (("authorization", BASIC),)


def test_a_login_is_encoded_as_utf8():
    expected = "Basic " + base64.b64encode("é:ü".encode()).decode()
    assert sent("https://h/", auth="é:ü") == (("authorization", expected),)


def test_a_seed_given_as_http_stands_for_its_upgrade_to_https():
    assert sent("https://h/", "http://h/", **TOKEN) == (("x-token", "s3cret"),)
    assert cookie("https://h/", "http://h/", cookies=(("a", "1"),)) == "a=1"


def test_the_upgrade_keeps_the_port():
    assert sent("https://h:8001/", "http://h:8001/", **TOKEN) != ()
    assert sent("https://h:8002/", "http://h:8001/", **TOKEN) == ()


def test_of_two_seeds_of_one_host_only_https_is_trusted():
    seeds = ("http://h/a/", "https://h/b/")
    assert sent("http://h/a/", *seeds, **TOKEN) == ()
    assert cookie("http://h/a/", *seeds, cookies=(("a", "1"),)) == ""
    assert sent("https://h/a/", *seeds, **TOKEN) != ()


def test_n08_a_cookie_knows_ports():
    seed = "http://h:8001/"
    assert cookie("http://h:8001/x", seed, cookies=(("a", "1"), ("b", "2"))) == "a=1; b=2"
    assert cookie("http://h:8002/x", seed, cookies=(("a", "1"),)) == ""


def test_every_seed_has_the_login_in_its_own_url():
    seeds = ("https://one:1@a/", "https://tw%40o:%3A2@b/", "https://c/")
    assert sent("https://a/", *seeds) == (("authorization", "Basic " + base64.b64encode(b"one:1").decode()),)
    assert sent("https://b/", *seeds) == (("authorization", "Basic " + base64.b64encode(b"tw@o::2").decode()),)
    assert sent("https://c/", *seeds) == ()


def test_the_login_in_a_seed_wins_over_the_one_for_all():
    seeds = ("https://user:pa%3Ass@a/", "https://b/")
    assert sent("https://a/", *seeds, auth="x:y") == (("authorization", BASIC),)
    assert sent("https://b/", *seeds, auth="user:pa:ss") == (("authorization", BASIC),)


def test_a_field_replaces_the_pages_own():
    fields = (("x-token", "page"), ("accept", "text/css"))
    assert sent("https://h/", fields=fields, **TOKEN) == (("accept", "text/css"), ("x-token", "s3cret"))


def test_a_login_of_the_pages_own_script_stands():
    fields = (("authorization", "Bearer page"),)
    assert sent("https://h/", fields=fields, auth="user:pa:ss") == fields


def test_without_secrets_nothing_is_added():
    assert sent("https://h/") == ()


# A login that Playwright saved.


def stored(domain, *, path="/", secure=False, expires=None):
    return {"storage_state": StorageState((StoredCookie("sid", "s3cret", domain, path, secure, expires),))}


SEED = "https://docs.example.com/"


@pytest.mark.parametrize(
    ("domain", "url", "fits"),
    [
        ("docs.example.com", "https://docs.example.com/a", True),
        ("docs.example.com", "https://sub.docs.example.com/", False),
        ("docs.example.com", "https://other.test/", False),
        (".example.com", "https://docs.example.com/", True),
        (".example.com", "https://example.com/", True),
        (".example.com", "https://api.example.com/", True),
        (".example.com", "https://api.example.com:8443/", False),
        (".example.com", "https://docs.example.com:8443/", False),
        (".example.com", "https://notexample.com/", False),
        (".EXAMPLE.com", "https://docs.example.com/", True),
        (".com", "https://docs.example.com/", False),
        ("com", "https://docs.example.com/", False),
    ],
)
def test_a_saved_cookie_goes_to_its_own_domain(domain, url, fits):
    assert cookie(url, SEED, **stored(domain)) == ("sid=s3cret" if fits else "")


@pytest.mark.parametrize("domain", [".co.uk", ".uk", ".com.au"])
def test_n08_a_saved_cookie_of_a_registry_is_not_sent(domain):
    host = f"docs{domain}"
    assert cookie(f"https://{host}/", f"https://{host}/", **stored(domain)) == ""


def test_a_saved_cookie_of_a_number_is_for_that_address_only():
    assert cookie("http://127.0.0.1:8001/", "http://127.0.0.1:8001/", **stored(".0.0.1")) == ""
    assert cookie("http://127.0.0.1:8001/", "http://127.0.0.1:8001/", **stored("127.0.0.1")) == "sid=s3cret"


def test_n08_a_saved_cookie_goes_to_the_ports_that_seeds_name_only():
    assert cookie("http://h:8002/", "http://h:8001/", **stored("h")) == ""
    assert cookie("http://h/", "http://h:8001/", **stored("h")) == ""


def test_a_saved_cookie_of_a_seed_on_https_does_not_leave_https():
    assert cookie("http://docs.example.com/", SEED, **stored("docs.example.com")) == ""


def test_a_saved_cookie_keeps_its_path_its_security_and_its_end():
    assert cookie("https://docs.example.com/b", SEED, **stored("docs.example.com", path="/a")) == ""
    assert cookie("http://docs.test/", "http://docs.test/", **stored("docs.test", secure=True)) == ""
    past = NOON.timestamp() - 1
    assert cookie("https://docs.example.com/", SEED, **stored("docs.example.com", expires=past)) == ""


def test_a_cookie_given_by_name_wins_over_the_saved_one():
    assert cookie(SEED, SEED, cookies=(("sid", "mine"),), **stored("docs.example.com")) == "sid=mine"


# Servers and the user's cookies.


def jar(**options):
    credentials = Credentials(CrawlConfig(seeds=("https://h/",), cookies=(("sid", "given"),), **options))
    return Cookies(lambda: NOON, credentials.cookies)


def test_a_server_renews_a_cookie_of_the_users():
    cookies = jar()
    cookies.remember("https://h/", (("set-cookie", "sid=new; Path=/; Domain=h"),))
    assert cookies.header("https://h/x") == "sid=new"


def test_a_server_deletes_a_cookie_of_the_users():
    cookies = jar()
    cookies.remember("https://h/", (("set-cookie", "sid=; Path=/; Max-Age=0"),))
    assert cookies.header("https://h/x") == ""


def test_no_other_host_renews_a_cookie_of_the_users():
    cookies = jar()
    cookies.remember("https://evil/", (("set-cookie", "sid=evil; Path=/; Domain=h"),))
    assert cookies.header("https://h/") == "sid=given"


def test_no_flood_of_cookies_drives_out_the_users():
    cookies = jar()
    cookies.remember("https://h/", tuple(("set-cookie", f"c{number}=1; Path=/") for number in range(100)))
    assert cookies.header("https://h/").startswith("sid=given; ")


# Nowhere to be seen.


def test_no_secret_shows_in_the_representation_of_anything():
    config = CrawlConfig(
        seeds=("https://s3cret-user:s3cret-seed@h/",),
        headers=(("X-Token", "s3cret"),),
        cookies=(("sid", "s3cret"),),
        auth="user:s3cret",
        proxy="http://user:s3cret@proxy:3128",
        **stored("h"),
    )
    parsed = urls.parse("https://h/")
    cookies = tuple(Credentials(config).cookies(parsed))
    assert len(cookies) == 2
    assert "s3cret" not in f"{config!r} {Credentials(config)!r} {cookies!r}"
    assert config.seeds == ("https://h/",)
