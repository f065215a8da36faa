import pytest

from getdocs.model import Page, Snapshot
from getdocs.read.links import MAX_URL
from getdocs.read.reader import read_page

URL = "https://docs.example/guide/page"


def read(html: str, base: str = URL, url: str = URL) -> Page:
    return read_page(Snapshot(url, 200, html, "", base))


def test_links_of_the_whole_page_are_taken_in_document_order_and_once() -> None:
    html = "<nav><a href=/b>b</a></nav><main><a href=a>a</a><a href=/b#x>again</a></main><footer><a href=../c>c</a></footer>"
    assert read(html).links == ("https://docs.example/b", "https://docs.example/guide/a", "https://docs.example/c")


def test_areas_and_frames_are_links() -> None:
    html = "<map><area href=a></map><iframe src=b></iframe><p>x"
    assert read(html).links == ("https://docs.example/guide/a", "https://docs.example/guide/b")
    assert read("<frameset><frame src=c></frameset>").links == ("https://docs.example/guide/c",)


def test_links_resolve_against_the_base_of_the_document() -> None:
    assert read("<a href=x>x</a>", base="https://docs.example/v3/").links == ("https://docs.example/v3/x",)


def test_a_link_is_the_page_that_it_leads_to_without_credentials_and_without_an_empty_query() -> None:
    html = "<a href='a?'>a</a><a href='https://me:pw@docs.example/b'>b</a>"
    assert read(html).links == ("https://docs.example/guide/a", "https://docs.example/b")


def test_a_plain_anchor_is_dropped_and_a_hash_route_stays() -> None:
    html = "<a href='#top'>t</a><a href='#/guide?id=x'>g</a><a href='other#frag'>o</a>"
    assert read(html).links == ("https://docs.example/guide/page#/guide", "https://docs.example/guide/other")


def test_a_query_that_names_an_element_of_the_page_itself_is_an_anchor() -> None:
    html = "<h2 id=install>I</h2><h2 id='größe'>G</h2><a href='page?id=install'>i</a><a href='?id=größe'>g</a>"
    assert read(html).links == ()


def test_a_query_that_names_no_element_or_stands_on_another_page_is_a_link() -> None:
    html = (
        "<h2 id=install>I</h2><a href='?id=remove'>r</a><a href='other?id=install'>o</a><a href='?id=install&v=2'>v</a>"
    )
    assert read(html).links == (
        "https://docs.example/guide/page?id=remove",
        "https://docs.example/guide/other?id=install",
        "https://docs.example/guide/page?id=install&v=2",
    )


@pytest.mark.parametrize(
    "href",
    [
        "mailto:a@b.example",
        "javascript:void(0)",
        "data:text/html,x",
        "http://[",
        "",
        "  ",
        "tel:1",
        "x" * (MAX_URL + 1),
    ],
)
def test_what_leads_to_no_web_page_is_no_link(href: str) -> None:
    assert read(f'<a href="{href}">x</a>').links == ()


def test_a_link_that_is_no_url_costs_none_of_the_others() -> None:
    html = "<a href='http://['>b</a><a href='http://h:99999/'>p</a><a href=''>e</a><a href='mailto:a@b.example'>m</a>"
    html += f"<a href='javascript:void(0)'>j</a><a href='/{'x' * 5000}'>l</a><a href=good>g</a>"
    page = read(html)
    assert page.links == ("https://docs.example/guide/good",)
    assert page.invalid == ("http://[", "http://h:99999/", "/" + "x" * 199)


@pytest.mark.parametrize("tag", ["a href", "area href", "iframe src"])
def test_links_areas_and_frames_that_are_no_url_are_told(tag: str) -> None:
    assert read(f"<{tag}='//h:99999/'></a>").invalid == ("//h:99999/",)


def test_a_frame_of_a_frameset_that_is_no_url_is_told() -> None:
    assert read("<frameset><frame src='http://['></frameset>").invalid == ("http://[",)


@pytest.mark.parametrize(
    "href",
    [
        "",
        " \n",
        "#",
        "#" + "x" * (MAX_URL + 1),
        "mailto:a@b.example",
        "tel:1",
        "data:text/html," + "x" * (MAX_URL + 1),
        "JavaScript:" + "x" * (MAX_URL + 1),
        " java\nscript:" + "x" * (MAX_URL + 1),
        "x-scheme://[",
        "good",
        "x" * 300,
    ],
)
def test_what_is_empty_an_anchor_or_has_another_scheme_is_no_mistake(href: str) -> None:
    assert read(f'<a href="{href}">x</a>').invalid == ()


def test_a_link_that_is_too_long_only_when_absolute_is_told_too() -> None:
    reference = "é" * (MAX_URL // 4)
    assert read(f"<a href='{reference}'>x</a>").invalid == (reference[:200],)


def test_what_is_no_url_is_told_once_as_it_is_written() -> None:
    html = "<a href='http://[\x1b]31m'>x</a><a href='http://[\x1b]31m'>again</a><a href='http://a b/'>y</a>"
    assert read(html).invalid == ("http://[\x1b]31m", "http://a b/")


def test_no_more_than_a_hundred_mistakes_of_a_page_are_told() -> None:
    page = read("".join(f"<a href='http://[{number}'>x</a>" for number in range(300)) + "<a href=good>g</a>")
    assert page.invalid == tuple(f"http://[{number}" for number in range(100))
    assert page.links == ("https://docs.example/guide/good",)


def test_links_in_templates_scripts_and_comments_are_none() -> None:
    assert read("<template><a href=a>a</a></template><script>'<a href=b>'</script><!--<a href=c>-->").links == ()


@pytest.mark.parametrize(
    "html",
    [
        "<link rel=next href=n>",
        "<a rel='nofollow next' href=n>on</a>",
        "<a class='pagination-nav__link pagination-nav__link--next' href=n>On</a>",
        "<footer class=VPDocFooter><div class=pager><a class='VPLink pager-link next' href=n>On</a></div></footer>",
        "<a class='md-footer__link md-footer__link--next' href=n>On</a>",
        "<a class='nav-chapters next' href=n>&gt;</a>",
        "<div class='pagination-item pagination-item--next'><a href=n>On</a></div>",
        "<a href=n>Next »</a>",
        "<a href=n>Next: Setup</a>",
        "<div><a href=n aria-label='Next page'>→</a></div>",
    ],
)
def test_the_page_after_is_found_in_the_markup_of(html: str) -> None:
    assert read(f"<body><main>x</main>{html}</body>").next == "https://docs.example/guide/n"


@pytest.mark.parametrize(
    "html", ["<link rel=prev href=p>", "<a rel=prev href=p>x</a>", "<a href=p>« Previous</a>", "<a href=p>Prev</a>"]
)
def test_the_page_before_is_found_in_the_markup_of(html: str) -> None:
    assert read(f"<body><main>x</main>{html}</body>").previous == "https://docs.example/guide/p"


@pytest.mark.parametrize(
    "html",
    [
        "<link rel=next href=https://other.example/n>",
        "<a href=n>Next.js</a>",
        "<a href=n>Next generation sequencing</a>",
        "<p>See the <a href=n>next</a> chapter for more.</p>",
        "<link rel=next href='#x'>",
        f"<link rel=next href={URL}>",
    ],
)
def test_what_only_looks_like_the_page_after_is_not(html: str) -> None:
    assert read(f"<body><main>x</main>{html}</body>").next is None


def test_a_neighbour_that_is_only_declared_is_a_link_too() -> None:
    assert read("<head><link rel=next href=n></head><main>x</main>").links == ("https://docs.example/guide/n",)
