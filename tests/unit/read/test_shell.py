"""A Shell is told from a page, however short the page is."""

import pytest

from getdocs.model import Snapshot
from getdocs.read.reader import read_page
from getdocs.read.shell import MOST_OWN, why_shell

URL = "https://docs.example/"
SCRIPT = "<script src=/main.js></script>"
HEADER = "<header><a href=/>Docs</a> <a href=/guide>Guide</a></header>"


def why(body, *, scripted=True):
    html = f"<!doctype html><title>Docs</title><body>{body}{SCRIPT if scripted else ''}"
    return why_shell(read_page(Snapshot(URL, 200, html, "Docs", URL)), html, scripted=scripted)


@pytest.mark.parametrize(
    "body",
    [
        "<div id=app></div>",
        "<div id=app>Loading</div>",
        "<div id=app><p>Please wait...</p></div>",
        "<div id=app><p>Un instant…</p></div>",
        "<div id=app><strong>This site doesn't work properly without JavaScript enabled.</strong></div>",
        "<div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>",
        "<redoc spec-url=/openapi.yaml></redoc>",
        "<doc-viewer src=/a.json></doc-viewer>",
        f"{HEADER}<div id=__next></div><footer>© 2026 Example</footer>",
        f"{HEADER}<main></main>",
        "<main class=page>Loading the documentation…</main>",
        "<img src=/logo.svg alt=Logo><p>Loading...</p>",
        "<p>You need to enable JavaScript to run this app.</p>",
        "<p>JavaScript is required to view this page.</p>",
        "<main aria-busy=true></main>",
        f"{HEADER}<div class='skeleton-line'></div><div class='skeleton-line'></div>",
        "<div class=boot></div>",
    ],
)
def test_a_frame_that_scripts_have_yet_to_fill_is_a_shell(body):
    assert why(body)


@pytest.mark.parametrize(
    "body",
    [
        "<main><h1>Moved</h1><p>See <a href=/new>the new page</a>.</p></main>",
        "<p>Coming soon</p>",
        "<p>Coming soon...</p>",
        "<main><h1>Loading plugins</h1></main>",
        "<main><h1>Enable JavaScript</h1><p>To use the editor you must enable JavaScript in your browser.</p></main>",
        "<p>OK</p><noscript><iframe src=https://tags.example/></iframe></noscript>",
        "<div id=app><h1>Start</h1></div>",
        "<div id=app><a href=/guide>Guide</a></div>",
        "<main><h1>Guide</h1><p>Text.</p></main><div id=root></div>",
        f"<div id=app></div><p>{'word ' * (MOST_OWN + 1)}</p>",
        "<header class=hero><h1>Project</h1><p>Its tagline.</p></header>",
        "<img src=/diagram.png alt=Diagram>",
        "<main><p>Spinners: <span class=spinner></span></p><p>one two three four five six</p></main>",
    ],
)
def test_a_short_page_is_none(body):
    assert why(body) == ""


@pytest.mark.parametrize("body", ["<div id=app></div>", "<p>Loading...</p>", ""])
def test_without_scripts_nothing_is_a_shell(body):
    assert why(body, scripted=False) == ""


def test_a_frameset_is_none():
    html = f"<head>{SCRIPT}</head><frameset><frame src=/a></frameset>"
    assert why_shell(read_page(Snapshot(URL, 200, html, "Docs", URL)), html, scripted=True) == ""
