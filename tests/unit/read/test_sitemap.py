"""What a sitemap names: every format of the protocol, and what sites make of them."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.read import packing, sitemap
from getdocs.read.sitemap import SitemapContents, read_sitemap

H = "https://docs.test"
AT = f"{H}/docs/sitemap.xml"
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def read(body, content_type=None, url=AT):
    return read_sitemap(body if isinstance(body, bytes) else body.encode(), url, content_type)


def urlset(*locs, declaration='<?xml version="1.0" encoding="UTF-8"?>\n', namespace=NAMESPACE):
    entries = "".join(f"<url><loc>{loc}</loc><lastmod>2026-01-01</lastmod></url>\n" for loc in locs)
    return f"{declaration}<urlset {namespace}>\n{entries}</urlset>"


def pages(*paths, detail=""):
    return SitemapContents(pages=tuple(f"{H}{path}" for path in paths), detail=detail)


# Formats


def test_the_pages_of_a_urlset_come_in_document_order_each_once():
    assert read(urlset(f"{H}/b", f"{H}/a", f"{H}/b", f"{H}/c")) == pages("/b", "/a", "/c")


def test_the_children_of_an_index_are_sitemaps_and_no_pages():
    index = f"<sitemapindex {NAMESPACE}><sitemap><loc>{H}/a.xml.gz</loc></sitemap><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>"
    assert read(index) == SitemapContents(sitemaps=(f"{H}/a.xml.gz", f"{H}/b.xml"))


def test_a_gzipped_sitemap_is_read():
    assert read(gzip.compress(urlset(f"{H}/a").encode())) == pages("/a")


def test_a_gzip_file_of_several_members_is_read_whole():
    first, second = urlset(f"{H}/a", f"{H}/b").encode().split(b"/b")
    assert read(gzip.compress(first) + gzip.compress(b"/b" + second) + b"\0\0\0") == pages("/a", "/b")


def test_plain_text_names_a_page_in_each_line():
    assert read(f"\ufeff{H}/a\r\n\r\n  {H}/b\t\n{H}/a\n{H}/c", "text/plain") == pages("/a", "/b", "/c")


def test_a_line_of_plain_text_that_is_no_absolute_url_names_nothing_and_is_told():
    contents = read(f"# our pages\n{H}/a\n/b\n{H}/c is new\nftp://docs.test/d\n")
    assert contents == pages("/a", detail="4 of its entries are no http(s) URL")


def test_the_items_of_an_rss_feed_are_pages_and_its_channel_is_not():
    feed = f"""<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
        <title>News</title><link>{H}/</link><atom:link href="{H}/feed.xml" rel="self"/><image><link>{H}/i</link></image>
        <item><title>A</title><link><![CDATA[{H}/a?x=1&y=2]]></link><guid>{H}/guid</guid></item>
        <item><atom:link href="{H}/other"/><link>
            {H}/b
        </link></item></channel></rss>"""
    assert read(feed) == pages("/a?x=1&y=2", "/b")


def test_the_items_of_an_rss_1_feed_are_pages():
    feed = f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
        <channel><link>{H}/</link></channel><item><link>{H}/a</link></item></rdf:RDF>"""
    assert read(feed) == pages("/a")


def test_each_entry_of_an_atom_feed_is_one_page():
    feed = f"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="{H}/"/><link rel="self" href="{H}/atom.xml"/>
        <entry><link rel="edit" href="{H}/edit"/><link href="{H}/a"/><link hreflang="fr" href="{H}/fr/a"/></entry>
        <entry><link rel="alternate" href="/b"/><source><link href="{H}/s"/></source></entry></feed>"""
    assert read(feed) == pages("/a", "/b")


# Namespaces


@pytest.mark.parametrize(
    "namespace",
    ["", 'xmlns="http://www.google.com/schemas/sitemap/0.84"', 'xmlns="https://www.sitemaps.org/schemas/sitemap/0.9/"'],
)
def test_the_namespace_does_not_matter(namespace):
    assert read(urlset(f"{H}/a", namespace=namespace)) == pages("/a")


@pytest.mark.parametrize("declared", ['xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"', ""])
def test_a_prefix_does_not_matter_declared_or_not(declared):
    assert read(f"<s:urlset {declared}><s:url><s:loc>{H}/a</s:loc></s:url></s:urlset>") == pages("/a")


def test_an_entry_without_the_namespace_of_its_root_counts():
    assert read(f'<urlset {NAMESPACE}><url xmlns=""><loc>{H}/a</loc></url></urlset>') == pages("/a")


def test_the_case_of_names_does_not_matter():
    assert read(f"<URLSET><Url><LOC>{H}/a</LOC></Url></URLSET>") == pages("/a")


def test_images_videos_and_other_languages_are_no_pages():
    body = f"""<urlset {NAMESPACE} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
        xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">
        <url><loc>{H}/a</loc><xhtml:link rel="alternate" hreflang="fr" href="{H}/fr/a"/><image:loc>{H}/bare.png</image:loc>
        <image:image><image:loc>{H}/i.png</image:loc></image:image>
        <video:video><video:player_loc>{H}/player</video:player_loc><loc>{H}/v</loc></video:video></url></urlset>"""
    assert read(body) == pages("/a")


# References


@pytest.mark.parametrize(
    ("loc", "path"),
    [
        ("/a", "/a"),
        ("a", "/docs/a"),
        ("//docs.test/a", "/a"),
        (f"\n    {H}/a\n  ", "/a"),
        (f"<![CDATA[{H}/a?b=1&c=2]]>", "/a?b=1&c=2"),
        (f"{H}/a?b=1&amp;c=2", "/a?b=1&c=2"),
        (f"{H}/a?b=1&#38;c=2", "/a?b=1&c=2"),
        (f"{H}/a<!-- really -->b", "/ab"),
        (f"{H}/a#part", "/a"),
        (f"{H}/#/route", "/#/route"),
        (f"{H}/b\u00fccher", "/b%C3%BCcher"),
        ("https://user:secret@docs.test/a", "/a"),
    ],
)
def test_a_reference_becomes_an_absolute_url(loc, path):
    assert read(urlset(loc)) == pages(path)


@pytest.mark.parametrize("loc", ["javascript:alert(1)", "mailto:a@docs.test", "https://", f"{H}/{'a' * 5000}"])
def test_an_entry_that_is_no_web_url_names_nothing_and_is_told(loc):
    assert read(urlset(f"{H}/a", loc)) == pages("/a", detail="1 of its entries are no http(s) URL")


def test_an_empty_entry_names_nothing():
    assert read(urlset("", "  ", f"{H}/a")) == pages("/a")


def test_an_empty_urlset_is_read_whole():
    assert read(urlset()) == SitemapContents()


# Damage


def test_a_bare_ampersand_is_part_of_the_url():
    assert read(urlset(f"{H}/a?b=1&c=2", f"{H}/a?copy=1&copy;=2&amp;d")) == pages("/a?b=1&c=2", "/a?copy=1&copy;=2&d")


def test_a_bare_ampersand_elsewhere_does_not_change_what_is_in_cdata():
    assert read(urlset(f"<![CDATA[{H}/a?b&c]]>", f"{H}/d?e&f")) == pages("/a?b&c", "/d?e&f")


@pytest.mark.parametrize("end", ["", "</u", "</url><url><loc", "</url><url><lo"])
def test_of_a_truncated_sitemap_what_came_before_is_read(end):
    contents = read(f"<urlset {NAMESPACE}><url><loc>{H}/a</loc></url><url><loc>{H}/b</loc>{end}")
    assert contents.pages == (f"{H}/a", f"{H}/b")
    assert "no well-formed XML (line 1" in contents.detail


def test_a_url_that_is_cut_off_is_not_read():
    assert read(f"<urlset><url><loc>{H}/a</loc></url><url><loc>{H}/trunc").pages == (f"{H}/a",)


def test_what_follows_an_element_that_is_not_closed_is_read():
    contents = read(f"<urlset><url><loc>{H}/a</url><url><loc>{H}/b</loc></url></urlset>")
    assert contents.pages == (f"{H}/a", f"{H}/b")


def test_of_a_truncated_gzip_file_what_came_before_is_read():
    packed = gzip.compress(urlset(*(f"{H}/{number * 7919}" for number in range(5000))).encode())
    contents = read(packed[: len(packed) // 2])
    assert contents.pages[:2] == (f"{H}/0", f"{H}/7919")
    assert contents.detail == "its gzip data ends too early: the rest is missing"


def test_of_a_damaged_gzip_file_what_came_before_is_read():
    packed = bytearray(gzip.compress(urlset(*(f"{H}/{number * 7919}" for number in range(5000))).encode()))
    packed[-8:] = b"12345678"  # its checksum and length
    contents = read(bytes(packed))
    assert contents.pages[:2] == (f"{H}/0", f"{H}/7919")
    assert contents.detail == "its gzip data is damaged: the rest was not read"


@pytest.mark.parametrize(
    "before", ["\n\n ", "\ufeff", "\ufeff\n", "Notice: old PHP in /x.php\n", "<br />\n<b>Warning</b>: x<br />\n"]
)
def test_what_stands_before_the_declaration_does_no_harm(before):
    assert read(before + urlset(f"{H}/a")) == pages("/a")


def test_control_characters_do_no_harm():
    assert read(urlset(f"{H}/a", f"{H}/b").replace("lastmod>2026", "lastmod>\x00\x0b2026")).pages == (
        f"{H}/a",
        f"{H}/b",
    )


# Encodings


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_a_sitemap_in_another_unicode_encoding_is_read(encoding):
    assert read(urlset(f"{H}/b\u00fccher", declaration="").encode(encoding)) == pages("/b%C3%BCcher")


def test_two_byte_order_marks_do_no_harm():
    assert read(f"\ufeff{H}/a".encode("utf-16")) == pages("/a")


def test_the_declared_encoding_is_believed_where_the_bytes_are_no_utf_8():
    body = urlset(f"{H}/b\u00fccher", declaration='<?xml version="1.0" encoding="ISO-8859-1"?>')
    assert read(body.encode("latin-1")) == pages("/b%C3%BCcher")


def test_the_encoding_of_the_header_is_believed_where_the_bytes_are_no_utf_8():
    assert read(f"{H}/\u0431\n".encode("koi8-r"), "text/plain; charset=koi8-r") == pages("/%D0%B1")


@pytest.mark.parametrize("declared", ["UTF-16", "ISO-8859-1", "nonsense"])
def test_utf_8_is_read_as_such_whatever_it_declares(declared):
    body = urlset(f"{H}/b\u00fccher", declaration=f'<?xml version="1.0" encoding="{declared}"?>')
    assert read(body, f"application/xml; charset={declared}") == pages("/b%C3%BCcher")


def test_a_url_of_which_bytes_cannot_be_decoded_is_not_made_up():
    body = urlset(f"{H}/a", f"{H}/b\u00fccher").encode("latin-1")
    assert read(body) == pages("/a", detail="1 of its entries are no http(s) URL")


# What is no sitemap


@pytest.mark.parametrize(
    "body",
    [
        "<!doctype html><title>Not found</title><a href=/a>Home</a>",
        '<!DOCTYPE html>\n<html lang="en"><body><url><loc>https://docs.test/a</loc></url></body></html>',
        "<html><head></head><body></body></html>",
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
    ],
)
def test_an_html_page_names_nothing(body):
    assert read(body, "text/html") == SitemapContents(detail="it is no sitemap: it is an HTML page")


def test_other_xml_names_nothing():
    body = f"<Error><Code>NoSuchKey</Code><url><loc>{H}/a</loc></url></Error>"
    assert read(body) == SitemapContents(detail="it is no sitemap: its root element is <error>")


@pytest.mark.parametrize(
    "body", ["Not found", "# Docs\n\n- [A](https://docs.test/a)\n", '{"error": 404}', "\x89PNG\r\n\x1a\n"]
)
def test_other_text_names_nothing(body):
    assert read(body) == SitemapContents(detail="it is no sitemap: neither XML nor a list of URLs")


@pytest.mark.parametrize("body", [b"", b" \n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_an_empty_file_names_nothing(body):
    assert read(body) == SitemapContents(detail="it is empty")


# Hostile ones


def test_an_external_entity_is_not_read(tmp_path: Path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    doctype = f'<!DOCTYPE urlset [<!ENTITY file SYSTEM "{secret.as_uri()}">]>'
    contents = read(urlset(f"{H}/&file;", f"{H}/a", declaration=doctype))
    assert f"{H}/a" in contents.pages
    assert "secret" not in str(contents)


def test_an_external_dtd_is_not_read(tmp_path: Path):
    dtd = tmp_path / "sitemap.dtd"
    dtd.write_text(f'<!ENTITY evil "{H}/evil">')
    doctype = f'<!DOCTYPE urlset SYSTEM "{dtd.as_uri()}" [<!ENTITY % more SYSTEM "{dtd.as_uri()}"> %more;]>'
    assert "evil" not in "".join(read(urlset(f"{H}/a", "&evil;", declaration=doctype)).pages).replace("&evil;", "")


@pytest.mark.parametrize("place", ["loc", "attribute"])
def test_entities_that_multiply_are_not_expanded(place):
    entities = '<!ENTITY e0 "ha">' + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 20))
    doctype = f"<!DOCTYPE urlset [{entities}]>"
    body = urlset("&e19;", declaration=doctype) if place == "loc" else f'{doctype}<urlset a="&e19;"></urlset>'
    assert sum(map(len, read(body).pages)) < 10_000


def test_no_more_than_the_bound_is_unpacked(monkeypatch):
    monkeypatch.setattr(packing, "MAX_BYTES", 1000)
    contents = read(gzip.compress(urlset(f"{H}/a").encode() + b" " * 100_000))
    assert contents == pages("/a", detail="it is larger than 1,000 bytes: the rest was not read")


def test_exactly_the_bound_is_read_whole(monkeypatch):
    body = urlset(f"{H}/a").encode()
    monkeypatch.setattr(packing, "MAX_BYTES", len(body))
    assert read(body) == read(gzip.compress(body)) == pages("/a")


def test_no_more_than_the_bound_is_read_of_what_came_unpacked(monkeypatch):
    monkeypatch.setattr(packing, "MAX_BYTES", 200)
    contents = read(urlset(f"{H}/a", f"{H}/\u00fc{'a' * 500}"))
    assert contents == pages("/a", detail="it is larger than 200 bytes: the rest was not read")


@pytest.mark.parametrize("form", [lambda locs: urlset(*locs), "\n".join], ids=["xml", "text"])
def test_entries_beyond_the_bound_are_not_read(monkeypatch, form):
    monkeypatch.setattr(sitemap, "MAX_ENTRIES", 3)
    assert read(form([f"{H}/1", f"{H}/2", f"{H}/3"])) == pages("/1", "/2", "/3")
    cut = "it has more than 3 entries: the rest was not read"
    assert read(form([f"{H}/1", f"{H}/2", f"{H}/1", f"{H}/4"])) == pages("/1", "/2", detail=cut)


def test_elements_nested_without_end_are_not_followed():
    contents = read("<urlset>" + "<url>" * 100_000)
    assert contents.detail == "its elements are nested too deep: the rest was not read"


@pytest.mark.parametrize(
    "unit", ["<loc>", "</loc>", "&", "&a;", "<", "<!--", "<![CDATA[", "<a:b ", "\0", "'", "<?xml?>"]
)
def test_a_megabyte_of_anything_is_read_in_one_go(unit):
    contents = read(f"<urlset><url><loc>{H}/a</loc></url>" + unit * (1_000_000 // len(unit)))
    assert contents.pages == (f"{H}/a",)


_PIECES = st.sampled_from(
    ["<urlset>", "</urlset>", "<url>", "</url>", "<loc>", "</loc>", "<feed><entry>", "<link href='/a'>", "<rss><item><link>",
     "</link>", "<![CDATA[", "]]>", "&amp;", "&", "&x;", "<!--", "-->", "<?xml version='1.0'?>", "<!DOCTYPE a [<!ENTITY x 'y'>]>",
     "/a", "https://docs.test/b", "\ufeff", "\x00", "\n", "\u00fc", "<sitemap>", "</sitemap>", "</a:b>", "<a:b c>"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=30).map("".join), st.sampled_from(["utf-8", "utf-16", "latin-1"]), st.booleans())
def test_whatever_comes_is_answered_with_web_urls(text, encoding, packed):
    body = text.encode(encoding, "replace")
    contents = read(gzip.compress(body) if packed else body)
    assert all(url.startswith(("https://", "http://")) for url in contents.pages + contents.sitemaps)


@given(st.binary(max_size=200), st.sampled_from([b"", b"\x1f\x8b", b"<urlset>", b"<\x00", b"\xff\xfe"]))
def test_any_bytes_are_answered(body, start):
    assert isinstance(read(start + body, "text/xml; charset=utf-7"), SitemapContents)
