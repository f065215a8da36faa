"""The sealed browser, page by page: what it shows. What a page asks for, where it goes and how it misbehaves: the other `test_render` files."""

import asyncio
import time
from collections import Counter

import pytest
from rendering import AGENT, JS, ORIGIN, Site, alone, chromium, html, snapshot

from getdocs import urls
from getdocs.model import Rendered, RequestKind, Response, StoredItems
from getdocs.render.browser import open_browser


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
