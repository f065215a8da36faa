import pytest

from getdocs.fetch import location
from getdocs.model import Response


def leads(written, base="http://h/dir/page?old#frag"):
    return location.of(Response(base, 302, (("location", written),), b""))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("http://other/x", "http://other/x#frag"),
        ("//other/x", "http://other/x#frag"),
        ("/x", "http://h/x#frag"),
        ("x", "http://h/dir/x#frag"),
        ("../x", "http://h/x#frag"),
        ("?q", "http://h/dir/page?q#frag"),
        ("#new", "http://h/dir/page?old#new"),
        ("/x#", "http://h/x#"),
        ("  /a b  ", "http://h/a%20b#frag"),
        ("\\x", "http://h/x#frag"),
        ("http:\\\\other\\x", "http://other/x#frag"),
        ("HTTP://OTHER:80/x", "http://other/x#frag"),
    ],
)
def test_location_resolves_as_in_a_browser(written, expected):
    assert leads(written) == expected


def test_utf8_bytes_come_back_as_the_server_wrote_them():
    assert leads("/müll?ü".encode().decode("latin-1"), "http://h/") == "http://h/m%C3%BCll?%C3%BC"


def test_latin1_bytes_come_back_as_the_server_wrote_them():
    assert leads("/m\xfcll?\xfc", "http://h/") == "http://h/m%FCll?%FC"


def test_a_host_in_utf8_is_an_international_name():
    assert leads("//müller.example/".encode().decode("latin-1"), "http://h/") == "http://xn--mller-kva.example/"


@pytest.mark.parametrize("written", ["", "   ", "http://[", "http://h:99999/", "//"])
def test_what_cannot_be_parsed_leads_nowhere(written):
    assert leads(written) is None


def test_no_location_leads_nowhere():
    assert location.of(Response("http://h/", 302, (), b"")) is None


def test_contradicting_locations_lead_nowhere():
    both = (("location", "/a"), ("location", "/b"))
    assert location.of(Response("http://h/", 302, both, b"")) is None


def test_the_same_location_twice_is_one():
    both = (("location", "/a"), ("location", "/a"))
    assert location.of(Response("http://h/", 302, both, b"")) == "http://h/a"
