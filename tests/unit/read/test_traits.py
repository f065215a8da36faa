"""What of a page its scripts could take hold of."""

import time

import pytest

from getdocs.read.traits import traits_of

URL = "https://docs.example/guide/intro.html"


def names(html, url=URL):
    return traits_of(html, url).names


def scripts(html, url=URL):
    return traits_of(html, url).scripts


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Text with <em>markup</em>.</p>", set()),
        ("<details><summary>More</summary></details>", {"details", "summary"}),
        ("<my-tabs></my-tabs><IFRAME src='x'></IFRAME>", {"my-tabs", "iframe", "@src"}),
        ("<div class='a  b'></div><p CLASS=c>", {".a", ".b", ".c", "@class"}),
        ('<div role="tablist" data-x="1">', {"role=tablist", "@role", "@data-x"}),
        ('<meta http-equiv="Refresh" content="0; url=/x">', {"http-equiv=refresh", "@http-equiv", "@content"}),
        ("<div class=post-123>", {".post-0"}),
    ],
)
def test_elements_classes_attributes_and_roles_are_traits(html, expected):
    assert names(html) == expected


@pytest.mark.parametrize("inside", ["<span class=k>x</span>", "<path class=p></path>", 'a="b"'])
@pytest.mark.parametrize("tag", ["pre", "code", "svg", "math", "style", "script"])
def test_what_lies_inside_code_drawings_and_scripts_is_none(tag, inside):
    outer = traits_of(f"<{tag}></{tag}><p>", URL).names
    assert names(f"<{tag}>{inside}</{tag}><p>") == outer


def test_what_follows_code_is_looked_at_again():
    assert names("<pre class='x'><b class=y></b></pre><p class='z'>") == {".x", ".z", "@class"}


def test_a_class_that_spells_the_path_of_the_page_is_none():
    assert names("<div class='_guide_intro page'>") == {".page", "@class"}


def test_classes_of_the_body_are_none():
    assert names("<body class='guide-intro wide'><p>") == set()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<script src=/a.js></script>", "<script type='module' src='../a.js?v=2'></script>"),
        ("<script>var page = 'intro', id = 7</script>", '<script>var page = "setup", id = 8</script>'),
        (
            "<script src=/a.js></script><script src=/b.js></script>",
            "<script src=/b.js></script><script src=/a.js></script>",
        ),
        ("<p>", '<script type="application/json">{"page": true}</script>'),
    ],
    ids=["written otherwise", "other values", "other order", "data"],
)
def test_pages_with_the_same_scripts_are_of_one_family(one, other):
    assert scripts(one) == scripts(other)


@pytest.mark.parametrize(
    "other", ["", "<script src=/b.js></script>", "<script src=/a.js></script><script>start()</script>"]
)
def test_pages_with_other_scripts_are_not(other):
    assert scripts("<script src=/a.js></script>") != scripts(other)


@pytest.mark.parametrize(
    "piece",
    ["<", "<a ", "<pre>", "</pre>", "<script", "<script>'", "<a class=", "<!--", "<a class='", "<svg", " role="],
)
def test_a_hostile_page_of_a_megabyte_takes_no_more_than_its_length_asks_for(piece):
    started = time.process_time()
    traits_of(piece * (1_000_000 // len(piece)), URL)
    assert time.process_time() - started < 10
