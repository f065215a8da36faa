from getdocs.model import Response, Snapshot
from getdocs.read.static import snapshot_of
from getdocs.visits.conversion import page_of, read_sent, read_shown, read_text, traits_of_sent

URL = "http://docs.test/page"
HTML = "<title>Page</title><main><h1>Page</h1><p>The first words of it.</p><p>And what comes after them.</p></main>"


def sent(body=HTML, kind="text/html; charset=utf-8"):
    return Response(URL, 200, (("content-type", kind),), body.encode())


def shown(html):
    return Snapshot(URL, 200, html, "Page", URL)


def test_html_is_read_from_its_own_snapshot_which_is_given_back():
    read = read_sent(sent(), None)
    assert read.source == snapshot_of(sent())
    assert read.page == page_of(read.source, None)


def test_what_was_handed_in_is_not_given_back():
    assert read_shown(sent(), shown(HTML), None).source is None
    assert read_text(sent("text", "text/plain")).source is None


def test_what_scripts_have_destroyed_is_read_and_in_what_is_given_back():
    less = HTML.replace("<p>And what comes after them.</p>", "")
    read = read_shown(sent(), shown(less), None)
    assert "And what comes after them." in read.page.markdown
    assert "And what comes after them." in read.source.html
    assert read.page == page_of(read.source, None)


def test_a_frame_that_a_script_has_yet_to_fill_is_a_shell():
    assert read_sent(sent("<div id=app></div><script src=a.js></script>"), None).shell
    assert not read_sent(sent(), None).shell


def test_the_selector_says_what_is_read():
    response = sent("<p>No.</p><p class=x>Yes.</p>")
    assert read_sent(response, ".x").page.markdown == "Yes.\n"
    assert read_shown(response, snapshot_of(response), ".x").page.markdown == "Yes.\n"


def test_the_traits_are_those_of_the_html_decoded():
    latin = Response(URL, 200, (("content-type", "text/html; charset=latin-1"),), "<x-é>".encode("latin-1"))
    assert traits_of_sent(latin) == traits_of_sent(sent("<x-é>"))
