"""Puts the pages of a site in the order that its authors meant: the tree of all pages, and the sequence of the saved ones.

Pure sequences and trees; knows neither HTML nor files. Everything here is iterative and near-linear.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from getdocs import urls
from getdocs.model import NavNode


@dataclass(frozen=True, slots=True)
class PageLinks:
    """A saved page and the pages that it calls the one before and the one after."""

    url: str
    previous: str | None
    next: str | None


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
    distinct = {tuple((node.title, node.url, len(node.children)) for node in _walk(tree)): tree for tree in trees}
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
        for node in tree:
            if node.url is not None and node.children:
                pages = {urls.key(below.url) for below in _walk(node.children) if below.url is not None}
                shown.setdefault(urls.key(node.url), set()).update(pages)
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
    """What stands below the tabs in `shared`, then the nodes of the tree whose page is not in `held`, without it."""
    parts = {index for index, node in enumerate(tree) if node.url is not None and urls.key(node.url) in shared}
    for index in sorted(parts):
        yield from tree[index].children
    for index, node in enumerate(tree):
        if node.url is None or urls.key(node.url) not in held:
            yield replace(node, children=()) if index in parts else node


def _size(tree: tuple[NavNode, ...]) -> int:
    return sum(1 for _ in _walk(tree))


def _walk(tree: Sequence[NavNode]) -> Iterator[NavNode]:
    """The nodes in reading order: each before its children."""
    stack = list(reversed(tree))
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def reading_order(saved: Sequence[PageLinks], nav: tuple[NavNode, ...]) -> tuple[str, ...]:
    """The URLs of `saved` (given in crawl order), each exactly once, in the order to read them.

    Chains of next and previous decide first. A chain stands where the first of its pages does in the Nav Order, and takes
    along what the Nav Order has behind each of its pages. What neither knows comes last, in crawl order. URLs are the same
    by `urls.key`; of two that are, the second stands behind the first.
    """
    by_key: dict[str, list[str]] = {}
    for page in saved:
        by_key.setdefault(urls.key(page.url), []).append(page.url)
    ranked = list(
        dict.fromkeys(key for node in _walk(nav) if node.url is not None and (key := urls.key(node.url)) in by_key)
    )
    chains = _chains(saved, by_key)
    in_chain = {key for chain in chains for key in chain}
    chain_of = {key: index for index, chain in enumerate(chains) for key in chain}
    start, followers = _splice(ranked, in_chain)
    order: list[str] = list(start)
    done: set[int] = set()
    for key in (*ranked, *by_key):
        index = chain_of.get(key)
        if index is None or index in done:
            continue
        done.add(index)
        for member in chains[index]:
            order.append(member)
            order.extend(followers.get(member, ()))
    placed = set(order)
    order.extend(key for key in by_key if key not in placed)
    return tuple(url for key in order for url in by_key[key])


def _splice(ranked: list[str], in_chain: set[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Pages of the Nav Order that are in no chain: those before any chain, and those behind each page of a chain."""
    start: list[str] = []
    followers: dict[str, list[str]] = {}
    anchor: str | None = None
    for key in ranked:
        if key in in_chain:
            anchor = key
        elif anchor is None:
            start.append(key)
        else:
            followers.setdefault(anchor, []).append(key)
    return start, followers


class _Chains:
    """Links from page to page: one out of each, one into each, and never a circle."""

    def __init__(self) -> None:
        self.after: dict[str, str] = {}
        self.before: dict[str, str] = {}
        self._leader: dict[str, str] = {}

    def _find(self, key: str) -> str:
        """The representative of all that is linked with `key` (union-find, with path halving)."""
        leader = self._leader
        while leader.get(key, key) != key:
            leader[key] = leader.get(leader[key], leader[key])
            key = leader[key]
        return key

    def link(self, first: str, second: str) -> None:
        if first in self.after or second in self.before or self._find(first) == self._find(second):
            return
        self.after[first] = second
        self.before[second] = first
        self._leader[self._find(second)] = self._find(first)

    def __iter__(self) -> Iterator[list[str]]:
        for key in self.after:
            if key in self.before:
                continue
            chain = [key]
            while chain[-1] in self.after:
                chain.append(self.after[chain[-1]])
            yield chain


def _chains(saved: Sequence[PageLinks], by_key: dict[str, list[str]]) -> list[list[str]]:
    """Maximal chains of two saved pages or more.

    A page has one follower and one before: `next` beats `previous`, then the first to say so; a link that would close a
    circle is not taken. A page that was not saved still joins the two that name it.
    """
    links = _Chains()
    for page in saved:
        if page.next is not None:
            links.link(urls.key(page.url), urls.key(page.next))
    for page in saved:
        if page.previous is not None:
            links.link(urls.key(page.previous), urls.key(page.url))
    chains = [[key for key in chain if key in by_key] for chain in links]
    return [chain for chain in chains if len(chain) > 1]
