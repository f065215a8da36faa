import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs import urls

BASE = "https://docs.example/guide/intro?old=1#part"


@pytest.mark.parametrize(
    ("reference", "absolute"),
    [
        ("next", "https://docs.example/guide/next"),
        ("./next", "https://docs.example/guide/next"),
        ("../next", "https://docs.example/next"),
        ("../../../next", "https://docs.example/next"),
        ("/next", "https://docs.example/next"),
        ("//other.example/next", "https://other.example/next"),
        ("?q=1", "https://docs.example/guide/intro?q=1"),
        ("#there", "https://docs.example/guide/intro?old=1#there"),
        ("", "https://docs.example/guide/intro?old=1"),
        ("  next\t\n", "https://docs.example/guide/next"),
        ("ne\nxt", "https://docs.example/guide/next"),
        ("\\next\\a", "https://docs.example/next/a"),
        ("a b", "https://docs.example/guide/a%20b"),
        ("ü", "https://docs.example/guide/%C3%BC"),
        ("%2e%2e/next", "https://docs.example/next"),
        ("https:next", "https://docs.example/guide/next"),
        ("HTTPS://OTHER.example:443/", "https://other.example/"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("javascript:void(0)", "javascript:void(0)"),
    ],
)
def test_a_reference_resolves_as_in_a_browser(reference, absolute):
    assert urls.join(BASE, reference) == absolute


@pytest.mark.parametrize(
    "broken", ["http://", "http://a b/", "http://h:99999/", "http://[::1", "http://%00/", "//", "http://\ud800/"]
)
def test_what_the_standard_calls_a_failure_is_none(broken):
    assert urls.parse(broken) is None


def test_a_relative_reference_without_a_base_is_none():
    assert urls.parse("guide/intro") is None


def test_a_url_is_taken_apart():
    parsed = urls.parse("https://me:pw@docs.example:8443/a;p=1?x=1&y#/route")
    assert parsed is not None
    assert (parsed.scheme, parsed.host, parsed.port, parsed.path) == ("https", "docs.example", 8443, "/a;p=1")
    assert (parsed.query, parsed.fragment, parsed.username, parsed.password) == ("x=1&y", "/route", "me", "pw")
    assert parsed.netloc == "docs.example:8443"
    assert parsed.origin == "https://docs.example:8443"


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://BÜCHER.example/", "xn--bcher-kva.example"),
        ("http://xn--bcher-kva.example/", "xn--bcher-kva.example"),
        ("http://0x7f.1/", "127.0.0.1"),
        ("http://2130706433/", "127.0.0.1"),
        ("http://[::ffff:127.0.0.1]/", "[::ffff:7f00:1]"),
        ("http://\uff45xample.com/", "example.com"),
        ("http://docs%2Eexample/", "docs.example"),
    ],
)
def test_a_host_has_one_spelling(url, host):
    parsed = urls.parse(url)
    assert parsed is not None
    assert parsed.host == host


@pytest.mark.parametrize(
    ("url", "port"),
    [
        ("http://h:80/", None),
        ("https://h:443/", None),
        ("http://h:443/", 443),
        ("https://h:80/", 80),
        ("http://h:/", None),
    ],
)
def test_the_default_port_is_no_explicit_one(url, port):
    parsed = urls.parse(url)
    assert parsed is not None
    assert parsed.port == port


@pytest.mark.parametrize(
    ("url", "search"), [("http://h/a", ""), ("http://h/a?", "?"), ("http://h/a?x", "?x"), ("http://h/a#b?c", "")]
)
def test_the_search_tells_an_empty_query_from_none(url, search):
    parsed = urls.parse(url)
    assert parsed is not None
    assert parsed.search == search


@pytest.mark.parametrize(
    ("url", "web"),
    [
        ("http://h/", True),
        ("HTTPS://h/", True),
        ("ftp://h/", False),
        ("mailto:a@b", False),
        ("file:///a", False),
        ("data:,x", False),
    ],
)
def test_only_http_and_https_are_the_web(url, web):
    parsed = urls.parse(url)
    assert parsed is not None
    assert urls.is_web(parsed) is web


@pytest.mark.parametrize(
    ("url", "other"),
    [
        ("http://h/a/?x=1#f", "https://h/a/?x=1#f"),
        ("http://h:8080/a", "https://h:8080/a"),
        ("http://h:80/a", "https://h/a"),
    ],
)
def test_only_the_scheme_changes(url, other):
    assert urls.with_scheme(url, "https") == other


def test_the_fragment_is_not_sent():
    assert urls.without_fragment("http://h/a?b#c#d") == "http://h/a?b"


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("http://user:pw@h/a#b", "http://h/a#b"),
        ("http://user@h/", "http://h/"),
        ("http://h/a@b", "http://h/a@b"),
        ("http://us%40er:p%3Aw@h/", "http://h/"),
        ("mailto:user@h", "mailto:user@h"),
        ("data:,x", "data:,x"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        ("http://user:pw@h:99999/", "http://h:99999/"),
        ("not a url", "not a url"),
    ],
)
def test_credentials_are_removed_and_nothing_else(url, clean):
    assert urls.without_credentials(url) == clean


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("led to http://user:pw@h/a and http://h/b", "led to http://h/a and http://h/b"),
        ("see https://h/@scope/pkg", "see https://h/@scope/pkg"),
        ("mail a@b, // comment @here", "mail a@b, // comment @here"),
        ("http://a@b@h/", "http://h/"),
    ],
)
def test_a_message_keeps_its_urls_without_credentials(text, clean):
    assert urls.redact(text) == clean


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("http://h/a", "http://h/a"),
        ("http://h/a#part", "http://h/a"),
        ("http://h/a#", "http://h/a"),
        ("http://h/#/", "http://h/#/"),
        ("http://h/#!/", "http://h/#!/"),
        ("http://h/#/guide", "http://h/#/guide"),
        ("http://h/#!/guide", "http://h/#!/guide"),
        ("http://h/#/guide?id=heading", "http://h/#/guide"),
        ("http://h/#/guide?id=heading&v=2", "http://h/#/guide?v=2"),
        ("http://h/#/guide?v=2&id=heading", "http://h/#/guide?v=2"),
        ("http://h/#/?id=heading", "http://h/#/"),
        ("http://h/#/./guide", "http://h/#/guide"),
        ("http://h/a?", "http://h/a"),
        ("http://h/a?#/guide", "http://h/a#/guide"),
        ("http://h/#!/a/../guide?v=2", "http://h/#!/guide?v=2"),
        ("http://h/#/item?id=42", "http://h/#/item?id=42"),
        ("http://h/#/item?uid=heading", "http://h/#/item?uid=heading"),
        ("not a url#part", "not a url#part"),
    ],
)
def test_the_page_of_a_url_is_without_its_anchor(url, page):
    assert urls.page_url(url) == page


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://h/a", "https://h/a"),
        ("http://h/a", "http://H/a"),
        ("http://h/a", "http://h:80/a"),
        ("http://h/a", "http://h./a"),
        ("http://h/a", "http://user:pw@h/a"),
        ("http://h/a", "http://h/a/"),
        ("http://h/a", "http://h/a//"),
        ("http://h/a", "http://h/a?"),
        ("http://h/a", "http://h/a#part"),
        ("http://h/a", "http://h/x/../a"),
        ("http://h/a", "http://h/%61"),
        ("http://h/~a", "http://h/%7Ea"),
        ("http://h/%c3%bc", "http://h/ü"),
        ("http://h/%c3%bc", "http://h/%C3%BC"),
        ("http://h/?q=%c3%bc", "http://h/?q=ü"),
        ("http://h/#/%c3%bc", "http://h/#/ü"),
        ("http://bücher.example/", "http://xn--bcher-kva.example"),
        ("http://h/a/", "http://h/a/index.html"),
        ("http://h/", "http://h/default.aspx"),
        ("http://h/a", "http://h/a?utm_source=x&gclid=1"),
        ("http://h/a", "http://h/a;jsessionid=0A1B"),
        ("http://h/a", "http://h/a/index.html;jsessionid=0A1B?sid=3"),
        ("http://h/a?x=1&y=2", "http://h/a?y=2&x=1"),
        ("http://h/a?x=1&y=2", "http://h/a?&x=1&&y=2&"),
        ("http://h/", "http://h/#/"),
        ("http://h/", "http://h/#!/"),
        ("http://h/#/a", "http://h/#/a/"),
        ("http://h/#/a", "http://h/#/a?id=part"),
    ],
)
def test_two_spellings_of_one_page_have_one_key(one, other):
    assert urls.key(one) == urls.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://h/a", "http://h/A"),
        ("http://h/a", "http://h:8080/a"),
        ("http://h/a", "https://h:80/a"),
        ("http://h/a", "http://www.h/a"),
        ("http://h/a", "http://h/a.html"),
        ("http://h/a", "http://h/a;v=1"),
        ("http://h/a/b", "http://h/a%2Fb"),
        ("http://h/a?x=1", "http://h/a?x=2"),
        ("http://h/a?x", "http://h/a?x="),
        ("http://h/a?x=1&x=2", "http://h/a?x=2&x=1"),
        ("http://h/a?x=a%26b", "http://h/a?x=a&b"),
        ("http://h//a", "http://h/a"),
        ("http://h/#/a", "http://h/a"),
        ("http://h/#/a", "http://h/#!/a"),
        ("http://h/#/a?id=1", "http://h/#/a?id=2"),
        ("http://h/reindex.html", "http://h/"),
    ],
)
def test_two_pages_have_two_keys(one, other):
    assert urls.key(one) != urls.key(other)


def test_the_key_of_what_is_no_url_is_the_text_itself():
    assert urls.key("http://h:99999/") == "http://h:99999/"


def test_credentials_are_no_part_of_a_page_s_url():
    assert urls.page_url("http://user:pw@h/a#/route") == "http://h/a#/route"


def test_credentials_are_in_no_key():
    assert "pw" not in urls.key("http://user:pw@h/a") + urls.twin_key("http://user:pw@h/a")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://h/a", "http://h/a.html"),
        ("http://h/a", "http://h/a.md"),
        ("http://h/a", "http://h/a?q=1"),
        ("http://h/a", "http://h/a/index"),
        ("http://h/a", "http://h/a/index.htm?q=1"),
        ("http://h/", "http://h/index"),
        ("http://h/a", "http://www.h/a"),
        ("http://h/#/a", "http://h/#/a?v=1"),
    ],
)
def test_equal_content_makes_these_one_page(one, other):
    assert urls.twin_key(one) == urls.twin_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://h/a", "http://h/b"),
        ("http://h/a", "https://h:80/a"),
        ("http://h/a", "http://other/a"),
        ("http://h/#/a", "http://h/#/b"),
        ("http://h/a.html", "http://h/a.txt"),
    ],
)
def test_equal_content_does_not_make_these_one_page(one, other):
    assert urls.twin_key(one) != urls.twin_key(other)


_PIECES = st.sampled_from(
    [
        *"ab/;?&=#!.%~@ ",
        "//",
        "..",
        "%2e",
        "%2F",
        "%c3%bc",
        "ü",
        "index.html",
        "id=",
        "id=x",
        "sid=1",
        "#/",
        "#!/",
        ";jsessionid=1",
        "utm_a=1",
    ]
)
_URLS = st.lists(_PIECES, max_size=12).map(lambda pieces: "http://h/" + "".join(pieces))


@given(_URLS)
def test_the_page_of_a_page_is_itself(url):
    assert urls.page_url(urls.page_url(url)) == urls.page_url(url)


@given(_URLS)
def test_a_key_is_its_own_key(url):
    assert urls.key("http:" + urls.key(url)) == urls.key(url)


@given(_URLS)
def test_a_url_and_its_page_have_one_key(url):
    assert urls.key(urls.page_url(url)) == urls.key(url)


@given(_URLS)
def test_one_key_means_one_twin(url):
    assert urls.twin_key("http:" + urls.key(url)) == urls.twin_key(url)


@given(_URLS, _PIECES)
def test_a_parsed_url_is_written_as_it_is_read(url, reference):
    joined = urls.join(url, reference)
    assert joined is None or urls.join(joined, joined) == joined


@given(st.text(st.characters(codec=None)))
def test_nothing_that_a_page_can_write_raises(text):
    for each in (text, "http://h/" + text, "http://" + text):
        urls.parse(each, BASE)
        urls.join(BASE, each)
        urls.page_url(each)
        urls.key(each)
        urls.twin_key(each)
        urls.redact(urls.without_credentials(each))


_SEGMENTS = st.sampled_from(
    ["a", "Guide", "v1.2", ".", "..", ".x", "_a", "~b", "%41", "a;b", "index.html", "INDEX.php", ""]
)
_HOSTS = st.sampled_from([
    "h", "docs.example", "a-b.example", "xn--bcher-kva.example", "H.example", "127.0.0.1", "127.0.0.01", "192.168.100.1", "1.2.3.256", "127.1",
    "1.2.3.4.5",
])  # fmt: skip
_PORTS = st.sampled_from(["", ":80", ":443", ":0443", ":8000", ":08000", ":54321", ":65536", ":99999"])


@given(st.sampled_from(["http", "https"]), _HOSTS, _PORTS, st.lists(_SEGMENTS, max_size=4))
def test_a_plain_url_has_the_key_that_taking_it_apart_gives(scheme, host, port, segments):
    url = "/".join([f"{scheme}://{host}{port}", *segments])
    # An anchor is no part of the key, and no plain URL has one.
    assert urls.key(url) == (urls.key(f"{url}#anchor") if urls.parse(url) else url)


_ODD = st.sampled_from([
    "http:", "https:", "file:", "foo:", "data:", "mailto:a@b", "C:", "//", "/", "/.", "..", "%2e", "\\", "@", ":", "u:p@", "?", "#",
    "[::1]", "[", "]", "H.example", "127.1", "ü", ":0", ":80", ":443", ":8080", " ", "\n", "\x00", '"', "|", "a", "b=1&c", ";", "%zz", "\udc80",
])  # fmt: skip


@given(
    st.lists(_ODD, max_size=8).map("".join),
    st.sampled_from([None, "https://u:p@h/a/b?q#f", "file:///C:/a", "foo://h", "foo:opaque?q", "foo:/.//a"]),
)
def test_a_url_has_the_parts_that_the_standard_parses(reference, base):
    try:
        expected = ada_url.URL(reference, base=base)
    except ValueError:
        assert urls.parse(reference, base) is None
        return
    url = urls.parse(reference, base)
    assert url is not None
    assert (url.href, f"{url.scheme}:") == (expected.href, expected.protocol)
    assert (url.username, url.password) == (expected.username, expected.password)
    assert (url.host, "" if url.port is None else str(url.port)) == (expected.hostname, expected.port)
    assert url.path == expected.pathname
    assert (url.query, url.fragment) == (expected.search.removeprefix("?"), expected.hash.removeprefix("#"))


@given(_URLS)
def test_the_page_of_a_url_without_an_anchor_is_that_of_the_url_with_one(url):
    # Without one, page_url does not even parse.
    page, _, _ = urls.join(url, "").partition("#")
    assert urls.page_url(page) == urls.page_url(f"{page}#anchor")


@pytest.mark.parametrize(
    ("url", "spelled"),
    [
        ("https://h/a|b[1]", "https://h/a%7Cb%5B1%5D"),
        ("http://[::1]:8/a?b[]={c}^`", "http://[::1]:8/a?b%5B%5D=%7Bc%7D%5E%60"),
        ("https://h/a%5b?b=(c)#é", "https://h/a%5b?b=(c)#é"),
        ("mailto:a|b", "mailto:a%7Cb"),
    ],
)
def test_what_browsers_send_raw_is_escaped_in_another_spelling(url, spelled):
    assert urls.spelled(url) == spelled
