"""`getdocs robots`: what a robots.txt says about some URLs, and which line says it."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from getdocs import urls
from getdocs.config import CrawlConfig, user_agent
from getdocs.errors import UsageError
from getdocs.fetch.inquiry import Inquiry, inquire
from getdocs.policy.robots import LIMIT, RobotsTxt
from getdocs.write.terminal import printable

REFUSED = 1
STDIN = "-"


@dataclass(frozen=True, slots=True)
class _Given:
    """Rules, and the URL that relative ones resolve against. `origin` is empty where the rules came from a file."""

    rules: RobotsTxt | None
    origin: str
    why: str = ""
    """Why there are no rules, where the origin has not said yes."""


def robots(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE_OR_URL",
            show_default=False,
            help="A robots.txt; - is standard input. For the URL of anything else, the robots.txt of its origin.",
        ),
    ],
    asked: Annotated[
        list[str], typer.Argument(metavar="URL", show_default=False, help="May these be asked for? Paths will do.")
    ],
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            "-a",
            metavar="UA",
            show_default=user_agent(),
            help="Whom the rules are read for: a product token or a whole user agent.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Nothing on stderr but errors.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print Crawl-delay and sitemaps too.")] = False,
) -> None:
    """Say what a robots.txt allows, with the line that decides. Exit code: 0 all allowed, 1 some refused, 2 trouble."""
    agent = agent or user_agent()
    given = _ask(source, quiet=quiet) if _is_web(source) else _Given(_read(source), origin="")
    targets = [(url, _absolute(url, given.origin)) for url in asked]
    refused = False
    for url, target in targets:
        if given.rules is None:
            allowed, why = False, given.why
        else:
            verdict = given.rules.allows(target, agent)
            allowed = verdict.allowed
            why = f"line {verdict.line}: {verdict.rule}" if verdict.rule else "no rule"
        refused = refused or not allowed
        _print("allowed" if allowed else "refused", target if given.origin else url, why)
    if verbose and given.rules is not None:
        delay = given.rules.crawl_delay(agent)
        if delay is not None:
            _print("crawl-delay", f"{delay:g}")
        for sitemap in given.rules.sitemaps:
            _print("sitemap", sitemap)
    if refused:
        raise typer.Exit(REFUSED)


def _print(*fields: str) -> None:
    """One line, tabs between the fields: `cut` and `awk` take it apart."""
    typer.echo("\t".join(map(printable, fields)))


def _is_web(source: str) -> bool:
    parsed = urls.parse(source)
    return parsed is not None and urls.is_web(parsed)


def _ask(source: str, *, quiet: bool) -> _Given:
    inquiry = asyncio.run(inquire(CrawlConfig(seeds=(source,))))
    if not quiet:
        for line in _account(inquiry):
            typer.echo(printable(line), err=True)
    parsed = urls.parse(source)
    return _Given(inquiry.rules, parsed.origin if parsed else "", "; ".join(inquiry.said))


def _account(inquiry: Inquiry) -> list[str]:
    """Each answer on a line of its own, and what the last one means."""
    lines = [f"{urls.without_credentials(url)}: {status or 'no answer'}" for url, status in inquiry.asked]
    last = inquiry.asked[-1][1] if inquiry.asked else None
    if inquiry.rules is None:
        means = f"not a yes ({'; '.join(inquiry.said)}): a crawl asks again, and until then for nothing of this site"
    elif last is not None and last >= 400:
        means = "there is no robots.txt, so nothing is refused"
    else:
        means = "; ".join(inquiry.said) or "these are the rules"
    return [*lines, means]


def _read(source: str) -> RobotsTxt:
    try:
        if source == STDIN:
            return RobotsTxt.parse(sys.stdin.buffer.read(LIMIT + 1))
        with Path(source).open("rb") as file:
            return RobotsTxt.parse(file.read(LIMIT + 1))
    except OSError as error:
        raise UsageError(f"cannot read {source}: {error.strerror}") from error


def _absolute(url: str, origin: str) -> str:
    """The URL to be judged. Raises UsageError where it is none, or is another origin's, which these rules do not bind."""
    parsed = urls.parse(url, f"{origin or 'http://robots.invalid'}/")
    if parsed is None or not urls.is_web(parsed):
        raise UsageError(f"not an http(s) URL: {url}")
    if origin and parsed.origin != origin:
        raise UsageError(f"{url} is not on {origin}, and the rules of one origin do not bind another")
    return parsed.href
