"""The documentation as a book: EPUB 3.3, a content document for each Page, in Reading Order, with the site's navigation.

The same crawl gives the same bytes: names and times are those of the crawl, never of the moment.
"""

import uuid
from datetime import UTC, datetime
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from getdocs.offline.export.copy import Copy
from getdocs.offline.export.epub_pages import Target, content_document, target
from getdocs.offline.export.outline import Entry, outline
from getdocs.offline.export.pictures import picture
from getdocs.offline.export.xhtml import characters

_FOLDER = "EPUB"
_CONTAINER = f"""<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="{_FOLDER}/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
_PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{identifier}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>und</dc:language>
<dc:source>{source}</dc:source>
{description}<meta property="dcterms:modified">{modified}</meta>
</metadata>
<manifest>
{items}</manifest>
<spine>
{spine}</spine>
</package>
"""
_NAV = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>{title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
<nav epub:type="toc" id="toc"><h1>{title}</h1>
{list}</nav>
</body>
</html>
"""
_STYLE = """body { line-height: 1.4; }
pre, code, kbd, samp { font-family: monospace; font-size: 0.9em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.5em; border: 1px solid #999; }
table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
img { max-width: 100%; }
blockquote, .admonition { margin: 1em 0; padding-left: 1em; border-left: 3px solid #999; }
.admonition-title { font-weight: bold; }
.block { display: block; }
.source { margin-top: 2em; font-size: 0.8em; overflow-wrap: anywhere; }
"""
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP archive can name."""


def write(copy: Copy, stream: BinaryIO) -> None:
    """Writes the book. Raises OSError where `stream` does."""
    book = _Book(copy, ZipFile(stream, "w", ZIP_DEFLATED))
    book.write()


class _Book:
    def __init__(self, copy: Copy, archive: ZipFile) -> None:
        self._copy = copy
        self._archive = archive
        self._pictures: dict[str, str | None] = {}
        """The name in the book of each image of the crawl that a Page shows; None: the book does not hold it."""
        self._items: list[str] = []

    def write(self) -> None:
        copy = self._copy
        # Whoever reads the first bytes knows what it is (EPUB 3.3, 4.2.4).
        self._add("mimetype", "application/epub+zip", how=ZIP_STORED)
        self._add("META-INF/container.xml", _CONTAINER)
        self._add_item("nav.xhtml", "application/xhtml+xml", self._nav(), properties="nav")
        self._add_item("style.css", "text/css", _STYLE)
        targets: dict[str, Target] = {
            str(page.path): target(copy, page, _name(number)) for number, page in enumerate(copy.pages, 1)
        }
        for page in copy.pages:
            text = content_document(copy, page, targets, self._picture)
            self._add_item(targets[str(page.path)].name, "application/xhtml+xml", text)
        self._add(f"{_FOLDER}/package.opf", self._package())
        self._archive.close()

    def _add(self, name: str, data: str | bytes, *, how: int = ZIP_DEFLATED) -> None:
        entry = ZipInfo(name, _EARLIEST)
        entry.create_system, entry.external_attr, entry.compress_type = 3, 0o644 << 16, how
        self._archive.writestr(entry, data.encode("utf-8", "replace") if isinstance(data, str) else data)

    def _add_item(self, name: str, kind: str, data: str | bytes, *, properties: str = "") -> None:
        self._add(f"{_FOLDER}/{name}", data)
        more = f' properties="{properties}"' if properties else ""
        self._items.append(f'<item id="{name.replace("/", "-")}" href="{name}" media-type="{kind}"{more}/>\n')

    def _picture(self, path: str) -> str | None:
        if path not in self._pictures:
            data = self._copy.file(path)
            kind = picture(data) if data is not None else None
            name = None
            if kind is not None and data is not None:
                name = f"image-{sum(map(bool, self._pictures.values())) + 1}{kind[1]}"
                self._add_item(name, kind[0], data)
            self._pictures[path] = name
        return self._pictures[path]

    def _package(self) -> str:
        copy, manifest = self._copy, self._copy.crawl.manifest
        spine = [f'<itemref idref="{_name(number)}"/>\n' for number in range(1, len(copy.pages) + 1)]
        summary = f"<dc:description>{characters(copy.summary)}</dc:description>\n" if copy.summary else ""
        return _PACKAGE.format(
            identifier=uuid.uuid5(uuid.NAMESPACE_URL, copy.start.url),
            title=characters(copy.title),
            source=characters(copy.start.url),
            description=summary,
            modified=_modified(manifest["finished_at"]),
            items="".join(self._items),
            spine="".join(spine),
        )

    def _nav(self) -> str:
        order = outline(self._copy.crawl.manifest["nav"], self._copy.pages)
        numbers = {str(page.path): number for number, page in enumerate(self._copy.pages, 1)}
        pieces: list[str] = []
        depth = -1
        for entry in order.entries:
            before, depth = depth, min(entry.depth, depth + 1)
            pieces.append("<ol>\n" if depth > before else "</li>\n" + "</ol>\n</li>\n" * (before - depth))
            pieces.append(f"<li>{_entry(entry, numbers)}")
        pieces.append("</li>\n" + "</ol>\n</li>\n" * depth + "</ol>\n")
        return _NAV.format(title=characters(self._copy.title), list="".join(pieces))


def _entry(entry: Entry, numbers: dict[str, int]) -> str:
    title = characters(entry.title)
    if entry.page is None:
        return f"<span>{title}</span>"
    return f'<a href="{_name(numbers[str(entry.page.path)])}">{title}</a>'


def _name(number: int) -> str:
    return f"page-{number}.xhtml"


def _modified(finished_at: str) -> str:
    """When the crawl ended, as EPUB wants it: UTC, whole seconds."""
    try:
        moment = datetime.fromisoformat(finished_at)
    except ValueError:
        moment = datetime(1980, 1, 1, tzinfo=UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
