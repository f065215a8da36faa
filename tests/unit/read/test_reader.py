import pickle
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getdocs.errors import UsageError
from getdocs.model import Page, Snapshot
from getdocs.read.content import check_selector
from getdocs.read.reader import read_page

URL = "https://docs.example/guide/page"


def read(html: str, *, selector: str | None = None, title: str = "Doc title") -> Page:
    return read_page(Snapshot(URL, 200, html, title, URL), selector=selector)


TAGS = (
    "div span p a b em code pre ul ol li dl dt dd table thead tbody tr td th h1 h2 h6 blockquote img br hr details summary "
    "section article main aside nav header footer figure figcaption svg title math mi mfrac msup iframe input button sup "
    "template script del kbd picture source body frameset frame select option"
).split()
CLASSES = (
    "", "line", "highlighttable", "admonition note", "admonition", "tabbed-set", "tabbed-labels", "tabbed-content", "vp-code-group", "tabs",
    "blocks", "katex", "math", "sig", "toc", "language-x", "linenos", "custom-block", "menu__list", "VPSidebarItem", "hint", "alert",
)  # fmt: skip
ATTRIBUTES = ("", 'role="tablist"', 'role="tab"', 'role="tabpanel"', 'href="x"', 'href="http://["', 'src="y"', 'start="-7"', 'colspan="99999999"', 'rowspan="0"', "hidden", 'type="checkbox"', 'value="x"', 'srcset=" , "')  # fmt: skip


@st.composite
def soup(draw: st.DrawFn) -> str:
    parts = draw(
        st.lists(
            st.one_of(
                st.sampled_from(["text ", "\n", " ", "* _ ` [", "<", "&amp;", "<!--x-->", "\x00", "\ufeff", "|", "</"]),
                st.builds(
                    lambda tag, name, more: f'<{tag} class="{name}" {more}>',
                    st.sampled_from(TAGS),
                    st.sampled_from(CLASSES),
                    st.sampled_from(ATTRIBUTES),
                ),
                st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
            ),
            max_size=40,
        )
    )
    return "".join(parts)


@settings(max_examples=300, deadline=None)
@given(soup())
def test_no_html_makes_the_reader_raise(html: str) -> None:
    page = read(html)
    assert page == read(html)
    assert page.markdown == "" or page.markdown.endswith("\n")


WORDS = st.sampled_from("alpha beta gamma delta epsilon zeta".split())
INLINE = st.recursive(
    WORDS,
    lambda inner: st.tuples(st.sampled_from("b em code a span sup".split()), st.lists(inner, min_size=1, max_size=3)),
    max_leaves=5,
)
BLOCK = st.recursive(
    st.tuples(st.sampled_from("p h2 pre li".split()), st.lists(INLINE, min_size=1, max_size=3)),
    lambda inner: st.tuples(
        st.sampled_from("div ul ol blockquote section dl td".split()), st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)
WRAPPERS = {"ul": ("<ul><li>", "</li></ul>"), "ol": ("<ol><li>", "</li></ol>"), "dl": ("<dl><dt>term</dt><dd>", "</dd></dl>"), "td": ("<table><tr><th>h</th></tr><tr><td>", "</td></tr></table>"), "li": ("<ul><li>", "</li></ul>")}  # fmt: skip


def html_of(tree: object) -> str:
    if isinstance(tree, str):
        return tree + " "
    assert isinstance(tree, tuple)
    name, children = tree
    start, end = WRAPPERS.get(name, (f"<{name} href='x'>", f"</{name}>"))
    return start + "".join(html_of(child) for child in children) + end


def words_of(tree: object) -> list[str]:
    return [tree] if isinstance(tree, str) else [word for child in tree[1] for word in words_of(child)]  # type: ignore[index]


@settings(max_examples=300, deadline=None)
@given(BLOCK)
def test_no_word_of_the_content_is_lost_or_moved(tree: object) -> None:
    markdown = read(f"<main>{html_of(tree)}</main>").markdown
    wanted = words_of(tree)
    found = [
        word for word in "".join(char if char.isalpha() else " " for char in markdown).split() if word in set(wanted)
    ]
    assert found == wanted


@pytest.mark.parametrize("tag", ["div", "blockquote", "b", "a", "code", "table", "math"])
def test_five_thousand_nested_elements_lose_nothing(tag: str) -> None:
    assert "deep words" in read(f"<main>{f'<{tag}>' * 5000}deep words{f'</{tag}>' * 5000}</main>").markdown


def test_the_words_of_a_diagram_are_kept() -> None:
    assert read("<main><svg><g><text>Start</text><text>End</text></g></svg></main>").markdown == "Start End\n"


def test_five_thousand_nested_lists_lose_nothing() -> None:
    assert "deep words" in read("<main>" + "<ul><li>x" * 5000 + "deep words</main>").markdown


def test_words_on_both_sides_of_a_flattened_block_stay_apart() -> None:
    html = "<main>" + "<div>" * 300 + "<div>one</div><div>two</div>three" + "</div>" * 300 + "</main>"
    assert read(html).markdown.split() == ["one", "two", "three"]


def test_snapshot_and_page_can_cross_a_process_boundary() -> None:
    snapshot = Snapshot(URL, 200, "<main><h1>T</h1><a href=x>x</a></main>", "", URL)
    assert pickle.loads(pickle.dumps(read_page(pickle.loads(pickle.dumps(snapshot))))) == read_page(snapshot)


def test_the_title_is_the_text_of_the_first_heading() -> None:
    assert (
        read("<main><h1>The <code>x</code> module<a class=headerlink href=#x>¶</a></h1></main>").title == "The x module"
    )


def test_the_title_is_the_documents_where_the_content_has_no_heading() -> None:
    assert read("<main><p>text</p></main>").title == "Doc title"


def test_the_canonical_url_is_recorded_absolute() -> None:
    assert read("<link rel=canonical href=/latest/page><main>x</main>").canonical == "https://docs.example/latest/page"


def test_a_selector_names_the_content_in_all_its_matches() -> None:
    html = "<main><p class=x>one</p><p>two</p><div class=x>three</div></main>"
    assert read(html, selector=".x").markdown == "one\n\nthree\n"


def test_a_match_inside_a_match_is_not_repeated() -> None:
    assert read("<div class=x>a <p class=x>b</p></div>", selector=".x").markdown == "a\n\nb\n"


def test_a_selector_that_matches_nothing_leaves_the_content_to_evidence() -> None:
    assert read("<nav>menu</nav><main>content</main>", selector=".missing").markdown == "content\n"


def test_a_selector_that_is_none_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="not a CSS selector"):
        check_selector("div >")


def test_a_page_without_main_is_read_without_its_chrome() -> None:
    html = "<body><header>Logo</header><nav>Menu</nav><div><h1>T</h1><p>Text</p></div><footer>Legal</footer></body>"
    assert read(html).markdown == "# T\n\nText\n"


def test_a_page_that_is_all_chrome_is_not_empty() -> None:
    assert read("<body><nav><a href=/a>Alpha</a></nav></body>").markdown == "[Alpha](https://docs.example/a)\n"


def test_an_empty_content_root_is_passed_over() -> None:
    assert read("<body><main></main><div>Text</div></body>").markdown == "Text\n"


def test_a_shell_without_text_gives_an_empty_page() -> None:
    assert read("<body><div id=app></div><script>go()</script></body>").markdown == ""


def test_a_box_of_links_beside_the_content_is_navigation_but_an_aside_in_it_is_content() -> None:
    html = (
        "<main><aside class=sidebar><ul><li><a href=a>Alpha</a><li><a href=b>Beta</a><li><a href=c>Gamma</a></ul></aside>"
        "<p>Text</p><aside>Remark</aside></main>"
    )
    assert read(html).markdown == "Text\n\nRemark\n"


def test_a_link_that_only_edits_the_page_is_furniture_and_one_in_a_sentence_is_content() -> None:
    edit = '<a href="https://git.example/edit/a.md">Edit this page</a>'
    html = f"<main><p>Text</p><p>{edit}</p><p>To fix this, use {edit} above.</p></main>"
    assert read(html).markdown == ("Text\n\nTo fix this, use [Edit this page](https://git.example/edit/a.md) above.\n")


def test_a_frameset_is_the_links_to_what_its_frames_show():
    frames = "<frame src=classes.html title='All classes'><frame src=overview.html><noframes><p>No frames here.</p></noframes>"
    page = read(f"<html><head><title>API</title></head><frameset cols='20%,80%'>{frames}</frameset></html>")
    assert page.markdown == (
        "[All classes](https://docs.example/guide/classes.html)\n\n"
        "[https://docs.example/guide/overview.html](https://docs.example/guide/overview.html)\n"
    )
    assert page.links == ("https://docs.example/guide/classes.html", "https://docs.example/guide/overview.html")


@pytest.mark.parametrize("name", ["soup", "list", "h12", "hn", "x-y", "a-b.c", "document"])
def test_elements_that_html_does_not_know_are_what_they_hold(name: str) -> None:
    page = read_page(Snapshot(URL, 200, f"<main><p>One</p><{name}>two <b>three</b></{name}></main>", "", URL))
    assert page.markdown == "One\n\ntwo **three**\n"


def test_a_heading_that_speaks_of_editing_is_no_edit_link() -> None:
    heading = '<h2 id="edit-on-github"><a href="/plugins?id=edit-on-github">Edit on GitHub</a></h2>'
    page = read(
        f'<main>{heading}<p>Text.</p><p><a href="https://github.com/a/b/edit/x.md">Edit on GitHub</a></p></main>'
    )
    assert page.markdown.split("\n\n")[1:] == ["Text.\n"]
    assert "Edit on GitHub" in page.markdown.split("\n\n")[0]


def test_a_permalink_around_all_that_its_heading_says_is_the_heading() -> None:
    page = read(
        """<main><h1 id=install tabindex=-1><a class=header-anchor href=#install><span>Install</span></a></h1>
        <h2 id=x><a class=header-anchor href=#x aria-hidden=true>#</a> Next</h2><h2 id=y><a class=header-anchor href=#y>#</a></h2></main>"""
    )
    assert (page.title, page.markdown) == ("Install", "# Install\n\n## Next\n")


def test_a_panel_is_not_labelled_with_what_the_click_does() -> None:
    page = read("<main><div data-getdocs-tab='Toggle hidden content'><p>Text.</p></div></main>")
    assert page.markdown == "Text.\n"


@pytest.mark.parametrize(
    "link", ["<a class=headerlink href=#a>x</a>", "<a href=/edit>Edit this page</a>"], ids=["permalinks", "edit links"]
)
def test_any_number_of_links_in_one_heading_or_line_is_looked_through_in_the_time_of_its_length(link):
    """The text around was once taken anew for each of them."""
    html = f"<main><h2>{link * 16_000}</h2><p>{link * 16_000}</p><p>Text.</p></main>"
    started = time.process_time()
    assert read(html).markdown.endswith("Text.\n")
    assert time.process_time() - started < 6
