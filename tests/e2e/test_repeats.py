"""A site of old HTML, whose tables and divs have no names: what stands on each of its pages is left out of the copy."""

import pytest
from crawls import STATIC, tree

NAMES = ("Install", "Configure", "Run", "Extend", "Report", "Uninstall")


def page(name):
    """Logo, menu with the current entry marked, the page's own, footer."""
    entries = (f"<b>{each}</b>" if each == name else f'<a href="/{each.lower()}.html">{each}</a>' for each in NAMES)
    menu = "".join(f"<div>{entry}</div>" for entry in entries)
    return (
        f"<html><head><title>{name}</title></head><body bgcolor=white>"
        '<center><a href="/"><img src="/logo.gif" alt="Project logo"></a><br>The friendly program</center>'
        f"<table width=100%><tr><td>{menu}</td><td><h1>{name} it</h1><p>How to {name.lower()} the program, "
        f'as told in <a href="/run.html">Run</a>.</p></td></tr></table>'
        "<hr><small>Made with patience</small></body></html>"
    )


@pytest.fixture
def site(serve):
    server = serve()
    server.page("/", page("Start"))
    for name in NAMES:
        server.page(f"/{name.lower()}.html", page(name))
    return server


def test_the_copy_is_without_it_and_is_the_same_whenever_it_is_made(site, crawl, run_getdocs):
    first = crawl(site.url("/"), *STATIC)
    assert first.manifest["chrome"] == {"blocks": 10, "pages": 7}
    assert first.text("/extend.html").endswith(
        "# Extend it\n\nHow to extend the program, as told in [Run](run.html.md).\n"
    )
    assert (first.manifest["receipts"]["pages"], first.manifest["receipts"]["whole"]) == (7, 7)
    before = tree(first.out)

    assert run_getdocs("verify", "-o", first.out).returncode == 0
    assert run_getdocs("reextract", "-o", first.out).lines == ["7 pages read again, 0 changed"]
    assert tree(first.out) == before


def test_a_crawl_in_two_parts_comes_to_the_same(site, once, crawl):
    whole = crawl(site.url("/"), *STATIC)
    part = once.crawl(site.url("/"), *STATIC, "--limit", "5", "--concurrency", "1")
    assert part.manifest["chrome"]["pages"] == 5
    run = once.run_getdocs("crawl", site.url("/"), *STATIC, "--resume", "-o", part.out)
    assert run.returncode == 0
    assert bodies(part.out) == bodies(whole.out)


def test_pictures_of_what_is_left_out_are_not_asked_for(site, crawl):
    crawled = crawl(site.url("/"), *STATIC, "--download-media")
    assert crawled.manifest["chrome"]["pages"] == 7
    assert not [hit for hit in site.hits() if hit.path == "/logo.gif"]


def bodies(out):
    return {path: text.partition(b"\n---\n")[2] for path, text in tree(out).items() if path.endswith(".md")}
