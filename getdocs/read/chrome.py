"""Which blocks at the edges of pages are chrome: those that stand there on nearly every page of the site (adr/0016).

Knows marks (`edges`), not pages. What is a page's own is never left out, nor what repeats behind it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from getdocs import urls
from getdocs.model import Chrome, Edges
from getdocs.read.edges import MOST, Kind, digest_of, kind_of

FEWEST = 5
"""Pages of a site whose content is their body: fewer repeat by chance."""
NEARLY_ALL = 90
"""Per cent of these pages."""
_GAP = 3
"""Blocks of links in a row that may be a page's own, before or between those of all: a breadcrumb, the way to the next page."""
_MENU = 3
"""Blocks of links that stand behind the label of a menu at the least; fewer may be a section, as "See also" is."""


def chrome_of(pages: Iterable[tuple[str, Edges]]) -> dict[str, Chrome]:
    """What is left out of each page, by URL; a page that keeps everything is not named.

    The same for the same pages in any order. A site is a host.
    """
    found: dict[str, Chrome] = {}
    by_host = sorted(((urls.netloc(url), url, edges) for url, edges in pages), key=lambda page: page[:2])
    for _, group in groupby(by_host, key=lambda page: page[0]):
        site = {url: edges for _, url, edges in group}
        if len(site) >= FEWEST:
            found |= _of_site(site)
    return found


def _of_site(site: Mapping[str, Edges]) -> dict[str, Chrome]:
    leading = _Side([edges.leading for edges in site.values()], titles=1)
    trailing = _Side([edges.trailing for edges in site.values()], titles=0)
    found: dict[str, Chrome] = {}
    for url, edges in site.items():
        above = _worth_it(_heading_nothing(leading.run(edges.leading)))
        below = _worth_it(_headed_by_nothing(trailing.run(edges.trailing)))
        if (above or below) and _leaves_something(edges, above, below):
            found[url] = Chrome(
                tuple(digest_of(edges.leading[block.at]) for block in above),
                tuple(digest_of(edges.trailing[block.at]) for block in below),
            )
    return found


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of one page that stands on nearly all."""

    at: int
    """How many blocks are nearer to the edge."""
    kind: Kind
    """What it is on most pages: the current entry of a menu is a link on all others."""
    behind_title: bool


class _Side:
    """One edge of all pages of a site: what stands at it on nearly all of them."""

    def __init__(self, pages: Sequence[Sequence[str]], *, titles: int) -> None:
        """`pages`: the marks of each, from the edge inwards. `titles`: headings of a page's own that may stand between."""
        self._titles = titles
        needed = len(pages) * NEARLY_ALL
        counted = Counter(
            block
            for marks in pages
            for block, mark in zip(_numbered(marks), marks, strict=True)
            if kind_of(mark) is not Kind.CODE
        )
        while True:
            self._chosen = {block for block, count in counted.items() if count * 100 >= needed}
            # What stands behind a page's own on too many pages is no chrome either.
            counted = Counter(block for marks in pages for block in self._blocks_of_run(marks))
            if all(counted[block] * 100 >= needed for block in self._chosen):
                break
        kinds: dict[str, Counter[Kind]] = {digest: Counter() for digest, _ in self._chosen}
        for mark in (mark for marks in pages for mark in marks):
            if digest_of(mark) in kinds:
                kinds[digest_of(mark)][kind_of(mark)] += 1
        self._kinds = {digest: max(found, key=lambda kind: (found[kind], kind)) for digest, found in kinds.items()}

    def run(self, marks: Sequence[str]) -> list[_Block]:
        """The blocks that are chrome on this page, from the edge inwards."""
        return [_Block(at, self._kinds[digest_of(marks[at])], behind) for at, behind in self._run(marks)]

    def _run(self, marks: Sequence[str]) -> Iterator[tuple[int, bool]]:
        links = titles = 0
        for at, block in enumerate(_numbered(marks)):
            kind = kind_of(marks[at])
            if block in self._chosen:
                yield at, titles > 0
                links = 0
            elif kind is Kind.LINKS and links < _GAP:
                links += 1
            elif kind is Kind.LABEL and titles < self._titles:
                titles += 1
            elif kind is not Kind.RULE:
                return

    def _blocks_of_run(self, marks: Sequence[str]) -> list[tuple[str, int]]:
        numbered = _numbered(marks)
        return [numbered[at] for at, _ in self._run(marks)]


def _numbered(marks: Sequence[str]) -> list[tuple[str, int]]:
    """What each block shows, and how many before it show the same."""
    seen: Counter[str] = Counter()
    blocks: list[tuple[str, int]] = []
    for digest in map(digest_of, marks):
        blocks.append((digest, seen[digest]))
        seen[digest] += 1
    return blocks


def _heading_nothing(run: Sequence[_Block]) -> Sequence[_Block]:
    """What of a leading run heads nothing that stays: a heading heads what follows, up to the next links or rule.

    Behind a title of the page's own, only a menu is chrome: prose is about what the title names, though it may be the same on all.
    """
    before = [block for block in run if not block.behind_title]
    behind = run[len(before) :]
    links = [number for number, block in enumerate(behind, 1) if block.kind is Kind.LINKS]
    end = len(before)
    for number in reversed(range(len(before))):
        kind = before[number].kind
        if kind is Kind.LABEL:
            end = number
        elif kind is Kind.LINKS or (kind is Kind.RULE and number and before[number - 1].kind is not Kind.LABEL):
            break
    return [*before[:end], *(behind[: links[-1]] if len(links) >= _MENU else ())]


def _headed_by_nothing(run: Sequence[_Block]) -> Sequence[_Block]:
    """What of a trailing run, counted up the page, is of no section: a heading heads what stands below it, down to a rule.

    That of a menu, with its entries below it, is none.
    """
    for number, block in enumerate(run):
        below = {block.kind for block in run[max(0, number - _MENU) : number]}
        if block.kind is Kind.LABEL and not (number >= _MENU and below == {Kind.LINKS}):
            rules = [rule for rule in range(number) if run[rule].kind is Kind.RULE]
            return run[: rules[-1] + 1] if rules else ()
    return run


def _worth_it(run: Sequence[_Block]) -> Sequence[_Block]:
    """The run, unless it is nothing but lines across."""
    return run if any(block.kind is not Kind.RULE for block in run) else ()


def _leaves_something(edges: Edges, above: Sequence[_Block], below: Sequence[_Block]) -> bool:
    """Whether the page shows anything else than these blocks: they are not chrome on a page of nothing else."""
    count = len(edges.leading)
    if count >= MOST:
        return True
    left = set(range(count)) - {block.at for block in above} - {count - 1 - block.at for block in below}
    return any(kind_of(edges.leading[at]) is not Kind.RULE for at in left)
