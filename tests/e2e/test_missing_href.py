"""Links that only a script follows get the address that the script would have gone to, and count like any other link."""

import pytest
from crawls import NOW
from rendering import Site, html

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


def test_a_sign_without_a_word_is_no_link(sealed):
    sign = """<nav><a href=/here>Here</a><div style=cursor:pointer onclick="location = '/folded'">«</div></nav>"""
    assert "/folded" not in snapshot(sealed, sign + "<script></script>").html.replace("location = '/folded'", "")


APPLICATION = "".join(f"<{{0}} data-to=/{title.lower()}>{title}</{{0}}>" for title in TITLES)


@pytest.mark.parametrize("element", ["button", "div role=button", "div onclick='' ", "div style=cursor:pointer"])
def test_on_a_page_without_a_link_anything_that_can_be_clicked_may_be_one(sealed, element):
    body = APPLICATION.replace("</{0}>", f"</{element.split()[0]}>").replace("{0}", element)
    page = read_page(snapshot(sealed, f"<h1>Start</h1><p>Text.</p>{body}" + LISTEN % WAYS["a router with paths"]))
    assert page.links == LINKS
    assert page.unlinked is False


def test_a_window_that_a_page_opens_by_itself_is_a_link_and_is_not_opened(sealed):
    site = Site()
    taken = snapshot(
        sealed, "<p>Text.</p><script>open('/one'); open('https://other.test/two'); open('')</script>", site
    )
    assert read_page(taken).links == (LINKS[0], "https://other.test/two")
    assert site.asked == []


@pytest.mark.parametrize(
    ("script", "address"),
    [
        ("history.pushState(null, '', '/elsewhere')", "http://docs.test/elsewhere"),
        ("history.replaceState(null, '', '?q=1')", "http://docs.test/?q=1"),
        ("history.replaceState(null, '', '#part')", ""),
        ("", ""),
    ],
)
def test_what_a_page_makes_of_its_own_address_is_told_and_it_is_the_page_that_was_asked_for(sealed, script, address):
    taken = snapshot(sealed, f"<p>Text.</p><script>{script}</script>")
    assert (taken.url, taken.address) == ("http://docs.test/", address)


def test_a_single_page_with_buttons_that_lead_nowhere_is_no_whole_documentation(server, crawl):
    server.page("/", "<!doctype html><title>App</title><h1>App</h1><p>Text.</p><button>One</button><script></script>")
    crawled = crawl(server.url("/"), *NOW)
    assert crawled.run.returncode == 5
    assert crawled.manifest["pages"][0]["unlinked"] is True
    assert f"INCOMPLETE: {server.url('/')} is the only page" in crawled.run.stderr


def test_a_crawl_follows_them(server, crawl):
    body = SIDEBAR + LISTEN % "history.pushState(null, '', each.dataset.to)"
    server.page("/", f"<!doctype html><title>Start</title>{body}")
    for title in TITLES:
        server.page(f"/{title.lower()}", document(title))
    crawled = crawl(server.url("/"), *NOW)
    assert sorted(crawled.paths("pages")) == ["/", "/one", "/three", "/two"]
    assert [node["title"] for node in crawled.manifest["nav"]] == list(TITLES)
