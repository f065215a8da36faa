"""What is left out of documentation sites in the shapes that are common on the web, and what of it never is."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getdocs.model import Alternate, Family, FamilyKind
from getdocs.policy.families.known import Families
from getdocs.policy.families.state import MAX_STATE

from .family_sites import HOST, TOPICS, Doc, Site, Walk, tree, trees, walk


def hub(path: str, *links: str, lang: str = "en") -> Site:
    return {path: Doc(links, lang)}


def assert_own(found: Walk, site: Site, *roots: str) -> None:
    """Every page of the site that lies below these was fetched."""
    assert [path for path in site if path.startswith(roots) and path not in found.fetched] == []


LOCALES = {"/": "en-US", "/zh/": "zh-CN", "/ja/": "ja", "/pt-br/": "pt-BR", "/fr/": "fr"}


# --- languages


@pytest.mark.parametrize("switcher", ["page", "root"])
@pytest.mark.parametrize("languages", [True, False])
def test_vitepress_locales_beside_a_default_without_a_prefix_are_left_out(switcher, languages):
    site = trees(LOCALES, switcher=switcher, languages=languages)
    found = walk(site, "/")
    assert found.names == {"/zh/", "/ja/", "/pt-br/", "/fr/"}
    assert len(found.below("/zh/", "/ja/", "/pt-br/", "/fr/")) <= 1
    assert {"/", *("/" + topic for topic in TOPICS)} <= set(found.fetched)


def test_alternates_that_a_page_names_are_left_out_before_any_is_asked_for():
    found = walk(trees({**LOCALES, "/it/": "it"}, hreflang=True), "/")
    assert found.names == {"/zh/", "/ja/", "/pt-br/", "/fr/", "/it/"}
    assert found.below("/zh/", "/ja/", "/pt-br/", "/fr/", "/it/") == []


def test_a_switcher_that_leads_to_the_same_page_is_understood_on_the_first_page():
    site = trees({"/docs/": "en", "/zh-cn/docs/": "zh", "/de/docs/": "de", "/fr/docs/": "fr"})
    found = walk({**site, **hub("/", "/docs/", "/zh-cn/", "/de/", "/fr/")}, "/")
    assert found.below("/zh-cn/", "/de/", "/fr/") == []
    assert_own(found, site, "/docs/")


def test_kubernetes_shape_with_a_code_that_is_a_word_in_the_switcher():
    roots = {"/docs/": "en", "/zh-cn/docs/": "zh-cn", "/id/docs/": "id", "/it/docs/": "it", "/pt-br/docs/": "pt-br"}
    found = walk({**trees(roots), **hub("/", "/docs/")}, "/")
    assert found.names == {"/zh-cn/", "/id/", "/it/", "/pt-br/"}
    assert len(found.below("/zh-cn/", "/id/", "/it/", "/pt-br/")) <= 2


def test_one_translation_whose_code_is_a_word_is_left_out_once_one_of_its_pages_says_its_language():
    site = trees({"/": "en", "/it/": "it"})
    found = walk(site, "/")
    assert found.names == {"/it/"}
    assert found.below("/it/") == ["/it/"]


def test_a_seed_that_redirects_into_a_language_has_that_language():
    site = trees({"/en/": "en", "/de/": "de", "/sv/": "sv", "/ja/": "ja"})
    found = walk(site, "/", redirects={"/": "/en/"})
    assert found.names == {"/de/", "/sv/", "/ja/"}
    assert found.below("/de/", "/sv/", "/ja/") == []
    assert_own(found, site, "/en/")


@pytest.mark.parametrize(("lang", "own"), [("en", "/en/"), ("de", "/de/"), ("", "/en/")])
def test_a_page_that_lets_one_choose_stays_with_its_own_language_else_with_english(lang, own):
    site = trees({"/de/": "de", "/en/": "en", "/fr/": "fr"})
    found = walk({**hub("/", "/de/", "/en/", "/fr/", lang=lang), **site}, "/")
    assert found.names == {"/de/", "/en/", "/fr/"} - {own}
    assert_own(found, site, own)


def test_a_page_that_lets_one_choose_and_names_alternates_keeps_one_of_them_whole():
    site = trees({"/de/": "de", "/en/": "en", "/fr/": "fr"}, hreflang=True)
    choice = Doc(("/de/", "/en/", "/fr/"), "", (("de", "/de/"), ("en", "/en/"), ("fr", "/fr/")))
    found = walk({"/": choice, **site}, "/")
    assert found.names == {"/de/", "/fr/"}
    assert_own(found, site, "/en/")


def test_where_neither_its_own_language_nor_english_is_to_be_had_the_first_alternate_is_kept():
    site = trees({"/de/": "", "/fr/": ""})
    choice = Doc(("/de/", "/fr/"), "", (("de", "/de/"), ("fr", "/fr/")))
    found = walk({"/": choice, **site}, "/")
    assert found.names == {"/fr/"}
    assert_own(found, site, "/de/")


def test_each_of_several_seeds_has_its_own_language():
    site = trees({"/en/": "en", "/zh/": "zh", "/fr/": "fr", "/it/": "it"})
    found = walk(site, "/en/", "/fr/", whole_host=True)
    assert found.names == {"/zh/", "/it/"}
    assert_own(found, site, "/en/", "/fr/")


def test_a_seed_in_a_translation_beside_one_in_the_default_is_taken_in():
    site = trees({"/": "en", "/zh/": "zh", "/fr/": "fr"})
    found = walk(site, "/", "/fr/")
    assert found.names == {"/zh/"}
    assert_own(found, site, "/fr/")


def test_a_start_page_that_lets_one_choose_keeps_its_language_beside_a_seed_in_another():
    site = trees({"/en/": "en", "/de/": "de", "/fr/": "fr"})
    found = walk({**hub("/", "/en/", "/de/", "/fr/"), **site}, "/", "/fr/")
    assert found.names == {"/de/"}
    assert_own(found, site, "/en/", "/fr/")


def test_chinese_documentation_leaves_its_english_translation_out():
    found = walk(trees({"/": "zh-CN", "/en/": "en-US"}), "/")
    assert found.names == {"/en/"}


def test_documentation_in_one_language_below_a_start_page_in_another_is_not_lost():
    site = {**trees({"/zh-CN/docs/": "zh-CN"}), **hub("/", "/zh-CN/docs/")}
    found = walk(site, "/")
    assert_own(found, site, "/")


def test_a_theme_that_calls_every_page_english_does_not_hide_translations():
    found = walk(trees({"/": "en", "/zh/": "en", "/fr/": "en"}), "/")
    assert found.names == {"/zh/", "/fr/"}


def test_the_page_of_its_own_language_with_a_prefix_is_kept_where_links_without_one_lead_there():
    site = {**trees({"/en/": "en", "/fr/": "fr"}), **hub("/", "/intro", "/en/", "/fr/")}
    found = walk(site, "/")
    assert found.names == {"/fr/"}
    assert_own(found, site, "/en/")


def test_languages_of_a_router_that_keeps_them_behind_the_hash_are_left_out():
    site = trees({"/#/": "en", "/#/zh-cn/": "zh", "/#/de-de/": "de"}, languages=False)
    site["/"] = site.pop("/#/")
    found = walk(site, "/")
    assert found.names == {"/#/zh-cn/", "/#/de-de/"}
    assert len(found.below("/#/zh-cn", "/#/de-de")) == 1


def test_alternates_that_name_the_original_of_a_copy_are_taken_for_those_of_the_copy():
    families = Families((HOST + "/",))
    original = "https://original.example"
    alternates = (Alternate("en", f"{original}/a/"), Alternate("it", f"{original}/it/a/"))
    families.read(HOST + "/a/", "en", alternates)
    assert families.other(HOST + "/it/b") == Family(FamilyKind.LOCALE, "it", HOST + "/it/")


def test_alternates_on_another_host_say_nothing_of_this_one():
    families = Families((HOST + "/",))
    families.read(HOST + "/a/", "en", (Alternate("it", "https://elsewhere.example/it/b/"),))
    assert families.other(HOST + "/it/b") is None


# --- what only looks like a language


def test_programming_languages_are_no_languages():
    names = ("go", "js", "ts", "cs", "py", "java", "id", "rb")
    topics = ("install", "usage", "auth")
    roots = tuple(f"/{name}/" for name in names)
    site = {**trees(dict.fromkeys(roots, "en"), topics), **tree("/", (*topics, "quickstart"), more=roots)}
    for lang in ("en", ""):
        spoken = {path: Doc(doc.links, lang) for path, doc in site.items()}
        found = walk(spoken, "/")
        assert found.names == set()
        assert_own(found, site, "/")


def test_countries_are_no_languages():
    roots = tuple(f"/tax/{country}/" for country in ("de", "fr", "us", "gb", "es", "it", "jp"))
    site = {**hub("/", "/tax/"), **hub("/tax/", *roots), **trees(dict.fromkeys(roots, "en"), ("vat", "forms"))}
    assert walk(site, "/").names == set()


@pytest.mark.parametrize("word", ["id", "ml", "ts", "os", "is", "ar", "es", "de"])
def test_a_section_that_shares_the_names_of_a_few_pages_with_the_rest_is_no_language(word):
    section = tuple(f"{word}/{topic}" for topic in ("intro", "faq", "models", "training", "metrics", "limits"))
    site = tree("/", (*TOPICS, f"{word}/", *section))
    found = walk(site, "/")
    assert found.names == set()
    assert_own(found, site, "/")


# --- versions


@pytest.mark.parametrize("switcher", ["page", "root"])
def test_docusaurus_versions_beside_one_without_a_name_are_left_out(switcher):
    site = trees(dict.fromkeys(("/docs/", "/docs/next/", "/docs/1.0/", "/docs/v2/"), "en"), switcher=switcher)
    found = walk(site, "/docs/")
    assert found.names == {"/docs/next/", "/docs/1.0/", "/docs/v2/"}
    assert len(found.below("/docs/next/", "/docs/1.0/", "/docs/v2/")) <= 1
    assert set(found.fetched) >= {"/docs/", *("/docs/" + topic for topic in TOPICS)}


def test_docusaurus_with_nothing_but_the_next_version():
    found = walk(trees({"/docs/": "en", "/docs/next/": "en"}), "/docs/")
    assert found.names == {"/docs/next/"}
    assert found.below("/docs/next/") == ["/docs/next/"]


def test_docusaurus_versions_and_languages():
    roots = {
        f"{base}docs/{version}": lang
        for base, lang in (("/", "en"), ("/fr/", "fr"))
        for version in ("", "next/", "1.x/")
    }
    found = walk({**trees(roots), **hub("/", "/docs/", "/fr/")}, "/")
    assert found.names == {"/docs/next/", "/docs/1.x/", "/fr/"}
    assert len(found.fetched) <= len(TOPICS) + 4


RTD = trees(
    {f"/{lang}/{version}/": lang for lang in ("en", "fr", "zh-cn") for version in ("latest", "stable", "v1.0", "1.x")}
)


@pytest.mark.parametrize(
    ("seed", "options"),
    [("/", {"redirects": {"/": "/en/latest/"}}), ("/en/latest/", {"whole_host": True})],
)
def test_read_the_docs_keeps_to_the_language_and_the_version_that_the_seed_leads_to(seed, options):
    found = walk(RTD, seed, **options)
    assert found.names == {"/en/stable/", "/en/v1.0/", "/en/1.x/", "/fr/", "/zh-cn/"}
    assert sorted(found.fetched) == sorted(path for path in RTD if path.startswith("/en/latest/"))


def test_mike_versions_beside_the_one_that_the_seed_leads_to():
    site = trees(dict.fromkeys(("/latest/", "/1.2/", "/1.1/", "/dev/"), "en"))
    found = walk(site, "/", redirects={"/": "/latest/"})
    assert found.names == {"/1.2/", "/1.1/", "/dev/"}
    assert found.below("/1.") == []


def test_django_keeps_the_release_notes_of_other_versions():
    notes = ("releases/", "releases/5.0/", "releases/4.2/", "releases/1.8/")
    site = trees(
        {f"/{lang}/{version}/": lang for lang in ("en", "fr", "ja") for version in ("5.0", "4.2", "dev")},
        (*TOPICS, *notes),
    )
    found = walk(site, "/", redirects={"/": "/en/5.0/"})
    assert found.names == {"/en/4.2/", "/en/dev/", "/fr/", "/ja/"}
    assert_own(found, site, "/en/5.0/")


def test_python_shape_where_a_number_is_the_own_version():
    site = trees({f"{lang}/{version}/": "en" for lang in ("", "/fr", "/zh-cn") for version in ("3", "3.11", "2.7")})
    found = walk(site, "/", redirects={"/": "/3/"})
    assert found.names == {"/3.11/", "/2.7/", "/fr/", "/zh-cn/"}
    assert_own(found, site, "/3/")


def test_postgresql_shape_where_versions_are_numbers_and_one_is_current():
    versions = tuple(f"/docs/{version}/" for version in ("current", "17", "16", "9.6"))
    site = trees(dict.fromkeys(versions, "en"))
    found = walk({**hub("/docs/", *versions), **site}, "/docs/")
    assert found.names == {"/docs/17/", "/docs/16/", "/docs/9.6/"}
    assert_own(found, site, "/docs/current/")


def test_next_shape_where_older_versions_are_numbers_beside_one_without_a_name():
    site = trees(dict.fromkeys(("/docs/", "/docs/14/", "/docs/13/"), "en"))
    found = walk(site, "/docs/")
    assert found.names == {"/docs/14/", "/docs/13/"}
    assert len(found.below("/docs/14/", "/docs/13/")) <= 2


def test_ember_shape_where_the_seed_leads_to_a_word():
    found = walk(trees(dict.fromkeys(("/release/", "/v3.28.0/", "/v5.1.0/"), "en")), "/", redirects={"/": "/release/"})
    assert found.names == {"/v3.28.0/", "/v5.1.0/"}


def test_gitbook_variants_behind_a_v_have_their_twins_without_it():
    found = walk(trees({"/": "en", "/v/1.0/": "en", "/v/2.0/": "en", "/v/zh/": "zh"}), "/")
    assert found.names == {"/v/1.0/", "/v/2.0/", "/v/zh/"}
    assert len(found.below("/v/")) <= 2


def test_versions_with_the_name_of_the_product():
    products = ("/en/enterprise-cloud@latest/", "/en/enterprise-server@3.10/", "/en/enterprise-server@3.11/")
    found = walk(trees(dict.fromkeys(("/en/", *products), "en")), "/en/")
    assert found.names == set(products)


def test_editions_of_a_book_below_the_current_one():
    chapters = [f"ch{number:02}.html" for number in range(20)]
    editions = ("/book/second-edition/", "/book/2018-edition/")
    site = {
        **trees(dict.fromkeys(editions, "en"), chapters, switcher="none"),
        **tree("/book/", chapters, more=editions),
    }
    found = walk(site, "/book/")
    assert found.names == set(editions)
    assert len(found.below(*editions)) == 1


def test_of_many_versions_without_any_other_sign_the_newest_is_kept():
    versions = ("/1.9/", "/1.10/", "/2.0-beta/")
    site = trees(dict.fromkeys(versions, "en"))
    found = walk({**hub("/", *versions), **site}, "/")
    assert found.names == {"/1.9/", "/2.0-beta/"}
    assert_own(found, site, "/1.10/")


def test_the_version_whose_pages_the_start_page_shows_is_kept():
    site = trees(dict.fromkeys(("/1.0/", "/2.0/", "/3.0/"), "en"))
    found = walk({**hub("/", *(f"/2.0/{topic}" for topic in TOPICS), "/1.0/intro", "/3.0/intro"), **site}, "/")
    assert found.names == {"/1.0/", "/3.0/"}
    assert_own(found, site, "/2.0/")


# --- what only looks like a version


def test_two_versions_of_an_interface_are_both_kept():
    site = {
        **tree("/docs/", more=("/api/v1/", "/api/v2/")),
        **trees({"/api/v1/": "en", "/api/v2/": "en"}),
        **hub("/", "/docs/"),
    }
    found = walk(site, "/")
    assert found.names == set()
    assert_own(found, site, "/")


@pytest.mark.parametrize(
    "paths",
    [
        ("api/v1/", "api/v1/users", "api/v1/orders"),
        tuple(f"blog/{year}/{month:02}/{title}/" for year in (2023, 2024) for month in (4, 5) for title in ("intro", "news")),
        ("rfc/2616/", "rfc/2616/errata", "rfc/9309/", "rfc/9309/errata", "rfc/793/", "rfc/793/errata"),
        ("releases/1.0", "releases/1.1", "releases/2.0"),
        tuple(f"releases/{version}/{title}" for version in ("1.0", "1.1", "2.0") for title in ("notes", "upgrade")),
        ("python/3/", "python/3/intro", "python/3/install"),
        ("changelog/v1/", "changelog/v1/fixes", "changelog/v2/", "changelog/v2/fixes", "changelog/v3/fixes"),
        ("spec/1.0/", "spec/1.1/", "spec/2.0/"),
        ("blog/page/2/", "blog/page/3/", "blog/page/4/"),
        tuple(f"course/{section}/{title}" for section in ("1.1", "1.2", "2.1") for title in ("exercises", "solutions")),
        tuple(f"meetings/2024-0{month}/{title}" for month in (1, 2, 3) for title in ("agenda", "minutes", "guests")),
        tuple(f"issues/{number}/{title}" for number in (1, 2, 12) for title in ("comments", "events")),
        ("dev/", "dev/intro", "dev/style", "dev/tests", "main/", "main/menu", "next/steps", "legacy/faq", "legacy/list"),
    ],
    ids=lambda paths: paths[0],
)  # fmt: skip
def test_is_kept_whole(paths):
    site = tree("/", (*TOPICS, *paths))
    found = walk(site, "/")
    assert found.names == set()
    assert_own(found, site, "/")


def test_a_framework_called_next_among_others_is_no_version():
    roots = ("/docs/react/", "/docs/vue/", "/docs/next/")
    site = {
        **tree("/docs/", ("install", "usage", "faq"), more=roots),
        **trees(dict.fromkeys(roots, "en"), ("install", "usage")),
    }
    assert walk(site, "/docs/").names == set()


def test_versions_that_have_little_in_common_with_what_has_none_are_kept():
    site = {**trees({"/1.0/": "en", "/2.0/": "en"}), **hub("/", "/1.0/", "/2.0/", "/intro"), **hub("/intro")}
    found = walk(site, "/")
    assert_own(found, site, "/")


# --- many of both

CODES = "en de fr es it pt ja ko zh ru pl nl sv tr cs uk ar vi id th".split()
MATRIX = tuple(f"/{code}/v{version}/" for code in CODES for version in range(1, 31))


@pytest.mark.parametrize("languages", [True, False])
@pytest.mark.parametrize("batch", [500, 7])
def test_twenty_languages_in_thirty_versions_that_all_link_to_each_other_cost_a_handful_of_pages(languages, batch):
    site = trees({root: root[1:3] for root in MATRIX}, ("a", "b"), languages=languages)
    found = walk({**hub("/", *MATRIX, lang="en" if languages else ""), **site}, "/", batch=batch)
    assert len(found.fetched) <= 8
    assert_own(found, site, "/en/v30/")
    assert {family.kind for family in found.left_out} == {FamilyKind.LOCALE, FamilyKind.VERSION}


def test_twenty_languages_in_thirty_versions_from_a_seed_in_one_of_them():
    site = trees({root: root[1:3] for root in MATRIX}, ("a", "b"))
    found = walk(site, "/en/v30/", whole_host=True)
    assert found.fetched == ["/en/v30/", "/en/v30/a", "/en/v30/b"]
    assert len(found.names) == 19 + 29


# --- one answer for each URL


def learned() -> Families:
    return walk({**trees(LOCALES), **tree("/plain/")}, "/").families


def test_a_family_is_named_by_its_kind_its_segment_and_where_it_begins():
    assert learned().other(HOST + "/zh/guide/deep?x=1#top") == Family(FamilyKind.LOCALE, "zh", HOST + "/zh/")


@pytest.mark.parametrize("path", ["/zh", "/zh/", "/zh/index.html", "/zh/never/met", "/zh?x=1"])
def test_what_lies_at_or_below_another_family_belongs_to_it_met_or_not(path):
    assert learned().other(HOST + path) is not None


@pytest.mark.parametrize("path", ["/", "/zhongwen/", "/plain/zh/a", "/plain/zh", "/guide/zh.html", "/ZH/a", "/de/a"])
def test_what_lies_elsewhere_does_not(path):
    assert learned().other(HOST + path) is None


def test_another_host_has_families_of_its_own():
    assert learned().other("https://other.example/zh/a") is None


def test_http_and_https_are_one_site():
    assert learned().other("http://docs.example/zh/a") is not None


@pytest.mark.parametrize("url", ["", "no url", "mailto:a@b.example", "https://", "http://[", "/zh/a"])
def test_what_is_no_url_belongs_to_no_family_and_teaches_nothing(url):
    families = Families((HOST + "/", url))
    families.read(url, "en", (Alternate("zh", url),))
    families.see((url,), on=url)
    families.landed(url)
    assert families.other(url) is None


def test_nothing_is_decided_before_a_page_was_read():
    families = Families((HOST + "/",))
    met = [f"{HOST}{root}{topic}" for root in LOCALES for topic in TOPICS]
    families.see(met, on=HOST + "/sitemap.xml")
    assert [url for url in met if families.other(url)] == []
    families.read(HOST + "/", "en", ())
    assert len([url for url in met if families.other(url)]) == 4 * len(TOPICS)


def test_what_a_seed_leads_to_is_its_own_from_then_on():
    families = learned()
    families.landed(HOST + "/zh/guide")
    assert families.other(HOST + "/zh/a") is None
    assert families.other(HOST + "/ja/a") is not None


# --- kept from one run to the next


def test_a_later_run_knows_what_an_earlier_one_has_learned():
    kept = learned().state()
    later = Families((HOST + "/",), kept=kept)
    assert later.other(HOST + "/zh/a") is not None
    assert later.other(HOST + "/a") is None
    assert later.state() == kept


def test_a_later_run_knows_where_the_seed_led():
    kept = walk(RTD, "/", redirects={"/": "/en/latest/"}).families.state()
    later = Families((HOST + "/",), kept=kept)
    assert later.other(HOST + "/en/latest/new") is None
    later.see((HOST + "/en/v9.9/new",), on=HOST + "/en/latest/new")
    assert later.other(HOST + "/en/v9.9/new") is not None


def test_where_nothing_was_learned_nothing_is_kept():
    assert Families((HOST + "/", HOST + "/en/v1/")).state() == ""


@pytest.mark.parametrize(
    "kept",
    ["", "{", "[]", "null", "7", '{"groups": 1}', '{"groups": [[1]]}', '{"groups": [["locale", "x", {"zh": "x"}]], "landings": [1]}',
     '{"groups": [["version", "", {"": "x"}]]}'],
)  # fmt: skip
def test_a_state_that_cannot_be_read_is_left_out(kept):
    assert Families((HOST + "/",), kept=kept).other(HOST + "/zh/a") is None


def test_the_state_has_bounds_whatever_the_site():
    families = Families((HOST + "/",))
    families.read(HOST + "/", "en", ())
    long = "x" * 200
    for product in range(40):
        base = f"{HOST}/{long}{product}"
        versions = [
            f"{base}/{version}.{minor}/{page}" for version in range(20) for minor in range(20) for page in "abc"
        ]
        families.see([*(f"{base}/{page}" for page in "abc"), *versions], on=HOST + "/")
        families.other(versions[0])
    assert 100_000 < len(families.state()) <= MAX_STATE
    assert json.loads(families.state())["groups"]


# --- whatever comes

SEGMENTS = st.sampled_from(
    [*CODES[:6], "zh-CN", "v1", "v2", "1.x", "latest", "next", "3", "guide", "intro", "v", "docs", "js"]
)
PATHS = st.lists(SEGMENTS, max_size=4).map(lambda steps: f"{HOST}/{'/'.join(steps)}/")
LANGS = st.sampled_from(["", "en", "fr", "zh-CN", "x-y-z"])
ALTERNATES = st.lists(st.builds(Alternate, LANGS, PATHS), max_size=3).map(tuple)
PAGES = st.lists(st.tuples(PATHS, LANGS, ALTERNATES, st.lists(PATHS, max_size=12)), max_size=12)


@settings(max_examples=150, deadline=None)
@given(st.lists(PATHS, min_size=1, max_size=2), PAGES)
def test_what_is_another_family_stays_one_and_no_seed_ever_is(seeds, pages):
    families = Families(tuple(seeds))
    others: set[str] = set()
    for url, lang, alternates, links in pages:
        families.read(url, lang, alternates)
        families.see(links, on=url)
        # Of families within families (`/en/v1/`), another one may turn out to be the one to name.
        assert [known for known in others if families.other(known) is None] == []
        others |= {link for link in links if families.other(link) is not None}
        assert [seed for seed in seeds if families.other(seed)] == []


@settings(max_examples=50, deadline=None)
@given(PAGES)
def test_the_same_pages_in_the_same_order_teach_the_same(pages):
    states = []
    for _ in range(2):
        families = Families((HOST + "/",))
        for url, lang, alternates, links in pages:
            families.read(url, lang, alternates)
            families.see(links, on=url)
        states.append(families.state())
    assert states[0] == states[1]


def test_a_sidebar_that_is_known_costs_next_to_nothing():
    families = Families((HOST + "/",))
    families.read(HOST + "/", "en", ())
    sidebar = [f"{HOST}/{root}page-{number}" for root in ("", "1.x/", "2.x/", "next/") for number in range(250)]
    families.see(sidebar, on=HOST + "/")
    families.see(sidebar, on=HOST + "/")
    started = time.process_time()
    for _ in range(10):
        families.see(sidebar, on=HOST + "/")
    assert (time.process_time() - started) / 10 < 0.005
