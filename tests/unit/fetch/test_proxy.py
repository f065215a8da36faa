"""Which proxy is asked, and what happens behind it, over real connections."""

import asyncio
import base64
import ssl
import urllib.request

import pytest
import trustme

from getdocs import urls
from getdocs.errors import UsageError
from getdocs.fetch.proxy import DIRECT, Proxies
from getdocs.model import Failed, FailReason, Request, RequestKind, Response, Skipped, SkipReason

from .loopback import Names, core, html, raw_server, says, site
from .proxies import http_proxy, socks_proxy

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
NAME = "docs.test"


def environment(**variables):
    named = {name.removesuffix("_proxy"): value for name, value in variables.items()}
    return Proxies.of(
        None,
        environment=lambda: named,
        bypass=lambda host: urllib.request.proxy_bypass_environment(host, named),
    )


def route(proxies, url):
    proxy = proxies.proxy_for(urls.parse(url))
    return proxy and proxy.address


# Which one.


def test_without_a_proxy_everything_is_asked_directly():
    assert route(DIRECT, "https://docs.test/") is None
    assert route(environment(), "https://docs.test/") is None


def test_a_proxy_that_is_named_serves_both_schemes_and_this_machine():
    proxies = Proxies.of("http://proxy:3128")
    assert {route(proxies, url) for url in ("https://a/", "http://b:1/", "http://127.0.0.1/")} == {"http://proxy:3128"}


def test_a_proxy_that_is_named_wins_over_the_environment():
    proxies = Proxies.of("http://proxy:1", environment=lambda: {"http": "http://other:2", "no": "*"})
    assert route(proxies, "http://a/") == "http://proxy:1"


def test_the_environment_names_a_proxy_for_each_scheme():
    proxies = environment(http_proxy="http://plain:1", https_proxy="socks5://secure:2")
    assert route(proxies, "http://a/") == "http://plain:1"
    assert route(proxies, "https://a/") == "socks5://secure:2"


def test_the_environment_names_a_proxy_for_the_rest():
    proxies = environment(http_proxy="http://plain:1", all_proxy="http://rest:2")
    assert route(proxies, "http://a/") == "http://plain:1"
    assert route(proxies, "https://a/") == "http://rest:2"


@pytest.mark.parametrize(
    ("url", "through"),
    [
        ("http://docs.corp/", None),
        ("http://sub.docs.corp:81/", None),
        ("http://other/", "http://proxy:1"),
        ("http://localhost:3000/", None),
        ("http://127.0.0.1:3000/", None),
        ("http://[::1]:3000/", None),
        ("http://10.0.0.1/", "http://proxy:1"),
    ],
)
def test_what_the_environment_exempts_and_this_machine_are_asked_directly(url, through):
    assert route(environment(http_proxy="http://proxy:1", no_proxy="docs.corp"), url) == through


def test_a_proxy_of_the_environment_needs_no_scheme():
    assert route(environment(http_proxy="proxy:3128"), "http://a/") == "http://proxy:3128"


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://h", "http://h:80"),
        ("https://h", "https://h:443"),
        ("socks5://h", "socks5://h:1080"),
        ("socks5h://h:9", "socks5h://h:9"),
        ("http://[::1]:3128/", "http://[::1]:3128"),
    ],
)
def test_each_kind_of_proxy_has_a_port_of_its_own(url, address):
    assert route(Proxies.of(url), "http://a/") == address


@pytest.mark.parametrize("url", ["ftp://u:s3cret@h", "socks4://u:s3cret@h:1", "http://u:s3cret@", "u:s3cret@h h"])
def test_something_else_is_an_error_that_quotes_no_password(url):
    with pytest.raises(UsageError, match="the http proxy of the environment is no URL of a proxy") as error:
        environment(http_proxy=url)
    assert "s3cret" not in str(error.value)


def test_a_password_shows_nowhere():
    assert "s3cret" not in repr(Proxies.of("http://user:s3cret@h:1"))


# Through it.


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


def context(authority, name):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(made)
    return made


def trusting(authority):
    made = ssl.create_default_context()
    authority.configure_trust(made)
    return made


async def ask(opened, url, fields=()):
    return await opened.send(Request(url, RequestKind.DOCUMENT, headers=fields))


@pytest.mark.parametrize(("make", "scheme"), [(http_proxy, "http"), (socks_proxy, "socks5"), (socks_proxy, "socks5h")])
def test_a_page_comes_through_a_proxy_which_resolves_the_name(make, scheme):
    async def run():
        names = Names()
        async with (
            site(lambda _: html("<p>hi")) as server,
            make(server.port) as proxy,
            core(lookup=names, proxies=Proxies.of(f"{scheme}://127.0.0.1:{proxy.port}")) as opened,
        ):
            return await ask(opened, f"http://{NAME}:81/a"), proxy, names, server

    fetched, proxy, names, server = asyncio.run(run())
    assert isinstance(fetched, Response)
    assert fetched.body == b"<p>hi"
    assert proxy.asked == [f"http://{NAME}:81/a" if scheme == "http" else f"{NAME}:81"]
    assert names.asked == []
    assert len(server.hits) == 1


@pytest.mark.parametrize(("make", "scheme"), [(http_proxy, "http"), (socks_proxy, "socks5")])
def test_the_certificate_of_the_server_is_verified_through_a_proxy(make, scheme, authority):
    async def run(name):
        async with (
            raw_server(says(OK), tls=context(authority, name)) as server,
            make(server.port) as proxy,
            core(tls=trusting(authority), proxies=Proxies.of(f"{scheme}://127.0.0.1:{proxy.port}")) as opened,
        ):
            return await ask(opened, f"https://{NAME}/"), proxy.asked, server.heads

    fetched, asked, _ = asyncio.run(run(NAME))
    assert isinstance(fetched, Response)
    assert asked == [f"{NAME}:443"]
    fetched, _, heads = asyncio.run(run("other.test"))
    assert isinstance(fetched, Failed)
    assert (fetched.reason, heads) == (FailReason.TLS, [])


@pytest.mark.parametrize("secure", [False, True])
def test_a_proxy_may_be_spoken_to_over_tls(secure, authority):
    async def run():
        async with (
            raw_server(says(OK), tls=context(authority, NAME) if secure else None) as server,
            http_proxy(server.port, tls=context(authority, "127.0.0.1")) as proxy,
            core(tls=trusting(authority), proxies=Proxies.of(f"https://127.0.0.1:{proxy.port}")) as opened,
        ):
            return await ask(opened, f"{'https' if secure else 'http'}://{NAME}/"), proxy.asked

    fetched, asked = asyncio.run(run())
    assert isinstance(fetched, Response)
    assert asked == [f"{NAME}:443" if secure else f"http://{NAME}/"]


def test_the_proxy_is_told_its_login_and_the_server_is_not(authority):
    async def run():
        async with (
            raw_server(says(OK), tls=context(authority, NAME)) as server,
            http_proxy(server.port) as proxy,
            core(tls=trusting(authority), proxies=Proxies.of(f"http://us%40er:p%3Aw@127.0.0.1:{proxy.port}")) as opened,
        ):
            await ask(opened, f"https://{NAME}/", (("authorization", "Basic site"),))
            return proxy, server.heads

    proxy, (head,) = asyncio.run(run())
    assert proxy.logins == [f"Basic {base64.b64encode(b'us@er:p:w').decode()}"]
    assert b"proxy-authorization" not in head.lower()
    assert b"Basic site" in head
    assert b"Basic site" not in proxy.heads[0]


def test_a_socks_proxy_is_told_its_login():
    async def run():
        async with (
            raw_server(says(OK)) as server,
            socks_proxy(server.port, login=True) as proxy,
            core(proxies=Proxies.of(f"socks5://us%40er:p%3Aw@127.0.0.1:{proxy.port}")) as opened,
        ):
            return await ask(opened, f"http://{NAME}/"), proxy.logins

    fetched, logins = asyncio.run(run())
    assert isinstance(fetched, Response)
    assert logins == ["us@er:p:w"]


@pytest.mark.parametrize("scheme", ["http", "socks5"])
@pytest.mark.parametrize("host", ["127.0.0.1", "0x7f.1", "169.254.169.254", "[::1]", "localhost", "app.localhost"])
def test_a_private_address_written_as_such_is_refused_before_the_proxy_is_asked(scheme, host):
    async def run():
        async with (
            http_proxy(9) as proxy,
            core(proxies=Proxies.of(f"{scheme}://127.0.0.1:{proxy.port}")) as opened,
        ):
            return await ask(opened, f"http://{host}:81/"), proxy.asked

    fetched, asked = asyncio.run(run())
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, asked) == (SkipReason.PRIVATE_ADDRESS, [])


def test_what_goes_past_the_proxy_is_checked_even_where_the_proxy_listens():
    async def run():
        async with site(lambda _: html()) as server:
            inside = f"proxy.test:{server.port}"
            proxies = Proxies.of(
                None, environment=lambda: {"http": f"http://{inside}"}, bypass=lambda host: host == inside
            )
            async with core(lookup=Names(proxy_test=["127.0.0.1"]), proxies=proxies) as opened:
                return await ask(opened, f"http://{inside}/"), await ask(opened, "http://docs.test/"), server.hits

    direct, through, hits = asyncio.run(run())
    assert isinstance(direct, Skipped)
    assert direct.reason is SkipReason.PRIVATE_ADDRESS
    assert isinstance(through, Response)
    assert len(hits) == 1


def failing(url, make, scheme="http", **options):
    async def run():
        async with (
            make(9, **options) as proxy,
            core(proxies=Proxies.of(f"{scheme}://user:s3cret@127.0.0.1:{proxy.port}")) as opened,
        ):
            return await ask(opened, url)

    fetched = asyncio.run(run())
    assert isinstance(fetched, Failed)
    assert "s3cret" not in repr(fetched)
    return fetched


@pytest.mark.parametrize("url", [f"https://{NAME}/", f"http://{NAME}/"])
def test_a_proxy_that_wants_a_login_is_no_answer_of_the_site(url):
    fetched = failing(url, http_proxy, refuses=407)
    assert fetched.reason is FailReason.CONNECTION
    assert "proxy" in fetched.detail
    assert "407" in fetched.detail


def test_a_proxy_that_refuses_a_tunnel_is_named():
    fetched = failing(f"https://{NAME}/", http_proxy, refuses=502)
    assert fetched.reason is FailReason.CONNECTION
    assert fetched.detail.startswith("refused by the proxy: 502 No (through http://127.0.0.1:")


def test_a_socks_proxy_that_refuses_is_named():
    fetched = failing(f"http://{NAME}/", socks_proxy, "socks5", login=True, answer=5)
    assert fetched.reason is FailReason.CONNECTION
    assert "(through socks5://127.0.0.1:" in fetched.detail


@pytest.mark.parametrize("says", [b"", b"\x05", b"\x05\x00", b"garbage"])
@pytest.mark.parametrize("url", [f"https://{NAME}/", f"http://{NAME}/"])
def test_a_socks_proxy_that_hangs_up_early_is_named(url, says):
    fetched = failing(url, socks_proxy, "socks5", says=says)
    assert fetched.reason is FailReason.CONNECTION
    assert "(through socks5://127.0.0.1:" in fetched.detail


@pytest.mark.parametrize("host", ["cdn..test", f"{'a' * 64}.test"])
def test_a_name_that_socks_cannot_carry_is_a_failure(host):
    fetched = failing(f"http://{host}/", socks_proxy, "socks5", login=True)
    assert fetched.reason is FailReason.CONNECTION
    assert fetched.detail.startswith("a name that cannot be encoded (through socks5://127.0.0.1:")


@pytest.mark.parametrize("scheme", ["http", "socks5"])
@pytest.mark.parametrize("url", [f"https://{NAME}/", f"http://{NAME}/"])
def test_a_proxy_that_is_not_there_is_named(url, scheme):
    async def run():
        async with raw_server(says(OK)) as gone:
            port = gone.port
        async with core(proxies=Proxies.of(f"{scheme}://user:s3cret@127.0.0.1:{port}")) as opened:
            return await ask(opened, url)

    fetched = asyncio.run(run())
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.CONNECTION
    assert f"(through {scheme}://127.0.0.1:" in fetched.detail
    assert "s3cret" not in repr(fetched)
