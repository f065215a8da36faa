import errno
import os
import resource
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest

from getdocs.errors import OutputError
from getdocs.write.atomic import drop_aside, named, put_in_place, remove, replacing, write_aside, write_whole

PATH = PurePosixPath("a/b.md")


def everything_in(folder: Path) -> set[str]:
    return {str(each.relative_to(folder)) for each in folder.rglob("*") if not each.is_dir()}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


@contextmanager
def small_files() -> Iterator[None]:
    """The system refuses to let a file grow beyond 4 KiB: a disk that is full, for real.

    Only around what is tested: the limit holds for what pytest prints into a file as well.
    """
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_folders_on_the_way_are_made(out):
    write_whole(out, PurePosixPath("a/b/c.md"), b"text")
    assert (out / "a/b/c.md").read_bytes() == b"text"


def test_an_old_file_is_replaced_and_no_temporary_file_stays(out):
    write_whole(out, PATH, b"old")
    write_whole(out, PATH, b"new")
    assert (out / PATH).read_bytes() == b"new"
    assert everything_in(out) == {"a/b.md"}


def test_who_has_the_old_file_open_still_reads_all_of_it(out):
    write_whole(out, PATH, b"old" * 1000)
    with (out / PATH).open("rb") as reader:
        write_whole(out, PATH, b"new")
        assert reader.read() == b"old" * 1000


def test_the_data_is_on_disk_before_the_name_is(out, monkeypatch):
    calls = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda *args: (calls.append("fsync"), fsync(*args)))
    monkeypatch.setattr(os, "replace", lambda *args, **kwargs: (calls.append("replace"), replace(*args, **kwargs)))
    write_whole(out, PATH, b"text")
    assert calls == ["fsync", "replace"]


def test_what_is_written_bit_by_bit_is_in_its_place_when_it_is_whole(out):
    write_whole(out, PATH, b"old")
    with replacing(out, PATH) as stream:
        stream.write(b"new ")
        assert (out / PATH).read_bytes() == b"old"
        stream.write(b"text")
    assert (out / PATH).read_bytes() == b"new text"
    assert everything_in(out) == {"a/b.md"}


def test_what_fails_half_way_leaves_the_old_file_and_no_half_one(out):
    write_whole(out, PATH, b"old")

    def fail() -> None:
        with replacing(out, PATH) as stream:
            stream.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert (out / PATH).read_bytes() == b"old"
    assert everything_in(out) == {"a/b.md"}


def test_what_is_written_aside_is_not_there_before_it_is_put_in_place(out):
    write_whole(out, PATH, b"old")
    write_aside(out, PATH, b"new")
    assert (out / PATH).read_bytes() == b"old"
    put_in_place(out, PATH)
    assert (out / PATH).read_bytes() == b"new"
    assert everything_in(out) == {"a/b.md"}


def test_what_is_dropped_leaves_nothing_and_no_folder(out):
    write_aside(out, PATH, b"text")
    drop_aside(out, PATH)
    assert list(out.iterdir()) == []


def test_dropping_what_is_in_its_place_already_leaves_it_there(out):
    write_aside(out, PATH, b"text")
    put_in_place(out, PATH)
    drop_aside(out, PATH)
    assert everything_in(out) == {"a/b.md"}


def test_a_folder_that_one_thread_makes_for_a_file_is_not_removed_by_another(out):
    def write(number):
        for _ in range(200):
            write_aside(out, PurePosixPath(f"a/{number}.md"), b"text")
            drop_aside(out, PurePosixPath(f"a/{number}.md"))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    assert list(out.iterdir()) == []


def test_what_a_killed_run_left_is_taken_over(out, monkeypatch):
    with monkeypatch.context() as killed:
        killed.setattr(os, "replace", lambda *_args, **_kwargs: None)
        write_whole(out, PATH, b"half")
    left = everything_in(out)
    write_whole(out, PATH, b"whole")
    assert left
    assert everything_in(out) == {"a/b.md"}


def test_a_full_disk_keeps_the_old_file_and_leaves_no_half_one(out):
    write_whole(out, PATH, b"old")
    with pytest.raises(OutputError, match=r"a/b\.md: File too large"), small_files():
        write_whole(out, PATH, b"x" * 10_000)
    assert (out / PATH).read_bytes() == b"old"
    assert everything_in(out) == {"a/b.md"}


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_failing_rename_names_path_and_reason_and_leaves_nothing(out, monkeypatch, code):
    def fail(*_args, **_kwargs):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OutputError, match=rf"{out}/a/b\.md: {os.strerror(code)}"):
        write_whole(out, PATH, b"text")
    assert everything_in(out) == set()


def test_a_linked_folder_is_refused_and_nothing_is_written_behind_it(out, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (out / "a").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="a folder on the way is a file or a link"):
        write_whole(out, PATH, b"text")
    assert everything_in(tmp_path / "elsewhere") == set()


def test_a_linked_file_is_replaced_and_what_it_named_is_left_alone(out, tmp_path):
    (tmp_path / "mine.md").write_text("mine")
    (out / "a").mkdir()
    (out / PATH).symlink_to(tmp_path / "mine.md")
    write_whole(out, PATH, b"text")
    assert (tmp_path / "mine.md").read_text() == "mine"
    assert not (out / PATH).is_symlink()


def test_a_link_laid_in_the_place_of_the_temporary_file_is_not_followed(out, tmp_path, monkeypatch):
    (tmp_path / "mine.md").write_text("mine")
    with monkeypatch.context() as killed:
        killed.setattr(os, "replace", lambda *_args, **_kwargs: None)
        write_whole(out, PATH, b"half")
    (temporary,) = (out / name for name in everything_in(out))
    temporary.unlink()
    temporary.symlink_to(tmp_path / "mine.md")
    write_whole(out, PATH, b"text")
    assert (tmp_path / "mine.md").read_text() == "mine"


def test_the_output_folder_itself_may_be_a_link(out, tmp_path):
    (tmp_path / "link").symlink_to(out)
    write_whole(tmp_path / "link", PATH, b"text")
    assert (out / PATH).read_bytes() == b"text"


def test_a_folder_in_the_place_of_the_file_is_an_error_that_says_so(out):
    (out / PATH).mkdir(parents=True)
    with pytest.raises(OutputError, match="a folder stands in its place"):
        write_whole(out, PATH, b"text")


def test_an_output_folder_that_went_away_is_an_error(out):
    out.rmdir()
    with pytest.raises(OutputError, match="No such file or directory"):
        write_whole(out, PATH, b"text")


@pytest.mark.parametrize("path", ["../x.md", "a/../../x.md", "/etc/x.md", "."])
def test_a_path_outside_the_folder_is_a_bug_and_nothing_is_written(out, tmp_path, path):
    with pytest.raises(ValueError, match="not a path below the output folder"):
        write_whole(out, PurePosixPath(path), b"text")
    assert everything_in(tmp_path) == set()


def test_a_removed_file_takes_the_folders_it_leaves_empty_with_it(out):
    write_whole(out, PurePosixPath("a/b/c.md"), b"text")
    write_whole(out, PurePosixPath("a/d.md"), b"text")
    remove(out, PurePosixPath("a/b/c.md"))
    assert everything_in(out) == {"a/d.md"}
    assert not (out / "a/b").exists()


def test_the_output_folder_stays_when_its_last_file_is_removed(out):
    write_whole(out, PATH, b"text")
    remove(out, PATH)
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("path", ["a/b.md", "gone.md", "file/b.md"])
def test_removing_what_is_not_there_changes_nothing(out, path):
    (out / "file").write_text("a file")
    remove(out, PurePosixPath(path))
    assert everything_in(out) == {"file"}


def test_nothing_is_removed_behind_a_link(out, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/b.md").write_text("mine")
    (out / "a").symlink_to(tmp_path / "elsewhere")
    remove(out, PATH)
    assert (tmp_path / "elsewhere/b.md").read_text() == "mine"


def test_nothing_outside_the_folder_can_be_removed(out, tmp_path):
    (tmp_path / "mine.md").write_text("mine")
    with pytest.raises(ValueError, match="not a path below the output folder"):
        remove(out, PurePosixPath("../mine.md"))
    assert (tmp_path / "mine.md").exists()


def test_a_file_that_cannot_be_removed_is_an_error_that_names_it(out):
    (out / PATH).mkdir(parents=True)
    with pytest.raises(OutputError, match=r"a/b\.md: a folder stands in its place"):
        remove(out, PATH)


def test_a_pipe_that_a_person_names_is_no_place_for_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        with pytest.raises(OutputError, match=f"cannot write .*{name}: it is no file"):
            named(tmp_path / name)


def test_a_link_that_a_person_names_is_followed(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "there")
    assert named(tmp_path / "link") == tmp_path / "there"
    assert named(tmp_path / "new") == tmp_path / "new"
