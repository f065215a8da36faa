"""Removes content codings from a body as it streams in, in pieces of bounded size. It knows nothing of sockets or limits.

What a server may send is at most a few dozen bytes for each megabyte that comes out (a bomb), so nothing here ever
produces more than one piece at a time; who consumes the pieces counts them and stops when it has had enough.
"""

import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import brotli  # type: ignore[import-untyped]  # the package ships no types

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PIECE = 64 * 1024
"""Bytes handled at once. A piece may come out somewhat larger: brotli keeps to its limit in whole blocks only."""

_MAX_CODINGS = 5
# A body of very many tiny frames is an attack on our processor, not a page.
_MAX_ZSTD_FRAMES = 1024
# RFC 9659: a zstd content coding needs no window of more than 8 MB.
_ZSTD_OPTIONS: dict[int, int] = {zstd.DecompressionParameter.window_log_max: 23}


class CodingError(ValueError):
    """The body is not what its Content-Encoding says."""


class _Step(Protocol):
    """One coding. `finished` turns true when the coded data has come to its own end; what follows is ignored."""

    finished: bool

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What `data` decodes to, in pieces; to be exhausted before the next call."""


class _Zlib:
    """gzip (one member, as in browsers) and deflate (RFC 9110 says zlib; many servers send it raw)."""

    def __init__(self, window_bits: int | None) -> None:
        self._inflate = zlib.decompressobj(window_bits) if window_bits is not None else None
        self._head = b""
        self.finished = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        if self._inflate is None:
            self._head += data
            if len(self._head) < len(b"\x78\x9c"):
                return
            data = self._head
            self._inflate = zlib.decompressobj(zlib.MAX_WBITS if _has_zlib_header(data) else -zlib.MAX_WBITS)
        inflate = self._inflate
        while not inflate.eof:
            piece = inflate.decompress(data, PIECE)
            data = inflate.unconsumed_tail
            if piece:
                yield piece
            # A full piece may have left output inside zlib although all input is consumed.
            if not data and len(piece) < PIECE:
                break
        self.finished = inflate.eof


def _has_zlib_header(head: bytes) -> bool:
    """RFC 1950 2.2: method 8, window of at most 32 KiB, and a check value over both bytes."""
    return head[0] & 0x0F == 8 and head[0] >> 4 <= 7 and int.from_bytes(head[:2]) % 31 == 0


class _Brotli:
    def __init__(self) -> None:
        self._decompressor = brotli.Decompressor()
        self.finished = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        while not self._decompressor.is_finished():
            piece = self._decompressor.process(data, output_buffer_limit=PIECE)
            data = b""
            # Only an empty answer says that nothing is left inside: all input may be consumed long before.
            if not piece:
                break
            yield piece
        self.finished = self._decompressor.is_finished()


class _Zstd:
    """One or more frames (RFC 8878 3)."""

    def __init__(self) -> None:
        self._decompressor = zstd.ZstdDecompressor(options=_ZSTD_OPTIONS)
        self._frames = 1
        self.finished = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        while data or not self._decompressor.needs_input:
            if self._decompressor.eof:
                self._frames += 1
                if self._frames > _MAX_ZSTD_FRAMES:
                    raise CodingError(f"more than {_MAX_ZSTD_FRAMES} zstd frames")
                self._decompressor = zstd.ZstdDecompressor(options=_ZSTD_OPTIONS)
            piece = self._decompressor.decompress(data, max_length=PIECE)
            data = self._decompressor.unused_data if self._decompressor.eof else b""
            if piece:
                yield piece
            if self._decompressor.eof and not data:
                break
        self.finished = self._decompressor.eof


_STEPS: Mapping[str, Callable[[], _Step]] = {
    "gzip": lambda: _Zlib(16 + zlib.MAX_WBITS),
    "x-gzip": lambda: _Zlib(16 + zlib.MAX_WBITS),
    "deflate": lambda: _Zlib(None),
    "br": _Brotli,
    "zstd": _Zstd,
}

ACCEPT_ENCODING = "gzip, deflate, br, zstd"


def codings(content_encoding: str) -> tuple[str, ...]:
    """The codings of a Content-Encoding field, in the order they were applied.

    Empty where there is none, or where one is unknown: browsers show such a body as it is (servers do write
    `Content-Encoding: utf-8`).
    """
    names = [name.strip().lower() for name in content_encoding.split(",")]
    names = [name for name in names if name not in ("", "identity")]
    return tuple(names) if all(name in _STEPS for name in names) else ()


class Decoding:
    """Undoes `codings` in reverse order. Raises CodingError where the data cannot be what they say."""

    def __init__(self, applied: tuple[str, ...]) -> None:
        if len(applied) > _MAX_CODINGS:
            raise CodingError(f"{len(applied)} content codings on one body")
        self._steps = tuple(_STEPS[name]() for name in reversed(applied))
        self._fed = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What `data` decodes to, in pieces of about `PIECE` bytes (`data` itself where nothing is coded)."""
        self._fed = True
        try:
            yield from self._through(0, data)
        except (zlib.error, brotli.error, zstd.ZstdError, EOFError) as error:
            raise CodingError(str(error)) from error

    def _through(self, index: int, data: bytes) -> Iterator[bytes]:
        if index == len(self._steps):
            yield data
            return
        for piece in self._steps[index].feed(data):
            yield from self._through(index + 1, piece)

    @property
    def complete(self) -> bool:
        """Whether the coded data came to its own end. No data at all is complete: servers label empty bodies too."""
        return not self._fed or all(step.finished for step in self._steps)
