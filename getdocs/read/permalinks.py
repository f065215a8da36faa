"""Tells the permalink of a heading from what the heading says. Knows elements; writes nothing."""

from getdocs.read.element import Element
from getdocs.read.links import is_anchor
from getdocs.read.tree import HEADINGS

_NOTHING = " \t\r\n\f\xa0\u200b\ufe0e\ufe0f"
"""What shows nothing, at the ends of a text."""
_SIGNS = frozenset({"#", "¶", "§", "🔗", "link", "permalink", "anchor"})


def is_permalink(link: Element) -> bool:
    """True for a link in a heading, to a place on the page, that says no more than that it is one.

    A heading may be called `#`, or Link, and be a link to itself (mdBook): what is all that it shows is its text.
    """
    heading = next((parent for parent in link.parents() if parent.name in HEADINGS), None)
    if heading is None or not is_anchor(link.attrs.get("href", "").strip()):
        return False
    shown = link.text().strip(_NOTHING)
    if shown.lower() not in _SIGNS:
        return all("\ue000" <= letter <= "\uf8ff" for letter in shown)  # of a font of pictures
    return not heading.says_only(shown, _NOTHING) or heading.find("img", "svg") is not None
