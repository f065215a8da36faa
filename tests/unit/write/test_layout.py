import json

from getdocs.write.layout import laid_out
from getdocs.write.schema import Manifest


def manifest(**changes) -> Manifest:
    empty: Manifest = {
        "tool": {"name": "getdocs", "version": "1"},
        "started_at": "",
        "finished_at": "",
        "seeds": [],
        "truncated": False,
        "limit_reached": False,
        "page_count": 0,
        "counts": {
            "discovered": 0,
            "saved": 0,
            "redirected": 0,
            "duplicate": 0,
            "skipped": 0,
            "not_a_page": 0,
            "failed": 0,
            "pending": 0,
        },
        "warnings": [],
        "changes": [],
        "families": [],
        "outside": [],
        "listings": [],
        "coverage": {},
        "receipts": {"pages": 0, "whole": 0, "kinds": {}, "worst": []},
        "requests_by_host": [],
        "requests_by_kind": [],
        "nav": [],
        "reading_order": [],
        "pages": [],
        "errors": [],
        "shells": [],
        "skipped": [],
        "redirects": [],
        "duplicates": [],
        "not_pages": [],
        "broken_links": [],
        "media": [],
        "media_skipped": [],
        "pending": [],
    }
    return {**empty, **changes}


def leaf(title):
    return {"title": title, "url": None, "path": None, "children": []}


def pending(number):
    return {"url": f"https://h/{number}", "reason": "", "found_on": None}


HOP = {"url": "https://h/", "status": 404, "verdict": "final"}
FULL = manifest(
    seeds=["https://h/"],
    coverage={
        "nav": {
            "saved": 1,
            "claimed": 2,
            "missing": [{"url": "https://h/x", "title": "X", "reason": "http_404", "detail": ""}],
        },
        "sitemap": {"saved": 1, "claimed": 1, "missing": []},
    },
    nav=[{**leaf("Guide"), "children": [leaf("A"), {**leaf("B"), "children": [leaf("C")]}]}, leaf("API")],
    errors=[{"url": "https://h/x", "trail": [HOP, HOP]}],
    pending=[pending(number) for number in range(3)],
)


def lines(value):
    return laid_out(value).decode().splitlines()


def test_it_reads_back_as_it_was():
    assert json.loads(laid_out(FULL)) == FULL
    assert json.loads(laid_out(manifest())) == manifest()


def test_each_entry_of_a_list_stands_on_one_line():
    assert [json.loads(line.strip().rstrip(",")) for line in lines(FULL)[-5:-2]] == FULL["pending"]


def test_an_entry_with_a_trail_stands_on_one_line():
    (line,) = [line for line in lines(FULL) if "404" in line and "verdict" in line]
    assert json.loads(line) == FULL["errors"][0]


def test_each_page_that_is_missing_stands_on_one_line():
    assert lines(FULL)[lines(FULL).index('  "coverage": {') :][:5] == [
        '  "coverage": {',
        '    "nav": {"saved": 1, "claimed": 2, "missing": [',
        '      {"url": "https://h/x", "title": "X", "reason": "http_404", "detail": ""}',
        "    ]},",
        '    "sitemap": {"saved": 1, "claimed": 1, "missing": []}',
    ]


def test_each_node_of_the_nav_stands_on_a_line_indented_by_its_level():
    assert lines(FULL)[lines(FULL).index('  "nav": [') :][:8] == [
        '  "nav": [',
        '    {"title": "Guide", "url": null, "path": null, "children": [',
        '      {"title": "A", "url": null, "path": null, "children": []},',
        '      {"title": "B", "url": null, "path": null, "children": [',
        '        {"title": "C", "url": null, "path": null, "children": []}',
        "      ]}",
        "    ]},",
        '    {"title": "API", "url": null, "path": null, "children": []}',
    ]


def test_the_head_comes_before_all_that_may_be_long():
    long = manifest(pending=[pending(number) for number in range(1000)])
    long["ignore_robots"] = True  # entered last
    long["source"] = {"repository": "", "branch": "", "folder": "", "pages": 2, "evidence": []}
    long["chrome"] = {"blocks": 3, "pages": 9}
    assert list(json.loads("".join(lines(long)))) == list(Manifest.__annotations__)
    assert lines(long).index('  "pending": [') < 40


def test_what_is_invisible_is_escaped_and_what_utf_8_cannot_carry_is_replaced():
    text = laid_out(manifest(warnings=["\u202e\ud800 Größe 文"])).decode()
    assert '"\\u202e\ufffd Größe 文"' in text
