"""Pages that the real generators wrote, and the Markdown that their authors meant: the Receipt of it is whole, and fails where it is spoilt."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from getdocs import urls
from getdocs.model import Response, Snapshot
from getdocs.read.receipts.receipt import check_snapshot
from getdocs.read.static import snapshot_of

FOLDER = Path(__file__).parents[4] / "fixtures" / "generators"
SAYS_NOTHING = re.compile(r"[->\s|_*]*|\s*(?:> )*`{3,}|(?:> ?)+\[!\w+\]|</\w+>")
"""A line without which Markdown says the same: an empty one, a rule, the end of a fence at the end of all, of an HTML table.

And the kind of a callout, where its title is another word: a page says its kind by a class, which is no text."""
STRIDE = 5


@dataclass(frozen=True)
class Page:
    snapshot: Snapshot
    markdown: str

    def share(self, markdown: str, kind: str) -> float:
        return dict(check_snapshot(self.snapshot, markdown)[0].tallies())[kind].share


def page(name: str) -> Page:
    file = FOLDER / name
    truth: dict[str, Any] = json.loads((file.parent / "truth.json").read_text(encoding="utf-8"))
    url = urls.join(truth["base"], truth["pages"][file.name]["url"]) or ""
    body = file.with_name(f"{file.name}.html").read_bytes()
    response = Response(url, 200, (("content-type", "text/html"),), body)
    return Page(snapshot_of(response), file.with_name(f"{file.name}.md").read_text(encoding="utf-8"))


NAMES = sorted(f"{file.parent.name}/{file.name.removesuffix('.html')}" for file in FOLDER.glob("*/*.html"))


def test_there_are_pages_of_many_generators() -> None:
    assert len({name.partition("/")[0] for name in NAMES}) > 20


@pytest.mark.parametrize("name", NAMES)
def test_what_the_author_meant_is_whole(name: str) -> None:
    case = page(name)
    receipt, differences = check_snapshot(case.snapshot, case.markdown)
    assert (receipt.score, differences) == (1.0, ())


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_is_dropped_is_noticed(name: str) -> None:
    case = page(name)
    lines = case.markdown.split("\n")
    telling = [at for at, line in enumerate(lines) if not SAYS_NOTHING.fullmatch(line)]
    unnoticed = [
        lines[at]
        for at in telling[::STRIDE]
        if check_snapshot(case.snapshot, "\n".join((*lines[:at], *lines[at + 1 :])))[0].score == 1.0
    ]
    assert unnoticed == []


# Title: the page, the kind in which it must be noticed, and what of its Markdown becomes what.
SPOILT = {
    "a line of Doxygen's code is indented more": ("doxygen/Lamp", "code", "\n  return 1;", "\n    return 1;"),
    "Doxygen's code is text": ("doxygen/index", "code", "```", ""),
    "an empty line of Doxygen's code is dropped": ("doxygen/source", "code", "18\n\nnamespace", "18\nnamespace"),
    "Doxygen's title is text": ("doxygen/index", "headings", "# Lantern\n", "Lantern\n"),
    "Doxygen's title has another level": ("doxygen/Lamp", "headings", "# coast::Lamp Class", "## coast::Lamp Class"),
    "a parameter is dropped from a declaration": ("doxygen/namespace", "words", "`T coast::nearest (const T & lamps, ", "`T coast::nearest ("),
    "the words of a declaration run together": ("doxygen/namespace", "words", "`T coast::nearest", "`Tcoast::nearest"),
    "a template is dropped from a member": ("doxygen/namespace", "items", "- `template<typename T >` `T`", "- `T`"),
    "a member is no item": ("doxygen/namespace", "items", "- `class` [`Lamp`]", "`class` [`Lamp`]"),
    "a link of a declaration is dropped": (
        "doxygen/namespace",
        "links",
        "[`Lamp`](https://docs.example/classcoast_1_1Lamp.html)",
        "`Lamp`",
    ),
    "two cells of Javadoc's change places": ("javadoc/package", "cells", "| Class | Description |", "| Description | Class |"),
    "a row of Javadoc's is only text": ("javadoc/package", "cells", "| Class | Description |\n| --- | --- |\n", "Class Description\n\n"),
    "an explanation of code is no item": ("asciidoctor/install", "items", "2. Prints", "\nPrints"),
    "a callout has lost its kind": ("asciidoc/install", "words", "> [!NOTE]\n", ""),
    "an arrow between a menu and its entry is dropped": ("asciidoctor/install", "words", "\u203a **Quit**", "**Quit**"),
    "an entry of an outline is dropped": ("docbook/index", "items", "- [Preface](https://docs.example/preface.html)\n", ""),
    "an entry of an outline is text": ("docbook/index", "items", "- [Preface]", "[Preface]"),
    "a quotation is cut short": ("docbook/words", "words", "seen for ever.", "seen."),
    "a parameter of a prototype is dropped": ("docbook/lantern.1", "words", "(name, hours)", "(name)"),
    "the name of a file above code is dropped": ("material/advanced", "words", "\nfirst.py\n", "\n"),
    "a step is no item": ("mintlify/start", "items", "2. Switch", "Switch"),
    "a line of Redoc's sample is indented less": ("redoc/kettle", "code", '  "level"', '"level"'),
    "Redoc's sample is a list": ("redoc/kettle", "code", '```json\n{\n  "id": 1,', '- {\n  "id": 1,'),
    "a type has lost its colon": ("sphinx-furo/glossary", "words", "**Period : seconds**", "**Period seconds**"),
    "a version is dropped from a heading": ("swagger/kettle", "headings", "# One kettle `1` `OAS 3.0`", "# One kettle `1`"),
    "a tag touches the name behind it": ("typedoc/boiloptions", "words", "### `Readonly` drinker", "### `Readonly`drinker"),
    "two cards run together": (
        "nextra/home",
        "words",
        "[Start](https://docs.example/nextra/guide/start/)\n\n",
        "[Start](https://docs.example/nextra/guide/start/)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("title", SPOILT)
def test_it_is_noticed_when(title: str) -> None:
    name, kind, old, new = SPOILT[title]
    case = page(name)
    assert old in case.markdown
    assert case.share(case.markdown.replace(old, new, 1), kind) < 1.0
