"""Files are linked to each other: from the body as it was read, again and again, whatever was interrupted or changed in between."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

import pytest

from getdocs.config import AnchorStyle
from getdocs.errors import OutputError
from getdocs.frontier.store import Frontier
from getdocs.linking import link_files, links_of
from getdocs.model import (
    Anchor,
    AssetRow,
    Discovered,
    Duplicate,
    Failed,
    FailReason,
    Lease,
    Outcome,
    Page,
    Redirected,
    Saved,
    SavedAsset,
    SkippedAsset,
)
from getdocs.visits.reading import facts_of
from getdocs.write import atomic
from getdocs.write.files import PageWriter
from getdocs.write.paths import page_path
from getdocs.write.relink.site import Broken

SITE = "https://docs.example"
AT = "2026-01-01T00:00:00+00:00"


class Site:
    """A crawl of SITE that was not crawled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.frontier = Frontier.open(None)
        self.broken: tuple[Broken, ...] = ()

    def save(self, path: str, markdown: str, *names: tuple[str, str], text: bool = False) -> None:
        """A Page; `names`: what a place is called, and what its text begins with."""
        anchors = None if text else tuple(Anchor(name, markdown.index(begins)) for name, begins in names)
        page = Page(f"{SITE}{path}", "T", 200, markdown, (), (), anchors=anchors)
        file = page_path(page.url, "docs.example")
        PageWriter(self.folder).write(page, file, saved_at=AT)
        self.settle(path, Saved(str(file), "T", 200), page)

    def settle(self, path: str, outcome: Outcome, page: Page | None = None) -> None:
        self.frontier.add([Discovered(f"{SITE}{path}", 1)])
        lease = self.frontier.lease(0.0)
        assert isinstance(lease, Lease)
        self.frontier.settle(lease, outcome, facts=facts_of(page, saved_at=AT) if page is not None else None)

    def link(self, style: AnchorStyle = AnchorStyle.GITHUB) -> None:
        self.broken = link_files(self.frontier, self.folder, style)

    def body(self, file: str) -> str:
        return (self.folder / file).read_text(encoding="utf-8").partition("\n---\n\n")[2].rstrip("\n")


@pytest.fixture
def site(tmp_path) -> Iterator[Site]:
    made = Site(tmp_path)
    yield made
    made.frontier.close()


def test_a_link_to_a_saved_page_leads_to_its_file_and_another_stays(site):
    site.save("/a", f"[b]({SITE}/x/b) [c]({SITE}/c) [d](https://elsewhere.example/b) ![i]({SITE}/x/b)\n")
    site.save("/x/b", f"[a]({SITE}/a) [me]({SITE}/x/b) [mail](mailto:a@b.example)\n")
    site.link()
    assert site.body("a.md") == f"[b](x/b.md) [c]({SITE}/c) [d](https://elsewhere.example/b) ![i]({SITE}/x/b)"
    assert site.body("x/b.md") == "[a](../a.md) [me](b.md) [mail](mailto:a@b.example)"


def test_what_is_kept_of_images_and_documents_is_pointed_at_and_what_is_not_stays(site):
    for url, path in (
        (f"{SITE}/i.png", "_media/docs.example/i.png"),
        ("https://x.example/m.pdf", "_media/x.example/m~.pdf"),
    ):
        site.frontier.keep_asset(AssetRow(url, SavedAsset(path, "", 1, "")))
    site.frontier.keep_asset(AssetRow(f"{SITE}/gone.png", SkippedAsset("http_404")))
    gone = f"![g]({SITE}/gone.png) [l]({SITE}/i.gif)"
    site.save(
        "/x/a", f"![i]({SITE}/i.png) <img src='http://docs.example/i.png'> [m](https://x.example/m.pdf#page=2) {gone}\n"
    )
    site.link()
    kept = "../_media/docs.example/i.png"
    assert site.body("x/a.md") == f"![i]({kept}) <img src='{kept}'> [m](../_media/x.example/m~.pdf#page=2) {gone}"


def test_a_page_goes_before_an_asset_of_the_same_url_in_links_and_not_in_images(site):
    site.frontier.keep_asset(AssetRow(f"{SITE}/b", SavedAsset("_media/docs.example/b~.png", "", 1, "")))
    site.save("/a", f"[b]({SITE}/b) ![b]({SITE}/b)\n")
    site.save("/b", "B\n")
    site.link()
    assert site.body("a.md") == "[b](b.md) ![b](_media/docs.example/b~.png)"


@pytest.mark.parametrize(
    "link", ["/b/", "/b/index.html", "/b?utm_source=x", "/old", "/twin", "/b#top", "/b#", "/b#:~:text=B"]
)
def test_every_way_to_a_page_is_a_link_to_its_file(site, link):
    site.save("/a", f"[b]({SITE}{link})\n")
    site.save("/b", "B\n")
    site.settle("/old", Redirected(f"{SITE}/older", (301,)))
    site.settle("/older", Redirected(f"{SITE}/b", (302,)))
    site.settle("/twin", Duplicate(f"{SITE}/b"))
    site.link()
    assert site.body("a.md") == "[b](b.md)"
    assert site.broken == ()


def test_a_fragment_is_the_anchor_of_the_heading_or_one_of_its_own(site):
    site.save("/a", f"[h]({SITE}/b#sec-1) [p]({SITE}/b#fn.x) [me]({SITE}/a#end)\n\n## The end\n", ("end", "The end"))
    site.save(
        "/b", "B\n\n## First part\n\n`fn.x()` does it.\n", ("sec-1", "First"), ("fn.x", "fn.x"), ("other", "does")
    )
    site.link()
    assert site.body("a.md") == "[h](b.md#first-part) [p](b.md#fn.x) [me](#the-end)\n\n## The end"
    assert site.body("b.md") == 'B\n\n## First part\n\n<a id="fn.x"></a>`fn.x()` does it.'


def test_a_fragment_that_the_site_has_broken_leads_to_the_file_and_is_told(site):
    site.save("/a", f"[b]({SITE}/b#none) [me]({SITE}/a#none) [gone]({SITE}/gone#x)\n")
    site.save("/b", "B\n")
    site.settle("/gone", Failed(FailReason.HTTP, 404))
    site.link()
    assert site.body("a.md") == f"[b](b.md) [me](a.md) [gone]({SITE}/gone#x)"
    assert [(each.path, each.url.removeprefix(SITE), each.reason) for each in site.broken] == [
        ("a.md", "/a#none", "no_such_place"),
        ("a.md", "/b#none", "no_such_place"),
        ("a.md", "/gone#x", "http_404"),
    ]


@pytest.mark.parametrize("link", ["/#/b?id=part", "/#/b?x=1&id=part"])
def test_a_place_behind_a_hash_route_is_found(site, link):
    site.save("/", f"[b]({SITE}{link})\n")
    site.save("/#/b?x=1" if "x=1" in link else "/#/b", "B\n\n## A part\n", ("part", "A part"))
    site.link()
    assert site.body("index.md").endswith("#a-part)")


@pytest.mark.parametrize("known", [True, False])
def test_a_place_that_stands_in_the_query_is_found_on_the_page_without_it(site, known):
    site.save("/a", f"[b]({SITE}/b?id=part)\n")
    site.save("/b", "B\n\n## A part\n", ("part", "A part"))
    if known:
        site.settle("/b?id=part", Duplicate(f"{SITE}/b"))
    site.link()
    assert site.body("a.md") == "[b](b.md#a-part)"


def test_a_page_that_was_markdown_has_its_relative_links_too(site):
    site.save("/x/a.md", "[b](../b.html#part) [c](c.md) ![i](i.png) [me](#part-1)\n\n# Part 1\n", text=True)
    site.save("/b.html", f"B\n\n## A part\n\n[a]({SITE}/x/a.md#part-1)\n", ("part", "A part"))
    site.link()
    assert site.body("x/a.md.md") == (
        f"[b](../b.html.md#a-part) [c]({SITE}/x/c.md) ![i]({SITE}/x/i.png) [me](#part-1)\n\n# Part 1"
    )
    assert site.body("b.html.md").endswith("[a](x/a.md.md#part-1)")


def test_what_only_looks_like_a_link_in_other_text_stays(site):
    site.save("/a.txt", "call[0](x) [b](b.txt)\n", text=True)
    site.save("/b.txt", "B\n", text=True)
    site.link()
    assert site.body("a.txt.md") == "call[0](x) [b](b.txt.md)"


def test_linking_twice_is_linking_once(site, monkeypatch):
    site.save("/a", f"[b]({SITE}/b#x)\n")
    site.save("/b", "B\n\nc\n", ("x", "c"))
    site.link()
    before = (site.folder / "b.md").read_bytes()
    monkeypatch.setattr(atomic, "write_aside", _refuse)
    site.link()
    assert (site.folder / "b.md").read_bytes() == before


def _refuse(*_: object) -> None:
    raise AssertionError("nothing has to be written")


def test_a_page_that_comes_later_is_linked_to(site):
    site.save("/a", f"[b]({SITE}/b#x)\n")
    site.link()
    assert site.body("a.md") == f"[b]({SITE}/b#x)"
    site.save("/b", "B\n\nc\n", ("x", "c"))
    site.link()
    assert site.body("a.md") == "[b](b.md#x)"
    assert site.body("b.md") == 'B\n\n<a id="x"></a>c'


def test_a_page_that_goes_is_linked_to_on_the_web_again(site):
    site.save("/a", f"[b]({SITE}/b/index.html#x)\n")
    site.save("/b/index.html", "B\n\nc\n", ("x", "c"))
    site.link()
    assert site.body("a.md") == "[b](b/index.html.md#x)"
    site.frontier.unsettle([f"{SITE}/b/index.html"], keeping={})
    PageWriter(site.folder).remove(PurePosixPath("b/index.html.md"))
    site.link()
    assert site.body("a.md") == f"[b]({SITE}/b/index.html#x)"


def test_the_other_style_is_made_from_the_body_as_it_was_read(site):
    site.save("/a", f"[b]({SITE}/b#x) [c]({SITE}/b#y)\n")
    site.save("/b", "B\n\n## A — b\n\nc\n", ("x", "A"), ("y", "c"))
    site.link()
    site.link(AnchorStyle.OBSIDIAN)
    assert site.body("a.md") == "[b](b.md#A%20—%20b) [c](b.md#A%20—%20b)"
    assert site.body("b.md") == "B\n\n## A — b\n\nc"
    site.link(AnchorStyle.MKDOCS)
    assert site.body("a.md") == "[b](b.md#a-b) [c](b.md#y)"


@pytest.mark.parametrize("linked", [True, False])
def test_a_file_that_somebody_has_changed_is_left_alone(site, linked):
    site.save("/a", f"[b]({SITE}/b)\n")
    if linked:
        site.link()
    file = site.folder / "a.md"
    file.write_text(file.read_text().replace("[b]", "[mine]"))
    before = file.read_bytes()
    site.save("/b", f"[a]({SITE}/a)\n")
    site.link()
    assert file.read_bytes() == before
    assert site.body("b.md") == "[a](a.md)"


def test_a_changed_head_stays(site):
    site.save("/a", f"[b]({SITE}/b)\n")
    site.save("/b", "B\n")
    file = site.folder / "a.md"
    file.write_text(file.read_text().replace("---\nurl", "---\nmine: 1\nurl", 1))
    site.link()
    assert file.read_text().startswith("---\nmine: 1\nurl: ")
    assert site.body("a.md") == "[b](b.md)"


@pytest.mark.parametrize("step", range(8))
@pytest.mark.parametrize("relinked", [True, False])
def test_stopped_after_any_step_the_next_run_makes_the_same_files(site, monkeypatch, step, relinked):
    site.save("/a", f"[b]({SITE}/b#x) [c]({SITE}/c)\n")
    site.save("/b", f"B\n\nc [a]({SITE}/a)\n", ("x", "c"))
    if relinked:
        site.link()
    site.save("/c", f"[a]({SITE}/a) [b]({SITE}/b#x)\n")
    steps = iter(range(step))

    def counted(doing):
        def does(*args):
            if next(steps, None) is None:
                raise KeyboardInterrupt
            return doing(*args)

        return does

    with monkeypatch.context() as patched:
        patched.setattr(atomic, "write_aside", counted(atomic.write_aside))
        patched.setattr(atomic, "put_in_place", counted(atomic.put_in_place))
        patched.setattr(atomic, "drop_aside", lambda *_: None)  # killed, not stopped
        with suppress(KeyboardInterrupt):
            site.link()
    site.link()
    assert site.body("a.md") == "[b](b.md#x) [c](c.md)"
    assert site.body("b.md") == 'B\n\n<a id="x"></a>c [a](a.md)'
    assert site.body("c.md") == "[a](a.md) [b](b.md#x)"


def test_killed_between_the_state_and_the_files_a_file_that_was_linked_before_is_still_ours(site, monkeypatch):
    site.save("/a", f"[b]({SITE}/b) [c]({SITE}/c)\n")
    site.save("/b", "B\n")
    site.link()
    site.save("/c", "C\n")
    with monkeypatch.context() as patched:
        patched.setattr(atomic, "put_in_place", _refuse)
        with pytest.raises(AssertionError):
            site.link()
    assert site.body("a.md") == f"[b](b.md) [c]({SITE}/c)"
    site.link()
    assert site.body("a.md") == "[b](b.md) [c](c.md)"


def test_where_a_file_cannot_be_written_nothing_is_left_beside_it(site, monkeypatch):
    site.save("/a", f"[b]({SITE}/b)\n")
    site.save("/b", f"[a]({SITE}/a)\n")
    with monkeypatch.context() as patched:
        patched.setattr(atomic, "put_in_place", _fail)
        with pytest.raises(OutputError):
            site.link()
    assert sorted(file.name for file in site.folder.iterdir()) == ["a.md", "b.md"]


def _fail(*_: object) -> None:
    raise OutputError("disk full")


def test_a_file_that_is_gone_is_no_trouble(site):
    site.save("/a", f"[b]({SITE}/b)\n")
    site.save("/b", "B\n")
    (site.folder / "b.md").unlink()
    site.link()
    assert site.body("a.md") == "[b](b.md)"


def test_two_links_to_one_place_are_the_same_however_they_are_written(site):
    site.save("/a", f"[b]({SITE}/b#x)\n[b]({SITE}/b#y)\n[b]({SITE}/b#z)\n")
    site.save("/b", "B\n\n## C\n\nd\n", ("x", "C"), ("y", "C"), ("z", "d"))
    same = links_of(site.frontier, site.folder, AnchorStyle.GITHUB).identity
    assert same(f"{SITE}/b#x") == same(f"{SITE}/b/#y")
    assert same(f"{SITE}/b#x") != same(f"{SITE}/b#z")
    assert same(f"{SITE}/b#none") == same(f"{SITE}/b")
    assert same(f"{SITE}/none#x") == f"{SITE}/none#x"
