"""docs/usage.md names every command and every option that `--help` has, and none that it has not."""

import re
from pathlib import Path

import pytest
import typer.main

from getdocs.cli import app

USAGE = (Path(__file__).parents[2] / "docs" / "usage.md").read_text(encoding="utf-8")
COMMANDS = typer.main.get_command(app).commands


def long_names(command):
    return {name for option in command.params for name in option.opts if name.startswith("--")} - {"--help"}


def named(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_explained(name):
    assert f"getdocs {name}" in USAGE


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_named(name):
    assert long_names(COMMANDS[name]) - named(USAGE) == set()


def test_no_option_is_named_that_there_is_not():
    known = {"--install-completion", "--show-completion", "--version", "--help"}
    assert named(USAGE) - known.union(*map(long_names, COMMANDS.values())) == set()
