"""The links of all saved Pages: which of them lead to another file, and to which place in it.

Told of every Page twice: first `note`, which finds the places that are linked to, then `land`, which finds how each can be named;
then `linked` gives the text of a file. Pure; holds no text of any Page.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from getdocs import urls
from getdocs.config import AnchorStyle
from getdocs.model import Anchor
from getdocs.write.index import End, Index
from getdocs.write.media.names import identity
from getdocs.write.relink.destinations import destinations, edits
from getdocs.write.relink.landing import Landing, landing
from getdocs.write.relink.markup import edited
from getdocs.write.relink.relative import written

NO_SUCH_PLACE = "no_such_place"
"""The page is there, but nothing on it has that name."""
_ODD = re.compile(r"[^A-Za-z0-9._~/-]")
_LEADS_KEPT = 65536
_GONE = frozenset({"http_404", "http_410"})
_PLACE = re.compile(r"(?:^|[?&])id=([^&]+)")
_MARKDOWN = (".md", ".mdx", ".markdown", ".mdown")


@dataclass(frozen=True, slots=True)
class Source:
    """A saved Page whose links are looked at. `is_text`: it was text already, and may have relative links."""

    url: str
    path: str
    is_text: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """A link that the site itself has broken: the file that it stands in, the URL that it names, and what came of that."""

    path: str
    url: str
    reason: str
    """`no_such_place`, or as the Manifest writes reasons: `http_404`."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Where a link leads: the URL in full, the end of the way, and the name of a place on it; empty: none."""

    url: str
    end: End | None
    place: str


class Links:
    """The links of one crawl. `index` knows all its URLs; `assets` are the paths of those that were kept, by `identity`."""

    def __init__(self, index: Index, style: AnchorStyle, assets: Mapping[str, str] | None = None) -> None:
        self._index = index
        self._style = style
        self._assets = assets or {}
        self._wanted: dict[str, set[str]] = {}
        self._landings: dict[str, Landing] = {}
        self._leads = lru_cache(_LEADS_KEPT)(self._lead)

    @property
    def assets(self) -> frozenset[str]:
        """The paths of the assets that were kept."""
        return frozenset(self._assets.values())

    def note(self, source: Source, markdown: str) -> None:
        """Finds the places that this Page links to."""
        for each in destinations(markdown):
            lead = self.lead(each.url, source.url) if not each.image else None
            if lead is not None and lead.place and lead.end is not None and lead.end.path is not None:
                self._wanted.setdefault(lead.end.path, set()).add(lead.place)

    def is_wanted(self, path: str) -> bool:
        """Whether a place in this file is linked to: then `land` has to be told of it."""
        return path in self._wanted

    def land(self, path: str, markdown: str, anchors: Sequence[Anchor] | None) -> None:
        """Finds how the places of this Page that are linked to can be named. `anchors`: as of the Page."""
        self._landings[path] = landing(markdown, anchors, self._wanted.get(path, ()), self._style)

    def linked(self, source: Source, markdown: str) -> tuple[str, tuple[Broken, ...]]:
        """The text of a file: links to saved Pages are relative, others absolute; and the links that the site has broken."""
        broken: dict[Broken, None] = {}

        def link(reference: str) -> str | None:
            lead = self.lead(reference, source.url)
            if lead is None:
                return None
            end = lead.end
            if end is None or end.path is None:
                if (asset := self.asset(lead.url)) is not None:
                    return self._to_asset(source.path, asset, lead.url)
                if end is not None and end.reason in _GONE:
                    broken[Broken(source.path, urls.without_credentials(lead.url), end.reason)] = None
                return self._absolute(reference, lead.url, source)
            if self._fragment(end.path, lead.place) is None:
                broken[Broken(source.path, urls.without_credentials(lead.url), NO_SUCH_PLACE)] = None
            return self._relative(source.path, end.path, lead.place)

        def image(reference: str) -> str | None:
            parsed = urls.parse(reference, source.url)
            if parsed is None or not urls.is_web(parsed):
                return None
            if (asset := self.asset(parsed.href)) is not None:
                return self._to_asset(source.path, asset, parsed.href)
            return self._absolute(reference, parsed.href, source)

        own = self._landings.get(source.path, Landing()).edits
        text = edited(markdown, (*own, *edits(destinations(markdown), link=link, image=image)))
        return text, tuple(broken)

    def lead(self, reference: str, page: str) -> Lead | None:
        """Where a link on the page of that URL leads; None where that is no web address."""
        parsed = urls.parse(reference, page)
        if parsed is None or not urls.is_web(parsed):
            return None
        return self._leads(parsed.href)

    def identity(self, url: str) -> str:
        """What two links have in common that lead to one place of one file; the URL itself where it leads to none."""
        lead = self.lead(url, url)
        if lead is None or lead.end is None or lead.end.path is None:
            return self.shown(url)
        return in_file(lead.end.path, self._fragment(lead.end.path, lead.place) or "")

    def shown(self, url: str) -> str:
        """What two images, or links to documents, have in common that are kept in one file; the URL itself where it is not kept."""
        asset = self.asset(url)
        return url if asset is None else in_file(asset, _fragment_of(url))

    def asset(self, url: str) -> str | None:
        """The path of the asset that this URL names, where it was kept."""
        return self._assets.get(identity(url)) if self._assets else None

    @staticmethod
    def _to_asset(start: str, asset: str, url: str) -> str:
        return written(start, asset, _fragment_of(url))

    def _lead(self, url: str) -> Lead:
        parsed = urls.parse(url)
        if parsed is None:
            raise AssertionError(f"parsed before: {url}")
        page = urls.page_url(parsed.href)
        end = self._index.find(page)
        if parsed.route:
            place = _PLACE.search(parsed.route.partition("?")[2])
            return Lead(parsed.href, end, place[1] if place is not None else "")
        fragment = parsed.fragment.partition(":~:")[0]
        if not fragment and (named := _PLACE.search(parsed.query)) is not None:
            # docsify with paths: the place stands in the query, on a page that may be known without it.
            if end is None or end.path is None:
                end = self._index.find(_without_place(parsed)) or end
            if end is not None and end.path is not None and not _PLACE.search(end.url):
                fragment = named[1]
        return Lead(parsed.href, end, "" if fragment.lower() == "top" else fragment)

    def _fragment(self, path: str, place: str) -> str | None:
        """What stands behind the `#`; None where the page has no such place."""
        return self._landings.get(path, Landing()).fragments.get(place) if place else ""

    def _relative(self, start: str, to: str, place: str) -> str:
        return written(start, to, self._fragment(to, place) or "")

    @staticmethod
    def _absolute(reference: str, url: str, source: Source) -> str | None:
        """A relative link of Markdown to what is not here; in other text it may be no link at all."""
        if not source.is_text or urls.parse(reference) is not None:
            return None
        parsed = urls.parse(source.url)
        return url if parsed is not None and parsed.path.lower().endswith(_MARKDOWN) else None


def _fragment_of(url: str) -> str:
    return urls.unescaped(url.partition("#")[2])


def in_file(path: str, fragment: str) -> str:
    """A URL of our own that stands for a place in a file: for comparing links. It is the same however it is parsed."""
    return f"getdocs-file:{urls.escaped(path, _ODD)}#{urls.escaped(fragment, _ODD)}"


def _without_place(parsed: urls.Url) -> str:
    pairs = [pair for pair in parsed.query.split("&") if not _PLACE.match(pair)]
    page, _, _ = urls.without_fragment(parsed.href).partition("?")
    return f"{page}?{'&'.join(pairs)}" if pairs else page
