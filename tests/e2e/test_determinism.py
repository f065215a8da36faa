"""The same bytes give the same page: whatever a page makes of the time, of chance, and of the order of things."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawls import NOW
from rendering import AGENT, ORIGIN, Rendering, Site, alone, chromium, html, rendering

from fixtures.misbehave import answer, slow
from fixtures.site import document
from getdocs.model import Fetched, Request, Response, Snapshot
from getdocs.render.browser import open_browser

MOMENT = 1_700_000_000.0
SHOWN_AT = "2023-11-14T22:13:20.100Z"
JS = "text/javascript"

LOG = "function log(...what) { document.getElementById('log').append(what.join(' ') + '\\n'); }"


def page(
    script: str, *, url: str = ORIGIN + "/", body: str = "", headers: tuple[tuple[str, str], ...] = ()
) -> Response:
    return html(f"<pre id=log></pre>{body}<script>{LOG}\n{script}</script>", url, headers=headers)


def lines(rendered: object) -> list[str]:
    assert isinstance(rendered, Snapshot), rendered
    found = re.search(r'<pre id="log">(.*?)</pre>', rendered.html, re.DOTALL)
    assert found
    return found[1].splitlines()


@pytest.fixture(scope="module")
def sealed() -> Iterator[Rendering]:
    with rendering(moment=MOMENT) as running:
        yield running


EVERYTHING = page(
    """
    log(Date(), new Date().toISOString(), Date.now(), performance.now(), performance.timeOrigin, document.lastModified);
    log(Math.random(), Math.random().toString(36), crypto.getRandomValues(new Uint16Array(3)), crypto.randomUUID());
    for (const after of [300, 150, 1000, 950, 60]) setTimeout(() => log('timer', after, Date.now()), after);
    setInterval(() => log('interval', performance.now()), 700);
    requestAnimationFrame(at => log('frame', at));
    requestIdleCallback(deadline => log('idle', deadline.timeRemaining()));
    (function draw() { draw.frames = -~draw.frames; requestAnimationFrame(draw); document.title = draw.frames; })();
    for (const path of ['/1', '/2', '/3', '/4']) fetch(path).then(got => got.text()).then(text => log('fetched', text, Math.random()));
    document.body.onclick = event => log('clicked', event.timeStamp);
    document.body.click();
    """,
    url="http://127.0.0.1/",  # a secure context: elsewhere there is no randomUUID
    body="<iframe srcdoc='<script>parent.log(\"frame\", Math.random(), Date.now())</script>'></iframe>" * 2,
)


class Jumbled(Site):
    """Answers late, and in another order every time."""

    delays = (0.05, 0.0, 0.03, 0.01, 0.04, 0.02, 0.0)

    def __init__(self, shift: int) -> None:
        super().__init__()
        self._shift = shift

    async def load(self, request: Request) -> Fetched:
        await asyncio.sleep(self.delays[(len(self.requests) + self._shift) % len(self.delays)])
        self.requests.append(request)
        return Response(request.url, 200, (("content-type", "text/plain"),), request.url[-1].encode() * 5)


def test_the_same_bytes_give_the_same_snapshot_in_a_new_tab_a_used_one_and_another_browser():
    async def shown(shift: int, *, pages: int) -> list[Snapshot]:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT, moment=MOMENT) as browser:
            results = [await browser.render(EVERYTHING, Jumbled(shift + n).load) for n in range(pages)]
        return [result for result in results if isinstance(result, Snapshot)]

    first, second, third = alone(lambda: shown(0, pages=3))
    (other,) = alone(lambda: shown(5, pages=1))
    assert first == second == third == other
    assert len(lines(first)) > 20


GROWING = page(
    """
    (function draw() { draw.frames = -~draw.frames; requestAnimationFrame(draw); document.title = draw.frames; })();
    const end = document.querySelector('.sentinel');
    new IntersectionObserver(seen => {
      if (seen.at(-1).isIntersecting) setTimeout(() => {
        if (document.querySelectorAll('p').length < 60) end.before(...Array.from({ length: 10 }, (_, n) => {
          const grown = document.createElement('p');
          grown.textContent = `grown ${n} at ${performance.now()}`;
          return grown;
        }));
      }, 200);
    }).observe(end);
    """,
    body='<p style="height: 500px">long</p>' * 30 + "<div class=sentinel>more</div>",
)


def test_a_machine_that_draws_late_does_not_make_a_page_older(monkeypatch):
    async def shown() -> object:
        async with open_browser(chromium(), tabs=1, user_agent=AGENT, moment=MOMENT) as browser:
            return await browser.render(GROWING, Site().load)

    results = []
    for seconds in (0.0, 0.05):  # looks for a frame many times before it comes, and once it long has
        for name in ("FRAME_S", "LINGER_S"):
            monkeypatch.setattr(f"getdocs.render.reveal.{name}", seconds)
        results.append(alone(shown))
    assert isinstance(results[0], Snapshot)
    assert results[0] == results[1]
    assert results[0].html.count("<p>grown") == 30


def test_every_page_is_shown_at_the_given_moment(sealed):
    said = "log(new Date().toISOString(), +new Date === Date.now(), performance.timeOrigin, performance.now())"
    for _ in range(2):
        assert lines(sealed.render(page(said))) == [f"{SHOWN_AT} true 1700000000000 100"]


def test_workers_and_the_names_of_days_know_the_moment_roughly(sealed):
    script = "new Worker('/w.js').onmessage = event => log(event.data, new Intl.DateTimeFormat('en').format())"
    site = Site({"/w.js": (JS, "postMessage(new Date().toISOString().slice(0, 10))")})
    for host in ("docs", "docs", "another"):  # another host is another process
        assert lines(sealed.render(page(script, url=f"http://{host}.test/"), _on(host, site))) == [
            "2023-11-14 11/14/2023"
        ]


def _on(host: str, site: Site) -> Site:
    site.files = {**site.files, f"http://{host}.test/w.js": site.files["/w.js"]}
    return site


def test_a_document_without_a_date_was_modified_at_the_moment_and_one_with_a_date_then(sealed):
    said = "log(document.lastModified)"
    assert lines(sealed.render(page(said))) == ["11/14/2023 22:13:20"]
    dated = (("last-modified", "Sat, 01 Feb 2025 03:04:05 GMT"),)
    assert lines(sealed.render(page(said, headers=dated))) == ["02/01/2025 03:04:05"]


def test_time_passes_with_the_timers(sealed):
    script = "const then = Date.now(); setTimeout(() => log(Date.now() - then, new Date() - then), 1200)"
    assert lines(sealed.render(page(script))) == ["1200 1200"]


def test_dates_work_as_ever(sealed):
    script = """
    class Day extends Date {}
    log(new Date(0).toISOString(), new Date(2020, 1, 2).toISOString(), new Date('2020-01-01').getTime(), Date.UTC(2020, 1));
    log(new Date() instanceof Date, new Day() instanceof Day, new Day(5).getTime(), new Date().constructor === Date);
    log(typeof Date(), Date.length, Date.name, isNaN(new Date(undefined)), structuredClone(new Date(7)).getTime());
    """
    assert lines(sealed.render(page(script))) == [
        "1970-01-01T00:00:00.000Z 2020-02-02T00:00:00.000Z 1577836800000 1580515200000",
        "true true 5 true",
        "string 7 Date true 7",
    ]


def test_chance_is_another_one_on_every_page_and_in_every_frame_and_never_the_same_number_twice(sealed):
    script = """
    const seen = new Set(); let sum = 0;
    for (let n = 0; n < 10000; n++) { const drawn = Math.random(); seen.add(drawn); sum += drawn; }
    log(seen.size, sum > 4850 && sum < 5150);
    """
    frames = "<iframe srcdoc='<script>parent.log(Math.random())</script>'></iframe>" * 2
    drawn = [
        lines(sealed.render(page(script + "log(Math.random())", url=ORIGIN + path, body=frames)))
        for path in ("/a", "/b")
    ]
    assert [each[0] for each in drawn] == ["10000 true"] * 2
    numbers = [number for each in drawn for number in each[1:]]
    assert len(set(numbers)) == 4  # the frames of both pages have the same URL


def test_random_values_fill_what_they_are_given_and_refuse_what_they_refuse_elsewhere(sealed):
    script = """
    const small = new Uint8Array([0, 0, 0, 0, 0, 0]);
    log(crypto.getRandomValues(small.subarray(2, 4)).length, small[0], small[5], small[2] + small[3] > 0);
    for (const wrong of [new Float32Array(1), new Uint8Array(70000)]) {
      try { crypto.getRandomValues(wrong); } catch (error) { log(error.name); }
    }
    const uuid = crypto.randomUUID();
    log(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid), uuid !== crypto.randomUUID());
    """
    shown = lines(sealed.render(page(script, url="http://127.0.0.1/")))
    assert shown == ["2 0 0 true", "TypeMismatchError", "QuotaExceededError", "true true"]


@pytest.mark.parametrize("clock", ["Date.now()", "+new Date()", "performance.now()"])
def test_a_script_that_waits_for_the_clock_in_a_loop_gets_to_its_end(sealed, clock):
    script = f"const since = {clock}; while ({clock} - since < 3000); log('done')"
    assert lines(sealed.render(page(script))) == ["done"]


@pytest.mark.parametrize("begin", ["0", "2000"])
@pytest.mark.parametrize("since", ["performance.now()", "undefined"])
def test_a_number_that_counts_up_in_frames_is_read_at_its_end(sealed, since, begin):
    script = f"""
    setTimeout(() => {{
      let since = {since};
      requestAnimationFrame(function draw(at) {{
        since ??= at;
        const part = Math.min(1, (at - since) / 1500);
        document.getElementById('log').textContent = Math.round(part * 1234);
        if (part < 1) requestAnimationFrame(draw);
      }});
    }}, {begin})
    """
    assert lines(sealed.render(page(script))) == ["1234"]


def test_frames_and_idle_times_can_be_cancelled_and_want_functions(sealed):
    script = """
    cancelAnimationFrame(requestAnimationFrame(() => log('a cancelled frame')));
    cancelIdleCallback(requestIdleCallback(() => log('a cancelled idle time')));
    for (const ask of [requestAnimationFrame, requestIdleCallback]) try { ask(1); } catch (error) { log(error.name); }
    requestIdleCallback(deadline => {
      let tasks = 0;
      while (deadline.timeRemaining() > 0) tasks++;
      log(tasks, deadline.didTimeout);
    });
    """
    assert lines(sealed.render(page(script))) == ["TypeError", "TypeError", "1000 false"]


def test_an_event_is_never_older_than_the_clock_said_before_it(sealed):
    script = "const since = performance.now(); document.body.onclick = event => log(event.timeStamp >= since); document.body.click()"
    for _ in range(3):  # one after another in the same tabs
        assert lines(sealed.render(page(script))) == ["true"]


CHANCE = """<pre id=o></pre><script>
  o.textContent = [Math.random(), new Date().getFullYear() > 2000, performance.now()].join(' ');
  for (const path of ['/1.txt', '/2.txt', '/3.txt']) {
    fetch(path).then(got => got.text()).then(text => document.querySelector('main').append(text, Math.random()));
  }
</script>"""


def test_two_crawls_of_a_site_that_plays_with_chance_write_the_same_pages(once):
    server = once.serve()
    for path in ("/", "/a", "/b", "/c"):
        server.page(path, document("Page", f"<p>One of several.</p>{CHANCE}", links=("/a", "/b", "/c")))

    def crawl(*seconds: float) -> dict[str, str]:
        for number, late in enumerate(seconds, 1):
            server.route(f"/{number}.txt", slow(late, answer(f" answer {number} ", content_type="text/plain")))
        return pages(once.crawl(server.url("/"), *NOW, cold=True).out)  # strings hash to other numbers in each

    first = crawl(0.4, 0.2, 0)
    assert len(first) == 4
    assert all("answer 3" in text for text in first.values())
    assert first == crawl(0, 0.2, 0.4)


def pages(out: Path) -> dict[str, str]:
    """The files of the Pages, less when they were written."""
    return {
        str(file.relative_to(out)): re.sub(r"^crawled_at: .*\n", "", file.read_text("utf-8"), flags=re.MULTILINE)
        for file in out.rglob("*.md")
    }
