"""Which URLs belong to a crawl, and how much of them: Seeds, Scope, globs, limit and depth.

Without the browser: none of this is its business.
"""

import pytest
from crawls import LISTS, STATIC, documents

from fixtures.site import document

TREE = (
    "/",
    "/guide",
    "/guide/",
    "/guide/a",
    "/guide/deep/b",
    "/guide/intro.html",
    "/guide2/x",
    "/guides",
    "/other",
)


@pytest.fixture
def tree(server):
    """Every page links to every other."""
    for path in TREE:
        server.page(path, document(f"Page {path}", links=TREE))
    return server


# --- where a Seed lets the crawl go


def test_a_seed_beside_whose_scope_lies_most_of_what_it_links_to_is_told(tree, crawl):
    crawled = crawl(tree.url("/guide/a"), *STATIC)
    assert crawled.paths("pages") == ["/guide/a"]
    assert [(entry["prefix"], entry["urls"]) for entry in crawled.manifest["outside"]] == [
        (tree.url("/"), 4),
        (tree.url("/guide/"), 3),
    ]
    assert "out of the Scope" not in crawled.run.stderr
    for number in range(10):
        tree.page(f"/guide/a{number}", document("One more"))
    tree.page("/guide/a", document("Start", links=[f"/guide/a{number}" for number in range(10)]))
    crawled = crawl(tree.url("/guide/a"), *STATIC, "--fresh")
    assert f"most links lead out of the Scope, 10 of them to {tree.url('/guide/')}: " in crawled.run.stderr


def test_by_default_a_seed_takes_in_what_lies_below_it_on_whole_segments(tree, crawl):
    crawled = crawl(tree.url("/guide"), *STATIC)
    assert crawled.paths("pages") == ["/guide", "/guide/a", "/guide/deep/b", "/guide/intro.html"]
    assert {"/guide2/x", "/guides", "/other", "/"}.isdisjoint(tree.paths())


def test_what_is_out_of_scope_is_in_no_list_of_the_manifest(tree, crawl):
    crawled = crawl(tree.url("/guide"), *STATIC)
    assert "/guide2" not in str([crawled.manifest[name] for name in LISTS])


def test_a_seed_that_names_a_file_takes_in_its_folder(tree, crawl):
    crawled = crawl(tree.url("/guide/intro.html"), *STATIC)
    assert {"/guide/intro.html", "/guide/a", "/guide/deep/b"} <= set(crawled.paths("pages"))
    assert {"/guide2/x", "/guides", "/other", "/"}.isdisjoint(tree.paths())


def test_allow_backward_takes_in_the_whole_host(tree, crawl):
    crawled = crawl(tree.url("/guide/a"), *STATIC, "--allow-backward")
    assert {"/", "/guide/a", "/guide2/x", "/guides", "/other"} <= set(crawled.paths("pages"))


def test_another_host_on_the_same_server_is_never_asked(serve, crawl):
    server = serve(hosts=("127.0.0.1", "127.0.0.2"))
    links = tuple(server.url("/x", host=host) for host in ("127.0.0.2", "localhost"))
    server.page("/", document("Start", links=links))
    crawl(server.url("/"), *STATIC, "--allow-backward")
    assert {hit.host for hit in server.hits()} == {f"127.0.0.1:{server.port}"}


def test_another_port_is_another_host(serve, crawl):
    here, there = serve(), serve()
    here.page("/", document("Start", links=(there.url("/"),)))
    crawl(here.url("/"), *STATIC, "--allow-backward", "--allow-subdomains")
    assert there.connections == 0


@pytest.mark.parametrize(("options", "taken_up"), [((), []), (("--allow-subdomains",), ["/below"])])
def test_subdomains_are_taken_up_where_they_are_allowed(server, crawl, options, taken_up):
    # `--limit 1` ends the crawl before the subdomain is asked for: whether its name resolves differs from machine to machine.
    below = f"http://docs.localhost:{server.port}/below"
    server.page("/", document("Start", links=(below,)))
    crawled = crawl(server.url("/", host="localhost"), *STATIC, "--limit", "1", *options)
    assert crawled.paths("pending") == taken_up


# --- globs


def test_include_paths_keep_pages_that_match_one_of_them_and_the_seed(tree, crawl):
    crawled = crawl(tree.url("/"), *STATIC, "--include-paths", "/guide/?*", "--include-paths", "/other")
    assert crawled.paths("pages") == ["/", "/guide/a", "/guide/deep/b", "/guide/intro.html", "/other"]


def test_exclude_paths_leave_out_pages_that_match_one_of_them(tree, crawl):
    crawled = crawl(tree.url("/"), *STATIC, "--exclude-paths", "/guide*", "--exclude-paths", "*.html")
    assert crawled.paths("pages") == ["/", "/other"]
    assert documents(tree) == ["/", "/other"]


def test_a_seed_that_is_excluded_is_not_asked_for_and_says_why(tree, crawl):
    crawled = crawl(tree.url("/other"), *STATIC, "--exclude-paths", "/other")
    assert crawled.run.returncode == 1
    assert "/other" in crawled.run.lines[-1]
    assert "matches excluded" in crawled.run.lines[-1]
    assert tree.hits() == ()


# --- limit and depth


@pytest.mark.parametrize("concurrency", ["1", "4"])
def test_the_limit_is_the_exact_number_of_pages_saved(site, crawl, concurrency):
    crawled = crawl(site.url("/"), *STATIC, "--limit", "5", "--concurrency", concurrency)
    assert crawled.run.returncode == 0
    assert crawled.manifest["page_count"] == 5
    assert crawled.manifest["truncated"]
    assert crawled.manifest["counts"]["pending"] > 0
    assert len(documents(site)) == 5


def test_what_the_limit_left_out_is_pending_with_the_page_that_links_to_it(server, crawl):
    server.page("/", document("Start", links=("/a",)))
    crawled = crawl(server.url("/"), *STATIC, "--limit", "1")
    assert crawled.entry("pending", "/a")["found_on"] == server.url("/")
    assert "pending" in crawled.run.lines[-1]
    assert "truncated" in crawled.run.lines[-1]


def test_errors_do_not_count_against_the_limit(server, crawl):
    server.page("/", document("Start", links=("/missing", "/a", "/b")))
    server.page("/a", document("A"))
    server.page("/b", document("B"))
    crawled = crawl(server.url("/"), *STATIC, "--limit", "2")
    assert crawled.manifest["page_count"] == 2
    assert crawled.paths("errors") == ["/missing"]


def test_a_crawl_that_has_no_more_pages_than_its_limit_is_not_truncated(server, crawl):
    server.page("/", document("Start"))
    assert not crawl(server.url("/"), *STATIC, "--limit", "1").manifest["truncated"]


def test_a_limit_of_zero_is_no_limit(site, crawl):
    assert not crawl(site.url("/"), *STATIC, "--limit", "0").manifest["truncated"]


@pytest.fixture
def chain(server):
    for number in range(5):
        server.page(f"/{number}", document(f"Page {number}", links=(f"/{number + 1}",)))
    return server


def test_depth_is_the_number_of_links_followed_and_the_next_ones_are_skipped(chain, crawl):
    crawled = crawl(chain.url("/0"), *STATIC, "--allow-backward", "--depth", "2")
    assert crawled.paths("pages") == ["/0", "/1", "/2"]
    assert [page["depth"] for page in crawled.manifest["pages"]] == [0, 1, 2]
    assert crawled.paths("skipped") == ["/3"]
    assert crawled.entry("skipped", "/3")["reason"] == "depth"
    assert "/3" not in chain.paths()


def test_a_depth_of_zero_is_the_seeds_alone(chain, crawl):
    crawled = crawl(chain.url("/0"), chain.url("/2"), *STATIC, "--allow-backward", "--depth", "0")
    assert crawled.paths("pages") == ["/0", "/2"]


# --- several Seeds


def test_a_seeds_file_gives_a_seed_a_line_beside_comments_and_blank_lines(tree, crawl, tmp_path):
    seeds = tmp_path / "seeds.txt"
    seeds.write_text(f"# two of them\n\n{tree.url('/guides')}\n   \n  {tree.url('/guide2/x')}  \n", encoding="utf-8")
    crawled = crawl("-f", seeds, *STATIC)
    assert crawled.paths("pages") == ["/guide2/x", "/guides"]
    assert crawled.manifest["seeds"] == [tree.url("/guides"), tree.url("/guide2/x")]


def test_seeds_of_the_command_line_and_of_a_file_are_one_crawl(tree, crawl, tmp_path):
    (tmp_path / "seeds.txt").write_text(tree.url("/guides"), encoding="utf-8")
    assert crawl(tree.url("/other"), "-f", tmp_path / "seeds.txt", *STATIC).paths("pages") == ["/guides", "/other"]


def test_a_seed_given_twice_is_one_page(tree, crawl):
    crawled = crawl(tree.url("/other"), tree.url("/other#part"), *STATIC)
    assert crawled.paths("pages") == ["/other"]
    assert documents(tree) == ["/other"]


def test_seeds_on_two_hosts_each_have_a_folder_and_a_robots_txt_of_their_own(serve, crawl):
    server = serve(hosts=("127.0.0.1", "127.0.0.2"))
    server.page("/", document("Start", links=("/a",)))
    server.page("/a", document("A"))
    crawled = crawl(server.url("/"), server.url("/", host="127.0.0.2"), *STATIC)
    assert crawled.manifest["page_count"] == 4
    assert {page["path"].partition("/")[0] for page in crawled.manifest["pages"]} == {
        file.name for file in crawled.out.iterdir() if file.is_dir() and file.name != ".getdocs"
    }
    assert len({page["path"].partition("/")[0] for page in crawled.manifest["pages"]}) == 2
    assert len(server.hits(path="/robots.txt")) == 2
