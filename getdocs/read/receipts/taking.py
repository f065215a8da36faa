"""Takes the inventory of a tree: one pass over its elements, which puts marks into it, and one over its text.

Used alike for a page and for its Markdown, once what is special to them has been dealt with; it knows neither generators nor
Markdown.
"""

import re
from collections.abc import Container

from selectolax.lexbor import LexborNode

from getdocs.read.receipts import marks
from getdocs.read.receipts.inventory import Inventory, squashed
from getdocs.read.receipts.structure import Structure
from getdocs.read.receipts.targets import Targets

_CODES = re.compile(rf"({marks.ANY})")
_TWO_LINES = re.compile(rf"{marks.LINE}[ \t\r\n\f]*{marks.LINE}[ \t\r\n\f{marks.LINE}]*")
_EMOJI = re.compile(r"emoji", re.IGNORECASE)
_NAME = re.compile(r"[\w+-]+", re.ASCII)
_SOURCES = ("src", "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url")


class Taker:
    """Takes the inventory of a tree that has only text, links and images left: code blocks and formulas are taken out before.

    It puts marks into the tree. What is special to a page as it was shown, a subclass says.
    """

    may_be_layout = False
    """Whether a table may be one that only places things, by what it holds."""

    special: frozenset[str | None] = frozenset()
    """Names of elements whose marks `_around` says."""

    others: Container[str | None] = ()
    """Names of elements without marks that `_other` deals with."""

    def __init__(self, targets: Targets) -> None:
        self.inventory = Inventory()
        self.target = targets.of
        self.page = targets.page

    def take(self, root: LexborNode) -> None:
        """Counts everything below `root`."""
        usual, special, others = marks.AROUND, self.special, self.others
        for node in root.css("*"):
            name = node.tag
            if name in usual:
                before, after = self._around(node, name) if name in special else usual[name]
                node.insert_before(before)
                if after:
                    node.insert_after(after)
            elif name == "a":
                self._link(node)
            elif name == "img":
                self._image(node)
            elif name in others:
                self._other(node)
        text = self._settled(root.text())
        if marks.LINE in text:
            text = _TWO_LINES.sub(marks.BREAK, text).replace(marks.LINE, "\n")
        pieces = [marks.BREAK, *_CODES.split(text)]
        texts = pieces[1::2]
        reader = Structure(self.inventory, layout=self.may_be_layout)
        blocks, count = self.inventory.blocks, 0
        for mark, block in zip(pieces[::2], texts, strict=True):
            if mark != marks.BREAK:
                reader.mark(mark)
            if block and (words := block.split()):
                blocks.append(" ".join(words))
                count += len(words)
                if reader.listens:
                    reader.text("".join(words))
        reader.end()
        self.inventory.word_count += count

    def _around(self, node: LexborNode, name: str) -> tuple[str, str]:  # noqa: ARG002 - for a subclass
        """The marks to put before and after an element."""
        return marks.AROUND[name]

    def _settled(self, text: str) -> str:
        """The text with the marks in it, as it is to be read."""
        return text

    def _other(self, node: LexborNode) -> None:
        """Deals with an element of another name."""

    def _link(self, link: LexborNode) -> None:
        if reference := link.attrs.get("href"):
            self._link_to(link, reference)

    def _link_to(self, link: LexborNode, reference: str) -> None:
        """Counts a link that shows text or an image."""
        if (link.text().strip(" \t\r\n\f\u200b") or link.css_first("img") is not None) and (
            url := self.target(reference)
        ) is not None:
            self.inventory.links.sure[url] += 1

    def _image(self, image: LexborNode) -> None:
        """Counts an image. One that is nowhere else, or is an emoji, is its alternative text."""
        attributes = image.attributes
        alt = attributes.get("alt") or ""
        written = _source_of(image)
        url = self.target(written) if written else None
        if alt and _EMOJI.search(attributes.get("class") or ""):
            image.replace_with(f":{alt}:" if _NAME.fullmatch(alt) else alt)
        elif url is None:
            image.replace_with(alt)
        else:
            self.inventory.images.sure[url, squashed(alt)] += 1


def _source_of(image: LexborNode) -> str:
    """Where an image is loaded from: its `src`, unless that only holds the place until a script has put another one there."""
    attributes = image.attributes
    written = [attributes.get(name) or "" for name in _SOURCES]
    sets = [attributes.get("srcset") or "", attributes.get("data-srcset") or ""]
    if (picture := image.parent) is not None and picture.tag == "picture":
        sets += [source.attributes.get("srcset") or "" for source in picture.css("source")]
    written += [words[0].rstrip(",") for candidates in sets if (words := candidates.split())]
    return next((url for url in written if url.strip() and not url.strip().lower().startswith("data:")), "")
