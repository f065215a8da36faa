import gzip
import random
import sys
import tracemalloc
import zlib

import brotli
import pytest

from getdocs.fetch.body import PIECE, CodingError, Decoding, codings

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = b"".join(b"line %d of a page that compresses well\n" % n for n in range(20_000))
NOISE = random.Random(7).randbytes(300_000)


def raw_deflate(data: bytes) -> bytes:
    squeeze = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return squeeze.compress(data) + squeeze.flush()


ENCODERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": lambda data: brotli.compress(data, quality=4),
    "zstd": zstd.compress,
}


def decoded(applied: tuple[str, ...], data: bytes, step: int = PIECE) -> tuple[bytes, bool]:
    decoding = Decoding(applied)
    pieces = [piece for at in range(0, len(data), step) for piece in decoding.feed(data[at : at + step])]
    return b"".join(pieces), decoding.complete


@pytest.mark.parametrize("coding", ENCODERS)
@pytest.mark.parametrize("data", [TEXT, NOISE, b"", b"x" * PIECE, b"y" * (2 * PIECE)], ids=len)
def test_a_coded_body_comes_out_as_it_went_in(coding, data):
    assert decoded((coding,), ENCODERS[coding](data)) == (data, True)


@pytest.mark.parametrize("coding", ENCODERS)
def test_it_does_not_matter_how_the_network_cuts_the_data(coding):
    assert decoded((coding,), ENCODERS[coding](TEXT[:50_000]), step=1) == (TEXT[:50_000], True)


@pytest.mark.parametrize("data", [TEXT, NOISE, b"", b"a"])
def test_deflate_without_the_zlib_wrapping_is_understood(data):
    assert decoded(("deflate",), raw_deflate(data)) == (data, True)


def test_stacked_codings_are_undone_in_reverse_order():
    assert decoded(("gzip", "br"), brotli.compress(gzip.compress(TEXT), quality=4)) == (TEXT, True)


def test_several_zstd_frames_are_one_body():
    assert decoded(("zstd",), zstd.compress(TEXT) + zstd.compress(NOISE)) == (TEXT + NOISE, True)


@pytest.mark.parametrize("coding", ENCODERS)
def test_data_that_breaks_off_is_not_complete(coding):
    assert not decoded((coding,), ENCODERS[coding](TEXT)[:-9])[1]


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_bytes_after_the_end_of_the_coded_data_are_ignored(coding):
    whole = ENCODERS[coding](TEXT)
    decoding = Decoding((coding,))
    assert b"".join([*decoding.feed(whole), *decoding.feed(b"garbage")]) == TEXT


@pytest.mark.parametrize("coding", ENCODERS)
def test_data_of_another_form_is_a_coding_error(coding):
    with pytest.raises(CodingError):
        decoded((coding,), b"\xff\xfe<p>this is not compressed</p>" * 20)


def test_an_empty_body_is_complete_whatever_its_label():
    assert Decoding(("gzip",)).complete


@pytest.mark.parametrize("coding", ENCODERS)
def test_what_comes_out_at_once_is_bounded(coding):
    assert max(len(piece) for piece in Decoding((coding,)).feed(ENCODERS[coding](bytes(10_000_000)))) <= 2 * PIECE


def test_a_bomb_within_a_bomb_is_decoded_one_piece_at_a_time():
    inner = gzip.compress(bytes(100_000_000), 6)
    bomb = gzip.compress(inner, 9)
    tracemalloc.start()
    pieces = Decoding(("gzip", "gzip")).feed(bomb)
    for _ in range(20):
        next(pieces)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000


def test_more_codings_than_anybody_needs_are_refused():
    with pytest.raises(CodingError):
        Decoding(("gzip",) * 6)


def test_endless_empty_frames_are_refused():
    with pytest.raises(CodingError):
        decoded(("zstd",), zstd.compress(b"") * 2000)


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("", ()),
        ("identity", ()),
        ("gzip", ("gzip",)),
        (" GZIP , br ", ("gzip", "br")),
        ("utf-8", ()),
        ("gzip, utf-8", ()),
    ],
)
def test_a_content_encoding_field_is_read_as_browsers_read_it(field, expected):
    assert codings(field) == expected
