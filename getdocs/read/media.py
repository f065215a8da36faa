"""Says what an image, icon, frame or video stands for: where its file is, and the text that takes its place."""

import re
from dataclasses import dataclass

from getdocs.read.code import classes
from getdocs.read.element import Element

_LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-url")
_EMOJI = frozenset({"emoji", "twemoji", "gemoji", "emojione", "emoji-icon"})
# Icons that repeat what the link, button or heading beside them says.
_DECORATION = re.compile(
    r"new (tab|window)|external|anchor|permalink|copy|link|icon|arrow|chevron|menu|logo", re.IGNORECASE
)
_MAX_LABEL = 60
_SOURCE = "getdocs-source"
"""Attribute of a `picture`: the source that images without one of their own have."""


@dataclass(frozen=True, slots=True)
class Image:
    """`url` as written, empty where there is none that can be fetched. An emoji is its `alt`, and no picture."""

    url: str
    alt: str
    title: str
    emoji: bool


def image_of(node: Element) -> Image:
    """The image of an `img`: the lazy source where `src` only holds the place, the first of a set, its `picture`'s."""
    alt = node.attrs.get("alt", "")
    title = node.attrs.get("title", "")
    emoji = bool(alt) and not _EMOJI.isdisjoint(classes(node))
    if emoji and re.fullmatch(r"[\w+-]+", alt) and alt.isascii():
        alt = f":{alt}:"
    return Image(_source(node), alt, title, emoji)


def _source(node: Element) -> str:
    written = node.attrs.get("src", "").strip()
    if written and not written.lower().startswith("data:"):
        return written
    for name in _LAZY:
        lazy = node.attrs.get(name, "").strip()
        if lazy and not lazy.lower().startswith("data:"):
            return lazy
    found = _first_of(node.attrs.get("srcset", "")) or _first_of(node.attrs.get("data-srcset", ""))
    if not found and node.parent is not None and node.parent.name == "picture":
        found = _of_picture(node.parent)
    return found


def _first_of(candidates: str) -> str:
    """The first source of a set, where it is no picture in the address itself."""
    words = candidates.split(maxsplit=1)
    return words[0].rstrip(",") if words and not words[0].lower().startswith("data:") else ""


def _of_picture(picture: Element) -> str:
    """The first source of its sets; it holds any number of images, and is looked through once."""
    if _SOURCE not in picture.attrs:
        sets = (source.attrs.get("srcset", "") for source in picture.find_all("source"))
        picture.attrs[_SOURCE] = next(filter(None, map(_first_of, sets)), "")
    return picture.attrs[_SOURCE]


def icon_label(node: Element) -> str:
    """What an `svg` says: its `aria-label` or `title`; empty where it only decorates."""
    label = node.attrs.get("aria-label", "")
    if not label:
        title = node.find("title")
        label = title.text() if title is not None else ""
    label = " ".join(label.split())
    return "" if len(label) > _MAX_LABEL or _DECORATION.search(label) else label


def diagram_text(node: Element) -> str:
    """The words that an `svg` shows, in document order; nothing else of it can be said in text."""
    shown = node.find_all("text", "foreignObject", "foreignobject")
    return " ".join(" ".join(part.text(" ") for part in shown).split())


def embedded_url(node: Element) -> str:
    """Where a frame, video or sound comes from; empty where it names nothing."""
    written = (node.attrs.get("src") or node.attrs.get("data-src") or "").strip()
    if written:
        return written
    source = node.find("source")
    return source.attrs.get("src", "").strip() if source is not None else ""
