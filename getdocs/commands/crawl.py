"""`getdocs crawl`: its options, and the settings of a crawl that they come to. How it runs stands in `running`."""

from pathlib import Path
from typing import Annotated

import typer

from getdocs.beginning import existing_of
from getdocs.commands.answers import Answers, Format
from getdocs.commands.options import (
    HOW,
    OUTPUT,
    POLITE,
    WHAT,
    AcceptedStatuses,
    Agent,
    AllowPrivate,
    Anchors,
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
    Source,
    Timeout,
    agent_of,
    pairs,
)
from getdocs.commands.parsing import defaults_of, take_defaults
from getdocs.commands.running import Telling, run
from getdocs.config import AnchorStyle, CrawlConfig, FamilyUse, RenderMode, RobotsFor, SitemapUse, SourceUse
from getdocs.errors import UsageError
from getdocs.fetch import storage_state as saved_login
from getdocs.write.terminal import printable


def crawl(
    ctx: typer.Context,
    seeds: Annotated[
        list[str] | None,
        typer.Argument(metavar="URL", show_default=False, help="Where to start. Pages below it are crawled."),
    ] = None,
    seeds_file: Annotated[
        Path | None,
        typer.Option(
            "--seeds-file",
            "-f",
            show_default="none",
            help="More Seeds: one URL a line; blank lines and lines that start with # are ignored.",
            rich_help_panel=WHAT,
        ),
    ] = None,
    allow_backward: Annotated[
        bool,
        typer.Option(
            "--allow-backward",
            show_default="off",
            help="Crawl the Seed's whole host, not only what lies below the Seed.",
            rich_help_panel=WHAT,
        ),
    ] = False,
    allow_subdomains: Annotated[
        bool,
        typer.Option(
            "--allow-subdomains",
            show_default="off",
            help="Crawl subdomains of the Seed's host too.",
            rich_help_panel=WHAT,
        ),
    ] = False,
    include_paths: Annotated[
        list[str] | None,
        typer.Option(
            "--include-paths",
            metavar="GLOB",
            show_default="none",
            help="Only pages whose path matches; * spans /. Repeatable.",
            rich_help_panel=WHAT,
        ),
    ] = None,
    exclude_paths: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude-paths",
            metavar="GLOB",
            show_default="none",
            help="No pages whose path matches. Repeatable.",
            rich_help_panel=WHAT,
        ),
    ] = None,
    families: Annotated[
        FamilyUse,
        typer.Option(
            "--families",
            help="Which languages and versions of the documentation: those of the Seeds (own), or all.",
            rich_help_panel=WHAT,
        ),
    ] = FamilyUse.OWN,
    no_sitemap: Annotated[
        bool,
        typer.Option(
            "--no-sitemap",
            show_default="off",
            help="Follow links only: read no sitemap and no llms.txt.",
            rich_help_panel=WHAT,
        ),
    ] = False,
    sitemap_only: Annotated[
        bool,
        typer.Option(
            "--sitemap-only",
            show_default="off",
            help="Follow no links: only the Seeds, and what sitemaps and llms.txt name.",
            rich_help_panel=WHAT,
        ),
    ] = False,
    source: Source = SourceUse.AUTO,
    accept_status: AcceptedStatuses = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=0, help="Pages to save; 0 = no limit.", rich_help_panel=HOW)
    ] = 1000,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            metavar="N",
            min=0,
            show_default="no limit",
            help="Links to follow away from a Seed.",
            rich_help_panel=HOW,
        ),
    ] = None,
    max_variants: Annotated[
        int,
        typer.Option(
            "--max-variants",
            metavar="N",
            min=0,
            help="Queries of one path that are visited (calendars, facets); 0 = no limit.",
            rich_help_panel=HOW,
        ),
    ] = 100,
    max_redirects: MaxRedirects = 10,
    timeout: Timeout = 30.0,
    render_timeout: RenderTimeout = 20.0,
    max_body_size: MaxBodySize = 50 * 1024 * 1024,
    concurrency: Annotated[
        int,
        typer.Option(
            "--concurrency", metavar="N", min=1, help="Tabs, and requests open to one host.", rich_help_panel=POLITE
        ),
    ] = 4,
    delay: Annotated[
        float,
        typer.Option(
            "--delay",
            metavar="SECONDS",
            min=0,
            help="Between two pages of one host: start and floor of the adaptive throttle; 0 = off.",
            rich_help_panel=POLITE,
        ),
    ] = 1.0,
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
    output_dir: Annotated[
        Path,
        typer.Option(
            "--output-dir", "-o", metavar="DIR", help="Where Pages and crawl.json go.", rich_help_panel=OUTPUT
        ),
    ] = Path("out"),
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", show_default="off", help="Go on with the crawl that the folder holds.", rich_help_panel=OUTPUT
        ),
    ] = False,
    retry_failed: Annotated[
        bool,
        typer.Option(
            "--retry-failed",
            show_default="off",
            help="Go on with the crawl that the folder holds, and try again what failed.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            show_default="off",
            help="With --resume: take other Seeds, Scope and settings than the crawl began with; crawl.json names the change.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    fresh: Annotated[
        bool,
        typer.Option(
            "--fresh",
            show_default="off",
            help="Forget the crawl that the folder holds, and remove its Pages.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    keep_html: Annotated[
        bool,
        typer.Option(
            "--keep-html", show_default="off", help="Keep the rendered HTML beside each Page.", rich_help_panel=OUTPUT
        ),
    ] = False,
    anchors: Anchors = AnchorStyle.GITHUB,
    download_media: Annotated[
        bool,
        typer.Option(
            "--download-media",
            show_default="off",
            help="Save the images and documents that Pages point at under _media, and point the Markdown there.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    media_max_size: Annotated[
        int,
        typer.Option(
            "--media-max-size",
            metavar="BYTES",
            min=1,
            help="Of one image or document; a larger one keeps its URL.",
            rich_help_panel=OUTPUT,
        ),
    ] = 50 * 1024 * 1024,
    llms_txt: Annotated[
        bool,
        typer.Option(
            "--llms-txt",
            show_default="off",
            help="At the end, write llms.txt, which lists the Pages, and llms-full.txt, which has all their text.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    single_file: Annotated[
        bool,
        typer.Option(
            "--single-file",
            show_default="off",
            help="At the end, write all Pages as one Markdown file too.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            help="What stdout gets of the Pages: nothing (files), or a JSON record of each as it is saved (jsonl).",
            rich_help_panel=OUTPUT,
        ),
    ] = Format.FILES,
    summary_json: Annotated[
        bool,
        typer.Option(
            "--summary-json",
            show_default="off",
            help="Print one JSON object on stdout: what the crawl came to.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    log_file: Annotated[
        Path | None,
        typer.Option(
            "--log-file",
            metavar="FILE",
            show_default="none",
            help="Append a JSON line for each request, refused ones included.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    config_file: Annotated[  # noqa: ARG001 - `take_defaults` has read it
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            is_eager=True,
            callback=take_defaults,
            show_default="getdocs.toml, if it is here",
            help="Take the defaults of options from this TOML file.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", show_default="off", help="Only errors and warnings.", rich_help_panel=OUTPUT),
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", "-v", show_default="off", help="Name every URL and its Outcome.", rich_help_panel=OUTPUT
        ),
    ] = False,
) -> None:
    """Copy a documentation site into a folder of Markdown."""
    answers = Answers(form, summary_json=summary_json)
    with answers.failing():
        existing = existing_of(resume=resume, retry_failed=retry_failed, force=force, fresh=fresh)
        if no_sitemap and sitemap_only:
            raise UsageError("--no-sitemap and --sitemap-only exclude each other")
        if quiet and verbose:
            raise UsageError("--quiet and --verbose exclude each other")
        if form is Format.JSONL and summary_json:
            raise UsageError("--format jsonl and --summary-json exclude each other: the last record is the Manifest")
        config = CrawlConfig(
            seeds=(*(seeds or ()), *(_read_seeds(seeds_file) if seeds_file else ())),
            output_dir=output_dir,
            limit=limit,
            depth=depth,
            allow_backward=allow_backward,
            allow_subdomains=allow_subdomains,
            families=families,
            sitemap=SitemapUse.NEVER if no_sitemap else SitemapUse.ONLY if sitemap_only else SitemapUse.ALSO,
            max_variants=max_variants,
            source=source,
            include_paths=tuple(include_paths or ()),
            exclude_paths=tuple(exclude_paths or ()),
            concurrency=concurrency,
            delay=delay,
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
            keep_html=keep_html,
            anchors=anchors,
            download_media=download_media,
            media_max_size=media_max_size,
            llms_txt=llms_txt,
            single_file=single_file,
        )
        if not quiet and (used := defaults_of(ctx)) is not None and used.keys:
            typer.echo(printable(f"settings of {used.file}: {', '.join(used.keys)}"), err=True)
        code = run(config, existing, telling=Telling(quiet=quiet, verbose=verbose, log_file=log_file), answers=answers)
    if code:
        raise typer.Exit(code)


def _read_seeds(file: Path) -> tuple[str, ...]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read the seeds file {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read the seeds file {file}: it is not UTF-8") from error
    lines = (line.strip() for line in text.splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))
