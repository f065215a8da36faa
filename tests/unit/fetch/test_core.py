"""One exchange, against servers that misbehave. Of the shared list of hostile servers: D01 to D04, D14, D15, D20."""

import asyncio
import gzip
import re
import zlib

import pytest

from getdocs.fetch.core import MAX_URL_LENGTH
from getdocs.model import Failed, FailReason, Request, RequestKind, Response, Skipped, SkipReason

from .loopback import Names, core, html, raw_server, says, site

PAGE = RequestKind.DOCUMENT


def asked(talk, *, path="/", method="GET", prefix=None, kind=PAGE, **options):
    """What comes of one request to a raw server, and the request heads it saw."""

    async def run():
        async with raw_server(talk) as server, core(server.origin, **options) as opened:
            request = Request(server.origin + path, kind, method=method)
            sent = opened.send(request) if prefix is None else opened.send_prefix(request, prefix)
            return await sent, server.heads

    return asyncio.run(run())


def ok(body: bytes, *fields: str) -> bytes:
    head = "".join(f"{field}\r\n" for field in ("HTTP/1.1 200 OK", f"Content-Length: {len(body)}", *fields))
    return head.encode("latin-1") + b"\r\n" + body


def test_a_response_has_its_url_status_fields_and_body():
    fetched, _ = asked(says(ok(b"<p>hi", "Content-Type: text/html", "X-Twice: 1", "x-twice: 2")), path="/a#frag")
    assert isinstance(fetched, Response)
    assert (fetched.status, fetched.body) == (200, b"<p>hi")
    assert fetched.url.endswith("/a#frag")
    assert fetched.headers == (("content-type", "text/html"), ("x-twice", "1"), ("x-twice", "2"))


def test_a_status_nobody_wanted_is_a_response_with_its_body():
    fetched, _ = asked(says(b"HTTP/1.1 404 No\r\nContent-Length: 4\r\n\r\ngone"))
    assert isinstance(fetched, Response)
    assert (fetched.status, fetched.body) == (404, b"gone")


def test_a_redirect_is_handed_back_not_followed():
    fetched, heads = asked(says(b"HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"))
    assert isinstance(fetched, Response)
    assert (fetched.status, fetched.header("location"), len(heads)) == (302, "/b", 1)


@pytest.mark.parametrize(
    "path",
    ["/a%2Fb/%e4|[]?x={}|%27&%2B+", "//double", "/%C3%BC?%FC", "/@:;=,!$&'()*"],
)
def test_the_path_goes_out_byte_for_byte(path):
    _, heads = asked(says(ok(b"")), path=path)
    assert heads[0].split(b" ")[1] == path.encode()


def test_the_fragment_is_never_sent():
    _, heads = asked(says(ok(b"")), path="/a?b#/route")
    assert heads[0].startswith(b"GET /a?b HTTP/1.1\r\n")


def test_credentials_in_a_url_are_never_sent():
    async def run():
        async with raw_server(says(ok(b""))) as server, core(server.origin) as opened:
            await opened.send(Request(server.origin.replace("//", "//user:secret@"), PAGE))
            return server.heads[0].lower()

    assert b"authorization" not in asyncio.run(run())


def test_field_values_keep_their_bytes():
    fetched, _ = asked(says(ok(b"", "X-Latin: caf\xe9")))
    assert isinstance(fetched, Response)
    assert fetched.header("x-latin") == "caf\xe9"


@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_a_response_without_a_body_does_not_wait_for_one(method):
    status = "200 OK" if method == "HEAD" else "204 No Content"
    answer = f"HTTP/1.1 {status}\r\nContent-Length: 99\r\n\r\n".encode()
    fetched, _ = asked(says(answer, close=False), method=method)
    assert isinstance(fetched, Response)
    assert fetched.body == b""


def test_not_modified_has_no_body():
    fetched, _ = asked(says(b"HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n", close=False))
    assert isinstance(fetched, Response)
    assert (fetched.status, fetched.body) == (304, b"")


def test_a_body_that_ends_with_the_connection_is_whole():
    fetched, _ = asked(says(b"HTTP/1.0 200 OK\r\n\r\nall of it"))
    assert isinstance(fetched, Response)
    assert fetched.body == b"all of it"


def test_a_coded_body_comes_decoded_and_without_the_fields_that_described_it():
    fetched, _ = asked(says(ok(gzip.compress(b"<p>text"), "Content-Encoding: gzip")))
    assert isinstance(fetched, Response)
    assert (fetched.body, fetched.headers) == (b"<p>text", ())


def test_an_unknown_content_coding_is_left_alone():
    fetched, _ = asked(says(ok(b"<p>text", "Content-Encoding: utf-8")))
    assert isinstance(fetched, Response)
    assert (fetched.body, fetched.header("content-encoding")) == (b"<p>text", "utf-8")


def test_large_security_policy_fields_are_accepted():
    fetched, _ = asked(says(ok(b"", f"Content-Security-Policy: {'x' * 30_000}")))
    assert isinstance(fetched, Response)


@pytest.mark.parametrize("interim", ["100 Continue", "103 Early Hints"])
def test_interim_responses_are_passed_over(interim):
    fetched, _ = asked(says(f"HTTP/1.1 {interim}\r\n\r\n".encode() + ok(b"final")))
    assert isinstance(fetched, Response)
    assert fetched.body == b"final"


def test_a_switch_of_protocols_that_nobody_asked_for_does_not_hang():
    fetched, _ = asked(
        says(b"HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", close=False)
    )
    assert not isinstance(fetched, Response) or fetched.status == 101


# Limits.


def test_a_body_of_exactly_the_limit_is_whole():
    fetched, _ = asked(says(ok(b"x" * 1000)), max_body=1000)
    assert isinstance(fetched, Response)
    assert len(fetched.body) == 1000


@pytest.mark.parametrize("kind", [RequestKind.ASSET, PAGE])
def test_assets_have_a_limit_of_their_own(kind):
    fetched, _ = asked(says(ok(b"x" * 1000)), kind=kind, max_body=2000, max_asset=999)
    assert isinstance(fetched, Failed if kind is RequestKind.ASSET else Response)


def test_a_body_of_one_byte_more_is_too_large():
    fetched, _ = asked(says(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 1001), max_body=1000)
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TOO_LARGE


def test_a_declared_length_over_the_limit_is_refused_unread():
    fetched, _ = asked(says(b"HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n", close=False), patience=60)
    assert isinstance(fetched, Failed)
    assert (fetched.reason, fetched.status) == (FailReason.TOO_LARGE, 200)


def test_the_limit_counts_decompressed_bytes_exactly():
    packed = ok(gzip.compress(b"x" * 5000), "Content-Encoding: gzip")
    whole, _ = asked(says(packed), max_body=5000)
    over, _ = asked(says(packed), max_body=4999)
    assert isinstance(whole, Response)
    assert isinstance(over, Failed)


def test_incompressible_data_of_exactly_the_limit_is_whole_although_its_coded_form_is_larger():
    stored = zlib.compressobj(0, wbits=31)
    data = bytes(range(256)) * 4
    fetched, _ = asked(says(ok(stored.compress(data) + stored.flush(), "Content-Encoding: gzip")), max_body=1024)
    assert isinstance(fetched, Response)
    assert fetched.body == data


def test_a_bomb_is_cut_off():
    bomb = ok(gzip.compress(bytes(50_000_000)), "Content-Encoding: gzip")
    fetched, _ = asked(says(bomb), max_body=100_000)
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TOO_LARGE


def test_coded_data_without_content_does_not_go_on_for_ever():
    async def endless(_reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"end"))
        while True:
            writer.write(bytes(65536))
            await writer.drain()

    fetched, _ = asked(endless, max_body=100_000)
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TOO_LARGE


def test_a_prefix_is_what_it_says_and_no_failure():
    fetched, _ = asked(says(ok(b"0123456789")), prefix=4)
    assert isinstance(fetched, Response)
    assert fetched.body == b"0123"


def test_a_prefix_of_an_endless_body_is_returned():
    async def endless(_reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b"x" * 65536)
            await writer.drain()

    fetched, _ = asked(endless, prefix=200_000)
    assert isinstance(fetched, Response)
    assert len(fetched.body) == 200_000


def test_a_url_longer_than_servers_take_is_not_sent():
    fetched, heads = asked(says(ok(b"")), path="/" + "a" * MAX_URL_LENGTH)
    assert isinstance(fetched, Failed)
    assert heads == []


# Failure is a value.


def test_silence_is_a_timeout():
    async def silent(_reader, _writer):
        await asyncio.Event().wait()

    fetched, _ = asked(silent, patience=0.05)
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TIMEOUT


def test_the_timeout_covers_a_body_that_dribbles():
    async def dribbling(_reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"8\r\n<p>x</p>\r\n")
            await writer.drain()
            await asyncio.sleep(0.005)

    fetched, _ = asked(dribbling, patience=0.1)
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.TIMEOUT


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nonly this",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nthis\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzip.compress(b"x" * 5000)[:-10],
    ],
    ids=["length", "inside a chunk", "between chunks", "gzip"],
)
def test_a_short_body_is_truncated(answer):
    fetched, _ = asked(says(answer))
    assert isinstance(fetched, Failed)
    assert (fetched.reason, fetched.status) == (FailReason.TRUNCATED, 200)


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x00\x01\x02\xff" * 100,
        b"HTTP/1.1 xx\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"",
        b"HTTP/1.1 200 OK\r\nX: ",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nthis\r\nzz\r\n",
    ],
)
def test_garbage_is_a_failed_connection(answer):
    fetched, _ = asked(says(answer))
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.CONNECTION
    assert fetched.detail


def test_a_body_that_is_not_what_its_coding_says_is_a_failure():
    fetched, _ = asked(says(ok(b"<p>plain text, really", "Content-Encoding: gzip")))
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.CONNECTION
    assert "gzip" in fetched.detail


def test_a_lost_connection_is_not_tried_again_behind_our_back():
    fetched, heads = asked(says(b""))
    assert isinstance(fetched, Failed)
    assert len(heads) == 1


def test_a_refused_connection_is_a_failed_connection():
    async def run():
        async with raw_server(says(b"")) as server:
            origin = server.origin
        async with core(origin) as opened:
            return await opened.send(Request(origin, PAGE))

    fetched = asyncio.run(run())
    assert isinstance(fetched, Failed)
    assert fetched.reason is FailReason.CONNECTION
    assert re.fullmatch(r"cannot connect to 127\.0\.0\.1:\d+: Connection refused", fetched.detail)


def test_an_unknown_name_is_a_failed_connection():
    async def run():
        async with core(lookup=Names()) as opened:
            return await opened.send(Request("http://nowhere.test/", PAGE))

    fetched = asyncio.run(run())
    assert isinstance(fetched, Failed)
    assert (fetched.reason, fetched.detail) == (FailReason.CONNECTION, "no address for nowhere.test")


def test_a_cancelled_request_stays_cancelled():
    async def run():
        arrived = asyncio.Event()

        async def silent(_reader, _writer):
            arrived.set()
            await asyncio.Event().wait()

        async with raw_server(silent) as server, core(server.origin) as opened:
            async with asyncio.TaskGroup() as group:
                sending = group.create_task(opened.send(Request(server.origin, PAGE)))
                await arrived.wait()
                sending.cancel()
            return sending.cancelled()

    assert asyncio.run(run())


def test_a_connection_is_used_again():
    async def run():
        ports = []

        def answer(request):
            ports.append(request.transport.get_extra_info("peername")[1])
            return html()

        async with site(answer) as server, core(server.origin) as opened:
            for _ in range(2):
                await opened.send(Request(server.origin, PAGE))
        return ports

    first, second = asyncio.run(run())
    assert first == second


@pytest.mark.parametrize("url", ["file:///etc/passwd", "data:text/html,x", "ftp://127.0.0.1/", "about:blank"])
def test_only_http_and_https_are_spoken(url):
    async def run():
        async with core() as opened:
            return await opened.send(Request(url, PAGE))

    fetched = asyncio.run(run())
    assert isinstance(fetched, Skipped)
    assert fetched.reason is SkipReason.SCHEME
