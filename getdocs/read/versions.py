"""One of two versions of a page, with what is content on it. Pure."""

from getdocs.read.blocks import Block, blocks_of, squashed
from getdocs.read.nesting import Around
from getdocs.read.parsed import Parsed

_UNREAD = "script, style, template, noscript, dialog, [role=dialog], [role=tooltip]"
"""What no reader of the Page gets to see, so that it does not count as shown."""


class Version:
    """`page`, with `selector` as in `read_page`."""

    def __init__(self, page: Parsed, selector: str | None) -> None:
        self.tree = page.tree
        found = page.first(selector)
        self._roots = found.roots if found else ()
        self._drop = found.drop if found else frozenset()
        self.roots = frozenset(root.mem_id for root in self._roots)
        """The elements that are the content."""
        self.blocks: list[Block] = []
        """Those of its content, once it was taken apart."""
        self._body: list[Block] | None = None
        self._in_nav = Around(lambda above: True if above.tag == "nav" else None)
        self._in_link = Around(lambda above: True if above.tag == "a" else None)
        self._in_content = Around(lambda above: True if above.mem_id in self.roots else None)

    def text(self) -> tuple[str, int]:
        """Roughly what the content says, with what is no part of it, and how much code is in it: quicker than its blocks."""
        said = "".join(root.text() for root in self._roots)
        return "".join(said.split()), sum(len(root.css("pre")) for root in self._roots)

    def take_apart(self) -> None:
        """Finds the blocks."""
        skip = self._drop.union(node.mem_id for node in self.tree.css(_UNREAD))
        self.blocks = [block for root in self._roots for block in blocks_of(root, skip)]

    def everything(self) -> list[Block]:
        """The blocks of its whole body, but for the links of navigation: they say again what the content says."""
        if self._body is None:
            unread = {node.mem_id for node in self.tree.css(_UNREAD)}
            blocks = blocks_of(self.tree.body, unread) if self.tree.body is not None else []
            self._body = [block for block in blocks if not self._is_navigation(block)]
        return self._body

    def _is_navigation(self, block: Block) -> bool:
        node = block.node
        if node.tag != "nav" and not self._in_nav(node) and (node.mem_id in self.roots or self._in_content(node)):
            return False
        link = node.css_first("a")
        return self._in_link(node) or (link is not None and squashed(link.text()) == block.key)
