"""No setting without a reader: an option that does nothing is not offered."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest

import getdocs
from getdocs.config import CrawlConfig

PACKAGE = Path(getdocs.__file__).parent
TALK = {PACKAGE / "cli.py", PACKAGE / "config.py", *(PACKAGE / "commands").glob("*.py")}


@pytest.fixture(scope="module")
def read():
    """The names of all attributes that the stages read of something called config, and the settings named for resuming."""
    names = set()
    for file in set(PACKAGE.rglob("*.py")) - TALK:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                owner = node.value
                owner_name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
                if owner_name in {"config", "_config"}:
                    names.add(node.attr)
    return names


@pytest.mark.parametrize("name", [field.name for field in fields(CrawlConfig)])
def test_every_setting_is_read_outside_of_the_command_line(read, name):
    assert name in read
