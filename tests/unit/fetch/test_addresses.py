import pytest

from getdocs.config import CrawlConfig
from getdocs.fetch.addresses import AddressRule, is_loopback, is_public, literal


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "64:ff9b::0101:0101", "2002:0101:0101::1", "::ffff:8.8.8.8"],
)
def test_addresses_of_the_internet_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.127.255.255",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "fd00::1",
        "ff02::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:7f00:1",
        "::127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
        "2002:7f00:1::",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ],
)
def test_inside_addresses_and_forms_that_embed_one_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("text", ["", "localhost", "0x7f.1", "2130706433", "127.1", "1.2.3.4.5", "[::1]"])
def test_text_that_is_no_address_is_not_public(text):
    assert not is_public(text)


def test_a_seed_opens_its_own_endpoint_only():
    rule = AddressRule.of(["http://localhost:3000/docs/"])
    assert rule.allows("localhost", 3000, "127.0.0.1")
    assert not rule.allows("localhost", 3001, "127.0.0.1")
    assert not rule.allows("127.0.0.1", 3000, "127.0.0.1")


def test_a_seed_without_a_port_opens_both_default_ports():
    rule = AddressRule.of(["http://wiki.corp/"])
    assert rule.allows("wiki.corp", 443, "10.0.0.7")
    assert not rule.allows("wiki.corp", 8080, "10.0.0.7")


def test_an_ipv6_seed_is_named_without_brackets():
    assert AddressRule.of(["http://[::1]:8000/"]).allows("::1", 8000, "::1")


def test_every_address_can_be_allowed():
    assert AddressRule.of([], allow_private=True).allows("localhost", 3000, "127.0.0.1")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("localhost", "127.0.0.1"),
        ("app.localhost.", "127.0.0.1"),
        ("notlocalhost", None),
        ("localhost.test", None),
        ("", None),
    ],
)
def test_a_host_that_is_an_address_in_itself_needs_no_resolver(host, address):
    assert literal(host) == address


@pytest.mark.parametrize(
    ("host", "here"),
    [("localhost", True), ("127.9.9.9", True), ("::1", True), ("10.0.0.1", False), ("docs.test", False)],
)
def test_this_machine_is_told_by_name_and_address(host, here):
    assert is_loopback(host) is here


def test_public_addresses_need_no_seed():
    assert AddressRule.of([]).allows("example.org", 443, "93.184.216.34")


def test_what_no_person_has_chosen_may_not_name_a_private_address():
    config = CrawlConfig(seeds=("http://intranet.example/",), private_seeds=False)
    assert not AddressRule.of_crawl(config).allows("intranet.example", 80, "10.0.0.1")


def test_what_a_person_has_chosen_may_name_a_private_address():
    assert AddressRule.of_crawl(CrawlConfig(seeds=("http://intranet.example/",))).allows(
        "intranet.example", 80, "10.0.0.1"
    )
