"""Which images a book may hold: those of EPUB's core media types that do and load nothing. Looks at bytes, never at names. Pure."""

import re

from lxml import etree

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png", ".png"),
    (b"\xff\xd8\xff", "image/jpeg", ".jpg"),
    (b"GIF87a", "image/gif", ".gif"),
    (b"GIF89a", "image/gif", ".gif"),
)
_LOADS = re.compile(r"url\(\s*['\"]?(?!#)|@import", re.IGNORECASE)
_ACTIVE = frozenset(
    "script foreignObject iframe object embed audio video animate set animateMotion animateTransform".split()
)
_LONGEST_SVG = 5_000_000


def picture(data: bytes) -> tuple[str, str] | None:
    """Media type and file name ending of an image (EPUB 3.3, 3.2); None where a book should not hold it."""
    for magic, kind, ending in _MAGIC:
        if data.startswith(magic):
            return kind, ending
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp", ".webp"
    return ("image/svg+xml", ".svg") if len(data) <= _LONGEST_SVG and _is_still_svg(data) else None


def _is_still_svg(data: bytes) -> bool:
    """Whether it is a well-formed SVG of its own: no script, no other document, nothing from elsewhere."""
    if b"<svg" not in data or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        return False
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    except (etree.XMLSyntaxError, ValueError):
        return False
    if etree.QName(root).localname != "svg":
        return False
    return all(_is_still(element) for element in root.iter())


def _is_still(element: etree._Element) -> bool:
    if not isinstance(element.tag, str):
        return element.tag is etree.Comment
    if etree.QName(element).localname in _ACTIVE or _LOADS.search(element.text or ""):
        return False
    for name, value in element.attrib.items():
        local = etree.QName(name).localname.lower()
        if local.startswith("on") or _LOADS.search(value):
            return False
        if local in ("href", "src") and not value.startswith(("#", "data:image/png", "data:image/jpeg")):
            return False
    return True
