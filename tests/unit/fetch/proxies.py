"""Proxies on 127.0.0.1 for tests: one that speaks HTTP, one that speaks SOCKS5. Whatever is asked for, they go to `to`."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class FakeProxy:
    """`asked` is where it was told to go, as host:port; `logins` what it was shown to let us."""

    port: int = 0
    asked: list[str] = field(default_factory=list)
    logins: list[str | None] = field(default_factory=list)
    heads: list[bytes] = field(default_factory=list)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def _listening(serve, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    tasks: set[asyncio.Task[None]] = set()
    writers: list[asyncio.StreamWriter] = []

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        writers.append(writer)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await serve(reader, writer)
        tasks.discard(task)

    listening = await asyncio.start_server(served, "127.0.0.1", 0, ssl=tls)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for writer in writers:
            writer.transport.abort()
        await listening.wait_closed()


async def _connected(to: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes = b"") -> None:
    there_reader, there_writer = await asyncio.open_connection("127.0.0.1", to)
    there_writer.write(first)
    try:
        await asyncio.gather(_copy(reader, there_writer), _copy(there_reader, writer))
    finally:
        there_writer.transport.abort()


@asynccontextmanager
async def http_proxy(to: int, *, refuses: int | None = None, tls: ssl.SSLContext | None = None):
    """Speaks HTTP: absolute URLs and CONNECT. `refuses`: the status that it answers everything with."""
    proxy = FakeProxy()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        proxy.heads.append(head)
        line, *fields = head.decode("latin-1").split("\r\n")
        named = dict(field.lower().split(": ", 1) for field in fields if ": " in field)
        exact = {field.split(":", 1)[0].lower(): field.split(": ", 1)[1] for field in fields if ": " in field}
        assert named.keys() == exact.keys()
        proxy.asked.append(line.split(" ")[1])
        proxy.logins.append(exact.get("proxy-authorization"))
        if refuses is not None:
            writer.write(b"HTTP/1.1 %d No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % refuses)
            await writer.drain()
            writer.close()
        elif line.startswith("CONNECT "):
            writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
            await _connected(to, reader, writer)
        else:
            await _connected(to, reader, writer, head)

    async with _listening(serve, tls) as port:
        proxy.port = port
        yield proxy


@asynccontextmanager
async def socks_proxy(to: int, *, login: bool = False, answer: int = 0, says: bytes | None = None):
    """Speaks SOCKS5 (RFC 1928, RFC 1929). `answer`: the reply to every request, 0 for success. `says`: all it says, then it hangs up."""
    proxy = FakeProxy()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, count = await reader.readexactly(2)
        await reader.readexactly(count)
        if says is not None:
            writer.write(says)
            await writer.drain()
            writer.close()
            return
        writer.write(b"\x05\x02" if login else b"\x05\x00")
        if login:
            _, size = await reader.readexactly(2)
            user = await reader.readexactly(size)
            (size,) = await reader.readexactly(1)
            proxy.logins.append(f"{user.decode()}:{(await reader.readexactly(size)).decode()}")
            writer.write(b"\x01\x00")
        _, _, _, kind = await reader.readexactly(4)
        assert kind == 3  # a name: nobody has resolved it
        (size,) = await reader.readexactly(1)
        host = (await reader.readexactly(size)).decode()
        proxy.asked.append(f"{host}:{int.from_bytes(await reader.readexactly(2))}")
        writer.write(bytes([5, answer, 0, 1]) + bytes(6))
        await writer.drain()
        if answer:
            writer.close()
        else:
            await _connected(to, reader, writer)

    async with _listening(serve) as port:
        proxy.port = port
        yield proxy
