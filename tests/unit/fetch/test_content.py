import pytest

from getdocs.fetch.content import Content, content_of, media_type
from getdocs.model import Response


def response(body=b"", **fields):
    named = tuple((name.replace("_", "-"), value) for name, value in fields.items())
    return Response("http://h/", 200, named, body)


@pytest.mark.parametrize(
    "declared", ["text/html", "TEXT/HTML; charset=utf-8", "application/xhtml+xml", " text/html ;x", "text/html;"]
)
def test_html_is_for_the_browser(declared):
    assert content_of(response(content_type=declared)) is Content.HTML


@pytest.mark.parametrize("declared", ["text/plain", "text/markdown; charset=utf-8", "text/x-markdown"])
def test_text_is_kept_verbatim(declared):
    assert content_of(response(b"# A page\n", content_type=declared)) is Content.TEXT


@pytest.mark.parametrize(
    "declared",
    ["application/pdf", "image/png", "application/zip", "application/rss+xml", "text/xml", "text/css", "text/html2"],
)
def test_everything_else_is_no_page(declared):
    assert content_of(response(b"<html>", content_type=declared)) is Content.OTHER


def test_an_attachment_is_never_a_page():
    sent = response(b"<html>", content_type="text/html", content_disposition='Attachment; filename="../../evil.md"')
    assert content_of(sent) is Content.OTHER


def test_inline_disposition_changes_nothing():
    assert content_of(response(b"<p>", content_type="text/html", content_disposition="inline")) is Content.HTML


def test_text_with_binary_bytes_is_a_mislabelled_download():
    assert content_of(response(b"PK\x03\x04\x00\x00", content_type="text/plain")) is Content.OTHER


def test_utf16_text_is_text():
    assert content_of(response("# Title".encode("utf-16"), content_type="text/plain")) is Content.TEXT


@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE html><p>x",
        b"\n\t <html lang=en>",
        b"\xef\xbb\xbf<!doctype HTML>",
        b"<!-- generated -->",
        b"<p>hello",
        b"<h1>hi",
    ],
)
def test_html_without_a_type_is_sniffed(body):
    assert content_of(response(body)) is Content.HTML


def test_a_malformed_type_is_as_good_as_none():
    assert content_of(response(b"<!doctype html>", content_type="html")) is Content.HTML


def test_plain_words_without_a_type_are_text():
    assert content_of(response(b"# Notes\n\nplain")) is Content.TEXT


@pytest.mark.parametrize(
    "body", [b"", b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"<?xml version='1.0'?><rss>", b"<html\x00>"]
)
def test_other_bodies_without_a_type_are_no_page(body):
    assert content_of(response(body)) is Content.OTHER


def test_nosniff_forbids_sniffing():
    assert content_of(response(b"<!doctype html>", x_content_type_options="nosniff")) is Content.OTHER


def test_the_media_type_is_without_parameters():
    assert media_type(response(content_type="Application/PDF; x=y")) == "application/pdf"
