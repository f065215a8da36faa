"""What the user sees while a crawl runs: a live display on a terminal, plain lines in a pipe. All of it on stderr."""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

from getdocs import urls
from getdocs.conductor import Status
from getdocs.model import Duplicate, Failed, NotAPage, Redirected, Saved, Skipped
from getdocs.visits.visit import Settled
from getdocs.write.terminal import printable


class Progress:
    """Follows one crawl. Use as a context manager around it."""

    def __init__(
        self,
        console: Console,
        *,
        quiet: bool = False,
        verbose: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`quiet` leaves errors and warnings; `verbose` names every URL, not only Pages and errors."""
        self._console = console
        self._quiet = quiet
        self._verbose = verbose
        self._clock = clock
        self._started = clock()
        self._saved_before: int | None = None
        # Refreshed by the crawl, not by a thread of its own: the state it shows belongs to the crawl's thread.
        self._live = (
            Live(Text("starting"), console=console, auto_refresh=False, transient=True)
            if console.is_terminal and not quiet
            else None
        )

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()

    def show(self, status: Status) -> None:
        """How the crawl stands: told several times a second."""
        if self._live:
            self._live.update(self._line(status), refresh=True)

    def warn(self, text: str) -> None:
        """Something the user should know, though the crawl goes on."""
        self._say(f"warning: {text}", style="yellow")

    def settled(self, what: Settled) -> None:
        """One URL has its Outcome, or was put off."""
        url = urls.without_credentials(what.url)
        match what.outcome:
            case Failed() as failed:
                found = f" (linked from {what.found_on})" if what.found_on else ""
                detail = f": {failed.detail}" if failed.detail else ""
                self._say(f"error {failed.label}: {url}{detail}{found}", style="red")
            case Saved(path=path):
                self._say_unless_quiet(f"saved {path}")
            case Redirected(to=to):
                self._say_if_verbose(f"redirected {url} -> {to}")
            case Duplicate(of=of):
                self._say_if_verbose(f"duplicate {url} = {of}")
            case Skipped(reason=reason, detail=detail):
                self._say_if_verbose(f"skipped {reason}: {url}" + (f": {detail}" if detail else ""))
            case NotAPage(content_type=content_type):
                self._say_if_verbose(f"not a page ({content_type}): {url}")
            case None:
                self._say_if_verbose(f"put off: {url}")

    def _say_unless_quiet(self, text: str) -> None:
        # On a terminal the live display counts Pages; a line for each would scroll it away.
        if not self._quiet and (self._verbose or not self._live):
            self._say(text)

    def _say_if_verbose(self, text: str) -> None:
        if self._verbose:
            self._say(text)

    def _say(self, text: str, *, style: str = "") -> None:
        self._console.print(Text(printable(text), style=style), soft_wrap=True, highlight=False)

    def _line(self, status: Status) -> Text:
        counts = status.counts
        if self._saved_before is None:
            self._saved_before = counts.saved
        seconds = max(self._clock() - self._started, 0.001)
        parts = [
            f"{counts.saved} pages",
            f"{counts.pending} pending",
            f"{counts.failed} errors",
            f"{(counts.saved - self._saved_before) / seconds:.1f} pages/s",
            *([status.doing] if status.doing else []),
        ]
        return Text(printable("  ".join(parts)), no_wrap=True, overflow="ellipsis")
