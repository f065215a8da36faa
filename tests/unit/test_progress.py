"""The lines of a crawl, and its live display, on consoles that keep what they are given."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from getdocs.conductor import Status
from getdocs.model import (
    Counts,
    Duplicate,
    Failed,
    FailReason,
    NotAPage,
    Redirected,
    Saved,
    Skipped,
    SkipReason,
)
from getdocs.progress import Progress
from getdocs.visits.visit import Settled

URL = "http://docs.test/a"
SAVED = Saved("a.md", "A", 200)
FAILED = Failed(FailReason.HTTP, 404)


def settled(outcome, url=URL, found_on="http://docs.test/"):
    return Settled(url, found_on, False, outcome)


def said(*happened, terminal=False, **options):
    """What a console was given. Each of `happened`: a Settled, or a warning."""
    screen = io.StringIO()
    with Progress(Console(file=screen, force_terminal=terminal, width=60), clock=lambda: 0.0, **options) as progress:
        for each in happened:
            if isinstance(each, Settled):
                progress.settled(each)
            else:
                progress.warn(each)
    return screen.getvalue()


EVERY_OUTCOME = [
    (SAVED, "saved a.md"),
    (FAILED, f"error http_404: {URL} (linked from http://docs.test/)"),
    (
        Failed(FailReason.TIMEOUT, detail="no complete answer in 30 s"),
        f"error timeout: {URL}: no complete answer in 30 s (linked from http://docs.test/)",
    ),
    (Redirected("http://docs.test/b", (301,)), f"redirected {URL} -> http://docs.test/b"),
    (Duplicate("http://docs.test/b"), f"duplicate {URL} = http://docs.test/b"),
    (Skipped(SkipReason.ROBOTS, "Disallow: /a"), f"skipped robots: {URL}: Disallow: /a"),
    (Skipped(SkipReason.DEPTH), f"skipped depth: {URL}"),
    (NotAPage("application/pdf"), f"not a page (application/pdf): {URL}"),
    (None, f"put off: {URL}"),
]


@pytest.mark.parametrize(("outcome", "line"), EVERY_OUTCOME)
def test_verbose_says_one_line_for_every_outcome(outcome, line):
    assert said(settled(outcome), verbose=True) == f"{line}\n"


@pytest.mark.parametrize(("outcome", "line"), EVERY_OUTCOME)
def test_in_a_pipe_only_pages_and_errors_are_named(outcome, line):
    expected = f"{line}\n" if isinstance(outcome, Saved | Failed) else ""
    assert said(settled(outcome)) == expected


@pytest.mark.parametrize(("outcome", "line"), EVERY_OUTCOME)
def test_quiet_leaves_errors(outcome, line):
    expected = f"{line}\n" if isinstance(outcome, Failed) else ""
    assert said(settled(outcome), quiet=True) == expected


@pytest.mark.parametrize("options", [{}, {"quiet": True}, {"verbose": True}])
def test_a_warning_is_always_said(options):
    assert said("robots.txt is HTML", **options) == "warning: robots.txt is HTML\n"


def test_an_error_at_a_seed_names_no_page_that_links_to_it():
    assert said(settled(FAILED, found_on="")) == f"error http_404: {URL}\n"


def test_credentials_of_a_url_are_not_said():
    assert "secret" not in said(settled(FAILED, url="http://me:secret@docs.test/a"))


def test_a_line_longer_than_the_terminal_is_one_line():
    assert said(settled(Saved("a" * 300 + ".md", "A", 200))).count("\n") == 1


def test_what_looks_like_the_markup_of_the_console_is_printed_as_it_stands():
    assert said("[bold]a[/bold] [link=http://h/]b[/link]") == "warning: [bold]a[/bold] [link=http://h/]b[/link]\n"


@pytest.mark.parametrize("terminal", [True, False])
def test_escape_sequences_in_what_is_said_are_taken_out(terminal):
    text = said("a\x1b]0;owned\x07b\x9b2Jc", terminal=terminal, quiet=True)
    assert "owned" not in text
    assert "abc" in text


# --- on a terminal


COUNTS = Counts(discovered=15, saved=8, redirected=0, duplicate=0, skipped=0, not_a_page=0, failed=2, pending=5)


def display(status, *, seconds=4.0, before=0, **options):
    """What the live display shows, so many seconds after a start with so many Pages of earlier runs."""
    times = iter([100.0, 100.0, 100.0 + seconds])
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=120)
    with Progress(console, clock=lambda: next(times), **options) as progress:
        progress.show(replace(status, counts=replace(status.counts, saved=before)))
        progress.show(status)
    return screen.getvalue()


def test_the_display_counts_pages_pending_and_errors_and_says_how_fast_it_goes_and_where():
    shown = display(Status(COUNTS, "docs.test waiting 3 s: Crawl-delay"), seconds=4.0)
    assert "8 pages  5 pending  2 errors  2.0 pages/s  docs.test waiting 3 s: Crawl-delay" in shown


def test_pages_of_an_earlier_run_do_not_count_as_fast():
    assert "0.5 pages/s" in display(Status(COUNTS, ""), seconds=4.0, before=6)


def test_the_display_survives_a_clock_that_stands_still():
    assert "pages/s" in display(Status(COUNTS, ""), seconds=0.0)


def test_escape_sequences_in_what_a_crawl_is_doing_are_taken_out_of_the_display():
    assert "\x1b]0" not in display(Status(COUNTS, "host\x1b]0;owned\x07"))


def test_before_the_crawl_has_begun_the_display_says_that_it_starts():
    assert "starting" in said(terminal=True)


def test_in_a_pipe_there_is_no_display():
    screen = io.StringIO()
    with Progress(Console(file=screen, width=120)) as progress:
        progress.show(Status(COUNTS, ""))
    assert screen.getvalue() == ""


def test_on_a_terminal_pages_are_counted_and_not_named():
    assert "saved" not in said(settled(SAVED), terminal=True)


def test_on_a_terminal_verbose_names_pages_too():
    assert "saved a.md" in said(settled(SAVED), terminal=True, verbose=True)


def test_on_a_terminal_errors_are_named_above_the_display():
    assert "error http_404" in said(settled(FAILED), terminal=True)


def test_quiet_has_no_display():
    assert said(terminal=True, quiet=True) == ""
