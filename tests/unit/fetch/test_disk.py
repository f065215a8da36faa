import asyncio
import contextlib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from getdocs.fetch.cache import Entry
from getdocs.fetch.disk import DiskStorage
from getdocs.model import Response
from getdocs.records import Record, Records

URL = "http://h/app.js"
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


def entry(body=b"body", headers=(("etag", '"1"'), ("content-type", "text/\xe9")), status=200, asked_with=()):
    return Entry(Response(URL, status, headers, body), asked_with)


class Disk:
    """One storage after the other in one folder."""

    def __init__(self, folder):
        self.folder = folder
        self.warnings = []

    def storage(self, run="first", **options):
        return DiskStorage(self.folder, run=run, now=lambda: NOON, warn=self.warnings.append, **options)

    def put(self, entry, **options):
        asyncio.run(self.storage(**options).put(URL, entry))

    def get(self, **options):
        return asyncio.run(self.storage(**options).get(URL))

    @property
    def files(self):
        return [path for path in self.folder.rglob("*") if path.is_file()]


@pytest.fixture
def disk(tmp_path):
    return Disk(tmp_path / "cache")


def test_an_entry_comes_back_as_it_was(disk):
    put = entry(asked_with=(("accept", "0f"),))
    disk.put(put)
    assert disk.get() == put


def test_in_another_run_it_is_no_longer_current(disk):
    disk.put(entry())
    assert not disk.get(run="second").current


def test_in_the_same_run_it_stays_current_when_memory_has_let_go_of_it(disk):
    storage = disk.storage(max_memory=20_000)

    async def run():
        await storage.put(URL, entry())
        for number in range(50):
            await storage.put(f"http://h/{number}", entry(bytes(2000)))
        return await storage.get(URL)

    assert asyncio.run(run()) == entry()


def test_what_is_in_memory_is_not_read_from_disk(disk):
    storage = disk.storage()
    asyncio.run(storage.put(URL, entry()))
    for file in disk.files:
        file.unlink()
    assert asyncio.run(storage.get(URL)) == entry()


def test_what_was_read_from_disk_stays_in_memory(disk):
    disk.put(entry())
    storage = disk.storage()
    asyncio.run(storage.get(URL))
    for file in disk.files:
        file.unlink()
    assert asyncio.run(storage.get(URL)) == entry()


def test_no_field_that_may_hold_a_credential_is_written(disk):
    disk.put(entry(headers=(("set-cookie", "session=s3cret"), ("authentication-info", "s3cret"), ("etag", '"1"'))))
    (file,) = disk.files
    assert b"s3cret" not in file.read_bytes()
    assert disk.get().response.headers == (("etag", '"1"'),)


def test_what_its_server_does_not_want_stored_is_kept_in_memory_only(disk):
    storage = disk.storage()
    asyncio.run(storage.put(URL, entry(headers=(("cache-control", "private, No-Store"),))))
    assert disk.files == []
    assert asyncio.run(storage.get(URL)) is not None


def test_a_damaged_entry_is_as_if_it_were_not_there_and_is_told_of_once(disk):
    disk.put(entry())
    (file,) = disk.files
    file.write_bytes(file.read_bytes()[:-1])
    storage = disk.storage()
    assert [asyncio.run(storage.get(URL)) for _ in range(2)] == [None, None]
    (warning,) = disk.warnings
    assert str(file) in warning


def test_an_entry_that_means_nothing_is_as_if_it_were_not_there(disk):
    Records(disk.folder).put(URL, Record(b'{"run": "first"}', b""))
    assert disk.get() is None
    assert len(disk.warnings) == 1


def test_where_nothing_can_be_written_the_crawl_goes_on_in_memory_and_is_told_once(disk):
    disk.folder.write_text("a file in the place of the folder")
    storage = disk.storage()

    async def run():
        await storage.put(URL, entry())
        await storage.put("http://h/2", entry())
        return await storage.get(URL)

    assert asyncio.run(run()) == entry()
    assert len(disk.warnings) == 1


def test_a_full_disk_is_told_of_and_leaves_no_litter(disk, monkeypatch):
    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    disk.put(entry())
    assert disk.files == []
    assert "No space left on device" in disk.warnings[0]


def test_a_caller_who_gives_up_leaves_a_whole_entry_or_none(disk):
    async def run():
        put = asyncio.ensure_future(disk.storage().put(URL, entry()))
        await asyncio.sleep(0)
        put.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await put

    asyncio.run(run())
    assert disk.get() in (entry(), None)
    assert disk.warnings == []


def test_the_bytes_on_disk_are_bounded(disk):
    storage = disk.storage(max_bytes=20_000)

    async def run():
        for number in range(100):
            await storage.put(f"http://h/{number}", entry(number.to_bytes(2) * 10))

    asyncio.run(run())
    assert 10_000 < sum(file.stat().st_size for file in disk.files) <= 20_000
