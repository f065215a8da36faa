"""Which images and documents Pages point at; and what the Manifest says of them."""

import pytest

from getdocs.model import (
    AssetRow,
    Failed,
    FailReason,
    NotAPage,
    Redirected,
    Row,
    Saved,
    SavedAsset,
    Skipped,
    SkippedAsset,
    SkipReason,
)
from getdocs.write.index import Index
from getdocs.write.media.entries import media_entries
from getdocs.write.media.wanted import Wanted, Wants

H = "https://h.example"
PAGE = f"{H}/guide/"


def wanted(markdown, **outcomes):
    index = Index()
    for path, outcome in outcomes.items():
        index.add(Row(f"{H}/{path.replace('_', '.')}", 1, PAGE, seed=False, attempts=1, outcome=outcome))
    wants = Wants(index)
    wants.note(PAGE, markdown)
    return wants.all()


def urls(markdown, **outcomes):
    return [each.url for each in wanted(markdown, **outcomes)]


@pytest.mark.parametrize(
    ("markdown", "url"),
    [
        ("![a](https://x.example/a.png)", "https://x.example/a.png"),
        ("![a](../img/a%20b.png 'title')", f"{H}/img/a%20b.png"),
        ("[![a](//x.example/a.png)](/page)", "https://x.example/a.png"),
        ("| a |\n|---|\n| ![a](/a.png) |", f"{H}/a.png"),
        ("<img src='/a.png' width=3>", f"{H}/a.png"),
        ("![a][ref]\n\n[ref]: /a.png", f"{H}/a.png"),
        ("![a](https://u:p@h.example/a.svg#part)", f"{H}/a.svg"),
    ],
)
def test_every_image_is_wanted_on_whatever_host(markdown, url):
    assert wanted(markdown) == (Wanted(url, PAGE, image=True),)


@pytest.mark.parametrize(
    "markdown", ["![a](data:image/png;base64,AAAA)", "![](<>)", "`![a](/a.png)`", "    ![a](/a.png)\n"]
)
def test_what_is_no_image_of_the_web_is_not(markdown):
    assert wanted(markdown) == ()


def test_a_link_is_wanted_where_it_names_a_document_or_leads_to_what_is_no_page_but_a_document():
    markdown = "[a](https://x.example/a.pdf) [b](/b) [c](/c) [d](/d) [e](/e.png)"
    found = urls(markdown, b=NotAPage("application/pdf"), c=NotAPage("application/json"), d=Redirected("b", (302,)))
    assert found == ["https://x.example/a.pdf", f"{H}/b"]


def test_a_redirect_to_a_document_is_followed_by_what_the_crawl_knows():
    assert urls("[a](/a)", a=Redirected(f"{H}/b", (302,)), b=NotAPage("application/zip")) == [f"{H}/a"]


def test_a_link_to_a_page_or_to_what_is_gone_is_not_wanted_whatever_its_name():
    gone = Failed(FailReason.HTTP, 404)
    assert urls("[a](/a.pdf) [b](/b.pdf)", a_pdf=Saved("a.pdf.md", "A", 200), b_pdf=gone) == []


def test_a_document_out_of_scope_is_wanted():
    assert urls("[a](/a.pdf)", a_pdf=Skipped(SkipReason.SCOPE)) == [f"{H}/a.pdf"]


def test_each_is_wanted_once_by_https_if_anybody_says_so_and_as_an_image_if_anybody_shows_it():
    markdown = "[a](http://x.example/a.pdf#1) [a](https://x.example/a.pdf) ![a](http://x.example/a.pdf)"
    assert wanted(markdown) == (Wanted("https://x.example/a.pdf", PAGE, image=True),)


def test_the_lists_of_the_manifest_have_each_that_is_wanted_once():
    kept = SavedAsset("_media/h.example/a.png", "image/png", 3, "00")
    rows = [
        AssetRow(f"{H}/b.png", SkippedAsset("http_404")),
        AssetRow(f"{H}/a.png", kept),
        AssetRow(f"{H}/old.png", SkippedAsset("http_404")),
        AssetRow(f"{H}/kept.png", kept),
    ]
    wanted = [Wanted(f"{H}/{name}.png", PAGE, image=True) for name in "bac"]
    media, skipped = media_entries(rows, wanted)
    assert [(entry["url"], entry["found_on"]) for entry in media] == [(f"{H}/a.png", PAGE), (f"{H}/kept.png", None)]
    assert [(entry["url"], entry["reason"]) for entry in skipped] == [
        (f"{H}/b.png", "http_404"),
        (f"{H}/c.png", "pending"),
    ]


def test_the_lists_of_the_manifest_have_no_credentials():
    row = AssetRow("https://u:p@h.example/a", SkippedAsset("connection", "https://u:p@h.example/ is gone"))
    _, (entry,) = media_entries([row], [Wanted(row.url, "https://u:p@h.example/", image=True)])
    assert "u:p" not in str(entry)
