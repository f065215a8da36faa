"""What stands around elements, and what they hold: found once for each element, however many are asked. Works on lexbor's tree.

Any number of elements may be asked, one in the other or side by side: a search up or down from each takes time with the square
of their number. The tree must not change meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from selectolax.lexbor import LexborNode

Held = TypeVar("Held")


def above_of(node: LexborNode) -> Iterator[LexborNode]:
    """The elements around a node, from the inside out."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


class Around:
    """What the nearest element around a node says that `says` something; False where none does."""

    def __init__(self, says: Callable[[LexborNode], bool | None]) -> None:
        """`says` is asked once of each element; None lets the next one further out speak."""
        self._says = says
        self._known: dict[int, bool] = {}
        """By `mem_id`: what an element says, or the nearest around it."""

    def __call__(self, node: LexborNode) -> bool:
        """The answer for one node."""
        way: list[int] = []
        said: bool | None = None
        for above in above_of(node):
            said = self._known.get(above.mem_id)
            if said is None:
                way.append(above.mem_id)
                said = self._says(above)
            if said is not None:
                break
        answer = bool(said)
        self._known.update(dict.fromkeys(way, answer))
        return answer


def holders(nodes: Iterable[LexborNode]) -> frozenset[int]:
    """The `mem_id` of all elements around these."""
    found: set[int] = set()
    for node in nodes:
        for above in above_of(node):
            if above.mem_id in found:
                break
            found.add(above.mem_id)
    return frozenset(found)


def outermost(nodes: Iterable[LexborNode]) -> list[LexborNode]:
    """The nodes that no other of them holds, each once (lexbor gives a node for each selector that matches it)."""
    distinct = {node.mem_id: node for node in nodes}
    if len(distinct) < 2:
        return list(distinct.values())
    is_held = Around(lambda above: True if above.mem_id in distinct else None)
    return [node for node in distinct.values() if not is_held(node)]


class Inside(Generic[Held]):
    """What is told of all that an element holds. `of_text` tells it of a text, `of_element` of an element, by what its parts hold."""

    def __init__(
        self, of_text: Callable[[str], Held], of_element: Callable[[LexborNode, Sequence[Held]], Held]
    ) -> None:
        self._of_text = of_text
        self._of_element = of_element
        self._known: dict[int, Held] = {}

    def __call__(self, element: LexborNode) -> Held:
        """The answer for one element."""
        if element.mem_id not in self._known:
            self._look_into(element)
        return self._known[element.mem_id]

    def _look_into(self, element: LexborNode) -> None:
        open_: list[tuple[LexborNode, list[Held]]] = [(element, [])]
        node = element.first_child
        while open_:
            parts = open_[-1][1]
            if node is None:
                closed, held = open_.pop()
                told = self._known[closed.mem_id] = self._of_element(closed, held)
                if open_:
                    open_[-1][1].append(told)
                    node = closed.next
            elif node.is_text_node:
                parts.append(self._of_text(node.text_content or ""))
                node = node.next
            elif not node.is_element_node:
                node = node.next
            elif node.mem_id in self._known:
                parts.append(self._known[node.mem_id])
                node = node.next
            else:
                open_.append((node, []))
                node = node.first_child


@dataclass(frozen=True, slots=True)
class Said:
    """A text without the white space at its ends."""

    text: str
    """No more than its first `_MOST` characters; white space between elements is blanks."""
    length: int
    """Of all of it, in characters."""
    before: int = 0
    after: int = 0
    """Characters of white space at its ends; all of it stands before a text that says nothing."""


_MOST = 200


def _said_by_text(text: str) -> Said:
    inner = text.strip()
    before = text.index(inner) if inner else len(text)
    return Said(inner[:_MOST], len(inner), before, len(text) - before - len(inner))


def _said_by_element(_element: LexborNode, parts: Sequence[Said]) -> Said:
    if len(parts) == 1:
        return parts[0]
    texts: list[str] = []
    length = before = after = 0
    for part in parts:
        gap = after + part.before
        if part.length and length:
            texts += (" " * min(gap, _MOST), part.text)
            length += gap + part.length
            after = part.after
        elif part.length:
            texts, length, before, after = [part.text], part.length, before + part.before, part.after
        elif length:
            after = gap
        else:
            before += part.before
    return Said("".join(texts)[:_MOST], length, before, after)


def texts() -> Inside[Said]:
    """What elements say."""
    return Inside(_said_by_text, _said_by_element)
