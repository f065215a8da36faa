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
        """Everything below it, in document order, found as it is asked for. It must not change meanwhile."""
        stack = [iter(self.contents)]
        while stack:
            for node in stack[-1]:
                yield node
                if isinstance(node, Element) and node.contents:
                    stack.append(iter(node.contents))
                    break
            else:
                stack.pop()

    def parents(self) -> Iterator["Element"]:
        """The elements around it, from the inside out."""
        parent = self.parent
        while parent is not None:
            yield parent
            parent = parent.parent

    def find_all(self, *names: str) -> Iterator["Element"]:
        """The elements below it that have one of these names, in document order. It must not change meanwhile."""
        stack = [iter(self.contents)]
        while stack:
            for node in stack[-1]:
                if isinstance(node, Element):
                    if node.name in names:
                        yield node
                    if node.contents:
                        stack.append(iter(node.contents))
                        break
            else:
                stack.pop()

    def find(self, *names: str) -> "Element | None":
        """The first of them, or None."""
        return next(self.find_all(*names), None)

    def child(self, *names: str) -> "Element | None":
        """The first element right below it that has one of these names, or None."""
        return next((child for child in self.children() if child.name in names), None)

    def text(self, separator: str = "") -> str:
        """All text in it, as written."""
        return separator.join([node for node in self.descendants() if isinstance(node, str)])

    def says_only(self, text: str, blanks: str) -> bool:
        """Whether all text in it is `text`, which is not empty, but for `blanks` at its ends. Looks no further than at what is more."""
        begun = ""
        for node in self.descendants():
            if isinstance(node, str):
                begun = (begun + node).lstrip(blanks)
                end = len(begun.rstrip(blanks))
                if end > len(text):
                    return False
                begun = begun[: end + len(text)]
        return begun.rstrip(blanks) == text

    def append(self, node: "Node") -> None:
        """Adds `node`, which stands nowhere else, at the end."""
        if isinstance(node, Element):
            node.parent = self
            node.at = len(self.contents)
        self.contents.append(node)

    def replace_with(self, node: "Element") -> None:
        """Puts `node`, which stands nowhere else, in the place of this one, which then stands nowhere."""
        if self.parent is not None:
            self.parent.contents[self.at] = node
            node.parent, node.at = self.parent, self.at
            self.parent, self.at = None, 0

    def extract(self) -> None:
        """Takes it, and all that it holds, out of its parent, in the time of all that stands beside it: see `Changes`."""
        if self.parent is not None:
            del self.parent.contents[self.at]
            _count(self.parent)
            self.parent = None
            self.at = 0


class Changes:
    """What is put into elements, and taken out of them, in the end and all at once: any number may stand side by side."""

    def __init__(self) -> None:
        self._parents: dict[int, Element] = {}
        self._before: dict[int, list[Element]] = {}
        self._out: set[int] = set()

    def put_before(self, node: Element, new: Element) -> None:
        """`new`, which stands nowhere else, is to stand before `node`, behind what was put there already."""
        if node.parent is not None:
            self._parents[id(node.parent)] = node.parent
            self._before.setdefault(id(node), []).append(new)

    def take_out(self, node: Element) -> None:
        """`node`, and all that it holds, is to stand nowhere."""
        if node.parent is not None:
            self._parents[id(node.parent)] = node.parent
            self._out.add(id(node))

    def takes_out(self, node: Element) -> bool:
        """Whether it was said so of it."""
        return id(node) in self._out

    def make(self) -> None:
        """Makes the changes. There are none to be made afterwards."""
        for parent in self._parents.values():
            contents: list[Node] = []
            for node in parent.contents:
                contents += self._before.get(id(node), ())
                if id(node) not in self._out:
                    contents.append(node)
                elif isinstance(node, Element):
                    node.parent, node.at = None, 0
            parent.contents = contents
            for node in contents:
                if isinstance(node, Element):
                    node.parent = parent
            _count(parent)
        self._parents, self._before, self._out = {}, {}, set()


def _count(parent: Element) -> None:
    for at, node in enumerate(parent.contents):
        if isinstance(node, Element):
            node.at = at


Node: TypeAlias = Element | str
"""What stands in an element."""
