"""Puts the saved pages of a site in the order that its authors meant them to be read.

Pure sequences; knows neither HTML nor files. Everything here is iterative and near-linear.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from getdocs import urls
from getdocs.model import NavNode
from getdocs.read.merge import merge_nav, walk

__all__ = ["PageLinks", "merge_nav", "reading_order"]


@dataclass(frozen=True, slots=True)
class PageLinks:
    """A saved page and the pages that it calls the one before and the one after."""

    url: str
    previous: str | None
    next: str | None


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
        dict.fromkeys(key for node in walk(nav) if node.url is not None and (key := urls.key(node.url)) in by_key)
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
