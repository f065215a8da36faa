"""The user's secrets reach the origin that they were given for and nothing else: no other server, no file, no message.

Of the shared list of hostile servers: N07, N08, N09. Besides: certificates, private addresses, and the options that say
which answers are pages and what robots.txt decides about.
"""

import base64
import json
import subprocess
import sys
from pathlib import Path

import pytest
from crawls import NOW, STATIC, documents

from fixtures.misbehave import HTML, answer
from fixtures.site import document

PASSWORD, TOKEN, SESSION, SAVED = "pw-s3cret", "token-s3cret", "session-s3cret", "saved-s3cret"
BASIC = base64.b64encode(f"user:{PASSWORD}".encode()).decode()
SECRETS = (PASSWORD, TOKEN, SESSION, SAVED, BASIC)


def leaked(*texts: str | bytes) -> list[str]:
    """The secrets that occur in any of `texts`."""
    every = [text.encode() if isinstance(text, str) else text for text in texts]
    return [secret for secret in SECRETS if any(secret.encode() in text for text in every)]


def written(folder: Path) -> list[bytes]:
    """Every file below `folder`, its path included."""
    return [str(file).encode() + file.read_bytes() for file in folder.rglob("*") if file.is_file()]


def in_headers(hits) -> list[str]:
    return leaked(*(f"{hit.path} {hit.headers}" for hit in hits))


def behind_login(then):
    """Answers 401 to whoever does not bring the login."""

    async def handler(request):
        if request.headers.get("Authorization") != f"Basic {BASIC}":
            return await answer("who are you?", 401, headers=(("WWW-Authenticate", "Basic"),))(request)
        return await then(request)

    return handler


# --- a site behind everything at once, and two origins beside it


@pytest.fixture(scope="module")
def private_site(once, tmp_path_factory):
    """A page that leads to another port and to another name of the same machine, in every way that a page can."""
    site, other = once.serve(), once.serve()
    named = site.url("", host="localhost")
    for path in ("/robots.txt", "/b", "/c", "/hop", "/data", "/app.js"):
        site.route(path, behind_login(answer("", 404, "text/plain")))
    script = f"""<p id=own>nothing</p><p id=foreign>nothing</p><script>
      fetch("/data").then(r => r.text()).then(t => own.textContent = t);
      fetch("{other.url("/data")}").then(r => r.text()).then(t => foreign.textContent = t);
      fetch("/moved-data").then(r => r.text()).catch(() => 0);
    </script>"""
    elsewhere = f"""<script src="/app.js"></script><script src="{other.url("/x.js")}"></script>
      <script src="/moved.js"></script><iframe src="{other.url("/frame")}"></iframe>
      <script src="{named}/named.js"></script><img src="{other.url("/pixel.png")}">"""
    pages = {
        "/": document("Start", script + elsewhere, links=("/b", "/hop", "/leaving", "/named")),
        "/b": document("B", elsewhere),
        "/c": document("C"),
    }
    for path, html in pages.items():
        site.route(path, behind_login(answer(html)))
    site.route("/hop", behind_login(answer("", 302, headers=(("Location", "/c"),))))
    site.route("/data", behind_login(answer("own data", 200, "text/plain")))
    site.route("/app.js", behind_login(answer("", 200, "text/javascript")))
    site.redirect("/moved.js", other.url("/moved.js"))
    site.redirect("/moved-data", other.url("/moved-data"))
    site.redirect("/leaving", other.url("/landed"))
    site.redirect("/named", f"{named}/landed")
    cors = (("Access-Control-Allow-Origin", "*"),)
    other.route("/data", answer("foreign data", 200, "text/plain", cors))
    for path in ("/x.js", "/moved.js"):
        other.page(path, "", content_type="text/javascript")
    state = tmp_path_factory.mktemp("login") / "state.json"
    cookie = {"name": "saved", "value": SAVED, "domain": "127.0.0.1", "path": "/", "expires": -1}
    state.write_text(json.dumps({"cookies": [cookie, cookie | {"domain": ".0.0.1", "name": "wide"}]}))
    secrets = ("-H", f"X-Token: {TOKEN}", "--cookie", f"sid={SESSION}", "--auth", f"user:{PASSWORD}")
    crawled = once.crawl(
        site.url("/"), *secrets, "--storage-state", state, "--allow-private", "--keep-html", "-v", *NOW
    )
    return crawled, site, other


def test_every_page_behind_the_login_is_saved(private_site):
    crawled, _, _ = private_site
    assert crawled.paths("pages") == ["/", "/b", "/c"]
    assert crawled.manifest["errors"] == []


def test_what_scripts_load_from_the_site_carries_the_login_too(private_site):
    crawled, _, _ = private_site
    assert "own data" in crawled.text("/")
    assert "foreign data" in crawled.text("/")


def test_every_request_to_the_seeds_origin_carries_every_secret_robots_txt_included(private_site):
    _, site, _ = private_site
    hits = site.hits(host="127.0.0.1")
    assert "/robots.txt" in {hit.path for hit in hits}
    for hit in hits:
        assert hit.header("authorization") == f"Basic {BASIC}", hit.path
        assert hit.header("x-token") == TOKEN, hit.path
        assert hit.header("cookie") == f"saved={SAVED}; sid={SESSION}", hit.path


def test_n07_n08_no_other_origin_is_told_anything(private_site):
    _, site, other = private_site
    assert {"/data", "/x.js", "/moved.js", "/moved-data"} <= set(other.paths())
    assert in_headers(other.hits()) == []
    assert [hit.path for hit in site.hits(host="localhost")] == ["/robots.txt", "/named.js"]
    assert in_headers(site.hits(host="localhost")) == []


def test_secrets_are_in_no_file_and_no_message(private_site):
    crawled, _, _ = private_site
    files = written(crawled.out)
    assert any(b"state.sqlite3" in file for file in files)
    assert leaked(*files) == []
    assert leaked(crawled.run.stderr, crawled.run.stdout) == []


# --- one login at a time


def test_n09_a_login_in_a_seed_opens_the_site_and_is_written_nowhere(serve, crawl):
    server, other = serve(), serve()
    body = f'<a href="/b">relative</a><script src="{other.url("/x.js")}"></script>'
    server.route("/docs/", behind_login(answer(document("Start", body, links=("/docs/b",)))))
    server.route("/docs/b", behind_login(answer(document("B"))))
    other.page("/x.js", "", content_type="text/javascript")
    seed = server.url("/docs/").replace("//", f"//user:{PASSWORD}@")
    crawled = crawl(seed, "--allow-private", "--keep-html", "-v", *NOW)
    assert crawled.paths("pages") == ["/docs/", "/docs/b"]
    assert crawled.manifest["redirects"] == []
    assert crawled.manifest["seeds"] == [server.url("/docs/")]
    assert leaked(*written(crawled.out), crawled.run.stderr) == []
    assert "/x.js" in other.paths()
    assert in_headers(other.hits()) == []


def test_a_login_may_come_from_the_environment(server, crawl):
    server.route("/", behind_login(answer(document("Start"))))
    crawled = crawl(server.url("/"), *STATIC, env={"GETDOCS_AUTH": f"user:{PASSWORD}"})
    assert crawled.paths("pages") == ["/"]
    assert leaked(*written(crawled.out)) == []


def test_without_the_login_the_page_is_an_error(server, crawl):
    server.route("/", behind_login(answer(document("Start"))))
    assert crawl(server.url("/"), *STATIC).entry("errors", "/")["reason"] == "http_401"


def test_a_crawl_that_goes_on_has_to_be_given_its_secrets_again(server, crawl):
    for path in ("/", "/b"):
        server.route(path, behind_login(answer(document(path, links=("/b",)))))
    login = ("--auth", f"user:{PASSWORD}")
    crawl(server.url("/"), "--limit", "1", *login, *STATIC)
    crawled = crawl(server.url("/"), "--resume", *STATIC)
    assert crawled.entry("errors", "/b")["reason"] == "http_401"
    assert [hit.path for hit in server.hits() if hit.header("authorization")] == ["/robots.txt", "/"]


def test_a_login_survives_the_upgrade_of_the_seed_to_https(serve, crawl):
    server = serve(tls=True)

    async def upgrading(request):
        if request.scheme == "http":
            return await answer("", 301, headers=(("Location", server.url("/")),))(request)
        return await behind_login(answer(document("Start")))(request)

    server.route("/", upgrading)
    crawled = crawl(server.url("/", scheme="http"), "--ca-file", server.ca_file, "--auth", f"user:{PASSWORD}", *STATIC)
    assert crawled.paths("pages") == ["/"]


@pytest.mark.parametrize(
    "options",
    [
        ("-H", PASSWORD),
        ("-H", f"Host: {PASSWORD}"),
        ("-H", f"X-A: {PASSWORD}\nHost: evil"),
        ("--cookie", PASSWORD),
        ("--cookie", f"a={PASSWORD}; b=2"),
        ("--auth", PASSWORD),
        ("--proxy", f"ftp://user:{PASSWORD}@proxy:1"),
        ("--auth", f"user:{PASSWORD}", "--limit", "x"),
        (f"https://user:{PASSWORD}/@x",),
    ],
)
def test_a_secret_that_cannot_be_used_is_not_quoted(run_getdocs, tmp_path, options):
    run = run_getdocs("crawl", "http://127.0.0.1:9/", *options, "-o", "out")
    assert run.returncode == 2
    assert leaked(run.stderr, run.stdout) == []
    assert not (tmp_path / "out").exists()


# --- certificates


@pytest.mark.parametrize("rendered", [STATIC, NOW], ids=["static", "rendered"])
def test_a_site_is_read_whose_authority_is_named(serve, crawl, rendered):
    server = serve("sample", tls=True)
    crawled = crawl(server.url("/"), "--ca-file", server.ca_file, "--limit", "2", *rendered)
    assert len(crawled.manifest["pages"]) == 2
    assert crawled.manifest["warnings"] == []


def test_a_certificate_that_nobody_vouches_for_is_an_error_and_never_a_downgrade(serve, crawl):
    server = serve("sample", tls=True)
    crawled = crawl(server.url("/"), *STATIC)
    entry = crawled.entry("errors", "/")
    assert (entry["reason"], entry["status"]) == ("tls", None)
    assert "the certificate is not trusted" in entry["detail"]
    assert server.hits() == ()


def test_insecure_tls_is_said_on_stderr_and_in_the_manifest(serve, crawl):
    server = serve("sample", tls=True)
    crawled = crawl(server.url("/"), "--insecure-tls", "--limit", "1", *STATIC)
    (warning,) = crawled.manifest["warnings"]
    assert "--insecure-tls" in warning
    assert f"warning: {warning}" in crawled.run.lines


def test_a_file_without_certificates_ends_the_crawl_before_it_begins(run_getdocs, tmp_path):
    (tmp_path / "ca.pem").write_text("nothing")
    run = run_getdocs("crawl", "http://127.0.0.1:9/", "--ca-file", "ca.pem", "-o", "out")
    assert run.returncode == 2
    assert "ca.pem" in run.stderr
    assert not (tmp_path / "out").exists()


# --- proxies, private addresses


@pytest.mark.unaudited("a proxy is asked for whole URLs, of other origins than its own")
def test_a_proxy_is_asked_for_everything_and_resolves_names(serve, crawl):
    proxy = serve()
    for path in ("http://docs.test/", "http://docs.test/b"):
        proxy.page(path, document(path, links=("/b",)))
    crawled = crawl("http://docs.test/", "--proxy", proxy.url(), *STATIC)
    assert crawled.paths("pages") == ["/", "/b"]
    assert proxy.paths()[0] == "http://docs.test/robots.txt"
    assert documents(proxy) == ["http://docs.test/", "http://docs.test/b"]


@pytest.mark.unaudited("a proxy is asked for whole URLs, of other origins than its own")
def test_the_environment_may_name_the_proxy(serve, crawl):
    proxy = serve()
    proxy.page("http://docs.test/", document("Start"))
    crawled = crawl("http://docs.test/", *STATIC, env={"http_proxy": proxy.url(), "no_proxy": ""})
    assert crawled.paths("pages") == ["/"]


def test_a_private_address_that_no_seed_names_is_asked_for_only_where_that_is_allowed(serve, crawl):
    site, inside = serve(), serve()
    site.page("/", document("Start", f'<p id=o>closed</p><script src="{inside.url("/x.js")}"></script>'))
    inside.page("/x.js", "o.textContent = 'opened'", content_type="text/javascript")
    assert "closed" in crawl(site.url("/"), *NOW).text("/")
    assert inside.connections == 0
    assert "opened" in crawl(site.url("/"), "--allow-private", "--fresh", *NOW).text("/")


# --- data of other origins


def test_data_is_read_where_the_origin_that_it_is_led_to_allows_it(serve, crawl):
    site, other = serve(), serve()

    async def reflecting(request):
        allowed = request.headers.get("Origin")
        fields = (("Access-Control-Allow-Origin", allowed),) if allowed else ()
        return await answer(f"data for {allowed};", 200, "text/plain", fields)(request)

    other.route("/data", reflecting)
    other.redirect("/third", f"http://localhost:{site.port}/data", access_control_allow_origin="*")
    site.route("/data", reflecting)
    site.redirect("/own", other.url("/data"))
    script = f"""<p id=o></p><script>for (const url of ["/own", "{other.url("/third")}"])
      fetch(url).then(r => r.text()).then(t => o.append(t), () => o.append("blocked;"))</script>"""
    site.page("/", document("Start", script))
    text = crawl(site.url("/"), "--allow-private", *NOW).text("/")
    assert f"data for {site.url('')};" in text
    assert "data for null;" in text
    assert "blocked" not in text


# --- which answers are pages, what robots.txt decides about


@pytest.mark.parametrize("rendered", [STATIC, NOW], ids=["static", "rendered"])
def test_a_status_can_be_accepted_as_a_page(server, crawl, rendered):
    server.page("/", document("Start", links=("/gone", "/broken")))
    server.page("/gone", document("Gone but worth keeping"), status=410)
    server.page("/broken", document("Broken"), status=404)
    crawled = crawl(server.url("/"), "--accept-status", "410", *rendered)
    assert crawled.entry("pages", "/gone")["status"] == 410
    assert crawled.entry("errors", "/broken")["reason"] == "http_404"


@pytest.mark.unaudited("robots.txt is relaxed on purpose")
def test_robots_for_pages_relieves_scripts_alone_and_says_so(server, crawl):
    server.robots("User-agent: *\nDisallow: /private/\n")
    server.page(
        "/", document("Start", '<p id=o>closed</p><script src="/private/x.js"></script>', links=("/private/b",))
    )
    server.page("/private/x.js", "o.textContent = 'opened'", content_type="text/javascript")
    crawled = crawl(server.url("/"), "--robots-for", "pages", *NOW)
    assert "opened" in crawled.text("/")
    assert crawled.entry("skipped", "/private/b")["reason"] == "robots"
    (warning,) = crawled.manifest["warnings"]
    assert "--robots-for pages" in warning
    assert f"warning: {warning}" in crawled.run.lines


# --- a step of the user's own

PROGRAM = """
import asyncio, json, sys
from dataclasses import replace
from pathlib import Path
from getdocs.config import CrawlConfig, RenderMode
from getdocs.conductor import Crawl

class Silent:
    def show(self, status): pass
    def warn(self, text): pass
    def settled(self, what): pass

async def own(request, proceed):
    if request.url.endswith("/a"):
        request = replace(request, url=request.url.replace("/a", "/private/x"))
    fetched = await proceed(replace(request, headers=(*request.headers, ("x-mine", "1"))))
    return replace(fetched, body=fetched.body.replace(b"Start", b"Changed")) if hasattr(fetched, "body") else fetched

config = CrawlConfig(seeds=(sys.argv[1],), output_dir=Path(sys.argv[2]), delay=0, render=RenderMode.NEVER)
asyncio.run(Crawl(config, observer=Silent(), middlewares=(own,)).run())
"""


def test_a_step_of_the_users_own_changes_what_it_may_and_gets_round_no_rule(server, tmp_path):
    server.robots("User-agent: *\nDisallow: /private/\n")
    server.page("/", document("Start", links=("/a",)))
    server.route("/private/x", answer(document("Private"), 200, HTML))
    out = tmp_path / "out"
    subprocess.run([sys.executable, "-c", PROGRAM, server.url("/"), str(out)], check=True, timeout=60)
    manifest = json.loads((out / "crawl.json").read_text())
    assert "Changed" in (out / "index.md").read_text()
    assert [(entry["url"], entry["reason"]) for entry in manifest["skipped"]] == [(server.url("/a"), "robots")]
    assert documents(server) == ["/"]
    assert server.hits(path="/")[0].header("x-mine") == "1"
