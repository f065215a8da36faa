"""A Document answers as lexbor's parser does: what it does not look for is what cannot be there."""

from dataclasses import fields

import pytest
from selectolax.lexbor import LexborHTMLParser

from getdocs.read import content, generators
from getdocs.read.document import Document

PAGE = """<!DOCTYPE html><html class="Dark" data-theme=light><body id=Top>
<nav class='md-nav md-nav--primary' aria-label="Breadcrumb"><a href="/a#edit" rel="prev up">Edit</a></nav>
<main role="main"><h1 class="Title&#45;page">T<a class=headerlink href="#t" aria-hidden>#</a></h1>
<p class="admonition, note">A <em hidden>b</em></p><svg class="icon" viewBox="0 0 1 1"></svg><x-tag lang="de"></x-tag>
<div id="edit-link" style="display: none" class="a.b print:hidden theme-Dark"></div></main></body></html>"""
QUIRKS = PAGE.replace("<!DOCTYPE html>", "")

ROWS = (*generators.GENERATORS, generators.GENERIC)


def written(row):
    """All selectors of a row."""
    for field in fields(row):
        if field.name not in {"name", "meta"}:
            value = getattr(row, field.name)
            yield from (value,) if isinstance(value, str) else value


SELECTORS = sorted({selector for row in ROWS for selector in written(row) if selector})
OWN = [
    value for name, value in vars(content).items() if name.startswith("_") and name.isupper() and isinstance(value, str)
]


def ids(nodes):
    return [node.mem_id for node in nodes]


@pytest.mark.parametrize("html", [PAGE, QUIRKS], ids=["standard", "quirks"])
@pytest.mark.parametrize(
    "selector",
    [
        "p, nav", "p,p", ".md-nav, .nowhere", ".md-nav--primary a[rel~=prev]", ".DARK, .dark, .Dark", "#top, #Top", "#nowhere p, #Top p",
        ".Title-page", ".headerlink:not(.nowhere)", "h1 > :is(.nowhere, .headerlink), .x", ":not(.nowhere) > em", "[hidden], [nowhere]",
        "[class*=note]", "[class*='md-nav--p'], [class*=nowhere]", "[class*=DARK i]", "[class='icon']", "[class~=note], [class~='admonition,']",
        "[style*='display: none'], [style*='display:none']", "[aria-label=Breadcrumb], [aria-label='breadcrumb']", "[id*=edit], [id^=x]",
        "a[href*=edit], a[href*='/blob/']", "[viewBox], [viewbox]", "x-tag[lang], y-tag", r".a\.b, .print\:hidden", r"[class*=print\:hidden]",
        "[class*='a, b'], [class*='n, n']", "main:has(.headerlink), main:has(.nowhere)", "nav .md-nav, * .headerlink", "html.Dark[data-theme=light]",
    ],
)  # fmt: skip
def test_a_list_of_selectors_finds_what_it_finds_in_the_tree(html, selector):
    plain = LexborHTMLParser.css(document := Document(html), selector)
    assert ids(document.css(selector)) == ids(plain)


@pytest.mark.parametrize("selector", [*SELECTORS, *OWN])
def test_the_selectors_of_the_table_find_what_they_find_in_the_tree(selector):
    plain = LexborHTMLParser.css(document := Document(PAGE), selector)
    assert ids(document.css(selector)) == ids(plain)


@pytest.mark.parametrize(
    ("selector", "left"),
    [
        ("main:has(.nowhere)", ""), ("main:has(> p [nowhere])", ""), ("main:not(:has(.nowhere))", "main:not(:has(.nowhere))"),
        ("main:has(.nowhere, p)", "main:has(.nowhere, p)"), ("main:has(.headerlink), .nowhere", "main:has(.headerlink)"),
    ],
)  # fmt: skip
def test_a_selector_is_not_looked_for_where_what_it_needs_is_nowhere(selector, left):
    assert Document(PAGE).narrowed(selector) == left
