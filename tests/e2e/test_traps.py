"""Sites that can make more URLs for ever, or that name one page a hundred times: group K of the shared list of hostile servers.

K06 (languages and versions) is in test_families. Each crawl keeps to its own defaults: no test helps it to an end.
"""

import json
import re
import sys
from collections import Counter
from itertools import islice, product
from string import ascii_lowercase

import pytest
from aiohttp import web
from crawls import NOW, STATIC, documents, examine, less_origin

from fixtures.misbehave import HTML
from fixtures.site import document

MOST = 100
"""What `--max-variants` is where nobody gives it."""
ONE = ("--concurrency", "1")
"""For what is about which pages are asked for before others."""


def below(server, path, html):
    """From now on, `html(path)` is what the server has at each path that begins so and that it does not know."""
    known = server.answer

    async def answer(request):
        response = await known(request)
        if response.status != 404 or not request.raw_path.startswith(path):
            return response
        return web.Response(text=html(request.raw_path), headers={"Content-Type": HTML})

    server.answer = answer


def put(server, *paths):
    """Pages."""
    for path in paths:
        server.page(path, document(f"Page {path}"))


def traps(crawled):
    """The paths that were not visited because they are one too many, or a trap by their shape."""
    return sorted(less_origin(entry["url"]) for entry in crawled.manifest["skipped"] if entry["reason"] == "trap")


# --- K01: a calendar that always has a next month


def month(path):
    """A page of a calendar, which links to the next month: `/cal?y=2026&m=12`, `/days/2026/12/`."""
    year, number = map(int, re.findall(r"\d+", path))
    year, number = (year + 1, 1) if number == 12 else (year, number + 1)
    after = f"/cal?y={year}&m={number}" if "?" in path else f"/days/{year}/{number}/"
    return document(f"Month {path}", links=(after,))


@pytest.fixture(scope="module")
def calendars(once):
    server = once.serve()
    server.page("/", document("Start", links=("/cal?y=2026&m=1", "/days/2026/1/", "/guide")))
    server.page("/guide", document("Guide", links=("/guide/a",)))
    server.page("/guide/a", document("A", links=("/guide/b",)))
    put(server, "/guide/b")
    for path in ("/cal?", "/days/"):
        below(server, path, month)
    return once.crawl(server.url("/"), *STATIC), server


@pytest.mark.parametrize(
    ("calendar", "first_not_asked"), [("/cal?", "/cal?y=2034&m=5"), ("/days/", "/days/2034/5/")], ids=["query", "path"]
)
def test_k01_a_calendar_without_end_is_left_after_so_many_months_and_the_next_one_is_told(
    calendars, calendar, first_not_asked
):
    crawled, server = calendars
    asked = [path for path in server.paths() if path.startswith(calendar)]
    assert len(asked) == MOST
    assert sorted(path for path in crawled.paths("pages") if path.startswith(calendar)) == sorted(asked)
    assert first_not_asked not in asked
    assert [path for path in traps(crawled) if path.startswith(calendar)] == [first_not_asked]


def test_k01_a_calendar_costs_no_other_page(calendars):
    crawled, _ = calendars
    assert {"/", "/guide", "/guide/a", "/guide/b"} <= set(crawled.paths("pages"))
    assert crawled.manifest["counts"]["discovered"] == 4 + 2 * (MOST + 1)


# --- K03: a list with twenty facets, each of which can be set or not


@pytest.fixture(scope="module")
def facets(once):
    names = [f"f{letter}" for letter in ascii_lowercase[:20]]

    def shown(path):
        chosen = [pair.partition("=")[0] for pair in path.partition("?")[2].split("&") if pair]
        choices = (sorted({*chosen} ^ {name}) for name in names)
        links = [f"/list?{'&'.join(f'{name}=1' for name in choice)}" for choice in choices]
        return document(f"Found {path}", links=(*links, *(f"/items/{name}" for name in chosen[:1])))

    server = once.serve()
    server.page("/", document("Start", links=("/list", "/guide")))
    put(server, "/guide", *(f"/items/{name}" for name in names))
    below(server, "/list", shown)
    return once.crawl(server.url("/"), *STATIC, *ONE), server, names


def test_k03_of_a_million_combinations_no_more_than_the_cap_is_asked_for(facets):
    crawled, server, _ = facets
    asked = [path for path in server.paths() if path.startswith("/list?")]
    assert len(asked) == len(set(asked)) == MOST
    assert {"/list", *asked} <= set(crawled.paths("pages"))


def test_k03_the_combinations_that_were_met_and_not_asked_for_are_told(facets):
    crawled, server, names = facets
    assert set(traps(crawled)) == set(crawled.paths("skipped"))
    assert 0 < len(traps(crawled)) <= MOST * len(names)
    assert not set(traps(crawled)) & set(server.paths())


def test_k03_what_only_a_facet_leads_to_is_saved(facets):
    crawled, _, names = facets
    assert {"/", "/guide", *(f"/items/{name}" for name in names)} <= set(crawled.paths("pages"))


# --- K04: a path that grows at every depth


@pytest.fixture(scope="module")
def growing(once):
    def deeper(*names):
        return lambda path: document(f"At {path}", links=tuple(f"{name}/" for name in names))

    server = once.serve()
    server.page("/", document("Start", links=("/a/", "/mixed/", "/long/0a/", "/guide/api/guide/")))
    put(server, "/guide/api/guide/")
    below(server, "/a/", deeper("a"))
    below(server, "/mixed/", deeper("x", "y"))
    below(server, "/long/", lambda path: document(f"At {path}", links=(f"{path.count('/') - 1}a/",)))
    return once.crawl(server.url("/"), *STATIC), server


def test_k04_a_folder_that_links_to_a_folder_of_its_own_name_is_followed_twice_and_the_third_is_told(growing):
    crawled, server = growing
    assert [path for path in documents(server) if path.startswith("/a/")] == ["/a/", "/a/a/"]
    assert "/a/a/a/" in traps(crawled)


def test_k04_folders_that_alternate_for_ever_come_to_an_end(growing):
    crawled, server = growing
    asked = [path for path in documents(server) if path.startswith("/mixed/")]
    assert set(asked) <= set(crawled.paths("pages"))
    assert max(path.count("/") for path in asked) <= 8
    assert not set(asked) & set(traps(crawled))


def test_k04_a_path_that_grows_by_a_new_name_each_time_is_followed_for_twenty_segments(growing):
    crawled, server = growing
    assert max(path.count("/") - 1 for path in documents(server)) == 20
    assert [path.count("/") - 1 for path in traps(crawled) if path.startswith("/long/")] == [21]


def test_k04_a_page_whose_path_names_a_folder_again_is_a_page(growing):
    crawled, _ = growing
    assert "/guide/api/guide/" in crawled.paths("pages")


# --- K05: one sidebar with 100,000 links

LINKS = 100_000
_PEAK = """
import pathlib, resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
pathlib.Path(sys.argv[1]).write_text(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status)
"""
_UNIT = 1 if sys.platform == "darwin" else 1024  # getrusage(2)


@pytest.fixture(scope="module")
def crowded(once, tmp_path_factory):
    """The crawl, its server, the links, and the most memory that this crawl and one of a plain page took, in bytes."""

    def measured(path):
        folder = tmp_path_factory.mktemp("measured")
        through = (sys.executable, "-c", _PEAK, folder / "peak")
        command = ("crawl", server.url(path), *STATIC, *ONE, "--limit", "5", "-o", folder / "out")
        crawled = examine(once.run_getdocs(*command, through=through, timeout=240.0), folder / "out")
        return crawled, int((folder / "peak").read_text()) * _UNIT

    server = once.serve()
    links = [f"/{''.join(letters)}" for letters in islice(product(ascii_lowercase, repeat=4), LINKS)]
    put(server, "/plain/", *links[:10])
    server.page("/", document("Start", links=tuple(links)))
    plain, usual = measured("/plain/")
    assert plain.paths("pages") == ["/plain/"]
    return *measured("/"), usual, server, links


def test_k05_of_a_sidebar_of_100_000_links_the_first_are_saved_and_each_other_is_listed(crowded):
    crawled, _, _, server, links = crowded
    assert documents(server) == ["/plain/", "/", *links[:4]]
    assert crawled.paths("pages") == ["/", *links[:4]]
    assert crawled.paths("pending") == links[4:]
    assert crawled.manifest["counts"]["discovered"] == LINKS + 1


def test_k05_the_manifest_of_100_000_links_has_its_head_first_and_an_entry_a_line(crowded):
    crawled, *_, links = crowded
    lines = (crawled.out / "crawl.json").read_text("utf-8").splitlines()
    assert [line for line in lines[:20] if '"counts"' in line and f'"discovered": {LINKS + 1}' in line]
    first = lines.index('  "pending": [') + 1
    entries = [json.loads(line.removesuffix(",")) for line in lines[first : first + len(links) - 4]]
    assert entries == crawled.manifest["pending"]


def test_k05_a_link_costs_no_more_than_four_kilobytes_of_memory(crowded):
    _, peak, usual, *_ = crowded
    assert (peak - usual) / LINKS < 4096


# --- K07: pages that never stop growing

_MORE = "<script>const more = () => { for (let i = 0; i < 50; i++) list.append(Object.assign(document.createElement('li'), {textContent: 'Item ' + list.children.length})) };"
SCROLLED = f"""<ul id=list></ul><div id=end>The end</div>{_MORE}
more();
addEventListener("scroll", more);
new IntersectionObserver(([seen]) => seen.isIntersecting && (more(), scrollTo(0, 1e9)), {{rootMargin: "500px"}}).observe(end);
</script>"""
STREAMED = f"<ul id=list></ul>{_MORE} setInterval(more, 100)</script>"


@pytest.fixture(scope="module")
def endless(once):
    server = once.serve()
    server.page("/", document("Start", links=("/scrolled", "/streamed", "/plain")))
    server.page("/scrolled", document("Scrolled", SCROLLED))
    server.page("/streamed", document("Streamed", STREAMED))
    put(server, "/plain")
    return once.crawl(server.url("/"), *NOW), server


@pytest.mark.parametrize("path", ["/scrolled", "/streamed"])
def test_k07_a_page_that_grows_for_ever_is_saved_as_far_as_it_has_grown(endless, path):
    crawled, server = endless
    items = [line for line in crawled.text(path).splitlines() if "Item " in line]
    assert 50 <= len(items) < 10_000
    assert len(server.hits(path=path)) == 1


def test_k07_a_page_that_had_not_stopped_growing_is_told_and_no_other(endless):
    crawled, _ = endless
    told = {path: crawled.entry("pages", path).get("unsettled", False) for path in ("/", "/plain", "/streamed")}
    assert told == {"/": False, "/plain": False, "/streamed": True}


# --- K08: anchors, and routes that look like them


def test_k08_500_anchors_are_one_page(server, crawl):
    sections = "".join(f'<h2 id="s{number}">Section {number}</h2><p>Text.</p>' for number in range(500))
    anchors = tuple(f"{page}#s{number}" for number in range(500) for page in ("", "/long"))
    server.page("/", document("Start", links=("/long",)))
    server.page("/long", document("Long", sections, links=anchors))
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/", "/long"]
    assert documents(server) == ["/", "/long"]
    assert crawled.manifest["counts"]["discovered"] == 2


def test_k08_each_hash_route_is_a_page_and_the_anchors_in_it_are_none(server, crawl):
    views = ["", "guide", "guide/install", "api"]
    links = [f"#/{view}{anchor}" for view in views for anchor in ("", "?id=setup", "?id=more")]
    script = f"""<main id=view>Loading</main><script>
      const views = {json.dumps(views)}, links = {json.dumps(links)};
      (onhashchange = () => {{
        const view = location.hash.slice(2).split("?")[0];
        document.getElementById("view").innerHTML = views.includes(view)
          ? `<h1>View ${{view}}</h1><p>This is the text of view "${{view}}".</p><h2 id=setup>Setup</h2><h2 id=more>More</h2>`
            + links.map(link => `<p><a href="${{link}}">${{link}}</a></p>`).join("")
          : "<h1>404</h1><p>Nothing is here.</p>";
      }})();
    </script>"""
    server.page("/", f"<!doctype html><title>Docs</title><body>{script}")
    crawled = crawl(server.url("/"), *NOW)
    assert sorted(crawled.paths("pages")) == ["/", "/#/api", "/#/guide", "/#/guide/install"]
    assert 'This is the text of view "guide/install".' in crawled.text("/#/guide/install")
    assert set(documents(server)) == {"/"}


# --- K09: one page under three names


def test_k09_spellings_of_one_page_are_one_page_and_the_others_its_duplicates_or_not_asked_for(server, crawl):
    names = ("/preface", "/preface/", "/preface?utm=1", "/preface?utm_source=mail")
    server.page("/", document("Start", links=names))
    preface = document("Preface", head='<link rel="canonical" href="/preface">')
    for name in names[:2]:
        server.page(name, preface)
    crawled = crawl(server.url("/"), *STATIC, *ONE)
    assert crawled.paths("pages") == ["/", "/preface"]
    assert crawled.manifest["duplicates"] == [{"url": server.url("/preface?utm=1"), "of": server.url("/preface")}]
    assert documents(server) == ["/", "/preface", "/preface?utm=1"]


# --- K10: a limit


def test_k10_what_a_limit_leaves_is_listed_and_a_higher_one_goes_on_with_it(server, crawl):
    paths = [f"/{letter}" for letter in islice(map("".join, product(ascii_lowercase, repeat=2)), 49)]
    put(server, *paths)
    server.page("/", document("Start", links=tuple(paths)))
    first = crawl(server.url("/"), *STATIC, *ONE, "--limit", "10")
    assert first.paths("pages") == ["/", *paths[:9]]
    assert first.paths("pending") == paths[9:]
    assert first.manifest["truncated"]
    assert first.manifest["limit_reached"]
    assert documents(server) == ["/", *paths[:9]]
    second = crawl(server.url("/"), *STATIC, *ONE, "--limit", "50", "--resume")
    assert second.paths("pages") == ["/", *paths]
    assert not second.manifest["truncated"]
    assert documents(server) == ["/", *paths]


# --- K11: links that are none


def test_k11_links_that_are_no_url_cost_no_other_link_and_are_told(server, crawl):
    long = "/" + "x" * 5000
    nothing = ("mailto:a@b.example", "javascript:void(0)", "", "#", "data:text/html,x", "tel:1")
    broken = ("http://[", "http://h:99999/", long)
    server.page("/", document("Start", links=(*nothing, *broken, "/good")))
    put(server, "/good")
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/", "/good"]
    told = {entry["url"]: entry["reason"] for entry in crawled.manifest["skipped"]}
    assert told == dict.fromkeys(("http://[", "http://h:99999/", long[:200]), "scheme")
    assert Counter(documents(server)) == {"/": 1, "/good": 1}
