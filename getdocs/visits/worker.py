"""The other end of `pool`: a process that runs one function after the other, until there is nobody left to run them for.

It imports what it is sent, and knows no more of pages than `pool` does.
"""

import gc
import os
import pickle
import queue
import signal
import struct
import sys
import threading
from typing import BinaryIO, NoReturn

LENGTH = struct.Struct(">Q")
"""Goes before each job: how many bytes of it there are."""
GARBAGE = 20_000
"""New objects between two collections: with the 700 that is the rule, reading a page takes 4 % more, and as much memory."""


def serve(cpu_seconds: float) -> NoReturn:
    """Reads jobs from stdin: a function and its arguments, pickled. Writes what came of each to stdout.

    That is a pickled pair: True and what the function returned, or False and the exception that it raised. One that takes
    more than `cpu_seconds` is ended by the kernel, and the process with it (SIGPROF). So is the process whose stdin is
    closed, at once and whatever it is doing: the crawl is over, or was killed.
    """
    gc.set_threshold(GARBAGE, 20, 20)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints is no answer
    threading.Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    try:
        while True:
            job = jobs.get()
            signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
            answer = _answer(job)
            signal.setitimer(signal.ITIMER_PROF, 0)
            answers.write(answer)
            answers.flush()
            # Trees refer to themselves. Not the oldest objects, which are code: 75 MiB in place of 105, 1 % more processor time.
            del job, answer
            gc.collect(1)
    except BrokenPipeError:
        os._exit(0)


def _answer(job: bytes) -> bytes:
    try:
        function, arguments = pickle.loads(job)  # noqa: S301 - from the process that started this one
        return pickle.dumps((True, function(*arguments)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - a bug, which is raised again where the function was asked for
        return pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)


def _listen(pipe: BinaryIO, jobs: "queue.SimpleQueue[bytes]") -> None:
    while len(head := pipe.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        if len(job := pipe.read(length)) < length:
            break
        jobs.put(job)
    os._exit(0)
