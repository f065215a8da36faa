"""`getdocs verify`: the Pages on disk against what a reader saw."""

import heapq
from pathlib import Path
from typing import Annotated

import typer

from getdocs.model import Receipt
from getdocs.read.receipts.comparing import Difference
from getdocs.verify import Checked, Condition, check_links
from getdocs.verify import verify as check
from getdocs.write.terminal import printable

NOT_GOOD_ENOUGH = 1

_NAMED = 10
"""Pages of each sort that are named at the most."""
_SHOWN = 60
"""Characters of what is missing, for each kind."""


def verify(
    output_dir: Annotated[
        Path, typer.Option("--output-dir", "-o", metavar="DIR", help="The folder of a crawl.")
    ] = Path("out"),
    threshold: Annotated[
        float,
        typer.Option("--threshold", metavar="SHARE", min=0, max=1, help="What each page must have kept, from 0 to 1."),
    ] = 0.99,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Only pages below the threshold, and links that lead nowhere.")
    ] = False,
) -> None:
    """Compare every saved file, as it is now, with what the crawl saw, and follow the links between the files. No request.

    Exit code 1: a page is below the threshold, or a link leads nowhere that the site itself has not broken.
    """
    whole = Receipt()
    found: dict[Condition, list[str]] = {condition: [] for condition in Condition}
    below: list[Checked] = []
    flawed: list[Checked] = []
    pages = 0
    for page in check(output_dir, warn=_warn):
        pages += 1
        found[page.condition].append(page.path)
        whole += page.receipt or Receipt()
        if page.score < threshold:
            below.append(page)
        elif page.score < 1.0:
            flawed.append(page)
    if not quiet:
        _say(f"{pages} pages, {len(below)} below {threshold:g}, {len(flawed)} more with a flaw")
        _table(whole)
        for condition in (Condition.CHANGED, Condition.UNKNOWN):
            _names(condition, found[condition])
    _worst(f"Below {threshold:g}", below)
    if not quiet:
        _worst("With a flaw", flawed)
    dead = _links(output_dir, quiet=quiet)
    if below or dead:
        raise typer.Exit(NOT_GOOD_ENOUGH)


def _links(output_dir: Path, *, quiet: bool) -> bool:
    """Tells of the links that lead nowhere; whether any is not the site's own fault."""
    checked = check_links(output_dir)
    if checked is None:
        _warn(f"{output_dir} has no crawl.json: links between files are not checked. getdocs crawl --resume writes it")
        return False
    dead, broken = checked
    if dead or not quiet:
        _say(f"\nLinks between files that lead nowhere: {len(dead)}")
    for link in dead[:_NAMED]:
        _say(f"  {link.path}:{link.line}: {link.link} ({link.reason})")
    _more(len(dead))
    if broken and not quiet:
        _say(f"\nBroken on the site itself: {len(broken)} links")
        for entry in broken[:_NAMED]:
            _say(f"  {entry['path']}: {entry['url']} ({entry['reason']})")
        _more(len(broken))
    return bool(dead)


def _table(receipt: Receipt) -> None:
    rows = [(kind, tally) for kind, tally in receipt.tallies() if tally.expected or tally.added]
    if rows:
        _say(f"\n{'':10}{'shown':>12}{'kept':>12}{'added':>8}{'share':>9}")
    for kind, tally in rows:
        _say(f"{kind:10}{tally.expected:12,}{tally.kept:12,}{tally.added:8,}{_percent(tally.share):>9}")


def _names(condition: Condition, paths: list[str]) -> None:
    if paths:
        _say(f"\n{len(paths)} {condition}:")
        for path in paths[:_NAMED]:
            _say(f"  {path}")
        _more(len(paths))


def _worst(title: str, pages: list[Checked]) -> None:
    if not pages:
        return
    _say(f"\n{title}, the worst first:")
    for page in heapq.nsmallest(_NAMED, pages, key=lambda page: (page.score, page.path)):
        note = "" if page.condition is Condition.AS_WRITTEN else f", {page.condition}"
        _say(f"  {_percent(page.score):>7}  {page.path}{note} ({page.url})")
        for difference in page.differences:
            _differs(difference)
    _more(len(pages))


def _differs(difference: Difference) -> None:
    for word, things in (("lacks", difference.missing), ("adds", difference.added)):
        if things:
            _say(f"           {difference.kind}: {word} {len(things)}: {_excerpt(difference.kind, things)}")


def _excerpt(kind: str, things: tuple[str, ...]) -> str:
    """The first of the things, on one line."""
    between = " " if kind == "words" else " · "
    shown = between.join(" ".join(thing.split()) for thing in things[:_SHOWN])
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def _more(count: int) -> None:
    if count > _NAMED:
        _say(f"  … and {count - _NAMED} more")


def _percent(share: float) -> str:
    """Rounded down: 100% is said of what is whole only."""
    return f"{int(share * 10_000 + 1e-6) / 100:g}%"


def _say(text: str) -> None:
    for line in text.split("\n"):
        typer.echo(printable(line))


def _warn(text: str) -> None:
    typer.echo(printable(f"warning: {text}"), err=True)
