import signal
import sqlite3
import subprocess
import sys

import pytest

from getdocs.errors import StateError
from getdocs.frontier.database import Database
from getdocs.frontier.schema import MIGRATIONS
from getdocs.frontier.store import Frontier, state_path
from getdocs.model import Discovered

HOLDER = """
import sys
from pathlib import Path
from getdocs.frontier.store import Frontier
from getdocs.model import Discovered
frontier = Frontier.open(Path(sys.argv[1]))
frontier.add([Discovered("https://h/", 0, seed=True)])
frontier.lease(0.0)
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path):
    return state_path(tmp_path)


@pytest.fixture
def filled(path):
    with Frontier.open(path) as frontier:
        frontier.add(Discovered(f"https://h/{n}", 1) for n in range(2000))
    return path


@pytest.fixture
def holder(path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.communicate()


def refusal(path):
    with pytest.raises(StateError) as caught:
        Frontier.open(path)
    return str(caught.value)


def test_the_state_lies_in_a_folder_of_its_own_below_the_output(tmp_path):
    assert state_path(tmp_path) == tmp_path / ".getdocs" / "state.sqlite3"


def test_a_second_crawl_is_refused_naming_the_process_of_the_first(path, holder):
    assert f"process {holder.pid}" in refusal(path)


def test_a_second_crawl_in_the_same_process_is_refused(filled):
    with Frontier.open(filled):
        assert "in use" in refusal(filled)


def test_a_refused_crawl_leaves_the_first_one_its_lock(path, holder):
    refusal(path)
    assert f"process {holder.pid}" in refusal(path)


def test_the_lock_of_a_killed_process_is_taken_over(path, holder):
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with Frontier.open(path) as frontier:
        assert frontier.counts().discovered == 1


def test_what_a_killed_process_had_leased_is_handed_out_again(path, holder):
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with Frontier.open(path) as frontier:
        assert frontier.lease(0.0).url == "https://h/"


def test_a_closed_state_can_be_opened_again(filled):
    with Frontier.open(filled) as frontier:
        assert frontier.counts().discovered == 2000


def test_closing_twice_is_harmless(path):
    frontier = Frontier.open(path)
    frontier.close()
    frontier.close()


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.99])
def test_a_truncated_state_is_refused_and_kept(filled, share):
    whole = filled.read_bytes()
    filled.write_bytes(whole[: int(len(whole) * share)])
    before = filled.read_bytes()
    assert str(filled) in refusal(filled)
    assert filled.read_bytes() == before


@pytest.mark.parametrize("at", [0, 100, 4096, 40_960])
def test_a_state_with_a_page_of_rubbish_is_refused_and_kept(filled, at):
    content = bytearray(filled.read_bytes())
    content[at : at + 4096] = b"\xa5" * 4096
    filled.write_bytes(content)
    assert "damaged" in refusal(filled)
    assert filled.read_bytes() == bytes(content)


@pytest.mark.parametrize("content", [b"notes of mine\n" * 1000, b"x"])
def test_a_file_that_is_no_database_is_refused_and_kept(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    assert "damaged" in refusal(path)
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_refused_and_kept(path):
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (x)")
    other.commit()
    other.close()
    before = path.read_bytes()
    assert "no state of getdocs" in refusal(path)
    assert path.read_bytes() == before


def test_a_state_of_a_newer_getdocs_is_refused_and_kept(filled):
    newer = sqlite3.connect(filled)
    newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    newer.commit()
    newer.close()
    before = filled.read_bytes()
    assert "newer getdocs" in refusal(filled)
    assert filled.read_bytes() == before


def test_a_journal_without_its_state_is_refused_and_kept(filled):
    journal = filled.with_name("state.sqlite3-wal")
    filled.rename(journal)
    assert "missing" in refusal(filled)
    assert journal.exists()


def test_what_a_kill_during_creation_left_does_not_stop_the_next_one(path):
    path.parent.mkdir()
    path.with_name("state.sqlite3.new").write_bytes(b"half")
    path.with_name("state.sqlite3.new-journal").write_bytes(b"half")
    with Frontier.open(path) as frontier:
        assert frontier.counts().discovered == 0
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["state.sqlite3", "state.sqlite3.lock"]


def test_a_state_that_another_program_has_open_is_refused(filled):
    other = sqlite3.connect(filled, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        assert "in use" in refusal(filled)
    finally:
        other.close()


def test_an_output_folder_that_is_a_file_is_a_state_error(tmp_path):
    (tmp_path / "out").write_text("a file")
    assert "cannot be created" in refusal(state_path(tmp_path / "out"))


def test_a_full_disk_is_a_state_error_and_undoes_the_step(filled):
    with Frontier.open(filled) as frontier:
        with frontier._database.transaction() as db:
            (pages,) = db.execute("PRAGMA page_count").fetchone()
        frontier._database._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StateError, match="disk is full"):
            frontier.add(Discovered(f"https://h/more/{n}", 1) for n in range(20_000))
        assert frontier.counts().discovered == 2000


def test_damage_inside_a_row_is_a_state_error_that_names_the_url(filled):
    with Frontier.open(filled) as frontier:
        with frontier._database.transaction() as db:
            db.execute("UPDATE urls SET state = 'failed', outcome = '[]' WHERE id = 7")
        with pytest.raises(StateError, match="https://h/6"):
            list(frontier.rows())


def test_a_mistake_of_ours_is_no_state_error():
    database = Database.open(None)
    with pytest.raises(sqlite3.OperationalError), database.transaction() as db:
        db.execute("SELECT nonsense")
    database.close()


def test_an_exception_inside_a_transaction_undoes_all_of_it(filled):
    def found():
        yield Discovered("https://h/new", 1)
        raise RuntimeError("the page broke off")

    with Frontier.open(filled) as frontier:
        with pytest.raises(RuntimeError):
            frontier.add(found())
        assert frontier.counts().discovered == 2000
