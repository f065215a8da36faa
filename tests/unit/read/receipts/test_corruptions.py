"""A Receipt must be able to fail: each way to spoil the Markdown of a page is noticed, in the kind that it belongs to."""

from dataclasses import dataclass

import pytest

from getdocs.model import Receipt, Snapshot
from getdocs.read.reader import read_page
from getdocs.read.receipts.receipt import check_snapshot

URL = "https://docs.example/v2/guide/page"
PAGE = Snapshot(
    URL,
    200,
    """<!doctype html><body><nav><a href="/">Home</a></nav><main>
<h1>Install the tool</h1>
<p>The tool runs on every platform. Write <code>a*b*c</code>, or 2 * 3 * 4, or *stars* and snake_case_names as they are.</p>
<h2>Download</h2>
<p>Take it from <a href="https://files.example/tool.tar.gz">the archive</a>, or read <a href="notes.html">the notes</a> first.</p>
<pre class="language-python"><code>def install(path):
    if path:
        copy(path)

    return True
</code></pre>
<pre class="language-text"><code># not a heading
- not an item
</code></pre>
<h2>Options</h2>
<table><thead><tr><th>Option</th><th>Default</th><th>Meaning</th></tr></thead>
<tbody><tr><td>--depth</td><td>3</td><td>levels below</td></tr><tr><td>--limit</td><td>100</td><td>pages kept</td></tr></tbody></table>
<table><tr><th>Wide</th><th colspan="2">Both</th></tr><tr><td>left</td><td>middle</td><td>right</td></tr></table>
<h3>Steps</h3>
<ol><li>Unpack the archive</li><li>Run the script<ul><li>as root</li><li>as yourself</li></ul></li><li>Check the version</li></ol>
<p><img src="img/screen.png" alt="The first screen"></p>
<div class="admonition warning"><p class="admonition-title">Warning</p><p>Keep a backup of everything.</p></div>
<p>See you on the next page, dear reader.</p>
</main><footer>Imprint</footer></body>""",
    "Install",
    URL,
)


@dataclass(frozen=True)
class Corruption:
    """`old`, which stands in the Markdown once, becomes `new`: it must be noticed in `kind`."""

    kind: str
    old: str
    new: str


CORRUPTIONS = {
    "a paragraph is dropped": Corruption("words", "See you on the next page, dear reader.\n", ""),
    "a word is dropped": Corruption("words", "every platform", "platform"),
    "two words run together": Corruption("words", "every platform", "everyplatform"),
    "a word is another": Corruption("words", "every platform", "each platform"),
    "a paragraph is doubled": Corruption(
        "words", "Keep a backup of everything.", "Keep a backup of everything. Keep a backup of everything."
    ),
    "a code block is doubled": Corruption(
        "code", "## Options", "```text\n# not a heading\n- not an item\n```\n\n## Options"
    ),
    "a code line is changed": Corruption("code", "copy(path)", "copy(paths)"),
    "a code line is indented less": Corruption("code", "        copy(path)", "    copy(path)"),
    "a code line ends in a blank": Corruption("code", "copy(path)\n", "copy(path) \n"),
    "a tab stands for blanks in code": Corruption("code", "    return True", "\treturn True"),
    "a blank line of code is dropped": Corruption("code", "copy(path)\n\n", "copy(path)\n"),
    "a fence is opened with too little": Corruption("code", "```text\n", "``text\n"),
    "a fence is never closed": Corruption("code", "- not an item\n```\n", "- not an item\n"),
    "a heading is dropped": Corruption("headings", "## Download\n", ""),
    "a heading is only text": Corruption("headings", "## Download", "Download"),
    "a heading has another level": Corruption("headings", "### Steps", "## Steps"),
    "a heading is another": Corruption("headings", "### Steps", "### Step"),
    "two cells change places": Corruption("cells", "| 3 | levels below |", "| levels below | 3 |"),
    "two cells of a column change places": Corruption(
        "cells",
        "| --depth | 3 | levels below |\n| --limit | 100 |",
        "| --depth | 100 | levels below |\n| --limit | 3 |",
    ),
    "a cell is empty": Corruption("cells", "| 100 | pages kept |", "| | pages kept |"),
    "a row is dropped": Corruption("cells", "| --limit | 100 | pages kept |\n", ""),
    "a table is only text": Corruption("cells", "| --- | --- | --- |\n", ""),
    "a pipe parts a cell": Corruption("cells", "levels below", "levels | below"),
    "a cell of an HTML table is dropped": Corruption("cells", "<td>middle</td>", ""),
    "an item is dropped": Corruption("items", "3. Check the version\n", ""),
    "two items are one": Corruption("items", "- as root\n   - as yourself", "- as root as yourself"),
    "a list is only text": Corruption("items", "3. Check the version", "\nCheck the version"),
    "a link leads elsewhere": Corruption("links", "tool.tar.gz", "tool.zip"),
    "a link is only text": Corruption("links", "[the notes](https://docs.example/v2/guide/notes.html)", "the notes"),
    "a link is added": Corruption("links", "dear reader", "dear [reader](https://elsewhere.example/)"),
    "an image is dropped": Corruption(
        "images", "![The first screen](https://docs.example/v2/guide/img/screen.png)\n", ""
    ),
    "an image is another": Corruption("images", "screen.png", "window.png"),
    "an image says something else": Corruption("images", "The first screen", "A screen"),
    "furniture is added": Corruption("words", "dear reader.\n", "dear reader.\n\nEdit this page\n"),
    "a callout has lost its marker": Corruption("words", "> [!WARNING]\n", ""),
    "a star is markup": Corruption("words", r"\*stars\*", "*stars*"),
    "a code span is text": Corruption("words", "`a*b*c`", "a*b*c"),
    "a backslash stands in the text": Corruption("words", "or read", "or \\\\ read"),
    "a full stop is gone": Corruption("words", "dear reader.", "dear reader"),
}


def checked(markdown: str) -> Receipt:
    return check_snapshot(PAGE, markdown)[0]


def test_the_page_as_it_was_read_is_whole() -> None:
    receipt = checked(read_page(PAGE).markdown)
    assert receipt.score == 1.0
    assert [kind for kind, tally in receipt.tallies() if not tally.expected] == ["formulas"]


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_it_is_noticed_when(name: str) -> None:
    corruption = CORRUPTIONS[name]
    markdown = read_page(PAGE).markdown
    assert markdown.count(corruption.old) == 1
    spoilt = dict(checked(markdown.replace(corruption.old, corruption.new)).tallies())
    assert spoilt[corruption.kind].share < 1.0


@pytest.mark.parametrize("kept", range(0, 100, 7))
def test_it_is_noticed_when_a_file_is_cut_off(kept: int) -> None:
    markdown = read_page(PAGE).markdown.rstrip("\n")
    assert checked(markdown[: len(markdown) * kept // 100]).score < 1.0


def test_it_is_noticed_when_a_file_is_that_of_another_page() -> None:
    other = read_page(Snapshot(URL, 200, "<main><h1>Usage</h1><p>Run it on the archive.</p></main>", "", URL)).markdown
    assert checked(other).words.share < 0.1


def test_nothing_is_kept_where_the_file_is_empty() -> None:
    assert [tally.kept for _, tally in checked("").tallies()] == [0] * 8
