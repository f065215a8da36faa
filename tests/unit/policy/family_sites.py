"""Documentation sites in shapes that are common on the web, and a crawl of them that asks `Families` as the real one does."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from getdocs.config import CrawlConfig
from getdocs.model import Alternate, Family
from getdocs.policy.families.known import Families
from getdocs.policy.scope import Scope

HOST = "https://docs.example"
TOPICS = ("intro", "install", "usage", "api/client", "api/server", "faq", "deploy", "contributing")
"""What a documentation has pages about."""


@dataclass(frozen=True)
class Doc:
    """One page: the paths that it links to, in their order."""

    links: tuple[str, ...] = ()
    lang: str = "en"
    alternates: tuple[tuple[str, str], ...] = ()
    """Language and path."""


Site = dict[str, Doc]


@dataclass
class Walk:
    """A crawl that has ended."""

    families: Families
    fetched: list[str] = field(default_factory=list)
    """Paths, in order."""
    left_out: dict[Family, set[str]] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """Where the families begin that were left out."""
        return {family.prefix.removeprefix(HOST) for family in self.left_out}

    def below(self, *prefixes: str) -> list[str]:
        """What was fetched of what lies below these."""
        return [path for path in self.fetched if path.startswith(prefixes)]


def walk(
    site: Site,
    *seeds: str,
    redirects: dict[str, str] | None = None,
    whole_host: bool = False,
    kept: str = "",
    batch: int = 500,
) -> Walk:
    """Crawls breadth first. `redirects` say where a Seed leads; `whole_host` takes in what does not lie below the Seeds."""
    urls = tuple(HOST + seed for seed in seeds)
    scope = Scope.of(CrawlConfig(seeds=urls, allow_backward=whole_host))
    found = Walk(Families(urls, kept=kept))
    families = found.families
    met = set(seeds)
    queue = deque(seeds)
    while queue:
        path = queue.popleft()
        if path not in seeds and (family := families.other(HOST + path)) is not None:
            found.left_out.setdefault(family, set()).add(path)
            continue
        is_seed = path in seeds
        path = (redirects or {}).get(path, path)
        doc = site.get(path)
        if doc is None or path in found.fetched:
            continue
        found.fetched.append(path)
        if is_seed:
            families.landed(HOST + path)
        families.read(HOST + path, doc.lang, tuple(Alternate(lang, HOST + to) for lang, to in doc.alternates))
        links = [HOST + link for link in doc.links if scope.refusal(HOST + link) is None]
        for start in range(0, len(links), batch):
            families.see(links[start : start + batch], on=HOST + path)
            for link in links[start : start + batch]:
                family = families.other(link)
                if family is not None:
                    found.left_out.setdefault(family, set()).add(link.removeprefix(HOST))
                elif (to := link.removeprefix(HOST)) not in met:
                    met.add(to)
                    queue.append(to)
    return found


def tree(root: str, topics: Sequence[str] = TOPICS, *, lang: str = "en", more: Iterable[str] = ()) -> Site:
    """One documentation below `root`: a start page and one page for each topic, all with one sidebar."""
    pages = {root: root, **{topic: root + topic for topic in topics}}
    sidebar = tuple(pages.values())
    return {path: Doc((*more, *sidebar), lang) for path in pages.values()}


def trees(
    roots: dict[str, str],
    topics: Sequence[str] = TOPICS,
    *,
    switcher: str = "page",
    hreflang: bool = False,
    languages: bool = True,
) -> Site:
    """The same documentation below several roots, each with its language, and a switcher before the sidebar of each page.

    `switcher`: `page` leads to the same topic in the others, `root` to their start pages, `none` is none. `hreflang`: the
    pages name their alternates. `languages`: the pages say in which they are.
    """
    site: Site = {}
    for root, lang in roots.items():
        for topic in ("", *topics):
            peers = tuple(other + topic for other in roots)
            switch = {"page": peers, "root": tuple(roots), "none": ()}[switcher]
            links = (*switch, root, *(root + each for each in topics))
            alternates = tuple((tongue, other + topic) for other, tongue in roots.items()) if hreflang else ()
            site[root + topic] = Doc(links, lang if languages else "", alternates)
    return site
