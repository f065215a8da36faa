"""Takes the inventory of HTML: one pass over its tags, which puts marks in their place, and one over the text that is left.

Used alike for a page and for its Markdown, once what is special to them has been dealt with; it knows neither generators nor
Markdown.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

from getdocs.read.receipts import marks, tags
from getdocs.read.receipts.inventory import Inventory, squashed
from getdocs.read.receipts.preformatted import trimmed
from getdocs.read.receipts.structure import Structure
from getdocs.read.receipts.targets import Targets

_CODES = re.compile(rf"({marks.ANY})")
_TWO_LINES = re.compile(rf"{marks.LINE}[ \t\r\n\f]*{marks.LINE}[ \t\r\n\f{marks.LINE}]*")
_EMOJI = re.compile(r"emoji", re.IGNORECASE)
_NAME = re.compile(r"[\w+-]+", re.ASCII)
_SOURCES = ("src", "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url")
BLANK = " \t\r\n\f\u200b"
_KNOWN = {name: before for name, (before, _) in marks.AROUND.items()} | {
    f"/{name}": after for name, (_, after) in marks.AROUND.items()
}

Special: TypeAlias = Callable[[int], str]
"""Says what is put in the place of a start tag, whose number is given."""


class Taker:
    """Takes the inventory of HTML that has only text, links and images left: code blocks and formulas are taken out before.

    What is special to a page as it was shown, a subclass says.
    """

    may_be_layout = False
    """Whether a table may be one that only places things, by what it holds."""

    def __init__(self, targets: Targets) -> None:
        self.inventory = Inventory()
        self.target = targets.of
        self.page = targets.page
        self._known = _KNOWN.copy()
        """What a tag is to a reader: the marks that stand for it."""
        self._special: dict[str, Special] = {"img": self._image}
        """By the name of an element."""
        self._texts: list[str] = []
        self._tags: list[str] = []
        self._marks: list[str | None] = []

    def without_code(self, html: str) -> str:
        """Counts the code blocks, and takes them out."""
        if "<pre" not in html:
            return html
        parts, done = "", 0
        for begin, end in tags.outermost(html, "pre"):
            if (code := self._code_of(html[begin:end])) is not None:
                self.inventory.code.sure[code] += 1
            parts += html[done:begin] + marks.BREAK
            done = end
        return parts + html[done:]

    def _code_of(self, pre: str) -> str | None:
        """The code of a block, given as HTML; None where it is none."""
        return trimmed(tags.without_tags(pre))

    def take(self, html: str) -> None:
        """Counts everything in `html`."""
        self._texts, self._tags = texts, names = tags.pieces(html)
        special, links = self._learn(set(names))
        self._marks = put = list(map(self._known.get, names))
        found: list[str] = []
        for at, mark in enumerate(put):
            if mark is None:
                name = names[at]
                url = links.get(name)
                if url is None:
                    put[at] = special[name](at)
                else:
                    put[at] = ""
                    # Most do, right behind it or one element further in.
                    if (
                        texts[at + 1].strip(BLANK)
                        or (names[at + 1] != "/a" and texts[at + 2].strip(BLANK))
                        or self._shows(at)
                    ):
                        found.append(url)
        self.inventory.links.sure.update(found)
        parts = [""] * (len(texts) + len(put))
        parts[::2] = texts
        parts[1::2] = put  # type: ignore[assignment]  # none of them is None any more
        text = self._settled(tags.text_of("".join(parts)))
        if marks.LINE in text:
            text = _TWO_LINES.sub(marks.BREAK, text).replace(marks.LINE, "\n")
        self._read(text)

    def _learn(self, names: set[str]) -> tuple[dict[str, Special], dict[str, str]]:
        """Finds out what each of the tags is: by tag, what says its marks where more than its name does, and where links lead."""
        known = self._known
        special: dict[str, Special] = {}
        links: dict[str, str] = {}
        for tag in names.difference(known):
            name = tag.partition(" ")[0]
            if name != "a" or tags.NOTE in tag:
                deals = self._special_of(tag, name)
                if deals is not None:
                    special[tag] = deals
                else:
                    known[tag] = known.get(name, "")
            elif (reference := tag.partition(' href="')[2].partition('"')[0]) and (
                url := self.target(tags.text_of(reference))
            ):
                links[tag] = url
            else:
                known[tag] = ""
        return special, links

    def _read(self, text: str) -> None:
        """Counts what stands in a text with marks."""
        pieces = [marks.BREAK, *_CODES.split(" ".join(text.split()))]
        blocks = [block.strip() for block in pieces[1::2]]
        Structure(self.inventory, layout=self.may_be_layout).read(pieces[::2], blocks)
        found = list(filter(None, blocks))
        self.inventory.blocks += found
        self.inventory.word_count += " ".join(found).count(" ") + 1 if found else 0

    def _special_of(self, tag: str, name: str) -> Special | None:  # noqa: ARG002 - for a subclass
        """What says the marks of a tag, where more than its name does."""
        return self._special.get(name)

    def _settled(self, text: str) -> str:
        """The text with the marks in it, as it is to be read."""
        return text

    def _end_of(self, at: int) -> int:
        """The number of the tag that ends an element; that of its start tag where it has no other."""
        name = tags.name_of(self._tags[at])
        depth = 0
        for number in range(at, len(self._tags) if name not in tags.VOID else at):
            if self._tags[number] == f"/{name}":
                depth -= 1
            elif tags.name_of(self._tags[number]) == name:
                depth += 1
            if not depth:
                return number
        return at

    def _take_out(self, at: int) -> list[str]:
        """Takes out all that an element holds, whose start tag is given. Returns the texts."""
        end = self._end_of(at)
        texts = self._texts[at + 1 : end + 1]
        self._texts[at + 1 : end + 1] = [""] * len(texts)
        self._marks[at + 1 : end + 1] = [""] * len(texts)
        return texts

    def _shows(self, at: int) -> bool:
        """Whether a link shows text, an image, or quotes."""
        for number in range(at + 1, len(self._texts)):
            if self._texts[number].strip(BLANK):
                return True
            tag = self._tags[number] if number < len(self._tags) else "/a"
            if tag == "/a":
                return False
            if tags.name_of(tag) in {"img", "q"}:
                return True
        return False

    def _image(self, at: int) -> str:
        """Counts an image. One that is nowhere else, or is an emoji, is its alternative text."""
        attributes = tags.attributes_of(self._tags[at])
        alt = attributes.get("alt", "")
        written = self._source_of(at, attributes)
        url = self.target(written) if written else None
        if alt and _EMOJI.search(attributes.get("class", "")):
            return tags.escaped(f":{alt}:" if _NAME.fullmatch(alt) else alt)
        if url is None:
            return tags.escaped(alt)
        self.inventory.images.sure[url, squashed(alt)] += 1
        return ""

    def _source_of(self, at: int, attributes: dict[str, str]) -> str:
        """Where an image is loaded from: its `src`, unless that only holds the place until a script has put another one there."""
        written = [attributes.get(name, "") for name in _SOURCES]
        sets = [attributes.get("srcset", ""), attributes.get("data-srcset", ""), *self._sources_before(at)]
        written += [words[0].rstrip(",") for candidates in sets if (words := candidates.split())]
        return next((url for url in written if url.strip() and not url.strip().lower().startswith("data:")), "")

    def _sources_before(self, at: int) -> list[str]:
        """What a `picture` has for other screens."""
        sources: list[str] = []
        while at > 0:
            at -= 1
            name = tags.name_of(self._tags[at])
            if name == "picture":
                return sources[::-1]
            if name != "source":
                break
            sources.append(tags.attributes_of(self._tags[at]).get("srcset", ""))
        return []
