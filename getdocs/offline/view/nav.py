"""The navigation of a local site: that of the documentation, and the pages that it does not name. Pure.

Labels are made safe for a theme that writes them as HTML.
"""

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

from getdocs.offline.saved import SavedPage
from getdocs.offline.view.places import place
from getdocs.write.schema import NavEntry
from getdocs.write.terminal import printable

Nav: TypeAlias = list[dict[str, "str | Nav"]]
"""As mkdocs.yml has it: each entry is a label, and a file or the entries below it."""

MORE = "More"
_MANY = 20
"""Pages beside each other before they are put into sections by folder."""
_LONGEST = 150
"""Characters of a label: a key of YAML may have 1024 (YAML 1.2.2, 7.4.2), of which an escaped quote takes six."""


def navigation(entries: Iterable[NavEntry], pages: Iterable[SavedPage]) -> Nav:
    """`entries` is the nav of the Manifest; a page stands in it once, where it is named first.

    A label of a page that was not saved stays where it has pages below it. `pages`, in Reading Order, that no entry names are
    in a section of their own; where no entry names any, they are all there is.
    """
    left = {str(page.path): page for page in pages}
    nav = _named(entries, left)
    if not left:
        return nav
    others = _grouped(left.values())
    return [*nav, {MORE: others}] if nav else others


def label(text: str) -> str:
    """`text` as a label. Angle brackets are replaced: themes take what stands between them out, or for a tag."""
    shown = printable(text).replace("<", "\u2039").replace(">", "\u203a").strip()
    return escape(shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…") or "…"


def _named(entries: Iterable[NavEntry], left: dict[str, SavedPage]) -> Nav:
    nav: Nav = []
    for entry in entries:
        path = entry["path"]
        page = left.pop(path, None) if path is not None else None
        below = _named(entry["children"], left)
        name = label(entry["title"] or (page.title if page else ""))
        if page is not None and below:
            nav.append({name: [{name: str(place(page.path))}, *below]})
        elif page is not None:
            nav.append({name: str(place(page.path))})
        elif below:
            nav.append({name: below})
    return nav


def _grouped(pages: Iterable[SavedPage]) -> Nav:
    """Side by side; many of them by their first folder."""
    every = list(pages)
    folders = dict.fromkeys(page.path.parts[0] for page in every if len(page.path.parts) > 1)
    if len(every) <= _MANY or len(folders) < 2:
        return [_leaf(page) for page in every]
    top: Nav = [_leaf(page) for page in every if len(page.path.parts) == 1]
    sections: Nav = [
        {label(folder): [_leaf(page) for page in every if len(page.path.parts) > 1 and page.path.parts[0] == folder]}
        for folder in folders
    ]
    return [*top, *sections]


def _leaf(page: SavedPage) -> dict[str, "str | Nav"]:
    return {label(page.title or page.path.stem): str(place(page.path))}
