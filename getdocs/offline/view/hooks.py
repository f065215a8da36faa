"""What MkDocs asks us while it builds the local site: the HTML of each page, its headings, and which page comes next.

Run inside MkDocs, which loads it by its path. MkDocs reads no Markdown: `rendering` does, as GitHub would.
"""

import logging
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from getdocs.offline.rendering import Shown, ShownHeading, shown
from getdocs.offline.saved import SavedCrawl, SavedPage
from getdocs.offline.view.places import place
from getdocs.offline.view.policy import guarded
from getdocs.write.relink.relative import meant, written

_log = logging.getLogger("mkdocs.plugins.getdocs")
_colours = HtmlFormatter(nowrap=True)
_WEB = ("https://", "http://", "mailto:")
_LARGEST_CODE = 100_000
"""Characters of a code block that is coloured."""


@dataclass(slots=True)
class _Site:
    """What one build knows."""

    crawl: SavedCrawl
    pages: dict[str, SavedPage]
    """By place in the site."""
    paths: dict[str, str] = field(default_factory=dict)
    """The path in the site, not escaped, by that in the crawl."""
    ids: dict[str, frozenset[str]] = field(default_factory=dict)
    wanted: list[tuple[str, str, str]] = field(default_factory=list)
    """Links to places on pages: from where, to which page, which id."""


_sites: dict[str, _Site] = {}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Opens the crawl in whose folder the configuration lies."""
    crawl = SavedCrawl.open(Path(config.config_file_path).resolve().parents[2])
    _sites[config.config_file_path] = _Site(crawl, {str(place(page.path)): page for page in crawl.pages})
    return config


def on_nav(nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
    """The next page is that of the Reading Order, wherever the navigation names it."""
    site = _site(config)
    site.paths = {
        str(site.pages[file.src_uri].path if file.src_uri in site.pages else file.src_uri): file.dest_uri
        for file in files
    }
    ordered = [file.page for path in site.pages if (file := files.get_file_from_path(path)) is not None and file.page]
    for before, page, after in zip([None, *ordered], ordered, [*ordered[1:], None], strict=False):
        page.previous_page, page.next_page = before, after
    return nav


def on_page_read_source(*, page: Page, config: MkDocsConfig) -> str | None:
    """Nothing for MkDocs to read: what stands in a page is no Markdown of its kind."""
    return "" if page.file.src_uri in _site(config).pages else None


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - as MkDocs calls it
    """The page, as its file is now."""
    site = _site(config)
    saved = site.pages.get(page.file.src_uri)
    if saved is None:
        return html
    document = site.crawl.read(saved)
    if document is None:
        _log.warning("%s: its file is gone", saved.path)
        return "<p>The file of this page is gone.</p>"
    path = str(saved.path)
    result = shown(
        document.body,
        link=lambda url: _link(site, path, url),
        image=lambda url: _image(site, path, url),
        highlight=_highlighted,
    )
    site.ids[path] = result.ids
    page.toc = _contents(result)
    return result.html + _source(saved)


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Lets a page run the theme's scripts only."""
    return guarded(output, page.content or "")


def on_post_template(output_content: str, *, template_name: str, config: MkDocsConfig) -> str:  # noqa: ARG001
    """As a page."""
    return guarded(output_content, "") if template_name.endswith(".html") else output_content


def on_post_build(*, config: MkDocsConfig) -> None:
    """Names the links to places that are not there, and gives a site without a start page one that leads on."""
    site = _site(config)
    for start, to, fragment in site.wanted:
        if fragment not in site.ids.get(to, frozenset()):
            _log.warning("%s: no place '%s' on %s", start, fragment, to)
    index = Path(config.site_dir) / "index.html"
    if site.crawl.pages and not index.exists():
        first = escape(written("", site.paths[str(site.crawl.pages[0].path)]))
        index.write_text(
            f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={first}"><a href="{first}">Start</a>',
            "utf-8",
        )


def _site(config: MkDocsConfig) -> _Site:
    return _sites[config.config_file_path]


def _link(site: _Site, start: str, url: str) -> str | None:
    if url.startswith(_WEB):
        return url
    found = meant(start, url)
    if found is None:
        return None
    to, fragment = found
    if to in site.paths and fragment and to.endswith(".md"):
        site.wanted.append((start, to, fragment))
    if to not in site.paths:
        _log.warning("%s: %s is not among the files", start, url)
        return None
    return written(site.paths[start], site.paths[to], fragment)


def _image(site: _Site, start: str, url: str) -> str | None:
    found = None if url.startswith(_WEB) else meant(start, url)
    return written(site.paths[start], site.paths[found[0]]) if found and found[0] in site.paths else None


def _highlighted(code: str, language: str) -> str | None:
    if len(code) > _LARGEST_CODE:
        return None
    try:
        return str(highlight(code, get_lexer_by_name(language, stripnl=False), _colours))
    except ClassNotFound:
        return None


def _contents(result: Shown) -> TableOfContents:
    top: list[AnchorLink] = []
    above: list[AnchorLink] = []
    for heading in result.headings:
        entry = _entry(heading)
        while above and above[-1].level >= entry.level:
            above.pop()
        (above[-1].children if above else top).append(entry)
        above.append(entry)
    if top:
        top[0].active = True  # type: ignore[attr-defined] # as MkDocs does, whose themes look for it
    return TableOfContents(top)


def _entry(heading: ShownHeading) -> AnchorLink:
    return AnchorLink(escape(heading.text), escape(heading.id), heading.level)


def _source(page: SavedPage) -> str:
    """Where the page is from."""
    if not page.url.startswith(_WEB):
        return ""
    url = escape(page.url)
    return f'\n<hr class="getdocs-rule"><p class="getdocs-source">From <a href="{url}" rel="noreferrer noopener">{url}</a></p>'
