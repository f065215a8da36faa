"""What the documents show can be typed as it stands: each command line is one that getdocs takes, each link leads somewhere."""

import re
from pathlib import Path

import pytest

from fixtures.commands import commands_in, parsed

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "skills").rglob("*.md")})
COMMANDS = [(file.name, command) for file in DOCUMENTS for command in commands_in(file.read_text(encoding="utf-8"))]
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")


@pytest.mark.parametrize(("_file", "command"), COMMANDS)
def test_command_of_a_document_is_taken_as_it_stands(_file, command):
    parsed(command)


def test_an_option_that_there_is_not_is_noticed():
    with pytest.raises(Exception, match="--no-such-option"):
        parsed("getdocs crawl https://docs.example.com/ --no-such-option")


def test_commands_are_found_in_blocks():
    assert commands_in("```console\n$ make demo\n$ getdocs crawl \\\n  URL\nsaved\n```\n") == ["getdocs crawl    URL"]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_between_documents_lead_somewhere(file):
    prose = re.sub(r"```.*?```|`[^`]*`", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [link for link in LINK.findall(prose) if not (file.parent / link).exists()] == []
