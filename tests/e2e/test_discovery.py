"""What a site lists of itself: sitemaps in every format and llms.txt lead to pages that no link leads to, and to no others."""

import gzip

import pytest
from crawls import STATIC, documents, less_origin

from fixtures import misbehave
from fixtures.misbehave import answer
from fixtures.site import document
from getdocs.read.packing import MAX_BYTES

XML = "application/xml"
ONE = ("--concurrency", "1")
"""For what is about the order in which pages are asked for."""


def urlset(server, *paths):
    return f"<urlset>{''.join(f'<url><loc>{server.url(path)}</loc></url>' for path in paths)}</urlset>"


def index(server, *paths):
    return (
        f"<sitemapindex>{''.join(f'<sitemap><loc>{server.url(path)}</loc></sitemap>' for path in paths)}</sitemapindex>"
    )


def put(server, *paths, links=()):
    """A start page with these links, and pages."""
    server.page("/", document("Start", links=links))
    for path in paths:
        server.page(path, document(f"Page {path}"))


def listings(crawled):
    """What came of each listing, by path."""
    return {less_origin(entry["url"]): entry for entry in crawled.manifest["listings"]}


def warnings(crawled):
    return [warning for warning in crawled.manifest["warnings"] if "the listing" in warning]


# --- formats


def rss(server, *paths):
    items = "".join(f"<item><link>{server.url(path)}</link></item>" for path in paths)
    return f'<?xml version="1.0"?><rss version="2.0"><channel><link>{server.url("/no")}</link>{items}</channel></rss>'


def atom(_server, *paths):
    entries = "".join(f'<entry><link rel="alternate" href="{path}"/></entry>' for path in paths)
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><link href="/no"/>{entries}</feed>'


def text(server, *paths):
    return "\ufeff" + "\r\n".join(server.url(path) for path in paths)


def namespaced(server, *paths):
    entries = "".join(
        f"<s:url><s:loc>\n<![CDATA[{server.url(path)}]]>\n</s:loc>"
        f"<i:image><i:loc>{server.url('/no.png')}</i:loc></i:image></s:url>"
        for path in paths
    )
    spaces = 'xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<s:urlset {spaces}>{entries}</s:urlset>'


@pytest.mark.parametrize(
    ("make", "content_type"),
    [
        (urlset, XML),
        (namespaced, "text/xml; charset=utf-8"),
        (text, "text/plain; charset=utf-8"),
        (rss, "application/rss+xml"),
        (atom, "application/atom+xml"),
        (lambda *args: gzip.compress(urlset(*args).encode()), "application/gzip"),
        (lambda *args: text(*args).encode("utf-16"), "text/plain"),
        (lambda *args: "\n<?xml version='1.0' encoding='latin-1'?>" + urlset(*args), "text/html"),
    ],
    ids=["urlset", "namespaced", "text", "rss", "atom", "gzip", "utf-16", "as-html"],
)
def test_pages_that_only_a_sitemap_names_are_saved(server, crawl, make, content_type):
    put(server, "/only", "/only?q=1")
    server.robots(f"Sitemap: {server.url('/map')}\n")
    server.page("/map", make(server, "/only", "/only?q=1"), content_type=content_type)
    crawled = crawl(server.url("/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/", "/only", "/only?q=1"]
    assert listings(crawled)["/map"]["urls"] == 2
    assert warnings(crawled) == []


def test_a_sitemap_with_a_content_coding_is_read(server, crawl):
    put(server, "/only")
    body = gzip.compress(urlset(server, "/only").encode())
    server.page("/sitemap.xml", body, content_type=XML, content_encoding="gzip")
    assert sorted(crawl(server.url("/"), *STATIC).paths("pages")) == ["/", "/only"]


def test_the_sitemaps_of_an_index_are_read_to_the_last(server, crawl):
    put(server, "/a", "/b", "/c")
    server.robots(f"Sitemap: {server.url('/maps.xml')}\n")
    server.page("/maps.xml", index(server, "/a.xml", "/more.xml"), content_type=XML)
    server.page("/more.xml", index(server, "/b.xml.gz", "/maps.xml", "/c.txt"), content_type=XML)
    server.page("/a.xml", urlset(server, "/a"), content_type=XML)
    server.page("/b.xml.gz", gzip.compress(urlset(server, "/b").encode()), content_type="application/x-gzip")
    server.page("/c.txt", server.url("/c"), content_type="text/plain")
    crawled = crawl(server.url("/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/", "/a", "/b", "/c"]
    assert len(server.hits(path="/maps.xml")) == 1


def test_the_pages_of_an_llms_txt_are_saved(server, crawl):
    put(server, "/a")
    server.page("/b.md", "# B\n\nThe text of B.\n", content_type="text/markdown; charset=utf-8")
    server.page(
        "/llms.txt", "# Docs\n\n> Sum\n\n## All\n\n- [A](/a): first\n- [B](b.md#part)\n", content_type="text/plain"
    )
    crawled = crawl(server.url("/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/", "/a", "/b.md"]
    assert crawled.manifest["coverage"]["llms_txt"]["saved"] == 2


# --- where listings are looked for


def test_without_a_robots_txt_listings_are_looked_for_in_the_folder_of_the_seed_and_at_the_root(server, crawl):
    for path in ("/docs/", "/docs/a", "/docs/b"):
        server.page(path, document(path))
    server.page("/docs/sitemap.xml", urlset(server, "/docs/a"), content_type=XML)
    server.page("/sitemap.xml", urlset(server, "/docs/b"), content_type=XML)
    crawled = crawl(server.url("/docs/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/docs/", "/docs/a", "/docs/b"]
    assert sorted(listings(crawled)) == ["/docs/llms.txt", "/docs/sitemap.xml", "/llms.txt", "/sitemap.xml"]


def test_a_sitemap_that_robots_txt_names_is_asked_for_instead_of_a_guess(server, crawl):
    put(server, "/a", "/b")
    server.robots(f"User-agent: *\nAllow: /\nSitemap: {server.url('/map.xml')}\nsitemap: /more.xml\n")
    server.page("/map.xml", urlset(server, "/a"), content_type=XML)
    server.page("/more.xml", urlset(server, "/b"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/", "/a", "/b"]
    assert server.hits(path="/sitemap.xml") == ()


def test_a_sitemap_on_another_host_is_read_under_the_rules_of_that_host(serve, crawl):
    server = serve(hosts=("127.0.0.1", "127.0.0.2"))
    put(server, "/only", "/elsewhere")
    there = server.url("/map.xml", host="127.0.0.2")
    elsewhere = server.url("/elsewhere", host="127.0.0.2")
    server.robots(f"Sitemap: {there}\n")
    server.page("/map.xml", f"{server.url('/only')}\n{elsewhere}\n", content_type="text/plain")
    crawled = crawl(server.url("/"), *STATIC, "--allow-private")
    assert sorted(crawled.paths("pages")) == ["/", "/only"]
    assert [hit.path for hit in server.hits(host="127.0.0.2")] == ["/robots.txt", "/map.xml"]


def test_a_sitemap_that_has_moved_is_read_where_it_is(server, crawl):
    put(server, "/maps/only")
    server.redirect("/sitemap.xml", "/maps/all.xml", 301)
    server.page("/maps/all.xml", "<urlset><url><loc>only</loc></url></urlset>", content_type=XML)
    crawled = crawl(server.url("/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/", "/maps/only"]
    assert crawled.manifest["redirects"] == []


# --- what is not asked for


def test_pages_out_of_scope_are_not_asked_for_and_no_part_of_the_crawl(serve, crawl):
    server = serve(hosts=("127.0.0.1", "127.0.0.2"))
    for path in ("/docs/", "/docs/a", "/blog/post"):
        server.page(path, document(path))
    entries = "".join(
        f"<url><loc>{url}</loc></url>"
        for url in (
            server.url("/blog/post"),
            server.url("/docs/a", host="127.0.0.2"),
            "ftp://x/",
            server.url("/docs/a"),
        )
    )
    server.page("/sitemap.xml", f"<urlset>{entries}</urlset>", content_type=XML)
    crawled = crawl(server.url("/docs/"), *STATIC, "--allow-private")
    assert sorted(crawled.paths("pages")) == ["/docs/", "/docs/a"]
    assert server.hits(path="/blog/post") == ()
    assert server.hits(host="127.0.0.2") == ()
    assert crawled.manifest["counts"]["discovered"] == 2


def test_pages_that_robots_txt_forbids_are_skipped_though_a_sitemap_names_them(server, crawl):
    put(server, "/a")
    server.robots("User-agent: *\nDisallow: /private\n")
    server.page("/sitemap.xml", urlset(server, "/a", "/private/b"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.entry("skipped", "/private/b")["reason"] == "robots"
    assert server.hits(path="/private/b") == ()


def test_a_sitemap_that_robots_txt_names_and_forbids_is_not_asked_for(server, crawl):
    put(server, "/only")
    server.robots(f"User-agent: *\nDisallow: /maps/\nSitemap: {server.url('/maps/all.xml')}\n")
    server.page("/maps/all.xml", urlset(server, "/only"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC)
    assert server.hits(path="/maps/all.xml") == ()
    assert crawled.paths("pages") == ["/"]
    assert warnings(crawled) == [
        f"the listing {server.url('/maps/all.xml')} could not be read: {listings(crawled)['/maps/all.xml']['detail']}"
    ]
    assert "Disallow: /maps/" in warnings(crawled)[0]


def test_a_guessed_listing_that_robots_txt_forbids_is_not_asked_for(server, crawl):
    put(server)
    server.robots("User-agent: *\nDisallow: /sitemap\nDisallow: /llms\n")
    crawled = crawl(server.url("/"), *STATIC)
    assert server.hits(path="/sitemap.xml") == server.hits(path="/llms.txt") == ()
    assert warnings(crawled) == []


# --- options


def test_no_sitemap_asks_for_no_listing(server, crawl):
    put(server, "/linked", "/only", links=("/linked",))
    server.robots(f"Sitemap: {server.url('/map.xml')}\n")
    for path in ("/map.xml", "/sitemap.xml", "/llms.txt"):
        server.page(path, urlset(server, "/only"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC, "--no-sitemap")
    assert crawled.paths("pages") == ["/", "/linked"]
    assert not {"/map.xml", "/sitemap.xml", "/llms.txt", "/only"} & set(server.paths())


def test_sitemap_only_follows_no_links(server, crawl):
    put(server, "/linked", links=("/linked",))
    server.page("/only", document("Only", links=("/linked",)))
    server.page("/sitemap.xml", urlset(server, "/only"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC, "--sitemap-only")
    assert sorted(crawled.paths("pages")) == ["/", "/only"]
    assert server.hits(path="/linked") == ()
    assert crawled.manifest["counts"]["discovered"] == 2


def test_sitemap_only_of_a_site_that_lists_nothing_says_so(server, crawl):
    put(server, "/linked", links=("/linked",))
    crawled = crawl(server.url("/"), *STATIC, "--sitemap-only")
    assert crawled.paths("pages") == ["/"]
    assert crawled.manifest["warnings"] == [
        "no sitemap and no llms.txt names a page: without --sitemap-only, links are followed"
    ]


def test_no_sitemap_and_sitemap_only_exclude_each_other(server, run_getdocs, tmp_path):
    run = run_getdocs("crawl", server.url("/"), "--no-sitemap", "--sitemap-only", "-o", tmp_path / "out")
    assert run.returncode == 2
    assert "--no-sitemap and --sitemap-only" in run.stderr
    assert server.paths() == []


# --- order and depth


def test_what_only_a_sitemap_names_comes_after_everything_linked_in_the_order_of_the_sitemap(server, crawl):
    put(server, "/z", "/2", "/1", links=("/a",))
    server.page("/a", document("A", links=("/b",)))
    server.page("/b", document("B", links=("/c",)))
    server.page("/c", document("C"))
    server.page("/sitemap.xml", urlset(server, "/z", "/2", "/c", "/1", "/"), content_type=XML)
    crawl(server.url("/"), *STATIC, *ONE)
    assert documents(server) == ["/", "/a", "/b", "/c", "/z", "/2", "/1"]


def test_a_limit_gives_the_beginning_of_the_documentation_and_not_what_the_sitemap_has_first(server, crawl):
    put(server, "/old-1", "/old-2", "/old-3", links=("/a",))
    server.page("/a", document("A", links=("/b",)))
    server.page("/b", document("B"))
    server.page("/sitemap.xml", urlset(server, "/old-1", "/old-2", "/old-3", "/b", "/a"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC, *ONE, "--limit", "3")
    assert crawled.paths("pages") == ["/", "/a", "/b"]
    assert sorted(crawled.paths("pending")) == ["/old-1", "/old-2", "/old-3"]


def test_what_a_sitemap_names_has_depth_0(server, crawl):
    put(server, "/linked", "/both", links=("/linked", "/both"))
    server.page("/only", document("Only", links=("/linked", "/far")))
    server.page("/far", document("Far"))
    server.page("/sitemap.xml", urlset(server, "/only", "/both"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC, *ONE, "--depth", "0")
    assert sorted(crawled.paths("pages")) == ["/", "/both", "/only"]
    assert {entry["reason"] for entry in crawled.manifest["skipped"]} == {"depth"}
    assert server.hits(path="/linked") == server.hits(path="/far") == ()


def test_a_page_that_is_linked_and_named_by_several_listings_is_asked_for_once(server, crawl):
    put(server, "/a", "/b/", links=("/a", "/b/"))
    server.page("/sitemap.xml", urlset(server, "/a", "/a#part", "/b", "/a?utm_source=x"), content_type=XML)
    server.page("/llms.txt", "[a](/a) [b](/b/index.html)", content_type="text/plain")
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/", "/a", "/b/"]
    assert sorted(documents(server)) == ["/", "/a", "/b/"]
    assert crawled.manifest["coverage"]["sitemap"] == {"saved": 2, "claimed": 2, "missing": []}


def test_a_listing_that_pages_link_to_is_asked_for_once(server, crawl):
    put(server, "/only", links=("/sitemap.xml",))
    server.page("/sitemap.xml", urlset(server, "/only"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC, *ONE)
    assert sorted(crawled.paths("pages")) == ["/", "/only"]
    assert crawled.paths("not_pages") == ["/sitemap.xml"]
    assert len(server.hits(path="/sitemap.xml")) == 1


# --- what cannot be read, or not whole


def test_of_a_truncated_sitemap_what_came_before_is_saved_and_the_rest_is_told(server, crawl):
    put(server, "/a", "/b")
    whole = urlset(server, "/a", "/b", "/c")
    server.page("/sitemap.xml", whole[: whole.index("/c</loc>")], content_type=XML)
    crawled = crawl(server.url("/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/", "/a", "/b"]
    (warning,) = warnings(crawled)
    assert "/sitemap.xml was not read whole: it is no well-formed XML" in warning
    assert warning in " ".join(crawled.run.stderr.split())


def test_a_bare_ampersand_is_asked_for_as_the_site_meant_it(server, crawl):
    put(server)
    server.page("/a?b=1&c=2", document("A"))
    server.page("/sitemap.xml", urlset(server, "/a?b=1&c=2"), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/", "/a?b=1&c=2"]


@pytest.mark.parametrize(
    "body", [document("Home"), "Not found", "", '{"error": 404}'], ids=["html", "text", "empty", "json"]
)
def test_what_is_answered_in_place_of_a_listing_names_nothing_and_is_no_news(server, crawl, body):
    put(server)
    server.page("/sitemap.xml", body)
    server.page("/llms.txt", body)
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/"]
    assert warnings(crawled) == []
    assert all(entry["detail"] for entry in listings(crawled).values())


def test_a_sitemap_that_robots_txt_names_and_that_is_not_there_is_told(server, crawl):
    put(server)
    server.robots(f"Sitemap: {server.url('/gone.xml')}\n")
    crawled = crawl(server.url("/"), *STATIC)
    assert warnings(crawled) == [f"the listing {server.url('/gone.xml')} could not be read: http_404"]
    assert listings(crawled)["/gone.xml"]["status"] == 404


@pytest.mark.parametrize(
    ("handler", "detail"),
    [
        (misbehave.bomb(), "too_large"),
        (misbehave.huge(content_type=XML), "too_large"),
        (misbehave.truncate(b"<urlset><url>", 1000, XML), "truncated"),
        (answer(gzip.compress(b"<urlset>" + b" " * MAX_BYTES, 1), 200, "application/gzip"), "it is larger than"),
    ],
    ids=["coding-bomb", "declared", "cut-off", "file-bomb"],
)
def test_a_hostile_sitemap_costs_the_crawl_nothing_but_itself(server, crawl, handler, detail):
    put(server, "/linked", links=("/linked",))
    server.robots(f"Sitemap: {server.url('/map.xml')}\n")
    server.route("/map.xml", handler)
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/", "/linked"]
    assert detail in listings(crawled)["/map.xml"]["detail"]
    assert len(warnings(crawled)) == 1


def test_a_sitemap_that_expands_or_includes_what_it_should_not_names_no_secret(server, crawl, tmp_path):
    (tmp_path / "secret").write_text("secret-word")
    put(server, "/a")
    doubled = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 40))
    doctype = f'<!DOCTYPE urlset [<!ENTITY e0 "x">{doubled}<!ENTITY f SYSTEM "{(tmp_path / "secret").as_uri()}">]>'
    entries = "".join(f"<url><loc>{server.url(path)}</loc></url>" for path in ("/a", "/&f;", "/&e39;"))
    server.page("/sitemap.xml", f"{doctype}<urlset>{entries}</urlset>", content_type=XML)
    crawled = crawl(server.url("/"), *STATIC)
    assert "/a" in crawled.paths("pages")
    assert [path for path in server.paths() if "secret" in path or len(path) > 200] == []


def test_a_large_sitemap_is_entered_whole(server, crawl):
    put(server, *(f"/{number}" for number in range(3)))
    server.page("/sitemap.xml", urlset(server, *(f"/{number}" for number in range(3000))), content_type=XML)
    crawled = crawl(server.url("/"), *STATIC, *ONE, "--limit", "4")
    assert crawled.paths("pages") == ["/", "/0", "/1", "/2"]
    assert crawled.manifest["counts"]["discovered"] == 3001


# --- resume


def test_a_crawl_that_goes_on_asks_for_no_listing_again(server, crawl):
    put(server, "/only", links=("/a",))
    server.page("/a", document("A", links=("/b",)))
    server.page("/b", document("B"))
    server.robots(f"Sitemap: {server.url('/maps.xml')}\n")
    server.page("/maps.xml", index(server, "/map.xml", "/gone.xml"), content_type=XML)
    server.page("/map.xml", urlset(server, "/only"), content_type=XML)
    first = crawl(server.url("/"), *STATIC, *ONE, "--limit", "2")
    assert first.paths("pages") == ["/", "/a"]
    assert [len(server.hits(path=path)) for path in ("/maps.xml", "/map.xml", "/llms.txt")] == [1, 0, 0]
    last = crawl("--resume", "--limit", "0", "--force", *STATIC, *ONE, server.url("/"))
    assert sorted(last.paths("pages")) == ["/", "/a", "/b", "/only"]
    again = crawl("--resume", "--limit", "0", *STATIC, *ONE, server.url("/"))
    assert again.paths("pages") == last.paths("pages")
    asked = ("/maps.xml", "/map.xml", "/gone.xml", "/llms.txt")
    assert [len(server.hits(path=path)) for path in asked] == [1, 1, 1, 1]
