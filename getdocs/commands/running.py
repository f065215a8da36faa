"""A crawl at work for the command line: its signals, its display, and how it ends."""

import asyncio
import signal
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from getdocs.beginning import Existing
from getdocs.commands.answers import Answers
from getdocs.conductor import Crawl, Result
from getdocs.config import CrawlConfig
from getdocs.model import SavedPage
from getdocs.progress import Progress
from getdocs.write.manifest import FILE_NAME, Summary, summary_of
from getdocs.write.request_log import RequestLog
from getdocs.write.terminal import printable


@dataclass(frozen=True, slots=True)
class Telling:
    """What a person is to hear of a crawl, and where."""

    quiet: bool = False
    verbose: bool = False
    log_file: Path | None = None


def run(config: CrawlConfig, existing: Existing, *, telling: Telling, answers: Answers) -> int:
    """Crawls to the end; the exit code. Raises GetdocsError where the crawl cannot begin or go on."""
    # A display is for a terminal, whatever an environment says of colours.
    console = Console(stderr=True, force_interactive=sys.stderr.isatty() and not answers.fills_terminal)
    with ExitStack() as stack:
        progress = stack.enter_context(Progress(console, quiet=telling.quiet, verbose=telling.verbose))
        note = None
        if telling.log_file is not None:
            note = stack.enter_context(RequestLog(telling.log_file, now=time.time, warn=progress.warn)).note

        gone = False

        async def hand_on(page: SavedPage) -> None:
            nonlocal gone
            await answers.page(page)
            if answers.unread and not gone:
                gone = True
                progress.warn("nobody reads stdout any more: the crawl stops")
                crawl.stop()

        crawl = Crawl(config, observer=progress, existing=existing, hand_on=hand_on, note=note)
        result = asyncio.run(_run(crawl))
    summary = summary_of(result.manifest, interrupted=result.interrupted)
    _conclude(console, summary, quiet=telling.quiet)
    answers.end(result.manifest, summary, output_dir=config.output_dir, manifest_file=config.output_dir / FILE_NAME)
    return summary.exit_code


def _conclude(console: Console, summary: Summary, *, quiet: bool) -> None:
    """Says what the crawl came to."""
    if not quiet or not summary.pages:
        console.print(Text(printable(summary.text)), soft_wrap=True, highlight=False)
    for line in summary.alarm if summary.pages else ():
        console.print(Text(printable(line), style="bold red"), soft_wrap=True, highlight=False)


async def _run(crawl: Crawl) -> Result:
    """Ctrl-C and SIGTERM stop the crawl in good order; the second one does not wait for pages under way."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, crawl.stop)
    return await crawl.run()
