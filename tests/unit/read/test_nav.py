from getdocs.model import NavNode, Snapshot
from getdocs.read.reader import read_page

URL = "https://docs.example/guide/page"


def nav(html: str, url: str = URL) -> tuple[NavNode, ...]:
    return read_page(Snapshot(url, 200, html, "", url)).nav


def n(title: str, path: str | None = None, *children: NavNode) -> NavNode:
    return NavNode(title, f"https://docs.example/{path}" if path is not None else None, children)


def test_docusaurus_categories_hold_their_pages_and_closed_ones_keep_their_name() -> None:
    html = """<meta name=generator content="Docusaurus v3"><aside><nav class=menu><ul class="theme-doc-sidebar-menu menu__list">
      <li><div class=menu__list-item-collapsible><a class="menu__link" role=button aria-expanded=true href=/a>Part</a></div>
        <ul class=menu__list><li><a class=menu__link href=/a>A</a></li><li><a class=menu__link href=/b>B</a></li></ul></li>
      <li><div><a class="menu__link" href=/own>Own page</a><button aria-label=Expand></button></div><ul><li><a href=/c>C</a></li></ul></li>
      <li><div><a class="menu__link" role=button aria-expanded=false href=/d>Closed</a></div></li></ul></nav></aside>"""
    assert nav(html) == (n("Part", None, n("A", "a"), n("B", "b")), n("Own page", "own", n("C", "c")), n("Closed"))


def test_vitepress_sections_nest_without_lists_and_stand_below_their_tab() -> None:
    html = """<div class=VPContent></div><header><nav class="VPNavMenu VPNavBarMenu"><a href=/guide/start>Guide</a><a href=/ref/api>Reference</a></nav></header>
      <aside class=VPSidebar><nav id=VPSidebarNav><span class=visually-hidden>Sidebar Navigation</span>
      <section class="VPSidebarItem level-0"><div class=item><h2 class=text>Intro</h2></div><ul class=items><li>
        <div class="VPSidebarItem level-1 is-link"><div class=item><a class=link href=/guide/start><p class=text>Start</p></a></div></div>
        <section class="VPSidebarItem level-1"><div class=item><h3 class=text>More</h3></div><div class=items>
          <div class="VPSidebarItem level-2 is-link"><div class=item><a href=/guide/page><p class=text>Page</p></a></div></div></div></section>
      </li></ul></section></nav></aside>"""
    intro = n("Intro", None, n("Start", "guide/start"), n("More", None, n("Page", "guide/page")))
    assert nav(html) == (n("Guide", "guide/start", intro), n("Reference", "ref/api"))


def test_mdbook_sections_belong_to_the_chapter_before_them() -> None:
    html = """<nav id=sidebar class=sidebar><div class=sidebar-scrollbox><ol class=chapter>
      <li class="chapter-item affix"><a href=title.html>Title</a></li><li class=part-title>Part one</li>
      <li class=chapter-item><a href=one.html><strong>1.</strong> One</a></li>
      <li><ol class=section><li class=chapter-item><a href=one-a.html><strong>1.1.</strong> A</a></li></ol></li></ol></div></nav>"""
    assert nav(html) == (n("Title", "guide/title.html"), n("1. One", "guide/one.html", n("1.1. A", "guide/one-a.html")))


def test_material_leaves_the_contents_of_the_page_out() -> None:
    html = """<div data-md-component=container><div class="md-sidebar--primary"><nav class="md-nav md-nav--primary">
      <label class=md-nav__title>Site</label><ul class=md-nav__list>
      <li class=md-nav__item><a class=md-nav__link href=/>Home</a></li>
      <li class=md-nav__item><input type=checkbox><label class=md-nav__link>Guide</label><nav class=md-nav><label class=md-nav__title>Guide</label>
        <ul class=md-nav__list><li class="md-nav__item"><label class="md-nav__link md-nav__link--active">Page</label>
          <a class="md-nav__link md-nav__link--active" href=./page>Page</a>
          <nav class="md-nav md-nav--secondary"><ul><li><a href=#x>Section</a></li></ul></nav></li></ul></nav></li></ul></nav></div></div>"""
    assert nav(html) == (n("Home", ""), n("Guide", None, n("Page", "guide/page")))


def test_sphinx_captions_name_the_lists_behind_them() -> None:
    html = """<div class=wy-nav-side><div class="wy-menu wy-menu-vertical"><p class=caption role=heading><span class=caption-text>First</span></p>
      <ul><li class=toctree-l1><a class="reference internal" href=a.html>A</a><ul><li><a href="a.html#x">in page</a></li><li><a href=b.html>B</a></li></ul></li></ul>
      <p class=caption><span>Second</span></p><ul><li class=current><a class="current reference internal" href=#>Here</a></li><li><a href=c.html>C</a></li></ul></div></div>"""
    first = n("First", None, n("A", "guide/a.html", n("B", "guide/b.html")))
    assert nav(html) == (first, n("Second", None, n("Here", "guide/page"), n("C", "guide/c.html")))


def test_a_sphinx_sidebar_with_only_the_contents_of_the_page_is_no_navigation() -> None:
    html = """<div class=sphinxsidebar><div class=sphinxsidebarwrapper><h3>Table of Contents</h3><ul><li><a href=#a>A</a></li></ul>
      <h4>Next topic</h4><p><a href=next.html>Next</a></p></div></div><div class=body role=main>x</div>"""
    assert nav(html) == ()


def test_docsify_categories_are_labels() -> None:
    html = """<main><aside class=sidebar><div class=sidebar-nav><ul><li><p>Start</p><ul><li><a href="#/quick">Quick</a>
      <ul class=app-sub-sidebar><li><a href="#/quick?id=x">Section</a></li></ul></li></ul></li><li><a href="https://other.example/">Out</a></li></ul></div></aside>
      <section class=content><article class=markdown-section id=main>x</article></section></main>"""
    quick = NavNode("Quick", f"{URL}#/quick")
    assert nav(html) == (NavNode("Start", None, (quick,)), NavNode("Out", "https://other.example/"))


def test_a_sidebar_of_an_unknown_generator_is_found_and_the_header_alone_is_not_it() -> None:
    html = """<header><nav><a href=/a>A</a><a href=/b>B</a><a href=/c>C</a></nav></header>
      <div class=my-sidebar><ul><li><a href=/a>A</a></li><li>Group<ul><li><a href=/b>B</a></li><li><a href=/d>D</a></li></ul></li></ul></div>
      <main><p>text</p><nav class=toc><a href=/x>1</a><a href=/y>2</a><a href=/z>3</a></nav></main><footer><nav><a href=/p>P</a><a href=/q>Q</a><a href=/r>R</a></nav></footer>"""
    assert nav(html)[0] == n("A", "a", n("A", "a"), n("Group", None, n("B", "b"), n("D", "d")))


def test_folds_are_entries() -> None:
    html = """<nav class=sidebar><details open><summary>Part</summary><ul><li><a href=/a>A</a></li><li><a href=/b>B</a></li></ul></details>
      <details><summary><a href=/c>C</a></summary><ul><li><a href=/d>D</a></li></ul></details></nav><main>x</main>"""
    assert nav(html) == (n("Part", None, n("A", "a"), n("B", "b")), n("C", "c", n("D", "d")))


def test_five_thousand_nested_lists_do_not_break_the_harvest() -> None:
    assert (
        nav("<nav class=sidebar>" + "<ul><li><a href=/a>A</a><a href=/b>B</a><a href=/c>C</a>" * 5000)[0].title == "A"
    )


def test_sphinx_themes_of_any_name_have_the_tree_where_a_toctree_is_not_in_the_text() -> None:
    html = """<meta name=generator content=Docutils><script src=_static/doctools.js></script>
      <aside id=lside><div class=globaltoc><p class=caption>Guide</p><ul><li class=toctree-l1><a href=a.html>A</a>
        <ul><li class=toctree-l2><a href=b.html>B</a></li></ul></li></ul></div></aside>
      <main><h1>Page</h1><div class="toctree-wrapper"><ul><li class=toctree-l1><a href=c.html>C</a></li></ul></div></main>"""
    assert nav(html) == (n("Guide", None, n("A", "guide/a.html", n("B", "guide/b.html"))),)


def test_sphinx_themes_with_the_parts_in_the_header_have_the_sidebar_below_its_part() -> None:
    html = """<div id=documentation_options></div><nav><ul id=navbar-main-elements class=navbar-nav>
      <li class="toctree-l1 current active nav-item"><a href=../start/index.html>Start</a></li>
      <li class="toctree-l1 nav-item"><a href=../ref/index.html>Reference</a></li></ul></nav>
      <nav class=bd-links id=bd-docs-nav><ul class=bd-sidenav><li class=toctree-l1><a href=../start/one.html>One</a></li></ul></nav><main><h1>One</h1></main>"""
    assert nav(html, "https://docs.example/start/one.html") == (
        n("Start", "start/index.html", n("One", "start/one.html")),
        n("Reference", "ref/index.html"),
    )


def test_the_index_of_a_reference_without_a_tree_is_no_tree() -> None:
    html = """<div id=body-wrapper><nav class="sidebar devhelp-hidden"><div class="section namespace"><h3><a href=index.html>Kit</a></h3></div>
      <div class=section><h5>Constructors</h5><div class=links><a href=ctor.new.html>new</a><a href=ctor.a.html>a</a></div></div></nav>
      <section id=main class=content><h1>Pot</h1></section></div>"""
    assert nav(html) == (n("Kit", "guide/index.html"),)


def test_docbook_has_its_tree_where_the_book_lists_its_chapters() -> None:
    html = """<meta name=generator content="DocBook XSL Stylesheets"><div class=book><div class=toc><dl class=toc>
      <dt><span class=preface><a href=preface.html>Preface</a></span></dt><dt><span class=part><a href=one.html>I. One</a></span></dt>
      <dd><dl><dt><span class=chapter><a href=a.html>1. A</a></span></dt><dt><a href=b.html>2. B</a></dt>
      <dd><dl><dt><a href=b.html#place>2.1. A place in it</a></dt></dl></dd></dl></dd></dl></div></div>"""
    assert nav(html) == (
        n("Preface", "guide/preface.html"),
        n("I. One", "guide/one.html", n("1. A", "guide/a.html"), n("2. B", "guide/b.html")),
    )
