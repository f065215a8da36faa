"""Which certificates are trusted. It knows nothing of connections."""

import ssl
from pathlib import Path

from getdocs.errors import UsageError


def context(*, ca_file: Path | None = None, insecure: bool = False) -> ssl.SSLContext:
    """Trusts the system's authorities and those in `ca_file` (PEM); with `insecure`, whoever answers.

    Raises UsageError where the file cannot be read or holds no certificate.
    """
    made = ssl.create_default_context()
    made.set_alpn_protocols(["http/1.1"])
    if ca_file is not None:
        try:
            made.load_verify_locations(cafile=ca_file)
        except OSError as error:  # ssl.SSLError is one
            raise UsageError(
                f"--ca-file {ca_file}: no certificates can be read from it ({error.strerror or error})"
            ) from error
    if insecure:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    return made
