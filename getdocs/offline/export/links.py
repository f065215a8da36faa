"""The links of a saved file, in a text that stands elsewhere: to the file again, or to the web."""

import os
from pathlib import Path

from getdocs.offline.export.copy import Copy
from getdocs.offline.saved import SavedPage
from getdocs.write.relink.destinations import rewritten
from getdocs.write.relink.relative import meant, written


class Files:
    """Links from a file in `folder` to the files of a crawl."""

    def __init__(self, copy: Copy, folder: Path) -> None:
        self._copy = copy
        self._root = copy.crawl.output_dir
        way = os.path.relpath(self._root.resolve(), folder.resolve())
        self._way = "" if way == os.curdir else Path(way).as_posix() + "/"

    def link(self, to: str, fragment: str = "") -> str:
        """The link to a file of the crawl, named by its path there."""
        return written("", f"{self._way}{to}", fragment)

    def there(self, page: SavedPage, reference: str) -> str | None:
        """What a link or image on a Page has to be, to lead where it led there; None: it is good anywhere, or leads nowhere.

        A Page whose file is gone is on the web.
        """
        found = meant(str(page.path), reference)
        if found is None:
            return None
        to, fragment = found
        if to in self._copy.urls and to not in self._copy.by_path:
            return self._copy.urls[to]
        if to in self._copy.by_path or (self._root / to).is_file():
            return self.link(to, fragment)
        return None


def rebased(markdown: str, page: SavedPage, files: Files) -> str:
    """`markdown`, for a file that stands where those links begin."""

    def there(reference: str) -> str | None:
        return files.there(page, reference)

    return rewritten(markdown, link=there, image=there)


def on_the_web(markdown: str, page: SavedPage, copy: Copy) -> str:
    """`markdown`, with the URLs of Pages in the place of their files. A fragment is that of the file."""

    def url(reference: str) -> str | None:
        found = meant(str(page.path), reference)
        if found is None or (there := copy.urls.get(found[0])) is None:
            return None
        fragment = reference.partition("#")[2]
        # A route stands where the fragment would.
        return f"{there}#{fragment}" if fragment and "#" not in there else there

    return rewritten(markdown, link=url, image=lambda _: None)
