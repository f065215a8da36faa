"""What a body is, by its first bytes; and what a link leads to, by its name."""

import gzip
import io
import tarfile
import zipfile

import pytest

from getdocs.write.media.kinds import MOVING, is_kept_type, kind_of, names_document, names_moving


def archive():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("a", "b")
    return made.getvalue()


def tape():
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as file:
        file.addfile(tarfile.TarInfo("a"))
    return made.getvalue()


ARCHIVE, TAPE = archive(), tape()


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\x89PNG\r\n\x1a\nrest", "image/png"),
        (b"\xff\xd8\xff\xe0rest", "image/jpeg"),
        (b"GIF89arest", "image/gif"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"\x00\x00\x00\x20ftypavif", "image/avif"),
        (b"\x00\x00\x01\x00\x01\x00", "image/vnd.microsoft.icon"),
        (b"%PDF-1.7\n", "application/pdf"),
        (ARCHIVE, "application/zip"),
        (gzip.compress(b"x", mtime=0), "application/gzip"),
        (TAPE, "application/x-tar"),
        (b"{\\rtf1", "application/rtf"),
    ],
)
def test_a_kind_is_told_by_its_first_bytes(body, content_type):
    assert kind_of(body).content_type == content_type


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><p>",
        b"  <html>",
        b"{}",
        b"GIF",
        b"\x7fELF\x02",
        b"MZ\x90\x00",
        b"#!/bin/sh\n",
        b"RIFF1234XXXX",
    ],
)
def test_what_is_not_known_is_none(body):
    assert kind_of(body) is None


@pytest.mark.parametrize(
    "body",
    [b"\x00\x00\x00\x18ftypmp42", b"\x1a\x45\xdf\xa3", b"OggS\x00", b"ID3\x04", b"RIFF\x00\x00\x00\x00WAVE", b"fLaC"],
)
def test_sound_and_moving_pictures_are_told(body):
    assert kind_of(body) is MOVING


def test_a_link_names_a_document_by_what_its_path_ends_in():
    assert names_document("https://h/a/Manual.PDF?x=1#page=2")
    assert names_document("https://h/a.tar.gz")
    assert not names_document("https://h/a.html")
    assert not names_document("https://h/a.png")
    assert not names_document("https://h.zip/")
    assert not names_document("https://h/?file=a.pdf")


def test_a_url_names_sound_or_moving_pictures_by_what_its_path_ends_in():
    assert names_moving("https://h/a.MP4")
    assert not names_moving("https://h/mp4")


def test_types_of_images_and_documents_are_kept_and_others_are_not():
    assert is_kept_type("application/pdf")
    assert is_kept_type("application/vnd.openxmlformats-officedocument.wordprocessingml.document")
    assert is_kept_type("image/svg+xml")
    assert not is_kept_type("application/json")
    assert not is_kept_type("video/mp4")
    assert not is_kept_type("")
