import asyncio
import ssl

import pytest
import trustme

from getdocs.errors import UsageError
from getdocs.fetch import tls
from getdocs.model import Failed, FailReason, Request, RequestKind, Response

from .loopback import core, raw_server, says

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture
def ca_file(authority, tmp_path):
    file = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(file))
    return file


def fetched(authority, client, *, name="127.0.0.1"):
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(server_side)

    async def run():
        async with raw_server(says(OK), tls=server_side) as server, core(server.origin, tls=client) as opened:
            return await opened.send(Request(server.origin, RequestKind.DOCUMENT))

    return asyncio.run(run())


def test_an_authority_of_the_users_own_is_trusted(authority, ca_file):
    assert isinstance(fetched(authority, tls.context(ca_file=ca_file)), Response)


def test_an_authority_of_the_users_own_vouches_for_the_name_only_that_it_signed(authority, ca_file):
    failed = fetched(authority, tls.context(ca_file=ca_file), name="other.test")
    assert isinstance(failed, Failed)
    assert failed.reason is FailReason.TLS


def test_the_systems_authorities_stay_trusted(ca_file):
    with_file, without = tls.context(ca_file=ca_file).get_ca_certs(), tls.context().get_ca_certs()
    assert all(certificate in with_file for certificate in without)
    assert len(with_file) == len(without) + 1


def test_without_it_the_same_server_is_a_tls_failure_that_says_what_helps(authority):
    failed = fetched(authority, tls.context())
    assert isinstance(failed, Failed)
    assert failed.reason is FailReason.TLS
    assert failed.detail.startswith("the certificate is not trusted: ")
    assert "--ca-file" in failed.detail


@pytest.mark.parametrize("name", ["127.0.0.1", "other.test"])
def test_insecure_trusts_whoever_answers(authority, name):
    assert isinstance(fetched(authority, tls.context(insecure=True), name=name), Response)


@pytest.mark.parametrize(
    "text", [None, "", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_a_file_without_certificates_is_an_error_that_names_it(tmp_path, text):
    file = tmp_path / "ca.pem"
    if text is not None:
        file.write_text(text)
    with pytest.raises(UsageError, match=r"--ca-file .*ca\.pem: no certificates can be read"):
        tls.context(ca_file=file)
