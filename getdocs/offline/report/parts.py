"""What the parts of a report are made of: tables that a phone can show, bars, links, lists that are cut. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from getdocs.offline.markup import Markup, el, joined, link
from getdocs.write.schema import HopEntry

MOST_ROWS = 200
"""Of one table; the Manifest has them all."""


SHOWN_ROWS = 10
"""Of a listing, before a click."""


@dataclass(frozen=True, slots=True)
class Column:
    """Of a table. `number`: aligned right, so that digits stand below digits."""

    title: str
    number: bool = False


def part(name: str, title: str, *content: Markup | None, lead: str = "") -> Markup:
    """A part of the report, with a heading that can be linked to."""
    return el("section", el("h2", title), el("p", lead, class_="lead") if lead else None, *content, id=name)


def table(columns: Sequence[Column], rows: Sequence[Sequence[str | Markup]], *, key: str = "") -> Markup:
    """A table of at most MOST_ROWS rows. `key`: where in the Manifest the others stand."""
    head = el("tr", *(el("th", each.title, class_=_side(each), scope="col") for each in columns))
    body = joined(
        *(
            el(
                "tr",
                *(
                    el("td", cell, class_=_side(each), data_label=each.title)
                    for each, cell in zip(columns, row, strict=True)
                ),
            )
            for row in rows[:MOST_ROWS]
        )
    )
    more = len(rows) - MOST_ROWS
    return joined(
        el("table", el("thead", head), el("tbody", body)),
        el("p", f"… and {more:,} more: see {key} in crawl.json", class_="more") if more > 0 else None,
    )


def listing(columns: Sequence[Column], rows: Sequence[Sequence[str | Markup]], *, key: str) -> Markup:
    """A table of which the first rows are seen, and the others after a click. `key` as for `table`."""
    rest = len(rows) - SHOWN_ROWS
    return joined(
        table(columns, rows[:SHOWN_ROWS]),
        folded(f"{rest:,} more", table(columns, rows[SHOWN_ROWS:], key=key)) if rest > 0 else None,
    )


def folded(title: str, *content: Markup) -> Markup:
    """Content behind a line to click on."""
    return el("details", el("summary", title), *content)


def bar(share: float, tone: str = "accent") -> Markup:
    """A bar over `share` (from 0 to 1) of its width. Says nothing that the number beside it does not."""
    return el("span", el("i", style=f"width:{_percent(share)}"), class_=f"bar {tone}", aria_hidden="true")


def span_bar(middle: float, end: float) -> Markup:
    """A bar up to `end`, with a mark at `middle` (shares of its width)."""
    return el(
        "span",
        el("i", style=f"width:{_percent(end)}"),
        el("b", style=f"left:{_percent(middle)}"),
        class_="bar span",
        aria_hidden="true",
    )


def url(address: str) -> Markup:
    """A URL to follow."""
    return el("span", link(address, address), class_="url")


def titled(title: str | None, address: str) -> Markup:
    """What a page is called, and below it its URL."""
    return joined(el("span", title, class_="title"), url(address)) if title else url(address)


def reason(words: str, tone: str = "") -> Markup:
    """Why something is as it is, as a word with a colour."""
    return el("span", words, class_=f"tag {tone}".rstrip())


def words(why: str) -> str:
    """A reason of the Manifest as one reads it: `http_404` is HTTP 404, `not_discovered` is not discovered."""
    if " " in why:
        return why
    return f"HTTP {why[5:]}" if why.startswith("http_") else why.replace("_", " ")


def trail(hops: Iterable[HopEntry]) -> Markup:
    """The requests of a visit, one below the other."""
    return el(
        "ol",
        *(
            el(
                "li",
                el("b", str(hop["status"] if hop["status"] is not None else "—")),
                " ",
                url(hop["url"]),
                " ",
                el("i", hop["verdict"]),
            )
            for hop in hops
        ),
        class_="trail",
    )


def _side(column: Column) -> str | None:
    return "number" if column.number else None


def _percent(share: float) -> str:
    return f"{max(0.0, min(1.0, share)) * 100:.2f}%"
