"""`getdocs page`: one page as Markdown on stdout, and nothing on disk."""

import asyncio
import signal
from typing import Annotated, assert_never

import typer

from getdocs import urls
from getdocs.commands.options import (
    OUTPUT,
    AcceptedStatuses,
    Agent,
    AllowPrivate,
    BasicAuth,
    BrowserPath,
    CaFile,
    Contact,
    Cookies,
    HeaderFields,
    IgnoreRobots,
    InsecureTls,
    MaxBodySize,
    MaxRedirects,
    ProxyUrl,
    RenderChoice,
    RenderTimeout,
    RobotsRules,
    SavedLogin,
    Selector,
    Timeout,
    agent_of,
    pairs,
)
from getdocs.commands.stdout import print_markdown
from getdocs.config import CrawlConfig, RenderMode, RobotsFor
from getdocs.fetch import storage_state as saved_login
from getdocs.model import Failed, NotAPage, Page, Skipped
from getdocs.one_page import Nothing, read_one
from getdocs.read.shell import SHELL
from getdocs.write.summary import EXIT_CODES, CrawlStatus
from getdocs.write.terminal import printable


def page(
    url: Annotated[str, typer.Argument(metavar="URL", show_default=False, help="The page. Redirects are followed.")],
    accept_status: AcceptedStatuses = None,
    max_redirects: MaxRedirects = 10,
    timeout: Timeout = 30.0,
    render_timeout: RenderTimeout = 20.0,
    max_body_size: MaxBodySize = 50 * 1024 * 1024,
    agent: Agent = None,
    contact: Contact = None,
    ignore_robots: IgnoreRobots = False,
    robots_for: RobotsRules = RobotsFor.ALL,
    header: HeaderFields = None,
    cookie: Cookies = None,
    auth: BasicAuth = None,
    storage_state: SavedLogin = None,
    proxy: ProxyUrl = None,
    ca_file: CaFile = None,
    insecure_tls: InsecureTls = False,
    allow_private: AllowPrivate = False,
    render: RenderChoice = RenderMode.ALWAYS,
    selector: Selector = None,
    browser: BrowserPath = None,
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", show_default="off", help="Only errors and warnings.", rich_help_panel=OUTPUT),
    ] = False,
) -> None:
    """Print one page as Markdown. Exit code 1: there is none, and stderr says why."""
    config = CrawlConfig(
        seeds=(url,),
        # Where on its own host a page leads is nobody's concern here; another host is another page.
        allow_backward=True,
        delay=0.0,
        user_agent=agent_of(agent, contact),
        ignore_robots=ignore_robots,
        robots_for=robots_for,
        accept_status=tuple(accept_status or ()),
        headers=pairs(header, ":", "--header"),
        cookies=pairs(cookie, "=", "--cookie"),
        auth=auth,
        storage_state=saved_login.read(storage_state) if storage_state else None,
        proxy=proxy,
        ca_file=ca_file,
        insecure_tls=insecure_tls,
        allow_private=allow_private,
        max_redirects=max_redirects,
        timeout=timeout,
        render_timeout=render_timeout,
        max_body_size=max_body_size,
        render=render,
        selector=selector,
        browser=browser,
    )
    (seed,) = config.seeds
    try:
        found = asyncio.run(_run(config))
    except asyncio.CancelledError:
        raise typer.Exit(EXIT_CODES[CrawlStatus.INTERRUPTED]) from None
    if not isinstance(found, Page):
        _say(f"getdocs: {seed}: {_why(found, render)}")
        raise typer.Exit(EXIT_CODES[CrawlStatus.EMPTY])
    if not quiet and urls.page_url(found.url) != urls.page_url(seed):
        _say(f"this is {found.url}")
    print_markdown(found.markdown)


async def _run(config: CrawlConfig) -> Page | Nothing:
    """Ctrl-C and SIGTERM end it in good order: the browser goes with it."""
    task = asyncio.current_task()
    if task is not None:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    return await read_one(config, warn=lambda text: _say(f"warning: {text}"))


def _why(found: Nothing, render: RenderMode) -> str:
    match found:
        case Skipped(reason, detail):
            return f"{reason}: {detail}" if detail else str(reason)
        case Failed(detail=detail):
            advice = "; --render always has its scripts run" if render is RenderMode.NEVER else ""
            return f"{found.label}: {detail}{advice if detail.startswith(SHELL) else ''}" if detail else found.label
        case NotAPage(content_type):
            return f"not a page: {content_type}"
        case _:
            assert_never(found)


def _say(text: str) -> None:
    typer.echo(printable(urls.redact(text)), err=True)
