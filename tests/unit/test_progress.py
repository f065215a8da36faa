"""The lines of a crawl, and its live display, on consoles that keep what they are given."""

import io
import re
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
    with Progress(
        Console(file=screen, force_terminal=terminal, force_interactive=terminal, width=60),
        clock=lambda: 0.0,
        **options,
    ) as progress:
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


def display(status, *, seconds=4.0, before=0, width=120, **options):
    """What the live display shows, so many seconds after a start with so many Pages of earlier runs."""
    times = iter([100.0, 100.0, 100.0 + seconds])
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, force_interactive=True, width=width, color_system=None)
    with Progress(console, clock=lambda: next(times), **options) as progress:
        progress.show(replace(status, counts=replace(status.counts, saved=before)))
        screen.truncate(0)
        progress.show(status)
        shown = screen.getvalue()
    # Without what moves the cursor back to the first line.
    return [re.sub(r"^\x00*(\x1b\[[0-9;?]*[A-Za-z]|\r)*", "", line).rstrip() for line in shown.split("\n")]


def test_the_display_counts_pages_and_says_how_fast_they_come_for_how_long_and_how_many_errors_there_were():
    assert display(Status(COUNTS, ""), seconds=4.0)[0].endswith(" 8/13+ pages  2.0/s  0:04  2 errors")


def test_where_there_were_no_errors_none_are_counted():
    assert display(Status(replace(COUNTS, failed=0), ""))[0].endswith("0:04")


def test_one_error_is_one():
    assert display(Status(replace(COUNTS, failed=1), ""))[0].endswith(" 1 error")


@pytest.mark.parametrize(
    ("limit", "listed", "total"),
    [(0, False, "8/13+ "), (0, True, "8/13 "), (10, False, "8/10 "), (1000, False, "8/13+ "), (1000, True, "8/13 ")],
)
def test_the_total_is_what_is_known_of_and_a_plus_says_that_there_may_be_more(limit, listed, total):
    assert total in display(Status(COUNTS, "", limit=limit, listed=listed))[0]


@pytest.mark.parametrize(("seconds", "shown"), [(7, "0:07"), (754, "12:34"), (3723, "1:02:03")])
def test_how_long_it_has_taken_is_told_as_on_a_clock(seconds, shown):
    assert f"  {shown}  " in display(Status(COUNTS, ""), seconds=seconds)[0]


def test_a_bar_shows_how_much_is_done_where_there_is_room_for_it():
    assert display(Status(COUNTS, "", limit=16), width=80)[0].startswith("━━━━━━━━━━━━━━━━━━━━")


def test_a_full_bar_does_not_look_like_an_empty_one_where_there_are_16_colours():
    def bar(saved):
        screen = io.StringIO()
        console = Console(file=screen, force_terminal=True, width=80, color_system="standard", _environ={})
        with Progress(console) as progress:
            progress.show(Status(replace(COUNTS, saved=saved), "", limit=8))
        return re.search(r"(\x1b\[\d+m)━", screen.getvalue())[1]

    assert bar(8) != bar(0)


def test_on_a_narrow_terminal_the_bar_has_a_line_of_its_own():
    bar, figures, host, *_ = display(Status(COUNTS, "docs.test", limit=8), width=40)
    assert (bar, figures, host) == ("━" * 40, "8/8 pages  2.0/s  0:04  2 errors", "docs.test")


def test_nothing_is_wider_than_the_terminal():
    waiting = ("a-very-long-name-of-a-host.docs.example.com waiting 12 s: Retry-After",)
    assert max(map(len, display(Status(COUNTS, "", waiting), width=30))) <= 30


def test_below_stands_the_host_that_is_asked():
    assert display(Status(COUNTS, "docs.test"))[1] == "docs.test"


def test_hosts_that_are_waited_for_are_named_with_the_reason():
    waiting = ("docs.test waiting 12 s: Retry-After", "cdn.test waiting 3 s: Crawl-delay")
    assert display(Status(COUNTS, "docs.test", waiting))[1:3] == list(waiting)


def test_of_many_hosts_that_are_waited_for_three_are_named():
    waiting = tuple(f"h{number}.test waiting 9 s: Retry-After" for number in range(5))
    assert display(Status(COUNTS, "", waiting))[1:5] == [*waiting[:3], "and 2 hosts more"]


def test_pages_of_an_earlier_run_do_not_count_as_fast():
    assert "0.5/s" in display(Status(COUNTS, ""), seconds=4.0, before=6)[0]


def test_the_display_survives_a_clock_that_stands_still():
    assert "pages" in display(Status(COUNTS, ""), seconds=0.0)[0]


@pytest.mark.parametrize("harm", ["\x1b]0;owned\x07", "\x1b[31m", "\x9b2J", "\u202e", "\r"])
def test_nothing_that_a_terminal_acts_on_reaches_the_display_from_the_name_of_a_host(harm):
    shown = display(Status(COUNTS, f"a{harm}b", (f"c{harm}d waiting 1 s: Retry-After",)))
    assert all(line.isprintable() for line in shown)


def test_colours_are_left_out_where_the_environment_says_so():
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, force_interactive=True, width=80, _environ={"NO_COLOR": "1"})
    with Progress(console) as progress:
        progress.settled(settled(FAILED))
        progress.show(Status(COUNTS, ""))
    assert not re.search(r"\x1b\[[0-9;]*m", screen.getvalue())


def test_a_terminal_that_cannot_move_its_cursor_gets_lines():
    screen = io.StringIO()
    with Progress(Console(file=screen, force_terminal=True, _environ={"TERM": "dumb"})) as progress:
        progress.show(Status(COUNTS, ""))
        progress.settled(settled(SAVED))
    assert screen.getvalue() == "saved a.md\n"


def test_an_environment_that_forces_colours_makes_no_display_of_a_pipe():
    screen = io.StringIO()
    console = Console(file=screen, force_interactive=False, width=80, _environ={"FORCE_COLOR": "1"})
    with Progress(console) as progress:
        progress.show(Status(COUNTS, ""))
    assert screen.getvalue() == ""


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
