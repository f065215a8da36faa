"""The bytes of a file that a site lists its pages in: out of gzip, in UTF-8, and no more of them than is good. Pure."""

import codecs
import zlib

from w3lib.encoding import html_to_unicode

MAX_BYTES = 50 * 1024 * 1024
"""Of one file, decompressed: what the sitemap protocol allows. What lies beyond is not read."""

_GZIP = b"\x1f\x8b"
_CHUNK = 1024  # what a damaged file loses at most, and what each of many small members costs
_GZIP_WINDOW = 31  # zlib: a gzip header, and the largest window
_UTF16 = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\x00": "utf-16-le", b"\x00<": "utf-16-be"}


def unpack(body: bytes) -> tuple[bytes, str]:
    """The first MAX_BYTES of the file, out of its gzip members, and why it is not whole; empty where it is. Never raises."""
    if not body.startswith(_GZIP):
        return (body[:MAX_BYTES], _too_large()) if len(body) > MAX_BYTES else (body, "")
    unpacked = bytearray()
    member = zlib.decompressobj(_GZIP_WINDOW)
    at = 0
    while at < len(body):
        chunk = body[at : at + _CHUNK]
        try:
            unpacked += member.decompress(chunk, MAX_BYTES + 1 - len(unpacked))
        except zlib.error:
            return bytes(unpacked), "its gzip data is damaged: the rest was not read"
        if len(unpacked) > MAX_BYTES:
            return bytes(unpacked[:MAX_BYTES]), _too_large()
        at += len(chunk) - len(member.unused_data)
        if member.eof:
            if body[at : at + len(_GZIP)] != _GZIP:
                break
            member = zlib.decompressobj(_GZIP_WINDOW)
    return bytes(unpacked), "" if member.eof else "its gzip data ends too early: the rest is missing"


def _too_large() -> str:
    return f"it is larger than {MAX_BYTES:,} bytes: the rest was not read"


def as_utf8(body: bytes, content_type: str | None) -> bytes:
    """The file in UTF-8, which it must be in anyway; what is not, by byte order mark, header and declaration."""
    if (utf16 := _UTF16.get(body[:2])) is not None:
        return body.decode(utf16, "replace").removeprefix("\ufeff").encode()
    body = body.removeprefix(codecs.BOM_UTF8)
    try:
        codecs.utf_8_decode(body, "strict", False)  # noqa: FBT003 - the last character may be cut off
    except UnicodeDecodeError:
        _, text = html_to_unicode(content_type, body, auto_detect_fun=lambda _: "cp1252")
        return str(text).encode()
    return body
