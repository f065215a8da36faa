"""Ways into a private network, through the real command line: N01, N04, N05 and N06 of the shared list of hostile servers.

N07, N08 and N09 (secrets that must not leave their origin) are in test_credentials. Every server of these tests is at a
private address; the crawler may reach what a Seed names, so the insides that it must not reach are other ports. What needs
a public address or a name server is tested without a crawl: `tests/unit/fetch/test_addresses`, `test_resolver`.
"""

import pytest
from crawls import NOW, STATIC, documents

from fixtures.site import document

METADATA = "http://169.254.169.254/latest/meta-data/"
DISGUISES = (
    "127.0.0.1", "0x7f.1", "2130706433", "127.1", "017700000001", "0x7f000001", "[::1]", "[::ffff:7f00:1]",
    "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::1]", "localhost", "a.localhost", "0.0.0.0", "127.0.0.1.",
)  # fmt: skip
"""Hosts that lead to this machine, or would on some network."""
ELSEWHERE = ("http://10.0.0.1/", "http://192.168.0.1/", "http://100.64.0.1/", "http://[64:ff9b::a9fe:a9fe]/", METADATA)


def to(server, path, location):
    server.redirect(path, location)
    return path


@pytest.fixture(scope="module")
def inside(once):
    """A server that no Seed names. What it serves would show in a page."""
    server = once.serve()
    for path in ("/", "/x", "/@example.com/x"):
        server.page(
            path, "document.body.append('inside')", content_type="text/javascript", access_control_allow_origin="*"
        )
    return server


@pytest.fixture(scope="module")
def probing(once, inside):
    """A page of `localhost` that tries every way into the private network that a page has."""
    server = once.serve()
    targets = (*(f"http://{host}:{inside.port}/x" for host in DISGUISES), *ELSEWHERE)
    moved = [to(server, f"/moved/{number}.js", target) for number, target in enumerate(targets)]
    backslash = f"http://127.0.0.1:{inside.port}\\@example.com/x"
    scripts = "".join(f'<script src="{source}"></script>' for source in (*targets, *moved, backslash))
    fetches = "".join(f"fetch('{target}', {{mode: 'no-cors'}}).catch(() => 0);" for target in targets)
    own_address = f"http://127.0.0.1:{server.port}/own.js"
    body = f'<p>Words.</p>{scripts}<script src="{own_address}"></script><script src="/fine.js"></script><script>{fetches}</script>'
    server.page("/", document("Start", body))
    server.page("/own.js", "document.body.append('inside')", content_type="text/javascript")
    server.page(
        "/fine.js", "document.querySelector('p').append(' Its own script ran.')", content_type="text/javascript"
    )
    return once.crawl(server.url("/", host="localhost"), *NOW), server, (*targets, *moved)


def test_n01_n04_nothing_that_a_page_tries_reaches_a_private_address_that_no_seed_names(probing, inside):
    assert probing[0].paths("pages") == ["/"]
    assert inside.connections == 0


def test_n01_n04_what_was_refused_is_listed_with_its_page(probing):
    crawled, server, targets = probing
    refused = set(crawled.entry("pages", "/")["refused"])
    redirects = {server.url(target, host="localhost") for target in targets if target.startswith("/")}
    assert redirects <= refused
    assert METADATA in refused


def test_the_same_ways_do_reach_it_where_private_addresses_are_allowed(serve, crawl):
    server, opened = serve(), serve()
    hosts = ("0x7f.1", "2130706433", "127.1", "localhost")
    scripts = "".join(f'<script src="http://{host}:{opened.port}/{host}.js"></script>' for host in hosts)
    server.page("/", document("Start", f"<p>Words.</p>{scripts}"))
    for host in hosts:
        opened.page(f"/{host}.js", "", content_type="text/javascript")
    crawl(server.url("/"), *NOW, "--allow-private")
    assert {f"/{host}.js" for host in hosts} <= set(opened.paths())


def test_n05_a_backslash_does_not_hide_a_private_host_from_the_check(probing, inside):
    crawled, _, _ = probing
    assert f"http://127.0.0.1:{inside.port}/@example.com/x" in crawled.entry("pages", "/")["refused"]


def test_n06_a_site_on_localhost_is_crawled_with_its_scripts(probing):
    crawled, _, _ = probing
    assert "Its own script ran." in crawled.text("/")


def test_n06_a_seed_opens_its_own_origin_and_not_the_same_server_under_another_name(probing):
    _, server, _ = probing
    assert {hit.host for hit in server.hits()} == {f"localhost:{server.port}"}


def test_n01_a_page_that_redirects_to_a_private_host_in_scope_is_skipped_without_a_request(server, crawl):
    # Below `localhost`, every name is this machine (RFC 6761 6.3): in Scope here, but not what the Seed names.
    below = f"http://intranet.localhost:{server.port}/secret"
    server.page("/", document("Start", links=("/away",)))
    server.redirect("/away", below)
    server.page("/secret", document("Secret"))
    crawled = crawl(server.url("/", host="localhost"), *STATIC, "--allow-subdomains")
    assert crawled.entry("redirects", "/away")["to"] == below
    entry = crawled.entry("skipped", "/secret")
    assert entry["reason"] == "private_address"
    assert [hop["url"] for hop in entry["trail"]] == [server.url("/away", host="localhost"), below]
    assert documents(server) == ["/", "/away"]


@pytest.mark.parametrize("target", [METADATA, "http://10.0.0.1/", "http://127.0.0.1:9/"])
def test_n01_a_seed_that_redirects_inside_makes_no_page_and_no_connection(server, inside, crawl, target):
    server.redirect("/", target.replace(":9/", f":{inside.port}/"))
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.run.returncode == 1
    assert crawled.manifest["pages"] == []
    assert inside.connections == 0


def test_n05_a_redirect_with_a_backslash_goes_where_a_browser_would_go(server, inside, crawl):
    server.page("/", document("Start", links=("/own", "/other", "/inside")))
    server.redirect("/own", f"http://127.0.0.1:{server.port}\\@example.com/")
    server.redirect("/other", f"http://example.com\\@127.0.0.1:{server.port}/")
    server.redirect("/inside", f"http://127.0.0.1:{inside.port}\\@127.0.0.1:{server.port}/")
    server.page("/@example.com/", document("Own"))
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/", "/@example.com/"]
    assert [crawled.entry("skipped", path)["reason"] for path in ("/other", "/inside")] == ["scope", "scope"]
    assert inside.connections == 0
