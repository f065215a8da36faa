"""Makes one navigation tree out of the trees that the pages of a site showed, each of which may be a part only.

Pure trees; knows neither HTML nor files. Everything here is iterative and near-linear.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from getdocs import urls
from getdocs.model import NavNode


@dataclass(slots=True, eq=False)
class _Branch:
    """A node of the merged tree while it grows."""

    title: str
    url: str | None
    parent: "_Branch | None" = None
    children: "list[_Branch]" = field(default_factory=list)
    by_name: "dict[str, _Branch]" = field(default_factory=dict)


class _Merge:
    """Grows one tree out of many."""

    def __init__(self) -> None:
        self.root = _Branch("", None)
        self._placed: dict[str, _Branch] = {}
        """Where each page stands, by URL identity: one place for a page, the first one found."""
        self._key = lru_cache(maxsize=None)(urls.key)

    def add(self, tree: tuple[NavNode, ...]) -> None:
        stack = [(self.root, tree)]
        while stack:
            branch, nodes = stack.pop()
            at = 0
            for node in nodes:
                twin = self._twin(branch, node)
                if twin is None:
                    twin = self._insert(branch, node, at)
                if twin.parent is branch:
                    at = self._after(branch, twin, at)
                if node.children:
                    stack.append((twin, node.children))

    def _name(self, node: NavNode) -> str:
        return self._key(node.url) if node.url is not None else f" {' '.join(node.title.split()).casefold()}"

    def _twin(self, branch: _Branch, node: NavNode) -> _Branch | None:
        """The branch that this node already is: a sibling of that name, else the page's place elsewhere, but not above."""
        name = self._name(node)
        twin = branch.by_name.get(name)
        if twin is not None or node.url is None:
            return twin
        twin = self._placed.get(name)
        above: _Branch | None = branch
        while twin is not None and above is not None:
            if above is twin:
                return None
            above = above.parent
        return twin

    def _insert(self, branch: _Branch, node: NavNode, at: int) -> _Branch:
        new = _Branch(node.title, node.url, branch)
        branch.children.insert(at, new)
        name = self._name(node)
        branch.by_name[name] = new
        if node.url is not None:
            self._placed.setdefault(name, new)
        return new

    @staticmethod
    def _after(branch: _Branch, child: _Branch, at: int) -> int:
        """The position behind `child`: it is nearly always the one at `at`."""
        if at < len(branch.children) and branch.children[at] is child:
            return at + 1
        return branch.children.index(child) + 1

    def tree(self) -> tuple[NavNode, ...]:
        order = [self.root]
        for branch in order:
            order.extend(branch.children)
        done: dict[int, NavNode] = {}
        for branch in reversed(order):
            children = tuple(done.pop(id(child)) for child in branch.children)
            done[id(branch)] = NavNode(branch.title, branch.url, children)
        return done[id(self.root)].children


def merge_nav(trees: Iterable[tuple[NavNode, ...]]) -> tuple[NavNode, ...]:
    """One tree out of the trees that the pages showed: every entry once, where the most complete tree that has it puts it.

    Siblings are the same by the URL's identity, or by their title where they have no URL. An entry that only some trees
    have goes behind the sibling that stands before it there. Titles are the first seen.
    """
    distinct = {tuple((node.title, node.url, len(node.children)) for node in walk(tree)): tree for tree in trees}
    merge = _Merge()
    for tree in sorted(_without_shared_sidebar(list(distinct.values())), key=_size, reverse=True):
        merge.add(tree)
    return merge.tree()


_SHARED = 0.3
"""Share of the smaller one's pages that two parts of a site must have in common to be shown by one and the same sidebar."""


def _without_shared_sidebar(trees: list[tuple[NavNode, ...]]) -> list[tuple[NavNode, ...]]:
    """The trees, with the sidebar at the root where it is the same below several header tabs.

    A page alone cannot tell a sidebar of its part of the site from one of the whole site; the pages together can.
    """
    shown: dict[str, set[str]] = {}
    for tree in trees:
        parents = [node for node in tree if node.children]
        # Of the tabs of a header one has something below it: the one that the page belongs to.
        if len(parents) == 1 and len(tree) > 1 and parents[0].url is not None:
            pages = {urls.key(below.url) for below in walk(parents[0].children) if below.url is not None}
            shown.setdefault(urls.key(parents[0].url), set()).update(pages)
    shared: set[str] = set()
    parts = sorted(shown, key=lambda part: len(shown[part]))
    for part, larger in pairwise(parts):
        if len(shown[part] & shown[larger]) >= max(2, len(shown[part]) * _SHARED):
            shared |= {part, larger}
    if not shared:
        return trees
    held = set().union(*(shown[part] for part in shared))
    return [tuple(_lifted(tree, shared, held)) for tree in trees]


def _lifted(tree: tuple[NavNode, ...], shared: set[str], held: set[str]) -> Iterator[NavNode]:
    """What stands below the tabs in `shared`, then the tabs; none of a page in `held`, unless it holds something else."""
    parts = {index for index, node in enumerate(tree) if node.url is not None and urls.key(node.url) in shared}
    for index in sorted(parts):
        yield from tree[index].children
    for index, node in enumerate(tree):
        rest = replace(node, children=()) if index in parts else node
        if rest.children or rest.url is None or urls.key(rest.url) not in held:
            yield rest


def _size(tree: tuple[NavNode, ...]) -> int:
    return sum(1 for _ in walk(tree))


def walk(tree: Sequence[NavNode]) -> Iterator[NavNode]:
    """The nodes in reading order: each before its children."""
    stack = list(reversed(tree))
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))
