import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from manifests import ALL_KINDS, CLAIMS, FACTS, SITE, a_row, built, saved

from getdocs import __version__
from getdocs.config import CrawlConfig, RenderMode
from getdocs.errors import OutputError
from getdocs.model import (
    Chrome,
    Claim,
    Counts,
    Duplicate,
    Failed,
    FailReason,
    Family,
    FamilyCount,
    FamilyKind,
    Hop,
    Listing,
    ListingRead,
    ListingRow,
    NavNode,
    NotAPage,
    PageFacts,
    Receipt,
    Redirected,
    Row,
    Saved,
    Skipped,
    SkipReason,
    Tally,
)
from getdocs.read.shell import SHELL
from getdocs.write.coverage import SiteClaims
from getdocs.write.manifest import write_manifest


def test_the_counts_are_listed_and_add_up():
    assert built(ALL_KINDS)["counts"] == {
        "discovered": 8,
        "saved": 2,
        "redirected": 1,
        "duplicate": 1,
        "skipped": 1,
        "not_a_page": 1,
        "failed": 1,
        "pending": 1,
    }


def test_the_head_names_tool_times_and_seeds():
    manifest = built(ALL_KINDS)
    assert manifest["tool"] == {"name": "getdocs", "version": __version__}
    assert manifest["started_at"] == "2025-05-01T10:00:00+00:00"
    assert manifest["finished_at"] == "2025-05-01T10:01:00+00:00"
    assert manifest["seeds"] == [f"{SITE}/"]
    assert manifest["page_count"] == 2


def test_a_page_is_listed_with_path_and_title():
    assert built(ALL_KINDS)["pages"][1] == {
        "url": f"{SITE}/a",
        "path": "a.md",
        "title": "A",
        "status": 200,
        "depth": 1,
        "found_on": f"{SITE}/",
    }


def test_a_seed_was_found_nowhere():
    assert built(ALL_KINDS)["pages"][0]["found_on"] is None


def test_a_page_carries_what_is_odd_about_it():
    facts = PageFacts(
        "0" * 64, "", canonical=f"{SITE}/c", refused=("https://cdn.example/x.js",), unsettled=True, restored=3
    )
    page = built([saved("/a", facts=facts)])["pages"][0]
    assert page["canonical"] == f"{SITE}/c"
    assert page["refused"] == ["https://cdn.example/x.js"]
    assert page["unsettled"] is True
    assert page["restored"] == 3


def facts_with(receipt):
    return PageFacts("0" * 64, "", receipt=receipt)


def test_a_page_has_its_receipt_less_the_kinds_that_neither_side_has():
    receipt = Receipt(words=Tally(30, 29, 0), code=Tally(2, 2, 0))
    page = built([saved("/a", facts=facts_with(receipt))])["pages"][0]
    assert page["receipt"] == {"score": 0.9666, "kinds": {"words": [30, 29, 0], "code": [2, 2, 0]}}


def test_what_was_left_out_because_it_repeats_is_counted():
    chromes = (Chrome(("a", "b"), ("c",)), Chrome(("a",)), Chrome())
    rows = [saved(f"/{at}", facts=replace(FACTS, chrome=chrome)) for at, chrome in enumerate(chromes)]
    assert built(rows)["chrome"] == {"blocks": 3, "pages": 2}
    assert "chrome" not in built(rows[2:])


def test_the_receipts_are_added_up_over_the_crawl():
    whole, flawed = Receipt(words=Tally(30, 30, 0)), Receipt(words=Tally(10, 9, 1), images=Tally(1, 1, 0))
    rows = [saved("/a", facts=facts_with(whole)), saved("/b", facts=facts_with(flawed)), saved("/c")]
    receipts = built(rows)["receipts"]
    assert (receipts["pages"], receipts["whole"]) == (2, 1)
    assert receipts["kinds"] == {"words": [40, 39, 1], "images": [1, 1, 0]}


def test_the_worst_pages_are_named_the_worst_first_and_ten_at_the_most():
    rows = [
        saved(f"/p{kept:02}", facts=facts_with(Receipt(words=Tally(100, kept, 0))))
        for kept in (99, 20, *range(50, 60), 100)
    ]
    worst = built(rows)["receipts"]["worst"]
    assert worst[0] == {"url": f"{SITE}/p20", "path": "p20.md", "score": 0.2}
    assert [entry["score"] for entry in worst] == [0.2, *(kept / 100 for kept in range(50, 59))]


def test_a_page_that_has_lost_little_is_not_called_whole():
    receipt = Receipt(words=Tally(1_000_000, 999_999, 0))
    manifest = built([saved("/a", facts=facts_with(receipt))])
    assert manifest["pages"][0]["receipt"]["score"] == 0.9999
    assert manifest["receipts"]["whole"] == 0


TRAIL_ENTRY = [
    {"url": f"{SITE}/old", "status": 301, "verdict": "followed"},
    {"url": f"{SITE}/new", "status": None, "verdict": "out of scope"},
]


def test_an_error_is_listed_with_reason_attempts_and_trail():
    assert built(ALL_KINDS)["errors"] == [
        {
            "url": f"{SITE}/gone",
            "reason": "http_404",
            "status": 404,
            "detail": "not there",
            "attempts": 3,
            "found_on": f"{SITE}/",
            "trail": TRAIL_ENTRY,
        }
    ]


def test_a_skipped_url_is_listed_with_what_decided():
    assert built(ALL_KINDS)["skipped"] == [
        {
            "url": f"{SITE}/private",
            "reason": "robots",
            "detail": "Disallow: /private",
            "found_on": f"{SITE}/",
            "trail": TRAIL_ENTRY,
        }
    ]


def test_a_redirect_is_listed_with_both_ends():
    assert built(ALL_KINDS)["redirects"] == [
        {"from": f"{SITE}/moved", "to": f"{SITE}/a", "statuses": [301, 0], "trail": TRAIL_ENTRY}
    ]


def test_duplicates_other_files_and_pending_urls_are_listed():
    manifest = built(ALL_KINDS)
    assert manifest["duplicates"] == [{"url": f"{SITE}/a?ref=1", "of": f"{SITE}/a"}]
    assert manifest["not_pages"] == [
        {"url": f"{SITE}/x.pdf", "content_type": "application/pdf", "found_on": f"{SITE}/"}
    ]
    assert manifest["pending"] == [{"url": f"{SITE}/later", "reason": "interrupted", "found_on": f"{SITE}/"}]


@pytest.mark.parametrize(
    ("row", "truncated"),
    [
        (saved("/a"), False),
        (a_row("/a", None, pending_reason="limit"), True),
        (a_row("/a", Skipped(SkipReason.LIMIT)), True),
        (a_row("/a", Skipped(SkipReason.SCOPE)), False),
    ],
)
def test_a_crawl_that_left_something_out_for_its_limits_is_truncated(row, truncated):
    assert built([row])["truncated"] is truncated


def test_ignoring_robots_is_said():
    assert built([], config=CrawlConfig(seeds=(SITE,), ignore_robots=True))["ignore_robots"] is True


def test_obeying_robots_is_not_worth_a_word():
    assert "ignore_robots" not in built([])


def test_the_order_of_rows_does_not_matter():
    shuffled = random.Random(3).sample(ALL_KINDS, len(ALL_KINDS))
    order = (f"{SITE}/", f"{SITE}/a")
    assert built(shuffled, order=order) == built(ALL_KINDS, order=order)


def test_the_reading_order_is_kept():
    order = (f"{SITE}/a", f"{SITE}/")
    assert built(ALL_KINDS, order=order)["reading_order"] == [
        {"url": f"{SITE}/a", "path": "a.md", "title": "A"},
        {"url": f"{SITE}/", "path": "index.md", "title": "Index"},
    ]


@pytest.mark.parametrize(
    "order", [(), (f"{SITE}/a",), (f"{SITE}/a", f"{SITE}/", f"{SITE}/a"), (f"{SITE}/a", f"{SITE}/gone")]
)
def test_a_reading_order_that_misses_or_repeats_a_page_is_a_bug(order):
    with pytest.raises(AssertionError, match="Reading Order"):
        built(ALL_KINDS, order=order)


def test_counts_that_do_not_add_up_are_a_bug():
    with pytest.raises(AssertionError, match="do not add up"):
        built([saved("/a")], counts=Counts(2, 1, 0, 0, 0, 0, 0, 0))


def test_rows_that_are_missing_are_a_bug():
    with pytest.raises(AssertionError, match="do not agree"):
        built([saved("/a")], counts=Counts(2, 1, 0, 0, 0, 0, 1, 0))


def test_what_resumed_crawls_have_changed_is_passed_on():
    changes = [{"at": "2025-05-02T10:00:00+00:00", "setting": "depth", "was": None, "now": 3}]
    assert built([], changes=changes)["changes"] == changes


@pytest.mark.parametrize("limit_reached", [True, False])
def test_whether_the_limit_ended_the_crawl_is_said(limit_reached):
    assert built([], limit_reached=limit_reached)["limit_reached"] is limit_reached


def test_no_credentials_reach_the_manifest():
    site = "https://user:secret@docs.example"
    trail = (Hop(f"{site}/h", 301, f"led to {site}/v"),)
    facts = PageFacts("0" * 64, "", canonical=f"{site}/c", refused=(f"{site}/r.js",))
    rows = [
        Row(f"{site}/", 0, f"{site}/f", False, 1, Saved("index.md", "", 200), facts=facts),
        Row(f"{site}/1", 0, f"{site}/f", False, 1, Redirected(f"{site}/t", (301,), trail)),
        Row(f"{site}/2", 0, f"{site}/f", False, 1, Duplicate(f"{site}/t")),
        Row(f"{site}/3", 0, f"{site}/f", False, 1, Skipped(SkipReason.SCOPE, f"led to {site}/d", trail)),
        Row(f"{site}/4", 0, f"{site}/f", False, 1, NotAPage("image/png", trail)),
        Row(f"{site}/5", 0, f"{site}/f", False, 1, Failed(FailReason.TIMEOUT, None, f"{site}/d", trail)),
        Row(f"{site}/6", 0, f"{site}/f", False, 1, None, pending_reason=f"{site}/ is quiet"),
        Row("https://user:secret@docs.example:99999/", 0, "", False, 1, None),
    ]
    nav = (NavNode("N", f"{site}/n"), NavNode("S", f"{site}/"))
    claims = SiteClaims(
        listings=(ListingRow(f"{site}/sitemap.xml", Listing.SITEMAP, "", ListingRead(None, detail=f"{site}/d")),),
        claims=(Claim(f"{site}/5", Listing.SITEMAP, ""), Claim(f"{site}/x", Listing.SITEMAP, "")),
        families=(FamilyCount(Family(FamilyKind.LOCALE, "ja", f"{site}/ja/"), 1),),
    )
    config = CrawlConfig(seeds=(f"{site}/",))
    manifest = built(rows, nav=nav, config=config, warnings=(f"{site}/w",), site=claims)
    assert "secret" not in json.dumps(manifest)


def test_the_file_is_utf_8_and_reads_back_as_the_manifest(tmp_path: Path):
    manifest = built([a_row("/a", Saved("a.md", "Größe 文 😀 \x9b\u202e\x1b", 200), facts=FACTS)])
    write_manifest(tmp_path, manifest)
    text = (tmp_path / "crawl.json").read_text(encoding="utf-8")
    assert json.loads(text) == manifest
    assert "Größe 文 😀" in text
    assert text.endswith("}\n")


def test_nothing_invisible_stands_raw_in_the_file(tmp_path: Path):
    write_manifest(tmp_path, built([a_row("/a", Saved("a.md", "\x9b\u202e\x1b\x7f", 200), facts=FACTS)]))
    text = (tmp_path / "crawl.json").read_text(encoding="utf-8")
    assert text.replace("\n", "").isprintable()


def test_the_file_is_the_same_twice(tmp_path: Path):
    write_manifest(tmp_path, built(ALL_KINDS, site=CLAIMS))
    first = (tmp_path / "crawl.json").read_bytes()
    write_manifest(tmp_path, built(ALL_KINDS, site=CLAIMS))
    assert (tmp_path / "crawl.json").read_bytes() == first


def test_a_manifest_that_cannot_be_written_names_the_file(tmp_path: Path):
    with pytest.raises(OutputError, match=r"gone/crawl\.json"):
        write_manifest(tmp_path / "gone", built([]))


def shell(path):
    return a_row(path, Failed(FailReason.EMPTY, 200, f"{SHELL}<div id=app> is empty"))


@pytest.mark.parametrize(("render", "rendered"), [("always", True), ("auto", True), ("never", False)])
def test_shells_are_listed_beside_the_errors_that_they_are(render, rendered):
    rows = [saved("/"), shell("/b"), shell("/a"), a_row("/c", Failed(FailReason.EMPTY, 200, "no text on the page"))]
    manifest = built(rows, config=CrawlConfig(seeds=(SITE,), render=RenderMode(render)))
    assert manifest["shells"] == [
        {"url": f"{SITE}{path}", "detail": "<div id=app> is empty", "rendered": rendered, "found_on": f"{SITE}/"}
        for path in ("/a", "/b")
    ]
    assert len(manifest["errors"]) == 3
