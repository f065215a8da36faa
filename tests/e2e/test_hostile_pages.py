"""One crawl of pages whose scripts misbehave, each between two that do not. Of the shared list of hostile servers: J01 to J23.

What takes a deadline to end, or cannot be seen from outside, is tested with the browser alone (test_render_misbehaving, test_seal).
"""

import pytest

from fixtures.hostile_pages import FORBIDDEN, FRAME, HOSTILE, SAVED, WINDOW, serve_frames
from fixtures.site import document

KINDS = tuple(kind for kind in HOSTILE if not kind.slow)
PLAIN = tuple(f"/plain-{number}" for number in range(len(KINDS) + 1))
# A page that waits for a timer: one that a neighbour holds up, or whose clock it touches, is not complete.
LATE = "<p id=o></p><script>setTimeout(() => o.textContent = 'came late', 2500)</script>"


@pytest.fixture(scope="module")
def site(once):
    server = once.serve()
    other = f"http://localhost:{server.port}"
    paths = [path for pair in zip(PLAIN, (f"/{kind.name}" for kind in KINDS), strict=False) for path in pair]
    server.page("/", document("Start", links=(*paths, PLAIN[-1])))
    for path in (*PLAIN, WINDOW):
        server.page(path, document(path, LATE))
    for kind in KINDS:
        kind.serve(server, f"/{kind.name}", other)
    serve_frames(server, tuple(kind.name for kind in KINDS if FRAME in kind.body))
    return server


@pytest.fixture(scope="module")
def crawled(once, site):
    return once.crawl(site.url("/"), "--delay", "0", "--no-sitemap", "--render-timeout", "5")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.ends == SAVED], ids=lambda kind: kind.name)
def test_a_page_that_does_no_harm_to_itself_is_saved_under_its_own_url(crawled, kind):
    assert kind.holds in crawled.text(f"/{kind.name}")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.ends != SAVED], ids=lambda kind: kind.name)
def test_a_page_that_cannot_be_shown_says_why(crawled, kind):
    assert crawled.entry("skipped" if kind.ends == "scope" else "errors", f"/{kind.name}")["reason"] == kind.ends


def test_every_page_beside_them_is_saved_and_complete(crawled):
    assert [path for path in PLAIN if "came late" not in crawled.text(path)] == []


@pytest.mark.usefixtures("crawled")
def test_nothing_that_they_try_to_reach_is_asked_for(site):
    assert [hit.path for hit in site.hits(where=lambda hit: hit.path.startswith(FORBIDDEN))] == []
    assert [hit.path for hit in site.hits(host="localhost")] == []


def test_a_page_in_a_frame_is_a_page_of_its_own(crawled):
    assert "Frame of j17-frames" in crawled.text(f"{FRAME}j17-frames")


def test_a_page_that_a_window_was_wanted_for_is_a_page_of_its_own_without_the_window(crawled, site):
    assert "came late" in crawled.text(WINDOW)
    assert crawled.entry("pages", WINDOW)["found_on"] == site.url("/j08-popups")
    assert len(site.hits(path=WINDOW)) == 1


def test_nothing_is_in_the_copy_but_these_pages(crawled):
    kinds = [f"/{kind.name}" for kind in KINDS if kind.ends == SAVED]
    assert sorted(crawled.paths("pages")) == sorted(["/", *PLAIN, WINDOW, *kinds, f"{FRAME}j17-frames"])
