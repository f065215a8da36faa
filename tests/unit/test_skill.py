"""skills/getdocs/SKILL.md stays true: its head is what agents read, and its commands are what the command line takes."""

import re
from pathlib import Path
from typing import get_type_hints

import pytest
import typer.main
import yaml

from fixtures.commands import commands_in, parsed
from getdocs.cli import app
from getdocs.write.outcome import OutcomeEntry
from getdocs.write.schema import Manifest
from getdocs.write.summary import CrawlStatus

SKILL = (Path(__file__).parents[2] / "skills" / "getdocs" / "SKILL.md").read_text(encoding="utf-8")


def test_head_names_the_skill_and_says_when_to_use_it():
    head = yaml.safe_load(SKILL.split("---\n")[1])
    assert head["name"] == "getdocs"
    assert "Use when" in head["description"]
    assert len(head["description"]) <= 1024


@pytest.mark.parametrize("command", commands_in(SKILL))
def test_command_is_one_that_the_command_line_takes(command):
    parsed(command)


def test_it_has_commands():
    assert len(commands_in(SKILL)) >= 8


def test_options_in_the_text_are_those_of_commands():
    known = {
        name
        for command in typer.main.get_command(app).commands.values()
        for option in command.params
        for name in option.opts
    }
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", SKILL)) - known == {"--flag"}


def test_keys_of_the_answer_are_those_that_there_are():
    answer = SKILL.split("stdout has", 1)[1].split("| exit code", 1)[0]
    keys = set(re.findall(r"`([a-z_]+)`", answer)) - {"error"}
    assert keys <= set(OutcomeEntry.__annotations__) | {str(status) for status in CrawlStatus}


def test_lists_of_the_manifest_are_those_that_there_are():
    lists = SKILL.split("In `crawl.json`, each URL", 1)[1].split("with a", 1)[0]
    assert set(re.findall(r"`([a-z_]+)`", lists)) <= set(get_type_hints(Manifest))
