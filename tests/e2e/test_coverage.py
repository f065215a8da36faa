"""The copy against what the site says of itself: what is missing is named, and where it is much, the crawl does not succeed."""

import pytest
from crawls import NOW, STATIC, less_origin

from fixtures import misbehave
from fixtures.misbehave import answer
from fixtures.site import document

SIDEBAR = tuple(f"/guide/{number}" for number in range(1, 14))
"""The 13 pages that every page here links to in its sidebar."""
SHOUT = "INCOMPLETE: missing are 10 of 13 pages in the site's navigation:"
XML = "application/xml"


def put(server, *paths, also=()):
    """A start page that is no part of its sidebar, and pages. `also`: links of the sidebar beside the thirteen."""
    for path in ("/", *paths):
        server.page(path, document(f"Page {path}", links=(*SIDEBAR, *also)))


def urlset(server, paths):
    return f"<urlset>{''.join(f'<url><loc>{server.url(path)}</loc></url>' for path in paths)}</urlset>"


def numbers(crawled, source="nav"):
    measured = crawled.manifest["coverage"][source]
    return measured["saved"], measured["claimed"]


def missing(crawled, source="nav"):
    """Path and reason of what a source misses, in its order."""
    entries = crawled.manifest["coverage"][source]["missing"]
    return [(less_origin(entry["url"]), entry["reason"]) for entry in entries]


def shown(crawled):
    """The summary line."""
    (line,) = [line for line in crawled.run.lines if " saved, " in line]
    return line


# --- the sidebar


@pytest.mark.parametrize("way", [NOW, STATIC], ids=["rendered", "as-sent"])
def test_a_site_whose_whole_sidebar_is_saved_says_so(server, crawl, way):
    put(server, *SIDEBAR)
    crawled = crawl(server.url("/"), *way)
    assert crawled.run.returncode == 0
    assert "; nav 13/13" in shown(crawled)
    assert crawled.manifest["coverage"]["nav"] == {"saved": 13, "claimed": 13, "missing": []}


def test_a_crawl_that_loses_10_of_13_pages_of_the_sidebar_shouts_and_does_not_succeed(server, crawl):
    put(server, *SIDEBAR[:3])
    for path in SIDEBAR[3:11]:
        server.redirect(path, path)
    server.route(SIDEBAR[11], misbehave.reset())
    crawled = crawl(server.url("/"), *STATIC)
    lost = [(path, "redirect_loop") for path in SIDEBAR[3:11]] + [
        (SIDEBAR[11], "connection"),
        (SIDEBAR[12], "http_404"),
    ]
    assert crawled.run.returncode == 5
    assert "; nav 3/13" in shown(crawled)
    assert missing(crawled) == lost
    assert crawled.run.lines[-12:] == [
        SHOUT,
        *(f"  {reason}: {server.url(path)} ({path})" for path, reason in lost),
        "--retry-failed tries again what failed",
    ]


def test_what_is_mended_is_retried_and_completes_the_copy(server, run_getdocs, crawl, tmp_path):
    put(server, *SIDEBAR[:3])
    assert SHOUT in run_getdocs("crawl", server.url("/"), *STATIC, "-o", tmp_path / "out", "--quiet").lines
    put(server, *SIDEBAR[3:])
    crawled = crawl(server.url("/"), *STATIC, "--retry-failed")
    assert crawled.run.returncode == 0
    assert numbers(crawled) == (13, 13)


def test_a_sidebar_whose_pages_all_show_the_not_found_page_is_missing(server, crawl):
    put(server, *SIDEBAR[:3])
    nothing = answer(document("Nothing here", "<p>We have no such page. Try the search.</p>"))
    known = {"/", *SIDEBAR[:3], "/robots.txt", "/sitemap.xml", "/llms.txt"}
    inner = server.answer

    async def never_404(request):
        return await (inner(request) if request.path in known else nothing(request))

    server.answer = never_404
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.run.returncode == 5
    assert missing(crawled) == [(path, "soft_404") for path in SIDEBAR[3:]]


def test_one_dead_link_of_a_small_sidebar_does_not_make_the_copy_incomplete(server, crawl):
    for path in ("/a", "/b", "/c"):
        server.page(path, document(f"Page {path}", links=("/a", "/b", "/c", "/gone")))
    crawled = crawl(server.url("/a"), *STATIC, "--allow-backward")
    assert crawled.run.returncode == 0
    assert missing(crawled) == [("/gone", "http_404")]


def test_entries_that_redirect_show_the_same_or_differ_in_spelling_are_saved(server, crawl):
    put(server, *SIDEBAR, also=("/old", "/guide/1/", "/guide/2?v=1", "/guide/3#part"))
    server.redirect("/old", "/guide/1", 301)
    crawled = crawl(server.url("/"), *STATIC)
    assert numbers(crawled) == (15, 15)
    assert len(crawled.manifest["pages"]) == 14


def test_a_file_in_the_sidebar_is_no_page_that_could_be_missing(server, crawl):
    put(server, *SIDEBAR, also=("/manual.pdf", "/llms.txt"))
    server.page("/manual.pdf", b"%PDF-1.7\n", content_type="application/pdf")
    assert numbers(crawl(server.url("/"), *STATIC)) == (13, 13)


# --- what is kept out on purpose


def test_what_robots_txt_forbids_is_missing_but_not_lost(server, crawl):
    put(server, *SIDEBAR)
    server.robots("User-agent: *\nDisallow: /guide/1\n")
    crawled = crawl(server.url("/"), *STATIC)
    forbidden = [path for path in SIDEBAR if path.startswith("/guide/1")]
    assert crawled.run.returncode == 0
    assert missing(crawled) == [(path, "robots") for path in forbidden]


def test_what_the_limit_leaves_over_is_missing_but_not_lost(server, crawl):
    put(server, *SIDEBAR)
    crawled = crawl(server.url("/"), *STATIC, "--limit", "4")
    assert crawled.run.returncode == 0
    assert crawled.manifest["limit_reached"]
    assert missing(crawled) == [(path, "pending") for path in SIDEBAR[3:]]


def test_what_is_too_deep_is_missing_but_not_lost(server, crawl):
    put(server, *SIDEBAR)
    crawled = crawl(server.url("/"), *STATIC, "--depth", "0")
    assert crawled.run.returncode == 0
    assert missing(crawled) == [(path, "depth") for path in SIDEBAR]


def test_what_is_out_of_scope_is_no_claim(server, crawl):
    put(server, *SIDEBAR, also=("/blog/",))
    server.page("/guide/", document("Guide", links=(*SIDEBAR, "/blog/")))
    assert numbers(crawl(server.url("/guide/"), *STATIC)) == (13, 13)


def test_a_crawl_of_the_sitemap_alone_does_not_follow_the_sidebar(server, crawl):
    put(server, *SIDEBAR)
    server.page("/sitemap.xml", urlset(server, SIDEBAR[:2]), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC, "--sitemap-only")
    assert crawled.run.returncode == 0
    assert missing(crawled) == [(path, "not_followed") for path in SIDEBAR[2:]]


def test_a_language_that_was_left_out_is_no_claim_and_is_named(server, crawl):
    def page(path, lang):
        links = tuple(f"{prefix}/{name}" for prefix in ("/en", "/ja") for name in "abc")
        heads = "".join(
            f'<link rel="alternate" hreflang="{tongue}" href="/{tongue}/{path[-1]}">' for tongue in ("en", "ja")
        )
        text = document(f"{lang} {path}", links=links, head=heads)
        server.page(path, text.replace('lang="en"', f'lang="{lang}"'))

    for name in "abc":
        page(f"/en/{name}", "en")
        page(f"/ja/{name}", "ja")
    crawled = crawl(server.url("/en/a"), *STATIC, "--allow-backward")
    assert numbers(crawled) == (3, 3)
    assert "; left out 1 language (ja 3): --families all takes them in" in shown(crawled)
    (family,) = crawled.manifest["families"]
    assert family["take_in"] == f"--families all, or {server.url('/ja/')} as a Seed"


# --- the other sources


def test_a_sitemap_with_two_dead_entries_is_covered_but_for_these(server, crawl):
    listed = [f"/topic/{number}" for number in range(42)]
    put(server, *SIDEBAR, *listed[:40])
    server.page("/sitemap.xml", urlset(server, listed), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.run.returncode == 0
    assert "; nav 13/13, sitemap 40/42" in shown(crawled)
    assert missing(crawled, "sitemap") == [(path, "http_404") for path in listed[40:]]


def test_llms_txt_and_the_links_to_the_next_page_are_claims_too(server, crawl):
    put(server, *SIDEBAR)
    for here, there in zip(SIDEBAR, (*SIDEBAR[1:], "/guide/gone"), strict=True):
        head = f'<link rel="next" href="{there}">'
        server.page(here, document(f"Page {here}", links=SIDEBAR, head=head))
    named = "\n".join(f"- [Page]({server.url(path)})" for path in ("/guide/1", "/guide/lost"))
    server.page("/llms.txt", f"# Docs\n\n## Pages\n\n{named}\n", content_type="text/plain")
    crawled = crawl(server.url("/"), *STATIC)
    assert "; nav 13/13, prev/next 12/13, llms.txt 1/2" in shown(crawled)
    assert missing(crawled, "prev_next") == [("/guide/gone", "http_404")]
    assert missing(crawled, "llms_txt") == [("/guide/lost", "http_404")]


def test_a_host_that_is_given_up_makes_the_copy_incomplete(server, crawl):
    put(server, *SIDEBAR[:3])
    for path in SIDEBAR[3:]:
        server.route(path, misbehave.busy(1000, answer("never"), 503, "3600"))
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.run.returncode == 5
    assert {reason for _, reason in missing(crawled)} == {"pending"}
    assert crawled.run.lines[-1] == "--resume asks for what is pending"
