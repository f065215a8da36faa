"""Links that only a script follows get the address that the script would have gone to, and count like any other link."""

import pytest
from crawls import NOW
from rendering import Site, html, rendering

from fixtures.site import document
from getdocs.model import Snapshot
from getdocs.read.reader import read_page

TITLES = "One", "Two", "Three"
LINKS = tuple(f"http://docs.test/{title.lower()}" for title in TITLES)
ITEMS = "".join(f"<li><a class=link data-to=/{title.lower()}>{title}</a></li>" for title in TITLES)
SIDEBAR = (
    f"<style>.link {{ cursor: pointer }}</style><nav><ul>{ITEMS}</ul></nav><main><h1>Start</h1><p>Text.</p></main>"
)
ENTRIES = SIDEBAR.replace("<a class=link", "<span class=link").replace("</a>", "</span>")
LISTEN = "<script>for (const each of document.querySelectorAll('[data-to]')) each.onclick = () => {%s};</script>"
WAYS = {
    "a router with paths": "history.pushState(null, '', each.dataset.to); document.querySelector('main').textContent = 'Another page.'",
    "a router that thinks first": "setTimeout(() => history.pushState(null, '', each.dataset.to), 50)",
    "a router that loads the page where it is refused": "try { history.pushState(null, '', each.dataset.to) } catch { location.assign(each.dataset.to) }",
    "a script that loads the page": "location.href = each.dataset.to",
    "a script that opens a window": "open(each.dataset.to)",
    "a script that asks first": "fetch('/may-i').catch(() => 0).then(() => { location = each.dataset.to })",
}


@pytest.fixture(scope="module")
def sealed():
    with rendering() as browser:
        yield browser


def snapshot(sealed, body, site=None) -> Snapshot:
    result = sealed.render(html(body), site)
    assert isinstance(result, Snapshot), result
    return result


@pytest.mark.parametrize("sidebar", [SIDEBAR, ENTRIES], ids=["a", "span"])
@pytest.mark.parametrize("way", WAYS)
def test_a_link_without_an_address_gets_the_one_that_a_click_leads_to(sealed, way, sidebar):
    site = Site()
    page = read_page(snapshot(sealed, sidebar + LISTEN % WAYS[way], site))
    assert page.links == LINKS
    assert [(node.title, node.url) for node in page.nav] == list(zip(TITLES, LINKS, strict=True))
    assert page.markdown == "# Start\n\nText.\n"
    assert site.asked == []


def test_hash_routes_are_addresses_too(sealed):
    script = LISTEN % "location.hash = '#' + each.dataset.to"
    page = read_page(snapshot(sealed, SIDEBAR + script))
    assert page.links == tuple(f"http://docs.test/#/{title.lower()}" for title in TITLES)


@pytest.mark.parametrize(
    "script", ["while (1);", "document.body.remove()", "throw 1", "alert(1); print(); document.write('x')"]
)
def test_a_page_that_does_not_survive_the_clicks_is_saved_as_it_was_before(sealed, script):
    page = read_page(snapshot(sealed, SIDEBAR + LISTEN % script))
    assert page.markdown == "# Start\n\nText.\n"
    assert page.links == ()


def test_what_leads_nowhere_and_what_is_no_link_stays_as_it_is(sealed):
    body = "<style>* { cursor: pointer }</style><main><h1><a name=top>Title</a></h1><p><a>Old anchor</a> <button>Do</button></p></main><script></script>"
    shown = snapshot(sealed, body).html
    assert "href" not in shown
    assert "getdocs" not in shown


def test_a_crawl_follows_them(server, crawl):
    body = SIDEBAR + LISTEN % "history.pushState(null, '', each.dataset.to)"
    server.page("/", f"<!doctype html><title>Start</title>{body}")
    for title in TITLES:
        server.page(f"/{title.lower()}", document(title))
    crawled = crawl(server.url("/"), *NOW)
    assert sorted(crawled.paths("pages")) == ["/", "/one", "/three", "/two"]
    assert [node["title"] for node in crawled.manifest["nav"]] == list(TITLES)
