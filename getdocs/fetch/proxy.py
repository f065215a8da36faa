"""Which proxy a request goes through: the one that the user named, else what the environment says. It opens nothing.

Whoever goes through a proxy leaves names to it: a private address behind a public name can't be seen from here. Addresses
written as such are refused all the same (see `core`).
"""

import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from getdocs import urls
from getdocs.config import PROXY_SCHEMES
from getdocs.errors import UsageError
from getdocs.fetch import addresses, headers
from getdocs.model import Headers

_DEFAULT_PORTS = {**urls.DEFAULT_PORTS, "socks5": 1080, "socks5h": 1080}


@dataclass(frozen=True, slots=True)
class Proxy:
    """Where it listens, and how to log in there (both empty: not at all). Made by `of`."""

    scheme: str
    host: str
    """An IPv6 address stands in brackets."""
    port: int
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    @classmethod
    def of(cls, url: str) -> "Proxy | None":
        """The proxy at `url`; None where that is no URL of one."""
        parsed = urls.parse(url)
        if parsed is None or not parsed.host or parsed.scheme not in PROXY_SCHEMES:
            return None
        port = parsed.port or _DEFAULT_PORTS[parsed.scheme]
        return cls(parsed.scheme, parsed.host, port, unquote(parsed.username), unquote(parsed.password))

    @property
    def is_socks(self) -> bool:
        """SOCKS5; otherwise it speaks HTTP."""
        return self.scheme.startswith("socks")

    @property
    def login(self) -> Headers:
        """The field that logs in to a proxy that speaks HTTP (RFC 9110 11.7.2); empty where there is no login."""
        if self.is_socks or not (self.user or self.password):
            return ()
        return (("proxy-authorization", headers.basic(self.user, self.password)),)

    @property
    def address(self) -> str:
        """Its URL, without the login: what may be said of it."""
        return f"{self.scheme}://{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxy for each scheme, and `bypassed`, which tells whether a host (with its port) is asked directly."""

    by_scheme: Mapping[str, Proxy]
    bypassed: Callable[[str], bool]

    @classmethod
    def of(
        cls,
        given: str | None,
        *,
        environment: Callable[[], Mapping[str, str]] = urllib.request.getproxies,
        bypass: Callable[[str], bool] = urllib.request.proxy_bypass,
    ) -> "Proxies":
        """`given` serves everything; without it the environment decides (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY).

        What the environment says is not meant for this machine itself, which is asked directly, as Chromium does. Raises
        UsageError where the environment names something that is no proxy.
        """
        if given is not None:
            proxy = _proxy(given, "--proxy")
            return cls({"http": proxy, "https": proxy}, lambda _host: False)
        named = environment()
        found = {scheme: named.get(scheme) or named.get("all") for scheme in ("http", "https")}
        by_scheme = {
            scheme: _proxy(url, f"the {scheme} proxy of the environment") for scheme, url in found.items() if url
        }
        return cls(by_scheme, lambda host: _is_here(host) or bypass(host))

    def __iter__(self) -> Iterator[Proxy]:
        """Each proxy once."""
        return iter(dict.fromkeys(self.by_scheme.values()))

    def proxy_for(self, url: urls.Url) -> Proxy | None:
        """The proxy through which `url` is asked for; None: directly."""
        proxy = self.by_scheme.get(url.scheme)
        return None if proxy is None or self.bypassed(url.netloc) else proxy


DIRECT = Proxies({}, lambda _host: True)
"""No proxy at all."""


def _proxy(url: str, where: str) -> Proxy:
    proxy = Proxy.of(url if "://" in url else f"http://{url}")
    if proxy is None:
        kinds = ", ".join(f"{scheme}://" for scheme in PROXY_SCHEMES)
        raise UsageError(f"{where} is no URL of a proxy: it must begin with one of {kinds}")
    return proxy


def _is_here(netloc: str) -> bool:
    parsed = urls.parse(f"http://{netloc}/")
    host = parsed.host.strip("[]") if parsed else ""
    return addresses.is_loopback(host)
