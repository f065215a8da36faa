"""A crawl as JSON lines."""

import json

from fixtures.saved_crawl import SITE
from getdocs.model import Receipt
from getdocs.offline.export.copy import Copy
from getdocs.offline.export.records import records
from getdocs.write.jsonl import PageRecord
from getdocs.write.receipts import receipt_entry


def lines(crawl):
    return [json.loads(line) for line in records(Copy(crawl))]


def test_there_is_a_record_for_each_page_that_is_there_in_reading_order_and_the_manifest_comes_last(crawl):
    found = lines(crawl)
    assert [each.get("path") for each in found] == [
        "index.md",
        "guide/install.md",
        "guide/usage.md",
        "api.md",
        "extra.md",
        None,
    ]
    assert found[-1] == {"type": "manifest", **json.loads((crawl.output_dir / "crawl.json").read_bytes())}


def test_a_record_has_the_shape_of_those_that_a_crawl_prints(crawl):
    first = lines(crawl)[0]
    assert list(first) == list(PageRecord.__annotations__)
    markdown = first.pop("markdown")
    assert markdown.startswith("![logo](https://docs.example/logo.png)\n\n# Demo\n")
    assert first == {
        "type": "page",
        "url": f"{SITE}/",
        "path": "index.md",
        "title": "Demo",
        "status": 200,
        "depth": 1,
        "found_on": f"{SITE}/",
        "saved_at": "2025-05-01T10:00:00+00:00",
        "canonical": None,
        "receipt": receipt_entry(Receipt()),
    }


def test_links_between_pages_are_addresses_again(crawl):
    found = {each.get("path"): each.get("markdown") for each in lines(crawl)}
    assert f"[API]({SITE}/api#demo.run) [start]({SITE}/) [usage]({SITE}/guide/usage#usage)" in found["guide/install.md"]
    assert f"[self]({SITE}/guide/usage#install) [gone]({SITE}/gone#x)" in found["guide/usage.md"]
    assert "![pic](_media/docs.example/p.png)" in found["extra.md"]
