"""The generators of documentation sites, one row each: how a page of theirs is recognised, and where its parts are.

Data only: selectors are CSS, as lexbor understands it. A new generator is a new row.
"""

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser


@dataclass(frozen=True, slots=True)
class Generator:
    """One row. Where several selectors are given as alternatives, the first that finds something counts."""

    name: str
    meta: tuple[str, ...] = ()
    """Beginnings of `<meta name=generator>`, lower case."""
    marks: tuple[str, ...] = ()
    """Selectors that only pages of this generator match; one is enough."""
    content: tuple[str, ...] = ()
    """Alternatives for the content root; each may match several elements, taken in document order."""
    title: str = ""
    """The title of the page, where it is no heading."""
    sidebar: tuple[str, ...] = ()
    """Alternatives for the containers of the site's tree."""
    tabs: str = ""
    """Containers of the header's links to the parts of the site."""
    entries: str = ""
    """Elements that nest like `li` in the tree, where the generator does not use lists."""
    labels: str = ""
    """Elements of the tree that name the list behind them."""
    nav_noise: str = ""
    """What stands in sidebar or tabs and is no entry."""
    noise: str = ""
    """What stands in the content root and is no content, beside what `content` leaves out of all pages."""
    keep: str = ""
    """What looks like a control or furniture, but is content here."""
    previous: str = ""
    next: str = ""


GENERATORS = (
    Generator(
        "Docusaurus",
        meta=("docusaurus",),
        marks=("#__docusaurus", ".theme-doc-markdown"),
        content=(".theme-doc-markdown", "main [class*=generatedIndexPage]", "main article", "main"),
        sidebar=(".theme-doc-sidebar-menu", "nav.menu > ul.menu__list", ".menu__list"),
        tabs=".navbar__items",
        nav_noise=".navbar__brand, [class*=localeDropdown], [class*=colorMode], [class*=Search], .navbar__item.dropdown--locale, .dropdown:has([class*=iconLanguage])",
        noise=(
            ".theme-doc-footer, .theme-doc-breadcrumbs, .theme-doc-version-badge, .theme-doc-version-banner, .theme-doc-toc-mobile, "
            "[class*=tocMobile], [class*=buttonGroup], [class*=lastUpdated], .theme-doc-card-icon"
        ),
        previous=".pagination-nav__link--prev",
        next=".pagination-nav__link--next",
    ),
    Generator(
        "VitePress",
        meta=("vitepress",),
        marks=(".VPContent", "#VPContent", ".VPDoc"),
        content=(".VPDoc .vp-doc", ".VPPage", ".VPHome", ".VPContent", "main"),
        sidebar=("#VPSidebarNav", ".VPSidebar nav", ".VPSidebar"),
        tabs=".VPNavBarMenu",
        entries=".VPSidebarItem, :not(li) > .VPFlyout",
        labels=".VPSidebarItem > .item > .text",
        nav_noise=".visually-hidden, .VPNavBarTranslations, .VPNavBarExtra, .VPNavScreenTranslations",
        noise="button.copy, span.lang, .VPDocFooter, .VPDocAsideOutline",
        previous=".VPDocFooter .pager-link.prev, .VPDocFooter .prev",
        next=".VPDocFooter .pager-link.next, .VPDocFooter .next",
    ),
    Generator(
        "Starlight",
        meta=("starlight",),
        marks=("starlight-menu-button", "starlight-toc", ".sl-markdown-content"),
        content=("main[data-pagefind-body]", "main .content-panel", "main"),
        sidebar=("nav.sidebar", "#starlight__sidebar"),
        noise=(
            ".sl-banner, footer.sl-flex, mobile-starlight-toc, starlight-toc, .expressive-code .copy, "
            "main > .content-panel footer"
        ),
        nav_noise=".mobile-preferences, .sl-badge",
        previous=".pagination-links a[rel=prev]",
        next=".pagination-links a[rel=next]",
    ),
    Generator(
        "Material for MkDocs",
        meta=("mkdocs-material", "zensical"),
        marks=("[data-md-component=container]", ".md-content__inner"),
        content=(".md-content__inner", ".md-content", "main"),
        sidebar=(".md-sidebar--primary .md-nav--primary > .md-nav__list", ".md-nav--primary", ".md-sidebar--primary"),
        nav_noise=".md-nav--secondary, .md-nav__title, label.md-nav__link--active, .md-nav__icon, .md-status",
        noise=".md-content__button, .md-source-file, .md-feedback, .md-nav, .md-annotation__index, .md-clipboard",
        previous=".md-footer__link--prev",
        next=".md-footer__link--next",
    ),
    Generator(
        "mdBook",
        marks=("#mdbook-sidebar", "#sidebar.sidebar .sidebar-scrollbox", "nav#sidebar[aria-label='Table of contents']"),
        content=("#content main", "#mdbook-content main", "main"),
        sidebar=("#sidebar .chapter", "#mdbook-sidebar .chapter", "ol.chapter", ".sidebar-scrollbox"),
        nav_noise=".chapter-fold-toggle, .toggle, .header-in-summary, .on-this-page",
        noise=".buttons, .fa, .boring, .nav-wrapper, .mobile-nav-chapters, .sidetoc, .pagetoc",
        previous=".nav-chapters.previous, .mobile-nav-chapters.previous",
        next=".nav-chapters.next, .mobile-nav-chapters.next",
    ),
    Generator(
        "rustdoc",
        meta=("rustdoc",),
        content=("#main-content", "main"),
        sidebar=(".sidebar-elems",),
        nav_noise="#rustdoc-toc",
        noise="pre summary, details.top-doc > summary, a.tooltip, .src, .srclink, .out-of-band, .sub-heading, .rustdoc-toolbar, rustdoc-toolbar, .doc-anchor, .anchor, .rustdoc-breadcrumbs, #copy-path, .sidebar, .search-form, .rightside",
    ),
    Generator(
        "Docsify",
        marks=("main > aside.sidebar + section.content", "article#main.markdown-section", "section.content article.markdown-section"),
        content=("article#main", "article.markdown-section", ".markdown-section"),
        sidebar=(".sidebar-nav", "aside.sidebar"),
        tabs="nav.app-nav",
        nav_noise=".app-sub-sidebar, .search, .app-name",
        noise=".docsify-pagination-container, .docsify-copy-code-button, .sidebar-toggle",
        previous=".pagination-item--previous",
        next=".pagination-item--next",
    ),
    Generator(
        "Nextra",
        marks=(".nextra-content", ".nextra-sidebar-container", ".nextra-sidebar", ".nextra-navbar", ".nextra-nav-container"),
        content=(".nextra-content article main", "article main", ".nextra-content main", "article", "main"),
        sidebar=(".nextra-mobile-nav > ul", ".nextra-sidebar", ".nextra-sidebar-container"),
        tabs=".nextra-navbar nav, .nextra-nav-container nav",
        labels=".nextra-mobile-nav li > button, .nextra-mobile-nav li:not(:has(a)):not(:has(button))",
        nav_noise="[aria-label='Home page']",
        noise=(
            ".nextra-breadcrumb, .subheading-anchor, .nextra-toc, .nextra-copy-icon, .x\\:sr-only, [role=tabpanel] > [style*='visibility:hidden'], "
            ".nextra-callout > [data-pagefind-ignore], .nextra-callout > [class*=select-none]"
        ),
        keep=".nextra-filetree button",
        previous="article main ~ .nextra-border > a:not([class*='text-end'])",
        next="article main ~ .nextra-border > a[class*='text-end']",
    ),
    Generator(
        "Redoc",
        marks=(".redoc-wrap", "redoc .api-content"),
        content=(".api-content",),
        sidebar=(".menu-content > [role=menu]", ".menu-content ul"),
        noise="a[href^='#'][aria-label]",
        keep="button:has(strong), button:has(.http-verb), button:has(.property-name), [role=button]:has(> div > span)",
    ),
    Generator(
        "GitBook",
        # With its build in brackets; the program that sites were built with before wrote its version.
        meta=("gitbook (",),
        marks=(
            "[data-testid=table-of-contents] [class*='group/toclink']", "[data-testid='page.contentEditor']", "[data-testid='page.desktopTableOfContents']",
        ),
        content=("main", "[data-testid='page.contentEditor']"),
        sidebar=("[data-testid=table-of-contents]", "[data-testid='page.desktopTableOfContents']", "aside:first-of-type"),
        nav_noise="a[href*='utm_medium=trademark'], .gb-icon",
        noise=(
            ".gb-icon, .hash, .hint > div:first-child:has(> .gb-icon), summary > a[aria-label^='Direct link'], main > div[class*='mt-6'][class*='flex-row'], "
            ".select-none > [class*=tabular-nums], [aria-hidden=true]:has(> table > thead:only-of-type)"
        ),
        keep="thead.sr-only",
        # The arrow of the one is turned round; of which, has changed.
        previous="main > div[class*='mt-6'] > a:is([class*=text-start], [class*=flex-row-reverse]:not([class*=text-end]))",
        next="main > div[class*='mt-6'] > a:is([class*=text-end], .flex-row)",
    ),
    Generator(
        "HonKit and GitBook (old)",
        meta=("gitbook", "honkit"),
        marks=(".book-summary + .book-body", ".book > .book-summary"),
        content=(".page-inner .markdown-section", ".page-inner section.normal", ".page-inner"),
        sidebar=(".book-summary ul.summary", ".book-summary"),
        labels="ul.summary > li.header, ul.summary > li.divider",
        nav_noise=".gitbook-link, .exc-trigger",
        noise=".gitbook-anchor, .anchor-navigation-ex-navbar, .footer-modification, .page-footer",
        previous=".navigation-prev",
        next=".navigation-next",
    ),
    Generator(
        "Just the Docs",
        marks=(".side-bar .site-nav", "#site-nav .nav-list"),
        content=("#main-content main", "#main-content", ".main-content"),
        sidebar=("#site-nav", ".site-nav"),
        nav_noise=".nav-list-expander",
        noise=".anchor-heading, .breadcrumb-nav, .main-content > hr:has(+ footer), .main-content > footer",
    ),
    Generator(
        "Docsy",
        marks=(".td-content", ".td-main", "body.td-page"),
        content=(".td-content", "main[role=main]", "main"),
        sidebar=("#td-section-nav", ".td-sidebar-nav"),
        tabs="#main_navbar, .td-navbar .navbar-nav",
        nav_noise="input",
        noise=(
            ".td-page-meta, .td-page-meta__lastmod, .text-muted.mt-5.border-top, .td-heading-self-link, .td-toc, .reading-time, "
            ".td-content > .d-print-none:has(.feedback--title), .feedback--title, .feedback--question, .feedback--response"
        ),
    ),
    Generator(
        "Hugo Book",
        marks=("main.container > aside.book-menu", "aside.book-menu"),
        content=("article.markdown", ".book-page .markdown", ".book-page"),
        sidebar=(".book-menu nav", ".book-menu"),
        nav_noise=".book-brand, .book-search, .book-languages",
        noise=".book-footer, .book-comments, .anchor",
        # The link back has its arrow first, the link on last; a link to edit the page, which looks like the one, opens a tab.
        previous=".book-footer a:not([target]):has(> span:last-child)",
        next=".book-footer a:not([target]):has(> span:first-child)",
    ),
    Generator(
        "Sphinx",
        meta=("sphinx",),
        marks=(
            "#documentation_options", ".sphinxsidebar", "html:not(:has([href$='theme_extra.css'])) .wy-nav-side", "script[src*='_static/doctools']", ".sphinxsidebarwrapper",
            "link[href*='_static/pygments.css']", ".bd-article",
        ),
        content=(
            "article.bd-article", "article[role=main]", "div[role=main] > [itemprop=articleBody]", "div.rst-content [role=main]",
            "div.body[role=main]", "div.body", "[role=main]", "main", "section:has(> h1), div.section:has(> h1)",
        ),
        sidebar=(
            ".sidebar-tree", ".wy-menu-vertical", ".bd-sidebar-primary .bd-docs-nav", ".bd-sidebar-primary nav.bd-links",
            ".sphinxsidebarwrapper:has(li.toctree-l1)", ".sidebar-drawer",
            "nav.bd-links", ":not(.toctree-wrapper):has(> ul > li.toctree-l1)",
        ),
        tabs=".bd-header .bd-navbar-elements, #navbar-main-elements",
        labels=".caption",
        nav_noise=".toctree-expand, .toctree-checkbox, label, .relations, .logo, #searchbox, .sidebar-logo, .searchbox, .bd-links__title",
        noise=(
            ".viewcode-link, .related, .sphinxsidebar, .related-pages, .prev-next-area, "
            ".rst-footer-buttons, .wy-breadcrumbs, .bd-header-article, .header-article, .content-icon-container, "
            ".view-this-page, .back-to-top, .theme-toggle-content, .toc-drawer, [role=navigation], details.hide > summary"
        ),
    ),
    Generator(
        "MkDocs",
        meta=("mkdocs",),
        marks=("body > .navbar + .container .col-md-9[role=main]", "html:has([href$='theme_extra.css']) .wy-nav-side", "#mkdocs-search-results"),
        content=(".col-md-9[role=main]", "article .typography", "[role=main] [itemprop=articleBody]", "[role=main]", "main"),
        sidebar=(
            ".wy-menu-vertical", ".terminal-mkdocs-side-nav-items", "[data-slot=sidebar-content]", ".book-summary ul.summary",
            ".navbar-nav:not(.navbar-right, .ml-auto, .ms-auto, .ms-md-auto)",
        ),
        labels=".caption, ul.summary > li.header, [data-slot=sidebar-group-label]",
        nav_noise=".toctree-expand, [rel=prev], [rel=next], [data-toggle=modal], ul.summary > .divider, ul.summary > .divider ~ li:has([href*='//'])",
        previous="#previous-button",
        next="#next-button",
        noise=".rst-footer-buttons, .wy-breadcrumbs, [role=navigation]",
    ),
    Generator(
        "AsciiDoc",
        meta=("asciidoc", "asciidoctor"),
        content=("#header, #preamble, #content, #footnotes, body > .sect1", "body"),
        sidebar=("nav.nav-menu", ".nav-panel-menu"),
        noise="#toc, #toctitle, #footer, #footnotes > hr:only-child",
    ),
    Generator(
        "DocBook",
        meta=("docbook", "publican"),
        marks=("body > ul.docnav", ".navheader + .chapter", ".navheader + .sect1", "div.book > .titlepage", "div.article > .titlepage"),
        content=("div.book, div.article, div.chapter, div.sect1, div.refentry, div.appendix, div.preface, div.part, div.section, div.reference", "body"),
        sidebar=("div.book > .toc", "div.article > .toc"),
        entries=".toc dt, .toc dd",
        noise=".navheader, .navfooter, .docnav, .titlepage hr, [class$='-break'], .funcprototype-spacer",
        previous=".navfooter a[accesskey=p], .docnav a[accesskey=p]",
        next=".navfooter a[accesskey=n], .docnav a[accesskey=n]",
    ),
    Generator(
        "Javadoc",
        meta=("javadoc",),
        marks=("ul.navList[title=Navigation]", ".topNav + .subNav"),
        content=("main", "[role=main]", ".contentContainer", "body"),
        sidebar=(".indexContainer",),
        noise=".topNav, .subNav, .bottomNav, .sub-nav, .top-nav, .legalCopy, .table-tabs",
    ),
    Generator(
        "Doxygen",
        meta=("doxygen",),
        marks=("#doc-content > .contents", "#doc-content .headertitle"),
        content=(".headertitle, .contents", ".contents"),
        title=".headertitle .title",
        sidebar=("#nav-tree-contents",),
        nav_noise=".arrow, .sync",
        noise=".ttc, .levels, .summary, .navpath, .memSeparator, .arrow, .icona, .dynheader.closed > img, #MSearchSelectWindow, #MSearchResultsWindow",
    ),
    Generator(
        "pdoc",
        meta=("pdoc",),
        marks=("main.pdoc", "nav.pdoc"),
        content=("main.pdoc", "main"),
        sidebar=("nav.pdoc", "nav#sidebar"),
        nav_noise=".memberlist, .attribution, footer, h2",
        noise=".git-button, .edit-button, .view-source-button, .view-source-toggle-state",
    ),
    Generator(
        "Antora",
        meta=("antora",),
        marks=(".nav-container .nav-panel-menu", "main.article article.doc"),
        content=("article.doc", "main.article"),
        sidebar=(".nav-panel-menu .nav-menu", ".nav-container .nav-menu"),
        nav_noise=".nav-menu-toggle, .nav-item-toggle, .context",
        noise=".pagination, .toc, .toolbar, .source-toolbox, #footnotes > hr",
        previous=".pagination .prev",
        next=".pagination .next",
    ),
    Generator(
        "ReadMe",
        meta=("readme",),
        marks=("meta[name=readme-deploy]", "nav.rm-Sidebar", ".rm-Markdown[data-testid=RDMD]"),
        content=("article.rm-Article", ".rm-Article", ".rm-CustomPage", ".rm-Markdown"),
        sidebar=("nav.rm-Sidebar", ".rm-Sidebar"),
        tabs=".rm-Header-left ~ nav, .rm-Header nav",
        labels=".rm-Sidebar-category, .rm-Sidebar-heading",
        nav_noise=".rm-APIMethod, .rm-Header-right",
        noise=".heading-anchor-icon, .rdmd-code-copy, .callout-icon, .content-toc, .UpdatedAt, .DateLine, .PageThumbs, .rm-Pagination, .NextStepsBorder, [data-footnotes] > h2",
        keep=".CodeTabs-toolbar button, .TabGroup-nav, .TabGroup-nav button, .img[role=button]",
    ),
    Generator(
        "Mintlify",
        meta=("mintlify",),
        marks=("#content.mdx-content", "#sidebar-content #navigation-items"),
        content=("#content-area", "#content.mdx-content"),
        sidebar=("#navigation-items",),
        tabs=".nav-tabs",
        noise=(
            "#pagination, .eyebrow, .feedback-toolbar, #content-side-layout, #table-of-contents, #content-area > footer, [data-floating-buttons], "
            "[data-component-part=step-line], [data-component-part=step-number], [data-component-part=callout-icon], .callout > svg, "
            "#page-context-menu, img[class*='dark:block'], a[aria-label^='Navigate to ']"
        ),
        keep="button:has(.tooltip)",
    ),
    Generator(
        "Swagger UI",
        marks=(".swagger-ui .information-container", ".swagger-ui .opblock", ".swagger-ui.swagger-container"),
        content=("main:has(.swagger-ui)", "[role=main]:has(.swagger-ui)", "article:has(.swagger-ui)", ".swagger-ui"),
        sidebar=(".swagger-ui > nav",),
        noise=(
            ".topbar, .swagger-ui__skip-link, .loading-container, .auth-wrapper, .authorization__btn, .try-out, .execute-wrapper, .model-hint, "
            ".model-jump-to-path, .models-jump-to-path, .response-control-media-type__accept-message, .view-line-link, .float-right"
        ),
        keep=".servers select, select.content-type, .model-box-control",
    ),
    Generator(
        "TypeDoc",
        meta=("typedoc",),
        marks=(".tsd-page-title", "body .tsd-page-toolbar", "nav.tsd-navigation"),
        content=(".col-content", ".container-main .col-8", ".container-main"),
        sidebar=("#tsd-nav-container", ".tsd-navigation.primary", ".site-menu .tsd-navigation"),
        noise=(
            ".tsd-breadcrumb, .tsd-anchor-icon, .tsd-anchor, .tsd-sources > ul, .tsd-generator, #tsd-search, "
            ".tsd-index-panel:not(:has(a:not([href^='#']))), .tsd-kind-icon, .tsd-widget, .tsd-filter-visibility"
        ),
    ),
    Generator(
        "VuePress",
        meta=("vuepress",),
        marks=("[vp-container]", ".theme-default-content", ".theme-hope-content"),
        content=("main.vp-home, main.home", "[vp-content]", ".theme-hope-content", ".theme-default-content", "main"),
        sidebar=(".vp-sidebar-items", ".vp-sidebar .vp-sidebar-links", ".sidebar > .sidebar-links", ".sidebar-items"),
        tabs=".vp-navbar > .vp-navbar-items-wrapper > .vp-navbar-items, .navbar .nav-links, .navbar .navbar-items",
        entries=".vp-navbar-item, .navbar-item, .nav-item",
        labels=".vp-navbar-dropdown-title, .navbar-dropdown-title, .dropdown-title",
        nav_noise=".repo-link, .sidebar-sub-headers, [class*=dropdown-title-mobile], .mobile-dropdown-title",
        noise=".vp-page-meta, .vp-page-nav, .page-meta, .page-nav, .page-edit, .vp-code-tab-title, .vp-tab-title, .footer, .vp-footer",
        previous=".vp-page-nav .prev, .page-nav .prev",
        next=".vp-page-nav .next, .page-nav .next",
    ),
    Generator(
        "JSDoc",
        marks=("#main > .page-title", "#main .container-overview"),
        content=("#main",),
        title="#main > .page-title",
        sidebar=("body > nav", "nav"),
    ),
    Generator(
        "DocFX",
        meta=("docfx",),
        marks=("meta[property='docfx:rel']", "meta[name='docfx:rel']"),
        content=("article.content", "article[data-uid]", "main article"),
        sidebar=("#sidetoc", "nav#toc", "#toc"),
        tabs="#navbar .navbar-nav",
        nav_noise=".expand-stub, .toc-filter",
        noise=".sidenav, .contribution, .sideaffix, .actionbar, .next-article",
    ),
    Generator(
        "Quarto",
        meta=("quarto",),
        marks=("#quarto-document-content",),
        content=("#quarto-document-content",),
        sidebar=("#quarto-sidebar .sidebar-menu-container", "#quarto-sidebar"),
        tabs="#quarto-header .navbar-nav",
        nav_noise=".sidebar-item-toggle, .sidebar-tools-main, .quarto-navigation-tool",
        noise=".callout-icon-container, .callout-btn-toggle, .code-copy-button, .page-navigation, .quarto-title-breadcrumbs, .screen-reader-only",
        previous=".nav-page-previous a",
        next=".nav-page-next a",
    ),
    Generator(
        "ExDoc",
        meta=("exdoc",),
        content=("#content", "section.content", "main"),
        sidebar=("[id$='full-list']",),
        labels="[id$='full-list'] > li.group",
        noise=".top-search, .icon-action, .detail-link, .view-source, .hover-link, .bottom-actions, .footer, .sidebar-toggle",
    ),
    Generator(
        "Slate",
        marks=("body > .toc-wrapper ~ .page-wrapper > .dark-box", ".toc-wrapper ~ .page-wrapper > .content"),
        content=(".page-wrapper > .content",),
        noise=".lang-selector, .search-results, .toc-icon",
    ),
    Generator(
        "Dokka",
        marks=("#sideMenu ~ .dropdown--overlay", "#main > .main-content[pageids]", "#main > .main-content[pageIds]"),
        content=("#main > .main-content", "#content"),
        sidebar=("#sideMenu",),
        entries="#sideMenu .toc--part",
        nav_noise=".toc--button",
        noise=".anchor-wrapper, .anchor-icon, .copy-popup-wrapper, .copy-icon, .tabs-section",
    ),
    Generator(
        "dartdoc",
        marks=("#dartdoc-main-content",),
        content=("#dartdoc-main-content",),
        sidebar=("#dartdoc-sidebar-left-content", "#dartdoc-sidebar-left"),
        nav_noise=".breadcrumbs",
    ),
    Generator(
        "phpDocumentor",
        marks=(".phpdocumentor-content", "body > .phpdocumentor"),
        content=(".phpdocumentor-content",),
        sidebar=(".phpdocumentor-sidebar",),
        nav_noise=".phpdocumentor-sidebar__category--files",
        noise=".phpdocumentor-breadcrumbs, .phpdocumentor-back-to-top, .phpdocumentor-modal, .phpdocumentor-on-this-page__sidebar",
    ),
    Generator(
        "YARD",
        marks=(".nav_wrap > #nav ~ #resizer", "#main > #header ~ #content #method_list_link"),
        content=("#main > #content",),
        noise=".summary_toggle, .constants_summary_toggle, .inheritanceTree, .showSource",
    ),
    Generator(
        "RDoc",
        marks=("#project-navigation ~ #class-metadata", "#home-section ~ #search-section", "main .method-detail > .method-heading"),
        content=("main",),
        sidebar=("#fileindex-section, #classindex-section",),
        noise=".method-click-advice, .method-source-toggle, :is(h1, h2, h3, h4, h5, h6) > span:has(> [href='#top'])",
    ),
    Generator(
        "Scalar",
        marks=(".scalar-api-reference .references-rendered",),
        content=(".references-rendered",),
        sidebar=(".t-doc__sidebar",),
        noise=".api-reference-toolbar, .section-flare, .scalar-app-layout, .scalar-version-number, .word-break-all > .relative",
    ),
    Generator(
        "Texinfo",
        meta=("makeinfo", "texi2any", "texi2html"),
        content=("body",),
        sidebar=("div.contents", "div.element-contents"),
        noise=".header, .nav-panel, hr:has(+ .header), hr:has(+ .nav-panel), .header + hr, .nav-panel + hr, .copiable-anchor, .copiable-link, a.anchor",
    ),
    Generator(
        "Haddock",
        marks=("#package-header ~ #content > #module-header", "#package-header ~ #content > #module-list"),
        content=("#content",),
        title="#module-header > .caption",
        sidebar=("#module-list",),
        noise=".selflink, .src .link, #table-of-contents, summary.hide-when-js-enabled",
    ),
    Generator(
        "Node.js",
        marks=("body.apidoc #apicontent",),
        content=("#apicontent",),
        title="#apicontent h2",
        sidebar=("#column2",),
        nav_noise="#intro",
        noise=".mark, .legacy, .js-flavor-toggle, pre > .code-toolbar",
    ),
    Generator(
        "gi-docgen",
        marks=("#body-wrapper > nav.sidebar.devhelp-hidden",),
        content=("section#main",),
        sidebar=(".section.namespace",),
        noise=".collapse-toggle, .anchor, .md-anchor",
    ),
)  # fmt: skip

GENERIC = Generator(
    "generic",
    content=("main", "[role=main]", "article", "#content", ".content"),
    tabs="header nav, [role=banner] nav",
)
"""What holds of any site: used where no row is recognised."""


def recognise(tree: LexborHTMLParser) -> Generator:
    """The generator of a page, by its `meta`, else by marks in its markup; GENERIC where nothing fits."""
    declared = " ".join(
        (meta.attributes.get("content") or "").strip().lower()
        for meta in tree.css("meta[name=generator], meta[name=Generator]")
    )
    if declared:
        for row in GENERATORS:
            if any(declared.startswith(name) or f" {name}" in declared for name in row.meta):
                return row
    for row in GENERATORS:
        if row.marks and tree.css(", ".join(row.marks)):
            return row
    return GENERIC
