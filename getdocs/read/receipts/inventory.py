"""What stands on a page, by kind, and what makes two things of a kind the same."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

Key: TypeAlias = str | tuple[str, str]
"""What makes two things the same: the text without white space, for most of them; see Inventory."""

_MARKS = re.compile(r"\W+")


@dataclass(slots=True)
class Things:
    """Things of one kind, and how often: `sure` ones stand there; `may` ones may stand on the other side without being added to it."""

    sure: Counter[Key] = field(default_factory=Counter)
    may: Counter[Key] = field(default_factory=Counter)


@dataclass(slots=True)
class Inventory:
    """Everything of one tree. Texts are compared without white space, words and code aside."""

    blocks: list[str] = field(default_factory=list)
    """The text outside code blocks, block by block, with one blank for white space: what words are counted of."""
    word_count: int = 0
    words: Things = field(default_factory=Things)
    """What stands between blanks, marks and all: where text has become markup, a word has lost a mark."""
    code: Things = field(default_factory=Things)
    """Code blocks, byte for byte; white space at the end and blank lines before do not count."""
    headings: Things = field(default_factory=Things)
    """Level and text."""
    cells: Things = field(default_factory=Things)
    """The text of a cell, and that of the one before it in its row: a cell has a place. Empty ones do not count."""
    items: Things = field(default_factory=Things)
    """The first block of text of a list item."""
    links: Things = field(default_factory=Things)
    """Targets, absolute, of links that show something."""
    images: Things = field(default_factory=Things)
    """Address, absolute, and alternative text."""
    formulas: Things = field(default_factory=Things)
    """TeX."""

    def perhaps(self, text: str) -> None:
        """Counts the words of `text`, which may stand on the other side, in any case and with any punctuation."""
        self.words.may.update(map(folded, text.split()))


def folded(word: str) -> str:
    """A word without case and punctuation; as it is where it has nothing else."""
    return _MARKS.sub("", word.casefold()) or word


def squashed(text: str) -> str:
    """`text` without white space."""
    return "".join(text.split())
