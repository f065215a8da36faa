import pytest
from selectolax.lexbor import LexborHTMLParser

from getdocs.model import Alternate, Snapshot
from getdocs.read.alternates import MAX_ALTERNATES, alternates_of, language_of
from getdocs.read.reader import read_page

URL = "https://docs.example/guide/start"


def alternates(html: str) -> list[tuple[str, str]]:
    found = alternates_of(LexborHTMLParser(html), URL)
    return [(alternate.lang, alternate.url.removeprefix("https://docs.example")) for alternate in found]


@pytest.mark.parametrize(
    ("html", "lang"),
    [
        ('<html lang="en-US"><p>x', "en-US"),
        ('<html lang=" zh_CN "><p>x', "zh_CN"),
        ('<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="de"><p>x', "de"),
        ('<html><body lang="fr"><p>x', ""),
        ('<html lang=""><p>x', ""),
        (f'<html lang="{"x" * 100}"><p>x', ""),
        ("", ""),
    ],
)
def test_the_language_of_a_page_is_what_its_html_element_names(html, lang):
    assert language_of(LexborHTMLParser(html)) == lang


def test_alternates_of_the_head_are_made_absolute_and_keep_their_order():
    html = """<head><link rel="alternate" hreflang="en" href="/guide/start"><link rel="Alternate" hreflang="zh-CN" href="../zh/guide/start">
      <link rel="canonical alternate" hreflang="ja" href="https://docs.example/ja/guide/start#top"></head>"""
    assert alternates(html) == [("en", "/guide/start"), ("zh-CN", "/zh/guide/start"), ("ja", "/ja/guide/start")]


def test_the_default_for_all_languages_is_no_language():
    assert alternates('<link rel="alternate" hreflang="x-default" href="/">') == []


def test_feeds_and_other_formats_are_no_alternates():
    html = """<link rel="alternate" type="application/rss+xml" hreflang="fr" href="/fr/feed">
      <link rel="alternate" type="application/pdf" hreflang="de" href="/de/guide">
      <link rel="alternate" type="text/html; charset=utf-8" hreflang="es" href="/es/guide">"""
    assert alternates(html) == [("es", "/es/guide")]


def test_links_of_a_switcher_count_by_hreflang_or_else_by_lang():
    html = """<a href="/fr/" hreflang="fr" class="md-select__link">x</a><a href="/it/guide/start" lang="it-IT">x</a>
      <a href="/pt/" hreflang="pt" lang="en">x</a><a href="/about">x</a>"""
    assert alternates(html) == [("fr", "/fr/"), ("it-IT", "/it/guide/start"), ("pt", "/pt/")]


@pytest.mark.parametrize("href", ["", "#top", "mailto:a@b.example", "javascript:x()", "http://[", "x" * 5000])
def test_what_leads_to_no_page_is_no_alternate(href):
    assert alternates(f'<a hreflang="fr" href="{href}">x</a>') == []


def test_the_same_alternate_in_the_head_and_in_the_switcher_is_one():
    html = '<link rel="alternate" hreflang="fr" href="/fr/"><a lang="fr" href="/fr/">x</a>'
    assert alternates(html) == [("fr", "/fr/")]


def test_no_more_than_so_many_alternates_are_taken_from_one_page():
    html = "".join(f'<a lang="fr" href="/fr/{number}">x</a>' for number in range(MAX_ALTERNATES + 50))
    assert len(alternates(html)) == MAX_ALTERNATES


def test_a_page_is_read_with_its_language_and_its_alternates():
    html = '<html lang="en"><head><base href="/en/"><link rel=alternate hreflang=fr href="../fr/a"></head><h1>A</h1>'
    page = read_page(Snapshot(URL, 200, html, "A", "https://docs.example/en/"))
    assert (page.lang, page.alternates) == ("en", (Alternate("fr", "https://docs.example/fr/a"),))
