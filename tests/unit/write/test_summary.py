from dataclasses import replace

import pytest
from manifests import SITE, counts_of

from getdocs.config import CrawlConfig, RenderMode
from getdocs.model import (
    Chrome,
    Claim,
    Duplicate,
    Failed,
    FailReason,
    Family,
    FamilyCount,
    FamilyKind,
    Hop,
    Listing,
    NavNode,
    NotAPage,
    PageFacts,
    Receipt,
    Redirected,
    Row,
    Saved,
    Skipped,
    SkipReason,
)
from getdocs.model import Tally as Tallied
from getdocs.read.shell import SHELL
from getdocs.write.coverage import SiteClaims
from getdocs.write.manifest import build_manifest
from getdocs.write.summary import Covered, LostSeed, Missing, Summary, Tally, summary_of


def row(path, outcome, reason="") -> Row:
    facts = PageFacts("0" * 64, "") if isinstance(outcome, Saved) else None
    return Row(SITE + path, 1, f"{SITE}/", False, 1, outcome, pending_reason=reason, facts=facts)


def saved(path) -> Row:
    return row(path, Saved(f"{path.strip('/') or 'index'}.md", "", 200))


def summary(rows, *, nav=(), render=RenderMode.ALWAYS, **more) -> Summary:
    order = tuple(each.url for each in rows if isinstance(each.outcome, Saved))
    nodes = tuple(NavNode(f"Title of {path}", SITE + path) for path in nav)
    config = CrawlConfig(seeds=(f"{SITE}/",), render=render)
    return summary_of(
        build_manifest(rows, counts_of(rows), nodes, order, config, started_at="", finished_at="", **more)
    )


ALL_KINDS = [
    saved("/"),
    saved("/a"),
    row("/moved", Redirected(f"{SITE}/a", (301,))),
    row("/a?ref=1", Duplicate(f"{SITE}/a")),
    row("/private", Skipped(SkipReason.ROBOTS)),
    row("/x.pdf", NotAPage("application/pdf")),
    row("/gone", Failed(FailReason.HTTP, 404)),
    row("/later", None, "asked for quiet"),
]

# --- the line


def test_the_summary_is_one_line():
    assert summary(ALL_KINDS).text == (
        "2 pages saved, 1 error (http_404 1), 1 skipped (robots 1), 1 redirected, 1 duplicate, 1 not a page, "
        "1 pending (asked for quiet 1); truncated"
    )


def test_the_summary_of_a_clean_crawl_is_short():
    assert summary([saved("/a")]).text == "1 page saved, 0 errors"


def test_the_line_says_how_much_of_what_the_site_names_was_saved():
    claims = [Claim(f"{SITE}{path}", Listing.SITEMAP, "") for path in ("/a", "/gone", "/never")]
    claims.append(Claim(f"{SITE}/a", Listing.LLMS_TXT, ""))
    told = summary(ALL_KINDS, nav=("/", "/moved"), site=SiteClaims(claims=claims))
    assert told.coverage == (Covered("nav", 2, 2), Covered("llms_txt", 1, 1), Covered("sitemap", 1, 3))
    assert told.text.endswith("; nav 2/2, llms.txt 1/1, sitemap 1/3; truncated")


def test_of_a_crawl_that_its_limit_has_ended_the_line_says_how_to_go_on():
    assert summary(ALL_KINDS, limit_reached=True).text.endswith("; truncated by --limit: --resume --limit 0 goes on")


def family(kind, name, urls):
    return FamilyCount(Family(kind, name, f"{SITE}/{name}/"), urls)


def test_the_line_names_the_families_that_were_left_out_the_largest_first():
    families = [family(FamilyKind.LOCALE, name, urls) for name, urls in (("de", 4), ("ja", 12), ("ko", 30), ("zh", 12))]
    told = summary([saved("/")], site=SiteClaims(families=(*families, family(FamilyKind.VERSION, "v1", 9))))
    assert told.text == (
        "1 page saved, 0 errors; left out 4 languages (ko 30, ja 12, zh 12 and 1 more) and 1 version (v1 9): "
        "--families all takes them in"
    )


@pytest.mark.parametrize(("linked", "told"), [(4, False), (5, True)])
def test_a_seed_that_was_too_narrow_is_told_with_what_takes_in_what_it_links_to(linked, told):
    beside = FamilyCount(Family(FamilyKind.OUTSIDE, f"{SITE}/", f"{SITE}/"), linked)
    hint = f"most links lead out of the Scope, {linked} of them to {SITE}/: {SITE}/ as a Seed takes them in"
    assert (hint in summary([saved("/docs/intro")], site=SiteClaims(families=[beside])).text) is told


def test_a_few_links_to_the_rest_of_a_site_say_nothing_of_the_seed():
    beside = FamilyCount(Family(FamilyKind.OUTSIDE, f"{SITE}/", f"{SITE}/"), 9)
    rows = [saved(f"/docs/{number}") for number in range(5)]
    assert "Scope" not in summary(rows, site=SiteClaims(families=[beside])).text


def receipted(path, kept) -> Row:
    receipt = Receipt(words=Tallied(expected=100, kept=kept))
    return replace(saved(path), facts=PageFacts("0" * 64, "", receipt=receipt))


def test_pages_that_are_not_whole_are_counted_and_the_worst_is_named():
    told = summary([receipted("/a", 100), receipted("/b", 50), receipted("/c", 75)])
    assert told.text == "3 pages saved, 0 errors; whole 1/3 (worst b.md 0.50: getdocs verify says what is missing)"
    assert "whole" not in summary([receipted("/a", 100)]).text


def test_the_line_says_what_was_left_out_because_all_pages_repeat_it():
    rows = [replace(saved(f"/{at}"), facts=PageFacts("0" * 64, "", chrome=Chrome(("a", "b")))) for at in range(6)]
    assert summary(rows).text == "6 pages saved, 0 errors; left out of 6 pages 2 blocks that stand on nearly all"


def test_an_only_page_that_has_no_link_but_buttons_is_no_whole_documentation():
    only = replace(saved("/"), facts=PageFacts("0" * 64, "", unlinked=True))
    assert summary([only]).incomplete
    assert summary([only]).alarm == (
        f"INCOMPLETE: {SITE}/ is the only page, with things to click but no link: where its scripts lead is not known",
    )
    assert not summary([only, row("/x.pdf", NotAPage("application/pdf"))]).incomplete


def test_the_summary_counts_reasons_most_frequent_first():
    rows = [
        row("/1", Failed(FailReason.TIMEOUT)),
        row("/2", Failed(FailReason.TLS)),
        row("/3", Failed(FailReason.TLS)),
        row("/4", Failed(FailReason.CONNECTION)),
    ]
    assert summary(rows).error_reasons == (Tally("tls", 2), Tally("connection", 1), Tally("timeout", 1))


# --- Seeds


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
    assert summary([row("/", outcome, "limit")]).lost_seeds == (LostSeed(f"{SITE}/", reason),)


def test_a_seed_is_followed_to_where_it_led():
    rows = [
        row("/", Redirected("https://elsewhere.example/", (301,))),
        Row("https://elsewhere.example/", 0, f"{SITE}/", False, 1, Skipped(SkipReason.SCOPE)),
    ]
    assert summary(rows).text.endswith(f"; Seed {SITE}/ came to nothing: scope")


def test_a_seed_that_was_saved_is_not_lost():
    assert summary(ALL_KINDS).lost_seeds == ()


def test_seeds_that_lead_to_each_other_do_not_hang_the_summary():
    rows = [row("/", Redirected(f"{SITE}/b", (301,))), row("/b", Redirected(f"{SITE}/", (301,)))]
    assert summary(rows).lost_seeds == ()


# --- complete or not

PATHS = [f"/{number}" for number in range(1, 14)]


def of_thirteen(lost, outcome, reason="", **more):
    """A sidebar of 13 pages; the last `lost` of them came to `outcome`."""
    rows = [saved(path) for path in PATHS[: 13 - lost]] + [row(path, outcome, reason) for path in PATHS[13 - lost :]]
    return summary(rows, nav=PATHS, **more)


LOOP = Failed(FailReason.REDIRECT_LOOP)


def test_a_crawl_with_the_whole_navigation_is_complete():
    told = of_thirteen(0, None)
    assert not told.incomplete
    assert told.alarm == ()


def test_a_crawl_that_saved_3_of_13_pages_of_the_sidebar_shouts():
    told = of_thirteen(10, LOOP)
    assert told.incomplete
    assert told.alarm == (
        "INCOMPLETE: missing are 10 of 13 pages in the site's navigation:",
        *(f"  redirect_loop: {SITE}{path} (Title of {path})" for path in PATHS[3:]),
        "--retry-failed tries again what failed",
    )


def test_more_than_ten_missing_pages_are_counted():
    alarm = of_thirteen(12, LOOP).alarm
    assert alarm[11] == "  and 2 more: see coverage in crawl.json"


def test_what_was_never_met_is_missing_and_can_be_named():
    told = summary([saved(path) for path in PATHS[:5]], nav=PATHS)
    assert told.missing[0] == Missing(f"{SITE}/6", "Title of /6", "not_discovered")
    assert told.alarm[-1] == "no page that was saved links to what was not discovered: name it as a Seed"


@pytest.mark.parametrize(
    ("lost", "claimed", "incomplete"), [(1, 2, False), (2, 19, True), (2, 20, False), (3, 29, True), (3, 30, False)]
)
def test_less_than_nine_tenths_with_two_lost_at_least_is_incomplete(lost, claimed, incomplete):
    paths = [f"/{number}" for number in range(claimed)]
    rows = [saved(path) for path in paths[lost:]] + [row(path, LOOP) for path in paths[:lost]]
    assert summary(rows, nav=paths).incomplete is incomplete


@pytest.mark.parametrize(
    "outcome",
    [
        Failed(FailReason.HTTP, 404),
        Failed(FailReason.TIMEOUT),
        Skipped(SkipReason.ROBOTS_UNREACHABLE),
        Skipped(SkipReason.TRAP, "as /x", (Hop(f"{SITE}/a", 200, "final"),)),
        Skipped(SkipReason.TRAP, "more than 1000 URLs like docs.example/*"),
    ],
)
def test_what_was_to_be_had_and_was_not_makes_a_crawl_incomplete(outcome):
    assert of_thirteen(10, outcome).incomplete


@pytest.mark.parametrize(
    "reason", sorted(set(SkipReason) - {SkipReason.ROBOTS_UNREACHABLE, SkipReason.SCOPE, SkipReason.TRAP})
)
def test_what_was_kept_out_on_purpose_does_not(reason):
    told = of_thirteen(10, Skipped(reason))
    assert not told.incomplete
    assert told.coverage == (Covered("nav", 3, 13),)


def test_what_was_kept_out_on_purpose_does_not_count_as_saved_either():
    rows = [saved("/1"), *(row(path, Skipped(SkipReason.ROBOTS)) for path in PATHS[3:]), row("/2", LOOP)]
    told = summary([*rows, row("/3", LOOP)], nav=PATHS)
    assert told.alarm[0] == "INCOMPLETE: missing are 2 of 3 pages in the site's navigation:"


def test_a_crawl_that_follows_no_links_does_not_miss_what_links_lead_to():
    told = summary([saved("/1")], nav=PATHS, site=SiteClaims(follows_links=False))
    assert not told.incomplete


def test_what_the_limit_or_a_stop_left_over_does_not_make_a_crawl_incomplete():
    assert not of_thirteen(10, None).incomplete


def test_a_host_that_was_given_up_makes_a_crawl_incomplete():
    told = summary([saved("/1"), row("/2", None, "http_503"), row("/3", None, "http_503")])
    assert told.given_up == (Tally("http_503", 2),)
    assert told.alarm == (
        "INCOMPLETE: pending are 2 URLs of a host that was given up: http_503",
        "--resume asks for what is pending",
    )


def test_pages_of_the_navigation_that_wait_for_a_host_that_was_given_up_are_missing():
    told = of_thirteen(10, None, "http_503")
    assert told.alarm[1] == f"  pending (http_503): {SITE}/4 (Title of /4)"


def test_what_was_put_off_when_the_limit_was_reached_is_not_given_up():
    told = of_thirteen(10, None, "http_503", limit_reached=True)
    assert not told.incomplete
    assert told.missing == ()


# --- Shells


def shells(count):
    return [row(f"/shell/{each}", Failed(FailReason.EMPTY, 200, f"{SHELL}it is empty")) for each in range(count)]


@pytest.mark.parametrize(
    ("render", "clause"),
    [
        ("never", "2 shells (no script has run: --render always)"),
        ("always", "2 shells (empty though their scripts have run)"),
    ],
)
def test_the_line_says_how_many_shells_there_are_and_what_to_do(render, clause):
    told = summary([saved("/a"), saved("/b"), *shells(2)], render=RenderMode(render))
    assert told.text == f"2 pages saved, 2 errors (empty 2); {clause}"


@pytest.mark.parametrize(
    ("pages", "count", "incomplete"), [(0, 1, False), (0, 2, True), (1, 2, True), (2, 2, False), (9, 3, False)]
)
def test_a_crawl_of_more_shells_than_pages_is_incomplete(pages, count, incomplete):
    told = summary([*(saved(f"/{each}") for each in range(pages)), *shells(count)])
    assert told.incomplete is incomplete
    assert bool(told.alarm) is incomplete


def test_the_alarm_says_how_to_get_what_shells_lack():
    rows = [saved("/"), *shells(3)]
    assert summary(rows, render=RenderMode.NEVER).alarm == (
        "INCOMPLETE: 3 shells to 1 page: see shells in crawl.json",
        "--resume --force --render always has the scripts of the shells run",
    )
    assert summary(rows).alarm == ("INCOMPLETE: 3 shells to 1 page: see shells in crawl.json",)
