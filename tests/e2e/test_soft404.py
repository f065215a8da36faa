"""Sites that have a page for every path: what they make up is neither saved nor followed, and no page of theirs is lost."""

import re

import pytest
from aiohttp import web
from crawls import NOW, STATIC, documents

from fixtures.misbehave import HTML
from fixtures.site import document
from fixtures.sites import spa_truth

PROBE = re.compile(r"/getdocs-[0-9a-f]{16}$")
FAKE = document(
    "Welcome", '<p>All that we know. <a href="more/">More</a>, <a href="../x">less</a>, <a href="./y">other</a>.</p>'
)


def makes_up(server, html, status=200):
    """From now on, `html` is what the server has at each path that it does not know, robots.txt among them."""
    known = server.answer

    async def answer(request):
        response = await known(request)
        if response.status != 404:
            return response
        body = html(request.raw_path) if callable(html) else html
        return web.Response(text=body, status=status, headers={"Content-Type": HTML})

    server.answer = answer


def probes(server):
    return [path for path in server.paths() if PROBE.search(path)]


def soft(crawled):
    """The paths that were found to show what every unknown path shows."""
    return sorted(
        path
        for path in crawled.paths("skipped")
        if crawled.entry("skipped", path)["reason"] == "trap"
        and crawled.entry("skipped", path)["detail"].startswith("soft 404")
    )


def warnings(crawled):
    return [warning for warning in crawled.manifest["warnings"] if "soft 404" in warning]


# --- as the server sent it


@pytest.fixture(scope="module")
def made_up(once):
    server = once.serve()
    server.page("/", document("Start", links=("/real", "/dead", "/old/dead/")))
    server.page("/real", document("Real", "<p>Real text.</p>", links=("/", "deeper/dead")))
    makes_up(server, FAKE)
    return once.crawl(server.url("/"), *STATIC), server


def test_pages_that_a_server_makes_up_are_not_saved(made_up):
    crawled, _ = made_up
    assert sorted(crawled.paths("pages")) == ["/", "/real"]
    assert soft(crawled) == ["/dead", "/deeper/dead", "/old/dead/"]


def test_links_of_pages_that_a_server_makes_up_are_not_followed(made_up):
    crawled, server = made_up
    assert crawled.manifest["counts"]["discovered"] == 5
    asked = {path for path in documents(server) if not PROBE.search(path)}
    assert asked == {"/", "/real", "/dead", "/deeper/dead", "/old/dead/"}


def test_the_host_is_asked_once_for_a_path_that_it_cannot_have(made_up):
    _, server = made_up
    assert len(probes(server)) == 1


def test_the_user_is_told_once_that_the_host_makes_pages_up(made_up):
    crawled, server = made_up
    (warning,) = warnings(crawled)
    assert server.url("").removeprefix("http://") in warning
    assert sum("soft 404" in line for line in crawled.run.lines if "warning" in line.lower()) == 1


def test_a_resumed_crawl_does_not_ask_again_for_a_path_that_the_host_cannot_have(server, crawl):
    server.page("/", document("Start", links=("/a", "/dead", "/b", "/gone")))
    for path in ("/a", "/b"):
        server.page(path, document(path))
    makes_up(server, FAKE)
    first = crawl(server.url("/"), *STATIC, "--concurrency", "1", "--limit", "2")
    assert first.manifest["truncated"]
    resumed = crawl(server.url("/"), *STATIC, "--limit", "10", "--resume", "--force")
    assert sorted(resumed.paths("pages")) == ["/", "/a", "/b"]
    assert soft(resumed) == ["/dead", "/gone"]
    assert len(probes(server)) == 1


def test_a_made_up_page_that_names_its_path_and_the_time_is_recognised(server, crawl):
    def html(path):
        made_up.append(path)
        crumbs = " / ".join(part.capitalize() for part in path.split("/") if part)
        return document(
            f"{path} - not found",
            f"<p>Home / {crumbs}</p><p>There is no <code>{path}</code>. 12:{len(made_up):02}:07 GMT</p>",
        )

    made_up: list[str] = []
    server.page("/docs/", document("Start", links=("/docs/a/b/c", "/docs/real", "/docs/%C3%BCber")))
    server.page("/docs/real", document("Real"))
    makes_up(server, html)
    crawled = crawl(server.url("/docs/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/docs/", "/docs/real"]
    assert soft(crawled) == ["/docs/%C3%BCber", "/docs/a/b/c"]


def test_a_site_that_shows_its_start_page_for_every_path_keeps_its_start_page(server, crawl):
    server.page("/docs/guide.html", document("Guide", links=("/docs/",)))
    makes_up(server, document("Start", links=("/docs/guide.html", "/docs/dead", "/docs/index.html")))
    crawled = crawl(server.url("/docs/guide.html"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/docs/", "/docs/guide.html"]
    assert soft(crawled) == ["/docs/dead"]


def test_where_a_seed_leads_is_a_page_though_every_path_shows_it(server, crawl):
    intro = document("Introduction", links=("/docs/guide", "/docs/dead"))
    server.redirect("/docs/", "/docs/introduction")
    server.page("/docs/introduction", intro)
    server.page("/docs/guide", document("Guide"))
    makes_up(server, intro)
    crawled = crawl(server.url("/docs/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/docs/guide", "/docs/introduction"]
    assert soft(crawled) == ["/docs/dead"]


def test_a_site_that_says_404_is_crawled_as_ever(server, crawl):
    server.page("/", document("Start", links=("/a", "/copy", "/dead")))
    server.page("/a", document("A"))
    server.page("/copy", document("A"))
    crawled = crawl(server.url("/"), *STATIC)
    assert sorted(crawled.paths("pages")) == ["/", "/a", "/copy"]
    assert len(probes(server)) == 1
    assert warnings(crawled) == []


def test_a_path_that_robots_txt_forbids_is_not_asked_for_to_find_out(server, crawl):
    server.robots("User-agent: *\nDisallow: /getdocs-\n")
    server.page("/", document("Start", links=("/dead",)))
    makes_up(server, FAKE)
    crawled = crawl(server.url("/"), *STATIC, "--limit", "3")
    assert probes(server) == []
    assert "/dead" in crawled.paths("pages")


def test_an_application_read_without_its_scripts_is_one_page_and_not_one_for_each_path(server, crawl):
    server.page("/", document("Start", links=("/a", "/b")))
    makes_up(server, "<!doctype html><title>App</title><body><noscript>Turn scripts on.</noscript>Loading")
    crawled = crawl(server.url("/"), *STATIC)
    assert crawled.paths("pages") == ["/"]
    assert soft(crawled) == ["/a", "/b"]


# --- as the browser shows it


def application(route):
    """An application whose one shell shows a view for each route; `route` is the JavaScript that reads it."""
    return f"""<!doctype html><title>Docs</title><body><main id=view>Loading</main><script>
      const views = {{"": "Start", guide: "Guide", "guide/install": "Install", empty: "Coming soon"}};
      const links = ["guide", "guide/install", "lost", "guide/lost", "empty"];
      const show = () => {{
        const path = {route}.replace(/^[/]|[/]$/g, ""), view = views[path];
        const href = location.hash ? "#/" : "/";
        document.title = (view || "Not found") + " - Docs";
        document.getElementById("view").innerHTML = view
          ? `<h1>${{view}}</h1><p>This is the text of ${{view}}.</p>` + links.map(to => `<p><a href="${{href}}${{to}}">${{to}}</a></p>`).join("")
          : `<h1>404 - Not found</h1><p>Nothing is at ${{path}}. <a href="${{href}}">Start</a> <a href="${{href}}${{path}}/${{path}}">Near</a></p>`;
      }};
      setTimeout(show, 200);
      onhashchange = show;
    </script>"""


def test_the_not_found_view_of_an_application_with_paths_is_no_page_and_its_views_are(server, crawl):
    makes_up(server, application("location.pathname"))
    crawled = crawl(server.url("/"), *NOW)
    assert sorted(crawled.paths("pages")) == ["/", "/empty", "/guide", "/guide/install"]
    assert "This is the text of Install." in crawled.text("/guide/install")
    assert soft(crawled) == ["/guide/lost", "/lost"]
    assert len(probes(server)) == 1


def test_the_not_found_view_of_an_application_with_hash_routes_is_no_page_and_its_views_are(server, crawl):
    server.page("/", application("location.hash.slice(1)"))
    crawled = crawl(server.url("/#/"), *NOW)
    assert {"/#/guide", "/#/guide/install", "/#/empty"} <= set(crawled.paths("pages"))
    assert "This is the text of Install." in crawled.text("/#/guide/install")
    assert soft(crawled) == ["/#/guide/lost", "/#/lost"]


@pytest.mark.parametrize("router", ["hash", "history"])
def test_an_application_whose_every_path_is_one_shell_loses_no_page(serve, crawl, router):
    server = serve("spa" if router == "hash" else "spa-history")
    crawled = crawl(server.url("/"), *NOW)
    assert crawled.manifest["page_count"] == len(spa_truth(router).pages)
    assert soft(crawled) == []
