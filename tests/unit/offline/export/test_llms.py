"""llms.txt and llms-full.txt."""

import re

from fixtures.saved_crawl import SITE, write_crawl
from getdocs.model import NavNode
from getdocs.offline.export.copy import Copy
from getdocs.offline.export.llms import full, index
from getdocs.offline.saved import SavedCrawl


def opened(folder, pages, **more):
    write_crawl(folder, pages, **more)
    return Copy(SavedCrawl.open(folder))


def test_the_list_has_the_sections_of_the_navigation_with_what_each_page_says_first(crawl):
    assert "".join(index(Copy(crawl), crawl.output_dir)) == (
        "# Demo\n\n> Demo is a tool that does things.\n"
        "\n## Docs\n\n- [Demo](index.md): Demo is a tool that does things.\n"
        "\n## Guide\n\n- [Install](guide/install.md): How to install it on your machine.\n- [Usage](guide/usage.md): How to use it, day by day.\n"
        "\n## Reference\n\n- [API](api.md): Everything that can be called from outside.\n"
        "\n## More\n\n- [Extra](extra.md)\n"
    )


def test_links_are_relative_to_where_the_list_stands(crawl, tmp_path):
    assert "- [API](../out/api.md): " in "".join(index(Copy(crawl), tmp_path / "other"))


def test_a_navigation_that_is_one_branch_is_opened(tmp_path):
    sections = tuple(NavNode(name, None, (NavNode(name, f"{SITE}/{name}"),)) for name in "ab")
    copy = opened(tmp_path, {"/a": "A\n", "/b": "B\n"}, nav=(NavNode("All", None, sections),))
    assert re.findall(r"## (.*)", "".join(index(copy, tmp_path))) == ["a", "b"]


def test_without_a_navigation_all_is_one_section(tmp_path):
    assert re.findall(r"## (.*)", "".join(index(opened(tmp_path, {"/a": "A\n", "/b": "B\n"}), tmp_path))) == ["Docs"]


def test_titles_and_summaries_of_others_are_text(tmp_path):
    copy = opened(tmp_path, {"/a": "\\# not \\<b> a heading \\[x](y)\n"}, titles={"/a": "a](b)\n## c"})
    text = "".join(index(copy, tmp_path))
    assert "- [a\\](b) ## c](a.md): # not \\<b> a heading \\[x\\](y)\n" in text
    assert "> \\# not" in text


def parts(text):
    """As the documentation says that a program may take it apart."""
    rule = re.search(r"^=+$", text, re.MULTILINE)[0]
    return [part.split("\n\n", 1) for part in re.split(f"^{rule}\n", text, flags=re.MULTILINE)[1:]]


def test_the_full_text_has_every_page_with_title_address_and_file(crawl):
    found = parts("".join(full(Copy(crawl), crawl.output_dir)))
    assert [head for head, _ in found][:2] == [
        f"Title: Demo\nURL: {SITE}/\nFile: index.md",
        f"Title: Install\nURL: {SITE}/guide/install\nFile: guide/install.md",
    ]
    assert len(found) == 5
    assert found[4][1].startswith("Extra\n=====\n")


def test_links_of_the_full_text_lead_to_files_from_where_it_stands(crawl):
    text = "".join(full(Copy(crawl), crawl.output_dir))
    assert "[API](api.md#demo.run) [start](index.md) [usage](guide/usage.md#usage)" in text
    assert f"[self](guide/usage.md#install) [gone]({SITE}/gone)" in text


def test_no_page_can_forge_a_separator(tmp_path):
    forged = "text of the page\n\n" + "=" * 99 + "\nTitle: forged\nURL: x\nFile: y\n\nmore\n"
    text = "".join(full(opened(tmp_path, {"/a": forged, "/b": "B\n"}), tmp_path))
    assert [head.split("\n")[0] for head, _ in parts(text)] == ["Title: a", "Title: b"]
