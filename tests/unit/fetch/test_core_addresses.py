"""Connections go to checked addresses only."""

import asyncio
import ssl

import pytest
import trustme

from getdocs.model import Failed, FailReason, Request, RequestKind, Response, Skipped, SkipReason

from .loopback import Names, core, html, raw_server, says, site

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def sent(url, **options):
    async def run():
        async with core(**options) as opened:
            return await opened.send(Request(url, RequestKind.DOCUMENT))

    return asyncio.run(run())


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "0x7f.1",
        "2130706433",
        "127.1",
        "017700000001",
        "[::1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::a9fe:a9fe]",
        "[2002:a9fe:a9fe::1]",
        "169.254.169.254",
        "100.64.0.1",
        "10.0.0.1",
        "127.0.0.1.",
    ],
)
def test_a_private_address_written_as_a_number_is_refused(host):
    fetched = sent(f"http://{host}:9/")
    assert isinstance(fetched, Skipped)
    assert fetched.reason is SkipReason.PRIVATE_ADDRESS


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "localhost.", "app.localhost"])
def test_the_name_of_this_machine_is_refused_without_asking_anybody(host):
    names = Names()
    fetched = sent(f"http://{host}:9/", lookup=names)
    assert isinstance(fetched, Skipped)
    assert (fetched.reason, names.asked) == (SkipReason.PRIVATE_ADDRESS, [])


def test_private_addresses_can_be_allowed_everywhere_by_number_and_by_name():
    async def run():
        async with (
            raw_server(says(OK)) as server,
            core(lookup=Names(inside_test=["127.0.0.1"]), allow_private=True) as opened,
        ):
            urls = [f"http://127.0.0.1:{server.port}/", f"http://inside.test:{server.port}/"]
            return [await opened.send(Request(url, RequestKind.DOCUMENT)) for url in urls]

    assert [type(fetched) for fetched in asyncio.run(run())] == [Response, Response]


def test_a_name_is_resolved_once_and_connected_to_at_the_address_that_was_checked():
    class Rebinding(Names):
        async def resolve(self, host, port=0, family=0):
            found = await super().resolve(host, port, family)
            self.addresses[host] = ["169.254.169.254"]
            return found

    async def run():
        async with site(lambda _: html()) as server:
            seed = f"http://rebinding.test:{server.port}/"
            names = Rebinding(rebinding_test=["127.0.0.1"])
            async with core(seed, lookup=names) as opened:
                return await opened.send(Request(seed, RequestKind.DOCUMENT)), names.asked, server.hits

    fetched, asked, hits = asyncio.run(run())
    assert isinstance(fetched, Response)
    assert (len(asked), len(hits)) == (1, 1)


def test_a_backslash_does_not_hide_the_host():
    fetched = sent("http://127.0.0.1:9\\@example.com/")
    assert isinstance(fetched, Skipped)
    assert fetched.reason is SkipReason.PRIVATE_ADDRESS


def test_a_name_that_leads_inside_is_refused_before_anything_is_sent():
    async def run():
        async with site(lambda _: html()) as server:
            names = Names(metadata_test=["127.0.0.1"])
            async with core(lookup=names) as opened:
                url = f"http://metadata.test:{server.port}/"
                return await opened.send(Request(url, RequestKind.DOCUMENT)), server.hits

    fetched, hits = asyncio.run(run())
    assert isinstance(fetched, Skipped)
    assert fetched.reason is SkipReason.PRIVATE_ADDRESS
    assert "127.0.0.1" in fetched.detail
    assert hits == []


def test_another_port_of_a_seed_host_is_refused():
    async def run():
        async with raw_server(says(OK)) as seed, raw_server(says(OK)) as other, core(seed.origin) as opened:
            url = f"http://127.0.0.1:{other.port}/"
            return await opened.send(Request(url, RequestKind.DOCUMENT)), other.heads

    fetched, heads = asyncio.run(run())
    assert isinstance(fetched, Skipped)
    assert heads == []


def test_a_private_name_that_a_seed_names_is_reached():
    async def run():
        async with raw_server(says(OK)) as server:
            seed = f"http://intranet.test:{server.port}/"
            async with core(seed, lookup=Names(intranet_test=["127.0.0.1"])) as opened:
                return await opened.send(Request(seed, RequestKind.DOCUMENT))

    assert isinstance(asyncio.run(run()), Response)


@pytest.mark.parametrize("host", ["cdn..test", f"{'a' * 64}.test"])
def test_a_name_that_nobody_can_be_asked_for_has_no_address(host):
    fetched = sent(f"https://{host}/a.js", lookup=Names())
    assert fetched == Failed(FailReason.CONNECTION, detail=f"no address for {host}")


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


def tls_exchange(authority, name, *, trusted):
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(server_side)
    client_side = ssl.create_default_context()
    if trusted:
        authority.configure_trust(client_side)

    async def run():
        async with raw_server(says(OK), tls=server_side) as server, core(server.origin, tls=client_side) as opened:
            return await opened.send(Request(server.origin, RequestKind.DOCUMENT)), server.heads

    return asyncio.run(run())


def test_https_with_a_trusted_certificate_works(authority):
    fetched, _ = tls_exchange(authority, "127.0.0.1", trusted=True)
    assert isinstance(fetched, Response)


@pytest.mark.parametrize(("name", "trusted"), [("127.0.0.1", False), ("other.test", True)])
def test_a_certificate_that_does_not_prove_the_host_is_a_tls_failure(authority, name, trusted):
    fetched, heads = tls_exchange(authority, name, trusted=trusted)
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TLS
    assert heads == []


def test_a_server_that_speaks_no_tls_is_a_tls_failure_and_never_a_downgrade():
    async def run():
        async with raw_server(says(OK), waits=False) as server:
            url = server.origin.replace("http:", "https:")
            async with core(url) as opened:
                return await opened.send(Request(url, RequestKind.DOCUMENT)), server.heads

    fetched, heads = asyncio.run(run())
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TLS
    assert heads == []
