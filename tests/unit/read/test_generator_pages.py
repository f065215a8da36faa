"""Pages as generators write them: of each the content without what stands beside it, its tree, and its ways on."""

import pytest

from getdocs.model import Page, Snapshot
from getdocs.read.reader import read_page

URL = "https://docs.example/guide/page"


def read(html: str) -> Page:
    return read_page(Snapshot(URL, 200, html, "Doc title", URL))


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<div class=document><div class=body role=main><h1>A</h1></div></div><div class=sphinxsidebar>x</div>", "# A\n"),
        ("<meta name=generator content='Docusaurus v3'><main><div class=theme-doc-breadcrumbs>x</div><div class='theme-doc-markdown markdown'><h1>A</h1></div><div>Last</div></main>", "# A\n"),
        ("<div class=VPContent><div class=VPDoc><div class='vp-doc'><h1>A</h1></div><footer class=VPDocFooter>x</footer></div></div>", "# A\n"),
        ("<div class=VPContent><div class=VPHome><h1>Home</h1></div></div>", "# Home\n"),
        ("<article class='md-content__inner md-typeset'><a class=md-content__button>Edit</a><h1>A</h1></article>", "# A\n"),
        ("<nav id=sidebar class=sidebar><div class=sidebar-scrollbox>x</div></nav><div id=content><main><h1>A</h1></main><nav class=nav-wrapper>x</nav></div>", "# A\n"),
        ("<main><aside class=sidebar>x</aside><section class=content><article class=markdown-section id=main><h1>A</h1></article></section></main>", "# A\n"),
        ("<body class=article><meta name=generator content='Asciidoctor 2'><div id=header><h1>A</h1><div id=toc>x</div></div><div id=content><p>b</p></div><div id=footer>x</div></body>", "# A\n\nb\n"),
        ("<div class=book><div class=book-summary>x</div><div class=book-body><div class=page-inner><section class='normal markdown-section'><h1>A</h1></section></div></div></div>", "# A\n"),
        ("<div class=redoc-wrap><div class=menu-content>x</div><div class=api-content><h1>A</h1><button><strong>200</strong> OK</button></div></div>", "# A\n\n**200** OK\n"),
    ],
    ids="sphinx docusaurus vitepress vitepress-home material mdbook docsify asciidoc gitbook redoc".split(),
)  # fmt: skip
def test_the_content_root_of_a_generator_is_found(html: str, markdown: str) -> None:
    assert read(html).markdown == markdown


@pytest.mark.parametrize(
    ("notes", "expected"), [("<hr>", "Text.\n"), ("<hr><p>A note.</p>", "Text.\n\n---\n\nA note.\n")]
)
def test_the_rule_above_the_footnotes_of_asciidoc_is_read_only_where_there_are_some(notes: str, expected: str) -> None:
    html = f"<meta name=generator content=AsciiDoc><div id=content><p>Text.</p></div><div id=footnotes>{notes}</div>"
    assert read(html).markdown == expected


def test_a_sphinx_theme_that_names_no_content_has_it_where_the_sections_are() -> None:
    page = read(
        """<script src=_static/doctools.js></script><div id=hd><h1><a href=/>The docs</a></h1><a href=/>Home</a></div>
        <div id=bd><div class=yui-g id=intro><section id=s><h1>Models<a class=headerlink href=#s>¶</a></h1><p>Text.</p></section></div></div>
        <div id=ft><a href=/next>next</a></div>"""
    )
    assert (page.title, page.markdown) == ("Models", "# Models\n\nText.\n")


def test_node_js_has_its_content_beside_the_column_of_modules() -> None:
    page = read(
        """<body class="alt apidoc"><div id=content><div id=column2 class=interior><div id=intro><a href=index.html>Node.js</a></div>
        <ul><li><a href=assert.html>Assertion</a></li></ul></div><div id=column1><header><h1>Node.js v18 documentation</h1></header>
        <div id=apicontent><h2>Assert<span><a class=mark href=#assert id=assert>#</a></span></h2><p>Tests.</p></div></div></div>"""
    )
    assert (page.title, page.markdown) == ("Assert", "## Assert\n\nTests.\n")
    assert [node.title for node in page.nav] == ["Assertion"]


def test_vuepress_has_its_hints_and_tabs_and_not_what_names_a_tab_twice() -> None:
    page = read(
        """<meta name=generator content="VuePress 2.0.0"><div vp-container><aside class=vp-sidebar><ul class=vp-sidebar-items><li>
        <p class=vp-sidebar-heading>Guide <!----></p><ul><li><a href=/guide/page>Page</a></li><li><a href=/guide/b>B</a></li></ul></li></ul></aside>
        <main class=vp-page><div vp-content><div><div class="hint-container tip"><p class=hint-container-title>Tips</p><p>A tip.</p></div>
        <div class=vp-code-tabs><div class=vp-code-tabs-nav role=tablist><button role=tab aria-controls=t0>npm</button><button role=tab aria-controls=t1>yarn</button></div>
        <div class=vp-code-tab id=t0 role=tabpanel><div class=vp-code-tab-title>npm</div><div class=language-bash><pre><code>npm i</code></pre></div></div>
        <div class=vp-code-tab id=t1 role=tabpanel><div class=vp-code-tab-title>yarn</div><div class=language-bash><pre><code>yarn</code></pre></div></div></div>
        </div></div><footer class=vp-page-meta>Edit</footer><nav class=vp-page-nav><a class=next href=/guide/b><div class=hint>Next</div>B</a></nav></main></div>"""
    )
    assert page.markdown == ("> [!TIP]\n> A tip.\n\n**npm**\n\n```bash\nnpm i\n```\n\n**yarn**\n\n```bash\nyarn\n```\n")
    assert [(node.title, [child.title for child in node.children]) for node in page.nav] == [("Guide", ["Page", "B"])]
    assert page.next == "https://docs.example/guide/b"


def test_jsdoc_has_its_title_and_description_before_the_article() -> None:
    page = read(
        """<div id=main><h1 class=page-title>Class: Pot</h1><section><header><h2>Pot(size)</h2><div class=class-description>A pot.</div></header>
        <article><div class=container-overview><h4 class=name>new Pot(size)</h4></div></article></section></div>
        <nav><h2><a href=index.html>Home</a></h2><h3>Classes</h3><ul><li><a href=Pot.html>Pot</a></li></ul></nav><footer>Generated</footer>"""
    )
    assert (page.title, page.markdown) == (
        "Class: Pot",
        "# Class: Pot\n\n## Pot(size)\n\nA pot.\n\n#### new Pot(size)\n",
    )


def test_haddock_has_its_title_and_declarations_as_code() -> None:
    page = read(
        """<div id=package-header><span class=caption>pots-1.0</span></div><div id=content><div id=module-header><p class=caption>Data.Pot</p></div>
        <div class=top><p class=src><a id=v:boil class=def>boil</a> :: <a href=#t:Pot>Pot</a> -&gt; IO () <a href=src/Pot.html class=link>Source</a>
        <a href=#v:boil class=selflink>#</a></p><div class=doc><p>Boils.</p></div></div></div>"""
    )
    assert (page.title, page.markdown) == (
        "Data.Pot",
        "# Data.Pot\n\n`boil ::` [`Pot`](https://docs.example/guide/page#t:Pot) `-> IO ()`\n\nBoils.\n",
    )


def test_texinfo_leaves_out_its_ways_from_node_to_node() -> None:
    page = read(
        """<meta name=Generator content=makeinfo><body><div class=section id=A><div class=header><p>Next: <a href=b.html rel=next>B</a>, Up: <a href=/>Top</a></p></div>
        <hr><h3 class=section>1.1 Boiling<a href=#A class=copiable-anchor> &para;</a></h3><p>Text.</p></div>
        <hr><div class=header><p>Next: <a href=b.html rel=next>B</a></p></div></body>"""
    )
    assert (page.markdown, page.next) == ("### 1.1 Boiling\n\nText.\n", "https://docs.example/guide/b.html")


def test_docbook_of_publican_leaves_out_the_ways_above_and_below() -> None:
    page = read(
        """<body><p id=title><a href=/>Site</a></p><ul class=docnav><li><a accesskey=p href=a.html>Prev</a></li></ul>
        <div class=preface><div class=titlepage><h1 class=title>Preface</h1></div><div class=para>Text.</div></div>
        <ul class=docnav><li class=next><a accesskey=n href=b.html>Next</a></li></ul></body>"""
    )
    assert (page.markdown, page.next) == ("# Preface\n\nText.\n", "https://docs.example/guide/b.html")


def test_mkdocs_themes_of_other_names_have_their_title_once() -> None:
    page = read(
        """<dialog><div id=mkdocs-search-results></div></dialog><main><div data-slot=sidebar-content><div data-slot=sidebar-group-label>Guide</div>
        <ul><li><a href=a.html>A</a></li></ul></div><article><div id=page-header><h1>Install</h1><a id=next-button href=a.html><span>Next</span></a></div>
        <div class=typography><h1 id=i>Install<a class=headerlink href=#i>¶</a></h1><p>Text.</p></div></article></main>"""
    )
    assert (page.markdown, page.next) == ("# Install\n\nText.\n", "https://docs.example/guide/a.html")
    assert [(node.title, [child.title for child in node.children]) for node in page.nav] == [("Guide", ["A"])]


def test_redoc_names_the_servers_of_an_operation() -> None:
    page = read(
        """<div class=redoc-wrap><div class=api-content><h2>List pots</h2><button><span class=http-verb>get</span><span>/pots</span></button>
        <div aria-hidden=true><div><div><p>Production</p></div><div tabindex=0 role=button><div><span>https://api.example/v1</span>/pots</div></div></div></div>
        <div role=button>Copy</div></div></div>"""
    )
    assert page.markdown == "## List pots\n\nget/pots\n\nProduction\n\nhttps://api.example/v1/pots\n"


def test_scalar_leaves_out_its_tools_and_its_client() -> None:
    page = read(
        """<div class="scalar-app scalar-api-reference"><aside class=t-doc__sidebar role=navigation><a href=#tag/pots>pots</a></aside>
        <main class=references-rendered><header class=api-reference-toolbar><div>Configure</div></header><h1>Pot API</h1>
        <div class="section-header"><span class="word-break-all"><span><h2>pots</h2></span><span class=relative><span>\u200b</span></span></span></div>
        <p>All of them.</p></main><div class=scalar><div class="scalar-app-layout scalar-client" role=dialog><main>Send</main></div></div></div>"""
    )
    assert page.markdown == "# Pot API\n\n## pots\n\nAll of them.\n"


def test_folded_cells_of_notebooks_are_code_and_no_callouts() -> None:
    page = read(
        """<div id=documentation_options></div><main><div class="cell tag_hide-input"><details class="admonition hide above-input">
        <summary aria-label="Toggle hidden content"><p class="collapsed admonition-title">Show code cell source</p>
        <p class="expanded admonition-title">Hide code cell source</p></summary><div class=cell_input><div class=highlight-python><pre>1+1</pre></div></div>
        </details><div class=cell_output>2</div></div></main>"""
    )
    assert page.markdown == "```python\n1+1\n```\n\n2\n"


def test_rdoc_has_its_methods_as_code() -> None:
    page = read(
        """<nav><div id=project-navigation></div><div id=class-metadata><h3>Parent</h3></div><div id=classindex-section><h3>Class Index</h3>
        <ul><li><a href=Pot.html>Pot</a></li></ul></div></nav><main><h1>class Pot</h1><div class=method-detail><div class=method-heading>
        <span class=method-name>new</span><span class=method-args>(size = 3)</span> <span class=method-click-advice>click to toggle source</span></div>
        <div class=method-description><p>Makes one.</p></div></div></main>"""
    )
    assert page.markdown == "# class Pot\n\n`new(size = 3)`\n\nMakes one.\n"
    assert [(node.title, len(node.children)) for node in page.nav] == [("Class Index", 1)]


def test_docfx_has_its_article_and_not_the_tree_beside_it() -> None:
    page = read(
        """<meta name=generator content="docfx 2.59"><header><nav><div id=navbar><ul class=navbar-nav><li><a href=/api/>API</a></li><li><a href=/guide/a>Guide</a></li></ul></div></nav></header>
        <div role=main><div class=sidenav><a href=#sidetoggle>Show / Hide Table of Contents</a><div id=sidetoc><ul><li><span class=expand-stub></span><a href=/guide/a>A</a>
        <ul><li><a href=/guide/page>Page</a></li></ul></li></ul></div></div><div class=article><article class="content wrap" id=_content><h1 id=x>Page</h1><p>Text.</p></article>
        <div class=sideaffix><div class=contribution><a href=https://x.example/edit>Improve this Doc</a></div></div></div></div>"""
    )
    assert page.markdown == "# Page\n\nText.\n"
    assert [(node.title, [child.title for child in node.children]) for node in page.nav] == [
        ("API", []),
        ("Guide", ["A"]),
    ]


def test_quarto_has_its_callouts_titled_and_its_ways_on() -> None:
    page = read(
        """<nav id=quarto-sidebar><div class=sidebar-menu-container><ul><li class=sidebar-item><a class=sidebar-item-toggle href=#><i></i></a><a href=./page><span>Page</span></a></li></ul></div></nav>
        <main id=quarto-document-content><header><h1 class=title>Page</h1></header><div class="callout callout-style-default callout-tip callout-titled"><div class=callout-header>
        <div class=callout-icon-container><i class=callout-icon></i></div><div class="callout-title-container flex-fill">
        <span class=screen-reader-only>Tip</span>Hot water</div></div><div class="callout-body-container callout-body"><p>Boil it.</p></div></div>
        <nav class=page-navigation><div class="nav-page nav-page-next"><a href=./next>Next</a></div></nav></main>"""
    )
    assert page.markdown == "# Page\n\n> [!TIP]\n> **Hot water**\n>\n> Boil it.\n"
    assert (page.next, [node.title for node in page.nav]) == ("https://docs.example/guide/next", ["Page"])


def test_exdoc_has_its_text_without_search_and_icons() -> None:
    page = read(
        """<meta name=generator content="ExDoc v0.39.1"><nav id=sidebar><ul id=sidebar-list-nav></ul><ul id=modules-full-list class=full-list><li class=group>Core</li>
        <li><a href=Pot.html>Pot</a><ul><li><a href=Pot.html#summary>Summary</a></li></ul></li></ul></nav><main id=main><div id=content>
        <div class=top-search><form>Search</form><div class=engine-selector><span>Default</span></div></div><div class=top-heading><h1><span>Pot</span></h1>
        <a href=https://x.example/blob/pot.ex class=icon-action><i></i><span>View Source</span></a></div><h2 id=m class=section-heading><a href=#m class=hover-link><i></i></a>
        <span class=text>Quick Start</span></h2><pre><code class="makeup elixir"><span>Pot</span>.boil()</code></pre>
        <section role=note class="admonition info"><h4 class="admonition-title info">Hot</h4><p>It is.</p></section>
        <div class=bottom-actions><a href=next.html rel=next>Next Page</a></div><footer class=footer>Built using ExDoc</footer></div></main>"""
    )
    assert (
        page.markdown == "# Pot\n\n## Quick Start\n\n```elixir\nPot.boil()\n```\n\n> [!NOTE]\n> **Hot**\n>\n> It is.\n"
    )
    assert [(node.title, [child.title for child in node.children]) for node in page.nav] == [("Core", ["Pot"])]
    assert page.next == "https://docs.example/guide/next.html"


def test_slate_has_the_code_of_all_its_languages() -> None:
    page = read(
        """<div class=toc-wrapper><div class=lang-selector><a data-language-name=shell>shell</a></div><ul class=toc-list-h1><li><a href=#k>Kettles</a></li></ul></div>
        <div class=page-wrapper><div class=dark-box></div><div class=content><h1 id=k>Kettles</h1><pre class="highlight shell tab-shell"><code>curl</code></pre>
        <pre class="highlight python tab-python" style="display: none"><code>kettle.list()</code></pre></div><div class=dark-box><div class=lang-selector><a>shell</a></div></div></div>"""
    )
    assert page.markdown == "# Kettles\n\n```shell\ncurl\n```\n\n```python\nkettle.list()\n```\n"


def test_dokka_has_its_page_beside_the_menu() -> None:
    page = read(
        """<nav><div class=sidebar--inner id=sideMenu><div class=toc--part><div class=toc--row><button class=toc--button>-</button><a class=toc--link href=a.html>kettle</a></div>
        <div class=toc--part><div class=toc--row><a class=toc--link href=b.html>Pot</a></div></div></div></div><div class=dropdown--overlay></div></nav>
        <div id=main><div class=main-content id=content pageIds=x><div class=breadcrumbs><a href=a.html>kettle</a>/<span>Pot</span></div>
        <div class=cover><h1 class=cover>Pot</h1><p class=paragraph>A pot.</p></div></div><div class=footer>Generated by Dokka</div></div>"""
    )
    assert page.markdown == "# Pot\n\nA pot.\n"
    assert [(node.title, [child.title for child in node.children]) for node in page.nav] == [("kettle", ["Pot"])]


@pytest.mark.parametrize(
    "html",
    [
        "<main><div id=dartdoc-main-content><h1>Pot</h1><p>A pot.</p></div><div id=dartdoc-sidebar-left><ol class=breadcrumbs><li>pots</li></ol><h5>pots library</h5></div></main>",
        "<main class=phpdocumentor><aside class=phpdocumentor-sidebar>Packages</aside><div class=phpdocumentor-content><ul class=phpdocumentor-breadcrumbs><li>Pots</li></ul><h1>Pot</h1><p>A pot.</p></div></main>",
        "<div class=nav_wrap><iframe id=nav src=class_list.html></iframe><div id=resizer></div></div><div id=main><div id=header>Index</div><div id=content><h1>Pot</h1><p>A pot.</p></div><div id=footer>Generated</div></div>",
    ],
    ids=["dartdoc", "phpDocumentor", "YARD"],
)
def test_a_generator_of_references_has_its_content_without_what_is_beside_it(html: str) -> None:
    assert read(html).markdown == "# Pot\n\nA pot.\n"
