import json
import random
from pathlib import Path

import pytest

from getdocs import __version__
from getdocs.config import CrawlConfig
from getdocs.errors import OutputError
from getdocs.model import (
    Counts,
    Duplicate,
    Failed,
    FailReason,
    Hop,
    NavNode,
    NotAPage,
    PageFacts,
    Redirected,
    Row,
    Saved,
    Skipped,
    SkipReason,
)
from getdocs.write.manifest import Manifest, build_manifest, write_manifest
from getdocs.write.summary import LostSeed, Tally, summary_of

SITE = "https://docs.example"
TRAIL = (Hop(f"{SITE}/old", 301, "followed"), Hop(f"{SITE}/new", None, "out of scope"))
FACTS = PageFacts(content_hash="0" * 64, saved_at="2025-05-01T10:00:00+00:00")


def a_row(path, outcome, **changes) -> Row:
    facts = {"depth": 1, "found_on": f"{SITE}/", "seed": False, "attempts": 1}
    return Row(**{"url": SITE + path, "outcome": outcome, **facts, **changes})


def saved(path, *, facts=FACTS, **changes) -> Row:
    name = path.strip("/") or "index"
    return a_row(path, Saved(f"{name}.md", name.title(), 200), facts=facts, **changes)


def counts_of(rows) -> Counts:
    kinds = [type(row.outcome) for row in rows]
    return Counts(
        discovered=len(rows),
        saved=kinds.count(Saved),
        redirected=kinds.count(Redirected),
        duplicate=kinds.count(Duplicate),
        skipped=kinds.count(Skipped),
        not_a_page=kinds.count(NotAPage),
        failed=kinds.count(Failed),
        pending=kinds.count(type(None)),
    )


def built(rows, *, nav=(), order=None, config=None, warnings=(), counts=None) -> Manifest:
    return build_manifest(
        rows,
        counts or counts_of(rows),
        nav,
        tuple(row.url for row in rows if isinstance(row.outcome, Saved)) if order is None else order,
        config or CrawlConfig(seeds=(f"{SITE}/",)),
        started_at="2025-05-01T10:00:00+00:00",
        finished_at="2025-05-01T10:01:00+00:00",
        warnings=warnings,
    )


ALL_KINDS = [
    saved("/", depth=0, found_on="", seed=True),
    saved("/a"),
    a_row("/moved", Redirected(f"{SITE}/a", (301, 0), TRAIL)),
    a_row("/a?ref=1", Duplicate(f"{SITE}/a")),
    a_row("/private", Skipped(SkipReason.ROBOTS, "Disallow: /private", TRAIL)),
    a_row("/x.pdf", NotAPage("application/pdf")),
    a_row("/gone", Failed(FailReason.HTTP, 404, "not there", TRAIL), attempts=3),
    a_row("/later", None, pending_reason="interrupted"),
]


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
    facts = PageFacts("0" * 64, "", canonical=f"{SITE}/c", refused=("https://cdn.example/x.js",), unsettled=True)
    page = built([saved("/a", facts=facts)])["pages"][0]
    assert page["canonical"] == f"{SITE}/c"
    assert page["refused"] == ["https://cdn.example/x.js"]
    assert page["unsettled"] is True


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
    manifest = built(rows, nav=nav, config=CrawlConfig(seeds=(f"{site}/",)), warnings=(f"{site}/w",))
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
    write_manifest(tmp_path, built(ALL_KINDS))
    first = (tmp_path / "crawl.json").read_bytes()
    write_manifest(tmp_path, built(ALL_KINDS))
    assert (tmp_path / "crawl.json").read_bytes() == first


def test_a_manifest_that_cannot_be_written_names_the_file(tmp_path: Path):
    with pytest.raises(OutputError, match=r"gone/crawl\.json"):
        write_manifest(tmp_path / "gone", built([]))


def test_the_summary_is_one_line():
    assert summary_of(built(ALL_KINDS)).text == (
        "2 pages saved, 1 error (http_404 1), 1 skipped (robots 1), 1 redirected, 1 duplicate, 1 not a page, "
        "1 pending (interrupted 1); truncated"
    )


def test_the_summary_of_a_clean_crawl_is_short():
    assert summary_of(built([saved("/a")])).text == "1 page saved, 0 errors"


def test_the_summary_counts_reasons_most_frequent_first():
    rows = [
        a_row("/1", Failed(FailReason.TIMEOUT)),
        a_row("/2", Failed(FailReason.TLS)),
        a_row("/3", Failed(FailReason.TLS)),
        a_row("/4", Failed(FailReason.CONNECTION)),
    ]
    assert summary_of(built(rows)).error_reasons == (Tally("tls", 2), Tally("connection", 1), Tally("timeout", 1))


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Skipped(SkipReason.ROBOTS, "Disallow: /"), "robots (Disallow: /)"),
        (Failed(FailReason.HTTP, 503), "http_503"),
        (NotAPage("image/png"), "not a page (image/png)"),
        (None, "pending (limit)"),
    ],
)
def test_a_seed_that_came_to_nothing_names_its_reason(outcome, reason):
    rows = [a_row("/", outcome, seed=True, found_on="", pending_reason="limit")]
    assert summary_of(built(rows)).lost_seeds == (LostSeed(f"{SITE}/", reason),)


def test_a_seed_is_followed_to_where_it_led():
    rows = [
        a_row("/", Redirected("https://elsewhere.example/", (301,)), seed=True),
        Row("https://elsewhere.example/", 0, f"{SITE}/", False, 1, Skipped(SkipReason.SCOPE)),
    ]
    assert summary_of(built(rows)).text.endswith(f"; Seed {SITE}/ came to nothing: scope")


def test_a_seed_that_was_saved_is_not_lost():
    assert summary_of(built(ALL_KINDS)).lost_seeds == ()


def test_seeds_that_lead_to_each_other_do_not_hang_the_summary():
    rows = [a_row("/", Redirected(f"{SITE}/b", (301,))), a_row("/b", Redirected(f"{SITE}/", (301,)))]
    assert summary_of(built(rows)).lost_seeds == ()
