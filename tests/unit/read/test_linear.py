"""Reading a page takes time with its length, whatever there is any number of on it, side by side or one in the other.

Nothing is timed. Work is counted, for a page and for one twice as long: calls of functions, and the elements that lexbor looks
through each time it is asked for what is below one. The receipt is left out.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

import pytest
from selectolax.lexbor import LexborNode

from getdocs.model import Snapshot
from getdocs.read import parsed, reader
from getdocs.read.document import Document
from getdocs.read.first_html import put_back

FEW = 300
MOST = 2.1
"""Times as much work for twice as many. With the square of their number it is four times, less what they share."""


class Work:
    """Counts what is done inside of it."""

    def __init__(self) -> None:
        self.done = 0

    def __enter__(self) -> Self:
        sys.setprofile(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _called(self, _frame: FrameType, event: str, _called: object) -> None:
        self.done += event in {"call", "c_call"}

    def counted(self, found: Any) -> Any:
        """What lexbor has found, in a form that counts what it is asked."""
        if isinstance(found, list):
            return [self.counted(each) for each in found]
        return Counted(found, self) if isinstance(found, LexborNode | Document) else found


class Counted:
    """A tree, or a node of it."""

    def __init__(self, node: LexborNode | Document, work: Work) -> None:
        self._node = node
        self._work = work

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._node, name)
        return self._looking(found) if callable(found) else self._work.counted(found)

    def _looking(self, asked: Callable[..., Any]) -> Callable[..., Any]:
        def answer(*args: Any, **kwargs: Any) -> Any:
            self._work.done += len(self._node.css("*"))
            return self._work.counted(asked(*args, **kwargs))

        return answer


def work(html: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How much is done to read a page."""
    counting = Work()
    monkeypatch.setattr(parsed, "Document", lambda page: Counted(Document(page), counting))
    monkeypatch.setattr(reader, "receipt_of", lambda *_: None)
    parsed._parsed.cache_clear()
    with counting:
        page = reader.read_page(Snapshot("http://docs.test/a", 200, html, "", "http://docs.test/a"))
    parsed._parsed.cache_clear()
    assert page.markdown
    return counting.done


HERE, THERE = "<a href=#a>a</a>", "<a href=/b>b</a>"
NESTED = {
    "tables of contents": f"<div class=toc>{HERE}",
    "boxes beside the content": f"<aside>{THERE}{THERE}c",
    "hidden elements": "<div hidden>a",
    "labels for those who see nothing": "<div class=sr-only>a",
    "line numbers": "<pre style=user-select:none>1",
    "tables of line numbers": "<table><tr><td><pre>1</pre></td><td><pre>a</pre></td><td>",
    "links to edit the page": "<div><a href=/edit/a>Edit page</a> a",
    "headings with a permalink": "<h2><a class=header-anchor href=#a>a</a><div>",
    "paragraphs that lead on": "<object><p><a href=/b>next</a>",
    "ways to the next page": "<div class=next>a",
    "menus": f"<header><nav>{THERE}",
    "rows of tabs": "<div role=tablist><button role=tab>a</button>",
}
SIDE_BY_SIDE = {
    "rows of tabs with panels": ("", "<div role=tablist><b role=tab>a</b></div><div role=tabpanel>b</div>"),
    "rows of tabs that name panels": (
        "",
        "<i role=tablist><b role=tab aria-controls=c{}>a</b></i><p role=tabpanel id=c{}>b</p>",
    ),
    "panels that were revealed": ("", "<div data-getdocs-tab=a>b</div>"),
    "radio buttons": (
        "<div class=tabbed-set>",
        "<input type=radio><label>a</label><div class=tabbed-content>b</div>",
    ),
    "cells of line numbers": ("<table>", "<tr><td><pre>1</pre></td><td><pre>a</pre></td>"),
    "groups": ("<div role=tree><div role=treeitem>a", "<div role=group><div role=treeitem>a</div></div>"),
    "references to one note": ("", "<a id=r{} href=#fn1>1</a> ", "<p id=fn1 class=footnote>b <a href=#r1>^</a>", ""),
    "ways back from a note": ("", "<a id=r{} href=#fn1>1</a> ", "<p id=fn1 class=footnote>b", "<a href=#r{}>^</a> "),
    "footnotes": ("", "<p>a<a id=r{} href=#fn{}>{}</a>", "<ol>", "<li id=fn{} class=footnote><a href=#r{}>^</a> b"),
    "footnotes of one label": ("", "<p>a<a id=r{} href=#fn{}>1</a>", "<ol>", "<li id=fn{}><a href=#r{}>^</a> b"),
    "links to edit the page": ("", "<a href=/edit/a>Edit page</a>"),
    "permalinks": ("<h2>", "<a href=#a>#</a><em>.</em>"),
    "links that lead on": ("<p>", "<a href=/b>next</a>"),
    "images of one picture": ("<picture>", "<source><img alt=a>"),
}
"""What stands before them, and one of them; once more where there are two kinds. Braces are for its number."""


@pytest.mark.parametrize("kind", NESTED)
def test_any_number_one_in_the_other_is_read_in_the_time_of_its_length(kind, monkeypatch):
    few, many = (work(f"{NESTED[kind] * count}<p>End.", monkeypatch) for count in (FEW, 2 * FEW))
    assert many < MOST * few


@pytest.mark.parametrize("kind", SIDE_BY_SIDE)
def test_any_number_side_by_side_is_read_in_the_time_of_its_length(kind, monkeypatch):
    before, one, *others = SIDE_BY_SIDE[kind]
    between, other = others or ("", "")

    def page(count: int) -> str:
        first, second = ("".join(piece.replace("{}", str(at)) for at in range(count)) for piece in (one, other))
        return f"{before}{first}{between}{second}<p>End."

    few, many = (work(page(count), monkeypatch) for count in (FEW, 2 * FEW))
    assert many < MOST * few


@pytest.mark.parametrize("one", ["<div>Lamp {} is lit at dusk.", "<li>Lamp {} is lit at dusk.</li>"])
def test_any_number_of_blocks_is_put_back_in_the_time_of_their_length(one):
    def done(count: int) -> int:
        blocks = [one.replace("{}", str(at)) for at in range(count)]
        shown, sent = (f"<main><ul>{''.join(blocks[: count // part])}" for part in (2, 1))
        counting = Work()
        with counting:
            put_back(Snapshot("http://docs.test/a", 200, shown, "", "http://docs.test/a"), sent)
        return counting.done

    assert done(2 * FEW) < MOST * done(FEW)


def test_rows_beside_a_much_longer_one_are_written_in_the_room_they_take():
    html = f"<main><table><tr>{'<th>a' * 4000}{'<tr><td>b' * 4000}</table></main>"
    markdown = reader.read_page(Snapshot("http://docs.test/a", 200, html, "", "http://docs.test/a")).markdown
    assert markdown.count("b") == 4000
    assert len(markdown) < MOST * len(html)
