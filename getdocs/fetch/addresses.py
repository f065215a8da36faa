"""Which network addresses may be connected to. Pure: it knows nothing of names, sockets or DNS."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from getdocs import urls
from getdocs.config import CrawlConfig

_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """True where `address` (an IP literal without brackets) is reachable by anybody on the internet.

    Anything else is somebody's inside: private, loopback, link-local, shared (RFC 6598), reserved and multicast
    addresses, and IPv6 forms that carry such an IPv4 address (mapped, 6to4, Teredo, NAT64 of RFC 6052). Text that is no
    address is not public. Never raises.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return _is_public_v4(ip) if isinstance(ip, ipaddress.IPv4Address) else _is_public_v6(ip)


def literal(host: str) -> str | None:
    """The address that `host` (without brackets) is in itself, whoever resolves it; None for a name that has to be asked.

    `localhost` and what lies below it never leave the machine (RFC 6761 6.3).
    """
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "127.0.0.1" if f".{host.rstrip('.')}".endswith(".localhost") else None
    return host


def is_loopback(host: str) -> bool:
    """True for a host (without brackets) that is this machine, by its name or its address."""
    address = literal(host)
    return address is not None and ipaddress.ip_address(address).is_loopback


def _is_public_v4(ip: ipaddress.IPv4Address) -> bool:
    return ip.is_global and not (ip.is_multicast or ip.is_reserved)


def _is_public_v6(ip: ipaddress.IPv6Address) -> bool:
    if ip.ipv4_mapped is not None:
        return _is_public_v4(ip.ipv4_mapped)
    if ip in _NAT64:
        return _is_public_v4(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    if ip.sixtofour is not None:
        return _is_public_v4(ip.sixtofour)
    # Teredo (the client behind its server) reaches hosts behind NAT: an inside by definition.
    return ip in _GLOBAL_UNICAST and ip.is_global and ip.teredo is None


@dataclass(frozen=True, slots=True)
class AddressRule:
    """What may be connected to: public addresses, and whatever address the endpoints that a Seed names have."""

    named: frozenset[tuple[str, int]]
    """Host (lower case, no brackets) and port of each Seed."""
    anywhere: bool = False
    """True: every address is allowed (`--allow-private`)."""

    @classmethod
    def of_crawl(cls, config: CrawlConfig) -> "AddressRule":
        """That of the settings of a crawl."""
        return cls.of(config.seeds if config.private_seeds else (), allow_private=config.allow_private)

    @classmethod
    def of(cls, seeds: Iterable[str], *, allow_private: bool = False) -> "AddressRule":
        """A Seed without an explicit port names its host on 80 and 443: the site may upgrade it to https."""
        named: set[tuple[str, int]] = set()
        for seed in seeds:
            parsed = urls.parse(seed)
            if parsed is not None:
                ports = urls.DEFAULT_PORTS.values() if parsed.port is None else (parsed.port,)
                named.update((parsed.host.strip("[]"), port) for port in ports)
        return cls(frozenset(named), anywhere=allow_private)

    def allows(self, host: str, port: int, address: str) -> bool:
        """Whether a connection for `host`:`port` may be made to `address`."""
        return self.anywhere or (host, port) in self.named or is_public(address)
