"""Which images and documents the saved Pages point at. Pure: text and what became of URLs in, a list out.

An image is what Markdown shows as one. A document is what a link leads to that is no page and has a type that is kept, or what
is named as one, on whatever host: Scope is about Pages.
"""

from dataclasses import dataclass, replace

from getdocs import urls
from getdocs.write.index import NOT_A_PAGE, Index
from getdocs.write.media.kinds import is_kept_type, names_document
from getdocs.write.media.names import identity
from getdocs.write.relink.destinations import destinations


@dataclass(frozen=True, slots=True)
class Wanted:
    """An asset that is pointed at. `image`: some Page shows it as one, and nothing else will do."""

    url: str
    """Absolute, without credentials and fragment."""
    found_on: str
    """The first Page that points at it."""
    image: bool


class Wants:
    """What the Pages of one crawl point at. `index` knows what became of all its URLs."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._found: dict[str, Wanted] = {}

    def note(self, page: str, markdown: str) -> None:
        """Adds what the Page of that URL points at, in the order of its text."""
        for each in sorted(destinations(markdown), key=lambda each: each.start):
            parsed = urls.parse(each.url, page)
            if parsed is None or not urls.is_web(parsed):
                continue
            url = urls.without_credentials(urls.without_fragment(parsed.href))
            if each.image or self._is_document(url):
                self._add(Wanted(url, page, each.image))

    def all(self) -> tuple[Wanted, ...]:
        """Each asset once, in the order in which they were met; of two schemes https."""
        return tuple(self._found.values())

    def _add(self, wanted: Wanted) -> None:
        known = self._found.setdefault(identity(wanted.url), wanted)
        better = wanted.url if wanted.url.startswith("https:") else known.url
        if (wanted.image and not known.image) or better != known.url:
            self._found[identity(wanted.url)] = replace(known, url=better, image=known.image or wanted.image)

    def _is_document(self, url: str) -> bool:
        end = self._index.find(url)
        if end is not None and end.reason == NOT_A_PAGE:
            return is_kept_type(end.detail) or names_document(url)
        # What was saved as a page, or is known to be gone, is no document, whatever it is called.
        return names_document(url) and (end is None or (end.path is None and not end.reason.startswith("http_")))
