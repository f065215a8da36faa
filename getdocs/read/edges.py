"""What stands at the top and at the bottom of a page, block by block.

A block is a line of its own as a reader sees it: a paragraph, an entry of a list, a cell, what a `br` ends, a rule. Its mark is its
kind and a digest of what it shows. Which blocks are left out is `chrome`'s to say, and how, `left_out`'s.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from itertools import islice
from typing import TypeAlias

from selectolax.lexbor import LexborNode

from getdocs.model import Edges
from getdocs.read.tree import BLOCKS

MOST = 80
"""Blocks that are looked at, at each edge: menus of fifty entries are met, and each block costs 10 µs."""
LINKS_ONLY = 0.5
"""Share of its letters that are links in a block of a menu: the current entry of a short one, which is no link, may be half of it."""

Found: TypeAlias = dict[int, LexborNode]
"""Elements by their `mem_id`: lexbor gives another node for one element each time."""

_DIGEST = 6
_NEAR = 32
"""Elements around a text that may say something of it: there may be any number."""
_WORD = re.compile(r"\w+")
_STRONG = frozenset("h1 h2 h3 h4 h5 h6 th dt caption legend summary b strong".split())
FRAMES = frozenset("pre iframe frame video audio object embed canvas math".split())
PICTURES = frozenset({"img", "svg"})


class Kind(StrEnum):
    """What a block is; the first letter of its mark."""

    LINKS = "l"
    """All of it, or nearly, leads elsewhere; or it is a picture."""
    LABEL = "h"
    """A heading, or what stands for one: it heads what follows."""
    RULE = "r"
    """A line across."""
    CODE = "c"
    """Code, or something that is no text: never chrome."""
    TEXT = "t"


_ALONE = {**dict.fromkeys(FRAMES, Kind.CODE), "hr": Kind.RULE, "br": Kind.TEXT}
"""Elements that end the block before them, and what those are that are one themselves: all but the break."""


@dataclass(slots=True)
class Block:
    """One block in the making, or made. Its parts stand in the order in which they were met."""

    nodes: list[LexborNode] = field(default_factory=list)
    """Texts, pictures and breaks."""
    texts: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    linked: int = 0
    strong: int = 0
    kind: Kind | None = None

    def shows(self) -> bool:
        """Whether a reader sees anything of it."""
        return self.kind is not None or bool(self.pictures) or bool(self.texts)

    def add_text(self, text: str, around: Sequence[LexborNode]) -> None:
        """Takes a text, and what the elements around it, up to the block, say of it."""
        self.texts.append(text)
        letters = sum(map(len, _WORD.findall(text)))
        strong = False
        for above in islice(reversed(around), _NEAR):
            name = above.tag or ""
            strong = strong or name in _STRONG
            if name == "a" and (target := _target(above)) is not None:
                self.linked += letters
                self.targets.append(target)
            if name in BLOCKS:
                break
        self.strong += letters if strong else 0

    def turned(self) -> "Block":
        """The block, its parts the other way round."""
        for parts in (self.nodes, self.texts, self.pictures, self.targets):
            parts.reverse()
        return self

    def mark(self) -> str:
        """Its kind, and a digest of its words; of where it leads as well, unless it is of a menu, whose current entry may be no link."""
        if self.kind is not None:
            return _mark(self.kind, self.kind)
        text = "".join(self.texts)
        words = _WORD.findall(text.casefold())
        letters = sum(map(len, words))
        links = self.linked >= letters * LINKS_ONLY and bool(self.targets)
        if links or (self.pictures and not letters):
            kind = Kind.LINKS
        elif letters and (self.strong >= letters or text.rstrip().endswith(":")):
            kind = Kind.LABEL
        else:
            kind = Kind.TEXT
        shown = " ".join(words) or "".join(text.split())
        return _mark(kind, "\n".join((shown, *(() if links else self.targets), *self.pictures)))


def _mark(kind: Kind, shown: str) -> str:
    return kind + blake2b(shown.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).hexdigest()


def edges_of(body: LexborNode, noise: Found) -> Edges:
    """The marks of the blocks at both edges of `body`, without what is noise in it (by `mem_id`)."""
    return Edges(
        tuple(block.mark() for block in islice(blocks_at(body, noise, backwards=False), MOST)),
        tuple(block.mark() for block in islice(blocks_at(body, noise, backwards=True), MOST)),
    )


def kind_of(mark: str) -> Kind:
    """What kind of block it is."""
    return Kind(mark[0])


def digest_of(mark: str) -> str:
    """What a block shows, whatever its kind."""
    return mark[1:]


def blocks_at(body: LexborNode, noise: Found, *, backwards: bool) -> Iterator[Block]:
    """The blocks from the top down; or from the bottom up, where it is `backwards`. What is noise is not there."""
    met = _blocks_as_met(body, noise, backwards=backwards)
    return (block.turned() for block in met) if backwards else met


def _blocks_as_met(body: LexborNode, noise: Found, *, backwards: bool) -> Iterator[Block]:
    block = Block()
    for node, around in leaves_of(body, noise, backwards=backwards):
        name = node.tag if node is not None else None
        if node is None or name in _ALONE:
            if node is not None and name == "br" and not backwards:
                block.nodes.append(node)
            if block.shows():
                yield block
            block = Block()
            if node is not None and name == "br" and backwards:
                block.nodes.append(node)
            elif node is not None and name != "br":
                yield Block([node], kind=_ALONE[name or ""])
            continue
        block.nodes.append(node)
        if name in PICTURES:
            block.pictures.append(_picture(node))
        else:
            block.add_text(node.text_content or "", around)
    if block.shows():
        yield block


def leaves_of(
    body: LexborNode, noise: Found, *, backwards: bool
) -> Iterator[tuple[LexborNode | None, Sequence[LexborNode]]]:
    """The texts, and the elements that are not looked into, each with the elements around it; None where a block begins or ends."""
    stack: list[LexborNode] = []
    node = body.last_child if backwards else body.first_child
    while node is not None:
        name = node.tag or ""
        following: LexborNode | None = None
        if node.is_text_node:
            if (node.text_content or "").strip():
                yield node, stack
        elif node.is_element_node and node.mem_id not in noise:
            if name in _ALONE or name in PICTURES:
                yield node, stack
            else:
                if name in BLOCKS:
                    yield None, ()
                following = node.last_child if backwards else node.first_child
        if following is not None:
            stack.append(node)
        else:
            following = node.prev if backwards else node.next
        while following is None and stack:
            closed = stack.pop()
            if closed.tag in BLOCKS:
                yield None, ()
            following = closed.prev if backwards else closed.next
        node = following


def _target(link: LexborNode) -> str | None:
    """Where a link leads, as far as it is the same from every folder of a site; None where it stays on the page, or is no link."""
    reference = link.attributes.get("href")
    return None if reference is None or reference.startswith("#") else _last_part(reference)


def _picture(node: LexborNode) -> str:
    if node.tag == "svg":
        return node.html or ""
    attributes = node.attributes
    return f"{attributes.get('alt') or ''}\n{_last_part(attributes.get('src') or '')}"


def _last_part(reference: str) -> str:
    part = reference.partition("#")[0].rstrip("/").rpartition("/")[2]
    return "" if part in {".", ".."} else part
