"""Options that more than one subcommand has, and what they are made of."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from getdocs.config import AnchorStyle, RenderMode, RobotsFor, SourceUse, user_agent
from getdocs.errors import UsageError

WHAT, HOW, POLITE, ACCESS, RENDERING, OUTPUT = (
    "What to crawl", "Limits", "Politeness", "Access", "Rendering", "Output",
)  # fmt: skip
"""The panels of `--help`."""

BrowserPath: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--browser",
        metavar="PATH",
        envvar="GETDOCS_CHROMIUM",
        show_default="looked for",
        help="The Chromium to use.",
        rich_help_panel=RENDERING,
    ),
]
AcceptedStatuses: TypeAlias = Annotated[
    list[int] | None,
    typer.Option(
        "--accept-status",
        metavar="N",
        show_default="none",
        help="Save pages that come with this status too, besides 2xx. Repeatable.",
        rich_help_panel=WHAT,
    ),
]
MaxRedirects: TypeAlias = Annotated[
    int, typer.Option("--max-redirects", metavar="N", min=0, help="Hops of one visit.", rich_help_panel=HOW)
]
Timeout: TypeAlias = Annotated[
    float,
    typer.Option("--timeout", metavar="SECONDS", help="For one request, its body included.", rich_help_panel=HOW),
]
RenderTimeout: TypeAlias = Annotated[
    float,
    typer.Option(
        "--render-timeout",
        metavar="SECONDS",
        help="For a page's own work in the browser; what its requests take is not counted.",
        rich_help_panel=HOW,
    ),
]
MaxBodySize: TypeAlias = Annotated[
    int,
    typer.Option("--max-body-size", metavar="BYTES", min=1, help="Of one answer, decompressed.", rich_help_panel=HOW),
]
Agent: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--user-agent",
        metavar="TEXT",
        show_default=user_agent(),
        help="Sent with every request; robots.txt is read for its product token.",
        rich_help_panel=POLITE,
    ),
]
Contact: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--contact",
        metavar="TEXT",
        show_default="none",
        help="Mail address or URL to add to the user agent.",
        rich_help_panel=POLITE,
    ),
]
Source: TypeAlias = Annotated[
    SourceUse,
    typer.Option(
        "--source",
        help="The site's public repository: named in crawl.json (auto), cloned in place of a crawl, or not looked for.",
        rich_help_panel=WHAT,
    ),
]
IgnoreRobots: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--ignore-robots",
        show_default="off",
        help="Do not ask robots.txt. For sites of your own.",
        rich_help_panel=POLITE,
    ),
]
RobotsRules: TypeAlias = Annotated[
    RobotsFor,
    typer.Option(
        "--robots-for",
        help="What robots.txt decides about: all requests, or not those for scripts, styles, data and frames.",
        rich_help_panel=POLITE,
    ),
]
Anchors: TypeAlias = Annotated[
    AnchorStyle,
    typer.Option(
        "--anchors",
        help="For which reader the links between saved files name headings.",
        rich_help_panel=OUTPUT,
    ),
]
HeaderFields: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--header",
        "-H",
        metavar="'NAME: VALUE'",
        show_default="none",
        help="Send this field to the Seeds' origins, and to no other. Repeatable.",
        rich_help_panel=ACCESS,
    ),
]
Cookies: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--cookie",
        metavar="NAME=VALUE",
        show_default="none",
        help="Send this cookie to the Seeds' origins, and to no other. Repeatable.",
        rich_help_panel=ACCESS,
    ),
]
BasicAuth: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--auth",
        metavar="USER:PASSWORD",
        envvar="GETDOCS_AUTH",
        show_default="none",
        help="Log in by HTTP Basic at the Seeds' origins, and at no other.",
        rich_help_panel=ACCESS,
    ),
]
SavedLogin: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--storage-state",
        metavar="FILE",
        show_default="none",
        help="A login that Playwright saved: its cookies and localStorage go to the domains and origins that they name.",
        rich_help_panel=ACCESS,
    ),
]
ProxyUrl: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--proxy",
        metavar="URL",
        show_default="from the environment",
        help="Ask through this proxy: http://, https://, socks5:// or socks5h://. It resolves names itself.",
        rich_help_panel=ACCESS,
    ),
]
CaFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--ca-file",
        metavar="PATH",
        show_default="none",
        help="Trust the certificate authorities in this PEM file too.",
        rich_help_panel=ACCESS,
    ),
]
InsecureTls: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--insecure-tls",
        show_default="off",
        help="Trust every certificate. For servers of your own.",
        rich_help_panel=ACCESS,
    ),
]
AllowPrivate: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--allow-private",
        show_default="off",
        help="Connect to private addresses everywhere, not only where a Seed names one.",
        rich_help_panel=ACCESS,
    ),
]
RenderChoice: TypeAlias = Annotated[
    RenderMode,
    typer.Option(
        "--render",
        help="Which pages go through the browser: all, those that need it, by measuring (auto), or none.",
        rich_help_panel=RENDERING,
    ),
]
Selector: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--selector",
        metavar="CSS",
        show_default="found by evidence",
        help="What on a page is its content.",
        rich_help_panel=RENDERING,
    ),
]


def agent_of(agent: str | None, contact: str | None) -> str:
    """The user agent that was asked for. Raises UsageError where both were given."""
    if agent is not None and contact is not None:
        raise UsageError("--contact is added to our own user agent: put it into --user-agent instead")
    return user_agent(contact) if agent is None else agent


def pairs(given: list[str] | None, mark: str, option: str) -> tuple[tuple[str, str], ...]:
    """Names and values. Raises UsageError, which does not quote what may be a secret."""
    return tuple(_pair(text, mark, option, number) for number, text in enumerate(given or (), 1))


def _pair(text: str, mark: str, option: str, number: int) -> tuple[str, str]:
    name, found, value = text.partition(mark)
    if not found:
        raise UsageError(f"{option} number {number} has no {mark!r} in it: write it as 'name{mark}value'")
    return name.strip(), value.strip()
