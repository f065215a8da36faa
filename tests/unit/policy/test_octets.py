import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.policy import octets

paths = st.one_of(st.binary(max_size=60), st.text("/%aZ09~.2fF6eE3b*$?:@é", max_size=40).map(str.encode))


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        (b"/%7Ejoe/%41%2d", b"/~joe/A-"),
        (b"/a%2fb%c3%bc", b"/a%2Fb%C3%BC"),
        ("/müll".encode(), b"/m%C3%BCll"),
        (b"/caf\xe9", b"/caf%E9"),
        (b"/100%", b"/100%"),
        (b"/100%zz%4", b"/100%zz%4"),
        (b"/%2561", b"/%2561"),
        (b"/%%361", b"/%61"),
        (b"/a\n/%61", b"/a\n/a"),
    ],
)
def test_escapes_are_folded_to_one_spelling_and_never_decoded_twice(written, folded):
    assert octets.fold(written) == folded


@given(paths)
def test_folding_leaves_only_ascii(written):
    assert octets.fold(written).isascii()


@given(paths)
def test_folding_many_lines_is_folding_each(written):
    assert octets.fold(written).split(b"\n") == [octets.fold(line) for line in written.split(b"\n")]


@given(st.binary(max_size=40))
def test_what_was_escaped_in_full_unescapes_to_itself(octets_in):
    written = octets_in.replace(b"\n", b"")
    assert octets.unescape(b"".join(b"%%%02x" % octet for octet in written)) == written


@given(st.binary(max_size=40))
def test_unescaping_brings_no_line_feed_about(written):
    assert octets.unescape(written).count(b"\n") == written.count(b"\n")


@given(paths)
def test_escaping_is_idempotent(written):
    assert octets.escape(octets.escape(written)) == octets.escape(written)


def test_a_space_and_its_escape_are_spelled_alike():
    assert octets.escape(octets.fold(b"/a b|c")) == octets.escape(octets.fold(b"/a%20b%7cc"))


def test_reserved_data_is_decoded_in_a_query_only():
    assert octets.relax_query(b"/a%2Fb?u=https%3A%2F%2Fx%26") == b"/a%2Fb?u=https://x%26"
