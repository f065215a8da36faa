"""The command itself: what it is called with, and what an error becomes."""

import errno
import io

import pytest
import typer
from typer.testing import CliRunner

from getdocs import __version__, cli
from getdocs.errors import BrowserError, OutputError, StateError, UsageError


@pytest.fixture
def failing(monkeypatch):
    """Runs the command, which ends with `error`; returns the exit code."""

    def run(error):
        app = typer.Typer()

        @app.command()
        def command() -> None:
            raise error

        monkeypatch.setattr(cli, "app", app)
        monkeypatch.setattr("sys.argv", ["getdocs"])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code

    return run


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("no Seed given"), 2),
        (BrowserError("no Chromium found"), 3),
        (OutputError("cannot write out"), 4),
        (StateError("out holds a crawl already"), 4),
    ],
)
def test_what_ends_a_command_is_one_line_on_stderr_and_an_exit_code_of_its_own(failing, capsys, error, code):
    assert failing(error) == code
    assert capsys.readouterr() == ("", f"getdocs: {error}\n")


def test_a_message_about_hostile_text_is_one_line_without_escape_sequences_and_markup_as_it_stands(failing, capsys):
    failing(StateError("out\x1b[31m\nholds \x1b]0;x\x07[bold]a crawl[/bold]"))
    assert capsys.readouterr().err == "getdocs: out holds [bold]a crawl[/bold]\n"


def test_a_long_message_is_one_line(failing, capsys):
    failing(OutputError("a " * 300))
    assert capsys.readouterr().err.count("\n") == 1


def test_the_version_is_data():
    result = CliRunner().invoke(cli.app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"getdocs {__version__}\n")


def test_the_commands_are_named_in_the_help():
    shown = CliRunner().invoke(cli.app, ["--help"]).stdout
    assert all(command in shown for command in ("crawl", "doctor", "reextract", "robots"))


class FullDisk(io.StringIO):
    """Takes what is written, and can put it nowhere."""

    def flush(self):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_stdout_that_takes_nothing_is_an_error_of_its_own(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["getdocs", "--version"])
    monkeypatch.setattr("sys.stdout", FullDisk())
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert (ended.value.code, capsys.readouterr().err) == (
        4,
        "getdocs: cannot write to stdout: No space left on device\n",
    )


def test_process_may_have_no_stdout(monkeypatch):
    monkeypatch.setattr("sys.argv", ["getdocs", "--version"])
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0


def test_other_errors_of_files_are_not_said_to_be_of_stdout(failing):
    with pytest.raises(OSError, match="somewhere"):
        failing(OSError(errno.ENOSPC, "No space left on device", "somewhere"))
