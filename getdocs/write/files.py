"""A Page as a Markdown file with YAML front matter. Knows nothing of how its path was found (`paths`)."""

import hashlib
from pathlib import Path, PurePosixPath

from getdocs import urls
from getdocs.model import Page
from getdocs.write import atomic
from getdocs.write.paths import html_path
from getdocs.write.quoting import quoted, well_formed


class PageWriter:
    """Writes the Pages of one crawl below `output_dir`. Safe to call from several threads, for different paths."""

    def __init__(self, output_dir: Path) -> None:
        self._root = output_dir

    def prepare(self) -> None:
        """Makes the output folder. Raises OutputError where it is a file, read-only or cannot be made."""
        atomic.prepare_folder(self._root)

    def write(self, page: Page, path: PurePosixPath, *, saved_at: str, html: str | None = None) -> None:
        """Writes `page` at `path` (see `paths.page_path`) and, where given, its HTML beside it.

        `saved_at` is ISO 8601 in UTC. The file is replaced whole or not at all; the HTML is written first, so that a Page
        on disk has its HTML. Raises OutputError, naming the path, where that fails.
        """
        self.write_aside(page, path, saved_at=saved_at, html=html)
        self.put_in_place(path, html=html is not None)

    def write_aside(self, page: Page, path: PurePosixPath, *, saved_at: str, html: str | None = None) -> None:
        """The slow part of `write`: all of it is on the disk, but nothing in its place. Raises OutputError."""
        if html is not None:
            atomic.write_aside(self._root, html_path(path), well_formed(html).encode())
        text = front_matter(page, saved_at) + _body(page.markdown)
        atomic.write_aside(self._root, path, text.encode())

    def put_in_place(self, path: PurePosixPath, *, html: bool) -> None:
        """The other part of `write`, which takes no time. Raises OutputError."""
        if html:
            atomic.put_in_place(self._root, html_path(path))
        atomic.put_in_place(self._root, path)

    def drop_aside(self, path: PurePosixPath) -> None:
        """Removes what `write_aside` has written for `path`, if it has. Raises OutputError."""
        atomic.drop_aside(self._root, path)
        atomic.drop_aside(self._root, html_path(path))

    def remove(self, path: PurePosixPath) -> None:
        """Removes the Page at `path`, the HTML beside it, and the folders that this leaves empty; what is gone is gone.

        Raises OutputError where that fails.
        """
        atomic.remove(self._root, path)
        atomic.remove(self._root, html_path(path))


def front_matter(page: Page, saved_at: str) -> str:
    """The YAML block at the head of a file. All strings are double-quoted: no parser, 1.1 or 1.2, reads them otherwise."""
    lines = [
        "---",
        f"url: {quoted(urls.without_credentials(page.url))}",
        f"title: {quoted(page.title)}",
        f"status: {page.status}",
        f"crawled_at: {quoted(saved_at)}",
    ]
    if page.canonical:
        lines.append(f"canonical: {quoted(urls.without_credentials(page.canonical))}")
    return "\n".join([*lines, "---", "", ""])


def taken_apart(text: str) -> tuple[str, str]:
    """The head of a file, with the blank line behind it, and its body; no head where it has none that ends."""
    if text.startswith("---\n"):
        front, fence, body = text[4:].partition("\n---\n")
        if fence:
            blank = "\n" if body.startswith("\n") else ""
            return f"---\n{front}{fence}{blank}", body[len(blank) :]
    return "", text


def content_hash(markdown: str) -> str:
    """SHA-256, hexadecimal, of a Page's body as it is written, front matter left out: equal text, equal hash."""
    return hashlib.sha256(_body(markdown).encode()).hexdigest()


def _body(markdown: str) -> str:
    return well_formed(markdown).strip("\n") + "\n"
