"""The whole documentation as one file, whose links work within it."""

import re

from fixtures.exports import dead_anchors, headings_of, links_of
from fixtures.saved_crawl import SITE, write_crawl
from getdocs.model import NavNode
from getdocs.offline.export.copy import Copy
from getdocs.offline.export.single import single
from getdocs.offline.saved import SavedCrawl


def text_of(crawl, folder=None):
    return "".join(single(Copy(crawl), folder or crawl.output_dir))


def written(folder, pages, **more):
    write_crawl(folder, pages, **more)
    return text_of(SavedCrawl.open(folder))


def test_pages_follow_in_reading_order_each_below_its_place(crawl):
    assert headings_of(text_of(crawl)) == [
        (1, "Demo"),
        (2, "Contents"),
        (2, "Demo"),
        (2, "Guide"),
        (3, "Install"),
        (4, "From source"),
        (3, "Usage"),
        (4, "Usage"),
        (4, "Install"),
        (2, "Reference"),
        (3, "API"),
        (4, "Install"),
        (2, "Extra"),
    ]


def test_it_begins_with_what_it_is_and_a_table_of_contents(crawl):
    assert text_of(crawl).startswith(
        "# Demo\n\n> Demo is a tool that does things.\n\n## Contents\n\n"
        "- [Demo](#demo-1)\n- [Guide](#guide)\n  - [Install](#install)\n  - [Usage](#usage)\n"
        "- [Reference](#reference)\n  - [API](#api)\n- [Extra](#extra)\n\n---\n\n![logo]"
    )


def test_every_link_within_it_leads_to_a_place_of_it(crawl):
    text = text_of(crawl)
    assert dead_anchors(text) == []
    assert len([link for link in links_of(text) if link.startswith("#")]) == 14


def test_a_link_to_a_place_leads_to_the_place_of_that_page_and_no_other(crawl):
    text = text_of(crawl)
    assert "[self](#install-1)" in text
    assert "[Install](#from-source)" in text
    assert "[API](#p6.demo.run)" in text
    assert "[usage](#usage-1)" in text


def test_labels_of_references_and_footnotes_do_not_meet(crawl):
    text = text_of(crawl)
    assert "[^p3.1]: one" in text
    assert "[^p4.1]: two" in text
    assert "[ref][p3.ref]" in text
    assert "[^p4.1] [ref]\n" in text


def test_a_page_that_is_gone_is_on_the_web(crawl):
    assert f"[gone]({SITE}/gone)" in text_of(crawl)


def test_code_stays_byte_for_byte(crawl):
    assert "\n```\n# no heading\n[no](link.md)\n```\n" in text_of(crawl)


def test_images_are_where_they_were(crawl):
    text = text_of(crawl)
    assert (
        "![pic](_media/docs.example/p.png) ![far](https://far.example/x.png) [doc](_media/docs.example/d.pdf)" in text
    )


def test_elsewhere_images_are_found_in_the_folder_of_the_crawl(crawl, tmp_path):
    (tmp_path / "a").mkdir()
    assert "![pic](../out/_media/docs.example/p.png)" in text_of(crawl, tmp_path / "a")


def test_equal_headings_are_counted_over_the_whole_file(tmp_path):
    pages = {f"/{name}": "# Same\n\n[me](#same) [second](#same-1)\n\n## Same\n" for name in "abc"}
    text = written(tmp_path, pages)
    assert dead_anchors(text) == []
    assert re.findall(r"\[second\]\(([^)]+)\)", text) == ["#same-1", "#same-3", "#same-5"]


def test_names_in_raw_html_are_each_page_s_own(tmp_path):
    pages = {f"/{name}": f'# {name}\n\n<a id="x"></a>word [x](#x)\n' for name in "ab"}
    text = written(tmp_path, pages)
    assert re.findall(r"\[x\]\(([^)]+)\)", text) == ["#p1.x", "#p2.x"]
    assert dead_anchors(text) == []


def test_links_made_for_another_reader_work_too(tmp_path):
    pages = {"/a": "# A\n\n[m](b.md#a-b) [o](b.md#A%20—%20b) [g](b.md#a--b)\n", "/b": "# B\n\n## A — b\n"}
    text = written(tmp_path, pages)
    assert re.findall(r"\[[mog]\]\(([^)]+)\)", text) == ["#a--b"] * 3


def test_a_page_whose_heading_has_no_anchor_can_be_reached(tmp_path):
    text = written(tmp_path, {"/a": "# A\n\n[b](b.md)\n", "/b": "# !!!\n"})
    assert '<a id="p2.top"></a>\n\n## !!!' in text
    assert dead_anchors(text) == []


def test_a_deep_navigation_stays_within_six_levels(tmp_path):
    nav = NavNode("P", f"{SITE}/p")
    for number in range(9):
        nav = NavNode(f"N{number}", None, (nav,))
    text = written(tmp_path, {"/p": "# P\n\n## Q\n"}, nav=(nav,))
    assert max(level for level, _ in headings_of(text)) == 6
    assert dead_anchors(text) == []


def test_titles_of_others_are_text(tmp_path):
    titles = {"/a": "[x](javascript:alert(1)) <script> *b*\n# c"}
    text = written(tmp_path, {"/a": "text\n"}, titles=titles)
    assert (2, "[x](javascript:alert(1)) <script> *b* # c") in headings_of(text)
    assert [link for link in links_of(text) if "javascript" in link and not link.startswith("#")] == []
