"""Whether a text says nothing that a saved Page does not say: then it is that page once more, as it was written.

Only what is called like a page that is saved is compared with it. A text that says more, be it one line of code, is a Page of its own.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from getdocs.model import Page
from getdocs.policy.twins import pages_of
from getdocs.write.files import taken_apart
from getdocs.write.paths import page_path

SAID = 0.95
"""Share of the words of a text that the Page must have: a text may say where it comes from, or what the page shows as a picture."""

_FENCE = re.compile(r"^[ \t]*(```+|~~~+).*?\n(.*?)^[ \t]*\1", re.MULTILINE | re.DOTALL)
_ADDRESS = re.compile(r"\]\([^)\s]*[^)]*\)|<[^>\n]*>|https?://\S+|^\[[^\]\n]+\]:.*$", re.MULTILINE)
_WORD = re.compile(r"\w+")


class Twins:
    """Knows the Pages of one crawl by `is_saved`, and their files by `output_dir` and `home`, as `page_path` has it."""

    def __init__(
        self,
        output_dir: Path,
        home: str | None,
        *,
        spelling_of: Callable[[str], str | None],
        is_saved: Callable[[str], bool],
    ) -> None:
        self._output_dir = output_dir
        self._home = home
        self._spelling_of = spelling_of
        self._is_saved = is_saved

    async def page_of(self, url: str, page: Page) -> str | None:
        """The URL of the saved Page that `page`, found at `url`, is the text of; None where it is none, or says more."""
        if page.receipt is not None:
            return None
        for candidate in pages_of(url):
            known = self._spelling_of(candidate)
            if known is None or known == url or not self._is_saved(known):
                continue
            saved = await asyncio.to_thread(self._read, known)
            if saved is not None and await asyncio.to_thread(says_nothing_new, page.markdown, saved):
                return known
        return None

    def _read(self, url: str) -> str | None:
        try:
            text = (self._output_dir / page_path(url, self._home)).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        return taken_apart(text)[1]


def says_nothing_new(text: str, saved: str) -> bool:
    """Whether nearly all words of `text`, and all lines of its code, stand in `saved`; both are Markdown."""
    _, text = taken_apart(text.replace("\r\n", "\n"))
    lines = {_squashed(line) for line in saved.splitlines()}
    if any(_squashed(line) not in lines for fence in _FENCE.finditer(text) for line in fence[2].splitlines()):
        return False
    said, there = _words(text), _words(saved)
    total = said.total()
    return total > 0 and (said & there).total() >= SAID * total


def _squashed(line: str) -> str:
    return "".join(line.split())


def _words(markdown: str) -> "Counter[str]":
    return Counter(word.casefold() for word in _WORD.findall(_ADDRESS.sub(" ", markdown)))
