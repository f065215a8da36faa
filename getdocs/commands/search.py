"""`getdocs search`: finds words in a saved crawl."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from getdocs.offline.saved import SavedCrawl
from getdocs.offline.search.search import Found, Hit
from getdocs.offline.search.search import search as find
from getdocs.write.quoting import escape_invisible, well_formed
from getdocs.write.terminal import printable

NOTHING_FOUND = 1

_BETWEEN = " > "


def search(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORDS",
            show_default=False,
            help="Words, names as they are written (os.path.join), or '\"a phrase in quotes\"'. "
            "What begins with a dash comes last, after -- (-- --flag).",
        ),
    ],
    output_dir: Annotated[
        Path, typer.Option("--output-dir", "-o", metavar="DIR", help="The folder of a crawl.")
    ] = Path("out"),
    limit: Annotated[int, typer.Option("--limit", "-n", metavar="N", min=1, help="Sections at the most.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", show_default="off", help="One JSON object on stdout.")] = False,
) -> None:
    """Find sections of a saved crawl, the best first, with file and line. No request. Exit code 1: nothing found."""
    crawl = SavedCrawl.open(output_dir)
    query = " ".join(words)
    found = find(crawl, query, limit=limit)
    if as_json:
        typer.echo(escape_invisible(json.dumps(_record(output_dir, query, found), ensure_ascii=False)))
    else:
        _print(output_dir, found)
    _explain(found)
    if not found.hits:
        raise typer.Exit(NOTHING_FOUND)


def _print(output_dir: Path, found: Found) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for number, hit in enumerate(found.hits):
        place = printable(f"{output_dir / hit.page.path}:{hit.line}")
        heading = printable(_BETWEEN.join(hit.headings or (hit.page.title,)))
        console.print(Text.assemble("\n" if number else "", (place, "cyan"), "  ", (heading, "bold")))
        if hit.snippet:
            console.print(Text.assemble("    ", *_marked(hit)))
        console.print(Text(f"    {printable(hit.page.url)}", style="dim"))


def _marked(hit: Hit) -> list[tuple[str, str]]:
    parts = []
    at = 0
    for start, end in hit.marks:
        parts += [(printable(hit.snippet[at:start]), ""), (printable(hit.snippet[start:end]), "bold yellow")]
        at = end
    return [*parts, (printable(hit.snippet[at:]), "")]


def _explain(found: Found) -> None:
    if found.every_word:
        return
    for unknown in found.unknown:
        near = f"; spelled like it: {', '.join(unknown.nearest)}" if unknown.nearest else ""
        _say(f"no section has {unknown.word}{near}")
    if found.hits:
        _say("no section has all of the words; these have some of them")
    elif not found.unknown:
        _say("nothing found: try fewer words")


def _say(text: str) -> None:
    typer.echo(printable(text), err=True)


def _record(output_dir: Path, query: str, found: Found) -> dict[str, object]:
    return {
        "query": well_formed(query),
        "every_word": found.every_word,
        "unknown": [{"word": each.word, "nearest": list(each.nearest)} for each in found.unknown],
        "results": [
            {
                "file": str(output_dir / hit.page.path),
                "line": hit.line,
                "url": hit.page.url,
                "title": hit.page.title,
                "headings": list(hit.headings),
                "snippet": hit.snippet,
                "score": round(hit.score, 3),
            }
            for hit in found.hits
        ],
    }
