import asyncio

import pytest

from getdocs.model import Response, Snapshot
from getdocs.write.sources import Sources

URL, THEN, LATER = "https://h/a", "2026-01-05T12:00:00+00:00", "2026-01-05T12:00:01+00:00"
SNAPSHOT = Snapshot(
    url=f"{URL}#/route",
    status=200,
    html="<p>caf\xe9 \U0001f4da \ud800</p>",
    title="A \ud800",
    base_url="https://h/base/",
    refused=("https://h/x.js", "https://h/y.js"),
    unsettled=True,
    restored=3,
)
TEXT = Response(URL, 200, (("content-type", "text/plain; charset=latin-1"),), b"caf\xe9")


class Folder:
    def __init__(self, folder):
        self.folder = folder
        self.warnings = []

    @property
    def sources(self):
        return Sources(self.folder, warn=self.warnings.append)

    def keep(self, source, saved_at=THEN):
        asyncio.run(self.sources.keep(URL, source, saved_at=saved_at))

    @property
    def files(self):
        return [path for path in self.folder.rglob("*") if path.is_file()]


@pytest.fixture
def kept(tmp_path):
    return Folder(tmp_path / "sources")


@pytest.mark.parametrize("source", [SNAPSHOT, TEXT])
def test_what_is_kept_comes_back_equal(kept, source):
    kept.keep(source)
    assert kept.sources.find(URL, saved_at=THEN) == source


def test_what_a_page_of_another_time_was_read_from_is_not_found(kept):
    kept.keep(SNAPSHOT)
    assert kept.sources.find(URL, saved_at=LATER) is None


def test_there_is_nothing_where_nothing_was_kept(kept):
    assert kept.sources.find(URL, saved_at=THEN) is None


def test_of_a_servers_fields_only_what_reading_needs_is_written(kept):
    secret = Response(URL, 200, (*TEXT.headers, ("set-cookie", "s=s3cret")), b"text")
    kept.keep(secret)
    (file,) = kept.files
    assert b"s3cret" not in file.read_bytes()


def test_a_damaged_source_is_not_found(kept):
    kept.keep(SNAPSHOT)
    (file,) = kept.files
    file.write_bytes(file.read_bytes()[:-1])
    assert kept.sources.find(URL, saved_at=THEN) is None


def test_what_is_discarded_is_gone(kept):
    kept.keep(SNAPSHOT)
    kept.sources.discard(URL)
    kept.sources.discard("https://h/never-kept")
    assert kept.files == []


def test_clearing_forgets_everything(kept):
    kept.keep(SNAPSHOT)
    kept.sources.clear()
    assert kept.files == []


def test_where_nothing_can_be_kept_the_user_is_told_once_and_the_crawl_goes_on(kept):
    kept.folder.write_text("a file in the place of the folder")
    sources = kept.sources

    async def run():
        await sources.keep(URL, SNAPSHOT, saved_at=THEN)
        await sources.keep(URL, TEXT, saved_at=THEN)

    asyncio.run(run())
    (warning,) = kept.warnings
    assert "reextract" in warning
