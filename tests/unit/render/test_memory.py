import os

import pytest

from getdocs.render.memory import small_driver


def test_what_the_user_tells_node_comes_last_and_is_as_it_was_afterwards(monkeypatch):
    monkeypatch.setenv("NODE_OPTIONS", "--max-semi-space-size=8")
    with small_driver():
        assert os.environ["NODE_OPTIONS"] == "--max-semi-space-size=1 --max-semi-space-size=8"
    assert os.environ["NODE_OPTIONS"] == "--max-semi-space-size=8"


def test_what_is_told_node_is_gone_after_a_driver_that_did_not_start(monkeypatch):
    monkeypatch.delenv("NODE_OPTIONS", raising=False)
    with pytest.raises(OSError, match="no node"), small_driver():
        raise OSError("no node")
    assert "NODE_OPTIONS" not in os.environ


def test_what_the_user_tells_the_c_library_stays(monkeypatch):
    monkeypatch.setenv("MALLOC_TRIM_THRESHOLD_", "1")
    monkeypatch.delenv("MALLOC_MMAP_THRESHOLD_", raising=False)
    with small_driver():
        assert os.environ["MALLOC_TRIM_THRESHOLD_"] == "1"
        assert os.environ["MALLOC_MMAP_THRESHOLD_"] == "131072"
    assert os.environ["MALLOC_TRIM_THRESHOLD_"] == "1"
    assert "MALLOC_MMAP_THRESHOLD_" not in os.environ
