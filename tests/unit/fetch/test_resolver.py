import asyncio
import socket

import pytest

from getdocs.fetch.addresses import AddressRule
from getdocs.fetch.resolver import CheckedResolver, PrivateAddressError

from .loopback import Names


def resolved(resolver, host="docs.test", port=443):
    return [entry["host"] for entry in asyncio.run(resolver.resolve(host, port, socket.AF_INET))]


def checked(names, *seeds):
    return CheckedResolver(names, AddressRule.of(seeds))


def test_of_mixed_answers_only_the_public_ones_are_handed_out():
    names = Names(docs_test=["10.0.0.1", "93.184.216.34", "::1", "2606:4700::1111"])
    assert resolved(checked(names)) == ["93.184.216.34", "2606:4700::1111"]


def test_a_name_with_private_addresses_only_is_refused():
    with pytest.raises(PrivateAddressError, match=r"docs\.test is 10\.0\.0\.1, ::1"):
        resolved(checked(Names(docs_test=["10.0.0.1", "::1"])))


def test_every_answer_is_checked_anew():
    names = Names(docs_test=["93.184.216.34"])
    resolver = checked(names)
    assert resolved(resolver) == ["93.184.216.34"]
    names.addresses["docs.test"] = ["169.254.169.254"]
    with pytest.raises(PrivateAddressError):
        resolved(resolver)


def test_the_endpoint_of_a_seed_may_be_private_and_no_other_port_of_it():
    resolver = checked(Names(docs_test=["10.0.0.1"]), "https://docs.test/")
    assert resolved(resolver) == ["10.0.0.1"]
    with pytest.raises(PrivateAddressError):
        resolved(resolver, port=8080)


def test_an_unknown_name_stays_unknown():
    with pytest.raises(OSError, match="no such name"):
        resolved(checked(Names()))


@pytest.mark.parametrize("host", ["a..b", ".test", f"{'a' * 64}.test"])
def test_what_no_name_server_can_be_asked_for_is_an_unknown_name(host):
    with pytest.raises(OSError, match="no name that can be asked for"):
        resolved(checked(Names()), host)
