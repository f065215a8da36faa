import dataclasses

import pytest
from selectolax.lexbor import LexborHTMLParser

from getdocs.read.generators import GENERATORS, GENERIC, Generator, recognise


@pytest.mark.parametrize("row", [*GENERATORS, GENERIC], ids=lambda row: row.name)
def test_every_selector_of_a_row_can_be_looked_for(row: Generator) -> None:
    tree = LexborHTMLParser("<p>x</p>")
    for name in ("marks", "content", "sidebar"):
        assert isinstance(getattr(row, name), tuple)
        for selector in getattr(row, name):
            tree.css(selector)
    for field in dataclasses.fields(row):
        selector = getattr(row, field.name)
        if isinstance(selector, str) and selector and field.name != "name":
            tree.css(selector)


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<meta name=generator content='Docusaurus v3.1'>", "Docusaurus"),
        ("<meta name=generator content='VitePress v1.0'>", "VitePress"),
        ("<meta name=generator content='mkdocs-1.6.0, mkdocs-material-9.5'>", "Material for MkDocs"),
        ("<meta name=generator content='zensical 0.1'>", "Material for MkDocs"),
        ("<meta name=generator content='mkdocs-1.6.0'>", "MkDocs"),
        ("<meta name=generator content='Astro v5'><meta name=generator content='Starlight v0.3'>", "Starlight"),
        ("<meta name=generator content='rustdoc'>", "rustdoc"),
        ("<meta name=generator content='Asciidoctor 2.0'>", "AsciiDoc"),
        ("<meta name=generator content='DocBook XSL Stylesheets'>", "DocBook"),
        ("<meta name=generator content='HonKit 3'>", "HonKit and GitBook (old)"),
        ("<meta name=generator content='GitBook 3.2.3'>", "HonKit and GitBook (old)"),
        ("<meta name=generator content='GitBook (28f7fba)'>", "GitBook"),
        ("<aside data-testid=table-of-contents><a class='group/toclink flex'>Start</a></aside>", "GitBook"),
        ("<nav data-testid=table-of-contents><a>Start</a></nav>", "generic"),
        ("<meta name=generator content='Docutils 0.19'><div class=sphinxsidebar></div>", "Sphinx"),
        ("<div class=nextra-content></div>", "Nextra"),
        ("<body class=td-page></body>", "Docsy"),
        (
            "<body class='alt apidoc'><div id=content><div id=column2></div><div id=apicontent>x</div></div></body>",
            "Node.js",
        ),
        ("<div id=body-wrapper><nav class='sidebar devhelp-hidden'></nav></div>", "gi-docgen"),
        ("<main>x</main>", "generic"),
    ],
)
def test_a_generator_is_recognised_by_what_it_writes(html: str, name: str) -> None:
    assert recognise(LexborHTMLParser(html)).name == name
