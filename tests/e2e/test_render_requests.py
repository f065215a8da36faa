"""The sealed browser, page by page: which requests are handed over, and which are refused."""

import asyncio

from leaks import Hits, listening
from rendering import AGENT, JS, ORIGIN, Site, alone, chromium, html, snapshot

from getdocs.model import Rendered, Request, RequestKind, Response, Skipped, SkipReason
from getdocs.render.browser import open_browser


def test_the_request_is_handed_over_with_method_body_and_the_page_s_own_headers(sealed):
    page = html("<script>fetch('/api', {method: 'POST', body: 'né', headers: {'x-key': '1'}})</script>")
    site = Site({"/api": ("text/plain", "")})
    sealed.render(page, site)
    request = site.requests[0]
    assert (request.kind, request.method, request.body) == (RequestKind.XHR, "POST", "né".encode())
    assert dict(request.headers)["x-key"] == "1"
    assert not {"user-agent", "cookie", "accept-encoding"} & dict(request.headers).keys()


def test_what_was_refused_and_may_have_cost_content_is_listed(sealed):
    async def nobody(request: Request) -> Skipped:  # noqa: ARG001
        return Skipped(SkipReason.ROBOTS)

    page = html("<script src=/a.js></script><iframe src=/f></iframe><link rel=stylesheet href=/s.css><img src=/i.png>")
    shown = snapshot(sealed.run(sealed.browser.render(page, nobody)))
    assert sorted(shown.refused) == [ORIGIN + "/a.js", ORIGIN + "/f"]


def test_images_fonts_beacons_prefetches_and_streams_are_not_even_asked_for(sealed):
    page = html("""<img src=/i.png><link rel=prefetch href=/p.js><video src=/v.mp4></video>
      <style>@font-face{font-family:f;src:url(/f.woff2)} p{font-family:f;background:url(/b.png)}</style><p>x
      <script>navigator.sendBeacon("/beacon"); new EventSource("/es"); new WebSocket("ws://docs.test/ws")</script>""")
    site = Site()
    snapshot(sealed.render(page, site))
    assert site.asked == []


def test_streams_and_sockets_of_a_page_and_its_frames_and_workers_are_listed_as_refused_and_reach_nobody():
    streams = {"es", "es-late", "es-in-frame", "es-in-worker", "sse"}
    sockets = {
        "ws",
        "ws-late",
        "ws-in-frame",
        "ws-in-other-frame",
        "ws-in-srcdoc",
        "ws-in-worker",
        "ws-in-blob",
        "stream",
    }

    async def work() -> tuple[Rendered, Hits, list[str]]:
        async with listening() as hits, open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            origin, other = f"http://127.0.0.1:{hits.port}", f"http://localhost:{hits.port}"
            ws = f"ws://127.0.0.1:{hits.port}"
            files = {
                f"{origin}/frame": f"<script>new WebSocket('{ws}/ws-in-frame'); new EventSource('/es-in-frame')</script>",
                f"{other}/frame": f"<script>new WebSocket('{ws}/ws-in-other-frame')</script>",
                f"{origin}/w.js": f"new WebSocket('{ws}/ws-in-worker'); new EventSource('/es-in-worker')",
            }
            asked: list[str] = []

            async def load(request: Request) -> Response:
                asked.append(request.url)
                content_type = JS if request.url.endswith(".js") else "text/html"
                return Response(request.url, 200, (("content-type", content_type),), files[request.url].encode())

            page = html(
                f"""<p>kept</p><iframe src=/frame></iframe><iframe src={other}/frame></iframe>
                <iframe srcdoc="<script>new WebSocket('{ws}/ws-in-srcdoc')</script>"></iframe><script>
                new EventSource("/es"); new WebSocket("{ws}/ws"); new Worker("/w.js");
                new WebSocketStream("{ws}/stream").opened.catch(() => 0);
                new Worker(URL.createObjectURL(new Blob(["new WebSocket('{ws}/ws-in-blob')"])));
                fetch("/sse", {{headers: {{accept: "text/event-stream"}}}}).catch(() => 0);
                setTimeout(() => {{ new WebSocket("{ws}/ws-late"); new EventSource("/es-late") }}, 2000)</script>""",
                origin + "/",
            )
            rendered = await browser.render(page, load)
            assert sorted(asked) == sorted(files)
            return rendered, hits, [*(f"{origin}/{name}" for name in streams), *(f"{ws}/{name}" for name in sockets)]

    rendered, hits, expected = alone(work)
    assert sorted(snapshot(rendered).refused) == sorted(expected)
    assert (hits.tcp, hits.udp) == ([], [])


def test_a_page_that_opens_sockets_without_end_is_kept(sealed):
    page = html("<p>kept</p><script>setInterval(() => new WebSocket(`ws://docs.test/${Math.random()}`), 1)</script>")
    shown = snapshot(sealed.render(page))
    assert "kept" in shown.html
    assert 0 < len(shown.refused) <= 1000


def test_a_page_finds_sockets_as_any_browser_has_them(sealed):
    page = html("""<p id=o></p><script>
      class Own extends WebSocket {}
      const own = new Own("ws://docs.test/own", ["chat"]), plain = new WebSocket("/plain");
      o.textContent = [own instanceof Own, own instanceof WebSocket, plain.constructor === WebSocket, plain.url,
        WebSocket.OPEN, WebSocket.name, WebSocket.length, Object.keys(window).includes("getdocsSockets")].join();
      try { new WebSocket("x:y") } catch (error) { o.append(";" + error.name) }
      try { WebSocket("ws://docs.test/") } catch (error) { o.append(";" + error.name) }
    </script>""")
    shown = snapshot(sealed.render(page))
    assert ">true,true,true,ws://docs.test/plain,1,WebSocket,1,false;SyntaxError;TypeError<" in shown.html
    assert shown.refused == ("ws://docs.test/own", "ws://docs.test/plain")


def test_a_page_that_lies_about_its_sockets_is_read_all_the_same(sealed):
    page = html("""<p>kept</p><script>
      getdocsSockets({}); getdocsSockets("x".repeat(1e7)); Array.prototype.push = String.prototype.split = null;
      window.getdocsSockets = () => 1; document.body.append(new WebSocket("ws://docs.test/true").url)
    </script>""")
    shown = snapshot(sealed.render(page))
    assert "kept" in shown.html
    assert shown.refused == ("ws://docs.test/true",)


def test_sockets_are_told_of_the_page_that_opened_them(sealed):
    shown = [
        snapshot(sealed.render(html(f"<script>new WebSocket('ws://docs.test/{n}')</script>", f"{ORIGIN}/{n}")))
        for n in range(4)
    ]
    assert [one.refused for one in shown] == [(f"ws://docs.test/{n}",) for n in range(4)]


def test_an_answer_of_another_origin_is_read_only_if_that_origin_allows_it(sealed):
    page = html("""<p id=o></p><script>for (const p of ["open", "closed"])
      fetch("http://api.test/" + p).then(r => r.text()).then(t => o.append(t), () => o.append("blocked;"))</script>""")
    allow = (("access-control-allow-origin", "*"),)
    site = Site(
        {
            "http://api.test/open": Response("http://api.test/open", 200, allow, b"open;"),
            "http://api.test/closed": Response("http://api.test/closed", 200, (), b"closed;"),
        }
    )
    shown = snapshot(sealed.render(page, site)).html
    assert "open;" in shown
    assert "closed;" not in shown


def test_a_preflight_is_sent_first_and_decides(sealed):
    page = html("""<p id=o></p><script>
      fetch("http://api.test/x", {method: "PUT"}).then(() => o.append("allowed"), () => o.append("blocked"))</script>""")
    site = Site({"http://api.test/x": Response("http://api.test/x", 204, (), b"")})
    assert "blocked" in snapshot(sealed.render(page, site)).html
    assert [request.method for request in site.requests] == ["OPTIONS"]
    fields = (("access-control-allow-origin", "*"), ("access-control-allow-methods", "PUT"))
    site = Site({"http://api.test/x": Response("http://api.test/x", 204, fields, b"")})
    assert "allowed" in snapshot(sealed.render(page, site)).html
    assert [request.method for request in site.requests] == ["OPTIONS", "PUT"]


def test_an_endless_chain_of_requests_ends(sealed):
    page = html("<p>kept<script>(async () => { for (;;) await fetch('/x').catch(() => 0) })()</script>")
    site = Site({"/x": ("text/plain", "")})
    assert "kept" in snapshot(sealed.render(page, site, timeout_s=5)).html
    assert len(site.requests) <= 1000


def test_the_turn_of_a_request_is_not_counted_as_the_page_s_work(sealed):
    async def slow(request: Request) -> Response:
        await asyncio.sleep(1.5)
        return Response(request.url, 200, (("content-type", JS),), b"document.body.append('slow')")

    page = html("<script src=/a.js></script>")
    assert ">slow<" in snapshot(sealed.run(sealed.browser.render(page, slow, timeout_s=1.0))).html
