"""The stage: a Snapshot in, a Page out. Says in which order the parts of `read` come; each part's rules are its own."""

from selectolax.lexbor import LexborHTMLParser

from getdocs import urls
from getdocs.model import NO_CHROME, Anchor, Chrome, Page, Snapshot
from getdocs.read import alternates, code, footnotes, links, nav, roles, tabs, tree
from getdocs.read.anchors import Anchors
from getdocs.read.edges import edges_of
from getdocs.read.element import Element
from getdocs.read.generators import Generator
from getdocs.read.inline import gaps_of
from getdocs.read.markdown import Converter
from getdocs.read.parsed import parsed
from getdocs.read.receipts.receipt import receipt_of

_TABS = f"[role=tablist], .tabbed-set, .sd-tab-set, .tab-set, .book-tabs, .vp-code-group, .CodeTabs, .TabGroup, [{tabs.REVEALED}]"
_LINKS = "a[href], area[href], frame, iframe"
_HANDLES = "button, [role=button], [role=link], [role=menuitem], [onclick], [tabindex]"
"""What leads somewhere in an application whose ways only its scripts know."""
_MARKS = " \u200b¶#§🔗\uf0c1"
"""What a heading's permalink shows, where nothing but the text tells it from the title."""


def read_page(snapshot: Snapshot, *, selector: str | None = None, chrome: Chrome = NO_CHROME) -> Page:
    """The Page that a Snapshot shows. Pure and deterministic; never raises, whatever the HTML.

    `selector` (CSS) names the content, all its matches in order; where it matches nothing, the content is found by
    evidence. `chrome` is left out of it (`read.chrome` finds it). `Page.markdown` is empty, or one newline-terminated text,
    and only empty where the page shows nothing.
    `Page.title` is the text of the content's first H1 (or what the generator has in its place), else the document's title.
    """
    page = parsed(snapshot.html, chrome)
    html, row = page.tree, page.row
    base_url = snapshot.base_url or snapshot.url
    markdown, title, found = "", "", None
    places: tuple[Anchor, ...] = ()
    for candidate in page.candidates(selector):
        anchors = Anchors(snapshot.html)
        root = tree.build(candidate.roots, candidate.drop, anchors)
        title = _own_title(html, row) or _title(root)
        if html.css_first(f".{code.FRAGMENT}") is not None:
            code.name_fragments(root)
        if html.css(roles.ROLED):
            roles.name_by_role(root)
        if html.css(_TABS):
            tabs.label_tabs(root)
        if html.css(footnotes.HINTS):
            footnotes.tell_footnotes(root)
        markdown, places = anchors.found(Converter(base_url).to_markdown(root))
        found = candidate
        if markdown:
            break
    previous, following = links.neighbours_of(html, row, snapshot.url, base_url)
    found_links, invalid = links.links_of(html, snapshot.url, base_url)
    return Page(
        url=snapshot.url,
        title=title or " ".join(snapshot.title.split()),
        status=snapshot.status,
        markdown=markdown,
        links=tuple(dict.fromkeys((*found_links, *map(urls.page_url, snapshot.opened)))),
        nav=nav.nav_of(html, row, snapshot.url, base_url, found),
        previous=previous,
        next=following,
        canonical=_canonical(html, base_url),
        refused=snapshot.refused,
        unsettled=snapshot.unsettled,
        restored=snapshot.restored,
        address=snapshot.address,
        unlinked=html.css_first(_LINKS) is None and html.css_first(_HANDLES) is not None,
        lang=alternates.language_of(html),
        alternates=alternates.alternates_of(html, base_url),
        invalid=invalid,
        receipt=receipt_of(found, markdown, base_url),
        anchors=_with_others(places, html),
        edges=edges_of(found.roots[0], found.bare) if found is not None and found.bare is not None else None,
    )


def _with_others(places: tuple[Anchor, ...], html: LexborHTMLParser) -> tuple[Anchor, ...]:
    """The named places of the content, and those of the rest of the page, which lead to its top."""
    known = {place.name for place in places}
    named = (node.id for node in html.css("[id]"))
    return (*places, *(Anchor(name, 0) for name in dict.fromkeys(named) if name and name not in known))


def _own_title(html: LexborHTMLParser, row: Generator) -> str:
    node = html.css_first(row.title) if row.title else None
    return " ".join(node.text().split()).rstrip(_MARKS).strip() if node is not None else ""


def _title(root: Element) -> str:
    heading = root.find("h1")
    if heading is None:
        return ""
    for span in heading.find_all("span"):
        span.append("".join(gaps_of(span)))
    return " ".join(heading.text().split()).rstrip(_MARKS).strip()


def _canonical(html: LexborHTMLParser, base_url: str) -> str | None:
    link = html.css_first("link[rel~=canonical][href]")
    url = urls.join(base_url, (link.attributes.get("href") or "").strip()) if link is not None else None
    parsed = urls.parse(url) if url else None
    return url if parsed is not None and urls.is_web(parsed) else None
