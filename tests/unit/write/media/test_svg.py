"""What is left of an SVG: a still picture that does nothing and asks nobody for anything."""

import time
from xml.etree import ElementTree as ET

import pytest

from getdocs.write.media import svg

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"


def picture(inside="", attributes=""):
    namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {namespaces} {attributes}>{inside}</svg>".encode()


def left(inside="", attributes=""):
    cleaned = svg.cleaned(picture(inside, attributes))
    assert cleaned is not None
    return ET.fromstring(cleaned)


def test_a_still_picture_stays_what_it_is():
    inside = (
        '<title>A &amp; B</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>'
        '<style>.a { fill: url(#g) }</style><g transform="translate(1 2)"><path class="a" d="M0 0L1 1z" fill="url(#g)"/>'
        '<text x="1" y="2">Text <tspan xml:space="preserve"> here</tspan></text><use xlink:href="#g"/></g>'
    )
    body = picture(inside, 'viewBox="0 0 9 9"')
    assert ET.canonicalize(svg.cleaned(body)) == ET.canonicalize(body)


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<script xlink:href="https://x.example/a.js"/>',
        "<SCRIPT>alert(1)</SCRIPT>",
        '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="/x"/></body></foreignObject>',
        '<animate attributeName="href" to="javascript:alert(1)"/>',
        '<set attributeName="onload" to="alert(1)"/>',
        '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
        '<g><metadata><x:y xmlns:x="urn:x"/></metadata></g>',
    ],
)
def test_what_acts_goes_with_all_that_it_holds(inside):
    kept = [node.tag for node in left(f'{inside}<rect id="after"/>').iter()]
    assert [tag for tag in kept if tag not in (f"{SVG}svg", f"{SVG}rect", f"{SVG}g")] == []
    assert f"{SVG}rect" in kept


@pytest.mark.parametrize(
    "attribute",
    [
        'onload="alert(1)"',
        'ONCLICK="alert(1)"',
        'href="https://x.example/"',
        'xlink:href="javascript:alert(1)"',
        'xlink:href=" &#x6a;avascript:alert(1)"',
        'href="data:text/html,%3Cscript%3E"',
        'href="data:image/svg+xml,%3Csvg%3E"',
        'href="other.svg#a"',
        'xml:base="https://x.example/"',
        'style="fill: url(https://x.example/a)"',
        'style="fill: url( &quot;//x.example/a&quot;)"',
        'style="fill: u\\72l(https://x.example/a)"',
        'fill="url(other.svg#a)"',
        'style="background: image-set(&quot;a.png&quot; 1x)"',
        'a:href="https://x.example/" xmlns:a="urn:a"',
    ],
)
def test_an_attribute_that_acts_or_asks_for_something_goes(attribute):
    (a,) = left(f'<a id="kept" {attribute}/>')
    assert a.attrib == {"id": "kept"}


@pytest.mark.parametrize(
    "attribute", ['href="#a"', 'href="data:image/png;base64,AAAA"', 'style="fill: url(#a)"', "filter=\"url('#a')\""]
)
def test_what_stands_in_the_file_itself_stays(attribute):
    (image,) = left(f"<image {attribute}/>")
    assert len(image.attrib) == 1


@pytest.mark.parametrize(
    "style",
    ["@import 'https://x.example/a.css';", "a { fill: url(https://x.example/a) }", "a { fill: \\75rl(//x.example) }"],
)
def test_a_style_sheet_that_asks_for_something_is_emptied(style):
    (sheet,) = left(f"<style>{style}</style>")
    assert not sheet.text


def test_instructions_and_the_document_type_go():
    body = (
        b'<?xml version="1.0"?><?xml-stylesheet href="https://x.example/a.css"?>'
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
        + picture()
    )
    assert svg.cleaned(body) == svg.cleaned(picture())


def test_other_encodings_become_utf_8():
    text = '<?xml version="1.0" encoding="{}"?>' + picture("<title>Ä</title>").decode()
    expected = svg.cleaned(picture("<title>Ä</title>"))
    assert svg.cleaned(text.format("iso-8859-1").encode("latin-1")) == expected
    assert svg.cleaned(text.format("utf-16").encode("utf-16")) == expected


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"plain text",
        b"<!doctype html><svg xmlns='http://www.w3.org/2000/svg'></svg>",
        b"<html xmlns='http://www.w3.org/1999/xhtml'/>",
        b"<svg xmlns='http://www.w3.org/2000/svg'><g></svg>",
        b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
        b"<svg xmlns='http://www.w3.org/1999/xhtml'/>",
        picture("<g>" * 5000 + "</g>" * 5000),
        b"<?xml version='1.0' encoding='no-such'?><svg/>",
    ],
)
def test_what_is_no_svg_or_a_trap_is_not_taken(body):
    assert svg.cleaned(body) is None


def test_a_bomb_of_entities_costs_nothing():
    entities = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
    began = time.process_time()
    assert svg.cleaned(f'<!DOCTYPE svg [<!ENTITY a0 "x">{entities}]><svg>&a9;</svg>'.encode()) is None
    assert time.process_time() - began < 1
