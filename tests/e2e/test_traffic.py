"""What the Manifest says was asked for is what the server was asked."""

from crawls import STATIC

from fixtures.site import document


def test_every_request_of_every_run_is_counted(crawl, server):
    server.robots("User-agent: *\nDisallow: /private\n")
    server.page("/", document("Start", links=("/a", "/b", "/private")))
    server.page("/a", document("A"))
    server.page("/b", document("B"))
    crawl(server.url("/"), *STATIC, "--limit", "1")

    manifest = crawl(server.url("/"), *STATIC, "--resume").manifest

    (host,) = manifest["requests_by_host"]
    kinds = {entry["kind"]: (entry["requests"], entry["refused"]) for entry in manifest["requests_by_kind"]}
    assert host["requests"] == len(server.hits())
    assert kinds["document"] == (len(server.hits()) - kinds["robots"][0] - kinds["sitemap"][0], 1)
