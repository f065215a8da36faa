"""docs/manifest.schema.json: it is what the types say, and what a Manifest keeps to."""

import json

import pytest
from jsonschema import Draft202012Validator

from fixtures.manifest import FILE, flaws
from fixtures.saved_crawl import write_crawl, write_eventful_crawl
from getdocs.write.manifest import FILE_NAME
from scripts import manifest_schema


@pytest.fixture(scope="module")
def manifest(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crawl")
    write_eventful_crawl(folder)
    return json.loads((folder / FILE_NAME).read_bytes())


def test_file_is_made_from_the_types():
    assert FILE.read_text(encoding="utf-8") == manifest_schema.text(), "run python scripts/manifest_schema.py"


def test_it_is_a_schema():
    Draft202012Validator.check_schema(manifest_schema.schema())


def test_manifest_with_all_there_is_fits(manifest):
    assert flaws(manifest) == []


def test_manifest_of_a_small_crawl_fits(tmp_path):
    write_crawl(tmp_path, {"/": "# Home\n"})
    assert flaws(json.loads((tmp_path / FILE_NAME).read_bytes())) == []


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda it: it.pop("nav"), "$: 'nav' is a required property"),
        (lambda it: it.update(extra=1), "$: Additional properties"),
        (lambda it: it["pages"][0].update(status="200"), "$.pages[0].status: "),
        (lambda it: it["coverage"].update(elsewhere={"saved": 0, "claimed": 0, "missing": []}), "$.coverage: "),
        (lambda it: it["nav"].append({"title": "A", "url": None, "path": None, "children": [{}]}), "$.nav["),
    ],
)
def test_what_does_not_fit_is_noticed(manifest, change, place):
    changed = json.loads(json.dumps(manifest))
    change(changed)
    assert any(flaw.startswith(place) for flaw in flaws(changed)), flaws(changed)
