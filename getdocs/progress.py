"""What the user sees while a crawl runs: a live display on a terminal, plain lines in a pipe. All of it on stderr."""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from getdocs import urls
from getdocs.conductor import Status
from getdocs.model import Duplicate, Failed, NotAPage, Redirected, Saved, Skipped
from getdocs.visits.visit import Settled
from getdocs.write.terminal import printable

_LONGEST_BAR = 40
_FIGURES = 36
"""Columns that are left for the figures beside the bar, so that it does not change its length with them."""
_MOST_WAITING = 3
"""Hosts that are named though none of them may be asked."""


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
            Live(Text("starting"), console=console, auto_refresh=False, transient=True, redirect_stdout=False)
            if console.is_interactive and not quiet
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
            self._live.update(self._display(status), refresh=True)

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

    def _display(self, status: Status) -> RenderableType:
        counts = status.counts
        expected = counts.saved + counts.pending
        capped = 0 < status.limit <= expected
        if capped:
            expected = status.limit
        figures = self._figures(status, f"{expected}{'' if capped or status.listed else '+'}")
        below = [_one_line(text) for text in status.waiting[:_MOST_WAITING] or (status.doing,) if text]
        if len(status.waiting) > _MOST_WAITING:
            below.append(_one_line(f"and {len(status.waiting) - _MOST_WAITING} hosts more"))
        beside = self._console.width >= _LONGEST_BAR + 1 + max(_FIGURES, figures.cell_len)
        bar = ProgressBar(
            total=max(expected, 1),
            completed=min(counts.saved, expected),
            width=min(self._console.width, _LONGEST_BAR),
            finished_style="green",  # what rich has for it looks like an empty bar where there are 16 colours
        )
        first = Table.grid(padding=(0, 1, 0, 0))
        if beside:
            first.add_row(bar, figures)
        else:
            first.add_row(bar)
        return Group(first, *([] if beside else [figures]), *below)

    def _figures(self, status: Status, expected: str) -> Text:
        """`42/130 pages  1.5/s  0:28  2 errors`; a plus behind the total where there may be more than is known of."""
        counts = status.counts
        if self._saved_before is None:
            self._saved_before = counts.saved
        seconds = max(self._clock() - self._started, 0.001)
        figures = _one_line(f"{counts.saved}/{expected} pages")
        figures.append(f"  {(counts.saved - self._saved_before) / seconds:.1f}/s  {_duration(seconds)}")
        if counts.failed:
            figures.append(f"  {counts.failed} {'error' if counts.failed == 1 else 'errors'}", style="red")
        return figures


def _one_line(text: str) -> Text:
    return Text(printable(text), no_wrap=True, overflow="ellipsis")


def _duration(seconds: float) -> str:
    """`0:07`, `12:34`, `1:02:03`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
