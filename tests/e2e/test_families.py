"""Other languages and versions of a documentation are neither asked for nor lost in silence: the Manifest counts and names them."""

import pytest
from crawls import STATIC, documents, examine, less_origin

from fixtures.misbehave import answer
from fixtures.site import document

ONE = (*STATIC, "--concurrency", "1", "--no-sitemap")
"""For what is about the order in which things are learned."""
TOPICS = ("", "install", "usage", "faq")


def page(title, lang="en", links=(), head=""):
    return document(title, links=tuple(links), head=head).replace('lang="en"', f'lang="{lang}"')


def put(server, roots, *, topics=TOPICS, hreflang=False):
    """The same documentation below each of these, in its language; each page links to its peers, then to its neighbours."""
    for root, lang in roots.items():
        for topic in topics:
            peers = [other + topic for other in roots]
            tags = [f'<link rel="alternate" hreflang="{roots[other]}" href="{other + topic}">' for other in roots]
            links = (*peers, *(root + neighbour for neighbour in topics))
            server.page(root + topic, page(f"{topic} {root}", lang, links, "".join(tags) if hreflang else ""))


def families(crawled):
    """How many URLs of each family were left out, by where it begins."""
    return {less_origin(entry["prefix"]): entry["urls"] for entry in crawled.manifest["families"]}


def asked_below(server, *prefixes):
    return [path for path in documents(server) if path.startswith(prefixes)]


# --- languages

LANGUAGES = {"/docs/": "en", "/zh/docs/": "zh-CN", "/ja/docs/": "ja", "/it/docs/": "it"}


def test_translations_that_a_page_names_as_its_alternates_are_never_asked_for(server, crawl):
    put(server, LANGUAGES, hreflang=True)
    server.page("/", page("Start", links=("/docs/",)))
    crawled = crawl(server.url("/"), *ONE)
    assert sorted(crawled.paths("pages")) == ["/", "/docs/", "/docs/faq", "/docs/install", "/docs/usage"]
    assert asked_below(server, "/zh/", "/ja/", "/it/") == []


def test_what_was_left_out_is_counted_by_family_with_the_option_that_takes_it_in(server, crawl):
    put(server, LANGUAGES, hreflang=True)
    server.page("/", page("Start", links=("/docs/",)))
    crawled = crawl(server.url("/"), *ONE)
    assert families(crawled) == {"/zh/": 4, "/ja/": 4, "/it/": 4}
    (chinese,) = [entry for entry in crawled.manifest["families"] if entry["name"] == "zh"]
    assert chinese["kind"] == "locale"
    assert "--families all" in chinese["take_in"]
    assert "--families all" in crawled.run.stderr


def test_a_crawl_that_leaves_translations_out_is_complete(server, crawl):
    put(server, LANGUAGES, hreflang=True)
    server.page("/", page("Start", links=("/docs/",)))
    assert crawl(server.url("/"), *ONE).run.returncode == 0


def test_all_families_are_crawled_where_that_is_asked_for(server, crawl):
    put(server, LANGUAGES, hreflang=True)
    server.page("/", page("Start", links=("/docs/",)))
    crawled = crawl(server.url("/"), *ONE, "--families", "all")
    assert len(crawled.paths("pages")) == 1 + len(LANGUAGES) * len(TOPICS)
    assert crawled.manifest["families"] == []


def test_a_page_that_waited_when_its_family_was_told_is_skipped_and_says_why(server, crawl):
    roots = {"/": "en", "/zh/": "zh", "/ja/": "ja"}
    put(server, roots)
    crawled = crawl(server.url("/"), *ONE)
    assert asked_below(server, "/zh/", "/ja/") == ["/zh/"]
    skipped = crawled.entry("skipped", "/ja/")
    assert skipped["reason"] == "scope"
    assert "ja" in skipped["detail"]


def test_a_seed_in_a_translation_crawls_that_translation(server, crawl):
    put(server, {root: lang for root, lang in LANGUAGES.items() if root != "/docs/"}, hreflang=True)
    crawled = crawl(server.url("/zh/docs/"), *ONE, "--allow-backward")
    assert sorted(crawled.paths("pages")) == [f"/zh/docs/{topic}" for topic in sorted(TOPICS)]
    assert families(crawled) == {"/ja/": 4, "/it/": 4}


def test_a_sitemap_that_names_every_translation_leads_to_none(server, crawl):
    put(server, LANGUAGES, topics=("", "install"), hreflang=True)
    server.page("/", page("Start", links=("/docs/",)))
    named = [root + topic for root in LANGUAGES for topic in ("", "install", "unlinked")]
    entries = "".join(f"<url><loc>{server.url(path)}</loc></url>" for path in named)
    server.page("/sitemap.xml", f"<urlset>{entries}</urlset>", content_type="application/xml")
    for root, lang in LANGUAGES.items():
        server.page(root + "unlinked", page(f"Unlinked {root}", lang))
    crawled = crawl(server.url("/"), *STATIC)
    assert "/docs/unlinked" in crawled.paths("pages")
    assert asked_below(server, "/zh/", "/ja/", "/it/") == []
    assert families(crawled) == {"/zh/": 3, "/ja/": 3, "/it/": 3}


def test_programming_languages_are_no_translations(server, crawl):
    roots = dict.fromkeys(("/go/", "/js/", "/ts/", "/cs/", "/id/"), "en")
    put(server, roots)
    server.page("/", page("Start", links=(*roots, "/install", "/usage")))
    for topic in ("/install", "/usage"):
        server.page(topic, page(f"General {topic}", links=roots))
    crawled = crawl(server.url("/"), *ONE)
    assert len(crawled.paths("pages")) == 3 + len(roots) * len(TOPICS)
    assert crawled.manifest["families"] == []


# --- versions


@pytest.mark.parametrize("concurrency", ["1", "4"])
def test_versions_beside_one_without_a_name_cost_no_more_than_a_page_for_each_tab(server, crawl, concurrency):
    put(server, dict.fromkeys(("/docs/", "/docs/next/", "/docs/1.x/", "/docs/v2/"), "en"))
    crawled = crawl(server.url("/docs/"), *STATIC, "--concurrency", concurrency)
    assert {f"/docs/{topic}" for topic in TOPICS} <= set(crawled.paths("pages"))
    assert set(families(crawled)) == {"/docs/next/", "/docs/1.x/", "/docs/v2/"}
    others = [path for path in asked_below(server, "/docs/next/", "/docs/1.x/", "/docs/v2/") if "getdocs" not in path]
    assert len(others) <= int(concurrency)


def test_a_seed_that_redirects_into_a_version_has_that_version(server, crawl):
    put(server, {f"/{lang}/{version}/": lang for lang in ("en", "fr") for version in ("latest", "stable", "1.0")})
    server.redirect("/", "/en/latest/")
    crawled = crawl(server.url("/"), *ONE)
    assert sorted(crawled.paths("pages")) == [f"/en/latest/{topic}" for topic in sorted(TOPICS)]
    assert asked_below(server, "/fr/", "/en/stable/", "/en/1.0/") == []
    assert set(families(crawled)) == {"/fr/", "/en/stable/", "/en/1.0/"}


def test_two_versions_of_an_interface_are_both_crawled(server, crawl):
    put(server, {"/api/v1/": "en", "/api/v2/": "en"})
    server.page("/", page("Start", links=("/api/v1/", "/guide")))
    server.page("/guide", page("Guide"))
    crawled = crawl(server.url("/"), *ONE)
    assert len(crawled.paths("pages")) == 2 + 2 * len(TOPICS)


def test_a_crawl_that_is_resumed_remembers_what_it_learned(server, run_getdocs, tmp_path):
    put(server, dict.fromkeys(("/docs/", "/docs/next/", "/docs/1.x/"), "en"))
    out = tmp_path / "out"
    command = (server.url("/docs/"), "-o", out, *ONE)
    first = examine(run_getdocs("crawl", *command, "--limit", "3"), out)
    assert families(first) != {}
    asked = len(documents(server))
    resumed = examine(run_getdocs("crawl", *command, "--limit", "100", "--resume", "--force"), out)
    assert {f"/docs/{topic}" for topic in TOPICS} <= set(resumed.paths("pages"))
    assert [path for path in documents(server)[asked:] if path.startswith(("/docs/next/", "/docs/1.x/"))] == []


# --- K06: 20 locales x 30 versions, each cross-linking

CODES = "en de fr es it pt ja ko zh ru pl nl sv tr cs uk ar vi id th".split()
MATRIX = tuple(f"/{code}/v{version}/" for code in CODES for version in range(1, 31))


@pytest.fixture
def matrix(server):
    """Every page links to the first page of all of them, and to the two of its own."""

    def show(path, lang):
        async def handler(request):
            root = f"/{'/'.join(path.split('/')[1:3])}/"
            return await answer(page(f"Page {path}", lang, (*MATRIX, root + "a", root + "b")))(request)

        return handler

    for root in MATRIX:
        for topic in ("", "a", "b"):
            server.route(root + topic, show(root + topic, root[1:3]))
    server.page("/", page("Start", links=MATRIX))
    return server


@pytest.mark.parametrize("options", [(), ("--allow-backward",)])
def test_k06_a_seed_in_one_language_and_version_crawls_nothing_else(matrix, crawl, options):
    crawled = crawl(matrix.url("/en/v30/"), *ONE, *options)
    assert sorted(crawled.paths("pages")) == ["/en/v30/", "/en/v30/a", "/en/v30/b"]
    assert [path for path in documents(matrix) if not path.startswith("/en/v30/") and "getdocs" not in path] == []


def test_k06_a_seed_above_all_languages_and_versions_crawls_one_of_them(matrix, crawl):
    crawled = crawl(matrix.url("/"), *STATIC)
    assert {"/", "/en/v30/", "/en/v30/a", "/en/v30/b"} <= set(crawled.paths("pages"))
    assert len(crawled.paths("pages")) <= 12
    left_out = crawled.manifest["families"]
    assert [entry["kind"] for entry in left_out].count("locale") == len(CODES) - 1
    assert sum(entry["urls"] for entry in left_out if entry["kind"] == "locale") == (len(CODES) - 1) * 30
    assert asked_below(matrix, *(f"/{code}/" for code in CODES if code != "en")) == []
