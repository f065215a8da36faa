"""Pages that try to reach a server in every way we know, and the listeners that would notice."""

import asyncio
import re
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

MARK = "x-asked-by-python"
"""A request with this header was made by Python; anything else that arrives came out of the browser."""


@dataclass
class Hits:
    """What arrived on loopback: `tcp` the request lines (or raw bytes) of connections, `udp` the datagrams."""

    port: int
    tcp: list[str] = field(default_factory=list)
    udp: list[bytes] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    """Request lines that carry MARK."""

    @property
    def ways(self) -> set[str]:
        """The names of the ways that got through over TCP."""
        return set(re.findall(r"/leak/([\w-]+)", "\n".join(self.tcp)))


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, hits: Hits) -> None:
        self._hits = hits

    def datagram_received(self, data: bytes, addr: object) -> None:  # noqa: ARG002 - asyncio's signature
        self._hits.udp.append(data)


@asynccontextmanager
async def listening():
    """A TCP and a UDP listener on one port of 127.0.0.1 (and TCP on ::1 where there is one); yields their Hits."""
    hits = Hits(0)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await _serve(reader, writer, hits)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    hits.port = server.sockets[0].getsockname()[1]
    servers = [server]
    with suppress(OSError):
        servers.append(await asyncio.start_server(connected, "::1", hits.port))
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(lambda: _Datagrams(hits), local_addr=("127.0.0.1", hits.port))
    try:
        yield hits
    finally:
        transport.close()
        for each in servers:
            each.close()


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, hits: Hits) -> None:
    first = True
    while True:
        try:
            async with asyncio.timeout(10):
                head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as error:
            if error.partial:
                hits.tcp.append(repr(error.partial[:40]))
            elif first:
                hits.tcp.append("(connected, said nothing)")
            return
        except (asyncio.LimitOverrunError, TimeoutError):
            hits.tcp.append("(spoke no HTTP)")
            return
        first = False
        line = head.split(b"\r\n")[0].decode("latin-1")
        (hits.asked if MARK.encode() in head.lower() else hits.tcp).append(line)
        length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
        if length:
            await reader.readexactly(int(length[1]))
        content_type, body, headers = answer(line.split(" ")[1], hits.port)
        fields = "".join(f"{name}: {value}\r\n" for name, value in headers)
        writer.write(
            f"HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\n{fields}content-length: {len(body)}\r\n\r\n".encode()
            + body
        )
        await writer.drain()


def answer(path: str, port: int) -> tuple[str, bytes, tuple[tuple[str, str], ...]]:
    """Content type, body and headers of a path: pages and scripts that try further ways."""
    allow = (("access-control-allow-origin", "*"),)
    if path == "/":
        return "text/html; charset=utf-8", page(port).encode(), page_headers(port)
    for suffix, (content_type, body) in _FILES.items():
        if path.partition("?")[0].endswith(suffix):
            return content_type, body.replace("{PORT}", str(port)).encode(), allow
    return "text/plain", b"", allow


def page_headers(port: int) -> tuple[tuple[str, str], ...]:
    base = f"http://127.0.0.1:{port}"
    return (
        ("speculation-rules", '"/leak/header-rules.json"'),
        ("link", f"<{base}/leak/link-header-preload.js>; rel=preload; as=script"),
        ("link", f"<http://localhost:{port}>; rel=preconnect"),
        ("content-security-policy-report-only", "img-src 'none'; report-uri /leak/csp-report"),
        ("content-security-policy-report-only", "font-src 'none'; report-to e"),
        ("reporting-endpoints", f'e="{base}/leak/reporting", default="{base}/leak/reporting-default"'),
        ("report-to", f'{{"group":"n","max_age":600,"endpoints":[{{"url":"{base}/leak/nel"}}]}}'),
        ("nel", '{"report_to":"n","max_age":600,"success_fraction":1.0,"failure_fraction":1.0}'),
        ("accept-ch", "sec-ch-ua-model"),
        ("critical-ch", "sec-ch-ua-model"),
        ("set-cookie", "a=b"),
    )


def page(port: int) -> str:
    """One page with all the ways that do not leave it. Each asks for `/leak/<its name>`."""
    return _PAGE.replace("{PORT}", str(port))


LEAVING = {
    "location": "<script>location = '/leak/location'</script>",
    "location-other": "<script>location.replace('http://localhost:{PORT}/leak/location-other')</script>",
    "location-hex": "<script>location = 'http://0x7f.1:{PORT}/leak/location-hex'</script>",
    "meta-refresh": "<meta http-equiv=refresh content='0;url=/leak/meta-refresh'>",
    "form-get": "<form action=/leak/form-get></form><script>document.forms[0].submit()</script>",
    "form-post": "<form method=post action=/leak/form-post></form><script>document.forms[0].submit()</script>",
    "link-click": "<a id=a href=/leak/link-click>x</a><script>a.click()</script>",
    "navigation-api": "<script>navigation.navigate('/leak/navigation-api')</script>",
}
"""Pages that leave for `/leak/<their name>`."""

_FILES = {
    ".worker.js": (
        "text/javascript",
        """const n = new URL(self.location).searchParams.get("n");
        fetch("/leak/fetch-in-" + n).catch(() => 0);
        try { new WebSocket("ws://127.0.0.1:{PORT}/leak/websocket-in-" + n) } catch {}
        try { importScripts("/leak/import-scripts-in-" + n + ".js") } catch {}
        import("/leak/import-in-" + n + ".js").catch(() => 0);
        try { new EventSource("/leak/eventsource-in-" + n) } catch {}
        """,
    ),
    ".sw.js": ("text/javascript", "self.oninstall = e => e.waitUntil(fetch('/leak/fetch-in-service-worker'))"),
    ".js": ("text/javascript", "export default 1"),
    ".json": (
        "application/speculationrules+json",
        '{"prefetch":[{"source":"list","urls":["/leak/header-rules-prefetch"],"eagerness":"immediate"}]}',
    ),
    ".css": ("text/css", "@import '/leak/nested-import.txt'; p { background: url(/leak/nested-background) }"),
    ".html": (
        "text/html",
        """<img src=/leak/image-in-frame><script src=/leak/script-in-frame.js></script>
        <meta http-equiv=refresh content="0;url=/leak/refresh-in-frame">
        <script>fetch("/leak/fetch-in-frame"); new WebSocket("ws://127.0.0.1:{PORT}/leak/websocket-in-frame")</script>""",
    ),
    ".xml": (
        "application/xml",
        '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/leak/xslt"?><!DOCTYPE r SYSTEM "/leak/dtd"><r/>',
    ),
    ".svg": (
        "image/svg+xml",
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="/leak/image-in-svg"/><script href="/leak/script-in-svg"/></svg>',
    ),
}

_PAGE = """<!doctype html><html><head><title>leaks</title>
<link rel=preconnect href=http://127.0.0.1:{PORT}><link rel=preconnect href=http://localhost:{PORT} crossorigin>
<link rel=dns-prefetch href=//localhost:{PORT}>
<link rel=prefetch href=/leak/prefetch><link rel=prerender href=/leak/prerender>
<link rel=preload as=script href=/leak/preload.js><link rel=preload as=image href=/leak/preload-image>
<link rel=preload as=fetch href=/leak/preload-fetch crossorigin><link rel=preload as=font href=/leak/preload-font crossorigin>
<link rel=modulepreload href=/leak/modulepreload.js><link rel=icon href=/leak/icon>
<link rel=apple-touch-icon href=/leak/touch-icon><link rel=manifest href=/leak/manifest>
<link rel=stylesheet href=/leak/style.css><link rel="alternate stylesheet" title=a href=/leak/alternate.css>
<link rel=compression-dictionary href=/leak/dictionary><link rel=search href=/leak/search>
<link rel=payment-method-manifest href=/leak/payment-link>
<script type=speculationrules>{"prefetch":[{"source":"list","urls":["/leak/rules-prefetch"],"eagerness":"immediate"},
  {"source":"list","urls":["http://localhost:{PORT}/leak/rules-prefetch-other"],"eagerness":"immediate"}],
 "prerender":[{"source":"list","urls":["/leak/rules-prerender"],"eagerness":"immediate"}]}</script>
<script type=speculationrules>{"prefetch":[{"source":"document","eagerness":"immediate"}]}</script>
<script type=importmap>{"imports":{"bare":"/leak/import-map.js"}}</script>
<script type=module>import "bare"; import "/leak/module.js"; import("/leak/dynamic-import.js")</script>
<script src=/leak/script.js></script><script async src=http://localhost:{PORT}/leak/script-other.js></script>
<script src=http://0x7f.1:{PORT}/leak/script-hex.js></script><script src=http://2130706433:{PORT}/leak/script-decimal.js></script>
<script src=http://[::1]:{PORT}/leak/script-v6.js></script><script src=http://a.localhost:{PORT}/leak/script-sub.js></script>
<style>@import url(/leak/import.css); @font-face { font-family: f; src: url(/leak/font) }
 p { font-family: f; background: url(/leak/background); cursor: url(/leak/cursor), auto; mask: url(/leak/mask.svg#m);
     filter: url(/leak/filter.svg#f); list-style-image: url(/leak/list-image); shape-outside: url(/leak/shape);
     border-image: url(/leak/border) 1; content: image-set(url(/leak/image-set) 1x) }
 p::before { content: url(/leak/content) }</style>
</head><body background=/leak/body-background><p>text</p>
<a href=/leak/document-rules>link</a><a id=ping href=#x ping=/leak/ping>p</a>
<a id=blank href=/leak/blank target=_blank>b</a><a id=save href=/leak/download download>d</a>
<img src=/leak/image><img srcset="/leak/srcset 2x"><picture><source srcset=/leak/picture><img></picture>
<img loading=lazy src=/leak/lazy><img src=/leak/image.svg><input type=image src=/leak/input>
<img attributionsrc=/leak/attribution src=data:,>
<video src=/leak/video poster=/leak/poster></video><audio src=/leak/audio autoplay></audio>
<video id=v><source src=/leak/source><track default src=/leak/track></video>
<svg><image href=/leak/svg-image></image><use href="/leak/use.svg#u"></use><filter id=f><feImage href=/leak/fe-image /></filter>
<script href=/leak/svg-script></script></svg>
<object data=/leak/object.html></object><embed src=/leak/embed.svg>
<iframe src=/leak/frame.html></iframe><iframe src=http://localhost:{PORT}/leak/frame-other.html></iframe>
<iframe sandbox=allow-scripts src=/leak/frame-sandbox.html></iframe><iframe src=/leak/frame.xml></iframe>
<iframe srcdoc="<img src=/leak/image-in-srcdoc><script>fetch('/leak/fetch-in-srcdoc')</script>"></iframe>
<iframe src="data:text/html,<img src=http://127.0.0.1:{PORT}/leak/image-in-data>"></iframe>
<iframe src="javascript:'<img src=/leak/image-in-javascript>'"></iframe><iframe name=target></iframe>
<fencedframe></fencedframe><form id=f action=/leak/form-in-frame target=target></form>
<form id=g method=post action=/leak/form-blank target=_blank></form>
<script>
const base = "http://127.0.0.1:{PORT}", other = "http://localhost:{PORT}", ws = "ws://127.0.0.1:{PORT}";
const config = { iceServers: [{urls: "stun:127.0.0.1:{PORT}"}, {urls: "stun:localhost:{PORT}"},
  {urls: ["turn:127.0.0.1:{PORT}?transport=tcp", "turns:127.0.0.1:{PORT}?transport=tcp", "turn:127.0.0.1:{PORT}"],
   username: "u", credential: "c"}] };
const ways = [
  () => fetch("/leak/fetch"), () => fetch(other + "/leak/fetch-other", {mode: "no-cors"}),
  () => fetch(other + "/leak/fetch-preflight", {method: "PUT"}),
  () => fetch("/leak/keepalive", {keepalive: true, method: "POST", body: "x"}),
  () => fetchLater("/leak/fetch-later", {activateAfter: 0}),
  () => { const x = new XMLHttpRequest(); x.open("GET", "/leak/xhr"); x.send() },
  () => { const x = new XMLHttpRequest(); x.open("GET", "/leak/xhr-sync", false); x.send() },
  () => navigator.sendBeacon("/leak/beacon", "x"), () => new EventSource("/leak/eventsource"),
  () => new WebSocket(ws + "/leak/websocket"), () => new WebSocket("ws://0x7f.1:{PORT}/leak/websocket-hex"),
  () => new WebSocketStream(ws + "/leak/websocket-stream"),
  () => new WebTransport("https://127.0.0.1:{PORT}/leak/webtransport"),
  () => { const c = new RTCPeerConnection(config); c.createDataChannel("x");
          return c.createOffer().then(o => c.setLocalDescription(o)) },
  () => new Worker("/leak/worker.worker.js?n=worker"), () => new Worker("/leak/module-worker.worker.js?n=module-worker", {type: "module"}),
  () => new Worker(URL.createObjectURL(new Blob(["fetch('" + base + "/leak/fetch-in-blob-worker'); new WebSocket('" + ws + "/leak/websocket-in-blob-worker')"]))),
  () => new SharedWorker("/leak/shared-worker.worker.js?n=shared-worker"),
  () => navigator.serviceWorker.register("/leak/service-worker.sw.js"),
  () => CSS.paintWorklet.addModule("/leak/paint-worklet.js"),
  () => new AudioContext().audioWorklet.addModule("/leak/audio-worklet.js"),
  () => open("/leak/popup"), () => open(other + "/leak/popup-other", "_blank", "noopener"),
  () => open("http://0x7f.1:{PORT}/leak/popup-hex"), () => open().location = "/leak/popup-late",
  () => ping.click(), () => blank.click(), () => save.click(), () => f.submit(), () => g.submit(),
  () => new FontFace("q", "url(/leak/font-face)").load(), () => new Image().src = "/leak/new-image",
  () => import("/leak/json-module.json", {with: {type: "json"}}), () => import("/leak/css-module.css", {with: {type: "css"}}),
  () => new PaymentRequest([{supportedMethods: base + "/leak/payment"}], {total: {label: "x", amount: {currency: "EUR", value: "1"}}}).canMakePayment(),
  () => navigator.credentials.get({identity: {providers: [{configURL: base + "/leak/fedcm", clientId: "1"}]}}),
  () => navigator.credentials.get({publicKey: {challenge: new Uint8Array(9), rpId: "localhost"}}),
  () => sharedStorage.worklet.addModule("/leak/shared-storage.js"),
  () => navigator.joinAdInterestGroup({owner: base, name: "n", biddingLogicURL: base + "/leak/bidding.js"}, 60),
  () => navigator.runAdAuction({seller: base, decisionLogicURL: base + "/leak/auction.js", interestGroupBuyers: [base]}),
  () => document.querySelector("fencedframe").config = new FencedFrameConfig(base + "/leak/fenced"),
  () => document.startViewTransition(() => document.body.append(Object.assign(new Image(), {src: "/leak/view-transition"}))),
  () => new ReportingObserver(() => 0, {types: ["intervention"]}).observe(),
  () => { const d = document.implementation.createHTMLDocument(""); d.body.innerHTML = "<img src=" + base + "/leak/inert>";
          document.body.append(d.body.firstChild) },
  () => document.body.insertAdjacentHTML("beforeend", "<img src=/leak/inserted onerror=\\"fetch('/leak/onerror')\\">"),
  () => { document.cookie = "c=d"; localStorage.x = 1 }, () => addEventListener("pagehide", () => navigator.sendBeacon("/leak/beacon-at-the-end")),
];
for (const way of ways) { try { Promise.resolve(way()).catch(() => 0) } catch {} }
</script><script src=/hold.js></script></body></html>"""
