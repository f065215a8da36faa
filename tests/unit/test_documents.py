"""What the documents show can be typed as it stands: each command line is one that getdocs takes, each link leads somewhere."""

import re
from pathlib import Path

import pytest
import yaml

from fixtures.commands import commands_in, parsed

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "skills").rglob("*.md")})
COMMANDS = [(file.name, command) for file in DOCUMENTS for command in commands_in(file.read_text(encoding="utf-8"))]
WORKFLOWS = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in (ROOT / "docs" / "examples").glob("*.yml")]
STEPS = [
    line
    for workflow in WORKFLOWS
    for job in workflow["jobs"].values()
    for step in job["steps"]
    for line in step.get("run", "").splitlines()
    if line.startswith("getdocs ")
]
PROGRAMS = [
    code
    for file in DOCUMENTS
    for code in re.findall(r"^```python\n(.*?)^```", file.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
]
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")


@pytest.mark.parametrize(("_file", "command"), COMMANDS)
def test_command_of_a_document_is_taken_as_it_stands(_file, command):
    parsed(command)


def test_an_option_that_there_is_not_is_noticed():
    with pytest.raises(Exception, match="--no-such-option"):
        parsed("getdocs crawl https://docs.example.com/ --no-such-option")


def test_commands_are_found_in_blocks():
    assert commands_in("```console\n$ make demo\n$ getdocs crawl \\\n  URL\nsaved\n```\n") == ["getdocs crawl    URL"]


@pytest.mark.parametrize("step", STEPS)
def test_command_of_a_workflow_is_taken_as_it_stands(step):
    parsed(step)


def test_workflow_has_commands():
    assert len(STEPS) >= 3


@pytest.mark.parametrize("code", PROGRAMS)
def test_program_of_a_document_is_python(code):
    compile(code, "document", "exec")


def test_image_takes_in_all_that_its_build_copies():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    taken = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert set(" ".join(copied).split()) == taken
    assert all((ROOT / name).exists() for name in taken)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_between_documents_lead_somewhere(file):
    prose = re.sub(r"```.*?```|`[^`]*`", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [link for link in LINK.findall(prose) if not (file.parent / link).exists()] == []
