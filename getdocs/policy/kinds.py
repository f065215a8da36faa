"""Which checks a request passes, by what it is for. One table; whoever sends requests reads it and decides nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from getdocs.model import RequestKind


@dataclass(frozen=True, slots=True)
class Checks:
    """What a request must pass before it is sent."""

    sent: bool
    """False: never sent, whatever its URL."""
    pin: bool
    """The scheme is set to the one its host is pinned to."""
    scope: bool
    robots: bool
    host: bool = False
    """Only on hosts of the Scope."""
    part: bool = False
    """A part of a page that its own code asks for: what `--robots-for pages` relieves of the robots check."""
    put_back: bool = False
    """Where its host has to be left alone for a while, it goes back to the Frontier; other kinds wait in place, or do without."""


_PAGE = Checks(sent=True, pin=True, scope=True, robots=True, put_back=True)
# What a site lists its pages in stands at the root of its host, in Scope or not.
_LISTING = Checks(sent=True, pin=True, scope=False, robots=True, put_back=True)
# What a page needs of any host: a script from a CDN.
_PART = Checks(sent=True, pin=True, scope=False, robots=True, part=True)
# A frame of another host shows what is no part of this documentation (a video, a playground), and cannot be read.
_FRAME = Checks(sent=True, pin=True, scope=False, robots=True, host=True, part=True)
# Pinning is about pages (user story 15 of scheme pinning): media keeps the scheme that the page gave it.
_ASSET = Checks(sent=True, pin=False, scope=False, robots=True)
# The file that the robots check itself asks for.
_BARE = Checks(sent=True, pin=False, scope=False, robots=False)
_REFUSED = Checks(sent=False, pin=False, scope=False, robots=False)

CHECKS: Mapping[RequestKind, Checks] = MappingProxyType(
    {
        RequestKind.DOCUMENT: _PAGE,
        RequestKind.FRAME: _FRAME,
        RequestKind.SCRIPT: _PART,
        RequestKind.STYLESHEET: _PART,
        RequestKind.XHR: _PART,
        RequestKind.WORKER: _PART,
        RequestKind.IMAGE: _REFUSED,
        RequestKind.FONT: _REFUSED,
        RequestKind.MEDIA: _REFUSED,
        RequestKind.PING: _REFUSED,
        RequestKind.EVENT_SOURCE: _REFUSED,
        RequestKind.WEB_SOCKET: _REFUSED,
        RequestKind.OTHER: _REFUSED,
        RequestKind.ROBOTS: _BARE,
        RequestKind.SITEMAP: _LISTING,
        RequestKind.ASSET: _ASSET,
    }
)
"""Every kind has a row."""
