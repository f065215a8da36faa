"""One of two versions of a page, with what is content on it. Pure."""

from selectolax.lexbor import LexborHTMLParser

from getdocs.read import content, generators
from getdocs.read.blocks import Block, blocks_of

_UNREAD = "script, style, template, noscript, dialog, [role=dialog], [role=tooltip]"
"""What no reader of the Page gets to see, so that it does not count as shown."""


class Version:
    """The page that `html` is; `selector` as in `read_page`."""

    def __init__(self, html: str, selector: str | None) -> None:
        self.tree = LexborHTMLParser(html)
        found = next(content.candidates(self.tree, generators.recognise(self.tree), selector), None)
        self._roots = found.roots if found else ()
        self._drop = found.drop if found else frozenset()
        self.roots = frozenset(root.mem_id for root in self._roots)
        """The elements that are the content."""
        self.around = frozenset(node.mem_id for root in self._roots for node in content.above_of(root))
        """The elements that hold it."""
        self.blocks: list[Block] = []
        """Those of its content, once it was taken apart."""
        self._body: list[Block] | None = None

    def text(self) -> tuple[str, int]:
        """Roughly what the content says, with what is no part of it, and how much code is in it: quicker than its blocks."""
        said = "".join(root.text() for root in self._roots)
        return "".join(said.split()), sum(len(root.css("pre")) for root in self._roots)

    def take_apart(self) -> None:
        """Finds the blocks."""
        skip = self._drop.union(node.mem_id for node in self.tree.css(_UNREAD))
        self.blocks = [block for root in self._roots for block in blocks_of(root, skip)]

    def everything(self) -> list[Block]:
        """The blocks of its whole body."""
        if self._body is None:
            unread = {node.mem_id for node in self.tree.css(_UNREAD)}
            self._body = blocks_of(self.tree.body, unread) if self.tree.body is not None else []
        return self._body
