"""Name resolution that hands out only addresses which were checked, so that a connection can go nowhere else.

aiohttp connects to what its resolver returned and to nothing else; a literal address never reaches a resolver and is
checked in `core`. DNS that changes its answer gains nothing: every answer is checked, and the checked one is used.
"""

import socket

from aiohttp.abc import AbstractResolver, ResolveResult

from getdocs.fetch.addresses import AddressRule


class PrivateAddressError(OSError):
    """The name leads to private addresses only. An OSError, because that is what aiohttp expects of a resolver."""


class CheckedResolver(AbstractResolver):
    """Asks `lookup`, and drops from its answer what `rule` does not allow."""

    def __init__(self, lookup: AbstractResolver, rule: AddressRule) -> None:
        self._lookup = lookup
        self._rule = rule

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The allowed addresses of `host`. Raises PrivateAddressError where there are only others, OSError for no name."""
        try:
            found = await self._lookup.resolve(host, port, family)
        except UnicodeError as error:
            # What getaddrinfo says of a label that is empty or longer than 63 characters, which URLs may hold.
            raise OSError("no name that can be asked for") from error
        allowed = [entry for entry in found if self._rule.allows(host, port, entry["host"])]
        if found and not allowed:
            raise PrivateAddressError(f"{host} is {', '.join(entry['host'] for entry in found)}")
        return allowed

    async def close(self) -> None:
        """Closes the lookup."""
        await self._lookup.close()
