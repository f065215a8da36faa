"""What a site claims to have, in the Manifest: its tree, what its listings name, the families that were left out."""

import json

import pytest
from manifests import ALL_KINDS, CLAIMS, FACTS, SITE, a_row, built, saved

from getdocs.model import NavNode, PageFacts, Redirected, Saved
from getdocs.write.layout import laid_out


def nav_entry(url, rows):
    (entry,) = built(rows, nav=(NavNode("Label", url),))["nav"]
    return entry


@pytest.mark.parametrize(
    "link",
    ["/a", "/a/", "/A/../a", "/a#part", "/moved", "/moved/", "/a?ref=1", "/a?utm_source=x"],
)
def test_a_nav_link_leads_to_the_saved_page_whatever_its_spelling(link):
    assert nav_entry(SITE + link, ALL_KINDS) == {"title": "Label", "url": f"{SITE}/a", "path": "a.md", "children": []}


def test_a_nav_link_to_a_page_that_was_not_saved_keeps_its_url_and_has_no_path():
    assert nav_entry(f"{SITE}/gone", ALL_KINDS) == {
        "title": "Label",
        "url": f"{SITE}/gone",
        "path": None,
        "children": [],
    }


def test_a_nav_label_without_a_link_has_neither_url_nor_path():
    assert nav_entry(None, ALL_KINDS) == {"title": "Label", "url": None, "path": None, "children": []}


def test_an_exact_nav_link_wins_over_another_spelling():
    rows = [saved("/a"), a_row("/a/", Saved("a/index.md", "Slash", 200), facts=FACTS)]
    assert nav_entry(f"{SITE}/a", rows)["path"] == "a.md"
    assert nav_entry(f"{SITE}/a/", rows)["path"] == "a/index.md"


def test_redirects_that_go_round_lead_to_no_page():
    rows = [a_row("/x", Redirected(f"{SITE}/y", (301,))), a_row("/y", Redirected(f"{SITE}/x", (301,)))]
    assert nav_entry(f"{SITE}/x", rows)["path"] is None


def test_the_nav_keeps_its_nesting():
    nav = (NavNode("Guide", None, (NavNode("A", f"{SITE}/a", (NavNode("Deep", f"{SITE}/"),)),)),)
    (guide,) = built(ALL_KINDS, nav=nav)["nav"]
    assert guide["children"][0]["children"][0]["path"] == "index.md"


def test_a_nav_that_is_nested_without_end_keeps_every_node_and_can_be_read():
    node = NavNode("0", None)
    for level in range(1, 3000):
        node = NavNode(str(level), None, (node,))
    manifest = built([], nav=(node, NavNode("after", None)))
    titles, nodes = [], list(manifest["nav"])
    while nodes:
        entry = nodes.pop(0)
        titles.append(entry["title"])
        nodes[:0] = entry["children"]
    assert titles == [*map(str, range(2999, -1, -1)), "after"]
    assert json.loads(laid_out(manifest)) == manifest


FACTS_BESIDE = PageFacts("0" * 64, "", previous=f"{SITE}/", next=f"{SITE}/gone")


def test_coverage_is_measured_by_nav_neighbours_and_listings():
    rows = [*ALL_KINDS, saved("/b", facts=FACTS_BESIDE)]
    nav = (NavNode("Start", f"{SITE}/"), NavNode("A", f"{SITE}/moved"))
    gone = {"url": f"{SITE}/gone", "title": None, "reason": "http_404", "detail": "not there"}
    assert built(rows, nav=nav, site=CLAIMS)["coverage"] == {
        "nav": {"saved": 2, "claimed": 2, "missing": []},
        "prev_next": {"saved": 1, "claimed": 2, "missing": [gone]},
        "sitemap": {"saved": 1, "claimed": 2, "missing": [gone]},
    }


def test_a_site_that_claims_nothing_has_no_coverage():
    assert built(ALL_KINDS)["coverage"] == {}


def test_a_link_to_a_listing_is_no_claim_of_a_page():
    nav = (NavNode("A", f"{SITE}/a"), NavNode("For machines", f"{SITE}/llms.txt"))
    assert built(ALL_KINDS, nav=nav, site=CLAIMS)["coverage"]["nav"]["claimed"] == 1


def test_listings_are_named_with_what_came_of_them():
    assert built([], site=CLAIMS)["listings"] == [
        {"url": f"{SITE}/b.xml", "kind": "sitemap", "status": None, "urls": 0, "detail": "pending"},
        {"url": f"{SITE}/llms.txt", "kind": "llms_txt", "status": 404, "urls": 0, "detail": "not there"},
        {"url": f"{SITE}/sitemap.xml", "kind": "sitemap", "status": 200, "urls": 3, "detail": ""},
    ]


def test_families_that_were_left_out_are_named_with_the_ways_to_take_them_in():
    assert built([], site=CLAIMS)["families"] == [
        {
            "kind": "locale",
            "name": "ja",
            "prefix": f"{SITE}/ja/",
            "urls": 12,
            "take_in": f"--families all, or {SITE}/ja/ as a Seed",
        },
        {
            "kind": "version",
            "name": "v1",
            "prefix": f"{SITE}/v1/",
            "urls": 7,
            "take_in": f"--families all, or {SITE}/v1/ as a Seed",
        },
    ]
