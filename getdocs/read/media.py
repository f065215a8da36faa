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
    sets = [node.attrs.get("srcset", ""), node.attrs.get("data-srcset", "")]
    if node.parent is not None and node.parent.name == "picture":
        sets += [source.attrs.get("srcset", "") for source in node.parent.find_all("source")]
    for candidates in sets:
        words = candidates.split()
        if words and not words[0].lower().startswith("data:"):
            return words[0].rstrip(",")
    return ""


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
