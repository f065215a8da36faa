"""The probes that every converter is measured with, where they are at hand."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from getdocs.model import Response
from getdocs.read.reader import read_page
from getdocs.read.static import snapshot_of

FOLDER = Path(__file__).parents[4] / "shared" / "cases"
PROBES = FOLDER / "markdown.jsonl"


def probes() -> list[object]:
    if not PROBES.is_file():
        return [pytest.param({}, id="none", marks=pytest.mark.skip(reason="the shared probes are not at hand"))]
    lines = PROBES.read_text(encoding="utf-8").splitlines()
    return [pytest.param(probe, id=probe["id"]) for probe in map(json.loads, lines)]


def checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_markdown", FOLDER / "check_markdown.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("probe", probes())
def test_a_probe_holds(probe: dict[str, object]) -> None:
    check = checker()
    response = Response(str(probe["url"]), 200, (), str(probe["html"]).encode())
    markdown = read_page(snapshot_of(response)).markdown
    parsed = check.parse(markdown)
    assert [wrong for expected in probe["expect"] if (wrong := check.check(markdown, expected, parsed))] == []
