"""`--download-media`: what is asked for, what is kept of it, and where the Markdown points then."""

import gzip
import hashlib
import shutil

import pytest
from crawls import STATIC

from fixtures.misbehave import answer
from fixtures.site import document

PNG = b"\x89PNG\r\n\x1a\n" + b"docs" * 8
OTHER_PNG = b"\x89PNG\r\n\x1a\n" + b"cdn" * 8
PDF = b"%PDF-1.7\n" + b"x" * 100
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="https://x.example/a.png"/>'
    '<rect onload="alert(1)" width="1"/></svg>'
)
TOO_LARGE = 4096
LARGE = gzip.compress(b"\x89PNG\r\n\x1a\n" + bytes(TOO_LARGE), mtime=0)


@pytest.fixture(scope="module")
def crawled(once):
    """A page and one below it, whose images and documents are on two hosts; read without the browser."""
    docs, cdn = once.serve(), once.serve()
    robots = "User-agent: *\nDisallow: /private/\n"
    cdn.robots(robots)
    images = [
        "/img/a.png", "/img/a.png#again", cdn.url("/img/a.png"), cdn.url("/private/b.png"), "/gone.png", "/html.png",
        "/script.svg", "/large.png", "/x/..%2f..%2f..%2fx.png", cdn.url("/moved.png"), cdn.url("/led-astray.png"),
        "/clip.mp4", "/sound", "data:image/png;base64,iVBORw0KGgo=", "/img/A.png", "/doc.pdf",
    ]  # fmt: skip
    links = [
        "/manual.pdf#page=2", cdn.url("/paper.PDF"), "/video.mp4", "/download", "/page.pdf", cdn.url("/elsewhere"),
        cdn.url("/gone.zip"),
    ]  # fmt: skip
    shown = "".join(f'<p>Image {n}: <img src="{url}" alt="i{n}"></p>' for n, url in enumerate(images))
    linked = "".join(f'<p>See <a href="{url}">l{n}</a>.</p>' for n, url in enumerate(links))
    docs.page("/", document("Start", shown + linked, links=("/sub/",)))
    docs.page("/sub/", document("Sub", '<p>Text <img src="../img/a.png" alt="up"> and more of it.</p>'))
    docs.page("/page.pdf", document("A page in spite of its name"))
    for path in ("/img/a.png", "/img/A.png", "/x/..%2f..%2f..%2fx.png"):
        docs.page(path, PNG, content_type="image/png", etag='"1"')
    docs.page("/html.png", document("No image"), content_type="image/png")
    docs.page("/script.svg", SVG, content_type="image/svg+xml")
    docs.page("/large.png", LARGE, content_type="image/png", content_encoding="gzip")
    docs.page("/sound", b"OggS" + bytes(40), content_type="image/png")
    docs.page("/doc.pdf", PDF, content_type="application/pdf")
    docs.page("/manual.pdf", PDF, content_type="application/pdf")
    docs.page("/download", PDF, content_type="application/pdf")
    cdn.page("/img/a.png", OTHER_PNG, content_type="application/octet-stream")
    cdn.page("/paper.PDF", PDF, content_type="application/pdf")
    cdn.redirect("/moved.png", docs.url("/img/a.png"))
    cdn.redirect("/led-astray.png", "/private/c.png")
    arguments = (docs.url("/"), "--download-media", "--media-max-size", str(TOO_LARGE), "--allow-private", *STATIC)
    return once.crawl(*arguments), docs, cdn, arguments


@pytest.fixture
def skipped(crawled):
    origins = {"docs": crawled[1].url(""), "cdn": crawled[2].url("")}
    return {
        next(f"{name} {url.removeprefix(origin)}" for name, origin in origins.items() if url.startswith(origin)): each
        for each in crawled[0].manifest["media_skipped"]
        for url in (each["url"],)
    }


def folder(server):
    return f"_media/127.0.0.1%3a{server.port}"


def in_link(server):
    """As `folder`, in a link of Markdown."""
    return folder(server).replace("%", "%25")


def test_each_asset_is_a_file_with_its_size_and_hash_and_no_other_file_is_there(crawled):
    found, docs, cdn, _ = crawled
    kept = {entry["path"]: entry for entry in found.manifest["media"]}
    assert sorted(kept) == sorted(
        [
            f"{folder(docs)}/img/a.png",
            f"{folder(docs)}/img/A.png~1~.png",
            f"{folder(docs)}/x/%2e.%2f..%2f..%2fx.png~va7ehojdo62mlk4v~.png",
            f"{folder(docs)}/script.svg",
            f"{folder(docs)}/manual.pdf",
            f"{folder(docs)}/download~.pdf",
            f"{folder(cdn)}/img/a.png",
            f"{folder(cdn)}/moved.png",
            f"{folder(cdn)}/paper.PDF~1c0~.pdf",
        ]
    )
    files = {str(file.relative_to(found.out)): file for file in (found.out / "_media").rglob("*") if file.is_file()}
    assert sorted(files) == sorted(kept)
    for path, file in files.items():
        assert kept[path]["bytes"] == file.stat().st_size
        assert kept[path]["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_same_name_on_two_hosts_is_two_files(crawled):
    found, docs, cdn, _ = crawled
    assert (found.out / folder(docs) / "img/a.png").read_bytes() == PNG
    assert (found.out / folder(cdn) / "img/a.png").read_bytes() == OTHER_PNG


def test_the_markdown_points_at_what_is_kept_and_has_the_url_of_what_is_not(crawled):
    found, docs, cdn, _ = crawled
    text = found.text("/")
    assert f"![i0]({in_link(docs)}/img/a.png)" in text
    assert f"![i1]({in_link(docs)}/img/a.png#again)" in text
    assert f"![i3]({cdn.url('/private/b.png')})" in text
    assert f"![i4]({docs.url('/gone.png')})" in text
    assert f"[l0]({in_link(docs)}/manual.pdf#page=2)" in text
    assert f"[l2]({docs.url('/video.mp4')})" in text
    assert f"[l3]({in_link(docs)}/download~.pdf)" in text
    assert "[l4](page.pdf.md)" in text
    assert f"[l5]({cdn.url('/elsewhere')})" in text
    assert f"![up](../{in_link(docs)}/img/a.png)" in found.text("/sub/")


@pytest.mark.parametrize(
    ("asset", "reason"),
    [
        ("cdn /private/b.png", "robots"),
        ("cdn /led-astray.png", "robots"),
        ("cdn /gone.zip", "http_404"),
        ("docs /gone.png", "http_404"),
        ("docs /html.png", "wrong_type"),
        ("docs /doc.pdf", "wrong_type"),
        ("docs /large.png", "too_large"),
        ("docs /clip.mp4", "audio_or_video"),
        ("docs /sound", "audio_or_video"),
    ],
)
def test_what_is_not_kept_is_listed_with_the_reason_and_where_it_is_shown(crawled, skipped, asset, reason):
    assert (skipped[asset]["reason"], skipped[asset]["found_on"]) == (reason, crawled[1].url("/"))


def test_nothing_else_is_listed(skipped):
    assert len(skipped) == 9


def test_what_acts_is_gone_from_an_svg(crawled):
    found, docs, _, _ = crawled
    assert (found.out / folder(docs) / "script.svg").read_text().strip() == (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        '<image></image><rect width="1"></rect></svg>'
    )


def test_each_is_asked_for_once_and_what_stays_a_link_not_at_all(crawled):
    _, docs, cdn, _ = crawled
    for server in (docs, cdn):
        asked = [hit.path for hit in server.hits()]
        assert sorted(set(asked)) == sorted(asked)
    assert "/clip.mp4" not in docs.paths()
    assert "/elsewhere" not in cdn.paths()
    assert not [path for path in cdn.paths() if path.startswith("/private/")]


def test_assets_are_no_pages_and_count_as_none(crawled):
    found = crawled[0]
    assert found.manifest["counts"]["saved"] == 3
    assert "media 9, not kept 9 (" in found.run.stderr


def test_verify_takes_a_kept_image_for_the_one_of_the_page_and_names_one_that_is_gone(crawled, once, tmp_path):
    found, docs, _, _ = crawled
    out = shutil.copytree(found.out, tmp_path / "copy")
    whole = once.run_getdocs("verify", "-o", out)
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.startswith("3 pages, 0 below 0.99, 0 more with a flaw\n")
    (out / folder(docs) / "script.svg").unlink()
    gone = once.run_getdocs("verify", "-o", out, "-q")
    assert gone.returncode == 1
    assert f"{in_link(docs)}/script.svg (no such file)" in gone.stdout


def test_what_is_made_anew_points_at_the_same_files(crawled, once, tmp_path):
    out = shutil.copytree(crawled[0].out, tmp_path / "copy")
    assert once.run_getdocs("reextract", "-o", out).returncode == 0
    assert (out / "index.md").read_bytes() == (crawled[0].out / "index.md").read_bytes()


def test_a_resumed_crawl_asks_for_what_is_gone_and_a_fresh_one_asks_whether_it_has_changed(crawled, once, tmp_path):
    found, docs, cdn, arguments = crawled
    out = shutil.copytree(found.out, tmp_path / "copy")
    before = len(docs.hits()), len(cdn.hits())
    (out / folder(docs) / "img/a.png").unlink()
    assert once.run_getdocs("crawl", *arguments, "--resume", "-o", out).returncode == 0
    again = [*docs.paths()[before[0] :], *cdn.paths()[before[1] :]]
    assert (out / folder(docs) / "img/a.png").read_bytes() == PNG
    assert again == ["/robots.txt", "/img/a.png"]
    docs.route("/img/a.png", answer(status=304))
    assert once.run_getdocs("crawl", *arguments, "--fresh", "-o", out).returncode == 0
    assert (out / folder(docs) / "img/a.png").read_bytes() == PNG
    without = (arguments[0], *STATIC)
    assert once.run_getdocs("crawl", *without, "--fresh", "-o", out).returncode == 0
    assert not (out / "_media").exists()
