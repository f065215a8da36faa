"""Which images a book may hold."""

import pytest

from getdocs.offline.export.pictures import picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg>'


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n...", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        (SVG.format('<use href="#a"/><!-- b -->').encode(), "image/svg+xml"),
    ],
)
def test_what_a_reader_must_show_is_taken(data, kind):
    assert picture(data)[0] == kind


@pytest.mark.parametrize(
    "inner",
    ["<script>1</script>", "<foreignObject/>", '<a onclick="x"/>', '<image href="https://x.example/i.png"/>', '<use xlink:href="other.svg#a"/>',
     "<style>@import 'x'</style>", '<rect fill="url(https://x.example/)"/>', '<set attributeName="href" to="x"/>', "<open>", "<?xml-stylesheet href='x'?>"],
)  # fmt: skip
def test_a_drawing_that_acts_or_loads_is_not(inner):
    assert picture(SVG.format(inner).encode()) is None


@pytest.mark.parametrize("data", [b"", b"<html><svg></svg></html>", b"%PDF-", b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'/>", b"\0\0\0 ftypavif"])  # fmt: skip
def test_what_is_no_such_image_is_not(data):
    assert picture(data) is None
