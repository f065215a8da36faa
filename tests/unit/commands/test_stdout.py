"""Lines on stdout, through a pipe whose other end is the test's."""

import asyncio
import os
import threading

import pytest

from getdocs.commands.stdout import Lines
from getdocs.errors import OutputError


def test_lines_go_out_in_the_order_in_which_they_were_sent():
    out = []
    lines = Lines(out.append)

    async def send():
        await lines.send("a\n")
        await lines.send("b\n")

    asyncio.run(send())
    lines.send_last("c\n")
    assert out == [b"a\n", b"b\n", b"c\n"]


def test_who_sends_waits_for_the_reader_and_the_loop_goes_on():
    may_read = threading.Event()
    lines = Lines(lambda _: may_read.wait() and None)

    async def send():
        async with asyncio.TaskGroup() as group:
            sending = group.create_task(lines.send("a\n"))
            await asyncio.sleep(0)
            assert not sending.done()
            may_read.set()

    asyncio.run(send())


def test_when_nobody_reads_any_more_lines_are_dropped_and_it_is_known():
    theirs, ours = os.pipe()
    os.close(theirs)
    lines = Lines(lambda data: os.write(ours, data) and None)
    lines.send_last("a\n")
    asyncio.run(lines.send("b\n"))
    os.close(ours)
    assert lines.unread


def test_what_cannot_be_written_ends_the_crawl():
    def full(_):
        raise OSError(28, "No space left on device")

    lines = Lines(full)
    with pytest.raises(OutputError, match="cannot write to stdout: No space left on device"):
        asyncio.run(lines.send("a\n"))
    assert not lines.unread


def test_a_line_that_nobody_waits_for_any_more_does_no_harm():
    may_read = threading.Event()
    out = []

    def write(data):
        may_read.wait()
        out.append(data)

    lines = Lines(write)

    async def give_up():
        try:
            async with asyncio.timeout(0):
                await lines.send("a\n")
        except TimeoutError:
            pass

    asyncio.run(give_up())
    may_read.set()
    lines.send_last("b\n")
    assert out == [b"a\n", b"b\n"]
