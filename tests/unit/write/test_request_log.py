"""One line a request, whole whatever happens."""

import json
import os

import pytest

from getdocs.errors import OutputError
from getdocs.fetch.noting import Noted
from getdocs.write.request_log import RequestLog

SENT = Noted("document", "GET", "https://h/a", 200, 512, False, "allowed", "", 0.12345, 1.0)
REFUSED = Noted("document", "GET", "https://h/b", None, 0, False, "robots", "Disallow: /b", 0.0, 0.0)


def logged(file, *notes, warn=None):
    with RequestLog(file, now=lambda: 0.25, warn=warn) as log:
        for noted in notes:
            log.note(noted)


def lines(file):
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_a_request_is_a_line_with_its_time_in_utc(tmp_path):
    logged(tmp_path / "log", SENT)
    assert lines(tmp_path / "log") == [
        {
            "time": "1970-01-01T00:00:00.250+00:00",
            "kind": "document",
            "method": "GET",
            "url": "https://h/a",
            "status": 200,
            "bytes": 512,
            "from_cache": False,
            "verdict": "allowed",
            "detail": "",
            "seconds": 0.123,
            "waited": 1.0,
        }
    ]


def test_a_log_is_appended_to(tmp_path):
    logged(tmp_path / "log", SENT)
    logged(tmp_path / "log", REFUSED)
    assert [line["verdict"] for line in lines(tmp_path / "log")] == ["allowed", "robots"]


def test_what_was_left_of_a_last_line_stays_a_line_of_its_own(tmp_path):
    (tmp_path / "log").write_text('{"time": "19', encoding="utf-8")
    logged(tmp_path / "log", SENT)
    torn, whole = (tmp_path / "log").read_text("utf-8").splitlines()
    assert torn == '{"time": "19'
    assert json.loads(whole)["status"] == 200


def test_a_line_is_in_the_file_as_soon_as_it_is_noted(tmp_path):
    with RequestLog(tmp_path / "log", now=lambda: 0.0, warn=None) as log:
        log.note(SENT)
        assert len(lines(tmp_path / "log")) == 1


def test_a_log_that_cannot_be_opened_is_an_error_that_names_it(tmp_path):
    with pytest.raises(OutputError, match=r"cannot write the log file .*no-folder/log: No such file or directory"):
        logged(tmp_path / "no-folder" / "log")


def test_a_log_that_cannot_be_written_any_more_warns_once():
    said = []
    logged("/dev/full", SENT, SENT, warn=said.append)
    assert said == ["cannot write the log file /dev/full: No space left on device: nothing more is logged"]


def test_a_pipe_that_nobody_reads_ends_the_log_and_nothing_else(tmp_path):
    os.mkfifo(tmp_path / "log")
    told = []
    logged(tmp_path / "log", *[SENT] * 2000, warn=told.append)
    assert [text.endswith("nothing more is logged") for text in told] == [True]
