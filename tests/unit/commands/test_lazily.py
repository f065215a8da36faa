"""What a command loads before it does anything: seen in a process of its own, since this one has loaded everything."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys, typer.main
from getdocs.cli import app
command = typer.main.get_command(app).commands[{name!r}]
print(command.name, *(name for name in ("aiohttp", "playwright", "lxml") if name in sys.modules))
"""


@pytest.mark.parametrize(
    ("name", "loaded"), [("crawl", ["aiohttp", "lxml"]), ("search", []), ("convert", ["lxml"]), ("init", None)]
)
def test_a_command_loads_what_it_needs_and_no_browser_before_one_is_wanted(name, loaded):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(name=name)], capture_output=True, text=True, check=True, timeout=60
    )
    command, *found = done.stdout.split()
    assert command == name
    assert "playwright" not in found
    if loaded is not None:
        assert found == loaded
