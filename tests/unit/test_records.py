import json
import os
import subprocess
import sys
import threading

import pytest

from getdocs.records import Record, RecordError, Records

RECORD = Record(b'{"a":1}', b"body " * 100)


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("key", ["http://h/", "", "http://h/" + "x" * 5000, "../../etc/passwd", "\ud800"])
@pytest.mark.parametrize("record", [RECORD, Record(b"", b""), Record(b"\0\xff", bytes(range(256)))])
def test_what_is_put_under_any_key_comes_back_whole(tmp_path, key, record):
    Records(tmp_path / "r").put(key, record)
    assert Records(tmp_path / "r").get(key) == record
    assert [path for path in files(tmp_path) if (tmp_path / "r") not in path.parents] == []


def test_there_is_nothing_where_nothing_was_put(tmp_path):
    assert Records(tmp_path / "r").get("k") is None
    assert not (tmp_path / "r").exists()


def test_a_record_replaces_the_one_before(tmp_path):
    records = Records(tmp_path)
    records.put("k", RECORD)
    records.put("k", Record(b"", b"second"))
    assert records.get("k").body == b"second"
    assert len(files(tmp_path)) == 1


def test_what_is_removed_is_gone(tmp_path):
    records = Records(tmp_path)
    records.put("k", RECORD)
    records.remove("k")
    records.remove("never there")
    assert records.get("k") is None


def test_clearing_removes_every_record(tmp_path):
    records = Records(tmp_path)
    for number in range(20):
        records.put(str(number), RECORD)
    records.clear()
    assert files(tmp_path) == []


def test_bodies_are_stored_compressed(tmp_path):
    Records(tmp_path).put("k", Record(b"", b"word " * 10_000))
    (file,) = files(tmp_path)
    assert file.stat().st_size < 1000


def readable(records, key):
    try:
        return records.get(key)
    except RecordError:
        return None


def test_every_torn_or_altered_file_is_no_record(tmp_path):
    records = Records(tmp_path)
    records.put("k", RECORD)
    (file,) = files(tmp_path)
    whole = file.read_bytes()
    torn = [whole[:length] for length in range(len(whole))]
    altered = [bytes((*whole[:at], whole[at] ^ 1, *whole[at + 1 :])) for at in range(len(whole))]
    for data in (*torn, *altered, whole + b"x", bytes(len(whole))):
        file.write_bytes(data)
        assert readable(records, "k") is None


def test_a_damaged_record_is_an_error_with_its_file(tmp_path):
    records = Records(tmp_path)
    records.put("k", RECORD)
    (file,) = files(tmp_path)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(RecordError, match=file.name):
        records.get("k")


def test_a_record_under_the_file_name_of_another_key_is_not_taken_for_its_own(tmp_path):
    records = Records(tmp_path)
    records.put("a", RECORD)
    (of_a,) = files(tmp_path)
    data = of_a.read_bytes()
    records.put("b", Record(b"", b"b"))
    (of_b,) = set(files(tmp_path)) - {of_a}
    of_b.write_bytes(data)
    assert records.get("b") is None


def test_a_folder_in_the_place_of_a_record_is_an_error_with_its_name(tmp_path):
    records = Records(tmp_path)
    records.put("k", RECORD)
    (file,) = files(tmp_path)
    file.unlink()
    file.mkdir()
    with pytest.raises(RecordError, match=file.name):
        records.get("k")
    with pytest.raises(RecordError, match=file.name):
        records.put("k", RECORD)
    assert files(tmp_path) == []


def test_a_file_in_the_place_of_the_folder_is_an_error(tmp_path):
    (tmp_path / "r").write_text("mine")
    with pytest.raises(RecordError):
        Records(tmp_path / "r").put("k", RECORD)
    assert (tmp_path / "r").read_text() == "mine"


def test_what_fails_half_way_leaves_the_old_record_and_no_litter(tmp_path, monkeypatch):
    records = Records(tmp_path)
    records.put("k", RECORD)

    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(RecordError, match="No space left on device"):
        records.put("k", Record(b"", b"second"))
    assert records.get("k") == RECORD
    assert len(files(tmp_path)) == 1


def aged(folder, seconds):
    """Makes every file as if written so long ago."""
    for file in files(folder):
        status = file.stat()
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns - seconds * 10**9))


def incompressible(size):
    return Record(b"", os.urandom(size))


def test_the_oldest_records_go_where_all_are_too_large(tmp_path):
    records = Records(tmp_path, max_bytes=10_000)
    for number in range(9):
        aged(tmp_path, 10)
        records.put(str(number), incompressible(1000))
    aged(tmp_path, 10)
    records.put("9", incompressible(1000))
    assert [records.get(str(number)) is not None for number in range(10)] == [False] * 2 + [True] * 8


def test_the_size_of_an_earlier_run_counts(tmp_path):
    for number in range(9):
        Records(tmp_path, max_bytes=10_000).put(str(number), incompressible(1000))
    aged(tmp_path, 10)
    Records(tmp_path, max_bytes=10_000).put("new", incompressible(1000))
    assert sum(file.stat().st_size for file in files(tmp_path)) <= 10_000


def test_replacing_a_record_does_not_count_it_twice(tmp_path):
    records = Records(tmp_path, max_bytes=10_000)
    records.put("other", incompressible(1000))
    aged(tmp_path, 10)
    for _ in range(50):
        records.put("same", incompressible(1000))
    assert records.get("other") is not None


def test_a_record_larger_than_all_that_is_allowed_is_not_kept(tmp_path):
    Records(tmp_path, max_bytes=1000).put("k", incompressible(5000))
    assert files(tmp_path) == []


def test_what_a_killed_run_had_begun_to_write_is_removed(tmp_path):
    records = Records(tmp_path)
    records.put("k", RECORD)
    (file,) = files(tmp_path)
    file.with_name(f"{file.name}.7.tmp").write_bytes(b"half")
    Records(tmp_path).put("other", RECORD)
    assert len(files(tmp_path)) == 2
    assert Records(tmp_path).get("k") == RECORD


def test_threads_may_write_at_once(tmp_path):
    records = Records(tmp_path, max_bytes=50_000)
    failures = []

    def write(name):
        try:
            for number in range(40):
                records.put(f"{name}{number % 10}", incompressible(500))
                records.put("same", RECORD)
        except RecordError as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert Records(tmp_path).get("same") == RECORD


WRITER = """
import sys, json
from pathlib import Path
from getdocs.records import Record, Records
records = Records(Path(sys.argv[1]))
print("ready", flush=True)
number = 0
while True:
    number += 1
    text = json.dumps([number] * 20000).encode()
    records.put("k", Record(str(number).encode(), text))
"""


@pytest.mark.parametrize("delay", [0.0, 0.003, 0.011, 0.029, 0.05])
def test_a_process_killed_at_any_instant_leaves_one_whole_record_or_none(tmp_path, delay):
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(delay)
        process.kill()
    record = Records(tmp_path).get("k")
    if record is not None:
        numbers = json.loads(record.body)
        assert set(numbers) == {int(record.head)}
        assert len(numbers) == 20000
