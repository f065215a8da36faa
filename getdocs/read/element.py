"""The copy of the content that is converted: elements, and between them plain strings.

Much lighter than the nodes of a general parser: a page has thousands, and most of the time of reading it once went into
making them. Knows nothing of HTML, nor of Markdown.
"""

from collections.abc import Iterator
from typing import TypeAlias


class Element:
    """One element. `contents` is changed by the methods only, or by who has just made the element."""

    __slots__ = ("at", "attrs", "contents", "name", "parent")

    def __init__(self, name: str, attrs: dict[str, str] | None = None) -> None:
        self.name = name
        self.attrs: dict[str, str] = {} if attrs is None else attrs
        """As written; an attribute without a value has an empty one, and the classes are one string."""
        self.contents: list[Node] = []
        self.parent: Element | None = None
        self.at = 0
        """Its place in `contents` of its parent."""

    @property
    def previous(self) -> "Node | None":
        """What stands before it in its parent."""
        return self.parent.contents[self.at - 1] if self.parent is not None and self.at > 0 else None

    @property
    def next(self) -> "Node | None":
        """What stands behind it in its parent."""
        following = self.at + 1
        if self.parent is None or following >= len(self.parent.contents):
            return None
        return self.parent.contents[following]

    def previous_element(self) -> "Element | None":
        """The element before it, with nothing but white space between; else None."""
        at = self.at
        while self.parent is not None and at > 0:
            at -= 1
            node = self.parent.contents[at]
            if isinstance(node, Element):
                return node
            if node.strip():
                return None
        return None

    def children(self) -> Iterator["Element"]:
        """The elements right below it."""
        return (child for child in self.contents if isinstance(child, Element))

    def descendants(self) -> Iterator["Node"]:
        """Everything below it, in document order. It must not change meanwhile."""
        stack = self.contents[::-1]
        while stack:
            node = stack.pop()
            yield node
            if isinstance(node, Element):
                stack += node.contents[::-1]

    def parents(self) -> Iterator["Element"]:
        """The elements around it, from the inside out."""
        parent = self.parent
        while parent is not None:
            yield parent
            parent = parent.parent

    def find_all(self, *names: str) -> Iterator["Element"]:
        """The elements below it that have one of these names, in document order. It must not change meanwhile."""
        stack = self.contents[::-1]
        while stack:
            node = stack.pop()
            if isinstance(node, Element):
                if node.name in names:
                    yield node
                stack += node.contents[::-1]

    def find(self, *names: str) -> "Element | None":
        """The first of them, or None."""
        return next(self.find_all(*names), None)

    def child(self, *names: str) -> "Element | None":
        """The first element right below it that has one of these names, or None."""
        return next((child for child in self.children() if child.name in names), None)

    def text(self, separator: str = "") -> str:
        """All text in it, as written."""
        return separator.join([node for node in self.descendants() if isinstance(node, str)])

    def append(self, node: "Node") -> None:
        """Adds `node`, which stands nowhere else, at the end."""
        if isinstance(node, Element):
            node.parent = self
            node.at = len(self.contents)
        self.contents.append(node)

    def insert_before(self, node: "Element") -> None:
        """Puts `node`, which stands nowhere else, before this one."""
        if self.parent is not None:
            node.parent = self.parent
            self.parent.contents.insert(self.at, node)
            _count(self.parent)

    def extract(self) -> None:
        """Takes it, and all that it holds, out of its parent."""
        if self.parent is not None:
            del self.parent.contents[self.at]
            _count(self.parent)
            self.parent = None
            self.at = 0


def _count(parent: Element) -> None:
    for at, node in enumerate(parent.contents):
        if isinstance(node, Element):
            node.at = at


Node: TypeAlias = Element | str
"""What stands in an element."""
