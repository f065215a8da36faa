from getdocs.model import (
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
    Redirected,
    Row,
    Saved,
    Skipped,
    SkipReason,
)
from getdocs.write.coverage import SiteClaims, coverage_of
from getdocs.write.index import Index

SITE = "https://docs.example"


def row(path, outcome, reason="") -> Row:
    return Row(SITE + path, 1, f"{SITE}/", False, 1, outcome, pending_reason=reason)


def saved(path) -> Row:
    return row(path, Saved(f"{path.strip('/') or 'index'}.md", "", 200))


def coverage(*rows, nav=(), neighbours=(), sitemap=(), llms_txt=(), **site):
    index = Index()
    for each in rows:
        index.add(each)
    claims = [Claim(SITE + path, Listing.SITEMAP, f"{SITE}/sitemap.xml") for path in sitemap]
    claims += [Claim(SITE + path, Listing.LLMS_TXT, f"{SITE}/llms.txt") for path in llms_txt]
    nodes = tuple(NavNode(f"Title of {path}", SITE + path) for path in nav)
    return coverage_of(nodes, [SITE + path for path in neighbours], SiteClaims(claims=claims, **site), index)


def numbers(entry):
    return entry["saved"], entry["claimed"]


def missing(path, reason, detail="", title=None):
    return {"url": SITE + path, "title": title, "reason": reason, "detail": detail}


def test_a_site_whose_every_page_was_saved_is_covered_by_every_source():
    rows = [saved(path) for path in ("/", "/a", "/b")]
    assert coverage(*rows, nav=("/", "/a"), neighbours=("/b",), sitemap=("/", "/b"), llms_txt=("/a",)) == {
        "nav": {"saved": 2, "claimed": 2, "missing": []},
        "prev_next": {"saved": 1, "claimed": 1, "missing": []},
        "llms_txt": {"saved": 1, "claimed": 1, "missing": []},
        "sitemap": {"saved": 2, "claimed": 2, "missing": []},
    }


def test_a_source_that_the_site_does_not_have_is_left_out():
    assert list(coverage(saved("/"), sitemap=("/",))) == ["sitemap"]


def test_what_is_missing_is_named_with_what_it_came_to():
    assert coverage(
        saved("/a"),
        row("/b", Failed(FailReason.HTTP, 404, "gone")),
        row("/c", Skipped(SkipReason.ROBOTS, "Disallow: /c")),
        row("/d", Skipped(SkipReason.DEPTH, "3 links away")),
        row("/e", None, "asked for quiet"),
        sitemap=("/f", "/e", "/d", "/c", "/b", "/a"),
    ) == {
        "sitemap": {
            "saved": 1,
            "claimed": 6,
            "missing": [
                missing("/b", "http_404", "gone"),
                missing("/c", "robots", "Disallow: /c"),
                missing("/d", "depth", "3 links away"),
                missing("/e", "pending", "asked for quiet"),
                missing("/f", "not_discovered"),
            ],
        }
    }


def test_what_the_nav_misses_stands_in_its_order_with_its_titles():
    entry = coverage(saved("/a"), nav=("/z", "/a", "/m"))["nav"]
    assert entry["missing"] == [
        missing("/z", "not_discovered", title="Title of /z"),
        missing("/m", "not_discovered", title="Title of /m"),
    ]


def test_a_page_that_the_nav_names_has_its_title_in_every_source():
    assert coverage(nav=("/a/",), sitemap=("/a",))["sitemap"]["missing"] == [
        missing("/a", "not_discovered", title="Title of /a/")
    ]


def test_what_redirects_to_a_page_or_shows_the_same_is_saved():
    rows = [saved("/a"), row("/old", Redirected(f"{SITE}/a", (301,))), row("/a?v=1", Duplicate(f"{SITE}/a"))]
    assert numbers(coverage(*rows, nav=("/old", "/a?v=1", "/a"))["nav"]) == (3, 3)


def test_a_page_counts_once_in_whatever_spellings():
    rows = [row("/a", Redirected(f"{SITE}/a/", (301,))), saved("/a/")]
    assert numbers(coverage(*rows, nav=("/a", "/a/", "/a/index.html", "/a#x"))["nav"]) == (1, 1)


def test_a_page_that_is_missing_counts_once_in_whatever_spellings():
    assert numbers(coverage(nav=("/a", "/a/"), sitemap=("/a", "/a/"))["nav"]) == (0, 1)


def test_what_turned_out_to_be_no_page_is_no_claim():
    rows = [saved("/a"), row("/x.pdf", NotAPage("application/pdf")), row("/y", Redirected(f"{SITE}/x.pdf", (302,)))]
    assert numbers(coverage(*rows, sitemap=("/a", "/x.pdf", "/y"))["sitemap"]) == (1, 1)


def test_what_is_out_of_scope_is_no_claim():
    rows = [saved("/docs/a"), row("/x", Skipped(SkipReason.SCOPE)), row("/y", Failed(FailReason.TIMEOUT))]
    nav = ("/docs/a", "/docs/b", "/blog", "/x", "/y")
    entry = coverage(*rows, nav=nav, in_scope=lambda url: url.startswith(f"{SITE}/docs/"))["nav"]
    assert [each["url"] for each in entry["missing"]] == [f"{SITE}/docs/b"]


def test_a_link_in_scope_that_leads_out_of_it_is_missing():
    led_out = Skipped(SkipReason.SCOPE, "led away", (Hop(f"{SITE}/a", 301, "led away"),))
    assert coverage(row("/a", led_out), sitemap=("/a",))["sitemap"]["missing"] == [missing("/a", "scope", "led away")]


def test_what_is_of_a_family_that_was_left_out_is_no_claim():
    family = Family(FamilyKind.LOCALE, "zh", "http://docs.example/zh/")
    rows = [saved("/a"), row("/zh/waits", None)]
    entry = coverage(*rows, sitemap=("/a", "/zh/waits", "/zh/b", "/zhuyin"), families=(FamilyCount(family, 2),))
    assert entry["sitemap"]["missing"] == [missing("/zhuyin", "not_discovered")]


def test_what_was_asked_for_is_a_claim_whatever_its_family():
    family = Family(FamilyKind.LOCALE, "zh", f"{SITE}/zh/")
    rows = [row("/zh/a", Failed(FailReason.TIMEOUT))]
    entry = coverage(*rows, sitemap=("/zh/a",), families=(FamilyCount(family, 1),))
    assert entry["sitemap"]["missing"] == [missing("/zh/a", "timeout")]


def test_a_crawl_that_follows_no_links_did_not_follow_what_it_never_met():
    entry = coverage(saved("/a"), nav=("/a", "/b"), follows_links=False)["nav"]
    assert [each["reason"] for each in entry["missing"]] == ["not_followed"]


def test_no_credentials_are_shown():
    nav = (NavNode("A", "https://me:secret@docs.example/@a"),)
    site = SiteClaims(claims=(Claim("https://me:secret@docs.example/b", Listing.SITEMAP, ""),))
    index = Index()
    index.add(row("/b", Failed(FailReason.TIMEOUT, detail="https://me:secret@docs.example/b")))
    assert "secret" not in str(coverage_of(nav, (), site, index))


def test_a_link_that_is_redirected_to_where_the_site_sends_what_does_not_exist_is_missing():
    rows = [
        saved("/"),
        saved("/login?next=/b"),
        row("/a", Redirected(f"{SITE}/", (302,))),
        row("/b", Redirected(f"{SITE}/login?next=/b", (302,))),
    ]
    entry = coverage(*rows, nav=("/", "/a", "/b"), dead_ends=(f"{SITE}/", f"{SITE}/login"))["nav"]
    assert numbers(entry) == (1, 3)
    assert entry["missing"] == [
        missing("/a", "soft_404", f"redirected to {SITE}/", "Title of /a"),
        missing("/b", "soft_404", f"redirected to {SITE}/login?next=/b", "Title of /b"),
    ]


def test_a_redirect_to_any_other_page_is_as_good_as_that_page():
    rows = [saved("/new"), row("/old", Redirected(f"{SITE}/new", (301,)))]
    assert numbers(coverage(*rows, nav=("/old",), dead_ends=(f"{SITE}/",))["nav"]) == (1, 1)
