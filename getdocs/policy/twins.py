"""Which page a URL may be the text of: many sites have each page a second time, as the Markdown that it was written in. Pure.

By the names of URLs alone: whether it is so, what both say decides.
"""

import re

from getdocs import urls

MARKDOWN = (".md",)
_ENDINGS = (".md", ".mdx", ".markdown", ".md.txt", ".rst", ".rst.txt", ".txt", ".html.md")
_SPHINX = re.compile(r"(?P<root>.*/)_sources/(?P<name>.+?)(?:\.[A-Za-z]+)?\.txt")


def pages_of(url: str, endings: tuple[str, ...] = _ENDINGS) -> tuple[str, ...]:
    """What the page may be called of which `url` is the text: without its ending, with `.html`, as a folder. Empty: of none."""
    base = next((base for ending in endings if (base := urls.without_ending(url, ending)) is not None), None)
    if base is None:
        return ()
    return tuple(dict.fromkeys((base, f"{base}.html", base.removesuffix("/index"))))


def is_source_of(url: str, page: str) -> bool:
    """Whether `url` is what Sphinx calls the source of that page (`_sources/guide.rst.txt` of `guide.html`, or of `guide/`)."""
    parsed, of = urls.parse(url), urls.parse(page)
    if parsed is None or of is None or parsed.origin != of.origin:
        return False
    found = _SPHINX.fullmatch(parsed.path)
    if found is None:
        return False
    name = f"{parsed.origin}{found['root']}{found['name']}"
    return urls.key(page) in {urls.key(name), urls.key(f"{name}.html"), urls.key(f"{name}/")}
