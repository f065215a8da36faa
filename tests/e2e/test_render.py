"""The sealed browser, page by page: what it shows, what it refuses, and how it gets over pages that misbehave.

Of the shared list of hostile servers: J01, J03, J05, J06, J14, J16, J18, J21, J22. The rest of group J is in
test_hostile_pages, and what tries to get out (J08 to J11, J23) in test_seal too.
"""

import asyncio
import gc
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator

import psutil
import pytest
from leaks import Hits, listening
from rendering import AGENT, ORIGIN, Rendering, Site, alone, chromium, html, rendering

from getdocs import urls
from getdocs.model import (
    Failed,
    FailReason,
    Navigation,
    Rendered,
    Request,
    RequestKind,
    Response,
    Skipped,
    SkipReason,
    Snapshot,
    StoredItems,
)
from getdocs.render import memory
from getdocs.render.browser import open_browser
from getdocs.render.chromium import Chromium

JS = "text/javascript"


@pytest.fixture(scope="module")
def sealed() -> Iterator[Rendering]:
    with rendering() as running:
        yield running


def snapshot(rendered: Rendered) -> Snapshot:
    assert isinstance(rendered, Snapshot), rendered
    return rendered


# --- what it shows


def test_content_that_a_script_makes_is_in_the_snapshot(sealed):
    page = html("<main></main><script src=/app.js></script>")
    site = Site({"/app.js": (JS, "document.querySelector('main').innerHTML = '<h1>Made</h1>'")})
    assert "<main><h1>Made</h1></main>" in snapshot(sealed.render(page, site)).html


def test_timers_and_requests_in_a_chain_are_all_waited_for(sealed):
    page = html("""<p id=o></p><script>
      setTimeout(() => fetch("/data").then(r => r.text()).then(t => setTimeout(() => o.textContent = t, 2000)), 3000)
    </script>""")
    assert '<p id="o">late</p>' in snapshot(sealed.render(page, Site({"/data": ("text/plain", "late")}))).html


def test_virtual_time_costs_no_real_time(sealed):
    page = html("<p id=o></p><script>setTimeout(() => o.textContent = 'done', 3500)</script>")
    started = time.monotonic()
    assert "done" in snapshot(sealed.render(page)).html
    assert time.monotonic() - started < 3


def test_modules_imported_by_modules_are_loaded(sealed):
    page = html("<p id=o></p><script type=module src=/js/a.js></script>")
    site = Site(
        {
            "/js/a.js": (JS, "import('./b.js').then(b => document.getElementById('o').textContent = b.text)"),
            "/js/b.js": (JS, "export {text} from './c.js'"),
            "/js/c.js": (JS, "export const text = 'deep'"),
        }
    )
    assert ">deep<" in snapshot(sealed.render(page, site)).html


def test_a_module_behind_a_redirect_imports_relative_to_its_final_url(sealed):
    page = html("<p id=o></p><script type=module src=/latest.js></script>")
    final = Response(ORIGIN + "/v2/main.js", 200, (("content-type", JS),), b"import './dep.js'")
    site = Site({"/latest.js": final, "/v2/dep.js": (JS, "document.getElementById('o').textContent = 'right'")})
    assert ">right<" in snapshot(sealed.render(page, site)).html
    assert site.asked == ["/latest.js", "/v2/dep.js"]


def test_a_worker_that_fetches_is_waited_for(sealed):
    page = html("<p id=o></p><script>new Worker('/w.js').onmessage = e => o.textContent = e.data</script>")
    site = Site({"/w.js": (JS, "fetch('/d').then(r => r.text()).then(postMessage)"), "/d": ("text/plain", "worked")})
    assert ">worked<" in snapshot(sealed.render(page, site)).html
    assert site.requests[0].kind is RequestKind.WORKER


@pytest.mark.parametrize(
    "script",
    [
        "requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(done)))",
        "new IntersectionObserver(done).observe(o)",
        "new Worker(URL.createObjectURL(new Blob(['for (let n = 0; n < 1e7; n++); postMessage(1)']))).onmessage = done",
        "const r = indexedDB.open('x'); r.onupgradeneeded = () => r.result.createObjectStore('s').put(1, 1); r.onsuccess = done",
        "caches.open('x').then(c => c.put('/a', new Response('x')).then(() => c.match('/a'))).then(done)",
        "WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(done)",
        "new BroadcastChannel('x').onmessage = done; new BroadcastChannel('x').postMessage(1)",
    ],
)
def test_what_lives_outside_of_virtual_time_is_waited_for_too(sealed, script):
    page = html(
        f"<p id=o></p><script>const done = () => {{ o.textContent = 'done' }}; {script}</script>", "http://127.0.0.1:9/"
    )
    assert ">done<" in snapshot(sealed.render(page)).html


def test_open_shadow_roots_are_flattened_with_what_is_slotted_into_them(sealed):
    page = html("""<x-box><b>slotted</b></x-box><script>
      customElements.define("x-box", class extends HTMLElement { connectedCallback() {
        this.attachShadow({mode: "open"}).innerHTML = "<style>p{}</style><p>before <slot>none</slot> after</p>" } })
    </script>""")
    assert "<x-box><p>before <slot><b>slotted</b></slot> after</p></x-box>" in snapshot(sealed.render(page)).html


def test_a_frame_that_the_page_has_written_is_part_of_it_and_one_with_a_url_is_not(sealed):
    page = html("""<main><iframe id=a srcdoc='<style>p {}</style><p>sample</p>'></iframe><iframe id=b></iframe>
      <iframe id=c src=/c></iframe><iframe id=e src=/refused></iframe><iframe id=d sandbox srcdoc='<p>sealed off</p>'></iframe></main>
      <script>b.contentDocument.body.innerHTML = '<p>drawn</p>'</script>""")
    shown = snapshot(sealed.render(page, Site({"/c": ("text/html", "<p>another page</p>")}))).html
    assert "<div><p>sample</p></div><div><p>drawn</p></div>" in shown
    assert '<iframe id="c" src="/c"></iframe><iframe id="e" src="/refused"></iframe>' in shown
    assert "<p>sealed off" not in shown


def test_scripts_styles_and_noscript_are_left_out(sealed):
    page = html("<script>1</script><style>p{}</style><noscript>Enable it</noscript><template>x</template><p>kept")
    assert snapshot(sealed.render(page)).html.partition("<body>")[2] == "<p>kept</p></body></html>"


def test_a_page_that_breaks_builtins_is_read_all_the_same(sealed):
    page = html(
        "<p>text</p><script>Array.prototype.toJSON = () => 0; document.querySelectorAll = null; JSON = null</script>"
    )
    assert "<p>text</p>" in snapshot(sealed.render(page)).html


def test_a_hash_route_reaches_the_page(sealed):
    page = html("<p id=o></p><script>o.textContent = location.hash</script>", ORIGIN + "/#/guide/intro")
    shown = snapshot(sealed.render(page))
    assert "#/guide/intro" in shown.html
    assert shown.url == ORIGIN + "/#/guide/intro"


def test_base_url_is_the_one_that_the_page_declares(sealed):
    shown = snapshot(sealed.render(html('<base href="/v2/"><a href=a>a</a>', ORIGIN + "/x/y")))
    assert shown.base_url == ORIGIN + "/v2/"


def test_pushed_state_does_not_change_whose_page_it_is(sealed):
    page = html("<p>kept<script>setInterval(() => history.pushState({}, '', '/p' + Math.random()), 100)</script>")
    assert snapshot(sealed.render(page)).url == ORIGIN + "/"


def test_status_and_title_are_kept(sealed):
    shown = snapshot(sealed.render(html("<script>document.title = 'New'</script>", status=404)))
    assert (shown.status, shown.title) == (404, "New")


def test_a_page_that_never_stops_growing_is_kept_and_flagged(sealed):
    page = html("<ul id=o></ul><script>setInterval(() => o.append(document.createElement('li')), 50)</script>")
    assert snapshot(sealed.render(page)).unsettled


def test_a_page_that_writes_itself_anew_is_what_it_wrote_every_time(sealed):
    """J16: 20 times."""
    page = html("""<p>first</p><script>setTimeout(() => {
      document.open(); document.write("<p>second " + Math.random() + "</p>"); document.close() }, 500)</script>""")

    async def often() -> list[Rendered]:
        return await asyncio.gather(*(sealed.browser.render(page, Site().load) for _ in range(20)))

    shown = {snapshot(one).html for one in sealed.run(often())}
    assert len(shown) == 1
    assert "second" in shown.pop()


def test_a_quiet_page_is_not_flagged(sealed):
    assert not snapshot(sealed.render(html("<p>still"))).unsettled


def test_messages_without_end_do_not_stop_the_clock(sealed):
    page = html("""<p id=o></p><script>
      const c = new MessageChannel(); c.port1.onmessage = () => c.port2.postMessage(0); c.port2.postMessage(0);
      setTimeout(() => o.textContent = "later", 1000)
    </script>""")
    assert ">later<" in snapshot(sealed.render(page)).html


def test_the_same_bytes_give_the_same_snapshot(sealed):
    page = html("""<p id=o></p><script>
      localStorage.n = +(localStorage.n || 0) + 1; sessionStorage.n = +(sessionStorage.n || 0) + 1;
      document.cookie = "n=" + document.cookie.length;
      o.textContent = [localStorage.n, sessionStorage.n, document.cookie, history.length]
    </script>""")
    assert len({snapshot(sealed.render(page)).html for _ in range(4)}) == 1


def test_a_tab_is_used_again_after_a_clean_page_and_not_after_a_failure():
    async def work() -> list[list[object]]:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            seen = []
            for body in ("<p>a", "<script>location = '/x'</script>", "<p>b", "<script>while (1) alert(1)</script>"):
                await browser.render(html(body), Site().load)
                seen.append(list(browser._idle))
            return seen

    first, second, third, fourth = alone(work)
    assert first == second == third
    assert len(first) == 1
    assert fourth == []


def test_the_next_page_of_a_tab_has_its_scripts_and_styles_from_the_renderer_and_asks_for_all_else_once_more():
    files = {
        "/app.js": Response(
            ORIGIN + "/app.js",
            200,
            (("content-type", JS), ("cache-control", "no-store")),
            b"fetch('/data').then(each => each.text()).then(text => { document.querySelector('main').innerText = text; })",
        ),
        "/s.css": ("text/css", "main { color: red }"),
        "/data": ("text/plain", "first"),
        "/gone.js": Response(ORIGIN + "/gone.js", 404, (("content-type", JS),), b""),
    }
    body = "<link rel=stylesheet href=/s.css><script src=/gone.js></script><main></main><script src=/app.js></script>"

    async def show() -> tuple[Site, list[str]]:
        site = Site(dict(files))
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            first = snapshot(await browser.render(html(body, ORIGIN + "/1"), site.load)).html
            site.files["/data"] = ("text/plain", "second")
            second = snapshot(await browser.render(html(body, ORIGIN + "/2"), site.load)).html
        return site, [first, second]

    site, (first, second) = alone(show)
    assert Counter(site.asked) == {"/app.js": 1, "/s.css": 1, "/data": 2, "/gone.js": 2}
    assert "<main>first</main>" in first
    assert second == first.replace("first", "second")


def test_a_page_finds_the_stored_items_of_its_own_origin_on_every_visit_and_of_no_other():
    page = html("<p id=o></p><script>o.textContent = JSON.stringify(localStorage); localStorage.clear()</script>")
    origin = urls.parse(page.url).origin
    stored = (StoredItems(origin, (("token", "mine"),)), StoredItems("https://other.example", (("token", "theirs"),)))

    async def work() -> list[Rendered]:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT, stored=stored) as browser:
            return [await browser.render(page, Site().load) for _ in range(2)]

    for rendered in alone(work):
        assert '>{"token":"mine"}<' in snapshot(rendered).html


def test_a_page_that_left_does_not_shorten_the_life_of_the_next_one():
    async def work() -> list[Rendered]:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            pages = (
                "<script>setTimeout(() => location = '/x', 100)</script>",
                "<p id=o></p><script>setTimeout(() => o.textContent = 'done', 3500)</script>",
            )
            return [await browser.render(html(body), Site().load) for body in pages * 5]

    rendered = alone(work)
    assert all("done" in snapshot(one).html for one in rendered[1::2])


def test_a_page_is_told_that_prefetching_is_not_wanted(sealed):
    page = html("<p id=o></p><script>o.textContent = navigator.connection.saveData</script>")
    assert ">true<" in snapshot(sealed.render(page)).html


# --- what it asks for


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


# --- where it goes


@pytest.mark.parametrize(
    ("body", "target"),
    [
        ("<script>location = '/next#/route'</script>", ORIGIN + "/next#/route"),
        ("<script>setTimeout(() => location.replace('/next'), 1000)</script>", ORIGIN + "/next"),
        ("<meta http-equiv=refresh content='5;url=/next'>", ORIGIN + "/next"),
        ("<form method=post action=/next></form><script>document.forms[0].submit()</script>", ORIGIN + "/next"),
        ("<script>location.reload()</script>", ORIGIN + "/"),
        ("<script>location = 'http://169.254.169.254/'</script>", "http://169.254.169.254/"),
        ("<script>location = 'about:blank'</script>", "about:blank"),
        ("<script>location = 'http://docs.test:6000/'</script>", "http://docs.test:6000/"),
    ],
)
def test_a_page_that_leaves_says_where_it_wants_to_go(sealed, body, target):
    site = Site()
    assert sealed.render(html(body), site) == Navigation(target)
    assert site.asked == []


def test_a_refresh_header_is_a_navigation(sealed):
    assert sealed.render(html("<p>x", headers=(("refresh", "6; url=/next"),))) == Navigation(ORIGIN + "/next")


def test_a_page_that_makes_itself_a_blob_has_left(sealed):
    page = html("<script>location = URL.createObjectURL(new Blob(['x'], {type: 'text/html'}))</script>")
    left = sealed.render(page)
    assert isinstance(left, Navigation)
    assert left.url.startswith("blob:")


@pytest.mark.parametrize(
    "script",
    [
        "location.hash = '#x'",
        "location = 'mailto:a@docs.test'",
        "location = 'data:text/html,x'",
        "location = 'file:///etc/hostname'",
        "location = 'chrome://crash'",
        "location = 'chrome://hang'",
        "history.back()",
        "print()",
        "onbeforeunload = () => 'stay'",
        "Object.assign(document.createElement('a'), {href: '/x.zip', download: ''}).click()",
        "open('/popup'); open('http://other.test/')",
        "navigator.serviceWorker && navigator.serviceWorker.register('/sw.js')",
        "Object.assign(document.createElement('a'), {href: URL.createObjectURL(new Blob(['x'])), download: 'x'}).click()",
    ],
)
def test_a_page_that_does_this_stays_where_it_is_and_asks_for_nothing(sealed, script):
    site = Site()
    assert "kept" in snapshot(sealed.render(html(f"<p>kept<script>{script}</script>"), site)).html
    assert site.asked == []


def test_a_refresh_in_five_minutes_is_not_a_navigation(sealed):
    assert "kept" in snapshot(sealed.render(html("<p>kept<meta http-equiv=refresh content='300;url=/next'>"))).html


def test_a_document_is_shown_whatever_its_headers_would_make_of_it(sealed):
    headers = (
        ("location", "/elsewhere"),
        ("content-disposition", "attachment"),
        ("content-encoding", "br"),
        ("critical-ch", "sec-ch-ua-model"),
        ("accept-ch", "sec-ch-ua-model"),
        ("www-authenticate", "Basic"),
        ("bad name", "x"),
    )
    site = Site()
    assert "kept" in snapshot(sealed.render(html("<p>kept", headers=headers, status=401), site)).html
    assert site.asked == []


# --- what it survives


def test_dialogs_without_end_are_a_dialog_loop(sealed):
    started = time.monotonic()
    assert sealed.render(html("<script>while (1) alert(1)</script>")) == Failed(
        FailReason.UNRESPONSIVE, detail="dialog loop"
    )
    assert time.monotonic() - started < 2


def test_popups_without_end_are_a_popup_loop(sealed):
    page = html("<script>setInterval(() => open('/popup'), 10)</script>")
    assert sealed.render(page) == Failed(FailReason.UNRESPONSIVE, detail="popup loop")


def test_a_few_dialogs_do_no_harm(sealed):
    assert "kept" in snapshot(sealed.render(html("<p>kept<script>alert(1); confirm(2); prompt(3)</script>"))).html


@pytest.mark.parametrize("script", ["while (1);", "setTimeout(() => { while (1); }, 50)"])
def test_a_page_that_never_gives_back_control_is_unresponsive(sealed, script):
    started = time.monotonic()
    result = sealed.render(html(f"<p>x<script>{script}</script>"), timeout_s=2)
    assert isinstance(result, Failed)
    assert result.reason is FailReason.UNRESPONSIVE
    # Twice: its two seconds, and the ten that a busy page has for being read.
    assert time.monotonic() - started < 2 * (2 + 10) + 6


def test_the_page_after_a_hung_one_is_not_harmed(sealed):
    async def both() -> tuple[Rendered, Rendered]:
        hung = sealed.browser.render(html("<script>while (1);</script>"), Site().load, timeout_s=1)
        fine = sealed.browser.render(html("<p>fine", ORIGIN + "/fine"), Site().load)
        return await asyncio.gather(hung, fine)

    hung, fine = sealed.run(both())
    assert isinstance(hung, Failed)
    assert "fine" in snapshot(fine).html
    assert "again" in snapshot(sealed.render(html("<p>again"))).html


@pytest.mark.parametrize("work", ["for (;;);", "setInterval(postMessage, 0, 1)"])
def test_the_page_after_one_whose_worker_never_ends_is_complete(work):
    busy = f"<p>kept<script>new Worker(URL.createObjectURL(new Blob([`{work}`])))</script>"
    late = "<p id=o></p><script>setTimeout(() => o.textContent = 'came late', 2500)</script>"

    async def both() -> list[Rendered]:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            return [
                await browser.render(html(body, "http://127.0.0.1:9/"), Site().load, timeout_s=2)
                for body in (busy, late)
            ]

    shown = [snapshot(one).html for one in alone(both)]
    assert "kept" in shown[0]
    assert ">came late<" in shown[1]


@pytest.mark.parametrize("event", ["pagehide", "unload", "visibilitychange"])
def test_the_page_after_one_that_does_not_let_itself_be_left_is_complete(event):
    """J06."""
    clinging = (
        f"<p>kept<script>(self.on{event} === undefined ? document : self).on{event} = () => {{ for (;;); }}</script>"
    )
    late = "<p id=o></p><script>setTimeout(() => o.textContent = 'came late', 2500)</script>"

    async def both() -> list[Rendered]:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            tab = await browser._tab()
            return [
                await tab.show(html(body, "http://127.0.0.1:9/"), Site().load, timeout_s=5) for body in (clinging, late)
            ]

    shown = [snapshot(one).html for one in alone(both)]
    assert "kept" in shown[0]
    assert ">came late<" in shown[1]


@pytest.mark.parametrize(
    "script",
    [
        "onhashchange = () => { location.hash = Math.random() }; location.hash = 'a'",
        "for (let n = 0; n < 5000; n++) history.pushState({}, '', '/p' + n)",
        "for (let n = 0; n < 20000; n++) console.log('x'.repeat(1000)); setInterval(() => console.error(document), 1)",
        "setInterval(() => { throw new Error('x'.repeat(1e5)) }, 1); for (let n = 0; n < 5000; n++) Promise.reject(n)",
    ],
    ids=["hash", "history", "console", "errors"],
)
def test_a_page_that_floods_the_browser_is_kept(sealed, script):
    """J14."""
    restarts = sealed.browser._restarts
    assert "kept" in snapshot(sealed.render(html(f"<p>kept<script>{script}</script>"))).html
    assert sealed.browser._restarts == restarts


def test_a_dom_over_the_limit_is_too_large(sealed):
    page = html("<script>document.body.append(document.createComment('x'.repeat(33 * 1024 * 1024)))</script>")
    result = sealed.render(page)
    assert isinstance(result, Failed)
    assert result.reason is FailReason.TOO_LARGE


def renderers(group: int) -> list[psutil.Process]:
    return [process for process in members(group) if any("--type=renderer" in part for part in cmdline(process))]


def members(group: int) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (ProcessLookupError, psutil.NoSuchProcess):
            continue
    return found


def cmdline(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def group_of(browser) -> int:
    chromium = browser._chromium
    assert isinstance(chromium, Chromium)
    assert chromium.group is not None
    return chromium.group


def test_a_renderer_that_crashes_every_time_is_a_crash():
    async def work() -> Rendered:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:

            async def kill(request: Request) -> Failed:  # noqa: ARG001
                for process in renderers(group_of(browser)):
                    process.kill()
                return Failed(FailReason.CONNECTION)

            return await browser.render(html("<script src=/a.js></script>"), kill)

    result = alone(work)
    assert isinstance(result, Failed)
    assert result.reason is FailReason.RENDER_CRASH


def test_a_killed_browser_costs_no_page():
    async def work() -> tuple[list[Rendered], int]:
        async with open_browser(chromium(), tabs=2, user_agent=AGENT) as browser:
            site = Site({"/a.js": (JS, "document.body.append('made')")})
            killed = asyncio.Event()

            async def load(request: Request):
                if not killed.is_set():
                    killed.set()
                    os.killpg(group_of(browser), signal.SIGKILL)
                return await site.load(request)

            pages = (html("<script src=/a.js></script>", f"{ORIGIN}/{n}") for n in range(4))
            during = await asyncio.gather(*(browser.render(page, load) for page in pages))
            os.killpg(group_of(browser), signal.SIGKILL)
            between = await browser.render(html("<script src=/a.js></script>"), load)
            return [*during, between], browser._restarts

    rendered, restarts = alone(work)
    assert all("made" in snapshot(one).html for one in rendered)
    assert restarts == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds what a running process may take")
@pytest.mark.parametrize(
    "script", ["a.push(new Array(1e6).fill(Math.random()))", "a.push(new Uint8Array(1e8).fill(1))"]
)
def test_a_page_that_takes_memory_without_end_gets_no_more_than_a_page_may_have(monkeypatch, script):
    """J01."""
    monkeypatch.setattr(memory, "PAGE_BYTES", 1 << 29)
    taken: list[int] = []

    async def work() -> Rendered:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:

            async def watch() -> None:
                while True:
                    taken.extend(process.memory_info().data for process in renderers(group_of(browser)))
                    await asyncio.sleep(0.05)

            watching = asyncio.ensure_future(watch())
            page = html(f"<p>kept<script>const a = []; setTimeout(() => {{ for (;;) {script} }}, 50)</script>")
            result = await browser.render(page, Site().load)
            watching.cancel()
            return result

    result = alone(work)
    assert isinstance(result, Snapshot) or result.reason is FailReason.RENDER_CRASH
    assert 0 < max(taken) <= 1 << 29


def test_a_driver_that_dies_costs_no_page_little_time_and_no_word(caplog):
    heard: list[object] = []

    def kill_driver() -> None:
        for process in psutil.Process().children():
            if "run-driver" in cmdline(process):
                process.kill()

    async def work() -> list[Rendered]:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context))
        async with open_browser(chromium(), tabs=2, user_agent=AGENT) as browser:
            site = Site({"/a.js": (JS, "document.body.append('made')")})
            killed = asyncio.Event()

            async def load(request: Request):
                if not killed.is_set():
                    killed.set()
                    kill_driver()
                return await site.load(request)

            pages = (html("<script src=/a.js></script>", f"{ORIGIN}/{n}") for n in range(4))
            # Nobody waits for the deadline of these pages.
            return await asyncio.gather(*(browser.render(page, load, timeout_s=90) for page in pages))

    before = set(psutil.Process().children(recursive=True))
    started = time.monotonic()
    assert all("made" in snapshot(one).html for one in alone(work))
    assert time.monotonic() - started < 60
    gc.collect()
    assert (heard, caplog.records) == ([], [])
    left = set(psutil.Process().children(recursive=True)) - before
    assert [process for process in left if lives(process)] == []


def lives(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("end", ["normally", "by an error", "by cancellation", "after a kill"])
def test_no_process_outlives_the_browser(end):
    groups: list[int] = []
    before = set(psutil.Process().children(recursive=True))

    async def work() -> None:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT) as browser:
            groups.append(group_of(browser))
            assert members(groups[0])
            await browser.render(html("<p>x"), Site().load)
            if end == "by an error":
                raise ValueError(end)
            if end == "by cancellation":
                hang = browser.render(html("<script>while (1);</script>"), Site().load)
                async with asyncio.timeout(0.5):
                    await hang
            if end == "after a kill":
                os.killpg(groups[0], signal.SIGKILL)

    expected = {"by an error": ValueError, "by cancellation": TimeoutError}.get(end)
    if expected is None:
        alone(work)
    else:
        with pytest.raises(expected):
            alone(work)
    assert members(groups[0]) == []
    # Elsewhere in the suite this process takes in orphans: those that have ended wait for it to look at them.
    left = set(psutil.Process().children(recursive=True)) - before
    assert [process for process in left if lives(process)] == []
