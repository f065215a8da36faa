"""How servers are reached: by which certificates, and through whom. Made before a crawl begins; it opens nothing."""

import ssl
from dataclasses import dataclass

from getdocs.config import CrawlConfig
from getdocs.fetch import tls
from getdocs.fetch.proxy import Proxies


@dataclass(frozen=True, slots=True)
class Network:
    """One for all connections of a crawl."""

    tls: ssl.SSLContext
    proxies: Proxies

    @classmethod
    def of(cls, config: CrawlConfig) -> "Network":
        """As the settings and the environment say. Raises UsageError where a file or a proxy cannot be used."""
        return cls(
            tls=tls.context(ca_file=config.ca_file, insecure=config.insecure_tls),
            proxies=Proxies.of(config.proxy),
        )
