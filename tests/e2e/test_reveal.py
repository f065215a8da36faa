"""What a reader reaches with a click on the same page is in the Page, under its own label and once; and a click does no more."""

import mimetypes
import re
from pathlib import Path

import pytest
from rendering import ORIGIN, Rendering, Site, html, rendering

from getdocs.model import NavNode, Page, Response, Snapshot
from getdocs.read.reader import read_page
from getdocs.render.virtual_time import BUDGET_MS as SETTLING_MS

FOLDER = Path(__file__).parents[2] / "fixtures" / "sites" / "reveal"
GOLDEN = Path(__file__).parent / "revealed"
FILES = {
    f"/{file.name}": (mimetypes.guess_type(file.name)[0] or "text/plain", file.read_text("utf-8"))
    for file in sorted(FOLDER.iterdir())
}


def shown(sealed: Rendering, name: str, site: Site | None = None) -> Snapshot:
    """The page `name` of the fixture, as the browser showed it."""
    return snapshot(sealed, html_file(name), site or Site(dict(FILES)))


def html_file(name: str) -> Response:
    return Response(
        f"{ORIGIN}/{name}", 200, (("content-type", "text/html; charset=utf-8"),), FILES[f"/{name}"][1].encode()
    )


def snapshot(sealed: Rendering, document: Response, site: Site | None = None) -> Snapshot:
    rendered = sealed.render(document, site)
    assert isinstance(rendered, Snapshot), rendered
    return rendered


def page(sealed: Rendering, body: str) -> Page:
    return read_page(snapshot(sealed, html(f"<main>{body}</main>")))


def items(markdown: str, name: str) -> list[int]:
    """The numbers of the list items called `name`, in order."""
    return [int(number) for number in re.findall(rf"^- {name} (\d+)$", markdown, re.MULTILINE)]


# --- the widgets


@pytest.mark.parametrize("name", ["disclosures", "tabs"])
def test_every_panel_stands_once_under_its_own_label(sealed, name):
    markdown = read_page(shown(sealed, f"{name}.html")).markdown
    assert markdown == (GOLDEN / f"{name}.md").read_text("utf-8")


def test_what_redoc_makes_of_a_response_when_it_opens_is_in_the_page(sealed):
    body = """<div class=redoc-wrap><h3>Responses</h3>
      <div><button><svg><path></path></svg><strong>200 </strong><div><p>A cup</p></div></button></div>
      <div><button disabled><svg></svg><strong>404 </strong><div><p>No cup</p></div></button></div></div>
      <script>for (const button of document.querySelectorAll("button")) button.onclick = () => {
        button.insertAdjacentHTML("afterend", "<div><p>Schema of " + button.innerText.slice(0, 3) + "</p></div>"); };
      </script>"""
    markdown = page(sealed, body).markdown
    assert markdown.count("Schema of 200") == 1
    assert "Schema of 404" not in markdown
    assert "No cup" in markdown


def test_categories_that_are_made_when_they_open_are_in_the_nav_and_their_links_are_not_followed(sealed):
    nav = read_page(shown(sealed, "sidebar.html")).nav
    assert nav == (
        NavNode("Here", f"{ORIGIN}/sidebar.html"),
        NavNode(
            "Guides",
            None,
            (
                NavNode("Install", f"{ORIGIN}/install.html"),
                NavNode("Advanced", None, (NavNode("Tuning", f"{ORIGIN}/tuning.html"),)),
            ),
        ),
        NavNode("Reference", f"{ORIGIN}/reference.html", (NavNode("API", f"{ORIGIN}/api.html"),)),
    )


@pytest.fixture(scope="module")
def scrolled(sealed) -> Snapshot:
    return shown(sealed, "scrolling.html")


@pytest.mark.parametrize(
    ("name", "most"),
    [
        pytest.param("endless", 25, id="a list that asks for more when its end is seen"),
        pytest.param("boxed", 120, id="a list in a box that grows when the box is scrolled"),
        pytest.param("row", 100, id="a list of which the page holds only what is in view"),
    ],
)
def test_a_list_that_comes_with_scrolling_is_there_whole_and_in_order(scrolled, name, most):
    assert items(read_page(scrolled).markdown, name) == list(range(1, most + 1))


def test_what_is_drawn_when_it_is_seen_is_there(scrolled):
    markdown = read_page(scrolled).markdown
    assert "Drawn when seen." in markdown
    assert f"![Picture]({ORIGIN}/picture.png) ![Lazy]({ORIGIN}/lazy.png)" in markdown


def test_a_page_that_is_all_open_in_the_end_is_settled(scrolled):
    assert not scrolled.unsettled


def test_a_page_that_grows_for_ever_with_scrolling_is_bounded_and_says_so(sealed):
    feed = shown(sealed, "endless.html")
    found = items(read_page(feed).markdown, "feed")
    assert feed.unsettled
    assert found == list(range(1, len(found) + 1))
    assert 200 < len(found) < 5000


TALL = """<meta name=generator content=Sphinx><main><h1>Here</h1>%s<p style="height: 9000px">Tall.</p></main>
  <script>addEventListener("scroll", () => { document.querySelector("main").append("Scrolled.") }, { once: true })</script>"""


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("<div class=lazy-list>Rows</div>", True),
        ("<div id=sentinel></div>", True),
        ("<section id=lazy-loading><h2>Lazy loading</h2></section>", False),
        ("<p><span id=index-0></span></p><ul><li>One</li></ul><span id=index-1></span>", False),
        ("<pre><span class=gp-VirtualEnv>(env)</span></pre>", False),
    ],
)
def test_a_generated_page_is_scrolled_for_what_waits_to_be_seen_and_not_for_what_is_called_like_it(sealed, part, told):
    assert ("Scrolled." in page(sealed, TALL % part).markdown) is told


def test_the_marks_of_the_work_are_not_in_the_snapshot(sealed):
    assert "data-getdocs-mark" not in shown(sealed, "tabs.html").html


def test_the_same_page_gives_the_same_snapshot(sealed):
    assert shown(sealed, "tabs.html").html == shown(sealed, "tabs.html").html


def test_what_is_in_an_open_shadow_root_is_revealed_too(sealed):
    body = """<x-box></x-box><script>
      customElements.define("x-box", class extends HTMLElement { connectedCallback() {
        this.attachShadow({mode: "open"}).innerHTML = "<h2><button aria-expanded=false>Inside</button></h2>";
        const button = this.shadowRoot.querySelector("button");
        button.onclick = () => { button.setAttribute("aria-expanded", "true");
          button.parentElement.insertAdjacentHTML("afterend", "<p>Of the shadow.</p>") } } })
    </script>"""
    assert page(sealed, body).markdown == "## Inside\n\nOf the shadow.\n"


def test_a_button_that_stays_as_it_is_and_shows_more_each_time_is_clicked_until_it_shows_no_more(sealed):
    body = """<ul></ul><button onclick="if (n < 7) list.insertAdjacentHTML('beforeend', `<li>of ${++n}</li>`)">Load more</button>
      <script>let n = 0; const list = document.querySelector("ul")</script>"""
    assert items(page(sealed, body).markdown, "of") == list(range(1, 8))


def test_a_button_that_hides_again_what_it_has_shown_leaves_it_shown(sealed):
    body = """<button onclick="rest.replaceChildren(...(rest.childElementCount ? [] : [text.content.cloneNode(true)]))">Show more</button>
      <div id=rest></div><template id=text><p>The rest.</p></template>"""
    assert page(sealed, body).markdown == "The rest.\n"


def test_a_button_for_all_and_the_buttons_for_each_do_not_undo_one_another(sealed):
    body = """<button onclick="for (const one of ones) one.open || one.click()">Expand all</button>
      <ul><li><button class=one aria-label=expand>x</button></li><li><button class=one aria-label=expand>x</button></li></ul><script>
      const ones = [...document.querySelectorAll(".one")];
      for (const one of ones) one.onclick = () => { one.open = !one.open; one.ariaLabel = one.open ? "collapse" : "expand";
        one.open ? one.after("inside") : one.nextSibling.remove() }
    </script>"""
    assert page(sealed, body).markdown == "- inside\n- inside\n"


def test_lists_that_open_without_end_are_bounded_and_the_page_says_so(sealed):
    body = """<div id=tree><div><button aria-expanded=false>Node</button></div></div><script>
      tree.onclick = ({target}) => { if (target.getAttribute("aria-expanded") !== "false") return;
        target.setAttribute("aria-expanded", "true");
        target.after(Object.assign(document.createElement("div"), {innerHTML: "<p>Deeper.</p><div><button aria-expanded=false>Node</button></div>"})) }
    </script>"""
    found = snapshot(sealed, html(f"<main>{body}</main>"))
    assert found.unsettled
    assert 2 < found.html.count("Deeper.") < 20


def test_a_page_of_thousands_of_details_is_all_open_within_the_time_of_one_page(sealed):
    many = 3000
    body = "".join(f"<details><summary>Of {n}</summary><p>Text {n}.</p></details>" for n in range(many))
    found = snapshot(sealed, html(f"<main>{body}</main>"))
    assert (found.html.count("<details open"), found.unsettled) == (many, False)


def test_thousands_of_sets_of_tabs_are_all_shown_within_the_time_of_one_page(sealed):
    many = 1500
    body = "".join(
        f"""<div role=tablist><button role=tab aria-selected=true>A</button><button role=tab aria-selected=false>B</button></div>
        <div role=tabpanel>One {n}.</div><div role=tabpanel hidden>Two {n}.</div>"""
        for n in range(many)
    )
    found = snapshot(sealed, html(f"<main>{body}</main>"))
    assert (len(re.findall('<div role="tabpanel">Two', found.html)), found.unsettled) == (many, False)


# --- what a click must not do


@pytest.fixture(scope="module")
def harmed(sealed) -> tuple[Snapshot, Site]:
    site = Site(dict(FILES))
    return shown(sealed, "harmful.html", site), site


def test_nothing_that_a_click_does_leaves_the_browser(harmed):
    assert harmed[1].asked == []


def test_a_page_whose_buttons_lead_away_is_saved_as_it_is(harmed):
    assert read_page(harmed[0]).markdown == (GOLDEN / "harmful.md").read_text("utf-8")


def test_the_buttons_that_do_harm_were_clicked_in_that_test(harmed):
    assert harmed[0].refused == (f"{ORIGIN}/vote",)


def test_menus_searches_switches_forms_banners_and_links_are_never_clicked(harmed):
    assert '<p id="noted"></p>' in harmed[0].html


ROUTER = """<h1>First</h1><p>The text of the first page.</p><p><button aria-expanded=false>Good</button></p><p><button aria-expanded=false
  id=bad>Bad</button></p><script>
  const main = document.querySelector("main");
  document.querySelector("button").onclick = ({target}) => { target.ariaExpanded = "true"; target.insertAdjacentHTML("afterend", "<p>Opened.</p>") };
  const show = () => { main.innerHTML = "<h1>Second</h1><p>The text of the second page.</p>" };
  bad.onclick = () => { LEAVE };
</script>"""
WAYS = {
    "history": "try { history.pushState(null, '', '/second') } finally { show() }",
    "a router that asks the browser to go where the history does not":
        "try { history.pushState(null, '', '/second') } catch { location.assign('/second') } show()",
    "a hash": "location.hash = '#/second'; show()",
    "a dialog over an emptied page": "document.body.innerHTML = '<dialog open>Second</dialog>'",
    "a document written anew": "Document.prototype.write.call(document, '<h1>Second</h1>')",
    "a later change": "setTimeout(show, 500)",
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_click_that_makes_another_page_of_it_is_not_made_in_the_page_that_is_saved(sealed, way):
    found = snapshot(sealed, html(f"<main>{ROUTER.replace('LEAVE', WAYS[way])}</main>"))
    markdown = read_page(found).markdown
    assert found.url == ORIGIN + "/"
    assert "# First" in markdown
    assert "Second" not in markdown


@pytest.mark.parametrize("script", ["location = 'about:blank'", "location = URL.createObjectURL(new Blob(['x']))"])
def test_a_page_that_a_click_leaves_for_what_needs_no_request_is_saved_as_it_is(sealed, script):
    found = page(sealed, f'<h1>Here</h1><button aria-expanded=false onclick="{script}">Go</button>')
    assert found.markdown == "# Here\n"


def test_a_page_that_hangs_over_a_click_is_saved_as_it_was_before(sealed):
    body = "<main><h1>Here</h1><button aria-expanded=false onclick='while (1);'>Hang</button></main>"
    rendered = sealed.render(html(body), timeout_s=2)
    assert isinstance(rendered, Snapshot)
    assert "<h1>Here</h1>" in rendered.html


def test_time_that_passes_over_clicks_does_not_make_a_page_leave(sealed):
    body = f"""<h1>Here</h1><h2><button aria-expanded=false onclick="this.ariaExpanded = true">More</button></h2>
      <script>setTimeout(() => location = '/elsewhere', {SETTLING_MS + 500})</script>"""
    assert page(sealed, body).markdown == "# Here\n\n## More\n"


def test_title_and_base_of_a_page_are_those_from_before_the_clicks(sealed):
    body = """<main><h1>Here</h1><h2><button aria-expanded=false>More</button></h2></main><script>
      document.querySelector("button").onclick = () => { document.title = "Other"; history.replaceState(null, "", "?open=1") }</script>"""
    found = snapshot(sealed, html(body))
    assert (found.title, found.base_url, found.url) == ("T", ORIGIN + "/", ORIGIN + "/")


# --- a sidebar that is the same on every page

SIDEBAR = """<nav class=sidebar><ul>
  <li><a href="/install">Install</a></li>
  <li><div><a href="#" aria-expanded=false>Guides</a></div></li>
  </ul></nav><main><h1>Here</h1></main><script>
  document.querySelector("[aria-expanded]").onclick = ({target}) => {
    target.ariaExpanded = "true";
    fetch("/clicked");
    target.parentElement.insertAdjacentHTML("afterend", "<ul><li><a href='PLACE'>Deploy</a></li></ul>");
  }</script>"""
OPENED = {"/clicked": ("text/plain", "")}


def walk(running: Rendering, *places: str) -> tuple[list[str], int]:
    """What the branch leads to on pages of different folders, one after the other, and how often it was clicked open."""
    site = Site(dict(OPENED))
    led = []
    for number, place in enumerate(places):
        shown = running.render(html(SIDEBAR.replace("PLACE", place), f"{ORIGIN}/{number}/page"), site)
        assert isinstance(shown, Snapshot), shown
        led += [link for link in read_page(shown).links if link.endswith("deploy")]
    return led, site.asked.count("/clicked")


def test_a_branch_that_two_pages_have_shown_alike_is_on_every_page_and_clicked_on_no_other():
    with rendering() as running:
        assert walk(running, *["/guides/deploy"] * 5) == ([ORIGIN + "/guides/deploy"] * 5, 2)


def test_a_branch_that_leads_elsewhere_from_each_page_is_clicked_open_on_each():
    with rendering() as running:
        assert walk(running, *["deploy"] * 4) == ([f"{ORIGIN}/{number}/deploy" for number in range(4)], 4)
