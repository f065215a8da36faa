"""The sealed browser, page by page: where a page wants to go, and that it goes nowhere by itself."""

import pytest
from rendering import ORIGIN, Site, html, snapshot

from getdocs.model import Navigation


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
