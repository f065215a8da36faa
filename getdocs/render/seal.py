"""The seal: how Chromium is started so that nothing in it can reach anyone (docs/adr/0001-sealed-browser.md).

Data only. It fails closed: a request that escapes the interception meets a proxy that is not there.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flag:
    """One command-line switch of Chromium, and why it is there."""

    switch: str
    reason: str


PROXY_SERVER = "http://127.0.0.1:9"
"""Port 9 is `discard` (RFC 863): nothing listens there, and Chromium refuses nothing else in its place."""
PROXY_BYPASS = "<-loopback>"
"""Takes back Chromium's built-in rule that loopback addresses need no proxy."""

FLAGS = (
    Flag("--host-resolver-rules=MAP * ~NOTFOUND", "no name and no address literal resolves, so no socket has a peer"),
    Flag("--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "WebRTC sends no UDP, neither STUN nor mDNS"),
    Flag("--disable-quic", "HTTP/3 and WebTransport go round a proxy"),
    Flag("--disable-background-networking", "no update checks, no safe browsing lists, no probes"),
    Flag("--disable-component-update", "the component updater asks its own servers"),
    Flag("--disable-domain-reliability", "reports on failed requests go to their own servers"),
    Flag("--disable-sync", "no account"),
    Flag("--disable-breakpad", "no crash reports"),
    Flag("--disable-client-side-phishing-detection", "its model is downloaded"),
    Flag("--dns-prefetch-disable", "a link on a page is no reason to resolve a name"),
    Flag("--no-pings", "a[ping] tells third parties of clicks"),
    Flag("--no-first-run", "the first start shows and fetches pages of its own"),
    Flag("--no-default-browser-check", "asks the desktop"),
    Flag("--disable-default-apps", "extensions that come with the browser fetch their updates"),
    Flag("--disable-extensions", "an installed extension could make requests of its own"),
    Flag("--metrics-recording-only", "usage figures are not sent"),
    Flag("--disable-print-preview", "window.print() opens nothing that would wait for a person"),
)

ARGS = tuple(flag.switch for flag in FLAGS)

LEFT_OUT = ("--disable-ipc-flooding-protection",)
"""What Playwright would add. Without that protection a page that changes its own URL in a loop holds up all others."""
