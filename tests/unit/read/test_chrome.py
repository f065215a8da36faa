"""What stands on nearly every page of a site, at the edges of pages that do not say where their content is, is left out of them."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getdocs.model import Chrome, Edges, Page, Snapshot
from getdocs.read.chrome import chrome_of
from getdocs.read.reader import read_page
from getdocs.read.receipts.receipt import check_snapshot

SITE = "http://docs.test"
NAMES = ("Install", "Configure", "Run", "Extend", "Report", "Uninstall", "Migrate", "Debug", "Profile", "Deploy")
LOGO = '<a href="/"><img src="/logo.gif" alt="Project logo"></a>'
FOOTER = "<hr><font size=1>Made by the project with patience.</font>"


def menu(current: str = "", mark: str = "<b>{}</b>") -> str:
    """A menu as old sites write it, a table; the current entry is no link."""
    entries = (mark.format(name) if name == current else f'<a href="{name}.html">{name}</a>' for name in NAMES[:6])
    return "".join(f"<tr><td>{entry}</td></tr>" for entry in entries)


def content(name: str) -> str:
    return f"<h1>{name} it</h1><p>How to {name.lower()} the program, and why.</p><p>Options of {name}.</p>"


def framed(name: str) -> str:
    """Header, menu, content and footer, placed by a table: no name says what they are."""
    return (
        f"{LOGO}<br>The friendly program"
        f"<table><tr><td><table>{menu(name)}</table></td><td>{content(name)}</td></tr></table>{FOOTER}"
    )


def snapshot(name: str, body: str, site: str = SITE) -> Snapshot:
    url = f"{site}/{name}.html"
    return Snapshot(url, 200, f"<html><head><title>{name}</title></head><body>{body}</body></html>", name, url)


def read(bodies: dict[str, str], site: str = SITE) -> dict[str, Page]:
    """The pages of a site, by name, each without its chrome."""
    shown = {name: snapshot(name, body, site) for name, body in bodies.items()}
    chrome = chrome_of((each.url, edges) for each in shown.values() if (edges := read_page(each).edges) is not None)
    return {name: read_page(each, chrome=chrome.get(each.url, Chrome())) for name, each in shown.items()}


def site_of(body_of: Callable[[str], str], count: int = len(NAMES)) -> dict[str, Page]:
    return read({name: body_of(name) for name in NAMES[:count]})


# --- what goes


def test_logo_menu_and_footer_go_and_the_content_stays_whole():
    pages = site_of(framed)
    for name in NAMES:
        assert pages[name].markdown == read_page(snapshot(name, content(name))).markdown


def test_the_receipt_counts_without_it_and_notices_where_it_is_in_the_copy():
    shown = {name: snapshot(name, framed(name)) for name in NAMES}
    before = {name: read_page(each) for name, each in shown.items()}
    chrome = chrome_of((page.url, page.edges) for page in before.values())
    url = shown["Run"].url
    after = read_page(shown["Run"], chrome=chrome[url])
    assert (after.receipt.score, after.receipt.words.added) == (1.0, 0)
    receipt, _ = check_snapshot(shown["Run"], after.markdown, chrome=chrome[url])
    assert receipt == after.receipt
    receipt, _ = check_snapshot(shown["Run"], before["Run"].markdown, chrome=chrome[url])
    assert receipt.words.added > 5


def test_what_is_found_on_the_page_beside_its_content_is_the_same():
    whole, page = read_page(snapshot("Run", framed("Run"))), site_of(framed)["Run"]
    assert (page.links, page.edges, page.nav) == (whole.links, whole.edges, whole.nav)


@pytest.mark.parametrize("mark", ["{}", "<b>{}</b>", "&raquo; {}", '<a href="#top">{}</a>'])
def test_the_current_entry_of_a_menu_is_of_the_menu_however_it_is_marked(mark):
    pages = site_of(lambda name: f"<ul>{menu(name, mark).replace('tr>', 'li>')}</ul>{content(name)}")
    assert "Configure" not in pages["Install"].markdown
    assert pages["Install"].markdown.startswith("# Install it\n")


def test_a_menu_in_one_line_goes_though_its_current_entry_is_no_link():
    def body(name: str) -> str:
        entries = (each if each == name else f'<a href="{each}.html">{each}</a>' for each in NAMES[:3])
        return f"<center>{' | '.join(entries)}</center>{content(name)}"

    assert "Extend" not in site_of(body)["Run"].markdown
    assert site_of(body)["Run"].markdown.startswith("# Run it\n")


def test_bare_text_between_links_goes_with_them():
    page = site_of(lambda name: f'<a href="/">Home</a> | <a href="/faq">Questions</a> | Search{content(name)}')["Run"]
    assert page.markdown.startswith("# Run it\n")


def test_a_menu_behind_the_title_of_the_page_goes_and_the_title_stays():
    page = site_of(lambda name: f"{LOGO}<h1>{name} it</h1><table>{menu(name)}</table><p>How to {name}.</p>")["Run"]
    assert page.markdown == "# Run it\n\nHow to Run.\n"


def test_a_menu_goes_from_behind_a_breadcrumb_which_stays_because_it_is_the_pages_own():
    page = site_of(
        lambda name: (
            f'{LOGO}<p><a href="/">Home</a> &gt; <a href="{name}">{name}</a></p><table>{menu()}</table><p>Of {name}.'
        )
    )["Run"]
    assert page.markdown == f"[Home]({SITE}/) > [Run]({SITE}/Run)\n\nOf Run.\n"


def test_it_is_enough_that_nine_of_ten_pages_have_it():
    bodies = {name: f"<p>A word of warning.</p>{content(name)}" for name in NAMES}
    bodies["Deploy"] = content("Deploy")
    pages = read(bodies)
    assert not any("warning" in page.markdown for page in pages.values())
    assert pages["Deploy"].markdown.startswith("# Deploy it\n")


def test_links_that_are_written_otherwise_in_another_folder_are_the_same():
    bodies = {f"{'deep/' * (at % 3)}{name}": name for at, name in enumerate(NAMES)}
    footer = '<p>Copyright by us, <a href="{}legal/terms.html">see the terms</a> that apply to all of it.</p>'
    pages = read({path: content(name) + footer.format("../" * path.count("/")) for path, name in bodies.items()})
    assert not any("Copyright" in page.markdown for page in pages.values())


# --- what stays


def test_a_site_of_few_pages_repeats_by_chance():
    assert "The friendly program" in site_of(framed, 4)["Run"].markdown
    assert "The friendly program" not in site_of(framed, 5)["Run"].markdown


def test_a_banner_on_six_of_ten_pages_stays():
    bodies = {name: ("<p>This is old.</p>" if at < 6 else "") + content(name) for at, name in enumerate(NAMES)}
    assert sum("This is old." in page.markdown for page in read(bodies).values()) == 6


def test_prose_that_repeats_between_what_does_not_is_content():
    pages = site_of(lambda name: f"{content(name)}<p>Ask your administrator.</p><p>Then {name}.</p>")
    assert all("Ask your administrator." in page.markdown for page in pages.values())


def test_prose_behind_the_title_of_a_page_is_about_it_though_it_is_the_same_on_all():
    pages = site_of(lambda name: f"<h1>{name}</h1><p>Since version 1.</p><p>What {name} does.</p>")
    assert all("Since version 1." in page.markdown for page in pages.values())


def test_a_line_across_alone_stays():
    page = site_of(lambda name: f'<p><a href="{name}">Up from {name}</a></p><hr>{content(name)}<hr><p>End of {name}.')[
        "Run"
    ]
    assert page.markdown.count("\n---\n") == 2


def test_two_links_behind_the_title_of_a_page_are_no_menu():
    links = '<p><a href="/tests">Tests</a></p><p><a href="/bugs">Bugs</a></p>'
    pages = site_of(lambda name: f"<h1>{name}</h1>{links}<p>What {name} does.</p>")
    assert all("Tests" in page.markdown and "Bugs" in page.markdown for page in pages.values())


@pytest.mark.parametrize("heading", ["<h2>NAME</h2>", "<p><b>NAME</b></p>", "<p>Name:</p>", "<h2>NAME</h2><hr>"])
def test_a_heading_that_heads_what_follows_stays_as_in_gits_manual(heading):
    pages = site_of(lambda name: f"{LOGO}{heading}<p>git-{name} - to {name}</p><h2>SYNOPSIS</h2><p>git {name}</p>")
    for name in NAMES:
        assert "NAME" in pages[name].markdown.upper()
        assert "SYNOPSIS" in pages[name].markdown
        assert "logo" not in pages[name].markdown


def test_a_section_at_the_end_that_all_pages_have_stays_and_the_footer_behind_a_rule_goes():
    suite = "<h2>GIT</h2><p>Part of the git suite</p>"
    page = site_of(lambda name: content(name) + suite + FOOTER)["Run"]
    assert page.markdown.endswith("## GIT\n\nPart of the git suite\n")
    see_also = '<h2>See also</h2><p><a href="/git">git</a></p>'
    page = site_of(lambda name: content(name) + see_also)["Run"]
    assert page.markdown.endswith(f"## See also\n\n[git]({SITE}/git)\n")


def test_code_stays_whatever_it_is():
    page = site_of(lambda name: f"<pre>#include &lt;lib.h&gt;</pre>{content(name)}<pre>exit 0</pre>")["Run"]
    assert page.markdown.startswith("```\n#include <lib.h>\n```\n")
    assert "exit 0" in page.markdown


def test_a_page_of_nothing_else_keeps_everything():
    bodies = {name: framed(name) for name in NAMES}
    bodies["empty"] = f"{LOGO}<br>The friendly program<table><tr><td><table>{menu()}</table></td></tr></table>{FOOTER}"
    page = read(bodies)["empty"]
    assert page.markdown == read_page(snapshot("empty", bodies["empty"])).markdown


def test_a_page_of_links_between_two_bars_keeps_them_though_the_bars_say_the_same():
    bar = '<p><a href="/">Contents</a></p><p><a href="/i">Index</a></p>'
    bodies = {name: bar + content(name) + bar for name in NAMES}
    bodies["list"] = "".join(f'<p><a href="{name}.html">{name}</a></p>' for name in NAMES) + bar
    page = read(bodies)["list"]
    assert page.markdown.count("](") == len(NAMES)


def test_a_row_of_cells_goes_whole_or_stays():
    bar = '<table><tr><td><a href="/">Home</a></td><td><a href="{}">On to {}</a></td></tr></table>'
    page = site_of(lambda name: bar.format(name, name) + content(name))["Run"]
    assert "Home" in page.markdown
    assert "On to Run" in page.markdown


@pytest.mark.parametrize("repeated", ["<span>x</span> ", "<span>x"], ids=["side by side", "one in the other"])
def test_a_block_of_any_number_of_texts_is_left_out_in_the_time_of_its_length(repeated):
    """Each text once made its way up anew, past all others: a page took minutes."""
    bodies = {name: f"<p>{repeated * 8_000}<br>{name}</p><p>Why to {name}.</p>" for name in NAMES[:5]}
    left_out = chrome_of((page.url, page.edges) for page in read(bodies).values() if page.edges is not None)
    one = snapshot("Run", bodies["Run"])
    started = time.process_time()
    page = read_page(one, chrome=left_out[one.url])
    assert time.process_time() - started < 3
    assert page.markdown == "Run\n\nWhy to Run.\n"


def test_each_host_is_a_site_of_its_own():
    pages = {f"{SITE}/{name}": Edges((f"t{number}", "tsame")) for number, name in enumerate(NAMES)}
    others = {f"http://other.test/{name}": Edges(("tsame", f"t{number}")) for number, name in enumerate(NAMES[:5])}
    chrome = chrome_of([*pages.items(), *others.items()])
    assert chrome == dict.fromkeys(others, Chrome(("same",)))


def test_a_page_that_says_where_its_content_is_takes_no_part():
    assert read_page(snapshot("a", f"{LOGO}<main>{content('a')}</main>")).edges is None
    assert read_page(snapshot("a", f"<div id=top>{LOGO}</div><div id=it>It</div>"), selector="#it").edges is None
    assert read_page(snapshot("a", "<div id=it>It</div>"), selector="#other").edges is not None


# --- whatever there is

TEMPLATE = ("lC", "cF", "hB", "tA", "rE", "lD")
PAGES = st.tuples(
    st.lists(st.sampled_from("tG hH lI tA".split()), max_size=3), st.integers(0, 6), st.integers(0, 6)
).map(lambda page: (*TEMPLATE[: page[1]], *page[0], *TEMPLATE[page[2] :]))
SITES = st.lists(PAGES | st.just((*TEMPLATE, "tG")), min_size=1, max_size=12)


@given(SITES, st.randoms(use_true_random=False))
@settings(max_examples=300)
def test_only_what_nearly_all_pages_have_at_that_edge_goes_in_whatever_order_they_came(site, chance):
    pages = [(f"{SITE}/{at}", Edges(tuple(marks), tuple(reversed(marks)))) for at, marks in enumerate(site)]
    chrome = chrome_of(pages)
    for each in chrome.values():
        for digest in (*each.leading, *each.trailing):
            assert sum(any(mark[1:] == digest for mark in marks) for marks in site) * 10 >= len(site) * 9
            assert digest != "F"
    shuffled = list(pages)
    chance.shuffle(shuffled)
    assert chrome_of(shuffled) == chrome
